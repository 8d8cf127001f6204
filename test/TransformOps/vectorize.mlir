// RUN: sparse-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

// The loop over elements stays one loop, which carries a vector of columns for
// each that is interleaved. The remainder is done by as few vectors as hold it.
// Rows are addressed once.

// CHECK-LABEL: func.func @columns_around_a_sum(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %[[VAL:[^:]*]]: memref<?xf32>, %[[B:[^:]*]]: memref<?x?xf32>, %[[C:[^:]*]]: memref<?x?xf32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[BC:.*]]:2 = memref.distinct_objects
// CHECK: %[[N:.*]] = memref.dim %[[BC]]#1, %[[C1]]
// CHECK: %[[REST:.*]] = arith.remui %[[N]], %[[C8]]
// CHECK: %[[END:.*]] = arith.subi %[[N]], %[[REST]]
// CHECK: scf.for %[[K:.*]] = %[[C0]] to %[[END]] step %[[C8]] {
// CHECK-NEXT: %[[SUMS:.*]]:2 = scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step %[[C1]] iter_args(%[[A0:.*]] = %[[ZERO]], %[[A1:.*]] = %[[ZERO]]) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %[[X:.*]] = memref.load %[[VAL]][%[[P]]]
// CHECK-NEXT: %[[XS:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[ROW:.*]] = memref.subview %[[BC]]#0[%[[P]], %[[K]]] [1, 8] [1, 1]
// CHECK-NEXT: %[[Y0:.*]] = vector.load %[[ROW]][%[[C0]]]
// CHECK-NEXT: %[[Y1:.*]] = vector.load %[[ROW]][%[[C4]]]
// CHECK-NEXT: %[[M0:.*]] = arith.mulf %[[XS]], %[[Y0]] fastmath<contract> : vector<4xf32>
// CHECK-NEXT: %[[M1:.*]] = arith.mulf %[[XS]], %[[Y1]] fastmath<contract> : vector<4xf32>
// CHECK-NEXT: %[[S0:.*]] = arith.addf %[[A0]], %[[M0]] fastmath<contract>
// CHECK-NEXT: %[[S1:.*]] = arith.addf %[[A1]], %[[M1]] fastmath<contract>
// CHECK-NEXT: scf.yield %[[S0]], %[[S1]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "rows", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
// CHECK-NEXT: %[[OUT:.*]] = memref.subview %[[BC]]#1[%[[LO]], %[[K]]] [1, 8] [1, 1]
// CHECK-NEXT: vector.store %[[SUMS]]#0, %[[OUT]][%[[C0]]]
// CHECK-NEXT: vector.store %[[SUMS]]#1, %[[OUT]][%[[C4]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "rows", dims = ["K"], axis = dense_fixed, kind = spatial, role = tile>}
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[REST]], %[[C3]]
// CHECK-NEXT: %[[VECTORS:.*]] = arith.divui %[[UP]], %[[C4]]
// CHECK-NEXT: scf.index_switch %[[VECTORS]]
// CHECK-NEXT: case 1 {
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[REST]] : vector<4xi1>
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step %[[C1]] iter_args(%{{.*}} = %[[ZERO]]) -> (vector<4xf32>) {
// CHECK: vector.maskedload %[[BC]]#0[%[[P]], %[[END]]], %[[MASK]], %[[ZERO]]
// CHECK: vector.maskedstore %[[BC]]#1[%[[LO]], %[[END]]], %[[MASK]], %[[SUM]]
// CHECK: case 2 {
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[REST]], %[[C4]]
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[LAST]] : vector<4xi1>
// CHECK-NEXT: %[[SUMS:.*]]:2 = scf.for
// CHECK: %[[ROW:.*]] = memref.subview %[[BC]]#0[%{{.*}}, %[[END]]] [1, %[[REST]]] [1, 1]
// CHECK-NEXT: vector.load %[[ROW]][%[[C0]]]
// CHECK-NEXT: vector.maskedload %[[ROW]][%[[C4]]], %[[MASK]], %[[ZERO]]
// CHECK: default {
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @columns_around_a_sum(%lo: index, %hi: index, %val: memref<?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    %vc:2 = memref.distinct_objects %val, %bc#1 : memref<?xf32>, memref<?x?xf32>
    %n = memref.dim %bc#1, %c1 : memref<?x?xf32>
    scf.for %k = %c0 to %n step %c1 {
      %sum = scf.for %p = %lo to %hi step %c1 iter_args(%acc = %zero) -> (f32) {
        %x = memref.load %val[%p] : memref<?xf32>
        %y = memref.load %bc#0[%p, %k] : memref<?x?xf32>
        %xy = arith.mulf %x, %y fastmath<contract> : f32
        %new = arith.addf %acc, %xy fastmath<contract> : f32
        scf.yield %new : f32
      } {iter.loop = #iter.loop<nest = "rows", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
      memref.store %sum, %bc#1[%lo, %k] : memref<?x?xf32>
    } {iter.loop = #iter.loop<nest = "rows", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops interleave(%two) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Of a known number of iterations one block is no loop, and the remainder has
// one size.

// CHECK-LABEL: func.func @block_and_remainder_of_known_sizes(
// CHECK-SAME: %[[X:.*]]: memref<23xf32>)
// CHECK-DAG: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : vector<8xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NOT: scf
// CHECK: %[[ROW:.*]] = memref.subview %[[X]][0] [16] [1]
// CHECK-NEXT: vector.store %[[TWO]], %[[ROW]][%[[C0]]]
// CHECK-NEXT: vector.store %[[TWO]], %[[ROW]][%[[C8]]]
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [7] : vector<8xi1>
// CHECK-NEXT: vector.maskedstore %[[X]][%[[C16]]], %[[MASK]], %[[TWO]]
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @block_and_remainder_of_known_sizes(%x: memref<23xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c23 = arith.constant 23 : index
    %two = arith.constant 2.0 : f32
    scf.for %k = %c0 to %c23 step %c1 {
      memref.store %two, %x[%k] : memref<23xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) interleave(%two) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// A sum of products along a fibre. Coordinates are loaded where they are used.
// The remainder does not wait for the vectors.

// CHECK-LABEL: func.func @sum_along_a_fibre(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %[[CRD:[^:]*]]: memref<?xi32>, %[[VAL:[^:]*]]: memref<?xf32>, %[[X:[^:]*]]: memref<?xf32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK: %[[LENGTH:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK: arith.maxsi %[[LENGTH]]
// CHECK: %[[END:.*]] = arith.addi %[[LO]]
// CHECK: %[[SUMS:.*]] = scf.for %[[P:.*]] = %[[LO]] to %[[END]] step %{{.*}} iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<4xf32>) {
// CHECK-DAG: %[[J0:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK-DAG: %[[P1:.*]] = arith.addi %[[P]], %c1
// CHECK-DAG: memref.load %[[CRD]][%[[P1]]]
// CHECK-DAG: %[[AT0:.*]] = arith.index_cast %[[J0]] : i32 to index
// CHECK-DAG: %[[X0:.*]] = memref.load %[[X]][%[[AT0]]]
// CHECK-DAG: %[[XS:.*]] = vector.from_elements %[[X0]],
// CHECK-DAG: %[[V:.*]] = vector.load %[[VAL]][%[[P]]]
// CHECK: %[[XV:.*]] = arith.mulf %[[V]], %[[XS]] : vector<4xf32>
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[ACC]], %[[XV]]
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK-NEXT: } {iter.loop = {{.*}}role = tile>}
// CHECK-NEXT: %[[REST:.*]] = scf.for %{{.*}} = %[[END]] to %[[HI]] step %{{.*}} iter_args(%{{.*}} = %[[ZERO]]) -> (f32) {
// CHECK: } {iter.loop = {{.*}}role = tail>}
// CHECK-NEXT: %[[SUM:.*]] = vector.reduction <add>, %[[SUMS]], %[[REST]] fastmath<reassoc>
// CHECK-NEXT: return %[[SUM]]
module attributes {transform.with_named_sequence} {
  func.func @sum_along_a_fibre(%lo: index, %hi: index, %crd: memref<?xi32>, %val: memref<?xf32>, %x: memref<?xf32>) -> f32 {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %p = %lo to %hi step %c1 iter_args(%acc = %zero) -> (f32) {
      %j = memref.load %crd[%p] : memref<?xi32>
      %at = arith.index_cast %j : i32 to index
      %v = memref.load %val[%p] : memref<?xf32>
      %u = memref.load %x[%at] : memref<?xf32>
      %uv = arith.mulf %v, %u : f32
      %new = arith.addf %acc, %uv : f32
      scf.yield %new : f32
    } {iter.loop = #iter.loop<nest = "row", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["J"] in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %loops {reassociate, scalar_remainder} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// By gathers. Partial sums are added in pairs, then within the last vector; an
// initial value that is not zero comes last. What is no iteration adds nothing.

// CHECK-LABEL: func.func @sum_along_a_fibre_by_gathers(
// CHECK-SAME: %{{.*}}: index, %{{.*}}: memref<?xi32>, %[[X:[^:]*]]: memref<?xf32>, %[[START:.*]]: f32)
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[NONE]], %{{.*}} = %[[NONE]])
// CHECK: vector.gather %[[X]]
// CHECK: vector.gather %[[X]]
// CHECK: %[[ALL:.*]]:2 = scf.index_switch
// CHECK-NEXT: case 1 {
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[SOME:.*]] = vector.gather %[[X]]{{.*}} %[[MASK]]
// CHECK: %[[NEW:.*]] = arith.addf %[[SUMS]]#0, %[[SOME]]
// CHECK: %[[RIGHT:.*]] = arith.select %[[MASK]], %[[NEW]], %[[SUMS]]#0
// CHECK: scf.yield %[[RIGHT]], %[[SUMS]]#1
// CHECK: default {
// CHECK-NEXT: scf.yield %[[SUMS]]#0, %[[SUMS]]#1
// CHECK: %[[PAIR:.*]] = arith.addf %[[ALL]]#0, %[[ALL]]#1 : vector<8xf32>
// CHECK-NEXT: %[[SUM:.*]] = vector.reduction <add>, %[[PAIR]], %[[START]] fastmath<reassoc>
// CHECK-NEXT: return %[[SUM]]
module attributes {transform.with_named_sequence} {
  func.func @sum_along_a_fibre_by_gathers(%n: index, %crd: memref<?xi32>, %x: memref<?xf32>, %start: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%acc = %start) -> (f32) {
      %j = memref.load %crd[%p] : memref<?xi32>
      %at = arith.index_cast %j : i32 to index
      %u = memref.load %x[%at] : memref<?xf32>
      %new = arith.addf %acc, %u : f32
      scf.yield %new : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) interleave(%two) {reassociate, hardware_gathers} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// A maximum need not be told that its order may change; NaN stays NaN.

// CHECK-LABEL: func.func @maximum(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf64>, %[[FIRST:.*]]: f64)
// CHECK: arith.constant dense<0xFFF0000000000000> : vector<2xf64>
// CHECK: arith.maximumf {{.*}} : vector<2xf64>
// CHECK: vector.reduction <maximumf>, %{{.*}}, %[[FIRST]] : vector<2xf64> into f64
module attributes {transform.with_named_sequence} {
  func.func @maximum(%x: memref<?xf64>, %first: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?xf64>
    %most = scf.for %p = %c0 to %n step %c1 iter_args(%acc = %first) -> (f64) {
      %v = memref.load %x[%p] : memref<?xf64>
      %new = arith.maximumf %acc, %v : f64
      scf.yield %new : f64
    }
    return %most : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Functions of vectors are those of numbers. A divisor of integers
// is 1 where there is no iteration.

// CHECK-LABEL: func.func @function_and_division(
// CHECK: scf.for
// CHECK: math.exp %{{.*}} : vector<4xf32>
// CHECK: arith.divsi
// CHECK: scf.index_switch
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[D:.*]] = vector.maskedload {{.*}} vector<4xi32>
// CHECK: %[[SAFE:.*]] = arith.select %[[MASK]], %[[D]], %{{.*}} : vector<4xi1>, vector<4xi32>
// CHECK: arith.divsi %{{.*}}, %[[SAFE]]
module attributes {transform.with_named_sequence} {
  func.func @function_and_division(%x: memref<?xf32>, %d: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %seven = arith.constant 7 : i32
    %xd:2 = memref.distinct_objects %x, %d : memref<?xf32>, memref<?xi32>
    %n = memref.dim %xd#0, %c0 : memref<?xf32>
    scf.for %p = %c0 to %n step %c1 {
      %v = memref.load %xd#0[%p] : memref<?xf32>
      %e = math.exp %v : f32
      memref.store %e, %xd#0[%p] : memref<?xf32>
      %u = memref.load %xd#1[%p] : memref<?xi32>
      %q = arith.divsi %seven, %u : i32
      memref.store %q, %xd#1[%p] : memref<?xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %loops {approximate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Loops that are refused stay, and are not in the result.

// CHECK-LABEL: func.func @one_of_two_loops(
// CHECK: scf.for
// CHECK-NEXT: vector.store
// CHECK-NEXT: } {made}
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @one_of_two_loops(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %x[%i] : memref<?xf32>
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %x[%c0] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.annotate %blocks "made" : !transform.any_op
    transform.yield
  }
}

// -----

// Vectors of the target's 128 bits, or of fewer where these hold all iterations.

// CHECK-LABEL: func.func @two_columns(
// CHECK: vector.load {{.*}} vector<2xf32>
// CHECK-NEXT: vector.store {{.*}} vector<2xf32>
// CHECK-NEXT: vector.load {{.*}} vector<4xf32>
// CHECK-NEXT: vector.store {{.*}} vector<4xf32>
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @two_columns(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<4xf32>, memref<4xf32>
    scf.for %i = %c0 to %c2 step %c1 {
      %v = memref.load %xy#0[%i] : memref<4xf32>
      memref.store %v, %xy#1[%i] : memref<4xf32>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.load %xy#0[%i] : memref<4xf32>
      memref.store %v, %xy#1[%i] : memref<4xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No lanes, no vectors: loops stay, and are in the result.

// CHECK-LABEL: func.func @no_lanes(
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: } {left}
module attributes {transform.with_named_sequence} {
  func.func @no_lanes(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.param.constant 0 : i64 -> !transform.param<i64>
    %left = transform.sparse.vectorize %loops lanes(%none) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %left "left" : !transform.any_op
    transform.yield
  }
}
