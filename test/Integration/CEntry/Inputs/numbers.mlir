func.func @numbers(%s: f32 {sparse.name = "s"}, %n: index {sparse.name = "n"}, %z: complex<f64> {sparse.name = "z"},
    %M: memref<?x3xf32> {sparse.name = "M", sparse.dims = ["I", "T"]}, %o: memref<f64> {sparse.name = "o"},
    %x: !sparse.tensor<4x?x2xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["F", "I", "P"]},
    %y: !sparse.tensor<f32, #sparse.dense> {sparse.name = "y"}) {
  %xv:4 = sparse.unpack %x : !sparse.tensor<4x?x2xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 2>, !sparse.buffer<4x?x2xf32>
  %yv = sparse.unpack %y : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
  sparse.fill %xv#3, %s : !sparse.buffer<4x?x2xf32>
  sparse.fill %yv, %s : !sparse.buffer<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = memref.dim %M, %c0 : memref<?x3xf32>
  scf.for %i = %c0 to %rows step %c1 {
    memref.store %s, %M[%i, %c2] : memref<?x3xf32>
  }
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  %k = arith.index_cast %n : index to i64
  %kf = arith.sitofp %k : i64 to f64
  %t = arith.mulf %im, %kf : f64
  %u = arith.addf %re, %t : f64
  memref.store %u, %o[] : memref<f64>
  return
}
