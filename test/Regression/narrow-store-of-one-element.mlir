// RUN: spindle-fuzz --replay %s
// seed 971 finite 1
// tensor T0 shape 4 4
// positions   shape bytes
// positions positions i32 shape 5 bytes 0000000001000000040000000600000008000000
// coordinates   shape bytes
// coordinates coordinates i32 shape 8 bytes 0300000000000000010000000300000002000000030000000000000002000000
// values T0 f16 shape 8 bytes 00c4004900c820480041e0c8404700c1
// tensor T3 shape 4 4
// positions   shape bytes
// positions   shape bytes
// coordinates   shape bytes
// coordinates   shape bytes
// values T3 f16 shape 4 4 bytes 003d000000b860c86048c0450045a04800bf80c5e04800b460c8000040c840c5
// tensor T4 shape 4 4
// positions   shape bytes
// positions positions i32 shape 5 bytes 0000000001000000040000000600000008000000
// coordinates   shape bytes
// coordinates coordinates i32 shape 8 bytes 0300000000000000010000000300000002000000030000000000000002000000
// values T4 f16 shape 8 bytes 804600c640454047c0c6003f60c80000
// schedule module attributes {transform.with_named_sequence} {
// schedule transform.named_sequence @random(%root: !transform.any_op {transform.consumed}) {
// schedule %h0 = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
// schedule %h1 = transform.sparse.lower_to_positions %h0 : (!transform.any_op) -> !transform.any_op
// schedule %h2 = transform.sparse.match.loops innermost in %h1 : (!transform.any_op) -> !transform.any_op %h3 = transform.param.constant 1 : i64 -> !transform.param<i64> %h4, %h5 = transform.sparse.tile %h2 sizes (%h3) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
// schedule %h6 = transform.sparse.lower_to_loops %h1 : (!transform.any_op) -> !transform.any_op
// schedule %h9 = transform.sparse.match.loops kind reduction in %h6 : (!transform.any_op) -> !transform.any_op %h10 = transform.param.constant 16 : i64 -> !transform.param<i64> %h11 = transform.sparse.vectorize %h9 lanes(%h10) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
// schedule transform.yield
// schedule }
// schedule }

// A store that narrows its elements, under a mask that is known to let one through, writes
// no more than that one: the values end where memory does.

module {
  func.func @f(%arg0: !sparse.tensor<?x4xf16, #sparse.csr> {sparse.name = "T0"}, %arg1: !sparse.tensor<?x?xf16, #sparse.dense> {sparse.dims = ["i", "j"], sparse.name = "T3"}, %arg2: !sparse.tensor<?x4xf16, #sparse.csr> {sparse.dims = ["i", "j"], sparse.name = "T4", sparse.structure_of = "T0"}) {
    sparse.generic driver(%arg2) ins(%arg1 : !sparse.tensor<?x?xf16, #sparse.dense>) outs(%arg2 : !sparse.tensor<?x4xf16, #sparse.csr>) maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] kinds [reduction, reduction] combine [add] {
    ^bb0(%arg3: f16):
      %cst = arith.constant 0.000000e+00 : f16
      sparse.yield %cst : f16
    }
    return
  }
}
