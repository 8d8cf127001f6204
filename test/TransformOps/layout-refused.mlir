// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @two_places(%n: index, %x: memref<?x?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Xv = sparse.bind %x on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot lay out the memory of nest 'n': memory has i at more than one of its indices}}
    iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
      sparse.store %zero, %Xv[%i, %i] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "n" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.layout %nests columns_last : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @used_otherwise(%n: index, %x: memref<?x?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    // expected-note @+1 {{this stands in the way}}
    %Xv = sparse.bind %x on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %Av = sparse.bind %x on (%J, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @+1 {{cannot lay out the memory of nest 'n': memory has other uses than its values on these axes}}
    iter.nest "n" ("j": %j, "i": %i) over (%J, %I : !dense, !dense) kinds [spatial, spatial] {
      %a = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
      sparse.store %a, %Xv[%i, %j] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "n" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.layout %nests columns_last : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @a_view(%n: index, %all: memref<?x?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %x = memref.subview %all[0, 0] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
    %Xv = sparse.bind %x on (%I, %J) : memref<?x?xf32, strided<[?, 1]>> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot lay out the memory of nest 'n': memory is neither an argument nor the function's own}}
    iter.nest "n" ("j": %j, "i": %i) over (%J, %I : !dense, !dense) kinds [spatial, spatial] {
      sparse.store %zero, %Xv[%i, %j] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "n" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.layout %nests columns_last : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @pairs(%n: index, %x: memref<?x?xf32>, %m: memref<?x?xindex>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Xv = sparse.bind %x on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %Mv = sparse.bind %m on (%I, %J) : memref<?x?xindex> on (!dense, !dense) -> !sparse.buffer<?x?xindex>
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot lay out the memory of nest 'n': memory is used by what is no access to one of its elements}}
    iter.nest "n" ("j": %j, "i": %i) over (%J, %I : !dense, !dense) kinds [spatial, spatial] {
      sparse.store %zero, %Xv[%i, %j] : !sparse.buffer<?x?xf32>
      // expected-note @+1 {{this stands in the way}}
      sparse.accumulate argmin %zero, %j into %Xv, %Mv[%i, %j] : !sparse.buffer<?x?xf32>, !sparse.buffer<?x?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "n" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.layout %nests columns_last : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @no_such_dimension(%n: index) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot lay out the memory of nest 'n': it has no dimension 'K' among i, j}}
    iter.nest "n" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "n" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.layout %nests last "K" : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @sums_alone(%n: index) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot lay out the memory of nest 'n': no dimension of it is spatial}}
    iter.nest "n" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [reduction, reduction] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "n" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.layout %nests columns_last : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected either 'last' or 'columns_last'}}
    transform.sparse.layout %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected the name of a dimension after 'last'}}
    transform.sparse.layout %root last "" : !transform.any_op
    transform.yield
  }
}

// -----

// What refuses is left as it is, and others are laid out.

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @where_legal(%n: index, %x: memref<?x?xf32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Xv = sparse.bind %x on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %zero = arith.constant 0.0 : f32
    iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
      sparse.store %zero, %Xv[%i, %i] : !sparse.buffer<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.layout %nests columns_last {where_legal} : !transform.any_op
    transform.yield
  }
}
