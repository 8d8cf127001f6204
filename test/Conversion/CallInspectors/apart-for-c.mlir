// RUN: sparse-opt %s --spindle-call-inspectors="apart for-c" | FileCheck %s

// For C, the functions that inspect take the operands that they look at.

#L = #sparse.operand<name = "L", type = !sparse.tensor<?x?xf64, #sparse.csr>, access = read, dims = ["I", "I"]>
#b = #sparse.operand<name = "b", type = memref<?xf64>, access = read>

// CHECK-LABEL: func.func @solve_for_c(
// CHECK-SAME: sparse.found_sizes = @solve_for_c.sizes
// CHECK-LABEL: func.func private @solve_for_c.sizes(%{{[^)]*}}memref<?xf64>{{[^)]*}}) ->
// CHECK-LABEL: func.func @solve_for_c_inspect_sizes(
// CHECK-NOT: memref<?xf64>
// CHECK-SAME: name = "entries", type = memref<3xi64>, access = write
// CHECK-COUNT-3: memref.store
// CHECK-LABEL: func.func @solve_for_c_inspect(
// CHECK-SAME: sparse.operands = [#sparse.operand<name = "L", {{[^>]*>[^>]*}}>, #sparse.operand<name = "wavefronts_starts"
// CHECK-LABEL: func.func @solve_for_c_inspect_check(
func.func @solve_for_c(%m: index {sparse.piece = #sparse.piece<"L", part [], dimension 0, size>}, %pos: memref<?xi32> {sparse.piece = #sparse.piece<"L", part [], level 1, positions>}, %crd: memref<?xi32> {sparse.piece = #sparse.piece<"L", part [], level 1, coordinates>}, %values: memref<?xf64> {sparse.name = "b"}) attributes {
    sparse.operands = [#L, #b], sparse.signature = [#sparse.piece<"L", part [], dimension 0, size>, #sparse.piece<"L", part [], level 1, positions>, #sparse.piece<"L", part [], level 1, coordinates>, unit]} {
  %one = arith.constant 1 : index
  %room = arith.addi %m, %one : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %starts = memref.alloc(%room) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  %W = axis.dense_fixed %count : !axis.axis<dense_fixed>
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  memref.dealloc %of : memref<?xi32>
  memref.dealloc %starts : memref<?xi32>
  memref.dealloc %order : memref<?xi32>
  return
}
