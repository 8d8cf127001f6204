// RUN: sparse-opt %s --spindle-insert-checks --verify-diagnostics

func.func @tensor(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @below {{expected no 'sparse.unpack': run 'spindle-expand-tensors' first}}
  %I, %Av = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}
