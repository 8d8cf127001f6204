// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// What is stored to the element before the loop becomes the initial value, and
// is not stored. The loop keeps its label.

// CHECK-LABEL: func.func @fill_folded_into_the_sum(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[XY:.*]]:2 = memref.distinct_objects %[[X]], %[[Y]]
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT: %[[V:.*]] = memref.load %[[XY]]#0[%[[J]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[ACC]], %[[V]]
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "sums", dims = ["J"], axis = dense_fixed, kind = reduction, role = level>}
// CHECK-NEXT: memref.store %[[SUM]], %[[XY]]#1[%[[I]]]
// CHECK-NEXT: }
module attributes {transform.with_named_sequence} {
  func.func @fill_folded_into_the_sum(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %xy#1[%i] : memref<?xf32>
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %xy#0[%j] : memref<?xf32>
        %sum = memref.load %xy#1[%i] : memref<?xf32>
        %new = arith.addf %sum, %v : f32
        memref.store %new, %xy#1[%i] : memref<?xf32>
      } {iter.loop = #iter.loop<nest = "sums", dims = ["J"], axis = dense_fixed, kind = reduction, role = level>}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// A loop that may not run is put into a branch, which is around the loops that
// only run it.

// CHECK-LABEL: func.func @no_fill(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %[[Y:[^:]*]]: memref<?xi32>)
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[LO]], %[[HI]]
// CHECK-NEXT: scf.if %[[RUNS]] {
// CHECK-NEXT: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[Y]][%[[I]]]
// CHECK-NEXT: %[[SUM:.*]] = scf.for %{{.*}} = %[[LO]] to %[[HI]] {{.*}} iter_args(%[[ACC:.*]] = %[[OLD]]) -> (i32) {
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[ACC]], %[[ACC]]
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[SUM]], %[[Y]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @no_fill(%n: index, %lo: index, %hi: index, %y: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %lo to %hi step %c1 {
        %old = memref.load %y[%i] : memref<?xi32>
        %new = arith.addi %old, %old : i32
        memref.store %new, %y[%i] : memref<?xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.accumulate_in_registers %root : !transform.any_op
    transform.yield
  }
}

// -----

// The branch is around the loop alone where its bounds depend on the one around
// it; one that surely runs needs none.

// CHECK-LABEL: func.func @bounds_from_around(
// CHECK: scf.for
// CHECK-NEXT: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK-NEXT: scf.if %[[RUNS]] {
// CHECK-NEXT: memref.load
// CHECK: func.func @bounds_known(
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: scf.for %{{.*}} iter_args
// CHECK-NOT: scf.if
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @bounds_from_around(%n: index, %y: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %i step %c1 {
        %old = memref.load %y[%i] : memref<?xi32>
        %new = arith.addi %old, %old : i32
        memref.store %new, %y[%i] : memref<?xi32>
      }
    }
    return
  }
  func.func @bounds_known(%n: index, %y: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %old = memref.load %y[%i] : memref<?xi32>
        %new = arith.addi %old, %old : i32
        memref.store %new, %y[%i] : memref<?xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.accumulate_in_registers %root : !transform.any_op
    transform.yield
  }
}

// -----

// Through a loop that may not run and a branch inside, whose address is made
// there: the store after the loop says that the element is there.

// CHECK-LABEL: func.func @through_loops_and_branches(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32>, %[[S:[^:]*]]: memref<?xf32>)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[PLACE:.*]] = arith.addi %[[N]], %[[N]]
// CHECK-NEXT: %[[HERE:.*]] = arith.addi %[[N]], %[[N]]
// CHECK-NEXT: %[[FIRST:.*]] = memref.load %{{.*}}#1[%[[HERE]]]
// CHECK-NEXT: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[OUTER:.*]] = %[[FIRST]]) -> (f32) {
// CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[OUTER]]) -> (f32) {
// CHECK-NEXT: %[[V:.*]] = memref.load
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpf olt, %[[V]], %[[ACC]]
// CHECK-NEXT: %[[NEW:.*]]:2 = scf.if %[[LESS]] -> (f32, f32) {
// CHECK-NEXT: scf.yield %[[V]], %[[V]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ONE]], %[[ACC]]
// CHECK-NEXT: } {mark}
// CHECK-NEXT: %[[IS:.*]] = arith.cmpf oeq, %[[NEW]]#0, %[[ONE]]
// CHECK-NEXT: %[[AGAIN:.*]] = scf.if %[[IS]] -> (f32) {
// CHECK-NEXT: scf.yield %[[ONE]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[NEW]]#1
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[AGAIN]]
// CHECK: scf.yield %[[INNER]]
// CHECK-NOT: memref.store %[[LAST]]
// CHECK: memref.store %[[ONE]], %{{.*}}#1[%[[PLACE]]]
module attributes {transform.with_named_sequence} {
  func.func @through_loops_and_branches(%n: index, %x: memref<?xf32>, %s: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %xs:2 = memref.distinct_objects %x, %s : memref<?xf32>, memref<?xf32>
    %place = arith.addi %n, %n : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %i step %c1 {
        %v = memref.load %xs#0[%j] : memref<?xf32>
        %here = arith.addi %n, %n : index
        %old = memref.load %xs#1[%here] : memref<?xf32>
        %less = arith.cmpf olt, %v, %old : f32
        %r = scf.if %less -> (f32) {
          memref.store %v, %xs#1[%here] : memref<?xf32>
          scf.yield %v : f32
        } else {
          scf.yield %one : f32
        } {mark}
        %again = arith.cmpf oeq, %r, %one : f32
        scf.if %again {
          memref.store %one, %xs#1[%here] : memref<?xf32>
        }
      }
    }
    memref.store %one, %xs#1[%place] : memref<?xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.accumulate_in_registers %root : !transform.any_op
    transform.yield
  }
}

