// What is undefined is found by the check before the kernel runs.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: not sparse-run %s --bind x=ones --size I=3 --check --out x=x.npy > text 2> error
// RUN: count 0 < text
// RUN: FileCheck %s --input-file error
// CHECK: {{^}}error: {{.*}}undefined.mlir:[[#@LINE + 12]]:{{[0-9]+}}: {{.*}}expected
// RUN: sh -c "sparse-run %s --bind x=ones --size I=3 --check; echo status \$?" 2>&1 | FileCheck %s --check-prefix=STATUS
// STATUS: {{^}}status 2{{$}}
// RUN: ls -A | FileCheck %s --check-prefix=FILES
// FILES-NOT: x.npy

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
