// RUN: sparse-opt %s --spindle-outline-parallel --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --spindle-outline-parallel --allow-unregistered-dialect > %t.once
// RUN: sparse-opt %t.once --spindle-outline-parallel --allow-unregistered-dialect | diff %t.once -

// The example of the pass.

// RUN: sparse-opt %S/Inputs/square.mlir --spindle-outline-parallel --canonicalize --allow-unregistered-dialect > %t.square
// RUN: sparse-opt %S/Inputs/square-outlined.mlir --canonicalize --allow-unregistered-dialect | diff %t.square -

// The loop is moved: what it uses is passed, constants go along, and what is said
// of the memory that it writes is said again, of no other memory.

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[A:[^:]*]]: memref<?xf32>, %[[B:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>
// CHECK: %[[AB:.*]]:2 = memref.distinct_objects %[[A]], %[[B]]
// CHECK: %[[AY:.*]]:2 = memref.distinct_objects %[[AB]]#0, %[[Y]]
// CHECK: scf.forall (%[[T:.*]]) in
// CHECK-NEXT: %[[PART:.*]]:2 = "test.chunk"(%[[T]])
// CHECK-NEXT: call @sums.sums.body(%[[PART]]#0, %[[PART]]#1, %[[AY]]#0, %[[AB]]#1, %[[AY]]#1) :
// CHECK-NEXT: } {iter.loop = {{.*}}role = worker>}
// CHECK: func.func private @sums.sums.body(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %[[A:[^:]*]]: memref<?xf32>, %[[B:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK-SAME: attributes {iter.body_of = @sums, llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK-NEXT: %[[D:.*]]:2 = memref.distinct_objects %[[A]], %[[Y]] :
// CHECK-NOT: memref.distinct_objects
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.0
// CHECK: scf.for %[[I:.*]] = %[[LO]] to %[[HI]] step %[[ONE]] {
// CHECK-NEXT: %[[X0:.*]] = memref.load %[[D]]#0[%[[I]]]
// CHECK-NEXT: %[[X1:.*]] = memref.load %[[B]][%[[I]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X0]], %[[X1]]
// CHECK-NEXT: %[[TWICE:.*]] = arith.mulf %[[SUM]], %[[TWO]]
// CHECK-NEXT: memref.store %[[TWICE]], %[[D]]#1[%[[I]]]
// CHECK-NEXT: } {iter.loop = {{.*}}role = level>}
// CHECK-NEXT: return
func.func @sums(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %y: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %ab:2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
  %ay:2 = memref.distinct_objects %ab#0, %y : memref<?xf32>, memref<?xf32>
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    %lo, %hi = "test.chunk"(%t) : (index) -> (index, index)
    scf.for %i = %lo to %hi step %c1 {
      %x0 = memref.load %ay#0[%i] : memref<?xf32>
      %x1 = memref.load %ab#1[%i] : memref<?xf32>
      %sum = arith.addf %x0, %x1 : f32
      %twice = arith.mulf %sum, %two : f32
      memref.store %twice, %ay#1[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// What a function allocates is distinct from its arguments and from what else it
// allocates; views go back to what they are of. A call may write all it is given.

// CHECK-LABEL: func.func private @allocations.n.body(
// CHECK-SAME: %{{[^:]*}}: index, %{{[^:]*}}: index, %[[OWN:[^:]*]]: memref<?xf32>, %[[OTHER:[^:]*]]: memref<4xf32>, %[[X:[^:]*]]: memref<?xf32>, %[[Z:[^:]*]]: memref<?xf32>)
// CHECK-DAG: %[[D0:.*]]:2 = memref.distinct_objects %[[OWN]], %[[OTHER]]
// CHECK-DAG: %[[D1:.*]]:2 = memref.distinct_objects %[[D0]]#0, %[[X]]
// CHECK-DAG: %[[D2:.*]]:2 = memref.distinct_objects %[[D1]]#0, %[[Z]]
// CHECK-DAG: %[[D3:.*]]:2 = memref.distinct_objects %[[D0]]#1, %[[D1]]#1
// CHECK-DAG: %[[D4:.*]]:2 = memref.distinct_objects %[[D3]]#0, %[[D2]]#1
// CHECK-NOT: memref.distinct_objects
// CHECK: return
func.func @allocations(%n: index, %x: memref<?xf32>, %z: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %own = memref.alloc(%n) : memref<?xf32>
  %other = memref.alloca() : memref<4xf32>
  %view = memref.cast %own : memref<?xf32> to memref<?xf32>
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    scf.for %i = %t to %n step %c1 {
      func.call @write(%view, %other) : (memref<?xf32>, memref<4xf32>) -> ()
      %v = memref.load %x[%i] : memref<?xf32>
      %w = memref.load %z[%i] : memref<?xf32>
      "test.use"(%v, %w) : (f32, f32) -> ()
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  memref.dealloc %own : memref<?xf32>
  return
}
func.func private @write(memref<?xf32>, memref<4xf32>)

// Of two names of one memory, and of memory that is only read, nothing is said.

// CHECK-LABEL: func.func private @one_memory.n.body(
// CHECK-NOT: memref.distinct_objects
// CHECK: return
func.func @one_memory(%n: index, %x: memref<?xf32>, %z: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %view = memref.cast %x : memref<?xf32> to memref<*xf32>
  %again = memref.cast %view : memref<*xf32> to memref<?xf32>
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    scf.for %i = %t to %n step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = memref.load %z[%i] : memref<?xf32>
      "test.use"(%w) : (f32) -> ()
      memref.store %v, %again[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// Two loops of one name are two functions, in order; a value that only one chunk
// has is passed like others.

// CHECK-LABEL: func.func @twice(
// CHECK: %[[W:.*]] = arith.muli
// CHECK: call @twice.n.body(%{{[^,]*}}, %{{[^,]*}}, %[[W]])
// CHECK: call @twice.n.body_0(
// CHECK: func.func private @twice.n.body(
// CHECK: "test.first"
// CHECK: func.func private @twice.n.body_0(
// CHECK: "test.second"
// CHECK-LABEL: func.func @behind
func.func @twice(%n: index) {
  %c1 = arith.constant 1 : index
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    %w = arith.muli %t, %n : index
    scf.for %i = %t to %n step %c1 {
      "test.first"(%i, %w) : (index, index) -> ()
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  %again = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%again) {
    scf.for %i = %t to %n step %c1 {
      "test.second"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
func.func @behind() {
  return
}

// Nests that share rows get a function each.

// CHECK-LABEL: func.func @two_nests(
// CHECK: scf.forall (%[[T:.*]]) in
// CHECK-NEXT: call @two_nests.first.body(%[[T]], %{{.*}})
// CHECK-NEXT: call @two_nests.second.body(%[[T]], %{{.*}})
// CHECK-NEXT: } {iter.loop = {{.*}}role = worker>}
// CHECK: func.func private @two_nests.first.body(
// CHECK: "test.first"
// CHECK: func.func private @two_nests.second.body(
// CHECK: "test.second"
func.func @two_nests(%n: index) {
  %c1 = arith.constant 1 : index
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    scf.for %i = %t to %n step %c1 {
      "test.first"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    scf.for %i = %t to %n step %c1 {
      "test.second"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// Loops that are not those of workers stay where they are.

// CHECK-LABEL: func.func @left_alone(
// CHECK-NOT: call
// CHECK: return
func.func @left_alone(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    scf.for %j = %c0 to %n step %c1 {
      "test.use"(%i, %j) : (index, index) -> ()
    } {iter.loop = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

func.func private @spindle.workers(index) -> index

// What a loop hands on to its next iteration, as a look-up that is carried on does,
// begins as before: the start is passed.

// CHECK-LABEL: func.func @handed_on(
// CHECK: scf.forall (%[[T:.*]]) in
// CHECK-NEXT: %[[START:.*]] = "test.start"(%[[T]])
// CHECK-NEXT: call @handed_on.n.body(%[[T]], %{{.*}}, %{{.*}}, %[[START]]) :
// CHECK-NEXT: } {iter.loop = {{.*}}role = worker>}
// CHECK: func.func private @handed_on.n.body(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %{{[^:]*}}: memref<?xindex>, %[[FIRST:[^:]*]]: index)
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step %{{.*}} iter_args(%{{.*}} = %[[FIRST]])
func.func @handed_on(%n: index, %y: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    %start = "test.start"(%t) : (index) -> index
    %last = scf.for %i = %t to %n step %c1 iter_args(%p = %start) -> (index) {
      %next = "test.next"(%p, %i) : (index, index) -> index
      memref.store %next, %y[%i] : memref<?xindex>
      scf.yield %next : index
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// Memory beside the function is found there, and is not passed.

// CHECK-LABEL: func.func @table(
// CHECK: call @table.n.body(%{{.*}}, %{{.*}}, %{{.*}}) : (index, index, memref<?xf32>) -> ()
// CHECK: func.func private @table.n.body(
// CHECK: memref.get_global @numbers
// CHECK: return
memref.global "private" constant @numbers : memref<2xf32> = dense<[1.0, 2.0]>
func.func @table(%n: index, %y: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %numbers = memref.get_global @numbers : memref<2xf32>
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    %lo, %hi = "test.chunk"(%t) : (index) -> (index, index)
    scf.for %i = %lo to %hi step %c1 {
      %x = memref.load %numbers[%c1] : memref<2xf32>
      memref.store %x, %y[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
