// RUN: sparse-opt %s --spindle-describe-operands --split-input-file | FileCheck %s
// RUN: sparse-opt %s --spindle-describe-operands --spindle-expand-tensors --split-input-file | FileCheck %s --check-prefix=EXPANDED

// What arguments say, and what they leave to the body or to another argument. Dense
// tensors of a described function may have gaps between their rows.

// CHECK-LABEL: func.func @all_said(
// CHECK-SAME: attributes {sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>, #sparse.operand<name = "C", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = write, dims = ["I", "J"], structure = "A">, #sparse.operand<name = "alpha", type = f32, access = read>, #sparse.operand<name = "m", type = memref<?x?xf32>, access = update>, #sparse.operand<name = "B", type = !sparse.tensor<?x8xf32, #sparse.dense>, access = read, dims = ["J", "K"]>]}
// EXPANDED-LABEL: func.func @all_said(
// EXPANDED-SAME: %{{.*}}: memref<?x?xf32> {sparse.name = "m"}, %{{.*}}: memref<?x8xf32, strided<[?, 1]>> {sparse.access = "read", sparse.piece = #sparse.piece<"B", part [], values>})
func.func @all_said(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"}, %C: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "C", sparse.access = "write", sparse.structure_of = "A"}, %alpha: f32 {sparse.name = "alpha"}, %m: memref<?x?xf32> {sparse.name = "m"}, %B: !sparse.tensor<?x8xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"}) {
  return
}

// -----

// CHECK-LABEL: func.func @nothing_said(
// CHECK-SAME: sparse.operands = [#sparse.operand<name = "arg0", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "arg1", type = f32, access = read>]
// EXPANDED-LABEL: func.func @nothing_said(
// EXPANDED-SAME: %{{.*}}: memref<?xf32> {sparse.piece
func.func @nothing_said(%X: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
  %I, %Xv = sparse.unpack %X : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

// -----

// What was written before is written anew.

// CHECK-LABEL: func.func @clear(
// CHECK-SAME: sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write, dims = ["I"]>, #sparse.operand<name = "arg1", type = f32, access = read>]
func.func @clear(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["I"], sparse.access = "write"}, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write, dims = ["I"]>, #sparse.operand<name = "arg1", type = f32, access = read>]} {
  return
}

// -----

// A function that returns tensors describes its operands to the runtime, by rows.

// EXPANDED-LABEL: func.func @conversion(
// EXPANDED-SAME: %{{.*}}: memref<?x?xf32> {sparse.piece
// EXPANDED-SAME: sparse.operands
func.func @conversion(%A: !sparse.tensor<?x?xf32, #sparse.dense>) -> !sparse.tensor<?x?xf32, #sparse.csr> {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.dense> -> !sparse.tensor<?x?xf32, #sparse.csr>
  return %B : !sparse.tensor<?x?xf32, #sparse.csr>
}

// -----

// Nobody calls these from outside.

// CHECK-LABEL: func.func private @helper(
// CHECK-NOT: sparse.operands
// EXPANDED-LABEL: func.func private @helper(
// EXPANDED-SAME: memref<?x?xf32> {sparse.piece
func.func private @helper(%A: !sparse.tensor<?x?xf32, #sparse.dense>) {
  return
}
func.func private @declaration(f32)
