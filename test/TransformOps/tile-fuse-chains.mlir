// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(transform-interpreter,func.func(convert-iter-to-scf),cse,canonicalize,loop-invariant-code-motion,func.func(spindle-parallelize-loops))' | FileCheck %s --check-prefix=PARALLEL

// Of three loops the third one's rows in a tile are those that read rows of the second which
// are fused into it; each rest has a nest, one behind the other. All are parallel.

// CHECK-LABEL: func.func @three(
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[TILES:.*]], %[[RESTS:.*]], %{{.*}}, %{{.*}}, %[[R:.*]]:2 = axis.tile_fusion %[[J]] rows {{.*}} into %{{.*}}, %[[FS:[a-z0-9_]+]], %[[FUSED:[a-z0-9_]+]], %{{.*}}, %{{.*}}, %{{.*}}, %{{[a-z0-9_]+}} then(%[[J]] : !axis.axis<sparse_variable, sorted, unique>) bytes({{.*}}) into(%[[FS2:[a-z0-9_]+]], %[[FUSED2:[a-z0-9_]+]], %[[RS2:[a-z0-9_]+]], %[[REST2:[a-z0-9_]+]] :
// CHECK: %[[T:.*]] = axis.dense_fixed %[[TILES]]
// CHECK: axis.dense_fixed %[[RESTS]]
// CHECK: %[[SLOTS2:.*]] = axis.dense_variable %{{.*}} of %[[T]] positions %[[FS2]]
// CHECK: %[[ROWS2:.*]] = axis.singleton %{{.*}} of %[[SLOTS2]] coordinates %[[FUSED2]]
// CHECK: %[[T2:.*]] = axis.dense_fixed %[[R]]#0
// CHECK: iter.nest "first.tiles" ("i.tile": %{{.*}} at %[[TILE:[a-z0-9_.]+]]) over (%[[T]] :
// CHECK:   iter.nest "first"
// CHECK:   iter.nest "larger"
// CHECK:   iter.nest "fill"
// CHECK:   iter.nest "second" ("i.slot":
// CHECK:   iter.nest "third" ("i.slot": %{{.*}}, "i": %{{.*}}) over (%[[SLOTS2]] under %[[TILE]], %[[ROWS2]] :
// CHECK: iter.nest "second.rest"
// CHECK-NOT: iter.nest "third"
// CHECK: iter.nest "third.rest" ("i.tile": %{{.*}}) over (%[[T2]] :
// PARALLEL-LABEL: func.func @three(
// PARALLEL-COUNT-3: scf.forall
// PARALLEL-NOT: scf.forall
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @three(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64>, %ts: memref<?xf64>, %us: memref<?xf64>, %ys: memref<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %u = sparse.bind %us on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "first" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    iter.nest "larger" ("i": %i) over (%I : !rows) kinds [spatial] {
      %v = sparse.load %t[%i] : !vector
      %r = arith.maximumf %v, %zero : f64
      sparse.store %r, %t[%i] : !vector
    }
    sparse.fill %u, %zero : !vector
    iter.nest "second" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %u[%i] : !vector
    }
    iter.nest "third" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %u[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %fuse = transform.param.constant 1 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %nests fuse(%fuse) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Unfused, one loop comes after the other, its rest behind its tiles.

// CHECK-LABEL: func.func @apart(
// CHECK: iter.nest "first.tiles"
// CHECK: iter.nest "second.fused"
// CHECK: iter.nest "second.rest"
// CHECK: iter.nest "third.fused"
// CHECK: iter.nest "third.rest"
// PARALLEL-LABEL: func.func @apart(
// PARALLEL-COUNT-5: scf.forall
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @apart(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64>, %ts: memref<?xf64>, %us: memref<?xf64>, %ys: memref<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %u = sparse.bind %us on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "first" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    iter.nest "second" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %u[%i] : !vector
    }
    iter.nest "third" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %u[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %fuse = transform.param.constant 0 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %nests fuse(%fuse) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// A third loop that writes what the first one reads is left, as is one that reads what
// the first one writes.

// CHECK-LABEL: func.func @back(
// CHECK: axis.tile_fusion
// CHECK-NOT: then(
// CHECK: iter.nest "second.rest"
// CHECK: iter.nest "third" ("i":
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @back(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64>, %ts: memref<?xf64>, %us: memref<?xf64>, %ys: memref<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %u = sparse.bind %us on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "first" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    iter.nest "second" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %u[%i] : !vector
    }
    iter.nest "third" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %u[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %fuse = transform.param.constant 1 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %nests fuse(%fuse) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @skips(
// CHECK: axis.tile_fusion
// CHECK-NOT: then(
// CHECK: iter.nest "third" ("i":
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @skips(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64>, %ts: memref<?xf64>, %us: memref<?xf64>, %ys: memref<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %u = sparse.bind %us on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "first" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    iter.nest "second" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %u[%i] : !vector
    }
    iter.nest "third" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %u[%j] : !vector
      %w = sparse.load %t[%j] : !vector
      %s = arith.mulf %w, %v : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %fuse = transform.param.constant 1 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %nests fuse(%fuse) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// A row may read the one of its own number, which is to be of the tile, too.

// CHECK-LABEL: func.func @own_row(
// CHECK: axis.tile_fusion {{.*}} {itself = array<i1: true>}
// CHECK: iter.nest "second.rest"
// PARALLEL-LABEL: func.func @own_row(
// PARALLEL-COUNT-2: scf.forall
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @own_row(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64>, %ts: memref<?xf64>, %us: memref<?xf64>, %ys: memref<?xf64>) {
    %zero = arith.constant 0.0 : f64
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %u = sparse.bind %us on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "first" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %v : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    iter.nest "second" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %v = sparse.load %t[%j] : !vector
      %w = sparse.load %t[%i] : !vector
      %s = arith.mulf %w, %v : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %fuse = transform.param.constant 1 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %nests fuse(%fuse) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
