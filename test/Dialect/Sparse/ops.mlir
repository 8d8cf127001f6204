// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @unpack(
// CHECK-SAME: %[[A:[a-zA-Z0-9]+]]: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.access = "read", sparse.dims = ["I", "J"], sparse.name = "A"}
// CHECK-NEXT: %{{[^,]+}}, %{{[^,]+}}, %{{[^ ]+}} = sparse.unpack %[[A]] : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
func.func @unpack(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @unpack_static_shapes(
// CHECK: sparse.unpack %{{.*}} : !sparse.tensor<8x4xcomplex<f64>, #sparse.dense> -> !axis.axis<dense_fixed, width = 8>, !axis.axis<dense_fixed, width = 4>, !sparse.buffer<8x4xcomplex<f64>>
// CHECK: sparse.unpack %{{.*}} : !sparse.tensor<8x9xi1, #sparse.csr<pos = i64>> -> !axis.axis<dense_fixed, width = 8>, !axis.axis<sparse_variable, pos = i64, sorted, unique>, !sparse.buffer<?xi1>
func.func @unpack_static_shapes(%B: !sparse.tensor<8x4xcomplex<f64>, #sparse.dense>, %A: !sparse.tensor<8x9xi1, #sparse.csr<pos = i64>>) {
  %I, %K, %Bv = sparse.unpack %B : !sparse.tensor<8x4xcomplex<f64>, #sparse.dense> -> !axis.axis<dense_fixed, width = 8>, !block, !sparse.buffer<8x4xcomplex<f64>>
  %IA, %J, %Av = sparse.unpack %A : !sparse.tensor<8x9xi1, #sparse.csr<pos = i64>> -> !axis.axis<dense_fixed, width = 8>, !axis.axis<sparse_variable, pos = i64, sorted, unique>, !sparse.buffer<?xi1>
  return
}

// The names of the arguments are those of the results.

// CHECK-LABEL: func.func @unpack_names_its_results(
// CHECK: %I, %J, %Av = sparse.unpack
// CHECK: %axis, %axis_{{[0-9]+}}, %values = sparse.unpack
func.func @unpack_names_its_results(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !sparse.tensor<?x?xf32, #sparse.dense>) {
  %a, %b, %c = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  %d, %e, %f = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  return
}

// The storage of a list of axes: a sparse axis closes the dimensions of its
// ancestors and takes the slot of the first.

// CHECK-LABEL: func.func @bind(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[J]]) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[J]]) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32, fill = 0xFF800000> {note = "kept"}
func.func @bind(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %Bv = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32, fill = 0xFF800000> {note = "kept"}
  return
}

// CHECK-LABEL: func.func @bind_without_axes(
// CHECK: %[[S:.*]] = sparse.bind %{{.*}} on () : memref<f32> on () -> !sparse.buffer<f32>
// CHECK: sparse.load %[[S]][] : !sparse.buffer<f32>
// CHECK: sparse.load %[[S]] at [] : !sparse.buffer<f32>
func.func @bind_without_axes(%val: memref<f32>) -> (f32, f32) {
  %s = sparse.bind %val on () : memref<f32> on () -> !sparse.buffer<f32>
  %x = sparse.load %s[] : !sparse.buffer<f32>
  %y = sparse.load %s at [] : !sparse.buffer<f32>
  return %x, %y : f32, f32
}

// CHECK-LABEL: func.func @bind_blocks(
// CHECK: sparse.bind %{{.*}} : memref<?x4x?xf64> on {{.*}} -> !sparse.buffer<?x4x?xf64>
func.func @bind_blocks(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4x?xf64>) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.sparse_variable %m of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 of %IO : !dense -> !block
  %JI = axis.dense_fixed %m of %JO : !sparse -> !dense
  %Av = sparse.bind %val on (%IO, %JO, %II, %JI) : memref<?x4x?xf64> on (!dense, !sparse, !block, !dense) -> !sparse.buffer<?x4x?xf64>
  return
}

// A sparse axis takes the slot of its first ancestor: the axis listed between
// stays where it is.

// CHECK-LABEL: func.func @bind_with_a_dense_axis_between(
// CHECK: sparse.bind %{{.*}} : memref<?x8xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 8>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?x8xf32>
func.func @bind_with_a_dense_axis_between(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x8xf32>) {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c8 : !axis.axis<dense_fixed, width = 8>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %K, %J) : memref<?x8xf32> on (!dense, !axis.axis<dense_fixed, width = 8>, !sparse) -> !sparse.buffer<?x8xf32>
  return
}

