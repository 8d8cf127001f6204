// y = alpha^3 times the sums of the rows of X Y^T at the elements of A.

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!dense = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>

func.func private @clear(%S: !csr) {
  %I, %J, %Sv = sparse.unpack %S : !csr -> !I, !J, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Sv, %zero : !sparse.buffer<?xf32>
  return
}

func.func private @scores(
    %A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]},
    %X: !dense {sparse.dims = ["I", "D"]},
    %Y: !dense {sparse.dims = ["J", "D"]},
    %S: !csr {sparse.name = "S", sparse.structure_of = "A"}) {
  call @clear(%S) : (!csr) -> ()
  sparse.generic driver(%A)
      ins(%A, %X, %Y : !csr, !dense, !dense)
      outs(%S : !csr)
      maps [affine_map<(i, j, d) -> (i, j)>, affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %t = arith.mulf %x, %y : f32
    sparse.yield %t : f32
  }
  return
}

// Unpacks what it is given as a tensor of its own.
func.func private @rows(
    %A: !csr {sparse.dims = ["R", "C"]},
    %y: !vector {sparse.dims = ["R"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Iy, %yv = sparse.unpack %y : !vector -> !I, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  iter.nest "rows" ("I": %i, "J": %j at %p) over (%I, %J : !I, !J) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.accumulate add %x into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

func.func private @scale(%y: !vector, %alpha: f32) {
  sparse.generic ins(%y : !vector) outs(%y : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%x: f32):
    %t = func.call @product(%x, %alpha) : (f32, f32) -> f32
    sparse.yield %t : f32
  }
  return
}

func.func private @product(%x: f32, %y: f32) -> f32 {
  %t = arith.mulf %x, %y : f32
  return %t : f32
}

func.func @attention(
    %A: !csr {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %X: !dense {sparse.name = "X", sparse.dims = ["I", "D"], sparse.access = "read"},
    %Y: !dense {sparse.name = "Y", sparse.dims = ["J", "D"], sparse.access = "read"},
    %y: !vector {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"},
    %alpha: f32 {sparse.name = "alpha"}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Sv = sparse.alloc on (%I, %J) : (!I, !J) -> !sparse.buffer<?xf32>
  %S = sparse.with_values %A, %Sv : !csr, !sparse.buffer<?xf32> -> !csr
  call @scores(%A, %X, %Y, %S) : (!csr, !dense, !dense, !csr) -> ()
  call @rows(%S, %y) : (!csr, !vector) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %step = %c0 to %c3 step %c1 {
    func.call @scale(%y, %alpha) : (!vector, f32) -> ()
  }
  return
}
