// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// A product of dense operands takes an element again for each column.

!dense = !axis.axis<dense_fixed>
!matrix = !sparse.buffer<?x?xf32>
#scale_i = #iter.loop<nest = "scale", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#scale_k = #iter.loop<nest = "scale", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>
#mm_i = #iter.loop<nest = "mm", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#mm_j = #iter.loop<nest = "mm", dims = ["J"], axis = dense_fixed, kind = spatial, role = level>
#mm_k = #iter.loop<nest = "mm", dims = ["K"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @again_for_each_column(%n: index, %m: index, %x: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %m : !dense
    %X = sparse.bind %x on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !matrix
    %B = sparse.bind %b on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !matrix
    %C = sparse.bind %c on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !matrix
    %P = sparse.alloc on (%I, %I) : (!dense, !dense) -> !matrix
    // expected-error @+1 {{is read again and again in a sum over a dense dimension, and would be computed each time}}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %v = sparse.load %X at positions [%i, %k] : !matrix
        %t = arith.mulf %v, %v : f32
        sparse.store %t, %P at positions [%i, %k] : !matrix
      } {iter.loop = #scale_k}
    } {iter.loop = #scale_i}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        scf.for %k = %c0 to %n step %c1 {
          %p = sparse.load %P at positions [%i, %k] : !matrix
          %v = sparse.load %B at positions [%k, %j] : !matrix
          %t = arith.mulf %p, %v : f32
          sparse.accumulate add %t into %C at positions [%i, %j] : !matrix
        } {iter.loop = #mm_k}
      } {iter.loop = #mm_j}
    } {iter.loop = #mm_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}
