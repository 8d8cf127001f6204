// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// As large as its layout, and freed where the function returns, what it returns
// being read before.

// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK: memref.load %[[POS]][%[[M]]]
// CHECK: %[[NNZ:.*]] = arith.index_cast
// CHECK: %[[MEM:.*]] = memref.alloc(%[[NNZ]]) : memref<?x4xf32>
// CHECK: memref.store %[[V]], %[[MEM]][%[[P]], %[[P]]]
// CHECK: %[[OLD:.*]] = memref.load %[[MEM]][%[[P]], %[[P]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[V]]
// CHECK: memref.store %[[SUM]], %[[MEM]][%[[P]], %[[P]]]
// CHECK: %[[X:.*]] = memref.load %[[MEM]][%[[P]], %[[P]]]
// CHECK: memref.dealloc %[[MEM]]
// CHECK-NEXT: return %[[X]]
func.func @blocks(%v: f32, %p: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> f32 {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %T = sparse.alloc on (%I, %J, %K) : (!dense, !sparse, !block) -> !sparse.buffer<?x4xf32>
  sparse.store %v, %T at positions [%p, %p] : !sparse.buffer<?x4xf32>
  sparse.accumulate add %v into %T at positions [%p, %p] : !sparse.buffer<?x4xf32>
  %x = sparse.load %T at positions [%p, %p] : !sparse.buffer<?x4xf32>
  return %x : f32
}

// Wherever the function returns, and in whatever order its blocks are written.

// CHECK-LABEL: func.func @returns
// CHECK: %[[MEM:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: cf.cond_br
// CHECK: memref.load %[[MEM]]
// CHECK-NEXT: memref.dealloc %[[MEM]]
// CHECK-NEXT: return
// CHECK: memref.dealloc %[[MEM]]
// CHECK-NEXT: return
func.func @returns(%b: i1, %m: index, %zero: i64) -> i64 {
  %I = axis.dense_fixed %m : !dense
  %T = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xi64>
  sparse.fill %T, %zero : !sparse.buffer<?xi64>
  cf.cond_br %b, ^yes, ^no
^no:
  %x = sparse.load %T at positions [%m] : !sparse.buffer<?xi64>
  return %x : i64
^yes:
  return %zero : i64
}

// A splat that is not used goes away.

// CHECK-LABEL: func.func @splat
// CHECK-NEXT: return
func.func @splat(%v: f32, %m: index) {
  %I = axis.dense_fixed %m : !dense
  %S = sparse.splat %v on (%I) : f32 on (!dense) -> !sparse.buffer<?xf32>
  return
}

// In loops it is a workspace: one for all of them, of the function or of a worker.

// CHECK-LABEL: func.func @workspace(
// CHECK-SAME: %[[M:.*]]: index, %[[N:.*]]: index
// CHECK: %[[W:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[W]]
// CHECK-NEXT: memref.load %[[W]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[W]]
// CHECK-NEXT: scf.forall
// CHECK-NEXT: %[[V:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[V]]
// CHECK-NEXT: memref.load %[[V]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[V]]
// CHECK-NEXT: }
func.func @workspace(%m: index, %n: index, %x: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %K = axis.dense_fixed %n : !dense
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %w = sparse.alloc on (%K) : (!dense) -> !sparse.buffer<?xf32>
      sparse.store %x, %w at positions [%j] : !sparse.buffer<?xf32>
      %v = sparse.load %w at positions [%c0] : !sparse.buffer<?xf32>
      memref.store %v, %y[%j] : memref<?xf32>
    }
  }
  scf.forall (%t) in (%m) {
    scf.for %i = %c0 to %t step %c1 {
      %w = sparse.alloc on (%K) : (!dense) -> !sparse.buffer<?xf32>
      sparse.store %x, %w at positions [%i] : !sparse.buffer<?xf32>
      %v = sparse.load %w at positions [%c0] : !sparse.buffer<?xf32>
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}
