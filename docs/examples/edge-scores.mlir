// Scores of the edges of a graph, as attention on graphs computes them:
// E[i, j] = leaky_relu(s[i] + t[j]) at the stored elements of A, whose values are
// not read.

#edge = affine_map<(i, j) -> (i, j)>
#source = affine_map<(i, j) -> (i)>
#target = affine_map<(i, j) -> (j)>

func.func @edge_scores(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %s: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "s", sparse.dims = ["I"], sparse.access = "read"},
    %t: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "t", sparse.dims = ["J"], sparse.access = "read"},
    %E: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "E", sparse.dims = ["I", "J"], sparse.access = "write", sparse.structure_of = "A"}) {
  sparse.generic driver(%E) ins(%s, %t : !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%E : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [#source, #target, #edge] kinds [spatial, spatial] {
  ^bb0(%u: f32, %v: f32):
    %slope = arith.constant 0.2 : f32
    %sum = arith.addf %u, %v : f32
    %scaled = arith.mulf %slope, %sum : f32
    %score = arith.maximumf %sum, %scaled : f32
    sparse.yield %score : f32
  }
  return
}
