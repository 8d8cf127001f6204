// RUN: sparse-opt %s --spindle-call-inspectors=apart --split-input-file | FileCheck %s
// RUN: sparse-opt %s --spindle-call-inspectors="apart where-legal" --split-input-file | FileCheck %s

// What is found is read by the function, which allocates and inspects nothing.

// CHECK-LABEL: func.func @solve(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %{{.*}}: memref<?xi32>, %{{.*}}: memref<?xi32>, %[[STARTS:[a-z0-9]+]]: memref<?xi32> {sparse.name = "wavefronts_starts"}, %[[ORDER:[a-z0-9]+]]: memref<?xi32> {sparse.name = "wavefronts_order"}, %[[COUNTS:[a-z0-9]+]]: memref<?xi64> {sparse.name = "wavefronts_counts"}
// CHECK-SAME: sparse.found = [#sparse.operand<name = "wavefronts_starts", type = memref<?xi32>, access = read>, #sparse.operand<name = "wavefronts_order", type = memref<?xi32>, access = read>, #sparse.operand<name = "wavefronts_counts", type = memref<?xi64>, access = read>]
// CHECK-SAME: sparse.found_sizes = @solve_inspect.sizes, sparse.inspect = @solve_inspect, sparse.inspect_check = @solve_inspect_check
// CHECK-NOT: memref.alloc
// CHECK-NOT: call @spindle_inspect
// CHECK: %[[FOUND:.*]] = memref.load %[[COUNTS]]
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[FOUND]]
// CHECK: %[[W:.*]] = axis.dense_fixed %[[COUNT]]
// CHECK: axis.sparse_variable %[[M]] of %[[W]] positions %[[STARTS]] coordinates %[[ORDER]]
// CHECK-NOT: memref.dealloc
// CHECK: return

// CHECK-LABEL: func.func @solve_inspect(
// CHECK-SAME: sparse.found = [#sparse.operand<name = "wavefronts_starts", type = memref<?xi32>, access = write>
// CHECK-SAME: sparse.found_sizes = @solve_inspect.sizes, sparse.inspects_for = @solve
// CHECK: %[[OWN:.*]] = memref.alloc(
// CHECK: call @spindle_inspect_wavefronts(
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<?xi64>
// CHECK: memref.dealloc %[[OWN]]

// CHECK-LABEL: func.func @solve_inspect_check(
// CHECK-SAME: access = read
// CHECK: call @spindle_inspect_check_wavefronts(
// CHECK-NOT: memref.store

// CHECK-LABEL: func.func private @solve_inspect.sizes(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index
// CHECK-SAME: -> (index, index, index)
// CHECK: %[[ROOM:.*]] = arith.addi %[[M]]
// CHECK: %[[ONE:.*]] = arith.constant 1
// CHECK: return %[[ROOM]], %[[M]], %[[ONE]]
func.func @solve(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %one = arith.constant 1 : index
  %room = arith.addi %m, %one : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %starts = memref.alloc(%room) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  memref.dealloc %of : memref<?xi32>
  %W = axis.dense_fixed %count : !axis.axis<dense_fixed>
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  memref.dealloc %starts : memref<?xi32>
  memref.dealloc %order : memref<?xi32>
  return
}

// -----

// Two patterns, of which names tell; a size that is read from memory.

// CHECK-LABEL: func.func @two(
// CHECK-SAME: {sparse.name = "wavefronts_starts"}
// CHECK-SAME: {sparse.name = "wavefronts_counts"}
// CHECK-SAME: {sparse.name = "wavefronts_starts_"}
// CHECK-SAME: {sparse.name = "wavefronts_counts_"}
// CHECK-LABEL: func.func @two_inspect(
// CHECK-COUNT-2: call @spindle_inspect_wavefronts(
func.func @two(%sizes: memref<1xi64>, %pos: memref<?xi32>, %crd: memref<?xi32>, %crd2: memref<?xi32>) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %read = memref.load %sizes[%zero] : memref<1xi64>
  %m = arith.index_cast %read : i64 to index
  %room = arith.addi %m, %one : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %K = axis.sparse_variable %m of %I positions %pos coordinates %crd2 : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %a = memref.alloc(%room) : memref<?xi32>
  %b = memref.alloc(%m) : memref<?xi32>
  %c = memref.alloc(%m) : memref<?xi32>
  %d = memref.alloc(%room) : memref<?xi32>
  %e = memref.alloc(%m) : memref<?xi32>
  %f = memref.alloc(%m) : memref<?xi32>
  %first = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  %second = axis.wavefronts %K backwards into %d, %e, %f : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  %x = memref.load %a[%zero] : memref<?xi32>
  %y = memref.load %d[%zero] : memref<?xi32>
  %xi = arith.index_cast %x : i32 to index
  %yi = arith.index_cast %y : i32 to index
  %s = arith.addi %first, %xi : index
  %t = arith.addi %second, %yi : index
  memref.dealloc %a : memref<?xi32>
  memref.dealloc %b : memref<?xi32>
  memref.dealloc %c : memref<?xi32>
  memref.dealloc %d : memref<?xi32>
  memref.dealloc %e : memref<?xi32>
  memref.dealloc %f : memref<?xi32>
  return %s, %t : index, index
}
