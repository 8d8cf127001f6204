// Z = X + softmax(A * (X WQ) (X WK)^T) X WV WO, at the elements of the mask A: a
// block of attention with one head, and its residual.

func.func @attention(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["N", "N"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["N", "F"], sparse.access = "read"},
    %WQ: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "WQ", sparse.dims = ["F", "D"], sparse.access = "read"},
    %WK: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "WK", sparse.dims = ["F", "D"], sparse.access = "read"},
    %WV: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "WV", sparse.dims = ["F", "E"], sparse.access = "read"},
    %WO: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "WO", sparse.dims = ["E", "F"], sparse.access = "read"},
    %Z: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Z", sparse.dims = ["N", "F"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %N, %F, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %FQ, %D, %WQv = sparse.unpack %WQ : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %FV, %E, %WVv = sparse.unpack %WV : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>

  // Queries, keys and values of each token.
  %Qv = sparse.alloc on (%N, %D) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %Q = sparse.pack %Qv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Qv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "queries"
      ins(%X, %WQ : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Q : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }
  %Kv = sparse.alloc on (%N, %D) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %K = sparse.pack %Kv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Kv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "keys"
      ins(%X, %WK : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%K : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }
  %Vv = sparse.alloc on (%N, %E) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %V = sparse.pack %Vv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Vv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "values"
      ins(%X, %WV : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%V : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }

  // Scores of the pairs that the mask A has, scaled by its elements, and their shares.
  %Sv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %S = sparse.with_values %A, %Sv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  sparse.fill %Sv, %zero : !sparse.buffer<?xf32>
  sparse.generic "scores" driver(%A)
      ins(%A, %Q, %K : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j, d) -> (i, j)>, affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %q: f32, %k: f32):
    %p = arith.mulf %q, %k : f32
    sparse.yield %p : f32
  }
  sparse.generic "scale" driver(%A)
      ins(%A, %S : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%a: f32, %x: f32):
    %p = arith.mulf %a, %x : f32
    sparse.yield %p : f32
  }
  %least = arith.constant 0xFF800000 : f32
  %mostv = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %most = sparse.pack %mostv : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  sparse.fill %mostv, %least : !sparse.buffer<?xf32>
  sparse.generic "max" driver(%S)
      ins(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%most : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [max] {
  ^bb0(%e: f32):
    sparse.yield %e : f32
  }
  %Pv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  sparse.generic "exponential" driver(%S)
      ins(%S, %most : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%P : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%e: f32, %mi: f32):
    %d = arith.subf %e, %mi : f32
    %x = math.exp %d : f32
    sparse.yield %x : f32
  }
  %totalv = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %total = sparse.pack %totalv : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  sparse.fill %totalv, %zero : !sparse.buffer<?xf32>
  sparse.generic "sum" driver(%P)
      ins(%P : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%total : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%p: f32):
    sparse.yield %p : f32
  }
  sparse.generic "divide" driver(%P)
      ins(%P, %total : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%P : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%p: f32, %si: f32):
    %q = arith.divf %p, %si : f32
    sparse.yield %q : f32
  }

  // What tokens say to one another, in the space that they came from.
  %Ov = sparse.alloc on (%N, %E) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %O = sparse.pack %Ov : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Ov, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "mix" driver(%P)
      ins(%P, %V : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%O : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %t: f32):
    %p = arith.mulf %a, %t : f32
    sparse.yield %p : f32
  }
  %NZ, %FZ, %Zv = sparse.unpack %Z : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  sparse.fill %Zv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "out"
      ins(%O, %WO : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Z : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }
  sparse.generic "residual"
      ins(%Z, %X : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Z : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f) -> (n, f)>, affine_map<(n, f) -> (n, f)>, affine_map<(n, f) -> (n, f)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32, %b: f32):
    %s = arith.addf %y, %b : f32
    sparse.yield %s : f32
  }
  return
}
