// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @nothing_is_read(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    // expected-error @+1 {{cannot find wavefronts of nest 'scale': no i reads what another writes}}
    iter.nest "scale" ("i": %i) over (%I : !rows) kinds [spatial] {
      sparse.store %one, %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @scatters(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    // expected-error @+1 {{cannot find wavefronts of nest 'scatter': it writes x at [j], expected at i}}
    iter.nest "scatter" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
      %xj = sparse.load %x[%j] : !sparse.buffer<?xf64>
      %t = arith.mulf %a, %xj : f64
      // expected-note @+1 {{this stands in the way}}
      sparse.store %t, %x[%j] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @reads_the_row_before(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot find wavefronts of nest 'shift': it reads x at [i + -1], expected at i or at columns of one axis under it}}
    iter.nest "shift" ("i": %i) over (%I : !rows) kinds [spatial] {
      %before = arith.subi %i, %c1 : index
      // expected-note @+1 {{this stands in the way}}
      %y = sparse.load %x[%before] : !sparse.buffer<?xf64>
      sparse.store %y, %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @adds_to_columns(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    // expected-error @+1 {{cannot find wavefronts of nest 't': it adds into x at [j], expected at i}}
    iter.nest "t" ("i": %i, "j": %j) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %one into %x[%j] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @combines(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    // expected-error @+1 {{cannot find wavefronts of nest 'sum': it combines values of all i}}
    %sum = iter.nest "sum" ("i": %i) over (%I : !rows) kinds [reduction] combine [add] init(%one) -> f64 {
      %y = sparse.load %x[%i] : !sparse.buffer<?xf64>
      iter.yield %y : f64
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @fused(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    // expected-error @+1 {{cannot find wavefronts of nest 'solve': i is fused with dimensions under it}}
    iter.nest "solve" ("i": %i, "j": %j at %p) over ((%I, %J) : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
      %xj = sparse.load %x[%j] : !sparse.buffer<?xf64>
      %t = arith.mulf %a, %xj : f64
      sparse.accumulate add %t into %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @columns_first(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    %E = axis.sparse_variable %m count %m coordinates %crd : memref<?xi32> -> !columns
    // expected-error @+1 {{cannot find wavefronts of nest 't': j is not all rows of a matrix, expected a dense_fixed root}}
    iter.nest "t" ("j": %j) over (%E : !columns) kinds [spatial] {
      sparse.store %one, %x[%j] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @by_two_axes(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    %J2 = axis.sparse_variable %m of %I positions %crd coordinates %pos : !rows, memref<?xi32>, memref<?xi32> -> !columns
    // expected-error @+1 {{cannot find wavefronts of nest 'solve': it reads x at [k], expected at i or at columns of one axis under it}}
    iter.nest "solve" ("i": %i at %r) over (%I : !rows) kinds [spatial] {
      iter.nest "row" ("j": %j) over (%J under %r : !columns) kinds [reduction] {
        %xj = sparse.load %x[%j] : !sparse.buffer<?xf64>
        sparse.accumulate add %xj into %x[%i] : !sparse.buffer<?xf64>
      }
      iter.nest "other" ("k": %k) over (%J2 under %r : !columns) kinds [reduction] {
        // expected-note @+1 {{this stands in the way}}
        %xk = sparse.load %x[%k] : !sparse.buffer<?xf64>
        sparse.accumulate add %xk into %x[%i] : !sparse.buffer<?xf64>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "solve" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func private @other()
  func.func @calls(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    // expected-error @+1 {{cannot find wavefronts of nest 'c': it calls a function}}
    iter.nest "c" ("i": %i) over (%I : !rows) kinds [spatial] {
      // expected-note @+1 {{this stands in the way}}
      func.call @other() : () -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
