// Functions that return tensors: what they return is dumped, drawn, written and
// compared with the interpreter's, array by array.

func.func @convert(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"})
    -> (!sparse.tensor<?x?xf32, #sparse.bsr<2, 4>>, !sparse.tensor<?x?xf32, #sparse.ell<3>>) {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.bsr<2, 4>>
  %C = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.ell<3>>
  return %B, %C : !sparse.tensor<?x?xf32, #sparse.bsr<2, 4>>, !sparse.tensor<?x?xf32, #sparse.ell<3>>
}

// RUN: sparse-run %s --bind A=%S/Inputs/formats.mtx --check --dump-storage result1 --out result0=%t.mtx --draw result0=%t.svg | FileCheck %s
// CHECK:      result1: ell<3> f32 [[SHAPE:.*]], [[STORED:[0-9]+]] elements
// CHECK:        level 1: j : fixed
// CHECK-NEXT:     coordinates: i32 {{[0-9]+}}x3
// CHECK:          lengths: i32
// CHECK:      result0 bsr<2, 4> {{.*}}, to {{.*}}.mtx
// CHECK-NEXT: result1 ell<3>
// CHECK:      checked by the interpreter
// CHECK-NEXT: right

// The entries are those of the input.
// RUN: sparse-run spmv --bind A=%S/Inputs/formats.mtx --bind x=random:1 --check --out y=%t.first.npy
// RUN: sparse-run spmv --bind A=%t.mtx --bind x=random:1 --check --out y=%t.second.npy
// RUN: cmp %t.first.npy %t.second.npy
// RUN: FileCheck %s --check-prefix=PICTURE --input-file %t.svg
// PICTURE: <svg

// RUN: not sparse-run %s --bind A=%S/Inputs/formats.mtx --bind result0=x.mtx 2>&1 | FileCheck %s --check-prefix=BIND
// BIND: error: expected --bind of an operand that the program reads but got 'result0', which it returns

// Both results are made anew in each timed run. The bytes are the 68 of A, 144
// and 112 that --dump-storage tells.
// RUN: sparse-run %s --bind A=%S/Inputs/formats.mtx --bench=2 --json - 2> /dev/null | FileCheck %s --check-prefix=BENCH
// BENCH: "bytes": 276,
// BENCH: "runs": 2,

// There are no operations to count.
// RUN: sparse-run %s --bind A=%S/Inputs/formats.mtx --bench=2 2> /dev/null | FileCheck %s --check-prefix=RATE
// RATE: timed 2 runs
// RATE-NEXT: no GF/s: the program moves numbers and computes none
// RATE-NEXT: GB/s

// A row that is too long is an error of the compiled program too.
// RUN: not sparse-run %s --bind A=random --size A[0]=9 --size A[1]=30 --seed 1 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: error: {{.*}}'sparse.convert' of A: row {{[0-9]+}}: expected at most 3 elements for ell<3> but got {{[0-9]+}}
