// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics | FileCheck %s

// A row reads at its columns, which are rows of other wavefronts, and writes at itself.
// Serial loops may be around the wavefronts.

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
#front = #iter.loop<nest = "n", dims = ["w"], axis = dense_fixed, kind = spatial, role = level>
#row = #iter.loop<nest = "n", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>

// CHECK-LABEL: func.func @rows_of_a_wavefront(
// CHECK: scf.for
// CHECK: scf.forall
// CHECK: scf.for
func.func @rows_of_a_wavefront(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [i], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    // expected-remark @+1 {{loop over i of nest 'n' is parallel}}
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %y = sparse.load %x at positions [%j] : !vector
        sparse.store %y, %x at positions [%i] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}
