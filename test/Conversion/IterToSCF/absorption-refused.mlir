// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s

// Bodies that padding would change, or might, keep the guard.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!large = !axis.axis<dense_fixed, width = 8>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!permuted = !axis.axis<singleton, unique>
!occupancy = !axis.axis<occupancy>

// Zero is not neutral to a maximum.

// CHECK-LABEL: func.func @maximum
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @maximum(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    sparse.accumulate max %a into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// A store writes what padding gives.

// CHECK-LABEL: func.func @stored
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @stored(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
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
    sparse.store %t, %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// A sum of other things than padded values counts cells.

// CHECK-LABEL: func.func @counted
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @counted(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    sparse.accumulate add %b into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Not a product: it is one at zero.

// CHECK-LABEL: func.func @exponential
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @exponential(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %t = math.exp %a : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// A quotient may be of zero by zero.

// CHECK-LABEL: func.func @divided
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @divided(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %t = arith.divf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// A factor that need not be finite though all that is given is.

// CHECK-LABEL: func.func @infinite_factor
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @infinite_factor(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %q = math.log %b : f32
    %t = arith.mulf %a, %q : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// An infinite constant.

// CHECK-LABEL: func.func @infinite_constant
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @infinite_constant(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %inf = arith.constant 0x7F800000 : f32
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %t = arith.mulf %a, %inf : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// What the function has computed itself may be infinite.

// CHECK-LABEL: func.func @computed_before
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @computed_before(%z: f32, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %Xv, %z : !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// And so may what is written by another name.

// CHECK-LABEL: func.func @same_memory
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @same_memory(%z: f32, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Zv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %Zv, %z : !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Padding that is not zero.

// CHECK-LABEL: func.func @other_fill_value
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @other_fill_value(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32, fill = 1.0>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32, fill = 1.0>
    sparse.accumulate add %a into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Padding of the function's own memory is not initialised.

// CHECK-LABEL: func.func @own_memory
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @own_memory(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.alloc on (%I, %J, %E) : (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// A splat is not zero on padding.

// CHECK-LABEL: func.func @pattern_without_values
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @pattern_without_values(%one: f32, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.splat %one on (%I, %J, %E) : f32 on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    sparse.accumulate add %a into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

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

// What else the body does, it does for elements alone.

// CHECK-LABEL: func.func @effects
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @effects(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
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
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
    func.call @use(%t) : (f32) -> ()
  }
  return
}

// Regions are not looked into.

// CHECK-LABEL: func.func @regions
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @regions(%yes: i1, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
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
    scf.if %yes {
      sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
    }
  }
  return
}
func.func private @use(f32)

// A combination by maximum, and a sum with what is not padded.

// CHECK-LABEL: func.func @results
// CHECK: axis.occupied
// CHECK: axis.occupied
func.func @results(%init: f32, %m: index, %bits: memref<?xi1>, %val: memref<?xf32>) -> (f32, f32) {
  %I = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %E) : memref<?xf32> on (!dense, !occupancy) -> !sparse.buffer<?xf32>
  %max = iter.nest "max" ("i": %i at %p, "e": %e) over (%I, %E : !dense, !occupancy) kinds [reduction, reduction] combine [max] init(%init) -> f32 {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    iter.yield %x : f32
  }
  %count = iter.nest "count" ("i": %i at %p, "e": %e) over (%I, %E : !dense, !occupancy) kinds [reduction, reduction] combine [add] init(%init) -> f32 {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = arith.addf %x, %init : f32
    iter.yield %y : f32
  }
  return %max, %count : f32, f32
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
func.func @fibres_under_it(%m: index, %bits: memref<?xi1>, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !occupancy
  %J = axis.sparse_variable %m of %E positions %pos coordinates %crd : !occupancy, memref<?xi32>, memref<?xi32> -> !sparse
  iter.nest "n" ("i": %i, "e": %e, "j": %j) over (%I, %E, %J : !dense, !occupancy, !sparse) kinds [spatial, spatial, spatial] {
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
