// RUN: spindle-fuzz --replay %s
// seed 1228 finite 0
// memory %ptr i32 shape 9 bytes 000000000100000005000000050000000c0000000c0000000d0000001500000015000000
// memory %m0a f32 shape 0 bytes
// memory %m1a f32 shape 43 bytes 000000400000000000000040000080bf0000803f00000000000000000000803f0000004000004040000000c00000004000004040000080bf000000c0000000000000803f00000040000000c000000040000000000000404000004040000000000000004000000040000000c0000000c00000803f0000004000004040000080bf0000803f000040400000803f000000c000000000000080bf0000000000000000000000c0000040c0000040c0
// schedule module attributes {transform.with_named_sequence} {
// schedule transform.named_sequence @random(%root: !transform.any_op {transform.consumed}) {
// schedule %h0 = transform.sparse.match.loops nest "n1" kind reduction in %root : (!transform.any_op) -> !transform.any_op %h1 = transform.param.constant 7 : i64 -> !transform.param<i64> %h2, %h3 = transform.sparse.split %h0 factor (%h1) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
// schedule %h4 = transform.sparse.match.loops nest "n1" innermost in %root : (!transform.any_op) -> !transform.any_op %h5 = transform.param.constant 7 : i64 -> !transform.param<i64> %h6, %h7 = transform.sparse.split %h4 factor (%h5) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
// schedule %h8 = transform.sparse.match.loops nest "n1" dims ["d0"] in %root : (!transform.any_op) -> !transform.any_op %h9 = transform.param.constant 8 : i64 -> !transform.param<i64> %h10 = transform.param.constant 1 : i64 -> !transform.param<i64> %h11, %h12 = transform.sparse.version %h8 aligned(%h9) at_least(%h10) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
// schedule %h13 = transform.sparse.match.loops nest "n1" dims ["d0"] in %root : (!transform.any_op) -> !transform.any_op %h14 = transform.param.constant 5 : i64 -> !transform.param<i64> %h15 = transform.sparse.unroll_and_jam %h13 factor(%h14) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
// schedule %h16 = transform.sparse.match.loops nest "n1" dims ["d0"] in %root : (!transform.any_op) -> !transform.any_op %h17 = transform.param.constant 16 : i64 -> !transform.param<i64> %h18 = transform.param.constant 3 : i64 -> !transform.param<i64> %h19, %h20 = transform.sparse.version %h16 aligned(%h17) at_least(%h18) {where_legal, unit_stride} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
// schedule transform.sparse.accumulate_in_registers %root {where_legal} : !transform.any_op
// schedule transform.yield
// schedule }
// schedule }

module {
  func.func @f(%arg0: memref<?xi32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c15 = arith.constant 15 : index
    scf.for %arg3 = %c0 to %c15 step %c1 {
      %c0_0 = arith.constant 0 : index
      %c0_1 = arith.constant 0 : index
      %0 = memref.load %arg2[%c0_1] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "n1", dims = ["d0"], axis = sparse_variable, kind = reduction, role = level>}
    return
  }
}
