// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Rows and columns in one loop over the stored elements; then the levels below
// as well. An attribute that upstream's annotate gives the nest stays.

// CHECK-LABEL: func.func @one_loop_over_the_elements(
// CHECK: iter.nest "rows" ("I": %{{.*}}, "J": %{{.*}} at %{{.*}}) over ((%{{.*}}, %{{.*}}) : {{.*}}) kinds [spatial, spatial] attributes {noted = 7 : i64} {
// CHECK: iter.nest "levels" ("I": %{{.*}}, "J": %{{.*}}, "K": %{{.*}}, "R": %{{.*}}) over ((%{{.*}}, %{{.*}}, %{{.*}}), %{{.*}} : {{.*}}) kinds [spatial, reduction, reduction, spatial] {
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @one_loop_over_the_elements(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.sparse_variable %n of %J positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !rows
    %Av = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %zero = arith.constant 0.0 : f32
    iter.nest "rows" ("I": %i, "J": %j at %p) over (%I, %J : !dense, !rows) kinds [spatial, spatial] {
      sparse.store %zero, %Av at [%p] : !sparse.buffer<?xf32>
    }
    iter.nest "levels" ("I": %i, "J": %j, "K": %k, "R": %r) over (%I, %J, %K, %I : !dense, !rows, !rows, !dense) kinds [spatial, reduction, reduction, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.nests nest "rows" in %root : (!transform.any_op) -> !transform.any_op
    %levels = transform.sparse.match.nests nest "levels" in %root : (!transform.any_op) -> !transform.any_op
    %seven = transform.param.constant 7 -> !transform.any_param
    transform.annotate %rows "noted" = %seven : !transform.any_op, !transform.any_param
    transform.sparse.fuse %rows dims ["I", "J"] : !transform.any_op
    transform.sparse.fuse %levels dims ["J", "K"] : !transform.any_op
    transform.sparse.fuse %levels dims ["I", "J", "K"] : !transform.any_op
    // Nothing is left to move: the group holds a spatial dimension.
    transform.sparse.reorder %levels reductions_last : !transform.any_op
    transform.yield
  }
}

// -----

// A nest that has no such group stays as it is.

// CHECK-LABEL: func.func @where_legal(
// CHECK: iter.nest "rows" ("I": %{{.*}}, "J": %{{.*}}) over ((%{{.*}}, %{{.*}}) :
// CHECK: iter.nest "roots" ("I": %{{.*}}, "J": %{{.*}}) over (%{{.*}}, %{{.*}} :
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @where_legal(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    iter.nest "rows" ("I": %i, "J": %j) over (%I, %J : !dense, !rows) kinds [spatial, spatial] {
    }
    iter.nest "roots" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse %nests dims ["I", "J"] {where_legal} : !transform.any_op
    transform.yield
  }
}
