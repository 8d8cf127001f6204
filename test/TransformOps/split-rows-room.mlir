// Long rows have room in the tables of sections, where most is needed: rows that are
// just long enough, and one that all but makes another section. The interpreter reports
// what lies outside of a table.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: sparse-opt %s --spindle-apply-schedule -o rows.mlir
// RUN: %python -c "import numpy as np; np.save('pos.npy', np.int32([0, 8, 16, 31])); np.save('x.npy', np.ones(31, 'f4'))"
// RUN: sparse-run rows.mlir --check --bind pos=pos.npy --bind x=x.npy --bind y=zeros --bind m=3 --size 'y[0]=3' --out y=y.npy | FileCheck %s
// RUN: %python -c "import numpy as np; print(np.load('y.npy'))" | FileCheck %s --check-prefix=SUMS

// CHECK: right
// SUMS: [ 8. 8. 15.]
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @rows(%pos: memref<?xi32> {sparse.name = "pos"}, %x: memref<?xf32> {sparse.name = "x"}, %y: memref<?xf32> {sparse.name = "y"}, %m: index {sparse.name = "m"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xi32>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin32 = memref.load %py#0[%i] : memref<?xi32>
      %end32 = memref.load %py#0[%next] : memref<?xi32>
      %begin = arith.index_cast %begin32 : i32 to index
      %end = arith.index_cast %end32 : i32 to index
      %s = scf.for %p = %begin to %end step %c1 iter_args(%before = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %before, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}
