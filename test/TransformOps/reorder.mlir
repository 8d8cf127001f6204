// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// The nest of docs/Overview.md, before it is expanded and after: an element of
// C is told by its coordinates, and gets its sum in the order of J as before.
// Arguments of the body, parents and attributes move with the dimensions.

// CHECK-LABEL: func.func @columns_before_the_sum(
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack
// CHECK: %[[JB:.*]], %[[K:.*]], %[[BV:.*]] = sparse.unpack
// CHECK: iter.nest "spmm" ("I": %[[i:.*]], "K": %[[k:.*]], "J": %[[j:.*]] at %[[p:.*]]) over (%[[I]], %[[K]], %[[J]] : {{.*}}) kinds [spatial, spatial, reduction] attributes {kept} {
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[p]]]
// CHECK-NEXT: %[[Y:.*]] = sparse.load %[[BV]][%[[j]], %[[k]]]
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: sparse.accumulate add %[[T]] into %{{.*}}[%[[i]], %[[k]]]
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!D = !sparse.tensor<?x?xf32, #sparse.dense>
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @columns_before_the_sum(%A: !A, %B: !D, %C: !D) {
    %I, %J, %Av = sparse.unpack %A : !A -> !dense, !rows, !sparse.buffer<?xf32>
    %JB, %K, %Bv = sparse.unpack %B : !D -> !dense, !dense, !sparse.buffer<?x?xf32>
    %IC, %KC, %Cv = sparse.unpack %C : !D -> !dense, !dense, !sparse.buffer<?x?xf32>
    iter.nest "spmm" ("I": %i, "J": %j at %p, "K": %k) over (%I, %J, %K : !dense, !rows, !dense) kinds [spatial, reduction, spatial] attributes {kept} {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %y = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xf32>
      %t = arith.mulf %x, %y : f32
      sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests order ["I", "K", "J"] : !transform.any_op
    // The handle still names the nest, which has nothing left to do.
    transform.sparse.reorder %nests reductions_last : !transform.any_op
    transform.yield
  }
}

// -----

// Elements may be told by sums: of two blocks' coordinates, by the greater
// factor first. Sites move with what lies under them.

// CHECK-LABEL: func.func @rows_of_blocks(
// CHECK: %[[M:.*]] = sparse.load
// CHECK: iter.nest "rows" ("ii": %[[ii:.*]], "io": %[[io:.*]], "j": %[[j:.*]] at %[[p:.*]]) over (%[[II:.*]], %[[IO:.*]], %[[J:.*]] : {{.*}}) kinds [spatial, spatial, reduction]
// CHECK: %[[R:.*]] = affine.apply #{{.*}}(%[[io]], %[[ii]])
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}}[%[[R]]]
!dense = !axis.axis<dense_fixed>
!four = !axis.axis<dense_fixed, width = 4>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @rows_of_blocks(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %c4 = arith.constant 4 : index
    %IO = axis.dense_fixed %n : !dense
    %II = axis.dense_fixed %c4 : !four
    %J = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Av = sparse.bind %a on (%IO, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = axis.dense_fixed %n : !dense
    %Yv = sparse.bind %y on (%Y) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %one = arith.constant 1 : index
    %m = sparse.load %Yv[%one] : !sparse.buffer<?xf32>
    iter.nest "rows" ("io": %io, "j": %j at %p, "ii": %ii) over (%IO, %J, %II : !dense, !rows, !four) kinds [spatial, reduction, spatial] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %z = arith.mulf %x, %m : f32
      %i = affine.apply affine_map<(o, i) -> (o * 4 + i)>(%io, %ii)
      sparse.accumulate add %z into %Yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests order ["ii", "io", "j"] : !transform.any_op
    transform.yield
  }
}

// -----

// Columns come to a sum in another order with the rows inside of them: integers
// do not mind, nor does the smallest index of the smallest of them.

// CHECK-LABEL: func.func @integers_in_any_order(
// CHECK: iter.nest "sums" ("j": %{{.*}}, "i": %[[i:.*]]) over
// CHECK: iter.nest "places" ("j": %{{.*}}, "i": %[[i2:.*]]) over
// CHECK: %{{.*}} = iter.nest "all" ("j": %{{.*}}, "i": %{{.*}}) over
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @integers_in_any_order(%n: index, %a: memref<?x?xi32>, %y: memref<?xi32>, %k: memref<?xindex>) -> i32 {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %J) : memref<?x?xi32> on (!dense, !dense) -> !sparse.buffer<?x?xi32>
    %Yv = sparse.bind %y on (%I) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
    %Kv = sparse.bind %k on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
    %zero = arith.constant 0 : i32
    iter.nest "sums" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [spatial, reduction] {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xi32>
      %r = arith.remui %j, %i : index
      sparse.accumulate add %x into %Yv[%r] : !sparse.buffer<?xi32>
    }
    iter.nest "places" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [spatial, reduction] {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xi32>
      %r = arith.remui %j, %i : index
      sparse.accumulate argmin %x, %j into %Yv, %Kv[%r] : !sparse.buffer<?xi32>, !sparse.buffer<?xindex>
    }
    %sum = iter.nest "all" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [reduction, reduction] combine [add] init(%zero) -> i32 {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xi32>
      iter.yield %x : i32
    }
    return %sum : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests order ["j", "i"] : !transform.any_op
    transform.yield
  }
}

