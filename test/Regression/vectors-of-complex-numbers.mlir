// RUN: spindle-fuzz --replay %s
// seed 21259 finite 0
// index 1
// memory %m1 complex<f32> shape 1 1 bytes 000088c000002041
// schedule module attributes {transform.with_named_sequence} {
// schedule transform.named_sequence @random(%root: !transform.any_op {transform.consumed}) {
// schedule %h0 = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
// schedule %h2 = transform.sparse.lower_to_positions %h0 : (!transform.any_op) -> !transform.any_op
// schedule %h3 = transform.sparse.lower_to_loops %h2 : (!transform.any_op) -> !transform.any_op
// schedule %h4 = transform.sparse.match.loops kind spatial in %h3 : (!transform.any_op) -> !transform.any_op %h5 = transform.param.constant 4 : i64 -> !transform.param<i64> %h6 = transform.param.constant 3 : i64 -> !transform.param<i64> %h7 = transform.sparse.vectorize %h4 lanes(%h5) interleave(%h6) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
// schedule transform.yield
// schedule }
// schedule }

module {
  func.func @f(%arg0: index, %arg1: memref<?x?xcomplex<f32>>) {
    %0 = axis.dense_fixed %arg0 : !axis.axis<dense_fixed>
    %1 = sparse.bind %arg1 on (%0, %0) : memref<?x?xcomplex<f32>> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xcomplex<f32>>
    %cst = complex.constant [-4.250000e+00 : f32, 5.000000e-01 : f32] : complex<f32>
    sparse.fill %1, %cst : !sparse.buffer<?x?xcomplex<f32>>
    return
  }
}
