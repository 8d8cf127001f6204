// y = A x and z = A y.

!matrix = !sparse.tensor<?x?xf32, #sparse.csr>
!vector = !sparse.tensor<?xf32, #sparse.dense>
#elements = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>

func.func @two_products(%A: !matrix {sparse.name = "A", sparse.dims = ["I", "I"], sparse.access = "read"},
                        %x: !vector {sparse.name = "x", sparse.dims = ["I"], sparse.access = "read"},
                        %y: !vector {sparse.name = "y", sparse.dims = ["I"]},
                        %z: !vector {sparse.name = "z", sparse.dims = ["I"]}) {
  sparse.generic driver(%A) ins(%A, %x : !matrix, !vector) outs(%y : !vector) maps [#elements, #columns, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %product = arith.mulf %a, %b : f32
    sparse.yield %product : f32
  }
  sparse.generic driver(%A) ins(%A, %y : !matrix, !vector) outs(%z : !vector) maps [#elements, #columns, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %product = arith.mulf %a, %b : f32
    sparse.yield %product : f32
  }
  return
}
