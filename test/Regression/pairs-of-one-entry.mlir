// RUN: spindle-fuzz --replay %s
// seed 1 finite 1
// memory p i32 shape 2 bytes 0000000002000000
// memory o i32 shape 2 bytes 0000000004000000
// memory m i32 shape 4 bytes 01000000020000000300000004000000

// A buffer that takes one entry for both factors of a product has the pairs of a
// position with itself: a fill writes to no other.

!B = !axis.axis<dense_fixed, width = 1>
!I = !axis.axis<dense_variable>
!P = !axis.axis<product>
!V = !sparse.buffer<?xi32>

func.func @f(%p: memref<?xi32>, %o: memref<?xi32>, %m: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 9 : i32
  %B = axis.dense_fixed %c1 : !B
  %I = axis.dense_variable %c2 of %B positions %p : !B, memref<?xi32> -> !I
  %P = axis.product %I, %I offsets %o : !I, !I, memref<?xi32> -> !P
  %V = sparse.bind %m on (%B, %I, %P of (0, 1, 1)) : memref<?xi32> on (!B, !I, !P) -> !V
  sparse.fill %V, %x : !V
  return
}
