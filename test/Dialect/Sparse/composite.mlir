// RUN: sparse-opt %s --allow-unregistered-dialect | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --allow-unregistered-dialect | sparse-opt --allow-unregistered-dialect | FileCheck %s --enable-var-scope

// A part says which elements it holds and how; a format is read by its name too.

// CHECK: "examples"() {f = [#sparse.ell_coo<4>, #sparse.columns<2>, #sparse.bsr_csr<2, 2, 3>, #sparse.composite<(i, j) -> (cover(i, j by (4, 4) at 6, (1, 1) at 1) is 0 : #sparse.bsr<4, 4>, rest : #sparse.csr)>]}
#rows = #sparse.composite<(i, j) -> (slot(j in i) below 4 : #sparse.ell<4>, rest : #sparse.coo)>
#columns = #sparse.composite<(i, j) -> (section(j of 2) is 0 : #sparse.csr, section(j of 2) is 1 : #sparse.csr)>
#blocks = #sparse.composite<(i, j) -> (length(i floordiv 2, j floordiv 2) from 3 : #sparse.bsr<2, 2>, rest : #sparse.csr)>
#nested = #sparse.composite<(i, j) -> (section(j of 2) is 0 : #sparse.hyb<1, 2>, rest : #sparse.csr)>
#cover = #sparse.composite<(i, j) -> (cover(i, j by (4, 4) at 6, (1, 1) at 1) is 0 : #sparse.bsr<4, 4>, rest : #sparse.csr)>
"examples"() {f = [#rows, #columns, #blocks, #cover]} : () -> ()

// Comparisons of one number are one range of it, however they are spelled.

// CHECK: "ranges"() {f = #sparse.composite<(i, j) -> (length(i) from 3 below 5 : #sparse.csr, length(i) below 3 : #sparse.dcsr, length(i) is 5 : #sparse.csc, rest : #sparse.coo)>}
"ranges"() {f = #sparse.composite<(r, c) -> (length(r) below 5 and length(r) from 3 : csr, length(r) below 3 : dcsr, length(r) is 5 : csc, rest : coo)>} : () -> ()

// Numbers are expressions over dimensions and over one another.

// CHECK: "expressions"() {f = #sparse.composite<(i, j, k) -> (k - i * 2 from 1 : #sparse.csf, slot(k in i, section(j of 3)) + 1 below 3 : #sparse.coo, order((i + j) mod 4 by -length) below -1 : #sparse.csf<2, 0, 1>, rest : #sparse.coo)>}
"expressions"() {f = #sparse.composite<(i, j, k) -> (k - 2 * i from 1 : csf, slot(k in i, section(j of 3)) + 1 below 3 : coo, order((i + j) mod 4 by -length) below -1 : csf<2, 0, 1>, rest : coo)>} : () -> ()

// A cover has sizes of blocks, which divide one another, and costs; equal covers are one number.

// CHECK: "covers"() {f = #sparse.composite<(i, j, k) -> (cover(i, k - j by (8, 6) at 40, (8, 2) at 15, (1, 1) at 1) is 0 : #sparse.csf, cover(i, k - j by (8, 6) at 40, (8, 2) at 15, (1, 1) at 1) is 1 : #sparse.coo, rest : #sparse.coo)>}
"covers"() {f = #sparse.composite<(a, b, c) -> (cover(a, c - b by (8, 6) at 40, (8, 2) at 15, (1, 1) at 1) is 0 : csf, cover(a, c - b by (8, 6) at 40, (8, 2) at 15, (1, 1) at 1) is 1 : coo, rest : coo)>} : () -> ()

// Every name is read and printed, and stands for its descriptor.

// CHECK: "names"() {f = [#sparse.hyb<1, 0>, #sparse.hyb<1, 2>, #sparse.hyb<4, 0>, #sparse.hyb<2, 3>, #sparse.ell_coo<8>, #sparse.csr_coo<8>, #sparse.bsr_csr<4, 2, 5>, #sparse.dia_csr<3>, #sparse.dense_rows<3>, #sparse.columns<1>]}
"names"() {f = [#sparse.hyb<1, 0>, #sparse.hyb<1, 2>, #sparse.hyb<4, 0>, #sparse.hyb<2, 3>, #sparse.ell_coo<8>, #sparse.csr_coo<8>, #sparse.bsr_csr<4, 2, 5>, #sparse.dia_csr<3>, #sparse.dense_rows<3>, #sparse.columns<1>]} : () -> ()

// CHECK: "hyb"() {f = #sparse.hyb<1, 1>}
"hyb"() {f = #sparse.composite<(i, j) -> (length(i) below 2 : #sparse.format<(i, j) -> (i : compressed, j : fixed(1))>, length(i) from 2 : #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(2))>)>} : () -> ()

// CHECK: "hyb_of_sections"() {f = #sparse.hyb<2, 0>}
"hyb_of_sections"() {f = #sparse.composite<(i, j) -> (section(j of 2) is 0 : #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(1))>, section(j of 2) is 1 : #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(1))>)>} : () -> ()

// CHECK: "dense_rows"() {f = #sparse.dense_rows<2>}
"dense_rows"() {f = #sparse.composite<(i, j) -> (order(i by -length) below 2 : #sparse.format<(i, j) -> (i : compressed, j : dense)>, rest : csr)>} : () -> ()

// A part may be in a composite format, by its name or by a descriptor.

// CHECK: "nested"() {f = #sparse.composite<(i, j) -> (section(j of 2) is 0 : #sparse.hyb<1, 2>, rest : #sparse.csr)>}
"nested"() {f = #nested} : () -> ()

// CHECK: "nested_descriptors"() {f = #sparse.composite<(i, j) -> (order(i by -length) below 2 : #sparse.format<(i, j) -> (i : compressed, j : dense)>, rest : #sparse.bsr_csr<2, 2, 3>)>}
"nested_descriptors"() {f = #sparse.composite<(i, j) -> (order(i by -length) below 2 : #sparse.format<(i, j) -> (i : compressed, j : dense)>, rest : composite<(r, c) -> (length(r floordiv 2, c floordiv 2) from 3 : bsr<2, 2>, rest : csr)>)>} : () -> ()

// CHECK: "nested_names"() {f = #sparse.composite<(i, j) -> (i below 3 : #sparse.columns<2>, rest : #sparse.ell_coo<4>)>}
"nested_names"() {f = #sparse.composite<(i, j) -> (i below 3 : columns<2>, rest : ell_coo<4>)>} : () -> ()

// CHECK-LABEL: func.func @types(
// CHECK-SAME: %{{.*}}: !sparse.tensor<4x?xf32, #sparse.hyb<1, 2>>
// CHECK-SAME: %{{.*}}: !sparse.tensor<?x?xf64, #sparse.composite<(i, j) -> (i below 3 : #sparse.csr, rest : #sparse.coo)>>
func.func @types(%a: !sparse.tensor<4x?xf32, #sparse.hyb<1, 2>>, %b: !sparse.tensor<?x?xf64, #sparse.composite<(i, j) -> (i below 3 : #sparse.csr, rest : #sparse.coo)>>) {
  return
}

// CHECK: "type"() {t = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>}
!A = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (slot(j in i) below 4 : #sparse.ell<4>, rest : #sparse.coo)>>
"type"() {t = !A} : () -> ()

// The parts of a tensor, and those of one on the structure of another.

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {sparse.name = "A"},
// CHECK-SAME: %[[C:.*]]: !sparse.tensor<?x?xf64, #sparse.ell_coo<4>>
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts %[[A]] : !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> -> !sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.tensor<?x?xf32, #sparse.coo>
// CHECK: sparse.parts %[[C]] on (%[[A0]], %[[A1]]) : !sparse.tensor<?x?xf64, #sparse.ell_coo<4>> on (!sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.tensor<?x?xf32, #sparse.coo>) -> !sparse.tensor<?x?xf64, #sparse.ell<4>>, !sparse.tensor<?x?xf64, #sparse.coo>
func.func @parts(%A: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {sparse.name = "A"}, %C: !sparse.tensor<?x?xf64, #sparse.ell_coo<4>> {sparse.name = "C", sparse.structure_of = "A"}) {
  %A0, %A1 = sparse.parts %A : !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (slot(j in i) below 4 : #sparse.ell<4>, rest : #sparse.coo)>> -> !sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.tensor<?x?xf32, #sparse.coo>
  %C0, %C1 = sparse.parts %C on (%A0, %A1) : !sparse.tensor<?x?xf64, #sparse.ell_coo<4>> on (!sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.tensor<?x?xf32, #sparse.coo>) -> !sparse.tensor<?x?xf64, #sparse.ell<4>>, !sparse.tensor<?x?xf64, #sparse.coo>
  return
}

// The parts of a part stand in its place.

// CHECK-LABEL: func.func @parts_of_parts(
// CHECK: sparse.parts %{{.*}} -> !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.ell<2>>, !sparse.tensor<?x?xf32, #sparse.coo>, !sparse.tensor<?x?xf32, #sparse.csc>
!N = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (i below 3 : csr, i from 3 below 9 : ell_coo<2>, rest : csc)>>
func.func @parts_of_parts(%A: !N) {
  %A0, %A1, %A2, %A3 = sparse.parts %A : !N -> !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.ell<2>>, !sparse.tensor<?x?xf32, #sparse.coo>, !sparse.tensor<?x?xf32, #sparse.csc>
  return
}

// A tensor of parts with values of their own.

// CHECK-LABEL: func.func @compose(
// CHECK: %[[P0:.*]] = sparse.with_values
// CHECK: %[[P1:.*]] = sparse.with_values
// CHECK: %{{.*}} = sparse.compose %[[P0]], %[[P1]] : !sparse.tensor<?x?xf64, #sparse.ell<4>>, !sparse.tensor<?x?xf64, #sparse.coo> -> !sparse.tensor<?x?xf64, #sparse.ell_coo<4>>
func.func @compose(%A: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>) {
  %A0, %A1 = sparse.parts %A : !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> -> !sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.tensor<?x?xf32, #sparse.coo>
  %I0, %J0, %A0v = sparse.unpack %A0 : !sparse.tensor<?x?xf32, #sparse.ell<4>> -> !axis.axis<dense_fixed>, !axis.axis<sparse_fixed, width = 4, sorted, unique>, !sparse.buffer<?x4xf32>
  %I1, %J1, %A1v = sparse.unpack %A1 : !sparse.tensor<?x?xf32, #sparse.coo> -> !axis.axis<sparse_variable, sorted>, !axis.axis<singleton>, !sparse.buffer<?xf32>
  %v0 = sparse.alloc on (%I0, %J0) : (!axis.axis<dense_fixed>, !axis.axis<sparse_fixed, width = 4, sorted, unique>) -> !sparse.buffer<?x4xf64>
  %v1 = sparse.alloc on (%I1, %J1) : (!axis.axis<sparse_variable, sorted>, !axis.axis<singleton>) -> !sparse.buffer<?xf64>
  %P0 = sparse.with_values %A0, %v0 : !sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.buffer<?x4xf64> -> !sparse.tensor<?x?xf64, #sparse.ell<4>>
  %P1 = sparse.with_values %A1, %v1 : !sparse.tensor<?x?xf32, #sparse.coo>, !sparse.buffer<?xf64> -> !sparse.tensor<?x?xf64, #sparse.coo>
  %P = sparse.compose %P0, %P1 : !sparse.tensor<?x?xf64, #sparse.ell<4>>, !sparse.tensor<?x?xf64, #sparse.coo> -> !sparse.tensor<?x?xf64, #sparse.ell_coo<4>>
  return
}
