// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Y[t, o] += W[o, f] X[t, f]: tokens come first, and vectors are of tokens. X, which is
// read, is copied before; Y, which is filled first, is copied back alone.

// CHECK-LABEL: func.func @tokens_first(
// CHECK-SAME: %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, {{.*}} %[[WM:.*]]: memref<?xf32>, %[[XM:.*]]: memref<?x?xf32>, %[[YM:.*]]: memref<?x?xf32>)
// CHECK: %[[X:.*]] = sparse.bind %[[XM]] on (%[[T:.*]], %[[F:.*]]) :
// CHECK: %[[XC:.*]] = sparse.alloc on (%[[F]], %[[T]]) :
// CHECK: %[[Y:.*]] = sparse.bind %[[YM]] on (%[[T]], %[[O:.*]]) :
// CHECK: %[[YC:.*]] = sparse.alloc on (%[[O]], %[[T]]) :
// CHECK: sparse.fill %[[YC]],
// CHECK: iter.nest "layout" ("d0": %{{.*}} at %[[D0:.*]], "d1": %{{.*}} at %[[D1:.*]]) over (%[[F]], %[[T]] :
// CHECK-NEXT: %[[V:.*]] = sparse.load %[[X]] at [%[[D1]], %[[D0]]]
// CHECK-NEXT: sparse.store %[[V]], %[[XC]] at [%[[D0]], %[[D1]]]
// CHECK: iter.nest "linear" ("O": %[[o:.*]], "T": %[[t:.*]], "F": %[[f:.*]] at %{{.*}}) {{.*}} attributes {noted = 7 : i64} {
// CHECK: sparse.load %[[XC]][%[[f]], %[[t]]]
// CHECK: sparse.accumulate add %{{.*}} into %[[YC]][%[[o]], %[[t]]]
// CHECK: iter.nest "relu" ("T": %[[t:.*]] at %[[ts:.*]], "O": %[[o:.*]] at %[[os:.*]]) over (%[[T]], %[[O]] :
// CHECK: sparse.load %[[YC]] at [%[[os]], %[[ts]]]
// CHECK: sparse.store %{{.*}}, %[[YC]] at [%[[os]], %[[ts]]]
// CHECK: iter.nest "layout" ("d0": %{{.*}} at %[[D0:.*]], "d1": %{{.*}} at %[[D1:.*]]) over (%[[O]], %[[T]] :
// CHECK-NEXT: %[[V:.*]] = sparse.load %[[YC]] at [%[[D0]], %[[D1]]]
// CHECK-NEXT: sparse.store %[[V]], %[[Y]] at [%[[D1]], %[[D0]]]
// CHECK: return
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @tokens_first(%m: index, %n: index, %tokens: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %w: memref<?xf32>, %x: memref<?x?xf32>, %y: memref<?x?xf32>) {
    %zero = arith.constant 0.0 : f32
    %T = axis.dense_fixed %tokens : !dense
    %O = axis.dense_fixed %m : !dense
    %Fd = axis.dense_fixed %n : !dense
    %F = axis.sparse_variable %n of %O positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Wv = sparse.bind %w on (%O, %F) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Xv = sparse.bind %x on (%T, %Fd) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %Yv = sparse.bind %y on (%T, %O) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    sparse.fill %Yv, %zero : !sparse.buffer<?x?xf32>
    iter.nest "linear" ("O": %o, "T": %t, "F": %f at %p) over (%O, %T, %F of 0 : !dense, !dense, !rows) kinds [spatial, spatial, reduction] attributes {noted = 7 : i64} {
      %a = sparse.load %Wv at [%p] : !sparse.buffer<?xf32>
      %b = sparse.load %Xv[%t, %f] : !sparse.buffer<?x?xf32>
      %c = arith.mulf %a, %b : f32
      sparse.accumulate add %c into %Yv[%t, %o] : !sparse.buffer<?x?xf32>
    }
    iter.nest "relu" ("T": %t at %ts, "O": %o at %os) over (%T, %O : !dense, !dense) kinds [spatial, spatial] {
      %a = sparse.load %Yv at [%ts, %os] : !sparse.buffer<?x?xf32>
      %b = arith.maximumf %a, %zero : f32
      sparse.store %b, %Yv at [%ts, %os] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nest = transform.sparse.match.nests nest "linear" in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.layout %nest columns_last : !transform.any_op
    // Nothing is left to do.
    transform.sparse.layout %nest last "T" : !transform.any_op
    transform.yield
  }
}

