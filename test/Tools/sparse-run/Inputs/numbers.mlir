func.func @numbers(%alpha: complex<f32> {sparse.name = "alpha"}, %h: bf16 {sparse.name = "h"}, %t: i1 {sparse.name = "t"}, %x: !sparse.tensor<4x?xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["I", "*//*"]}, %y: !sparse.tensor<f32, #sparse.dense> {sparse.name = "y"}) {
  %I, %J, %xv = sparse.unpack %x : !sparse.tensor<4x?xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed>, !sparse.buffer<4x?xf32>
  %yv = sparse.unpack %y : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
  %real = complex.re %alpha : complex<f32>
  %imaginary = complex.im %alpha : complex<f32>
  %wide = arith.extf %h : bf16 to f32
  %bit = arith.uitofp %t : i1 to f32
  %first = arith.mulf %imaginary, %wide : f32
  %second = arith.addf %real, %first : f32
  %sum = arith.addf %second, %bit : f32
  sparse.fill %xv, %sum : !sparse.buffer<4x?xf32>
  return
}
