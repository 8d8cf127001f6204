// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Nests that write more than a matrix have other dimensions for workers.

!axis = !axis.axis<dense_fixed, width = 32>
!cube = !sparse.buffer<32x32x32xf32>
#i = #iter.loop<nest = "cube", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "cube", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "cube", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @cube(%y: memref<32x32x32xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %I = axis.dense_fixed %c32 : !axis
    %Y = sparse.bind %y on (%I, %I, %I) : memref<32x32x32xf32> on (!axis, !axis, !axis) -> !cube
    // expected-error @below {{cannot fuse by rows loop over i of nest 'cube': it writes argument 0 at [i, j, k], which is no matrix}}
    scf.for %i = %c0 to %c32 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        scf.for %k = %c0 to %c32 step %c1 {
          sparse.store %zero, %Y at positions [%i, %j, %k] : !cube
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tile = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%tile : !transform.param<i64>) {columns} : !transform.any_op
    transform.yield
  }
}

// -----

// Blocks of columns that are no part of a tile.

!axis = !axis.axis<dense_fixed, width = 8>
!columns = !axis.axis<dense_fixed, width = 64>
!matrix = !sparse.buffer<8x64xf32>
#i = #iter.loop<nest = "blocks", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "blocks", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "blocks", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @blocks(%y: memref<8x64xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %I = axis.dense_fixed %c8 : !axis
    %J = axis.dense_fixed %c64 : !columns
    %Y = sparse.bind %y on (%I, %J) : memref<8x64xf32> on (!axis, !columns) -> !matrix
    // expected-error @below {{cannot fuse by rows loop over i of nest 'blocks': blocks of 16 columns do not divide a tile of 8}}
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        scf.for %k = %c0 to %c16 step %c1 {
          %column = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%j, %k)
          sparse.store %zero, %Y at positions [%i, %column] : !matrix
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tile = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%tile : !transform.param<i64>) {columns} : !transform.any_op
    transform.yield
  }
}
