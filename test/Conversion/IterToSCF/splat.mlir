// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// At an element, and at positions, a splat reads as its value: no memory is
// left of it.

// CHECK-LABEL: func.func @at_elements
// CHECK-SAME: %[[ONE:[^:]*]]: f32
// CHECK-NOT: sparse.splat
// CHECK: func.call @use(%[[ONE]])
// CHECK: func.call @use(%[[ONE]])
// CHECK-NOT: sparse.load
// CHECK: return
func.func @at_elements(%one: f32, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.splat %one on (%I, %J) : f32 on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    func.call @use(%x) : (f32) -> ()
    %y = sparse.load %Av at positions [%c] : !sparse.buffer<?xf32>
    func.call @use(%y) : (f32) -> ()
  }
  return
}
func.func private @use(f32)

// A look-up reads the value or the fill value.

// CHECK-LABEL: func.func @look_up
// CHECK-SAME: %[[ONE:[^:]*]]: f32
// CHECK: %[[FILL:.*]] = arith.constant -1.000000e+00
// CHECK-NOT: sparse.splat
// CHECK: %{{.*}}, %[[FOUND:.*]] = axis.locate
// CHECK-NEXT: %[[X:.*]] = arith.select %[[FOUND]], %[[ONE]], %[[FILL]]
// CHECK-NEXT: return %[[X]], %[[FOUND]]
func.func @look_up(%one: f32, %i: index, %j: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (f32, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.splat %one on (%I, %J) : f32 on (!dense, !sparse) -> !sparse.buffer<?xf32, fill = -1.0>
  %x, %found = sparse.load %Av[%i, %j] found : !sparse.buffer<?xf32, fill = -1.0>
  return %x, %found : f32, i1
}
