// A product of one operation and a sum of another are rounded each, with every schedule,
// and a product and its own sum together.
// RUN: %python %S/semantics.py %s

!m = !sparse.tensor<?x?xf32, #sparse.dense>
!s = !sparse.tensor<?x?xf32, #sparse.csr>
!d = !axis.axis<dense_fixed>
!b = !sparse.buffer<?x?xf32>
#same = affine_map<(i, h) -> (i, h)>
func.func @fused_products(
    %A: !s {sparse.name = "A", sparse.dims = ["N", "M"], sparse.access = "read"},
    %X: !m {sparse.name = "X", sparse.dims = ["N", "H"], sparse.access = "read"},
    %B: !m {sparse.name = "B", sparse.dims = ["M", "H"], sparse.access = "read"},
    %Y: !m {sparse.name = "Y", sparse.dims = ["N", "H"], sparse.access = "write"},
    %Z: !m {sparse.name = "Z", sparse.dims = ["N", "H"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %N, %H, %Yv = sparse.unpack %Y : !m -> !d, !d, !b
  %Sv = sparse.alloc on (%N, %H) : (!d, !d) -> !b
  %S = sparse.pack %Sv : !b -> !m
  %Tv = sparse.alloc on (%N, %H) : (!d, !d) -> !b
  %T = sparse.pack %Tv : !b -> !m
  %Uv = sparse.alloc on (%N, %H) : (!d, !d) -> !b
  %U = sparse.pack %Uv : !b -> !m
  sparse.fill %Sv, %zero : !b
  sparse.generic "spmm" driver(%A) ins(%A, %B : !s, !m) outs(%S : !m)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    sparse.yield %p : f32
  }
  sparse.generic "product" ins(%S, %X : !m, !m) outs(%T : !m)
      maps [#same, #same, #same] kinds [spatial, spatial] {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    sparse.yield %p : f32
  }
  sparse.generic "sum" ins(%T, %X : !m, !m) outs(%Y : !m)
      maps [#same, #same, #same] kinds [spatial, spatial] {
  ^bb0(%x: f32, %y: f32):
    %p = arith.addf %x, %y : f32
    sparse.yield %p : f32
  }
  // The sum's own product is fused, also where the other one stands beside it.
  sparse.generic "square" ins(%X : !m) outs(%U : !m) maps [#same, #same] kinds [spatial, spatial] {
  ^bb0(%x: f32):
    %p = arith.mulf %x, %x : f32
    sparse.yield %p : f32
  }
  sparse.generic "both" ins(%U, %S : !m, !m) outs(%Z : !m)
      maps [#same, #same, #same] kinds [spatial, spatial] {
  ^bb0(%x: f32, %y: f32):
    %q = arith.mulf %y, %y : f32
    %p = arith.addf %q, %x : f32
    sparse.yield %p : f32
  }
  return
}
