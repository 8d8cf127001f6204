// Z = P X W, where P is the softmax over the rows of the scores of edges,
// leaky_relu(u . T[i] + v . T[j]) with T = X W, at the elements of the graph A: a
// layer of a graph attention network with one head.

func.func @gat(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["N", "N"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["N", "F"], sparse.access = "read"},
    %W: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W", sparse.dims = ["F", "H"], sparse.access = "read"},
    %u: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "u", sparse.dims = ["H"], sparse.access = "read"},
    %v: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "v", sparse.dims = ["H"], sparse.access = "read"},
    %Z: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Z", sparse.dims = ["N", "H"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %N, %F, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %H, %uv = sparse.unpack %u : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>

  // The features of each node in a new space, and what it says as a target and as a
  // source of edges.
  %Tv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %T = sparse.pack %Tv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Tv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "features"
      ins(%X, %W : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%T : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }
  %targetv = sparse.alloc on (%N) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %target = sparse.pack %targetv : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  sparse.fill %targetv, %zero : !sparse.buffer<?xf32>
  sparse.generic "targets"
      ins(%T, %u : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%target : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(n, h) -> (n, h)>, affine_map<(n, h) -> (h)>, affine_map<(n, h) -> (n)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%t: f32, %w: f32):
    %p = arith.mulf %t, %w : f32
    sparse.yield %p : f32
  }
  %sourcev = sparse.alloc on (%N) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %source = sparse.pack %sourcev : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  sparse.fill %sourcev, %zero : !sparse.buffer<?xf32>
  sparse.generic "sources"
      ins(%T, %v : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%source : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(n, h) -> (n, h)>, affine_map<(n, h) -> (h)>, affine_map<(n, h) -> (n)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%t: f32, %w: f32):
    %p = arith.mulf %t, %w : f32
    sparse.yield %p : f32
  }

  // The score of each edge, a leaky ReLU of the two, and its share in the row.
  %Ev = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %E = sparse.with_values %A, %Ev : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  sparse.generic "scores" driver(%A)
      ins(%A, %target, %source : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%E : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%a: f32, %pi: f32, %qj: f32):
    %e = arith.addf %pi, %qj : f32
    %slope = arith.constant 0.2 : f32
    %less = arith.mulf %e, %slope : f32
    %l = arith.maximumf %e, %less : f32
    sparse.yield %l : f32
  }
  %least = arith.constant 0xFF800000 : f32
  %mostv = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %most = sparse.pack %mostv : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  sparse.fill %mostv, %least : !sparse.buffer<?xf32>
  sparse.generic "max" driver(%E)
      ins(%E : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%most : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [max] {
  ^bb0(%e: f32):
    sparse.yield %e : f32
  }
  %Pv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  sparse.generic "exponential" driver(%E)
      ins(%E, %most : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>)
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

  // What the neighbours have, by their shares.
  %NZ, %HZ, %Zv = sparse.unpack %Z : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  sparse.fill %Zv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "neighbours" driver(%P)
      ins(%P, %T : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Z : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %t: f32):
    %p = arith.mulf %a, %t : f32
    sparse.yield %p : f32
  }
  return
}
