// RUN: spindle-fuzz --replay %s
// seed 4328 finite 0
// index 8
// index 0
// index 13
// memory %a4_pos i64 shape 9 bytes 000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
// memory %a4_crd i32 shape 0 bytes
// index 0
// memory %t8_memory i64 shape 8 13 bytes 090000000000000002000000000000000900000000000000000000000000000005000000000000000000000000000000fcffffffffffffff07000000000000000300000000000000f9ffffffffffffff0100000000000080040000000000000005000000000000000700000000000000f8fffffffffffffff8ffffffffffffff0100000000000000ffffffffffffffff080000000000000004000000000000000300000000000000feffffffffffffff0300000000000000fdffffffffffffff05000000000000000100000000000000fcfffffffffffffffcfffffffffffffff7fffffffffffffffcffffffffffffff06000000000000000400000000000000060000000000000002000000000000000700000000000000010000000000000001000000000000000200000000000000fcfffffffffffffffefffffffffffffffbffffffffffffff0100000000000080060000000000000003000000000000000500000000000000fcffffffffffffff060000000000000007000000000000000700000000000000f8fffffffffffffffffffffffffffffff9ffffffffffffff030000000000000003000000000000000500000000000000fdffffffffffffff0600000000000000feffffffffffffff01000000000000000700000000000000f8fffffffffffffffdffffffffffffff02000000000000000500000000000000fafffffffffffffffeffffffffffffff0200000000000080000000000000008006000000000000000200000000000000fcffffffffffffff020000000000000004000000000000000400000000000000fcfffffffffffffffaffffffffffffffffffffffffffffff0800000000000000fdfffffffffffffffbfffffffffffffffdfffffffffffffff8ffffffffffffff03000000000000000300000000000000fdffffffffffffff0000000000000080fffffffffffffffff9fffffffffffffffffffffffffffffffaffffffffffffff0200000000000000010000000000008009000000000000000800000000000000feffffffffffffff05000000000000000400000000000000f8fffffffffffffff9fffffffffffffffaffffffffffffff02000000000000000200000000000000fafffffffffffffff7ffffffffffffff
// memory %a27_pos i32 shape 1 bytes 00000000
// memory %a27_crd i32 shape 0 bytes
// index 8
// schedule module attributes {transform.with_named_sequence} {
// schedule transform.named_sequence @random(%root: !transform.any_op {transform.consumed}) {
// schedule %h0 = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
// schedule %h1 = transform.sparse.match.nests in %h0 : (!transform.any_op) -> !transform.any_op
// schedule %h2 = transform.param.constant 1 : i64 -> !transform.param<i64> %h3 = transform.param.constant 1 : i64 -> !transform.param<i64> %h4 = transform.sparse.tile_fuse %h1 rows(%h2) fuse(%h3) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
// schedule %h5 = transform.sparse.lower_to_positions %h0 : (!transform.any_op) -> !transform.any_op
// schedule %h6 = transform.sparse.match.loops nest "use" in %h5 : (!transform.any_op) -> !transform.any_op %h7, %h8 = transform.sparse.interchange %h6 {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// schedule %h9 = transform.sparse.match.loops dims ["l"] axes ["dense_fixed"] in %h5 : (!transform.any_op) -> !transform.any_op %h10 = transform.sparse.coalesce %h9 {where_legal} : (!transform.any_op) -> !transform.any_op
// schedule %h11 = transform.sparse.lower_to_loops %h5 : (!transform.any_op) -> !transform.any_op
// schedule %h19 = transform.sparse.match.loops in %h11 : (!transform.any_op) -> !transform.any_op %h20 = transform.param.constant 12 : i64 -> !transform.param<i64> transform.sparse.prefetch %h19 distance(%h20) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
// schedule transform.yield
// schedule }
// schedule }

module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xi64>, %arg4: memref<?xi32>, %arg5: index, %arg6: memref<?x?xi64>, %arg7: memref<?xi32>, %arg8: memref<?xi32>, %arg9: index) {
    %0 = axis.dense_fixed %arg0 : !axis.axis<dense_fixed>
    %1 = axis.dense_fixed %arg1 : !axis.axis<dense_fixed>
    %2 = axis.dense_fixed %arg2 : !axis.axis<dense_fixed>
    %3 = axis.sparse_variable %arg5 of %0 positions %arg3 coordinates %arg4 : !axis.axis<dense_fixed>, memref<?xi64>, memref<?xi32> -> !axis.axis<sparse_variable, pos = i64, sorted, unique>
    %4 = sparse.bind %arg6 on (%0, %2) : memref<?x?xi64> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xi64>
    iter.nest "use" ("i": %i, "j": %j, "l": %l) over (%0, %3, %2 : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, pos = i64, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
      %c0_i64 = arith.constant 0 : i64
      sparse.accumulate add %c0_i64 into %4[%i, %l] : !sparse.buffer<?x?xi64>
    }
    %5 = axis.sparse_variable %arg9 of %1 positions %arg7 coordinates %arg8 : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    iter.nest "use" ("i": %i, "l": %l, "j": %j) over (%1, %2, %5 : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial, reduction] {
      %6 = sparse.load %4[%j, %l] : !sparse.buffer<?x?xi64>
    }
    return
  }
}
