// RUN: sparse-opt %s --canonicalize | FileCheck %s

// A look-up by the coordinates of a nest becomes direct where the nest's own
// sites say so, and nowhere else.

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!matrix = !sparse.tensor<?x?xf32, #sparse.dense>

// CHECK-LABEL: func.func @csr_in_its_own_nest(
func.func @csr_in_its_own_nest(%A: !csr, %C: !csr, %one: f32) {
  // CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %[[AV:[^ ]+]] = sparse.unpack
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "nest" ("i": %{{.*}}, "j": %{{.*}} at %[[P:.*]]) over
  iter.nest "nest" ("i": %i, "j": %j) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    // CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]]]
    %x = sparse.load %Av[%i, %j] : !sparse.buffer<?xf32>
    // CHECK-NEXT: sparse.store %[[X]], %[[AV]] at [%[[P]]]
    sparse.store %x, %Av[%i, %j] : !sparse.buffer<?xf32>
    // CHECK-NEXT: sparse.accumulate add %[[X]] into %[[AV]] at [%[[P]]]
    sparse.accumulate add %x into %Av[%i, %j] : !sparse.buffer<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @dense_in_its_own_nest(
func.func @dense_in_its_own_nest(%A: !matrix) {
  %I, %J, %Av = sparse.unpack %A : !matrix -> !dense, !dense, !sparse.buffer<?x?xf32>
  // CHECK: iter.nest "nest" ("j": %{{.*}} at %[[Q:.*]], "i": %{{.*}} at %[[R:.*]]) over
  iter.nest "nest" ("j": %j, "i": %i) over (%J, %I : !dense, !dense) kinds [spatial, spatial] {
    // CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at [%[[R]], %[[Q]]]
    // CHECK-NEXT: sparse.store %[[X]], %{{.*}} at [%[[R]], %[[Q]]]
    %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
    sparse.store %x, %Av[%i, %j] : !sparse.buffer<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @both_buffers_of_argmax(
func.func @both_buffers_of_argmax(%M: !sparse.tensor<?xf32, #sparse.dense>, %N: memref<?xindex>, %x: f32) {
  %I, %Mv = sparse.unpack %M : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %Nv = sparse.bind %N on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  // CHECK: iter.nest "nest" ("i": %[[I:.*]] at %[[R:.*]]) over
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    // CHECK-NEXT: sparse.accumulate argmax %{{.*}}, %[[I]] into %{{.*}}, %{{.*}} at [%[[R]]] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
    sparse.accumulate argmax %x, %i into %Mv, %Nv[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @dense_blocks_under_sparse_ones(
func.func @dense_blocks_under_sparse_ones(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4x4xf32>) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.sparse_variable %m of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 of %IO : !dense -> !axis.axis<dense_fixed, width = 4>
  %JI = axis.dense_fixed %c4 of %JO : !sparse -> !axis.axis<dense_fixed, width = 4>
  %Av = sparse.bind %val on (%IO, %JO, %II, %JI) : memref<?x4x4xf32> on (!dense, !sparse, !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 4>) -> !sparse.buffer<?x4x4xf32>
  // CHECK: iter.nest "bsr" ("io": %{{.*}}, "ii": %{{.*}} at %[[B:.*]], "jo": %{{.*}} at %[[P:.*]], "ji": %{{.*}} at %[[C:.*]]) over
  iter.nest "bsr" ("io": %io, "ii": %ii, "jo": %jo, "ji": %ji) over (%IO, %II, %JO, %JI : !dense, !axis.axis<dense_fixed, width = 4>, !sparse, !axis.axis<dense_fixed, width = 4>) kinds [spatial, spatial, reduction, reduction] {
    // CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at [%[[P]], %[[B]], %[[C]]]
    %x = sparse.load %Av[%io, %jo, %ii, %ji] : !sparse.buffer<?x4x4xf32>
    sparse.store %x, %Av at positions [%io, %ii, %ji] : !sparse.buffer<?x4x4xf32>
  }
  return
}

// CHECK-LABEL: func.func @nests_in_nests(
func.func @nests_in_nests(%A: !csr) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    // CHECK: iter.nest "row" ("j": %{{.*}} at %[[P:.*]]) over
    iter.nest "row" ("j": %j) over (%J under %r : !sparse) kinds [spatial] {
      // CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at [%[[P]]]
      %x = sparse.load %Av[%i, %j] : !sparse.buffer<?xf32>
      sparse.store %x, %Av[%i, %j] : !sparse.buffer<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @rank_zero(
// CHECK: sparse.load %{{.*}} at [] : !sparse.buffer<f32>
func.func @rank_zero(%val: memref<f32>) -> f32 {
  %s = sparse.bind %val on () : memref<f32> on () -> !sparse.buffer<f32>
  %x = sparse.load %s[] : !sparse.buffer<f32>
  return %x : f32
}

// Where it does not apply.

// CHECK-LABEL: func.func @coordinate_from_another_axis(
func.func @coordinate_from_another_axis(%A: !csr, %B: !matrix) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %JB, %K, %Bv = sparse.unpack %B : !matrix -> !dense, !dense, !sparse.buffer<?x?xf32>
  // CHECK: iter.nest "nest" ("i": %{{.*}}, "j": %[[J:.*]], "k": %[[K:.*]]) over
  iter.nest "nest" ("i": %i, "j": %j, "k": %k) over (%I, %J, %K : !dense, !sparse, !dense) kinds [spatial, reduction, spatial] {
    // CHECK-NEXT: %[[X:.*]] = sparse.load %[[BV:.*]][%[[J]], %[[K]]] :
    // CHECK-NEXT: sparse.store %[[X]], %[[BV]][%[[J]], %[[K]]] :
    // CHECK-NEXT: sparse.accumulate add %[[X]] into %[[BV]][%[[J]], %[[K]]] :
    %x = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xf32>
    sparse.store %x, %Bv[%j, %k] : !sparse.buffer<?x?xf32>
    sparse.accumulate add %x into %Bv[%j, %k] : !sparse.buffer<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @coordinates_in_another_order(
func.func @coordinates_in_another_order(%A: !csr, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "nest" ("i": %[[I:.*]], "j": %[[J:.*]]) over
  iter.nest "nest" ("i": %i, "j": %j) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]] :
    sparse.store %x, %Av[%j, %i] : !sparse.buffer<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @coordinate_of_another_row(
func.func @coordinate_of_another_row(%A: !csr, %row: index, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "nest" ("i": %{{.*}}, "j": %[[J:.*]]) over
  iter.nest "nest" ("i": %i, "j": %j) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%{{.*}}, %[[J]]] :
    sparse.store %x, %Av[%row, %j] : !sparse.buffer<?xf32>
  }
  return
}

// The row is that of the nest around, the column that of a nest over its own
// rows.

// CHECK-LABEL: func.func @coordinates_of_two_nests(
func.func @coordinates_of_two_nests(%A: !csr, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "outer" ("i": %[[I:.*]]) over
  iter.nest "outer" ("i": %i) over (%I : !dense) kinds [spatial] {
    // CHECK-NEXT: iter.nest "inner" ("l": %{{.*}}, "j": %[[J:.*]]) over
    iter.nest "inner" ("l": %l, "j": %j) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
      // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] :
      sparse.store %x, %Av[%i, %j] : !sparse.buffer<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @coordinate_of_arithmetic(
func.func @coordinate_of_arithmetic(%A: !matrix, %x: f32) {
  %c1 = arith.constant 1 : index
  %I, %J, %Av = sparse.unpack %A : !matrix -> !dense, !dense, !sparse.buffer<?x?xf32>
  // CHECK: iter.nest "nest" ("i": %[[I:.*]], "j": %{{.*}}) over
  iter.nest "nest" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [spatial, spatial] {
    %next = arith.addi %j, %c1 : index
    // CHECK: sparse.store %{{.*}}, %{{.*}}[%[[I]], %{{.*}}] :
    sparse.store %x, %Av[%i, %next] : !sparse.buffer<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @coordinate_of_a_loop(
// CHECK: sparse.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] :
func.func @coordinate_of_a_loop(%A: !matrix, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I, %J, %Av = sparse.unpack %A : !matrix -> !dense, !dense, !sparse.buffer<?x?xf32>
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    scf.for %j = %c0 to %n step %c1 {
      sparse.store %x, %Av[%i, %j] : !sparse.buffer<?x?xf32>
    }
  }
  return
}

// Rows are split in two: the coordinate is that of a row, but from an axis
// whose sites are those of other rows.

// CHECK-LABEL: func.func @split_rows(
func.func @split_rows(%m: index, %half: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %x: f32) {
  %I = axis.dense_fixed %m : !dense
  %H = axis.dense_fixed %half : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  // CHECK: iter.nest "nest" ("h": %[[H:.*]], "i": %{{.*}}, "j": %[[J:.*]]) over
  iter.nest "nest" ("h": %h, "i": %i, "j": %j) over (%H, %I, %J : !dense, !dense, !sparse) kinds [spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[H]], %[[J]]] :
    sparse.store %x, %Av[%h, %j] : !sparse.buffer<?xf32>
  }
  return
}

// An axis that is listed twice has two sites: the column's is that of a row of
// the second entry.

// CHECK-LABEL: func.func @axis_listed_twice(
func.func @axis_listed_twice(%A: !csr, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "nest" ("h": %[[H:.*]], "i": %{{.*}}, "j": %[[J:.*]] at %[[P:.*]]) over
  iter.nest "nest" ("h": %h, "i": %i, "j": %j) over (%I, %I, %J : !dense, !dense, !sparse) kinds [spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[H]], %[[J]]] :
    sparse.store %x, %Av[%h, %j] : !sparse.buffer<?xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[P]]] :
    sparse.store %x, %Av[%i, %j] : !sparse.buffer<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @axis_listed_twice_by_the_buffer(
func.func @axis_listed_twice_by_the_buffer(%n: index, %val: memref<?x?xf32>, %x: f32) {
  %I = axis.dense_fixed %n : !dense
  %v = sparse.bind %val on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  // CHECK: iter.nest "nest" ("a": %{{.*}} at %[[A:.*]], "b": %{{.*}} at %[[B:.*]]) over
  iter.nest "nest" ("a": %a, "b": %b) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[B]], %[[A]]] :
    sparse.store %x, %v[%b, %a] : !sparse.buffer<?x?xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[A]], %[[A]]] :
    sparse.store %x, %v[%a, %a] : !sparse.buffer<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @site_of_a_look_up(
func.func @site_of_a_look_up(%A: !csr, %c: index, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "nest" ("i": %[[I:.*]] at %{{.*}}) over
  iter.nest "nest" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %p, %found = axis.locate %J[%c] under %r : !axis.site : !sparse -> !axis.site
    %q = axis.position_of %p : !axis.site
    // CHECK: sparse.store %{{.*}}, %{{.*}}[%[[I]], %{{.*}}] :
    sparse.store %x, %Av[%i, %c] : !sparse.buffer<?xf32>
    sparse.store %x, %Av at positions [%q] : !sparse.buffer<?xf32>
  }
  return
}
