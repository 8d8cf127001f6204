// Two kernels of a graph, of which one calls the other: C = A B, and Y = A A X.

!matrix = !sparse.tensor<?x?xf32, #sparse.csr>
!dense = !sparse.tensor<?x?xf32, #sparse.dense>
!axis = !axis.axis<dense_fixed>

func.func @multiply(
    %A: !matrix {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !dense {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !dense {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %K, %Cv = sparse.unpack %C : !dense -> !axis, !axis, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "product" driver(%A)
      ins(%A, %B : !matrix, !dense)
      outs(%C : !dense)
      maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

func.func @hops(
    %A: !matrix {sparse.name = "A", sparse.dims = ["N", "N"], sparse.access = "read"},
    %X: !dense {sparse.name = "X", sparse.dims = ["N", "D"], sparse.access = "read"},
    %Y: !dense {sparse.name = "Y", sparse.dims = ["N", "D"], sparse.access = "write"}) {
  %N, %D, %Xv = sparse.unpack %X : !dense -> !axis, !axis, !sparse.buffer<?x?xf32>
  %Hv = sparse.alloc on (%N, %D) : (!axis, !axis) -> !sparse.buffer<?x?xf32>
  %H = sparse.pack %Hv : !sparse.buffer<?x?xf32> -> !dense
  call @multiply(%A, %X, %H) : (!matrix, !dense, !dense) -> ()
  call @multiply(%A, %H, %Y) : (!matrix, !dense, !dense) -> ()
  return
}
