// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// What keeps nests from being fused in tiles of rows lies in the memory that they use, in
// what fills it, or in the rows that they go through.

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @another_buffer(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %u = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': the consumer has another buffer of t}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      // expected-note @+1 {{this stands in the way}}
      %tj = sparse.load %u[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @two_patterns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %O = axis.sparse_variable %m of %I positions %pos coordinates %other : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': the consumer does not read at its row, or at columns of it on one axis, what the producer writes, t}}
    iter.nest "use" ("i": %i at %at, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      iter.nest "other" ("o": %o) over (%O under %at : !columns) kinds [reduction] {
        // expected-note @+1 {{this stands in the way}}
        %to = sparse.load %t[%o] : !vector
        sparse.accumulate add %to into %y[%i] : !vector
      }
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @other_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %us: memref<?xf64>, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %N = axis.dense_fixed %n : !rows
    %u = sparse.bind %us on (%N) : memref<?xf64> on (!rows) -> !vector
    %one = arith.constant 1.0 : f64
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-note @+1 {{this stands in the way}}
    iter.nest "more" ("i": %i) over (%N : !rows) kinds [spatial] {
      sparse.store %one, %u[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': nest 'more' goes through other rows than nest 'make'}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %uj = sparse.load %u[%j] : !vector
      %sum = arith.addf %uj, %tj : f64
      %s = arith.mulf %a, %sum : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @a_fill_behind(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %zero = arith.constant 0.0 : f64
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-note @+1 {{this stands in the way}}
    sparse.fill %t, %zero : !vector
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': between its nests stands what may use their memory}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @a_fill_of_more_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %zero = arith.constant 0.0 : f64
    %N = axis.dense_fixed %n : !rows
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%N) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-note @+1 {{this stands in the way}}
    sparse.fill %y, %zero : !vector
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': between its nests stands what may use their memory}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @memory_of_more_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %N = axis.dense_fixed %n : !rows
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%N) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': the consumer may read rows that the producer does not go through, of t}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      // expected-note @+1 {{this stands in the way}}
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
