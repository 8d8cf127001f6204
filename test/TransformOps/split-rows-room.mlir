// Long rows have room in the tables of sections, where most is needed: rows that are
// just long enough, and one that all but makes another section. The interpreter reports
// what lies outside of a table.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: sparse-opt %s --spindle-apply-schedule -o rows.mlir
// RUN: %python -c "import numpy as np; np.save('pos.npy', np.int32([0, 8, 16, 31])); np.save('x.npy', np.ones(31, 'f4')); np.save('crd.npy', np.arange(31, dtype='i4'))"
// RUN: sparse-run rows.mlir --check --bind pos=pos.npy --bind x=x.npy --bind y=zeros --bind m=3 --bind n=31 --bind crd=crd.npy --size 'y[0]=3' --out y=y.npy | FileCheck %s
// RUN: %python -c "import numpy as np; print(np.load('y.npy'))" | FileCheck %s --check-prefix=SUMS

// CHECK: right
// SUMS: [ 8. 8. 15.]
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @rows(%pos: memref<?xi32> {sparse.name = "pos"}, %crd: memref<?xi32> {sparse.name = "crd"}, %x: memref<?xf32> {sparse.name = "x"}, %y: memref<?xf32> {sparse.name = "y"}, %m: index {sparse.name = "m"}, %n: index {sparse.name = "n"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}
