// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Columns that add to rows: three chunks, which begin where the weight that is due to
// them lies, each with a copy that is -0.0 at first. What there was comes first.

// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[J:.*]] = axis.dense_fixed %[[N]]
// CHECK: %[[I:.*]] = axis.sparse_variable
// CHECK: %[[R:.*]] = axis.dense_fixed %[[M]]
// CHECK: %[[Y:.*]] = sparse.bind
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[C:.*]] = axis.dense_fixed %[[THREE]] : !axis.axis<dense_fixed, width = 3>
// CHECK: %[[P:.*]] = sparse.alloc on (%[[C]], %[[R]]) : {{.*}} -> !sparse.buffer<3x?xf32>
// CHECK: %[[ALL:.*]] = arith.maxsi %[[N]]
// CHECK: %[[STORED:.*]] = axis.position %[[I]]{{.*}} under %[[ALL]]
// CHECK: %[[TOTAL:.*]] = arith.addi %[[STORED]], %[[ALL]]
// CHECK: %[[SHARE:.*]] = arith.divui %[[TOTAL]], %[[THREE]]
// CHECK: scf.for %[[CHUNK:.*]] = %{{.*}} to %[[THREE]] step
// CHECK: %[[NOTHING:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: scf.for %[[CELL:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: sparse.store %[[NOTHING]], %[[P]] at positions [%[[CHUNK]], %[[CELL]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"]
// CHECK: %[[BEGIN:.*]]:2 = scf.while
// CHECK: %[[END:.*]]:2 = scf.while
// CHECK: scf.for %{{.*}} = %[[BEGIN]]#0 to %[[END]]#0 step
// CHECK: %[[ROW:.*]] = axis.coordinate %[[I]]
// CHECK: sparse.accumulate add %{{.*}} into %[[P]] at positions [%[[CHUNK]], %[[ROW]]]
// CHECK: role = level>}
// CHECK: } {iter.loop = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = worker>}
// CHECK: scf.for %[[AT:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[WAS:.*]] = sparse.load %[[Y]] at positions [%[[AT]]]
// CHECK: %[[FIRST:.*]] = sparse.load %[[P]] at positions [%{{.*}}, %[[AT]]]
// CHECK: %[[ONE:.*]] = arith.addf %[[WAS]], %[[FIRST]]
// CHECK: arith.addf %[[ONE]], %{{.*}}
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: sparse.store %[[SUM]], %[[Y]] at positions [%[[AT]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "combine", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>}
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @columns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !stored) -> !vector
    %R = axis.dense_fixed %m : !dense
    %Y = sparse.bind %y on (%R) : memref<?xf32> on (!dense) -> !vector
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !stored
      %begin = axis.position %I[%c0] under %j : !stored
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !stored
        %v = sparse.load %A at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.sparse.accumulate_in_copies %columns copies(%three) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// A histogram of keys from 5 on, and of each the smallest place: integers need no
// leave. Two results have copies each; a width that is known stays known.

// CHECK-LABEL: func.func @histogram(
// CHECK: sparse.alloc on ({{.*}}) : {{.*}} -> !sparse.buffer<2x16xi64>
// CHECK: %[[VALUES:.*]] = sparse.alloc on ({{.*}}) : {{.*}} -> !sparse.buffer<2x?xf32>
// CHECK: %[[PLACES:.*]] = sparse.alloc on ({{.*}}) : {{.*}} -> !sparse.buffer<2x?xindex>
// CHECK: arith.subi
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: sparse.store %[[ZERO]], %{{.*}} at positions [%{{.*}}, %{{.*}}] : !sparse.buffer<2x16xi64>
// CHECK: %[[INFINITY:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[LAST:.*]] = arith.constant 9223372036854775807 : index
// CHECK: sparse.store %[[INFINITY]], %[[VALUES]]
// CHECK: sparse.store %[[LAST]], %[[PLACES]]
// CHECK: sparse.accumulate argmin %{{.*}}, %{{.*}} into %[[VALUES]], %[[PLACES]] at positions
// CHECK: nest = "combine"
// CHECK: nest = "combine"
!dense = !axis.axis<dense_fixed>
!bins = !axis.axis<dense_fixed, width = 16>
#e = #iter.loop<nest = "count", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @histogram(%n: index, %m: index, %keys: memref<?xi32>, %x: memref<?xf32>, %h: memref<16xi64>, %v: memref<?xf32>, %w: memref<?xindex>) {
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i64
    %E = axis.dense_fixed %n : !dense
    %K = sparse.bind %keys on (%E) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
    %X = sparse.bind %x on (%E) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %B = axis.dense_fixed %c16 : !bins
    %R = axis.dense_fixed %m : !dense
    %H = sparse.bind %h on (%B) : memref<16xi64> on (!bins) -> !sparse.buffer<16xi64>
    %V = sparse.bind %v on (%R) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %W = sparse.bind %w on (%R) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
    scf.for %e = %c5 to %n step %c1 {
      %key = sparse.load %K at positions [%e] : !sparse.buffer<?xi32>
      %at = arith.index_cast %key : i32 to index
      %value = sparse.load %X at positions [%e] : !sparse.buffer<?xf32>
      sparse.accumulate add %one into %H at positions [%at] : !sparse.buffer<16xi64>
      sparse.accumulate argmin %value, %e into %V, %W at positions [%at] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
    } {iter.loop = #e}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    transform.sparse.accumulate_in_copies %elements copies(%two) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// No copies leave the loop as it is, and a handle of no loops all of them.

// CHECK-LABEL: func.func @none(
// CHECK-NOT: sparse.alloc
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}} at positions [%{{.*}}] : !sparse.buffer<?xi32>
// CHECK-NOT: nest = "combine"
// CHECK: return
!dense = !axis.axis<dense_fixed>
#e = #iter.loop<nest = "count", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @none(%n: index, %y: memref<?xi32>, %one: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%R) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
    scf.for %e = %c0 to %n step %c1 {
      sparse.accumulate add %one into %Y at positions [%c0] : !sparse.buffer<?xi32>
    } {iter.loop = #e}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.sparse.accumulate_in_copies %elements copies(%zero) : !transform.any_op, !transform.param<i64>
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.sparse.accumulate_in_copies %columns copies(%eight) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
