// RUN: sparse-opt %s --pass-pipeline="builtin.module(func.func(convert-sparse-to-memref{sizes-of-memory}))" --verify-diagnostics

// A GPU's workers have no memory of their own.

!dense = !axis.axis<dense_fixed>
func.func @workspace(%m: index, %n: index, %x: f32) {
  %K = axis.dense_fixed %n : !dense
  scf.forall (%i) in (%m) {
    // expected-error @+1 {{expected no workspace in a parallel loop of a GPU, whose workers have no memory of their own}}
    %w = sparse.alloc on (%K) : (!dense) -> !sparse.buffer<?xf32>
    sparse.store %x, %w at positions [%i] : !sparse.buffer<?xf32>
  }
  return
}
