// AddressSanitizer sees what compiled kernels do: an access behind the end of an array
// is reported, with the array.

// REQUIRES: asan
// RUN: sparse-run %s --bind x=%S/Inputs/three.mtx --bind at=2 --out y=%t.mtx
// RUN: not sparse-run %s --bind x=%S/Inputs/three.mtx --bind at=3 --out y=%t.mtx 2>&1 | FileCheck %s
// CHECK: ERROR: AddressSanitizer: heap-buffer-overflow
// CHECK-NEXT: READ of size 4
// CHECK: is located 0 bytes after 12-byte region

func.func @element(
    %x: memref<?xf32> {sparse.name = "x", sparse.access = "read"},
    %at: index {sparse.name = "at"},
    %y: memref<1xf32> {sparse.name = "y", sparse.access = "write"}) {
  %zero = arith.constant 0 : index
  %element = memref.load %x[%at] : memref<?xf32>
  memref.store %element, %y[%zero] : memref<1xf32>
  return
}
