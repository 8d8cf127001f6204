// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Where the loop over columns is the outer one, a column is filled in it, and
// the loop of rows is that of the fill: dimensions may be in any order.

// CHECK-LABEL: func.func @column_by_column(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: scf.for %[[J:.*]] = %[[ZERO]] to %[[N]] step
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[M]] step
// CHECK-NEXT: sparse.store %{{.*}}, %[[Y:.*]] at positions [%[[I]], %[[J]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"]
// CHECK-NEXT: scf.for %{{.*}} = %[[ZERO]] to %{{.*}} step
// CHECK-NEXT: sparse.accumulate add %{{.*}} into %[[Y]] at positions [%{{.*}}, %[[J]]]
// CHECK-NOT: nest = "fill"
// CHECK: return
!dense = !axis.axis<dense_fixed>
#rows = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#columns = #iter.loop<nest = "fill", dims = ["d1"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @column_by_column(%m: index, %n: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %few = arith.constant 3 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.store %v, %Y at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #columns}
    } {iter.loop = #rows}
    scf.for %j = %c0 to %n step %c1 {
      scf.for %i = %c0 to %few step %c1 {
        sparse.accumulate add %v into %Y at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #i}
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// A loop along the diagonal takes each row once, and each column, but not each
// element: a row is filled in it.

// CHECK-LABEL: func.func @diagonal(
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[N]] step
// CHECK-NEXT: sparse.store %{{.*}}, %[[Y:.*]] at positions [%[[I]], %[[J]]]
// CHECK: sparse.accumulate add %{{.*}} into %[[Y]] at positions [%[[I]], %[[I]]]
!dense = !axis.axis<dense_fixed>
#rows = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#columns = #iter.loop<nest = "fill", dims = ["d1"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @diagonal(%n: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.store %v, %Y at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #columns}
    } {iter.loop = #rows}
    scf.for %i = %c0 to %n step %c1 {
      sparse.accumulate add %v into %Y at positions [%i, %i] : !sparse.buffer<?x?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
}

// -----

// What is not known may use what is filled.

!dense = !axis.axis<dense_fixed>
#fill = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func private @look()
  func.func @a_call_between(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot fuse loop over d0 of nest 'fill': behind it stands 'func.call', whose effects may be on argument 1}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    func.call @look() : () -> ()
    scf.for %i = %c0 to %n step %c1 {
      sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
#fill = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_load_between(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot fuse loop over d0 of nest 'fill': what may use argument 1 next is no loop that has a label and is sure to use it}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    %first = sparse.load %Y at positions [%c0] : !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      sparse.accumulate add %first into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
}

// -----

// A handle may name the fill itself.

!dense = !axis.axis<dense_fixed>
#fill = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @nothing_behind(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot fuse loop over d0 of nest 'fill': nothing behind it in its block uses argument 1}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    %fills = transform.sparse.match.loops nest "fill" in %positions : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_fills %fills : !transform.any_op
    transform.yield
  }
}

// -----

// Other iterations read what this one adds into, and memory that may be the same
// is read in the nest.

!dense = !axis.axis<dense_fixed>
#fill = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @the_element_before(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot fuse loop over d0 of nest 'fill': the loop over i of nest 'n', which uses argument 1 next, at [? + i * -1], need not take each cell of a dimension of argument 1 once}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %i = %c0 to %n step %c1 {
      %back = arith.subi %n, %i : index
      %x = sparse.load %Y at positions [%back] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
#fill = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @memory_that_may_overlap(%n: index, %y: memref<?xf32>, %x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot fuse loop over d0 of nest 'fill': it uses argument 2, which may overlap argument 1}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %i = %c0 to %n step %c1 {
      %w = memref.load %x[%i] : memref<?xf32>
      sparse.accumulate add %w into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
}
