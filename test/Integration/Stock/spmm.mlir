// RUN: %compile %s | %run | FileCheck %s

// A with an empty row, B of three columns, two matrices without rows or columns.
//
//       1 0 2             1 2 3             15 18 21
//   A = 0 0 0         B = 4 5 6     A B =    0  0  0
//       0 3 0             7 8 9             12 15 18

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

memref.global "private" constant @positions : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @coordinates : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @values : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @b : memref<3x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]>
memref.global "private" constant @no_row : memref<1xi32> = dense<[0]>

func.func private @printMemrefF32(memref<*xf32>)

func.func @spmm(%m: index, %n: index, %k: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %JB = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %Bv = sparse.bind %b on (%JB, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %Cv = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %l) over (%I, %J, %K : !dense, !sparse, !dense) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[%j, %l] : !sparse.buffer<?x?xf32>
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %Cv[%i, %l] : !sparse.buffer<?x?xf32>
  }
  return
}

func.func @print(%c: memref<?x?xf32>) {
  %any = memref.cast %c : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %pos = memref.get_global @positions : memref<4xi32>
  %crd = memref.get_global @coordinates : memref<3xi32>
  %val = memref.get_global @values : memref<3xf32>
  %b = memref.get_global @b : memref<3x3xf32>
  %no_row = memref.get_global @no_row : memref<1xi32>
  %pos_ = memref.cast %pos : memref<4xi32> to memref<?xi32>
  %crd_ = memref.cast %crd : memref<3xi32> to memref<?xi32>
  %val_ = memref.cast %val : memref<3xf32> to memref<?xf32>
  %b_ = memref.cast %b : memref<3x3xf32> to memref<?x?xf32>
  %no_row_ = memref.cast %no_row : memref<1xi32> to memref<?xi32>

  // CHECK: sizes = [3, 3]
  // CHECK-NEXT: {{\[\[}}15, 18, 21],
  // CHECK-NEXT: [0, 0, 0],
  // CHECK-NEXT: [12, 15, 18]]
  %c = memref.alloc(%c3, %c3) : memref<?x?xf32>
  call @spmm(%c3, %c3, %c3, %pos_, %crd_, %val_, %b_, %c) : (index, index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  call @print(%c) : (memref<?x?xf32>) -> ()

  // CHECK: sizes = [0, 3]
  %no_rows = memref.alloc(%c0, %c3) : memref<?x?xf32>
  call @spmm(%c0, %c3, %c3, %no_row_, %crd_, %val_, %b_, %no_rows) : (index, index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  call @print(%no_rows) : (memref<?x?xf32>) -> ()

  // CHECK: sizes = [3, 0]
  %no_columns = memref.alloc(%c3, %c0) : memref<?x?xf32>
  call @spmm(%c3, %c3, %c0, %pos_, %crd_, %val_, %b_, %no_columns) : (index, index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  call @print(%no_columns) : (memref<?x?xf32>) -> ()

  memref.dealloc %c : memref<?x?xf32>
  memref.dealloc %no_rows : memref<?x?xf32>
  memref.dealloc %no_columns : memref<?x?xf32>
  return
}
