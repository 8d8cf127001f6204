// RUN: spindle-fuzz --replay %s
// seed 104 finite 1
// tensor T1 shape 5 3
// positions   shape bytes
// positions   shape bytes
// coordinates   shape bytes
// coordinates   shape bytes
// values T1 f32 shape 5 3 bytes 000000c0000080bf00000000000000400000803f0000803f000000000000000000000000000000c0000000c000000000000040c0000040c000004040
// tensor T2 shape 3 2
// positions   shape bytes
// positions   shape bytes
// coordinates   shape bytes
// coordinates   shape bytes
// values T2 f32 shape 3 2 bytes 0000803f0000404000000000000040c0000080bf00000040
// schedule module attributes {transform.with_named_sequence} {
// schedule transform.named_sequence @random(%root: !transform.any_op {transform.consumed}) {
// schedule %h0 = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
// schedule %h1 = transform.sparse.lower_to_positions %h0 : (!transform.any_op) -> !transform.any_op
// schedule %h2 = transform.sparse.match.loops in %h1 : (!transform.any_op) -> !transform.any_op %h3 = transform.param.constant 2 : i64 -> !transform.param<i64> %h4, %h5, %h6 = transform.sparse.split %h2 factor (%h3) peel_remainder {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
// schedule %h19 = transform.sparse.lower_to_loops %h1 : (!transform.any_op) -> !transform.any_op
// schedule transform.sparse.accumulate_in_registers %h19 {where_legal} : !transform.any_op
// schedule transform.yield
// schedule }
// schedule }

module {
  func.func @f(%arg0: !sparse.tensor<5x3xf32, #sparse.dense> {sparse.dims = ["i", "k"], sparse.name = "T1"}, %arg1: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.dims = ["k", "j"], sparse.name = "T2"}) {
    sparse.generic ins(%arg1 : !sparse.tensor<?x?xf32, #sparse.dense>) outs(%arg1, %arg0 : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<5x3xf32, #sparse.dense>) maps [affine_map<(d0, d1, d2) -> (d1, d0)>, affine_map<(d0, d1, d2) -> (d1, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>] kinds [spatial, reduction, reduction] combine [add, max] {
    ^bb0(%arg2: f32):
      %cst = arith.constant 0.000000e+00 : f32
      sparse.yield %cst, %cst : f32, f32
    }
    return
  }
}
