// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Each refusal names what is in the way, and leaves the program as it is.

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @no_pair(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %x[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      sparse.accumulate add %s into %y[%i] : !vector
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expected a nest of 'consumers' that reads, at columns of its rows, what one of 'producers' before it writes but got none}}
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @the_consumer_scatters(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': it scatters: it adds into y at [j], expected at i}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %s into %y[%j] : !vector
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
  func.func @the_producer_scatters(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %xj = sparse.load %x[%i] : !vector
      %s = arith.mulf %a, %xj : f64
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %s into %t[%j] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': it scatters: it adds into t at [j], expected at i}}
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
  func.func @another_reader(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
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
    iter.nest "between" ("i": %i) over (%I : !rows) kinds [spatial] {
      %ti = sparse.load %t[%i] : !vector
      sparse.store %ti, %x[%i] : !vector
    }
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
  func.func @the_consumer_reads_by_two_patterns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %K = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
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
    iter.nest "use" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !rows, !columns, !columns) kinds [spatial, reduction, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      // expected-note @+1 {{this stands in the way}}
      %ti = sparse.load %t[%k] : !vector
      %u = arith.addf %ti, %tj : f64
      %s = arith.mulf %a, %u : f64
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
  func.func @the_consumer_writes_what_the_producer_reads(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': the consumer writes what the producer uses, x}}
    iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %s into %x[%i] : !vector
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
  func.func @what_is_combined(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-note @+2 {{this stands in the way}}
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': i is fused with dimensions under it}}
    iter.nest "use" ("i": %i, "j": %j at %p) over ((%I, %J) : !rows, !columns) kinds [spatial, reduction] {
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
  func.func @in_another_nest(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %S = axis.dense_fixed %n : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "steps" ("s": %s) over (%S : !rows) kinds [spatial] {
      iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
        %xi = sparse.load %x[%i] : !vector
        %d = arith.addf %xi, %xi : f64
        sparse.store %d, %t[%i] : !vector
      }
      // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': it stands in another nest}}
      iter.nest "use" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
        %a = sparse.load %A at [%p] : !vector
        %tj = sparse.load %t[%j] : !vector
        %d = arith.mulf %a, %tj : f64
        sparse.accumulate add %d into %y[%i] : !vector
      }
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

// A consumer by columns, as in CSC, adds to what other ones add to.

!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @the_consumer_goes_by_columns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %rows: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': it scatters: it adds into y at [i], expected at j}}
    iter.nest "use" ("j": %j, "i": %i at %p) over (%I, %J : !rows, !columns) kinds [reduction, spatial] {
      %a = sparse.load %A at [%p] : !vector
      %tj = sparse.load %t[%j] : !vector
      %s = arith.mulf %a, %tj : f64
      // expected-note @+1 {{this stands in the way}}
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

// One by elements, as in COO, does not know where a row ends.

!rows = !axis.axis<dense_fixed>
!elements = !axis.axis<sparse_variable, sorted>
!vector = !sparse.buffer<?xf64>
module attributes {transform.with_named_sequence} {
  func.func @the_consumer_goes_by_elements(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %rows: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %ts: memref<?xf64> {sparse.name = "t"}, %ys: memref<?xf64> {sparse.name = "y"}) {
    %I = axis.dense_fixed %m : !rows
    %E = axis.sparse_variable %m count %n coordinates %rows : memref<?xi32> -> !elements
    %J = axis.singleton %m of %E coordinates %crd : (!elements), memref<?xi32> -> !axis.axis<singleton>
    %A = sparse.bind %val on (%E) : memref<?xf64> on (!elements) -> !vector
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !vector
    %t = sparse.bind %ts on (%I) : memref<?xf64> on (!rows) -> !vector
    %y = sparse.bind %ys on (%I) : memref<?xf64> on (!rows) -> !vector
    iter.nest "make" ("i": %i) over (%I : !rows) kinds [spatial] {
      %xi = sparse.load %x[%i] : !vector
      %s = arith.addf %xi, %xi : f64
      sparse.store %s, %t[%i] : !vector
    }
    // expected-note @+2 {{this stands in the way}}
    // expected-error @+1 {{cannot fuse, in tiles of rows, what is before with nest 'use': i is not all rows of a matrix, expected a dense_fixed root}}
    iter.nest "use" ("i": %i at %p, "j": %j) over (%E, %J : !elements, !axis.axis<singleton>) kinds [spatial, reduction] {
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
