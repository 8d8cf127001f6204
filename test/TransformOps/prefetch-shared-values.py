# RUN: %python %s > %t.mlir
# RUN: sparse-opt %t.mlir --transform-interpreter | FileCheck %s
"""Values that many others are made of are looked at once: 64 sums, each of the one
before and itself, are no more work than 64 sums."""

# CHECK: memref.prefetch

SUMS = "\n".join(
    f"      %s{n + 1} = arith.addi %s{n}, %s{n} : index" for n in range(64)
)

print(
    f"""
module attributes {{transform.with_named_sequence}} {{
  func.func @f(%crd: memref<?xi32>, %b: memref<?x?xf32>, %n: index, %k: index) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %p = %c0 to %n step %c1 {{
      %c = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %v = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %s0 = arith.addi %p, %k : index
{SUMS}
      %w = vector.load %b[%s64, %k] : memref<?x?xf32>, vector<4xf32>
    }}
    return
  }}
  transform.named_sequence @__transform_main(%root: !transform.any_op) {{
    %d = transform.param.constant 8 -> !transform.any_param
    %loops = transform.structured.match ops{{["scf.for"]}} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.prefetch %loops distance(%d) : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }}
}}"""
)