// -----

// Memory of the function's own has the layout from the start: of three dimensions, the
// two others keep their order. What is stored then tells the order of its nest.

// CHECK-LABEL: func.func @own_memory(
// CHECK: %[[M:.*]] = sparse.alloc on (%[[J:.*]], %[[K:.*]], %[[I:.*]]) : {{.*}} -> !sparse.buffer<8x?x4xf32>
// CHECK: iter.nest "made" ("j": %{{.*}} at %[[j:.*]], "k": %{{.*}} at %[[k:.*]], "i": %{{.*}} at %[[i:.*]]) over (%[[J]], %[[K]], %[[I]] :
// CHECK-NEXT: sparse.store %{{.*}}, %[[M]] at [%[[j]], %[[k]], %[[i]]]
// CHECK: iter.nest "used" ("i": %[[i:.*]], "j": %[[j:.*]], "k": %[[k:.*]]) over (%[[I]], %[[J]], %[[K]] :
// CHECK-NEXT: sparse.load %[[M]][%[[j]], %[[k]], %[[i]]]
// CHECK-NOT: "layout"
// CHECK: return
!four = !axis.axis<dense_fixed, width = 4>
!eight = !axis.axis<dense_fixed, width = 8>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @own_memory(%n: index, %y: memref<4xf32>) {
    %one = arith.constant 1.0 : f32
    %four = arith.constant 4 : index
    %eight = arith.constant 8 : index
    %I = axis.dense_fixed %four : !four
    %J = axis.dense_fixed %eight : !eight
    %K = axis.dense_fixed %n : !dense
    %M = sparse.alloc on (%I, %J, %K) : (!four, !eight, !dense) -> !sparse.buffer<4x8x?xf32>
    %Yv = sparse.bind %y on (%I) : memref<4xf32> on (!four) -> !sparse.buffer<4xf32>
    iter.nest "made" ("i": %i at %is, "j": %j at %js, "k": %k at %ks) over (%I, %J, %K : !four, !eight, !dense) kinds [spatial, spatial, spatial] {
      sparse.store %one, %M at [%is, %js, %ks] : !sparse.buffer<4x8x?xf32>
    }
    iter.nest "used" ("i": %i, "j": %j, "k": %k) over (%I, %J, %K : !four, !eight, !dense) kinds [spatial, reduction, reduction] {
      %a = sparse.load %M[%i, %j, %k] : !sparse.buffer<4x8x?xf32>
      sparse.accumulate add %a into %Yv[%i] : !sparse.buffer<4xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %used = transform.sparse.match.nests nest "used" in %root : (!transform.any_op) -> !transform.any_op
    %made = transform.sparse.match.nests nest "made" in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.layout %used columns_last : !transform.any_op
    transform.sparse.reorder %made as_stored : !transform.any_op
    transform.yield
  }
}

// -----

// What is stored at sums comes in their order, and what is read along rows right
// outside of the last.

// CHECK-LABEL: func.func @stored_at_sums(
// CHECK: iter.nest "copy" ("b": %{{.+}}, "k": %{{.+}}, "t": %{{.+}}) over
!eight = !axis.axis<dense_fixed, width = 8>
!four = !axis.axis<dense_fixed, width = 4>
!two = !axis.axis<dense_fixed, width = 2>
module attributes {transform.with_named_sequence} {
  func.func @stored_at_sums(%x: memref<2x4x8xf32>, %y: memref<8x8xf32>) {
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    %B = axis.dense_fixed %c2 : !two
    %T = axis.dense_fixed %c4 : !four
    %K = axis.dense_fixed %c8 : !eight
    %Xv = sparse.bind %x on (%B, %T, %K) : memref<2x4x8xf32> on (!two, !four, !eight) -> !sparse.buffer<2x4x8xf32>
    %Yv = sparse.bind %y on (%K, %K) : memref<8x8xf32> on (!eight, !eight) -> !sparse.buffer<8x8xf32>
    iter.nest "copy" ("b": %b, "t": %t, "k": %k) over (%B, %T, %K : !two, !four, !eight) kinds [spatial, spatial, spatial] {
      %v = sparse.load %Xv[%b, %t, %k] : !sparse.buffer<2x4x8xf32>
      %i = affine.apply affine_map<(b, t) -> (4 * b + t)>(%b, %t)
      sparse.store %v, %Yv[%k, %i] : !sparse.buffer<8x8xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests as_stored : !transform.any_op
    transform.yield
  }
}
