// RUN: sparse-opt %s --spindle-canonicalize | FileCheck %s
// RUN: sparse-opt %s --canonicalize | FileCheck %s --check-prefix=UPSTREAM

// What is canonicalized stays so.

// CHECK-LABEL: func.func @sum_of_constants(
// CHECK-NEXT: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-NEXT: return %[[FIVE]]
func.func @sum_of_constants() -> index {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %sum = arith.addi %two, %three : index
  return %sum : index
}

// CHECK-LABEL: func.func @casts_that_lose_nothing(
// CHECK-SAME: %[[NARROW:.*]]: i32, %[[INDEX:.*]]: index, %[[BYTE:.*]]: i8)
// CHECK-NEXT: return %[[NARROW]], %[[INDEX]], %[[BYTE]]
func.func @casts_that_lose_nothing(%narrow: i32, %index: index, %byte: i8) -> (i32, index, i8) {
  %wide = arith.index_cast %narrow : i32 to index
  %again = arith.index_cast %wide : index to i32
  %number = arith.index_castui %index : index to i64
  %same = arith.index_castui %number : i64 to index
  %place = arith.index_castui %byte : i8 to index
  %back = arith.index_castui %place : index to i8
  return %again, %same, %back : i32, index, i8
}

// The functions below are called like the patterns of `getUpstreamFaults`. Where UPSTREAM
// fails, upstream has mended the pattern: its row and its function can go.

// The loop ends with 20, 20 and 2, since the second value that is handed on is 2 after the
// first step.

// CHECK-LABEL: func.func @WhileMoveIfDown(
// CHECK: scf.while
// CHECK: %[[VALUE:.*]] = scf.if
// CHECK: scf.condition(%{{.*}}) %[[VALUE]], %{{.*}}
// CHECK: ^bb0(%[[FIRST:.*]]: index, %{{.*}}: index):
// CHECK-NEXT: scf.yield %[[FIRST]] : index
// UPSTREAM-LABEL: func.func @WhileMoveIfDown(
// UPSTREAM: %[[OTHER:.*]] = arith.constant 20 : index
// UPSTREAM: scf.while
// UPSTREAM: ^bb0(
// UPSTREAM-NEXT: scf.yield %[[OTHER]] : index
func.func @WhileMoveIfDown() -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %result:3 = scf.while (%state = %c0) : (index) -> (index, index, index) {
    %continue = arith.cmpi slt, %state, %c1 : index
    %value = scf.if %continue -> index {
      %next = arith.addi %state, %c2 : index
      scf.yield %next : index
    } else {
      scf.yield %c20 : index
    }
    scf.condition(%continue) %value, %value, %state : index, index, index
  } do {
  ^bb0(%first: index, %second: index, %old: index):
    scf.yield %second : index
  }
  return %result#0, %result#1, %result#2 : index, index, index
}

// CHECK-LABEL: func.func @IndexCastOfIndexCast(
// CHECK-NEXT: %[[NARROW:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK-NEXT: %[[WIDE:.*]] = arith.index_cast %[[NARROW]] : i32 to index
// CHECK-NEXT: return %[[WIDE]]
// UPSTREAM-LABEL: func.func @IndexCastOfIndexCast(
// UPSTREAM-SAME: %[[INDEX:.*]]: index)
// UPSTREAM-NEXT: return %[[INDEX]]
func.func @IndexCastOfIndexCast(%index: index) -> index {
  %narrow = arith.index_cast %index : index to i32
  %wide = arith.index_cast %narrow : i32 to index
  return %wide : index
}

// CHECK-LABEL: func.func @IndexCastUIOfIndexCastUI(
// CHECK-NEXT: %[[NARROW:.*]] = arith.index_castui %{{.*}} : index to i32
// CHECK-NEXT: %[[WIDE:.*]] = arith.index_castui %[[NARROW]] : i32 to index
// CHECK-NEXT: return %[[WIDE]]
// UPSTREAM-LABEL: func.func @IndexCastUIOfIndexCastUI(
// UPSTREAM-SAME: %[[INDEX:.*]]: index)
// UPSTREAM-NEXT: return %[[INDEX]]
func.func @IndexCastUIOfIndexCastUI(%index: index) -> index {
  %narrow = arith.index_castui %index : index to i32
  %wide = arith.index_castui %narrow : i32 to index
  return %wide : index
}
