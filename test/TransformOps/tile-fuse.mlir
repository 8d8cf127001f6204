// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(transform-interpreter,func.func(convert-iter-to-scf),cse,canonicalize,loop-invariant-code-motion,func.func(spindle-parallelize-loops))' | FileCheck %s --check-prefix=PARALLEL

// Tiles are found before the nests; of each, rows of the producer come before those of the
// consumer that read no others. Fills go along, as do a bias and the larger of a number and
// 0. Tiles are parallel.

// CHECK-LABEL: func.func @product_of_dense_ones(
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[TILES:.*]], %[[RESTS:.*]], %{{.*}}, %{{.*}} = axis.tile_fusion %[[J]] rows %{{.*}} tile %{{.*}} workers %{{.*}} cache %{{.*}} bytes({{.*}}) into %[[STARTS:[a-z0-9_]+]], %[[FS:[a-z0-9_]+]], %[[FUSED:[a-z0-9_]+]], %[[RS:[a-z0-9_]+]], %[[REST:[a-z0-9_]+]],
// CHECK: %[[T:.*]] = axis.dense_fixed %[[TILES]]
// CHECK: %[[MADE:.*]] = axis.dense_variable %{{.*}} of %[[T]] positions %[[STARTS]]
// CHECK: %[[SLOTS:.*]] = axis.dense_variable %{{.*}} of %[[T]] positions %[[FS]]
// CHECK: %[[ROWS:.*]] = axis.singleton %{{.*}} of %[[SLOTS]] coordinates %[[FUSED]]
// CHECK: %[[R:.*]] = axis.dense_fixed %[[RESTS]]
// CHECK: iter.nest "make.tiles" ("i.tile": %{{.*}} at %[[TILE:[a-z0-9_.]+]]) over (%[[T]] :
// CHECK:   iter.nest "fill" {{.*}} over (%[[MADE]] under %[[TILE]],
// CHECK:     %[[FILLED:.*]] = axis.position_of
// CHECK:     sparse.store %{{.*}}, %{{.*}}[%[[FILLED]], %{{.*}}]
// CHECK:   iter.nest "make" ("i": %{{.*}} at %[[SITE:[a-z0-9_]+]]) over (%[[MADE]] under %[[TILE]] :
// CHECK:     %[[ROW:.*]] = axis.position_of %[[SITE]]
// CHECK:     iter.nest "make" ("k": %{{.*}}, "c": %{{.*}})
// CHECK:       sparse.accumulate add %{{.*}} into %{{.*}}[%[[ROW]],
// CHECK:   iter.nest "bias"
// CHECK:   iter.nest "fill" {{.*}} over (%[[SLOTS]] under %[[TILE]], %[[ROWS]]
// CHECK:   iter.nest "use" ("i.slot": %{{.*}}, "i": %[[OF:[a-z0-9_]+]]) over (%[[SLOTS]] under %[[TILE]], %[[ROWS]] :
// CHECK:     %[[AT:.*]], %{{.*}} = axis.locate %{{.*}}[%[[OF]]]
// CHECK:     iter.nest "use" ("j": %{{.*}}, "c": %{{.*}}) over (%[[J]] under %[[AT]],
// CHECK: iter.nest "use.rest" ("i.tile": %{{.*}}) over (%[[R]] :
// CHECK-NOT: iter.nest "make"
// CHECK:   iter.nest "use" ("i.slot":
// CHECK-NOT: sparse.fill
// CHECK: memref.dealloc %[[STARTS]]
// PARALLEL-LABEL: func.func @product_of_dense_ones(
// PARALLEL-NOT: scf.for
// PARALLEL: scf.forall
// PARALLEL: scf.forall
// PARALLEL-NOT: scf.forall
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!matrix = !sparse.buffer<?x?xf32>
module attributes {transform.with_named_sequence} {
  func.func @product_of_dense_ones(%m: index, %h: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %xs: memref<?x?xf32>, %ws: memref<?x?xf32>, %bs: memref<?xf32>, %ys: memref<?x?xf32>) {
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !rows
    %H = axis.dense_fixed %h : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf32> on (!rows, !columns) -> !sparse.buffer<?xf32>
    %X = sparse.bind %xs on (%I, %H) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    %W = sparse.bind %ws on (%H, %H) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    %b = sparse.bind %bs on (%H) : memref<?xf32> on (!rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %ys on (%I, %H) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    %T = sparse.alloc on (%I, %H) : (!rows, !rows) -> !matrix
    sparse.fill %T, %zero : !matrix
    iter.nest "make" ("i": %i, "k": %k, "c": %c) over (%I, %H, %H : !rows, !rows, !rows) kinds [spatial, reduction, spatial] {
      %x = sparse.load %X[%i, %k] : !matrix
      %w = sparse.load %W[%k, %c] : !matrix
      %t = arith.mulf %x, %w : f32
      sparse.accumulate add %t into %T[%i, %c] : !matrix
    }
    iter.nest "bias" ("i": %i, "c": %c) over (%I, %H : !rows, !rows) kinds [spatial, spatial] {
      %t = sparse.load %T[%i, %c] : !matrix
      %v = sparse.load %b[%c] : !sparse.buffer<?xf32>
      %s = arith.addf %t, %v : f32
      %r = arith.maximumf %s, %zero : f32
      sparse.store %r, %T[%i, %c] : !matrix
    }
    sparse.fill %Y, %zero : !matrix
    iter.nest "use" ("i": %i, "j": %j at %p, "c": %c) over (%I, %J, %H : !rows, !columns, !rows) kinds [spatial, reduction, spatial] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf32>
      %t = sparse.load %T[%j, %c] : !matrix
      %s = arith.mulf %a, %t : f32
      sparse.accumulate add %s into %Y[%i, %c] : !matrix
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %rows = transform.param.constant 512 : i64 -> !transform.param<i64>
    %cache = transform.param.constant 1048576 : i64 -> !transform.param<i64>
    %workers = transform.param.constant 2 : i64 -> !transform.param<i64>
    %fuse = transform.param.constant 1 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %nests rows(%rows) cache(%cache) workers(%workers) fuse(%fuse) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// The producer may be a sparse product, whose pattern plays a part in what a tile
// touches. With `fuse` 0 there are three nests.

// CHECK-LABEL: func.func @product_of_sparse_ones(
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: axis.tile_fusion %[[J]] rows %{{.*}} of %[[J]] : !axis.axis<sparse_variable, pos = i64, sorted, unique> tile
// CHECK: iter.nest "make.tiles" ("i.tile":
// CHECK-NOT: iter.nest "use
// CHECK: iter.nest "make" ("i": %{{.*}} at %[[SITE:[a-z0-9_]+]])
// CHECK: %[[ROW:.*]] = axis.position_of %[[SITE]]
// CHECK: %[[AT:.*]], %{{.*}} = axis.locate %{{.*}}[%[[ROW]]]
// CHECK: iter.nest "make" ("j": %{{.*}} at %{{.*}}) over (%[[J]] under %[[AT]] :
// CHECK: iter.nest "use.fused" ("i.tile":
// CHECK: iter.nest "use" ("i.slot":
// CHECK: iter.nest "use.rest" ("i.tile":
// PARALLEL-LABEL: func.func @product_of_sparse_ones(
// PARALLEL-COUNT-3: scf.forall
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @product_of_sparse_ones(%m: index, %pos: memref<?xi64>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64>, %ts: memref<?xf64>, %ys: memref<?xf64>) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi64>, memref<?xi32> -> !axis.axis<sparse_variable, pos = i64, sorted, unique>
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !axis.axis<sparse_variable, pos = i64, sorted, unique>) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !axis.axis<sparse_variable, pos = i64, sorted, unique>) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %xj = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %xj : f64
      sparse.accumulate add %s into %t[%i] : !vector
    }
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !axis.axis<sparse_variable, pos = i64, sorted, unique>) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %features = transform.sparse.match.nests nest "make" in %root : (!transform.any_op) -> !transform.any_op
    %neighbours = transform.sparse.match.nests nest "use" in %root : (!transform.any_op) -> !transform.any_op
    %fuse = transform.param.constant 0 : i64 -> !transform.param<i64>
    %tiled = transform.sparse.tile_fuse %features, %neighbours fuse(%fuse) : (!transform.any_op, !transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Fills keep their order: the last one counts.

// CHECK-LABEL: func.func @filled_twice(
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK: iter.nest "make.tiles"
// CHECK: iter.nest "fill"
// CHECK: sparse.store %[[ONE]],
// CHECK: iter.nest "fill"
// CHECK: sparse.store %[[TWO]],
// CHECK: iter.nest "make"
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @filled_twice(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %ts: memref<?xf64>, %ys: memref<?xf64>) {
    %one = arith.constant 1.0 : f64
    %two = arith.constant 2.0 : f64
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    sparse.fill %t, %one : !vector
    sparse.fill %t, %two : !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      sparse.accumulate add %one into %t[%i] : !vector
    }
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Nothing of this is a pair: it stays as it is.

// CHECK-LABEL: func.func @one_product(
// CHECK-NOT: axis.tile_fusion
// CHECK: iter.nest "alone"
!rows = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @one_product(%m: index, %xs: memref<?xf64>) {
    %I = axis.dense_fixed %m : !rows
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    iter.nest "alone" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !sparse.buffer<?xf64>
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %tiled = transform.sparse.tile_fuse %nests {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