// -----

// Sums of floats do mind, unless `reassociate` says otherwise.

// CHECK-LABEL: func.func @floats_only_where_asked(
// CHECK: iter.nest "rounded" ("j": %{{.*}}, "i": %{{.*}}) over
// CHECK: iter.nest "serial" ("i": %{{.*}}, "j": %{{.*}}) over
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @floats_only_where_asked(%n: index, %a: memref<?x?xf32>, %y: memref<f32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %Yv = sparse.bind %y on () : memref<f32> on () -> !sparse.buffer<f32>
    iter.nest "rounded" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [reduction, reduction] {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
      sparse.accumulate add %x into %Yv[] : !sparse.buffer<f32>
    }
    iter.nest "serial" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [reduction, reduction] {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
      sparse.accumulate add %x into %Yv[] : !sparse.buffer<f32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rounded = transform.sparse.match.nests nest "rounded" in %root : (!transform.any_op) -> !transform.any_op
    %serial = transform.sparse.match.nests nest "serial" in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %rounded order ["j", "i"] {reassociate} : !transform.any_op
    transform.sparse.reorder %serial order ["j", "i"] {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// Nests inside come along with their results, and a site from outside stands
// for the parent of whichever dimension it was given for.

// CHECK-LABEL: func.func @nests_inside_move_along(
// CHECK: iter.nest "rows" ("i": %{{.*}} at %[[r:.*]]) over
// CHECK: iter.nest "outer" ("k": %[[k:.*]], "l": %[[l:.*]], "j": %{{.*}} at %[[p:.*]]) over (%[[K:.*]], %[[K]], %[[J:.*]] under %[[r]] : {{.*}}) kinds [spatial, spatial, spatial] {
// CHECK: %[[MAX:.*]] = iter.nest "inner"
// CHECK: %[[BOTH:.*]] = arith.addf %[[MAX]]
// CHECK: sparse.store %[[BOTH]], %{{.*}} at [%[[p]], %[[kSite:.*]], %[[lSite:.*]]]
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @nests_inside_move_along(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?x?x?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Yv = sparse.bind %y on (%I, %J, %K, %K) : memref<?x?x?xf32> on (!dense, !rows, !dense, !dense) -> !sparse.buffer<?x?x?xf32>
    %zero = arith.constant 0.0 : f32
    iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
      iter.nest "outer" ("j": %j at %p, "k": %k at %q, "l": %l at %s) over (%J under %r, %K, %K : !rows, !dense, !dense) kinds [spatial, spatial, spatial] {
        %max = iter.nest "inner" ("m": %m) over (%K : !dense) kinds [reduction] combine [max] init(%zero) -> f32 {
          %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
          iter.yield %x : f32
        }
        %both = arith.addf %max, %zero : f32
        sparse.store %both, %Yv at [%p, %q, %s] : !sparse.buffer<?x?x?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "outer" in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests order ["k", "l", "j"] : !transform.any_op
    transform.yield
  }
}

// -----

// One loop for rows and columns stays one loop.

// CHECK-LABEL: func.func @fused_dimensions_stay_together(
// CHECK: iter.nest "sums" ("k": %{{.*}}, "i": %{{.*}}, "j": %{{.*}} at %{{.*}}) over (%{{.*}}, (%{{.*}}, %{{.*}}) : {{.*}}) kinds [spatial, spatial, spatial]
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @fused_dimensions_stay_together(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?x?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %J, %K) : memref<?x?xf32> on (!dense, !rows, !dense) -> !sparse.buffer<?x?xf32>
    %zero = arith.constant 0.0 : f32
    iter.nest "sums" ("i": %i, "j": %j at %p, "k": %k at %q) over ((%I, %J), %K : !dense, !rows, !dense) kinds [spatial, spatial, spatial] {
      sparse.store %zero, %Av at [%p, %q] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests order ["k", "i", "j"] : !transform.any_op
    transform.yield
  }
}
