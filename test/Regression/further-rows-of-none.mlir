// RUN: spindle-fuzz --replay %s
// seed 106 finite 0
// index 0
// index 3
// memory %a3_pos i32 shape 1 bytes 00000000
// memory %a3_crd i32 shape 0 bytes
// index 3
// memory %t7_memory f32 shape 0 bytes
// memory %a8_crd i32 shape 4 bytes 00000000010000000100000002000000
// memory %a22_pos i32 shape 4 bytes 00000000000000000000000000000000
// memory %a22_crd i32 shape 0 bytes
// memory %t25_memory f32 shape 3 bytes 00008040a0e1f53f000020c1
// schedule module attributes {transform.with_named_sequence} {
// schedule transform.named_sequence @random(%root: !transform.any_op {transform.consumed}) {
// schedule %h0 = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
// schedule %h1 = transform.sparse.match.nests in %h0 : (!transform.any_op) -> !transform.any_op transform.sparse.reorder %h1 reductions_last {where_legal} : !transform.any_op
// schedule %h2 = transform.sparse.match.nests in %h0 : (!transform.any_op) -> !transform.any_op
// schedule %h3 = transform.param.constant 0 : i64 -> !transform.param<i64> %h4 = transform.param.constant 2000 : i64 -> !transform.param<i64> %h5 = transform.param.constant 8 : i64 -> !transform.param<i64> %h6 = transform.sparse.tile_fuse %h2 rows(%h3) cache(%h4) workers(%h5) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
// schedule %h7 = transform.sparse.lower_to_positions %h0 : (!transform.any_op) -> !transform.any_op
// schedule transform.sparse.fuse_by_rows %h7 {where_legal} : !transform.any_op
// schedule transform.yield
// schedule }
// schedule }

module {
  func.func @f(%arg0: index, %arg1: index, %arg2: memref<?xi32>, %arg3: memref<?xi32>, %arg4: index, %arg5: memref<?xf32>, %arg6: memref<?xi32>, %arg7: memref<?xi32>, %arg8: memref<?xi32>, %arg9: memref<?xf32>) {
    %0 = axis.dense_fixed %arg0 : !axis.axis<dense_fixed>
    %1 = axis.dense_fixed %arg1 : !axis.axis<dense_fixed>
    %2 = axis.sparse_variable %arg4 of %0 positions %arg2 coordinates %arg3 : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    %3 = sparse.alloc on (%1) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    %4 = sparse.bind %arg5 on (%0) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    iter.nest "beside" ("i": %i) over (%1 : !axis.axis<dense_fixed>) kinds [spatial] {
      %cst = arith.constant 0.000000e+00 : f32
      sparse.store %cst, %3[%i] : !sparse.buffer<?xf32>
    }
    iter.nest "use" ("i": %i, "j": %j) over (%0, %2 : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %6 = sparse.load %3[%j] : !sparse.buffer<?xf32>
      %cst = arith.constant 0.000000e+00 : f32
      sparse.accumulate add %cst into %4[%i] : !sparse.buffer<?xf32>
    }
    %c0 = arith.constant 0 : index
    %5 = axis.sparse_variable %c0 of %1 positions %arg7 coordinates %arg8 : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    iter.nest "use" ("i": %i, "j": %j) over (%1, %5 : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %6 = sparse.load %4[%j] : !sparse.buffer<?xf32>
    }
    return
  }
}
