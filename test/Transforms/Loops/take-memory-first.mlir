// RUN: sparse-opt %s --spindle-take-memory-first --split-input-file --allow-unregistered-dialect | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[N:.*]]: index, %[[X:.*]]: memref<?xf32>) -> i64 attributes {sparse.missing_memory}
// CHECK: %[[MEMORY:.*]] = memref.alloc(%[[N]])
// CHECK: cf.cond_br %{{.*}}, ^[[GO:.*]], ^[[LEAVE:.*]]
// CHECK: ^[[GO]]:
// CHECK: "test.write"(%[[X]])
// CHECK: "test.use"(%[[X]], %[[MEMORY]])
// CHECK: memref.dealloc %[[MEMORY]]
// CHECK: %[[NONE:.*]] = arith.constant 0 : i64
// CHECK: return %[[NONE]]
// CHECK: ^[[LEAVE]]:
// CHECK: memref.dealloc %[[MEMORY]]
// CHECK: return
func.func @twice(%n: index, %X: memref<?xf32>) {
  "test.write"(%X) : (memref<?xf32>) -> ()
  %a = memref.alloc(%n) : memref<?xf32>
  "test.use"(%X, %a) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// Positions are as they were, wherever they are read.

// CHECK-LABEL: func.func @by_positions(
// CHECK: memref.load
// CHECK: %[[MEMORY:.*]] = memref.alloc
// CHECK: cf.cond_br
// CHECK: memref.store
// CHECK-NOT: memref.alloc
func.func @by_positions(%n: index, %P: memref<?xi32> {sparse.access = "read"}, %X: memref<?xf32> {sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  memref.store %zero, %X[%c0] : memref<?xf32>
  %last = memref.load %P[%n] : memref<?xi32>
  %count = arith.index_cast %last : i32 to index
  %a = memref.alloc(%count) : memref<?xf32>
  memref.store %zero, %a[%c0] : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// One allocation serves all iterations, and each check comes before its use.

// CHECK-LABEL: func.func @in_loops(
// CHECK: %[[FIRST:.*]] = memref.alloc()
// CHECK: cf.cond_br
// CHECK: memref.store %{{.*}}, %[[FIRST]]
// CHECK: %[[SECOND:.*]] = memref.alloc(
// CHECK: cf.cond_br
// CHECK: scf.for
// CHECK: scf.if
// CHECK: "test.use"(%{{.*}}, %[[SECOND]])
// CHECK-NOT: memref.alloc
// CHECK: memref.dealloc %[[SECOND]]
func.func @in_loops(%n: index, %is: i1, %X: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.store %zero, %a[%c0] : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %is {
      %b = memref.alloc(%n) : memref<?xf32>
      "test.use"(%X, %b) : (memref<?xf32>, memref<?xf32>) -> ()
      memref.dealloc %b : memref<?xf32>
    }
  }
  memref.dealloc %a : memref<8xf32>
  return
}

// -----

// A worker has a part, which begins with a line of a cache.

// CHECK-LABEL: func.func @in_workers(
// CHECK: %[[WORKERS:.*]] = call @spindle.workers
// CHECK: %[[ALL:.*]] = memref.alloc(%[[WORKERS]], %[[BYTES:.*]]) {alignment = 64 : i64} : memref<?x?xi8>
// CHECK: scf.forall (%[[WORKER:.*]]) in (%[[WORKERS]])
// CHECK: %[[BEGIN:.*]] = arith.muli %[[WORKER]], %[[BYTES]]
// CHECK: %[[OWN:.*]] = memref.view %{{.*}}[%[[BEGIN]]]
// CHECK: call @body(%{{.*}}, %[[OWN]], %{{.*}})
// CHECK: memref.dealloc %[[ALL]]
// CHECK-LABEL: func.func private @body(
// CHECK-SAME: %[[GIVEN:[^:]*]]: memref<?xf32>) {
// CHECK-NOT: memref.alloc
func.func private @spindle.workers(index) -> index
func.func @in_workers(%n: index, %X: memref<?xf32>) {
  %workers = call @spindle.workers(%n) : (index) -> index
  scf.forall (%worker) in (%workers) {
    %a = memref.alloc(%n) : memref<?xf32>
    func.call @body(%X, %a, %n) : (memref<?xf32>, memref<?xf32>, index) -> ()
    memref.dealloc %a : memref<?xf32>
  }
  return
}
func.func private @body(%X: memref<?xf32>, %a: memref<?xf32>, %n: index) {
  %b = memref.alloc(%n) : memref<?xf32>
  "test.use"(%X, %a, %b) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %b : memref<?xf32>
  return
}

// -----

// Sizes that are not known before end the process where there is no memory.

// CHECK-LABEL: func.func @late(
// CHECK-SAME: memref<?xindex>) {
// CHECK: "test.write"
// CHECK: memref.alloc
// CHECK: cf.assert
func.func @late(%X: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  "test.write"(%X) : (memref<?xindex>) -> ()
  %n = memref.load %X[%c0] : memref<?xindex>
  %a = memref.alloc(%n) : memref<?xf32>
  "test.use"(%X, %a) : (memref<?xindex>, memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @with_a_result(
// CHECK-SAME: -> f32 {
// CHECK: memref.alloc
// CHECK: cf.assert
func.func @with_a_result(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %x = memref.load %a[%c0] : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @without_memory(
// CHECK-SAME: memref<?xf32>) {
// CHECK-NEXT: "test.write"
// CHECK-NEXT: return
func.func @without_memory(%X: memref<?xf32>) {
  "test.write"(%X) : (memref<?xf32>) -> ()
  return
}

// A function without arguments is a program of its own, and returns nothing.

// CHECK-LABEL: func.func @program_of_its_own() {
// CHECK: %[[MEMORY:.*]] = memref.alloc
// CHECK: cf.assert
// CHECK: "test.use"(%[[MEMORY]])
// CHECK: return{{$}}
func.func @program_of_its_own() {
  %a = memref.alloc() : memref<8xf32>
  "test.use"(%a) : (memref<8xf32>) -> ()
  memref.dealloc %a : memref<8xf32>
  return
}
