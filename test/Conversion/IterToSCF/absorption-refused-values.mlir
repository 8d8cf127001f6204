// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s

// Bodies that do something else on padding than add zero keep the guard.

!dense = !axis.axis<dense_fixed>
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

// Integers of 32 bits are too large for some floats: 65520 is infinite as f16.

// CHECK-LABEL: func.func @integer_as_f16
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @integer_as_f16(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf16>, %x: memref<?xi32>, %y: memref<?xf16>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf16> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf16>
  %Xv = sparse.bind %x on (%J) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
  %Yv = sparse.bind %y on (%I) : memref<?xf16> on (!dense) -> !sparse.buffer<?xf16>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf16>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xi32>
    %f = arith.sitofp %b : i32 to f16
    %t = arith.mulf %a, %f : f16
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf16>
  }
  return
}

// CHECK-LABEL: func.func @unsigned_integer_as_f16
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]]
func.func @unsigned_integer_as_f16(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf16>, %x: memref<?xi32>, %y: memref<?xf16>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf16> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf16>
  %Xv = sparse.bind %x on (%J) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
  %Yv = sparse.bind %y on (%I) : memref<?xf16> on (!dense) -> !sparse.buffer<?xf16>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e at %c) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf16>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xi32>
    %f = arith.uitofp %b : i32 to f16
    %t = arith.mulf %a, %f : f16
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf16>
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

// Integer division and remainders by what may be zero on padding.

// CHECK-LABEL: func.func @remainders
// CHECK-COUNT-3: axis.occupied
func.func @remainders(%m: index, %bits: memref<?xi1>, %val: memref<?xindex>, %y: memref<?xindex>) {
  %I = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %E) : memref<?xindex> on (!dense, !occupancy) -> !sparse.buffer<?xindex>
  %Yv = sparse.bind %y on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  iter.nest "divsi" ("i": %i at %r, "e": %e) over (%I, %E : !dense, !occupancy) kinds [spatial, spatial] {
    %a = sparse.load %Av at [%r] : !sparse.buffer<?xindex>
    %q = arith.divsi %m, %a : index
    %t = arith.muli %q, %a : index
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xindex>
  }
  iter.nest "remui" ("i": %i at %r, "e": %e) over (%I, %E : !dense, !occupancy) kinds [spatial, spatial] {
    %a = sparse.load %Av at [%r] : !sparse.buffer<?xindex>
    %q = arith.remui %m, %a : index
    %t = arith.muli %q, %a : index
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xindex>
  }
  iter.nest "mod" ("i": %i at %r, "e": %e) over (%I, %E : !dense, !occupancy) kinds [spatial, spatial] {
    %a = sparse.load %Av at [%r] : !sparse.buffer<?xindex>
    %q = affine.apply affine_map<(d)[s] -> (d mod s)>(%i)[%a]
    %t = arith.muli %q, %a : index
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xindex>
  }
  return
}
