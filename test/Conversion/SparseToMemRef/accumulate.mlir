// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref))' | FileCheck %s

!dense = !axis.axis<dense_fixed>

// Load, combine, store: as kind(what is there, value), in this order.

// CHECK-LABEL: func.func @floats
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[I:[^:]*]]: index, %[[M:[^:]*]]: index, %[[MEM:[^:]*]]: memref<?xf32>
// CHECK-NEXT: %[[X0:.*]] = memref.load %[[MEM]][%[[I]]]
// CHECK-NEXT: %[[Y0:.*]] = arith.addf %[[X0]], %[[V]]
// CHECK-NEXT: memref.store %[[Y0]], %[[MEM]][%[[I]]]
// CHECK-NEXT: %[[X1:.*]] = memref.load
// CHECK-NEXT: arith.mulf %[[X1]], %[[V]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: %[[X2:.*]] = memref.load
// CHECK-NEXT: arith.minimumf %[[X2]], %[[V]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: %[[X3:.*]] = memref.load
// CHECK-NEXT: arith.maximumf %[[X3]], %[[V]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @floats(%v: f32, %i: index, %m: index, %mem: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.accumulate add %v into %C at positions [%i] : !sparse.buffer<?xf32>
  sparse.accumulate mul %v into %C at positions [%i] : !sparse.buffer<?xf32>
  sparse.accumulate min %v into %C at positions [%i] : !sparse.buffer<?xf32>
  sparse.accumulate max %v into %C at positions [%i] : !sparse.buffer<?xf32>
  return
}

// Integers are signed.

// CHECK-LABEL: func.func @integers
// CHECK-SAME: %[[V:[^:]*]]: i8
// CHECK: %[[X0:.*]] = memref.load
// CHECK-NEXT: arith.addi %[[X0]], %[[V]] : i8
// CHECK: %[[X1:.*]] = memref.load
// CHECK-NEXT: arith.muli %[[X1]], %[[V]] : i8
// CHECK: %[[X2:.*]] = memref.load
// CHECK-NEXT: arith.minsi %[[X2]], %[[V]] : i8
// CHECK: %[[X3:.*]] = memref.load
// CHECK-NEXT: arith.maxsi %[[X3]], %[[V]] : i8
// CHECK: %[[X4:.*]] = memref.load
// CHECK-NEXT: arith.andi %[[X4]], %[[V]] : i8
// CHECK: %[[X5:.*]] = memref.load
// CHECK-NEXT: arith.ori %[[X5]], %[[V]] : i8
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @integers(%v: i8, %i: index, %m: index, %mem: memref<?xi8>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xi8> on (!dense) -> !sparse.buffer<?xi8>
  sparse.accumulate add %v into %C at positions [%i] : !sparse.buffer<?xi8>
  sparse.accumulate mul %v into %C at positions [%i] : !sparse.buffer<?xi8>
  sparse.accumulate min %v into %C at positions [%i] : !sparse.buffer<?xi8>
  sparse.accumulate max %v into %C at positions [%i] : !sparse.buffer<?xi8>
  sparse.accumulate and %v into %C at positions [%i] : !sparse.buffer<?xi8>
  sparse.accumulate or %v into %C at positions [%i] : !sparse.buffer<?xi8>
  return
}

// CHECK-LABEL: func.func @truth
// CHECK: arith.andi {{.*}} : i1
// CHECK: arith.ori {{.*}} : i1
func.func @truth(%v: i1, %i: index, %m: index, %mem: memref<?xi1>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xi1> on (!dense) -> !sparse.buffer<?xi1>
  sparse.accumulate and %v into %C at positions [%i] : !sparse.buffer<?xi1>
  sparse.accumulate or %v into %C at positions [%i] : !sparse.buffer<?xi1>
  return
}

// CHECK-LABEL: func.func @complex_numbers
// CHECK: complex.add {{.*}} : complex<f64>
// CHECK: complex.mul {{.*}} : complex<f64>
func.func @complex_numbers(%v: complex<f64>, %i: index, %m: index, %mem: memref<?xcomplex<f64>>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xcomplex<f64>> on (!dense) -> !sparse.buffer<?xcomplex<f64>>
  sparse.accumulate add %v into %C at positions [%i] : !sparse.buffer<?xcomplex<f64>>
  sparse.accumulate mul %v into %C at positions [%i] : !sparse.buffer<?xcomplex<f64>>
  return
}

// CHECK-LABEL: func.func @indices
// CHECK: arith.addi {{.*}} : index
// CHECK: arith.minsi {{.*}} : index
// CHECK: arith.ori {{.*}} : index
func.func @indices(%v: index, %i: index, %m: index, %mem: memref<?xindex>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  sparse.accumulate add %v into %C at positions [%i] : !sparse.buffer<?xindex>
  sparse.accumulate min %v into %C at positions [%i] : !sparse.buffer<?xindex>
  sparse.accumulate or %v into %C at positions [%i] : !sparse.buffer<?xindex>
  return
}

// Value and number are replaced where the value comes before, or is equal and the
// number smaller; a NaN comes before every number and equals a NaN.

