// RUN: sparse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Rules of #sparse.composite.

// expected-error @+1 {{(C1) expected the name 'i' to be defined once}}
"C1_twice"() {f = #sparse.composite<(i, i) -> (rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C1) expected a name but got 'slot', a word of the grammar}}
"C1_word"() {f = #sparse.composite<(slot, j) -> (rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C2) expected a dimension, a number or a criterion (section, length, slot, order, cover) but got 'k'}}
"C2"() {f = #sparse.composite<(i, j) -> (k below 3 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{#sparse.composite (C12) expected a size that divides 4 but got 3}}
"C12"() {f = #sparse.composite<(i, j) -> (cover(i, j by (4, 4) at 9, (4, 3) at 1) is 0 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C3) expected a constant of at least 1 on the right side of 'mod'}}
"C3"() {f = #sparse.composite<(i, j) -> (i mod j below 3 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C4) expected a number of magnitude below 2^31 but got 2147483648}}
"C4"() {f = #sparse.composite<(i, j) -> (i below 2147483648 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C5) expected 1 to 2147483647 sections but got 0}}
"C5"() {f = #sparse.composite<(i, j) -> (section(j of 0) is 0 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C6) expected 1 to 1024 parts but got 0}}
"C6"() {f = #sparse.composite<(i, j) -> ()>} : () -> ()

// -----

// expected-error @+1 {{(C6) expected 'hyb' of 1 to 1024 parts, of rows of up to 2^30 elements}}
"C6_of_a_name"() {f = #sparse.hyb<300, 4>} : () -> ()

// -----

// expected-error @+1 {{(C7) expected 'rest' once, as the last part}}
"C7"() {f = #sparse.composite<(i, j) -> (rest : csr, i below 3 : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C8) expected comparisons that a number meets in part 0}}
"C8"() {f = #sparse.composite<(i, j) -> (i below 3 and i from 4 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C9) expected a format of 2 dimensions for part 0 but got #sparse.csf<3>}}
"C9"() {f = #sparse.composite<(i, j) -> (rest : #sparse.csf<3>)>} : () -> ()

// -----

// expected-error @+1 {{(C10) expected a format that keeps the pattern for part 0 but got #sparse.dense<2>}}
"C10_dense"() {f = #sparse.composite<(i, j) -> (i below 2 : dense, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C10) expected a format that keeps the pattern for part 0 but got #sparse.bsr<2, 2, full>}}
"C10_full"() {f = #sparse.composite<(i, j) -> (i below 2 : bsr<2, 2, full>, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C9) expected a format of 2 dimensions for part 0 but got #sparse.composite<(i, j, k) -> (rest : #sparse.csf)>}}
"C9_composite"() {f = #sparse.composite<(i, j) -> (i below 3 : composite<(i, j, k) -> (rest : csf)>, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{(C6) expected 1 to 1024 parts but got 1025}}
"C6_of_parts"() {f = #sparse.composite<(i, j) -> (section(i of 2) is 0 : hyb<256, 3>, rest : csr)>} : () -> ()

// -----

// Composite formats lie in one another one level deep.

// expected-error @+1 {{(C11) expected parts in formats of levels in part 1, which is composite, but got #sparse.composite<(i, j) -> (j below 2 : #sparse.csr, rest : #sparse.ell_coo<2>)>}}
"C11"() {f = #sparse.composite<(i, j) -> (i below 3 : csr, rest : composite<(i, j) -> (j below 2 : csr, rest : ell_coo<2>)>)>} : () -> ()

// -----

// expected-error @+1 {{(C4) expected at most 32 nested parentheses}}
"C4_nesting"() {f = #sparse.composite<(i, j) -> ((((((((((((((((((((((((((((((((((i))))))))))))))))))))))))))))))))) below 3 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{expected an expression}}
"expression"() {f = #sparse.composite<(i, j) -> (i + : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{expected 'is', 'from' or 'below' and a number}}
"comparison"() {f = #sparse.composite<(i, j) -> (i : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{expected '-length', the most elements first}}
"order"() {f = #sparse.composite<(i, j) -> (order(i by length) below 3 : csr, rest : csr)>} : () -> ()

// -----

// expected-error @+1 {{expected hyb<c, k> but got 1 number(s)}}
"numbers_of_a_name"() {f = #sparse.hyb<3>} : () -> ()

// -----

// expected-error @+1 {{expected numbers of 'ell_coo' from 1 to 2147483647 but got 0}}
"number_of_a_name"() {f = #sparse.ell_coo<0>} : () -> ()

// -----

// Types.

// expected-error @+1 {{(C2) expected a format of 3 dimensions but got #sparse.hyb<1, 2>}}
func.func private @rank(!sparse.tensor<?x?x?xf32, #sparse.hyb<1, 2>>)

// -----

// expected-error @+1 {{(C1) expected elements of a type that buffers hold, in bytes of their own, but got 'vector<4xf32>'}}
func.func private @elements(!sparse.tensor<?x?xvector<4xf32>, #sparse.hyb<1, 2>>)

// -----

// Only parts have levels.

!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
func.func @unpack_refuses_parts(%A: !T) {
  // expected-error @+1 {{'sparse.unpack' op operand #0 must be a tensor in a format, by reference, but got '!sparse.tensor<?x?xf32, #sparse.ell_coo<4>>'}}
  %v = "sparse.unpack"(%A) : (!T) -> !sparse.buffer<?xf32>
  return
}

// -----

// Rules of sparse.parts.

!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!P0 = !sparse.tensor<?x?xf32, #sparse.ell<4>>
!P1 = !sparse.tensor<?x?xf32, #sparse.coo>
func.func @C1_count(%A: !T) {
  // expected-error @+1 {{(C1) expected 2 parts but got 1}}
  %A0 = sparse.parts %A : !T -> !P0
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!P0 = !sparse.tensor<?x?xf32, #sparse.ell<4>>
func.func @C1_type(%A: !T) {
  // expected-error @+1 {{(C1) expected part 1 to be '!sparse.tensor<?x?xf32, #sparse.coo>' but got '!sparse.tensor<?x?xf32, #sparse.ell<4>>'}}
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P0
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<1>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C2(%A: index) {
  %0 = "test.op"() : () -> !T
  // expected-error @+1 {{(C2) expected the tensor to be an argument of a function, of a structure that is known}}
  %A0 = sparse.parts %0 : !T -> !P
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<1>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C3_needs_on(%A: !T {sparse.name = "A"}, %C: !T {sparse.structure_of = "A"}) {
  // expected-error @+1 {{(C3) expected a tensor that shares its structure to have its parts 'on' those of the tensor that has it}}
  %C0 = sparse.parts %C : !T -> !P
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<1>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C3_has_none(%A: !T, %C: !T) {
  %A0 = sparse.parts %A : !T -> !P
  // expected-error @+1 {{(C3) expected no parts after 'on' for a tensor with a structure of its own}}
  %C0 = sparse.parts %C on (%A0) : !T on (!P) -> !P
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<1>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C4(%A: !T {sparse.name = "A"}, %B: !T, %C: !T {sparse.structure_of = "A"}) {
  %B0 = sparse.parts %B : !T -> !P
  // expected-error @+1 {{(C4) expected all parts that one 'sparse.parts' of the tensor with the structure gives, in order}}
  %C0 = sparse.parts %C on (%B0) : !T on (!P) -> !P
  return
}

// -----

// Rules C10 and C12 of sparse.generic.

#vector = affine_map<(i, j) -> (j)>
#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!D = !sparse.tensor<?xf32, #sparse.dense>
func.func @C10_is_looked_up(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %B: !T, %y: !D) {
  // expected-error @+1 {{(C10) expected operand 1, which is in a composite format, to be read and written at the driver's element alone: it has no look-up by coordinates}}
  sparse.generic driver(%A) ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !T) outs(%y : !D) maps [#all, #all, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    sparse.yield %b : f32
  }
  return
}

// -----

#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!D = !sparse.tensor<?xf32, #sparse.dense>
func.func @C12_stores_the_last(%A: !T, %y: !D) {
  // expected-error @+1 {{(C12) expected output 0 to be combined or to have all dimensions of the driver, whose elements come part by part}}
  sparse.generic driver(%A) ins(%A : !T) outs(%y : !D) maps [#all, #rows] kinds [spatial, reduction] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!D = !sparse.tensor<?xf32, #sparse.dense>
func.func @C12_reads_what_it_writes(%A: !T, %y: !D) {
  // expected-error @+1 {{(C12) expected output 0 to be no input, since the driver's elements come part by part}}
  sparse.generic driver(%A) ins(%A, %y : !T, !D) outs(%y : !D) maps [#all, #rows, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    sparse.yield %b : f32
  }
  return
}

// -----

// Rules of sparse.compose.

!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!P0 = !sparse.tensor<?x?xf32, #sparse.ell<4>>
!P1 = !sparse.tensor<?x?xf32, #sparse.coo>
func.func @C1_count_of_compose(%A: !T) {
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P1
  // expected-error @+1 {{(C1) expected 2 parts but got 1}}
  %B = sparse.compose %A0 : !P0 -> !T
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!P0 = !sparse.tensor<?x?xf32, #sparse.ell<4>>
!P1 = !sparse.tensor<?x?xf32, #sparse.coo>
func.func @C1_type_of_compose(%A: !T) {
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P1
  // expected-error @+1 {{(C1) expected part 0 to be '!sparse.tensor<?x?xf32, #sparse.ell<4>>' but got '!sparse.tensor<?x?xf32, #sparse.coo>'}}
  %B = sparse.compose %A1, %A0 : !P1, !P0 -> !T
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<2>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C2_order(%A: !T) {
  %A0, %A1 = sparse.parts %A : !T -> !P, !P
  // expected-error @+1 {{(C2) expected tensors with the structure of all parts that one 'sparse.parts' gives, in order}}
  %B = sparse.compose %A1, %A0 : !P, !P -> !T
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<2>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C2_arguments(%A0: !P, %A1: !P) {
  // expected-error @+1 {{(C2) expected tensors with the structure of all parts that one 'sparse.parts' gives, in order}}
  %B = sparse.compose %A0, %A1 : !P, !P -> !T
  return
}

// -----

!T = !sparse.tensor<?x?xf32, #sparse.columns<2>>
!U = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (i below 3 : csr, rest : csr)>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @C2_format(%A: !T) {
  %A0, %A1 = sparse.parts %A : !T -> !P, !P
  // expected-error @+1 {{(C2) expected the format of the tensor with the structure, #sparse.columns<2>, but got #sparse.composite<(i, j) -> (i below 3 : #sparse.csr, rest : #sparse.csr)>}}
  %B = sparse.compose %A0, %A1 : !P, !P -> !U
  return
}
