// RUN: sparse-opt %s --spindle-expand-tensors --split-input-file | FileCheck %s
// RUN: sparse-opt %s --spindle-expand-tensors --spindle-expand-tensors --split-input-file | FileCheck %s

// The sizes of a dense tensor are those of its memory.

// CHECK-LABEL: func.func @clear(
// CHECK-SAME: %[[X:.*]]: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}, %[[V:.*]]: f32)
// CHECK-SAME: attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "arg1", type = f32, access = read>], sparse.signature = [#sparse.piece<"X", part [], values>, unit]}
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[M:.*]] = memref.dim %[[X]], %[[ZERO]]
// CHECK: %[[I:.*]] = axis.dense_fixed %[[M]] : !axis.axis<dense_fixed>
// CHECK: %[[XV:.*]] = sparse.bind %[[X]] on (%[[I]])
// CHECK-NEXT: sparse.fill %[[XV]], %[[V]]
// CHECK-NEXT: return
func.func @clear(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X"}, %v: f32) {
  %I, %Xv = sparse.unpack %X : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

// -----

// What the pass makes of it is left as it is.

// CHECK-LABEL: func.func @clear(
// CHECK-SAME: {sparse.piece = #sparse.piece<"X", part [], values>}
// CHECK-SAME: sparse.signature = [#sparse.piece<"X", part [], values>, unit]}
// CHECK: memref.dim
// CHECK-NOT: memref.dim
// CHECK: return
func.func @clear(%X: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "arg1", type = f32, access = read>], sparse.signature = [#sparse.piece<"X", part [], values>, unit]} {
  %c0 = arith.constant 0 : index
  %m = memref.dim %X, %c0 : memref<?xf32>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

// -----

// A sparse tensor is its sizes, the arrays of its levels, and its values, which
// alone keep what is done to it.

// CHECK-LABEL: func.func @csr(
// CHECK-SAME: %[[M:[^:]*]]: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>},
// CHECK-SAME: %[[N:[^:]*]]: index {sparse.piece = #sparse.piece<"A", part [], dimension 1, size>},
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>},
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>},
// CHECK-SAME: %[[VAL:[^:]*]]: memref<?xf32> {sparse.access = "update", sparse.piece = #sparse.piece<"A", part [], values>})
// CHECK: %[[I:.*]] = axis.dense_fixed %[[M]]
// CHECK: %[[J:.*]] = axis.sparse_variable %[[N]] of %[[I]] positions %[[POS]] coordinates %[[CRD]]
// CHECK: %[[AV:.*]] = sparse.bind %[[VAL]] on (%[[I]], %[[J]])
// CHECK: iter.nest {{.*}} over (%[[I]], %[[J]]
// CHECK: sparse.load %[[AV]]
func.func @csr(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "update"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.store %x, %Av at [%p] : !sparse.buffer<?xf32>
  }
  return
}

// -----

// A size that the type gives is no argument.

// CHECK-LABEL: func.func @csr_of_static_height(
// CHECK-SAME: %[[N:[^:]*]]: index {sparse.piece = #sparse.piece<"A", part [], dimension 1, size>},
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi64> {{[^%]*}}level 1, positions>},
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi16> {{[^%]*}}level 1, coordinates>},
// CHECK-SAME: %[[VAL:[^:]*]]: memref<?xcomplex<f64>> {{[^%]*}}values>},
// CHECK-SAME: sparse.signature
// CHECK: %[[M:.*]] = arith.constant 8 : index
// CHECK: %[[I:.*]] = axis.dense_fixed %[[M]] : !axis.axis<dense_fixed, width = 8>
// CHECK: %[[J:.*]] = axis.sparse_variable %[[N]] of %[[I]] positions %[[POS]] coordinates %[[CRD]] : !axis.axis<dense_fixed, width = 8>, memref<?xi64>, memref<?xi16> -> !axis.axis<sparse_variable, pos = i64, crd = i16, sorted, unique>
// CHECK: sparse.bind %[[VAL]] on (%[[I]], %[[J]])
func.func @csr_of_static_height(%A: !sparse.tensor<8x?xcomplex<f64>, #sparse.csr<pos = i64, crd = i16>> {sparse.name = "A"}, %z: complex<f64>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<8x?xcomplex<f64>, #sparse.csr<pos = i64, crd = i16>> -> !axis.axis<dense_fixed, width = 8>, !axis.axis<sparse_variable, pos = i64, crd = i16, sorted, unique>, !sparse.buffer<?xcomplex<f64>>
  sparse.fill %Av, %z : !sparse.buffer<?xcomplex<f64>>
  return
}

// -----

// No size is left where the type gives both.