// CHECK-LABEL: func.func @argmin_of_floats
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[N:[^:]*]]: index, %[[I:[^:]*]]: index, %[[M:[^:]*]]: index, %[[VAL:[^:]*]]: memref<?xf32>, %[[NUM:[^:]*]]: memref<?xindex>
// CHECK-DAG: %[[CV:.*]] = memref.load %[[VAL]][%[[I]]]
// CHECK-DAG: %[[CN:.*]] = memref.load %[[NUM]][%[[I]]]
// CHECK-DAG: %[[NAN:.*]] = arith.cmpf uno, %[[V]], %[[V]]
// CHECK-DAG: %[[WASNUMBER:.*]] = arith.cmpf ord, %[[CV]], %[[CV]]
// CHECK-DAG: %[[WASNAN:.*]] = arith.cmpf uno, %[[CV]], %[[CV]]
// CHECK-DAG: %[[LESS:.*]] = arith.cmpf olt, %[[V]], %[[CV]]
// CHECK-DAG: %[[FIRSTNAN:.*]] = arith.andi %[[NAN]], %[[WASNUMBER]]
// CHECK-DAG: %[[BOTHNAN:.*]] = arith.andi %[[NAN]], %[[WASNAN]]
// CHECK-DAG: %[[SAME:.*]] = arith.cmpf oeq, %[[V]], %[[CV]]
// CHECK: %[[BEFORE:.*]] = arith.ori %[[LESS]], %[[FIRSTNAN]]
// CHECK: %[[EQUAL:.*]] = arith.ori %[[SAME]], %[[BOTHNAN]]
// CHECK: %[[SMALLER:.*]] = arith.cmpi slt, %[[N]], %[[CN]]
// CHECK: %[[TIE:.*]] = arith.andi %[[EQUAL]], %[[SMALLER]]
// CHECK: %[[REPLACES:.*]] = arith.ori %[[BEFORE]], %[[TIE]]
// CHECK: %[[NV:.*]] = arith.select %[[REPLACES]], %[[V]], %[[CV]]
// CHECK: %[[NN:.*]] = arith.select %[[REPLACES]], %[[N]], %[[CN]]
// CHECK: memref.store %[[NV]], %[[VAL]][%[[I]]]
// CHECK: memref.store %[[NN]], %[[NUM]][%[[I]]]
func.func @argmin_of_floats(%v: f32, %n: index, %i: index, %m: index, %val: memref<?xf32>, %num: memref<?xindex>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %val on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %N = sparse.bind %num on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  sparse.accumulate argmin %v, %n into %C, %N at positions [%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  return
}

// CHECK-LABEL: func.func @argmax_of_floats
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpi slt
func.func @argmax_of_floats(%v: bf16, %n: i64, %i: index, %m: index, %val: memref<?xbf16>, %num: memref<?xi64>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %val on (%I) : memref<?xbf16> on (!dense) -> !sparse.buffer<?xbf16>
  %N = sparse.bind %num on (%I) : memref<?xi64> on (!dense) -> !sparse.buffer<?xi64>
  sparse.accumulate argmax %v, %n into %C, %N at positions [%i] : !sparse.buffer<?xbf16>, !sparse.buffer<?xi64>
  return
}

// CHECK-LABEL: func.func @arg_of_integers
// CHECK-SAME: %[[V:[^:]*]]: i32, %[[N:[^:]*]]: i8
// CHECK: %[[CV:.*]] = memref.load {{.*}} : memref<?xi32>
// CHECK: %[[LESS:.*]] = arith.cmpi slt, %[[V]], %[[CV]] : i32
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[V]], %[[CV]] : i32
// CHECK: %[[SMALLER:.*]] = arith.cmpi slt, %[[N]], %{{.*}} : i8
// CHECK: %[[TIE:.*]] = arith.andi %[[SAME]], %[[SMALLER]]
// CHECK: arith.ori %[[LESS]], %[[TIE]]
// CHECK: arith.cmpi sgt, %[[V]], %{{.*}} : i32
// CHECK: arith.cmpi slt, %[[N]], %{{.*}} : i8
func.func @arg_of_integers(%v: i32, %n: i8, %i: index, %m: index, %val: memref<?xi32>, %num: memref<?xi8>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %val on (%I) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
  %N = sparse.bind %num on (%I) : memref<?xi8> on (!dense) -> !sparse.buffer<?xi8>
  sparse.accumulate argmin %v, %n into %C, %N at positions [%i] : !sparse.buffer<?xi32>, !sparse.buffer<?xi8>
  sparse.accumulate argmax %v, %n into %C, %N at positions [%i] : !sparse.buffer<?xi32>, !sparse.buffer<?xi8>
  return
}

// What is atomic stays one operation, which knows whether the element exists.

// CHECK-LABEL: func.func @atomic
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[I:[^:]*]]: index, %[[M:[^:]*]]: index, %[[MEM:[^:]*]]: memref<?xf32>
// CHECK-NEXT: iter.atomic_update max %[[V]] into %[[MEM]][%[[I]]] : f32, memref<?xf32>
// CHECK-NEXT: iter.atomic_update segmented max %[[V]] into %[[MEM]][%[[I]]] : f32, memref<?xf32>
// CHECK-NEXT: return
func.func @atomic(%v: f32, %i: index, %m: index, %mem: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.accumulate atomic max %v into %C at positions [%i] : !sparse.buffer<?xf32>
  sparse.accumulate atomic segmented max %v into %C at positions [%i] : !sparse.buffer<?xf32>
  return
}
