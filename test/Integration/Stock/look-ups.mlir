// RUN: %compile %s | %run | FileCheck %s

// Every query that searches, asked of all rows and coordinates, those that do
// not exist among them. The axis has empty rows first, between and last, narrow
// coordinates, and a negative fill value; row 3 is full.
//
//   row      0   1        2   3            4
//   columns      1 3          0 1 2 3

!dense = !axis.axis<dense_fixed>
!sorted = !axis.axis<sparse_variable, pos = i64, crd = i8, sorted, unique>
!unsorted = !axis.axis<sparse_variable, pos = i64, crd = i8, unique>

memref.global "private" constant @positions : memref<6xi64> = dense<[0, 0, 2, 2, 6, 6]>
memref.global "private" constant @sorted : memref<6xi8> = dense<[1, 3, 0, 1, 2, 3]>
memref.global "private" constant @shuffled : memref<6xi8> = dense<[3, 1, 2, 0, 3, 1]>
memref.global "private" constant @values : memref<6xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>

func.func private @printMemrefF32(memref<*xf32>)

func.func @print(%x: memref<?x?xf32>) {
  %any = memref.cast %x : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}

// Column c of `out` is coordinate c - 1: -1 and 4 are asked for too.
func.func @densify(%out: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %pos = memref.get_global @positions : memref<6xi64>
  %crd = memref.get_global @sorted : memref<6xi8>
  %val = memref.get_global @values : memref<6xf32>
  %pos_ = memref.cast %pos : memref<6xi64> to memref<?xi64>
  %crd_ = memref.cast %crd : memref<6xi8> to memref<?xi8>
  %val_ = memref.cast %val : memref<6xf32> to memref<?xf32>
  %I = axis.dense_fixed %c5 : !dense
  %C = axis.dense_fixed %c6 : !dense
  %J = axis.sparse_variable %c4 of %I positions %pos_ coordinates %crd_ : !dense, memref<?xi64>, memref<?xi8> -> !sorted
  %Av = sparse.bind %val_ on (%I, %J) : memref<?xf32> on (!dense, !sorted) -> !sparse.buffer<?xf32, fill = -1.0>
  %Ov = sparse.bind %out on (%I, %C) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  iter.nest "densify" ("i": %i at %r, "c": %c at %q) over (%I, %C : !dense, !dense) kinds [spatial, spatial] {
    %j = arith.subi %c, %c1 : index
    %x = sparse.load %Av[%i, %j] : !sparse.buffer<?xf32, fill = -1.0>
    sparse.store %x, %Ov at [%r, %q] : !sparse.buffer<?x?xf32>
  }
  return
}

// The same by positions, walked in order: the position plus one where it is found.
func.func @locate(%out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %pos = memref.get_global @positions : memref<6xi64>
  %crd = memref.get_global @shuffled : memref<6xi8>
  %pos_ = memref.cast %pos : memref<6xi64> to memref<?xi64>
  %crd_ = memref.cast %crd : memref<6xi8> to memref<?xi8>
  %I = axis.dense_fixed %c5 : !dense
  %C = axis.dense_fixed %c6 : !dense
  %J = axis.sparse_variable %c4 of %I positions %pos_ coordinates %crd_ : !dense, memref<?xi64>, memref<?xi8> -> !unsorted
  %Ov = sparse.bind %out on (%I, %C) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  iter.nest "locate" ("i": %i at %r, "c": %c at %q) over (%I, %C : !dense, !dense) kinds [spatial, spatial] {
    %j = arith.subi %c, %c1 : index
    %p, %found = axis.locate %J[%j] under %r : !axis.site : !unsorted -> !axis.site
    scf.if %found {
      %n = axis.position_of %p : !axis.site
      %n1 = arith.addi %n, %c1 : index
      %n2 = arith.index_cast %n1 : index to i32
      %x = arith.sitofp %n2 : i32 to f32
      sparse.store %x, %Ov at [%r, %q] : !sparse.buffer<?x?xf32>
    } else {
      %zero = arith.constant 0.0 : f32
      sparse.store %zero, %Ov at [%r, %q] : !sparse.buffer<?x?xf32>
    }
  }
  return
}

// For each of the six positions, its row, and whether row 3 has it.
func.func @parents(%out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %pos = memref.get_global @positions : memref<6xi64>
  %crd = memref.get_global @sorted : memref<6xi8>
  %pos_ = memref.cast %pos : memref<6xi64> to memref<?xi64>
  %crd_ = memref.cast %crd : memref<6xi8> to memref<?xi8>
  %I = axis.dense_fixed %c5 : !dense
  %J = axis.sparse_variable %c4 of %I positions %pos_ coordinates %crd_ : !dense, memref<?xi64>, memref<?xi8> -> !sorted
  %size = axis.size %J : !sorted
  scf.for %p = %c0 to %size step %c1 {
    %i = axis.parent %J[%p] : !sorted
    %i32 = arith.index_cast %i : index to i32
    %x = arith.sitofp %i32 : i32 to f32
    memref.store %x, %out[%c0, %p] : memref<?x?xf32>
    %yes = axis.occupied %J[%p] under %c3 : !sorted
    %y = arith.uitofp %yes : i1 to f32
    memref.store %y, %out[%c1, %p] : memref<?x?xf32>
  }
  return
}

func.func @main() {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %out = memref.alloc(%c5, %c6) : memref<?x?xf32>

  // CHECK: sizes = [5, 6]
  // CHECK-NEXT: {{\[\[}}-1, -1, -1, -1, -1, -1],
  // CHECK-NEXT: [-1, -1, 1, -1, 2, -1],
  // CHECK-NEXT: [-1, -1, -1, -1, -1, -1],
  // CHECK-NEXT: [-1, 3, 4, 5, 6, -1],
  // CHECK-NEXT: [-1, -1, -1, -1, -1, -1]]
  call @densify(%out) : (memref<?x?xf32>) -> ()
  call @print(%out) : (memref<?x?xf32>) -> ()

  // CHECK: sizes = [5, 6]
  // CHECK-NEXT: {{\[\[}}0, 0, 0, 0, 0, 0],
  // CHECK-NEXT: [0, 0, 2, 0, 1, 0],
  // CHECK-NEXT: [0, 0, 0, 0, 0, 0],
  // CHECK-NEXT: [0, 4, 6, 3, 5, 0],
  // CHECK-NEXT: [0, 0, 0, 0, 0, 0]]
  call @locate(%out) : (memref<?x?xf32>) -> ()
  call @print(%out) : (memref<?x?xf32>) -> ()

  // CHECK: sizes = [2, 6]
  // CHECK-NEXT: {{\[\[}}1, 1, 3, 3, 3, 3],
  // CHECK-NEXT: [0, 0, 1, 1, 1, 1]]
  %two = memref.alloc(%c2, %c6) : memref<?x?xf32>
  call @parents(%two) : (memref<?x?xf32>) -> ()
  call @print(%two) : (memref<?x?xf32>) -> ()
  return
}