// -----

// Two memories that one loop updates together; two elements of one memory at a
// constant distance. What another element of it may be is left in memory.

// CHECK-LABEL: func.func @pairs(
// CHECK: %[[MINS:.*]]:2 = memref.distinct_objects
// CHECK: %[[PAIR:.*]]:2 = scf.for {{.*}} iter_args(%[[MIN:.*]] = %{{.*}}, %[[WHERE:.*]] = %{{.*}}) -> (f32, index) {
// CHECK-NOT: memref.store
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-DAG: memref.store %[[PAIR]]#0, %[[MINS]]#0[%{{.*}}]
// CHECK-DAG: memref.store %[[PAIR]]#1, %[[MINS]]#1[%{{.*}}]
// CHECK-LABEL: func.func @neighbours(
// CHECK: %[[TWO:.*]]:2 = scf.for {{.*}} iter_args
// CHECK-NOT: memref.load
// CHECK: scf.yield
// CHECK-LABEL: func.func @left_in_memory(
// CHECK: scf.for %{{.*}} = %{{[^ ]*}} to %{{[^ ]*}} step %{{[^ ]*}} {
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
module attributes {transform.with_named_sequence} {
  func.func @pairs(%n: index, %v: f32, %mins: memref<?xf32>, %places: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %y:2 = memref.distinct_objects %mins, %places : memref<?xf32>, memref<?xindex>
    scf.for %j = %c0 to %c4 step %c1 {
      %min = memref.load %y#0[%n] : memref<?xf32>
      %where = memref.load %y#1[%n] : memref<?xindex>
      %less = arith.cmpf olt, %v, %min : f32
      %min1 = arith.select %less, %v, %min : f32
      %where1 = arith.select %less, %j, %where : index
      memref.store %min1, %y#0[%n] : memref<?xf32>
      memref.store %where1, %y#1[%n] : memref<?xindex>
    }
    return
  }
  func.func @neighbours(%n: index, %v: f32, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %next = arith.addi %n, %c1 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %y[%n] : memref<?xf32>
      %b = memref.load %y[%next] : memref<?xf32>
      memref.store %b, %y[%n] : memref<?xf32>
      memref.store %a, %y[%next] : memref<?xf32>
    }
    return
  }
  func.func @left_in_memory(%n: index, %m: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %y[%n] : memref<?xf32>
      %b = memref.load %y[%m] : memref<?xf32>
      memref.store %b, %y[%n] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.accumulate_in_registers %root : !transform.any_op
    transform.yield
  }
}

// -----

// A loop that may have nothing to add carries an element that exists all the same; one
// of which that is not known is carried only where something is added.

// CHECK-LABEL: func.func @sums_over_fibres_in_fibres(
// CHECK-SAME: %[[R:[^:]*]]: index, %[[Y:[^:]*]]: memref<?xf32>
// CHECK: %[[BEFORE:.*]] = memref.load %[[Y]][%[[R]]]
// CHECK-NEXT: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[OUTER:.*]] = %[[BEFORE]]) -> (f32) {
// CHECK: %[[PART:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OUTER]]) -> (f32) {
// CHECK: scf.yield %[[PART]]
// CHECK: memref.store %[[SUM]], %[[Y]][%[[R]]]
// CHECK-NEXT: return

// CHECK-LABEL: func.func @rows_that_may_be_missing(
// CHECK-NOT: memref.load {{.*}}xf32>
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: memref.load {{.*}}xf32>
// CHECK-NEXT: scf.for {{.*}} iter_args(
module attributes {transform.with_named_sequence} {
  func.func @sums_over_fibres_in_fibres(%r: index, %y: memref<?xf32>, %n: index, %pos: memref<?xindex>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %yp:2 = memref.distinct_objects %y, %pos : memref<?xf32>, memref<?xindex>
    scf.for %j = %c0 to %n step %c1 {
      %end = memref.load %yp#1[%j] : memref<?xindex>
      scf.for %k = %c0 to %end step %c1 {
        %sum = memref.load %y[%r] {sparse.exists} : memref<?xf32>
        %new = arith.addf %sum, %v : f32
        memref.store %new, %y[%r] {sparse.exists} : memref<?xf32>
      }
    }
    return
  }
  func.func @rows_that_may_be_missing(%r: index, %y: memref<?xf32>, %n: index, %pos: memref<?xindex>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %yp:2 = memref.distinct_objects %y, %pos : memref<?xf32>, memref<?xindex>
    scf.for %j = %c0 to %n step %c1 {
      %end = memref.load %yp#1[%j] : memref<?xindex>
      scf.for %k = %c0 to %end step %c1 {
        %sum = memref.load %y[%r] : memref<?xf32>
        %new = arith.addf %sum, %v : f32
        memref.store %new, %y[%r] : memref<?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.accumulate_in_registers %root {where_legal} : !transform.any_op
    transform.yield
  }
}
