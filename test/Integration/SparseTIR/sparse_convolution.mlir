// Y[i, o] = sum over r, the pairs (i, j) of r, and c of W[r, o, c] X[j, c].
// A convolution on points: each offset r of the kernel has a list of pairs.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!outputs = !axis.axis<sparse_variable>
!inputs = !axis.axis<singleton>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @sparse_convolution(
    %offsets: index {sparse.name = "offsets"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %outs: index {sparse.name = "outs"},
    %ins: index {sparse.name = "ins"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %output: !coordinates {sparse.name = "output", sparse.access = "read"},
    %input: !coordinates {sparse.name = "input", sparse.access = "read"},
    %w: memref<?x?x?xf32> {sparse.name = "w", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %R = axis.dense_fixed %offsets : !dense
  %I = axis.sparse_variable %m of %R positions %pos coordinates %output : !dense, !positions, !coordinates -> !outputs
  %J = axis.singleton %n of %I coordinates %input : (!outputs), !coordinates -> !inputs
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %O = axis.dense_fixed %outs : !dense
  %C = axis.dense_fixed %ins : !dense
  %W = sparse.bind %w on (%R, %O, %C) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !sparse.buffer<?x?x?xf32>
  %X = sparse.bind %x on (%N, %C) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %Y = sparse.bind %y on (%M, %O) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !matrix
  iter.nest "convolution" ("r": %r, "i": %i, "j": %j, "o": %o, "c": %c) over (%R, %I, %J, %O, %C : !dense, !outputs, !inputs, !dense, !dense) kinds [reduction, spatial, reduction, spatial, reduction] {
    %u = sparse.load %W[%r, %o, %c] : !sparse.buffer<?x?x?xf32>
    %v = sparse.load %X[%j, %c] : !matrix
    %t = arith.mulf %u, %v : f32
    sparse.accumulate add %t into %Y[%i, %o] : !matrix
  }
  return
}
