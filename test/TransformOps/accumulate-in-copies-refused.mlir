// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// No two iterations meet.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @apart(%n: index, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%R) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': no two of its iterations combine with one element, so that copies would be for nothing}}
    scf.for %e = %c0 to %n step %c1 {
      sparse.accumulate add %x into %Y at positions [%e] : !sparse.buffer<?xf32>
    } {iter.loop = #e}
    return
  }
}

// -----

// What is combined with is read.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @read(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%R) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': it adds into argument 1 at [0], which other iterations may write too}}
    scf.for %e = %c0 to %n step %c1 {
      %x = sparse.load %Y at positions [%e] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%c0] : !sparse.buffer<?xf32>
    } {iter.loop = #e}
    return
  }
}

// -----

// It is combined with in two ways.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @two_ways(%n: index, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%R) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': it adds into argument 1 at [0], which other iterations may write too}}
    scf.for %e = %c0 to %n step %c1 {
      sparse.accumulate add %x into %Y at positions [%c0] : !sparse.buffer<?xf32>
      sparse.accumulate max %x into %Y at positions [%c1] : !sparse.buffer<?xf32>
    } {iter.loop = #e}
    return
  }
}

// -----

// Sums of floats depend on their order.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @in_order(%n: index, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%R) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': another order of its sums changes their bits, and 'reassociate' is not given}}
    scf.for %e = %c0 to %n step %c1 {
      sparse.accumulate add %x into %Y at positions [%c0] : !sparse.buffer<?xf32>
    } {iter.loop = #e}
    return
  }
}

// -----

// One times an infinity has a part that is no number.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @complex_products(%n: index, %y: memref<?xcomplex<f32>>, %x: complex<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%R) : memref<?xcomplex<f32>> on (!dense) -> !sparse.buffer<?xcomplex<f32>>
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': no number leaves all others as they are where complex numbers are multiplied}}
    scf.for %e = %c0 to %n step %c1 {
      sparse.accumulate mul %x into %Y at positions [%c0] : !sparse.buffer<?xcomplex<f32>>
    } {iter.loop = #e}
    return
  }
}

// -----

// Where an element is, is searched.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @searched(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %R positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %Y = sparse.bind %y on (%R, %J) : memref<?xf32> on (!dense, !stored) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': it names elements by coordinates or sites, as in coordinate space}}
    scf.for %e = %c0 to %n step %c1 {
      sparse.accumulate add %x into %Y[%c0, %e] : !sparse.buffer<?xf32>
    } {iter.loop = #e}
    return
  }
}

// -----

// A buffer of its own in each iteration.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
#e = #iter.loop<nest = "n", dims = ["e"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["e"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_copies %elements copies(%two) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @bound_inside(%n: index, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot accumulate in copies in loop over e of nest 'n': what it combines with is bound in it}}
    scf.for %e = %c0 to %n step %c1 {
      %Y = sparse.bind %y on (%R) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%c0] : !sparse.buffer<?xf32>
    } {iter.loop = #e}
    return
  }
}