// CHECK-LABEL: func.func @csr_of_static_sizes(
// CHECK-NOT: size>
// CHECK-SAME: level 1, positions>}
// CHECK: %[[M:.*]] = arith.constant 3 : index
// CHECK: axis.dense_fixed %[[M]]
// CHECK: %[[N:.*]] = arith.constant 0 : index
// CHECK: axis.sparse_variable %[[N]]
func.func @csr_of_static_sizes(%A: !sparse.tensor<3x0xi1, #sparse.csr>, %v: i1) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<3x0xi1, #sparse.csr> -> !axis.axis<dense_fixed, width = 3>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xi1>
  sparse.fill %Av, %v : !sparse.buffer<?xi1>
  return
}

// -----

// A tensor without a name is called by its number in the program. Arguments that
// are none keep their order and attributes. What is never opened is expanded
// all the same, and what is opened twice has two lists of axes.

// CHECK-LABEL: func.func @names_and_places(
// CHECK-SAME: %[[S:[^:]*]]: f32 {sparse.name = "alpha"},
// CHECK-SAME: %[[A:[^:]*]]: memref<?x?xf32> {sparse.piece = #sparse.piece<"arg1", part [], values>},
// CHECK-SAME: %[[T:[^:]*]]: i64,
// CHECK-SAME: %[[B:[^:]*]]: memref<7xf32> {sparse.piece = #sparse.piece<"arg3", part [], values>},
// CHECK-SAME: %[[U:[^:]*]]: index) -> f32
// CHECK-SAME: sparse.signature = [unit, #sparse.piece<"arg1", part [], values>, unit, #sparse.piece<"arg3", part [], values>, unit], test.kept}
// CHECK-NEXT: %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[I:.*]] = axis.dense_fixed %[[SEVEN]] : !axis.axis<dense_fixed, width = 7>
// CHECK-NEXT: %[[BV:.*]] = sparse.bind %[[B]] on (%[[I]])
// CHECK-NEXT: sparse.fill %[[BV]], %[[S]]
// CHECK-NEXT: sparse.fill %[[BV]], %[[S]]
// CHECK-NEXT: return %[[S]]
func.func @names_and_places(%s: f32 {sparse.name = "alpha"}, %A: !sparse.tensor<?x?xf32, #sparse.dense>, %t: i64, %B: !sparse.tensor<7xf32, #sparse.dense>, %u: index) -> f32 attributes {test.kept} {
  %I, %Bv = sparse.unpack %B : !sparse.tensor<7xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 7>, !sparse.buffer<7xf32>
  %J, %Bw = sparse.unpack %B : !sparse.tensor<7xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 7>, !sparse.buffer<7xf32>
  sparse.fill %Bv, %s : !sparse.buffer<7xf32>
  sparse.fill %Bw, %s : !sparse.buffer<7xf32>
  return %s : f32
}

// -----

// Functions of nested modules too; those without tensors are not touched.

// CHECK-LABEL: module @outer
module @outer {
  // CHECK: module @inner
  module @inner {
    // CHECK: func.func @nested(%{{.*}}: memref<?xf32> {sparse.piece = #sparse.piece<"x", part [], values>}) attributes {sparse.operands = {{.*}}, sparse.signature
    func.func @nested(%x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x"}) {
      return
    }
  }
  // CHECK: func.func @no_tensors(%{{.*}}: memref<?xf32>) {
  func.func @no_tensors(%x: memref<?xf32>) {
    return
  }
  // CHECK: func.func private @no_body(memref<?xf32>)
  func.func private @no_body(memref<?xf32>)
}

// -----

// A tensor without dimensions is one value, on no axes.

// CHECK-LABEL: func.func @no_dimensions(
// CHECK-SAME: %[[X:[^:]*]]: memref<f32> {sparse.piece = #sparse.piece<"arg0", part [], values>}
// CHECK-NEXT: %[[XV:.*]] = sparse.bind %[[X]] on () : memref<f32>
// CHECK-NEXT: sparse.fill %[[XV]]
func.func @no_dimensions(%x: !sparse.tensor<f32, #sparse.dense>, %v: f32) {
  %Xv = sparse.unpack %x : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
  sparse.fill %Xv, %v : !sparse.buffer<f32>
  return
}

// -----

// A tensor that shares its structure is its values alone, on the axes of the
// tensor that has it, whichever of them comes first.

