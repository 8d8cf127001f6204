// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s --enable-var-scope

// Look-ups in formats whose levels have numbers of the pattern.

#ij = affine_map<(i, j) -> (i, j)>
#diagonal = affine_map<(i) -> (i, i)>
#i = affine_map<(i) -> (i)>
#before = affine_map<(i) -> (i - 1, i)>
!slices = !sparse.tensor<?x?xf32, #sparse.sell<2, 4, crd = i64>>
!groups = !sparse.tensor<?x?xf32, #sparse.sr_bcrs<2, 4>>
!lengths = !sparse.tensor<?x?xf32, #sparse.rowlen<4>>
!repeats = !sparse.tensor<?x?xf32, #sparse.format<(i, j) where p = order(i by length) -> (p : dense, i : singleton of p, j : compressed of p)>>
!matrix = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>

// Each row is stored once: arrays say where. Which of the steps of a slice has
// the element, nothing does.

// CHECK-LABEL: func.func @slices(
// CHECK: %[[PO:[^,]*]], %[[S:[^,]*]], %[[PI:[^,]*]], %[[I:[^,]*]], %[[J:[^,]*]], %{{[^,]*}}, %[[AV:.*]] = sparse.unpack
// CHECK: %[[M:.*]] = axis.extent %[[I]]
// CHECK-NEXT: %[[ROWS:.*]] = axis.dense_fixed %[[M]]
// CHECK-NEXT: %[[QUOTIENTS:.*]] = sparse.alloc on (%[[ROWS]]) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT: sparse.fill %[[QUOTIENTS]], %[[ZERO]]
// CHECK-NEXT: %[[REMAINDERS:.*]] = sparse.alloc on (%[[ROWS]])
// CHECK: sparse.fill %[[REMAINDERS]]
// CHECK-NEXT: iter.nest "numbers" ("d0": %[[P:.*]], "d1": %[[Q:.*]], "d2": %[[ROW:.*]]) over (%[[PO]], %[[PI]], %[[I]] : {{.*}}) kinds [spatial, spatial, spatial] {
// CHECK-NEXT: %[[P64:.*]] = arith.index_cast %[[P]] : index to i64
// CHECK-NEXT: sparse.store %[[P64]], %[[QUOTIENTS]][%[[ROW]]]
// CHECK-NEXT: %[[Q64:.*]] = arith.index_cast %[[Q]] : index to i64
// CHECK-NEXT: sparse.store %[[Q64]], %[[REMAINDERS]][%[[ROW]]]
// CHECK-NEXT: }
// CHECK: iter.nest "slices" ("d0": %[[R:.*]], "d1": %[[C:.*]]) over
// CHECK-NEXT: %[[A64:.*]] = sparse.load %[[QUOTIENTS]][%[[R]]]
// CHECK-NEXT: %[[A:.*]] = arith.index_cast %[[A64]] : i64 to index
// CHECK-NEXT: %[[B64:.*]] = sparse.load %[[REMAINDERS]][%[[R]]]
// CHECK-NEXT: %[[B:.*]] = arith.index_cast %[[B64]] : i64 to index
// CHECK-NEXT: sparse.load %[[AV]][%[[A]], any, %[[B]], %[[R]], %[[C]]]
func.func @slices(%A: !slices, %C: !matrix) {
  sparse.generic ins(%A : !slices) outs(%C : !matrix) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Coordinates that are a column's rank among those of two rows are not asked for.

// CHECK-LABEL: func.func @groups(
// CHECK-NOT: sparse.alloc
// CHECK: iter.nest "groups" ("d0": %[[R:.*]], "d1": %[[C:.*]]) over
// CHECK-NEXT: %[[IO:.*]] = affine.apply
// CHECK-NEXT: %[[II:.*]] = affine.apply
// CHECK-NEXT: sparse.load %{{.*}}[%[[IO]], any, %[[II]], any, %[[C]]]
func.func @groups(%A: !groups, %C: !matrix) {
  sparse.generic ins(%A : !groups) outs(%C : !matrix) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Three numbers above the row: its window, its length, and which it is of those
// with the length. What a sum is outside of is not looked up.

// CHECK-LABEL: func.func @lengths(
// CHECK-COUNT-3: sparse.alloc
// CHECK-NOT: sparse.alloc
// CHECK: iter.nest "numbers"
// CHECK-COUNT-3: sparse.store
// CHECK: iter.nest "lengths" ("d0": %[[I:.*]]) over
// CHECK: %[[BEFORE:.*]] = affine.apply
// CHECK: scf.if
// CHECK-COUNT-3: sparse.load %{{.*}}[%[[BEFORE]]] : !sparse.buffer<?xi32>
// CHECK: sparse.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %[[BEFORE]], %[[I]]]
// CHECK: } else {
// CHECK-NOT: sparse.load
// CHECK: sparse.store
func.func @lengths(%A: !lengths, %y: !vector) {
  sparse.generic ins(%A : !lengths) outs(%y : !vector) maps [#before, #i] kinds [spatial] borders [3.0 : f32] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Where nothing says that a row comes once, all places are looked at.

// CHECK-LABEL: func.func @repeats(
// CHECK-NOT: sparse.alloc
// CHECK: iter.nest "repeats" ("d0": %[[R:.*]], "d1": %[[C:.*]]) over
// CHECK-NEXT: sparse.load %{{.*}}[any, %[[R]], %[[C]]]
func.func @repeats(%A: !repeats, %C: !matrix) {
  sparse.generic ins(%A : !repeats) outs(%C : !matrix) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Arrays are made before the outermost loop, once for all look-ups, and a nest
// of theirs has a name of its own.

// CHECK-LABEL: func.func @in_a_loop(
// CHECK-COUNT-2: sparse.alloc
// CHECK: iter.nest "numbers_1"
// CHECK: scf.for
// CHECK-NOT: sparse.alloc
// CHECK: iter.nest "numbers"
// CHECK: sparse.load %{{.*}}[%{{.*}}, any, %{{.*}}, %{{.*}}, %{{.*}}]
// CHECK-NOT: sparse.alloc
// CHECK: sparse.load %{{.*}}[%{{.*}}, any, %{{.*}}, %{{.*}}, %{{.*}}]
func.func @in_a_loop(%A: !slices, %y: !vector, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    sparse.generic "numbers" ins(%A : !slices) outs(%y : !vector) maps [#diagonal, #i] kinds [spatial] {
    ^bb0(%a: f32):
      sparse.yield %a : f32
    }
  }
  sparse.generic "after" ins(%A : !slices) outs(%y : !vector) maps [#diagonal, #i] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// What drives is walked.

// CHECK-LABEL: func.func @driven(
// CHECK-NOT: sparse.alloc
// CHECK: sparse.load %{{.*}} at [
func.func @driven(%A: !slices, %C: !matrix) {
  sparse.generic driver(%A) ins(%A : !slices) outs(%C : !matrix) maps [#ij, #ij] kinds [spatial, spatial] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
