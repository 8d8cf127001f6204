// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Workers have ranges of rows, and do each nest for theirs: those of stored rows
// are searched.

// CHECK-LABEL: func.func @stored_rows_and_others(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: %[[R:.*]] = axis.sparse_variable {{.*}} -> !axis.axis<sparse_variable, sorted>
// CHECK: %[[J:.*]] = axis.sparse_variable {{.*}} -> !axis.axis<sparse_variable, sorted, unique>
// CHECK-NOT: scf.for
// CHECK: %[[WORKERS:.*]] = call @spindle.workers(
// CHECK: scf.forall (%{{.*}}) in (%[[WORKERS]]) {
// CHECK: %[[LO:.*]]:2 = scf.while
// CHECK: axis.coordinate %[[R]][
// CHECK: axis.position %[[J]][
// CHECK: %[[HI:.*]]:2 = scf.while
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: sparse.store {{.*}}[%[[I]]]
// CHECK: %[[FIRST:.*]]:2 = scf.while
// CHECK: axis.coordinate %[[R]][
// CHECK: %[[LAST:.*]]:2 = scf.while
// CHECK: axis.coordinate %[[R]][
// CHECK: scf.for %[[P:.*]] = %[[FIRST]]#0 to %[[LAST]]#0 step
// CHECK-NEXT: axis.coordinate %[[R]][%[[P]]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: axis.length %[[J]] under %[[I]]
// CHECK: role = worker>}
// CHECK-NOT: scf.for
// CHECK: return
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @stored_rows_and_others(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %p = %c0 to %count step %c1 {
      %i = axis.coordinate %R[%p] : !stored
      %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.fuse_by_rows %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// Nests of one kind that are parallel by themselves stay, where nothing else is
// asked for.

// CHECK-LABEL: func.func @one_nest_alone(
// CHECK-NOT: scf.forall
// CHECK: role = level>
// CHECK-NOT: scf.forall
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_nest_alone(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.fuse_by_rows %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// They are fused where that is said.

// CHECK-LABEL: func.func @one_nest_and_its_fill(
// CHECK: scf.forall
// CHECK: sparse.store
// CHECK: sparse.accumulate
// CHECK: role = worker>}
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_nest_and_its_fill(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// A loop over rows inside of one over diagonals, in tiles.

// CHECK-LABEL: func.func @diagonals(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: scf.forall
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %[[END:.*]] step %[[SIZE:.*]] {
// CHECK: %[[AFTER:.*]] = arith.addi %[[T]], %[[SIZE]]
// CHECK: %[[LAST:.*]] = arith.minsi %[[AFTER]], %{{.*}} :
// CHECK: sparse.store
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[START:.*]] = axis.start {{.*}} under %[[P]]
// CHECK: %[[LENGTH:.*]] = axis.length {{.*}} under %[[P]]
// CHECK-DAG: %[[LO:.*]] = arith.maxsi %[[T]], %[[START]]
// CHECK-DAG: %[[HI:.*]] = arith.minsi %[[LAST]], %[[LENGTH]]
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step
// CHECK: role = tile>}
// CHECK: role = worker>}
!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#d = #iter.loop<nest = "dia", dims = ["d"], axis = sparse_variable, kind = reduction, role = level>
#i = #iter.loop<nest = "dia", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @diagonals(%m: index, %n: index, %all: index, %from: index, %count: index, %crd: memref<?xi32>, %a: memref<?x?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %D = axis.sparse_variable %all from %from count %count coordinates %crd : memref<?xi32> -> !sparse
    %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
    %Y = axis.dense_fixed %m : !dense
    %Av = sparse.bind %a on (%D, %I) : memref<?x?xf32> on (!sparse, !dense) -> !sparse.buffer<?x?xf32>
    %Yv = sparse.bind %y on (%Y) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Yv at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %p = %c0 to %count step %c1 {
      %d = axis.coordinate %D[%p] : !sparse
      %start = axis.start %I under %p skew at %d : !dense
      %length = axis.length %I under %p skew at %d : !dense
      scf.for %i = %start to %length step %c1 {
        %x = sparse.load %Av at positions [%p, %i] : !sparse.buffer<?x?xf32>
        sparse.accumulate add %x into %Yv at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #d}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tile = transform.param.constant 1000 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %root tile(%tile) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// Ranges begin where blocks of two and of three rows do.

// CHECK-LABEL: func.func @blocks_of_two_sizes(
// CHECK: scf.forall
// CHECK: %[[LO:.*]] = arith.muli %{{.*}}#0, %c6
// CHECK: %[[HI:.*]] = arith.muli %{{.*}}#0, %c6
// CHECK: %[[FIRST2:.*]] = arith.divui %[[LO]], %c2
// CHECK: %[[LAST2:.*]] = arith.divui %[[HI]], %c2
// CHECK: %[[FIRST3:.*]] = arith.divui %[[LO]], %c3
// CHECK: %[[LAST3:.*]] = arith.divui %[[HI]], %c3
// CHECK: role = worker>}
#f = #iter.loop<nest = "twos", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#g = #iter.loop<nest = "threes", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @blocks_of_two_sizes(%m: index, %n: index, %k: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %k : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %row = arith.muli %i, %c2 : index
      sparse.store %one, %Y at positions [%row] : !sparse.buffer<?xf32>
    } {iter.loop = #f}
    scf.for %i = %c0 to %n step %c1 {
      %row = arith.muli %i, %c3 : index
      sparse.accumulate add %one into %Y at positions [%row] : !sparse.buffer<?xf32>
    } {iter.loop = #g}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// Rows of a block may be counted backwards.

// CHECK-LABEL: func.func @blocks_backwards(
// CHECK: scf.forall
// CHECK: arith.divui %{{.*}}, %c2
// CHECK: role = worker>}
#f = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#g = #iter.loop<nest = "twos", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#o = #iter.loop<nest = "twos", dims = ["o"], axis = dense_fixed, kind = spatial, role = level>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @blocks_backwards(%m: index, %n: index, %k: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %k : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %one, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #f}
    scf.for %i = %c0 to %n step %c1 {
      %block = arith.muli %i, %c2 : index
      %last = arith.addi %block, %c1 : index
      scf.for %o = %c0 to %c2 step %c1 {
        %row = arith.subi %last, %o : index
        sparse.accumulate add %one into %Y at positions [%row] : !sparse.buffer<?xf32>
      } {iter.loop = #o}
    } {iter.loop = #g}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}