// CHECK-LABEL: func.func @shared_structure(
// CHECK-SAME: %[[B:[^:]*]]: memref<?xf64> {sparse.access = "write", sparse.piece = #sparse.piece<"B", part [], values>},
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}, %[[N:[^:]*]]: index {{[^%]*}}, %[[POS:[^:]*]]: memref<?xi32> {{[^%]*}}, %[[CRD:[^:]*]]: memref<?xi32> {{[^%]*}}, %[[A:[^:]*]]: memref<?xf32> {sparse.piece = #sparse.piece<"A", part [], values>},
// CHECK-SAME: %[[C:[^:]*]]: memref<?xf32> {sparse.piece = #sparse.piece<"arg2", part [], values>}, %{{.*}}: f64, %{{.*}}: f32)
// CHECK-SAME: sparse.signature = [#sparse.piece<"B", part [], values>, #sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>, #sparse.piece<"arg2", part [], values>, unit, unit]
// CHECK-NEXT: %[[I:.*]] = axis.dense_fixed %[[M]]
// CHECK-NEXT: %[[J:.*]] = axis.sparse_variable %[[N]] of %[[I]] positions %[[POS]] coordinates %[[CRD]]
// CHECK-NEXT: sparse.bind %[[A]] on (%[[I]], %[[J]])
// CHECK-NEXT: %[[BV:.*]] = sparse.bind %[[B]] on (%[[I]], %[[J]]) : memref<?xf64> on {{.*}} -> !sparse.buffer<?xf64>
// CHECK-NEXT: sparse.fill %[[BV]]
// CHECK-NEXT: %[[CV:.*]] = sparse.bind %[[C]] on (%[[I]], %[[J]])
// CHECK-NEXT: sparse.fill %[[CV]]
// CHECK-NEXT: return
func.func @shared_structure(%B: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.name = "B", sparse.structure_of = "A", sparse.access = "write"}, %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %C: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.structure_of = "A"}, %x: f64, %y: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Bv = sparse.unpack %B on (%I, %J) : !sparse.tensor<?x?xf64, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
  sparse.fill %Bv, %x : !sparse.buffer<?xf64>
  %Cv = sparse.unpack %C on (%I, %J) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  sparse.fill %Cv, %y : !sparse.buffer<?xf32>
  return
}

// -----

// Dense tensors too: their sizes are those of the memory that has them.

// CHECK-LABEL: func.func @shared_dense_structure(
// CHECK-SAME: %[[A:[^:]*]]: memref<?xf32> {{[^%]*}}, %[[B:[^:]*]]: memref<?xi64>
// CHECK: %[[M:.*]] = memref.dim %[[A]]
// CHECK: %[[I:.*]] = axis.dense_fixed %[[M]]
// CHECK: %[[BV:.*]] = sparse.bind %[[B]] on (%[[I]])
// CHECK-NEXT: sparse.fill %[[BV]]
func.func @shared_dense_structure(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %B: !sparse.tensor<?xi64, #sparse.dense> {sparse.structure_of = "A"}, %x: i64) {
  %I, %Av = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %Bv = sparse.unpack %B on (%I) : !sparse.tensor<?xi64, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  sparse.fill %Bv, %x : !sparse.buffer<?xi64>
  return
}

// -----

// A tensor with values of its own unpacks to them, also one that is made of
// another such.

// CHECK-LABEL: func.func @values_of_its_own(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[PV:.*]] = sparse.alloc on (%[[I]])
// CHECK-NEXT: %[[QV:.*]] = sparse.alloc on (%[[I]])
// CHECK-NEXT: sparse.fill %[[PV]]
// CHECK-NEXT: sparse.fill %[[PV]]
// CHECK-NEXT: sparse.fill %[[QV]]
// CHECK-NEXT: return
func.func @values_of_its_own(%A: !sparse.tensor<?xi8, #sparse.dense>, %x: f32) {
  %I, %Av = sparse.unpack %A : !sparse.tensor<?xi8, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi8>
  %Pv = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %Qv = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !sparse.tensor<?xi8, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %Q = sparse.with_values %P, %Qv : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %p = sparse.unpack %P on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %p2 = sparse.unpack %P on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %q = sparse.unpack %Q on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %p, %x : !sparse.buffer<?xf32>
  sparse.fill %p2, %x : !sparse.buffer<?xf32>
  sparse.fill %q, %x : !sparse.buffer<?xf32>
  return
}

// -----

// Where no one opens the tensors, nothing is left of them.

// CHECK-LABEL: func.func @unused
// CHECK-SAME: (%{{[^:]*}}: memref<?xf32> {{[^%]*}}values>}, %{{[^:]*}}: memref<?xf32> {{[^%]*}}values>})
// CHECK-NOT: sparse.with_values
// CHECK: return
func.func @unused(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "A"}) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %P = sparse.with_values %B, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  return
}

// -----

// Dimensions of one name have one size: that which the sparse tensor is passed
// with, whatever the order of the arguments, or else that of the first values.

