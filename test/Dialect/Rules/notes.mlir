// An error that names a rule ends in a note: why there is such a rule, and what
// to do instead.

// RUN: not sparse-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK: error: 'axis.parent' op (C2) expected
// CHECK: note: rule (C2) of axis.parent: the result is a position on the one parent; use an axis with one parent
func.func @of_an_axis(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %P = axis.parent %I[%n] : !axis.axis<dense_fixed>
  return
}

// -----

// CHECK: error: 'iter.nest' op (C2) expected
// CHECK: note: rule (C2) of iter.nest: schedules find loops by the names of dimensions; rename one of them
func.func @of_a_nest(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i, "i": %j) over (%I, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

// CHECK: error: 'sparse.fill' op (C1) expected
// CHECK: note: rule (C1) of sparse.fill: an access does not convert values; convert the value, as by 'arith.extf', or change the buffer's element type
func.func @of_a_buffer(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f64) {
  %I, %Av = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  "sparse.fill"(%Av, %x) : (!sparse.buffer<?xf32>, f64) -> ()
  return
}

// -----

// CHECK: error: 'sparse' dialect (C4) expected
// CHECK: note: rule (C4) of sparse: callers read here
func.func @of_a_dialect(%A: !sparse.tensor<4xf32, #sparse.dense> {sparse.access = "red"}) {
  return
}

// -----

// CHECK: error: 'iter' dialect (C1) expected
// CHECK: note: rule (C1) of iter: passes write this attribute, and later ones read it; remove it, or write what the error names
func.func @of_an_attribute() attributes {iter.loop = 1} {
  return
}

// -----

// CHECK: error: !axis.axis (C2) expected
// CHECK-NEXT: func.func private @of_a_type
// CHECK-NEXT: ^
// CHECK-NEXT: note: rule (C2) of !axis.axis: fibres of other kinds have no common width; remove 'width'
func.func private @of_a_type(!axis.axis<sparse_variable, width = 4>)

// -----

// CHECK: error: (C6) expected different coordinates of levels 0 and 1
// CHECK: note: rule (C6) of #sparse.format: a second level with a coordinate stores nothing new; leave one of them out
#twice = #sparse.format<(i) -> (i : dense, i : dense)>

// -----

// CHECK: error: #sparse.composite (C7) expected
// CHECK: note: rule (C7) of #sparse.composite: it takes the elements of no other part; write 'rest' once
#rests = #sparse.composite<(i, j) -> (rest : #sparse.csr, rest : #sparse.coo)>

// -----

// An error without a number has none.
// CHECK: error: empty operation name is invalid
// CHECK-NOT: note: rule
func.func @of_none() {
  "" () : () -> ()
}
