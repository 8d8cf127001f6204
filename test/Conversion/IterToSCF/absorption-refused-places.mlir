// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s

// Bodies that read or write where padding need not have a cell, or where it is
// not known to be zero, keep the guard.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!large = !axis.axis<dense_fixed, width = 8>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!permuted = !axis.axis<singleton, unique>
!few = !axis.axis<sparse_fixed, width = 4>
!occupancy = !axis.axis<occupancy>

// Another cell than the one that the bit is of.

// CHECK-LABEL: func.func @other_cell
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @other_cell(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %h, %found = axis.locate %I[%m] : !dense -> !axis.site
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%h, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Av[%j, %i] : !sparse.buffer<?x?xf32>
    %t = arith.addf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// A buffer that does not end with the occupancy holds anything.

// CHECK-LABEL: func.func @without_the_occupancy
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @without_the_occupancy(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Dv = sparse.bind %val on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Dv at [%r, %s] : !sparse.buffer<?x?xf32>
    sparse.accumulate add %a into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Padding is not written, not even by what it is.

// CHECK-LABEL: func.func @into_padding
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @into_padding(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    sparse.accumulate add %a into %Av at [%r, %s] : !sparse.buffer<?x?xf32>
  }
  return
}

// An index that is only known to be in range for elements.

// CHECK-LABEL: func.func @expression
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @expression(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %k = arith.addi %i, %j : index
    %b = sparse.load %Xv[%k] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// The same of what is written.

// CHECK-LABEL: func.func @place_of_an_expression
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @place_of_an_expression(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    %k = affine.apply affine_map<(a, b) -> (a * 4 + b)>(%i, %j)
    sparse.accumulate add %t into %Yv[%k] : !sparse.buffer<?xf32>
  }
  return
}

// An index from outside need not be in range where there is no element.

// CHECK-LABEL: func.func @from_outside
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @from_outside(%k: index, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv[%k] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Blocks that are not cut, whose last ones may jut out; and rows that are too
// many for what they index.

// CHECK-LABEL: func.func @not_cut
// CHECK: axis.occupied
// CHECK: axis.occupied
func.func @not_cut(%mb: index, %m: index, %bits: memref<?x8xi1>, %val: memref<?x8xf32>, %x: memref<?xf32>, %four: memref<4xf32>, %y: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %IO = axis.dense_fixed %mb : !dense
  %II = axis.dense_fixed %c8 of %IO : !dense -> !large
  %E = axis.occupancy %bits on (%IO, %II) : memref<?x8xi1> on (!dense, !large) -> !occupancy
  %Av = sparse.bind %val on (%IO, %II, %E) : memref<?x8xf32> on (!dense, !large, !occupancy) -> !sparse.buffer<?x8xf32>
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c4 : !block
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Kv = sparse.bind %four on (%K) : memref<4xf32> on (!block) -> !sparse.buffer<4xf32>
  %Yv = sparse.bind %y on (%IO) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "jut" ("io": %io at %r, "ii": %ii at %s, "e": %e) over (%IO, %II, %E : !dense, !large, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x8xf32>
    %i = affine.apply affine_map<(o, i) -> (o * 8 + i)>(%io, %ii)
    %b = sparse.load %Xv[%i] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  iter.nest "many" ("io": %io at %r, "ii": %ii at %s, "e": %e) over (%IO, %II, %E : !dense, !large, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x8xf32>
    %b = sparse.load %Kv[%ii] : !sparse.buffer<4xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Fibres that lie under the occupancy need not be there under padding.

// CHECK-LABEL: func.func @fibres_under_it
// CHECK: axis.occupied
func.func @fibres_under_it(%m: index, %bits: memref<?xi1>, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !occupancy
  %J = axis.sparse_variable %m of %E positions %pos coordinates %crd : !occupancy, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %E) : memref<?xf32> on (!dense, !occupancy) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "e": %e, "j": %j) over (%I, %E, %J : !dense, !occupancy, !sparse) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r] : !sparse.buffer<?xf32>
    sparse.accumulate add %a into %Yv[%j] : !sparse.buffer<?xf32>
  }
  return
}

// A coordinate that is claimed to come once is that of all padding.

// CHECK-LABEL: func.func @unique_coordinate
// CHECK: axis.occupied
func.func @unique_coordinate(%m: index, %n: index, %row: memref<?xi32>, %bits: memref<?xi1>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %P = axis.dense_fixed %n : !dense
  %I = axis.singleton %m of %P coordinates %row : (!dense), memref<?xi32> -> !permuted
  %E = axis.occupancy %bits on (%P) : memref<?xi1> on (!dense) -> !occupancy
  %Av = sparse.bind %val on (%P, %I, %E) : memref<?xf32> on (!dense, !permuted, !occupancy) -> !sparse.buffer<?xf32>
  %IY = axis.dense_fixed %m : !dense
  %Yv = sparse.bind %y on (%IY) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("p": %p at %r, "i": %i, "e": %e) over (%P, %I, %E : !dense, !permuted, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r] : !sparse.buffer<?xf32>
    sparse.accumulate add %a into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

// A block that is cut, within another row than its own, or at another width.

// CHECK-LABEL: func.func @other_block_row
// CHECK: axis.occupied
// CHECK: axis.occupied
func.func @other_block_row(%mb: index, %m: index, %t: index, %u: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %IO = axis.dense_fixed %mb : !dense
  %II = axis.dense_fixed %t cut %m of %IO : !dense -> !dense
  %E = axis.occupancy %bits on (%IO, %II) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%IO, %II, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %I = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%IO) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "row" ("io": %io at %r, "ii": %ii at %s, "e": %e, "h": %h) over (%IO, %II, %E, %IO : !dense, !dense, !occupancy, !dense) kinds [spatial, spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %i = affine.apply affine_map<(o, i)[t] -> (o * t + i)>(%h, %ii)[%t]
    %b = sparse.load %Xv[%i] : !sparse.buffer<?xf32>
    %p = arith.mulf %a, %b : f32
    sparse.accumulate add %p into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  iter.nest "width" ("io": %io at %r, "ii": %ii at %s, "e": %e) over (%IO, %II, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %i = affine.apply affine_map<(o, i)[t] -> (o * t + i)>(%io, %ii)[%u]
    %b = sparse.load %Xv[%i] : !sparse.buffer<?xf32>
    %p = arith.mulf %a, %b : f32
    sparse.accumulate add %p into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Four cells of a row, though there may be no column for their coordinate.

// CHECK-LABEL: func.func @no_columns
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @no_columns(%m: index, %n: index, %crd: memref<?x4xi32>, %bits: memref<?x4xi1>, %val: memref<?x4xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %n width %c4 of %I coordinates %crd : !dense, memref<?x4xi32> -> !few
  %E = axis.occupancy %bits on (%I, %J) : memref<?x4xi1> on (!dense, !few) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x4xf32> on (!dense, !few, !occupancy) -> !sparse.buffer<?x4xf32>
  %JX = axis.dense_fixed %n : !dense
  %Xv = sparse.bind %x on (%JX) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "ell" ("i": %i at %r, "j": %j at %s, "e": %e) over (%I, %J, %E : !dense, !few, !occupancy) kinds [spatial, reduction, reduction] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x4xf32>
    %b = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %p = arith.mulf %a, %b : f32
    sparse.accumulate add %p into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}