// CHECK-LABEL: func.func @bind_says_which_entry_a_child_lies_under(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[J]], %[[I]], %[[J]]) :
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[I]], %[[J]] of 0, %[[J]]) :
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[I]], %[[J]], %[[J]] of 0) :
func.func @bind_says_which_entry_a_child_lies_under(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J of 0, %I, %J of 2) : memref<?x?xf32> on (!dense, !sparse, !dense, !sparse) -> !sparse.buffer<?x?xf32>
  %Bv = sparse.bind %val on (%I, %I, %J of 0, %J of 1) : memref<?x?xf32> on (!dense, !dense, !sparse, !sparse) -> !sparse.buffer<?x?xf32>
  %Cv = sparse.bind %val on (%I, %I, %J of 1, %J of 0) : memref<?x?xf32> on (!dense, !dense, !sparse, !sparse) -> !sparse.buffer<?x?xf32>
  return
}

// CHECK-LABEL: func.func @accesses(
func.func @accesses(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %B: !sparse.tensor<?x?xf32, #sparse.dense>, %C: !sparse.tensor<?x?xf32, #sparse.dense>,
                    %M: !sparse.tensor<?xf32, #sparse.dense>, %N: memref<?xindex>, %Y: !sparse.tensor<?xf32, #sparse.dense>) {
  // CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %[[AV:[^ ]+]] = sparse.unpack
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: %{{[^,]+}}, %[[K:[^,]+]], %[[BV:[^ ]+]] = sparse.unpack
  %JB, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  // CHECK: %{{[^,]+}}, %{{[^,]+}}, %[[CV:[^ ]+]] = sparse.unpack
  %IC, %KC, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  // CHECK: %[[IM:[^,]+]], %[[MV:[^ ]+]] = sparse.unpack
  %IM, %Mv = sparse.unpack %M : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  // CHECK: %{{[^,]+}}, %[[YV:[^ ]+]] = sparse.unpack
  %IY, %Yv = sparse.unpack %Y : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  // CHECK: %[[NV:.*]] = sparse.bind
  %Nv = sparse.bind %N on (%IM) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  // CHECK: %[[ZERO:.*]] = arith.constant
  %zero = arith.constant 0.0 : f32
  // CHECK: sparse.fill %[[CV]], %[[ZERO]] : !sparse.buffer<?x?xf32>
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  // CHECK: iter.nest "spmm" ("i": %[[CI:.*]], "j": %[[CJ:.*]] at %[[P:.*]], "k": %[[CK:.*]]) over
  iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !dense, !sparse, !dense) kinds [spatial, reduction, spatial] {
    // CHECK: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]]] : !sparse.buffer<?xf32>
    // CHECK: %[[Y:.*]] = sparse.load %[[BV]][any, %[[CK]]] : !sparse.buffer<?x?xf32>
    // CHECK: sparse.load %[[AV]][%[[CI]], %[[CJ]]] found : !sparse.buffer<?xf32>
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[any, %k] : !sparse.buffer<?x?xf32>
    %z, %stored = sparse.load %Av[%i, %j] found : !sparse.buffer<?xf32>
    // CHECK: %[[T:.*]] = arith.mulf
    %t = arith.mulf %x, %y : f32
    // CHECK: sparse.accumulate add %[[T]] into %[[CV]][%[[CI]], %[[CK]]] : !sparse.buffer<?x?xf32>
    // CHECK: sparse.accumulate atomic add %[[T]] into %[[YV]] at positions [%[[CI]]] : !sparse.buffer<?xf32>
    // CHECK: sparse.accumulate atomic segmented add %[[T]] into %[[YV]] at positions [%[[CI]]] : !sparse.buffer<?xf32>
    // CHECK: sparse.accumulate argmax %[[X]], %[[CJ]] into %[[MV]], %[[NV]][%[[CI]]] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
    sparse.accumulate atomic add %t into %Yv at positions [%i] : !sparse.buffer<?xf32>
    sparse.accumulate atomic segmented add %t into %Yv at positions [%i] : !sparse.buffer<?xf32>
    sparse.accumulate argmax %x, %j into %Mv, %Nv[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @stores(
func.func @stores(%C: !sparse.tensor<?x?xf32, #sparse.csr>, %x: f32, %q: index) {
  // CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %[[CV:[^ ]+]] = sparse.unpack
  %I, %J, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  iter.nest "store" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    // CHECK: sparse.store %[[X:.*]], %[[CV]] at [%{{.*}}] : !sparse.buffer<?xf32>
    sparse.store %x, %Cv at [%p] : !sparse.buffer<?xf32>
    // CHECK: sparse.store %[[X]], %[[CV]][%{{.*}}, %{{.*}}] : !sparse.buffer<?xf32>
    sparse.store %x, %Cv[%i, %j] : !sparse.buffer<?xf32>
  }
  // CHECK: sparse.store %[[X]], %[[CV]] at positions [%{{.*}}] : !sparse.buffer<?xf32>
  sparse.store %x, %Cv at positions [%q] : !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @kinds_of_accumulation(
func.func @kinds_of_accumulation(%n: index, %i: index, %f: memref<?xf32>, %z: memref<?xcomplex<f32>>, %b: memref<?xi1>, %u: memref<?xi8>, %w: memref<?xi64>,
                                 %x: f32, %c: complex<f32>, %t: i1, %a: i8, %l: i64) {
  %I = axis.dense_fixed %n : !dense
  %fv = sparse.bind %f on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zv = sparse.bind %z on (%I) : memref<?xcomplex<f32>> on (!dense) -> !sparse.buffer<?xcomplex<f32>>
  %bv = sparse.bind %b on (%I) : memref<?xi1> on (!dense) -> !sparse.buffer<?xi1>
  %uv = sparse.bind %u on (%I) : memref<?xi8> on (!dense) -> !sparse.buffer<?xi8>
  %wv = sparse.bind %w on (%I) : memref<?xi64> on (!dense) -> !sparse.buffer<?xi64>
  // CHECK: sparse.accumulate add %{{.*}} into %{{.*}} at positions [%{{.*}}] : !sparse.buffer<?xf32>
  sparse.accumulate add %x into %fv at positions [%i] : !sparse.buffer<?xf32>
  // CHECK: sparse.accumulate mul
  sparse.accumulate mul %x into %fv[%i] : !sparse.buffer<?xf32>
  // CHECK: sparse.accumulate min
  sparse.accumulate min %x into %fv[%i] : !sparse.buffer<?xf32>
  // CHECK: sparse.accumulate max
  sparse.accumulate max %x into %fv[%i] : !sparse.buffer<?xf32>
  // CHECK: sparse.accumulate add %{{.*}} : !sparse.buffer<?xcomplex<f32>>
  sparse.accumulate add %c into %zv[%i] : !sparse.buffer<?xcomplex<f32>>
  // CHECK: sparse.accumulate mul %{{.*}} : !sparse.buffer<?xcomplex<f32>>
  sparse.accumulate mul %c into %zv[%i] : !sparse.buffer<?xcomplex<f32>>
  // CHECK: sparse.accumulate and %{{.*}} : !sparse.buffer<?xi1>
  sparse.accumulate and %t into %bv[%i] : !sparse.buffer<?xi1>
  // CHECK: sparse.accumulate or %{{.*}} : !sparse.buffer<?xi1>
  sparse.accumulate or %t into %bv[%i] : !sparse.buffer<?xi1>
  // CHECK: sparse.accumulate and %{{.*}} : !sparse.buffer<?xi8>
  sparse.accumulate and %a into %uv[%i] : !sparse.buffer<?xi8>
  // CHECK: sparse.accumulate max %{{.*}} : !sparse.buffer<?xi8>
  sparse.accumulate max %a into %uv[%i] : !sparse.buffer<?xi8>
  // CHECK: sparse.accumulate argmin %{{.*}}, %{{.*}} into %{{.*}}, %{{.*}}[%{{.*}}] : !sparse.buffer<?xf32>, !sparse.buffer<?xi64>
  sparse.accumulate argmin %x, %l into %fv, %wv[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xi64>
  return
}

// CHECK-LABEL: func.func @loads_of_each_element_type(
func.func @loads_of_each_element_type(%n: index, %i: index, %b: memref<4xi1>, %k: memref<4xindex>, %z: memref<4xcomplex<f64>>) -> (i1, index, complex<f64>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %c4 : !block
  // CHECK: -> !sparse.buffer<4xi1, fill = true>
  %bv = sparse.bind %b on (%I) : memref<4xi1> on (!block) -> !sparse.buffer<4xi1, fill = true>
  // CHECK: -> !sparse.buffer<4xindex, fill = -1>
  %kv = sparse.bind %k on (%I) : memref<4xindex> on (!block) -> !sparse.buffer<4xindex, fill = -1>
  // CHECK: -> !sparse.buffer<4xcomplex<f64>, fill = 1.000000e+00>
  %zv = sparse.bind %z on (%I) : memref<4xcomplex<f64>> on (!block) -> !sparse.buffer<4xcomplex<f64>, fill = 1.0>
  // CHECK: sparse.load %{{.*}} : !sparse.buffer<4xi1, fill = true>
  %0 = sparse.load %bv[%i] : !sparse.buffer<4xi1, fill = true>
  // CHECK: sparse.load %{{.*}} : !sparse.buffer<4xindex, fill = -1>
  %1 = sparse.load %kv[%i] : !sparse.buffer<4xindex, fill = -1>
  // CHECK: sparse.load %{{.*}} : !sparse.buffer<4xcomplex<f64>, fill = 1.000000e+00>
  %2 = sparse.load %zv at positions [%i] : !sparse.buffer<4xcomplex<f64>, fill = 1.0>
  return %0, %1, %2 : i1, index, complex<f64>
}
