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

// -----

// A sum over features of a weight, which has outputs where the others have tokens.

!axis = !axis.axis<dense_fixed, width = 16>
!other = !axis.axis<dense_fixed, width = 32>
#i = #iter.loop<nest = "tokens", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "outputs", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @counts(%x: memref<16xf32>, %y: memref<32xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %I = axis.dense_fixed %c16 : !axis
    %J = axis.dense_fixed %c32 : !other
    %X = sparse.bind %x on (%I) : memref<16xf32> on (!axis) -> !sparse.buffer<16xf32>
    %Y = sparse.bind %y on (%J) : memref<32xf32> on (!other) -> !sparse.buffer<32xf32>
    scf.for %i = %c0 to %c16 step %c1 {
      sparse.store %zero, %X at positions [%i] : !sparse.buffer<16xf32>
    } {iter.loop = #i}
    // expected-error @below {{cannot fuse by rows loop over j of nest 'outputs': it has another number of columns than the nests before it}}
    scf.for %j = %c0 to %c32 step %c1 {
      sparse.store %zero, %Y at positions [%j] : !sparse.buffer<32xf32>
    } {iter.loop = #j}
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

// A tile is split into smaller ones alone.

!axis = !axis.axis<dense_fixed, width = 32>
#i = #iter.loop<nest = "tile", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @twice(%x: memref<32xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %I = axis.dense_fixed %c32 : !axis
    %X = sparse.bind %x on (%I) : memref<32xf32> on (!axis) -> !sparse.buffer<32xf32>
    // expected-error @below {{cannot split loop over i of nest 'tile': it has no more iterations than a tile}}
    scf.for %i = %c0 to %c32 step %c1 {
      sparse.store %zero, %X at positions [%i] : !sparse.buffer<32xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %tiles, %points = transform.sparse.split %loops factor (%eight) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    // expected-note @below {{the schedule asks for it here}}
    %more, %rest = transform.sparse.split %points factor (%eight) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
