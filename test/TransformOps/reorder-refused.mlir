// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @child_before_its_parent(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    // expected-error @+1 {{cannot reorder nest 'n': J lies under I}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %J : !dense, !rows) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @unknown_name(%n: index) {
    %I = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot reorder nest 'n': it has no dimension 'column' among rows, columns; did you mean 'columns'?}}
    iter.nest "n" ("rows": %i, "columns": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["column", "rows"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @name_left_out(%n: index) {
    %I = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot reorder nest 'n': the order lacks J}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["I"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @name_twice(%n: index) {
    %I = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot reorder nest 'n': I is named twice}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["I", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @fused_dimensions_parted(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    // expected-error @+1 {{cannot reorder nest 'n': I and J are fused}}
    iter.nest "n" ("I": %i, "J": %j, "K": %k) over ((%I, %J), %I : !dense, !rows, !dense) kinds [spatial, spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["I", "K", "J"] : !transform.any_op
    transform.yield
  }
}

// -----

// Sums of floats over two dimensions: which of them is inside matters.

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @sums_in_another_order(%n: index, %a: memref<?x?x?xf32>, %y: memref<?xf32> {sparse.name = "y"}) {
    %I = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %I, %I) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !sparse.buffer<?x?x?xf32>
    %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it adds into y at [I] would change with K outside of J}}
    iter.nest "n" ("I": %i, "J": %j, "K": %k) over (%I, %I, %I : !dense, !dense, !dense) kinds [spatial, reduction, reduction] {
      %x = sparse.load %Av[%i, %j, %k] : !sparse.buffer<?x?x?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %x into %Yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["I", "K", "J"] : !transform.any_op
    transform.yield
  }
}

// -----

// Results are combined in the order of all dimensions.

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @results_in_another_order(%n: index, %a: memref<?x?xf32>, %zero: f32) {
    %I = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it combines its results would change with J outside of I}}
    %sum = iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [reduction, reduction] combine [add] init(%zero) -> f32 {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
      iter.yield %x : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

// Which row of the elements in coordinates a column belongs to is not known
// from its number: two elements may have one.

!dense = !axis.axis<dense_fixed>
!elements = !axis.axis<sparse_variable, sorted>
module attributes {transform.with_named_sequence} {
  func.func @coordinate_that_comes_twice(%n: index, %m: index, %crd: memref<?xi32>, %y: memref<?xf32> {sparse.name = "y"}, %x: f32) {
    %E = axis.sparse_variable %n count %m coordinates %crd : memref<?xi32> -> !elements
    %K = axis.dense_fixed %n : !dense
    %Yv = sparse.bind %y on (%K) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it adds into y at [E] would change with K outside of E}}
    iter.nest "n" ("E": %e, "K": %k) over (%E, %K : !elements, !dense) kinds [spatial, reduction] {
      %i = arith.index_cast %k : index to i32
      %f = arith.sitofp %i : i32 to f32
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %f into %Yv[%e] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["K", "E"] : !transform.any_op
    transform.yield
  }
}

// -----

// The column of a row is told by its number only together with the row.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @column_without_its_row(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32> {sparse.name = "y"}) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Av = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it adds into y at [J] would change with K outside of I}}
    iter.nest "n" ("I": %i, "J": %j at %p, "K": %k) over (%I, %J, %I : !dense, !rows, !dense) kinds [reduction, spatial, reduction] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %x into %Yv[%j] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["K", "I", "J"] : !transform.any_op
    transform.yield
  }
}

// -----

// A block of 4 with 5 cells: 4 + 0 is 0 + 4.

!dense = !axis.axis<dense_fixed>
!five = !axis.axis<dense_fixed, width = 5>
module attributes {transform.with_named_sequence} {
  func.func @blocks_that_overlap(%n: index, %y: memref<?xf32> {sparse.name = "y"}, %x: f32) {
    %c5 = arith.constant 5 : index
    %I = axis.dense_fixed %n : !dense
    %B = axis.dense_fixed %c5 : !five
    %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it adds into y at [O * 4 + I] would change with I outside of O}}
    iter.nest "n" ("O": %o, "I": %i) over (%I, %B : !dense, !five) kinds [spatial, spatial] {
      %r = affine.apply affine_map<(o, i) -> (o * 4 + i)>(%o, %i)
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %x into %Yv[%r] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["I", "O"] : !transform.any_op
    transform.yield
  }
}

// -----

// What is written is read at another element: along I before it is written.

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @read_at_another_element(%n: index, %y: memref<?x?xf32> {sparse.name = "y"}) {
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Yv = sparse.bind %y on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it reads y at [J, I] and writes y at [I, J] would change with J outside of I}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
      %x = sparse.load %Yv[%j, %i] : !sparse.buffer<?x?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.store %x, %Yv[%i, %j] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

// A store that is made again leaves the last value, of another iteration then.

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @last_store_wins(%n: index, %a: memref<?x?xf32>, %y: memref<f32> {sparse.name = "y"}) {
    %I = axis.dense_fixed %n : !dense
    %Av = sparse.bind %a on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %Yv = sparse.bind %y on () : memref<f32> on () -> !sparse.buffer<f32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it writes y at [] would change with J outside of I}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [reduction, reduction] {
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.store %x, %Yv[] : !sparse.buffer<f32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] {reassociate} : !transform.any_op
    transform.yield
  }
}

// -----

// Positions and coordinates of one buffer are two ways to name an element.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @two_ways_to_name_an_element(%n: index, %m: index, %crd: memref<?xi32>, %y: memref<?xf32> {sparse.name = "y"}) {
    %I = axis.sparse_variable %n count %m coordinates %crd : memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': the order in which it reads y at [I] and writes y at [I] would change with K outside of I}}
    iter.nest "n" ("I": %i, "K": %k) over (%I, %K : !rows, !dense) kinds [spatial, spatial] {
      %x = sparse.load %Yv[%i] : !sparse.buffer<?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.store %x, %Yv at positions [%i] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["K", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func private @anything()
  func.func @body_calls(%n: index) {
    %I = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot reorder nest 'n': it calls a function}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
      // expected-note @+1 {{this stands in the way}}
      func.call @anything() : () -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @memory_that_no_buffer_is_on(%n: index, %a: memref<?xf32> {sparse.name = "a"}, %y: memref<?x?xf32> {sparse.name = "y"}) {
    %I = axis.dense_fixed %n : !dense
    %Yv = sparse.bind %y on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': it uses a, which may overlap y}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
      %x = memref.load %a[%i] : memref<?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %x into %Yv[%i, %j] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @elements_of_strides_that_may_meet(%n: index, %y: memref<?x?xf32, strided<[?, ?], offset: ?>> {sparse.name = "y"}, %x: f32) {
    %I = axis.dense_fixed %n : !dense
    %Yv = sparse.bind %y on (%I, %I) : memref<?x?xf32, strided<[?, ?], offset: ?>> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @+1 {{cannot reorder nest 'n': it uses the memory of y by views that may overlap}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate add %x into %Yv[%i, %j] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reorder %nests order ["J", "I"] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected nests but got 'builtin.module'}}
    transform.sparse.reorder %root reductions_last : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected one of 'order', 'reductions_last' and 'as_stored'}}
    transform.sparse.reorder %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected the names of dimensions after 'order'}}
    transform.sparse.reorder %root order [] : !transform.any_op
    transform.yield
  }
}
