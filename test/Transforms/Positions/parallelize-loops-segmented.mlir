// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{atomics}))' | FileCheck %s

// Workers have parts of a list. Elements of one row follow one another in a part
// where the axis says so, and its coordinate alone says where they are added to.

!dense = !axis.axis<dense_fixed>
!list = !axis.axis<sparse_variable, sorted>
!vector = !sparse.buffer<?xf32>
!matrix = !sparse.buffer<?x?xf32>
#part = #iter.loop<nest = "n", dims = ["I"], axis = sparse_variable, kind = spatial, role = tile>
#element = #iter.loop<nest = "n", dims = ["I"], axis = sparse_variable, kind = spatial, role = point>
#column = #iter.loop<nest = "n", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>

// The loop over parts counts them.

// CHECK-LABEL: func.func @sorted(
// CHECK-SAME: %{{.+}}: index, %[[N:[^:]+]]: index
// CHECK-DAG: %[[C64:.+]] = arith.constant 64 : index
// CHECK: %[[COUNT:.+]] = arith.ceildivsi %[[N]], %[[C64]]
// CHECK: scf.forall (%[[PART:.+]]) in (%[[COUNT]]) {
// CHECK-NEXT: %[[BEGIN:.+]] = arith.muli %[[PART]], %[[C64]]
// CHECK: scf.for %{{.+}} = %[[BEGIN]] to
// CHECK: sparse.accumulate atomic segmented add
func.func @sorted(%m: index, %n: index, %crd: memref<?xi32>, %values: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %I = axis.sparse_variable %m count %n coordinates %crd : memref<?xi32> -> !list
  %M = axis.dense_fixed %m : !dense
  %X = sparse.bind %values on (%I) : memref<?xf32> on (!list) -> !vector
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  scf.for %part = %c0 to %n step %c64 {
    %end = arith.addi %part, %c64 : index
    %last = arith.minsi %end, %n : index
    scf.for %p = %part to %last step %c1 {
      %i = axis.coordinate %I[%p] : !list
      %x = sparse.load %X at positions [%p] : !vector
      sparse.accumulate add %x into %Y at positions [%i] : !vector
    } {iter.loop = #element}
  } {iter.loop = #part}
  return
}

// From a first element on.

// CHECK-LABEL: func.func @rest_of_a_list(
// CHECK-SAME: %{{.+}}: index, %[[FIRST:[^:]+]]: index, %[[N:[^:]+]]: index
// CHECK: %[[LENGTH:.+]] = arith.subi %[[N]], %[[FIRST]]
// CHECK: %[[COUNT:.+]] = arith.ceildivsi %[[LENGTH]], %[[C64:.+]] :
// CHECK: scf.forall (%[[PART:.+]]) in (%[[COUNT]]) {
// CHECK-NEXT: %[[PASSED:.+]] = arith.muli %[[PART]], %[[C64]]
// CHECK-NEXT: arith.addi %[[PASSED]], %[[FIRST]]
// CHECK: sparse.accumulate atomic segmented max
func.func @rest_of_a_list(%m: index, %first: index, %n: index, %crd: memref<?xi32>, %values: memref<?xf32>, %y: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %I = axis.sparse_variable %m count %n coordinates %crd : memref<?xi32> -> !list
  %M = axis.dense_fixed %m : !dense
  %X = sparse.bind %values on (%I) : memref<?xf32> on (!list) -> !vector
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  scf.for %part = %first to %n step %c64 {
    %end = arith.addi %part, %c64 : index
    %last = arith.minsi %end, %n : index
    scf.for %p = %part to %last step %c1 {
      %i = axis.coordinate %I[%p] : !list
      %x = sparse.load %X at positions [%p] : !vector
      sparse.accumulate max %x into %Y at positions [%i] : !vector
    } {iter.loop = #element}
  } {iter.loop = #part}
  return
}

// Columns do not change that, whether they are outside or inside.

// CHECK-LABEL: func.func @rows(
// CHECK: sparse.accumulate atomic segmented add
// CHECK: sparse.accumulate atomic segmented add
func.func @rows(%m: index, %n: index, %k: index, %crd: memref<?xi32>, %values: memref<?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %I = axis.sparse_variable %m count %n coordinates %crd : memref<?xi32> -> !list
  %M = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %k : !dense
  %X = sparse.bind %values on (%I) : memref<?xf32> on (!list) -> !vector
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  scf.for %part = %c0 to %n step %c64 {
    %end = arith.addi %part, %c64 : index
    %last = arith.minsi %end, %n : index
    scf.for %column = %c0 to %k step %c1 {
      scf.for %p = %part to %last step %c1 {
        %i = axis.coordinate %I[%p] : !list
        %x = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %x into %C at positions [%i, %column] : !matrix
      } {iter.loop = #element}
    } {iter.loop = #column}
    scf.for %p = %part to %last step %c1 {
      %i = axis.coordinate %I[%p] : !list
      %x = sparse.load %X at positions [%p] : !vector
      scf.for %column = %c0 to %k step %c1 {
        sparse.accumulate add %x into %C at positions [%i, %column] : !matrix
      } {iter.loop = #column}
    } {iter.loop = #element}
  } {iter.loop = #part}
  return
}

// Positions under one parent follow one another too.

// CHECK-LABEL: func.func @parents(
// CHECK: sparse.accumulate atomic segmented add
func.func @parents(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %values: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %X = sparse.bind %values on (%I, %J) : memref<?xf32> on (!dense, !axis.axis<sparse_variable, sorted, unique>) -> !vector
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  scf.for %part = %c0 to %n step %c64 {
    %end = arith.addi %part, %c64 : index
    scf.for %p = %part to %end step %c1 {
      %i = axis.parent %J[%p] : !axis.axis<sparse_variable, sorted, unique>
      %x = sparse.load %X at positions [%p] : !vector
      sparse.accumulate add %x into %Y at positions [%i] : !vector
    } {iter.loop = #element}
  } {iter.loop = #part}
  return
}

// Each worker has one element, or none of two follow one another.

// CHECK-LABEL: func.func @no_runs(
func.func @no_runs(%m: index, %n: index, %is: memref<?xi32>, %js: memref<?xi32>, %values: memref<?xf32>, %y: memref<?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %I = axis.sparse_variable %m count %n coordinates %is : memref<?xi32> -> !list
  %J = axis.singleton %m of %I coordinates %js : (!list), memref<?xi32> -> !axis.axis<singleton>
  %U = axis.sparse_variable %m count %n coordinates %is : memref<?xi32> -> !axis.axis<sparse_variable>
  %M = axis.dense_fixed %m : !dense
  %X = sparse.bind %values on (%I) : memref<?xf32> on (!list) -> !vector
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  %C = sparse.bind %c on (%M, %M) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  // CHECK: sparse.accumulate atomic add
  scf.for %p = %c0 to %n step %c1 {
    %i = axis.coordinate %I[%p] : !list
    %x = sparse.load %X at positions [%p] : !vector
    sparse.accumulate add %x into %Y at positions [%i] : !vector
  } {iter.loop = #element}
  // CHECK: sparse.accumulate atomic add
  // CHECK: sparse.accumulate atomic add
  // CHECK: sparse.accumulate atomic add
  scf.for %part = %c0 to %n step %c64 {
    %end = arith.addi %part, %c64 : index
    %last = arith.minsi %end, %n : index
    scf.for %p = %part to %last step %c1 {
      %i = axis.coordinate %I[%p] : !list
      %j = axis.coordinate %J[%p] under %p : !axis.axis<singleton>
      %u = axis.coordinate %U[%p] : !axis.axis<sparse_variable>
      %x = sparse.load %X at positions [%p] : !vector
      sparse.accumulate add %x into %Y at positions [%j] : !vector
      sparse.accumulate add %x into %Y at positions [%u] : !vector
      sparse.accumulate add %x into %C at positions [%i, %j] : !matrix
    } {iter.loop = #element}
  } {iter.loop = #part}
  return
}
