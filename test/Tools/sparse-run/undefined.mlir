// What is undefined is found by the check before the kernel runs.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: not sparse-run %s --bind x=ones --size I=3 --check --out x=x.npy > text 2> error
// RUN: count 0 < text
// RUN: FileCheck %s --input-file error
// CHECK: {{^}}error: {{.*}}undefined.mlir:[[#@LINE + 20]]:{{[0-9]+}}: {{.*}}expected
// RUN: sh -c "sparse-run %s --bind x=ones --size I=3 --check; echo status \$?" 2>&1 | FileCheck %s --check-prefix=STATUS
// STATUS: {{^}}status 2{{$}}
// RUN: ls -A | FileCheck %s --check-prefix=FILES
// FILES: {{^}}error{{$}}
// FILES-NOT: x.npy

// Without the check a fault is an error too, and leaves nothing behind.
// RUN: sh -c "sparse-run %s --bind x=ones --size I=3 --out x=x.npy; echo status \$?" > fault 2>&1
// RUN: FileCheck %s --check-prefix=FAULT --input-file fault
// FAULT: {{^}}error: expected a program that is defined for these operands but got a fault while it ran; --check says what is not
// FAULT-NEXT: {{^}}status 2{{$}}
// RUN: ls -A | FileCheck %s --check-prefix=FILES

func.func @far(%x: memref<?xf32> {sparse.name = "x", sparse.dims = ["I"]}) {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 1000000000000 : index
  %n = arith.constant 1 : index
  %N = axis.dense_fixed %n : !axis.axis<dense_fixed>
  iter.nest "far" ("i": %i) over (%N : !axis.axis<dense_fixed>) kinds [spatial] {
    memref.store %zero, %x[%far] : memref<?xf32>
  }
  return
}
