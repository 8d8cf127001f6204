// A function has the same bits in numbers and in vectors.
// RUN: %python %S/semantics.py %s

!m = !sparse.tensor<?xf32, #sparse.dense>
#same = affine_map<(i) -> (i)>
func.func @functions(
    %X: !m {sparse.name = "X", sparse.dims = ["N"], sparse.access = "read"},
    %exp: !m {sparse.name = "exp", sparse.dims = ["N"], sparse.access = "write"},
    %expm1: !m {sparse.name = "expm1", sparse.dims = ["N"], sparse.access = "write"},
    %log: !m {sparse.name = "log", sparse.dims = ["N"], sparse.access = "write"},
    %log1p: !m {sparse.name = "log1p", sparse.dims = ["N"], sparse.access = "write"},
    %log2: !m {sparse.name = "log2", sparse.dims = ["N"], sparse.access = "write"},
    %tanh: !m {sparse.name = "tanh", sparse.dims = ["N"], sparse.access = "write"},
    %erf: !m {sparse.name = "erf", sparse.dims = ["N"], sparse.access = "write"},
    %erfc: !m {sparse.name = "erfc", sparse.dims = ["N"], sparse.access = "write"},
    %sin: !m {sparse.name = "sin", sparse.dims = ["N"], sparse.access = "write"}) {
  sparse.generic ins(%X : !m) outs(%exp, %expm1, %log, %log1p, %log2, %tanh, %erf, %erfc : !m, !m, !m, !m, !m, !m, !m, !m)
      maps [#same, #same, #same, #same, #same, #same, #same, #same, #same] kinds [spatial] {
  ^bb0(%x: f32):
    %a = math.exp %x : f32
    %b = math.expm1 %x : f32
    %c = math.log %x : f32
    %d = math.log1p %x : f32
    %e = math.log2 %x : f32
    %f = math.tanh %x : f32
    %g = math.erf %x : f32
    %h = math.erfc %x : f32
    sparse.yield %a, %b, %c, %d, %e, %f, %g, %h : f32, f32, f32, f32, f32, f32, f32, f32
  }
  sparse.generic ins(%X : !m) outs(%sin : !m) maps [#same, #same] kinds [spatial] {
  ^bb0(%x: f32):
    %a = math.sin %x : f32
    sparse.yield %a : f32
  }
  return
}
