// y[v, k] = sum of x[w, k] over the edges e of node v, and the nodes w of each e.
// The edge's coordinate says which list of nodes is meant. SparseTIR's attach takes its
// position in the list of v instead, which is wrong.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @hypergraph(
    %nodes: index {sparse.name = "nodes"},
    %edges: index {sparse.name = "edges"},
    %k: index {sparse.name = "k"},
    %edge_pos: !positions {sparse.name = "edge_pos", sparse.access = "read"},
    %edge_crd: !coordinates {sparse.name = "edge_crd", sparse.access = "read"},
    %node_pos: !positions {sparse.name = "node_pos", sparse.access = "read"},
    %node_crd: !coordinates {sparse.name = "node_crd", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %V = axis.dense_fixed %nodes : !dense
  %EdgeOfV = axis.sparse_variable %edges of %V positions %edge_pos coordinates %edge_crd : !dense, !positions, !coordinates -> !compressed
  %E = axis.dense_fixed %edges : !dense
  %NodeOfE = axis.sparse_variable %nodes of %E positions %node_pos coordinates %node_crd : !dense, !positions, !coordinates -> !compressed
  %K = axis.dense_fixed %k : !dense
  %X = sparse.bind %x on (%V, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %Y = sparse.bind %y on (%V, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !matrix
  iter.nest "edges" ("v": %v, "e": %e) over (%V, %EdgeOfV : !dense, !compressed) kinds [spatial, reduction] {
    %edge, %found = axis.locate %E[%e] : !dense -> !axis.site
    iter.nest "nodes" ("w": %w, "k": %l) over (%NodeOfE under %edge, %K : !compressed, !dense) kinds [reduction, spatial] {
      %t = sparse.load %X[%w, %l] : !matrix
      sparse.accumulate add %t into %Y[%v, %l] : !matrix
    }
  }
  return
}
