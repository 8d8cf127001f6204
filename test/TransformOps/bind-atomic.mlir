// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Columns meet in the rows of Y. A column is one worker's: so is its element of Z.

// CHECK-LABEL: func.func @columns(
// CHECK: scf.forall
// CHECK: sparse.accumulate atomic add
// CHECK-SAME: into %[[Y:.+]] at
// CHECK-NOT: atomic
// CHECK: sparse.accumulate add
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @columns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Z at positions [%j] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @no_need_for_atomics(
// CHECK: scf.forall
// CHECK-NOT: atomic
// CHECK: sparse.accumulate add
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_need_for_atomics(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Z at positions [%j] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Several accumulates into one buffer, of one kind.

// CHECK-LABEL: func.func @two_of_one_kind(
// CHECK-COUNT-2: sparse.accumulate atomic max
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @two_of_one_kind(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate max %x into %Y at positions [%i] : !sparse.buffer<?xf32>
        sparse.accumulate max %x into %Y at positions [%j] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @two_kinds(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over j of nest 'spmv': it combines into argument 5 at [i], which other iterations may write too}}
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate max %x into %Y at positions [%i] : !sparse.buffer<?xf32>
        sparse.accumulate min %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @read_elsewhere(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over j of nest 'spmv': it adds into argument 5 at [i], which other iterations may write too}}
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        %y0 = sparse.load %Y at positions [%j] : !sparse.buffer<?xf32>
        %sum = arith.addf %x, %y0 : f32
        sparse.accumulate add %sum into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @stored_elsewhere(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over j of nest 'spmv': it writes argument 5 at [i], which other iterations may write too}}
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.store %x, %Y at positions [%i] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What accumulates is not all that keeps the loop serial.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "spmv", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#i = #iter.loop<nest = "spmv", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @another_reason(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %J = axis.dense_fixed %n : !dense
    %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%J, %I) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over j of nest 'spmv': it adds into argument 5 at [i], which other iterations may write too}}
    scf.for %j = %c0 to %n step %c1 {
      %length = axis.length %I under %j : !rows
      %begin = axis.position %I[%c0] under %j : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %i = axis.coordinate %I[%p] under %j : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
        sparse.store %x, %Z at positions [%c0] : !sparse.buffer<?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// All elements are filled before the first atomic accumulate: a fill does not
// move into the loop.

// CHECK-LABEL: func.func @fill_stays_before(
// CHECK: scf.for
// CHECK-NEXT: sparse.store
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill"
// CHECK-NEXT: scf.forall
// CHECK-NOT: sparse.store
// CHECK: sparse.accumulate atomic add
#fill = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @fill_stays_before(%m: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %c1 : !axis.axis<dense_fixed>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %c1 step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %i = %c0 to %m step %c1 {
      sparse.accumulate add %v into %Y at positions [%c0] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %sums = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %scattered = transform.sparse.bind %sums to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %root {where_legal} : !transform.any_op
    transform.yield
  }
}
