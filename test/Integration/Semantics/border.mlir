// What is read outside of a tensor, at a sum of dimensions, is the border.
// RUN: %python %S/semantics.py %s

!vector = !sparse.tensor<?xf64, #sparse.dense>

func.func @pool(
    %x: !vector {sparse.name = "x", sparse.dims = ["N"], sparse.access = "read"},
    %w: !vector {sparse.name = "w", sparse.dims = ["R"], sparse.access = "read"},
    %y: !vector {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %I, %yv = sparse.unpack %y : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  sparse.fill %yv, %lowest : !sparse.buffer<?xf64>
  sparse.generic ins(%x, %w : !vector, !vector) outs(%y : !vector)
      maps [affine_map<(i, r) -> (2 * i + r - 1)>, affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i)>]
      kinds [spatial, reduction] combine [max] borders [0xFFF0000000000000 : f64, none] {
  ^bb0(%a: f64, %b: f64):
    %t = arith.addf %a, %b : f64
    sparse.yield %t : f64
  }
  return
}