// CHECK-LABEL: func.func @one_size_for_each_name(
// CHECK-SAME: %[[C:[^:]*]]: memref<?x?xf32> {{[^%]*}}%[[M:[^:]*]]: index {{[^%]*}}%[[N:[^:]*]]: index {{[^%]*}}%[[POS:[^:]*]]: memref<?xi32>
// CHECK: %[[CI:.*]] = axis.dense_fixed %[[M]]
// CHECK: %[[K:.*]] = memref.dim %[[C]], %{{.*}}
// CHECK: %[[CK:.*]] = axis.dense_fixed %[[K]]
// CHECK: sparse.bind %[[C]] on (%[[CI]], %[[CK]])
// CHECK: %[[AI:.*]] = axis.dense_fixed %[[M]]
// CHECK: axis.sparse_variable %[[N]] of %[[AI]] positions %[[POS]]
// CHECK: axis.dense_fixed %[[N]]
// CHECK: axis.dense_fixed %[[K]]
// CHECK-NOT: memref.dim
!D = !sparse.tensor<?x?xf32, #sparse.dense>
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!dense = !axis.axis<dense_fixed>
func.func @one_size_for_each_name(%C: !D {sparse.name = "C", sparse.dims = ["I", "K"]}, %A: !A {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !D {sparse.name = "B", sparse.dims = ["J", "K"]}) {
  %IC, %KC, %Cv = sparse.unpack %C : !D -> !dense, !dense, !sparse.buffer<?x?xf32>
  %I, %J, %Av = sparse.unpack %A : !A -> !dense, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %JB, %KB, %Bv = sparse.unpack %B : !D -> !dense, !dense, !sparse.buffer<?x?xf32>
  return
}

// -----

// A size that the type of one tensor gives is a constant for all of them, and
// what has another name is another size.

// CHECK-LABEL: func.func @a_constant_for_all(
// CHECK-SAME: %[[X:[^:]*]]: memref<?x?xf32> {{[^%]*}}%[[Y:[^:]*]]: memref<16xf32>
// CHECK: %[[M:.*]] = memref.dim %[[X]], %{{.*}}
// CHECK: axis.dense_fixed %[[M]]
// CHECK: %[[K:.*]] = arith.constant 16 : index
// CHECK: axis.dense_fixed %[[K]] : !axis.axis<dense_fixed>
// CHECK: axis.dense_fixed %[[K]] : !axis.axis<dense_fixed, width = 16>
func.func @a_constant_for_all(%x: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["I", "K"]}, %y: !sparse.tensor<16xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["K"]}) {
  %I, %K, %xv = sparse.unpack %x : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %KY, %yv = sparse.unpack %y : !sparse.tensor<16xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 16>, !sparse.buffer<16xf32>
  return
}

// -----

// The size of a dimension is that of its name, or that of a tensor's own.

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[M:[a-zA-Z0-9]+]]: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %[[N:[a-zA-Z0-9]+]]: index
// CHECK-SAME: %[[X:[a-zA-Z0-9]+]]: memref<?xf32> {sparse.piece = #sparse.piece<"x"
// CHECK-SAME: %[[Z:[a-zA-Z0-9]+]]: memref<?xf32> {sparse.piece = #sparse.piece<"z"
// CHECK: %[[OWN:.*]] = memref.dim %[[Z]], %{{.*}}
// CHECK: return %[[M]], %[[N]], %[[N]], %[[OWN]]
func.func @sizes(%A: !sparse.tensor<?x?xf32, #sparse.bsr<2, 2>> {sparse.name = "A", sparse.dims = ["I", "J"]}, %x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["J"]}, %z: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "z"}) -> (index, index, index, index) {
  %m = sparse.dim %A, 0 : !sparse.tensor<?x?xf32, #sparse.bsr<2, 2>>
  %n = sparse.dim %A, 1 : !sparse.tensor<?x?xf32, #sparse.bsr<2, 2>>
  %k = sparse.dim %x, 0 : !sparse.tensor<?xf32, #sparse.dense>
  %l = sparse.dim %z, 0 : !sparse.tensor<?xf32, #sparse.dense>
  return %m, %n, %k, %l : index, index, index, index
}

// -----

// A tensor in a composite format has the sizes of its parts.

// CHECK-LABEL: func.func @size_of_parts(
// CHECK-SAME: %[[M:[a-zA-Z0-9]+]]: index {sparse.piece = #sparse.piece<"A", part [0], dimension 0, size>}
// CHECK: return %[[M]] : index
func.func @size_of_parts(%A: !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>> {sparse.name = "A"}) -> index {
  %m = sparse.dim %A, 0 : !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>
  return %m : index
}
