// Operands on the structure of another one: their values are given and taken as a
// matrix of the same elements, or as a list of numbers in the order of storage.

// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %S/Inputs/scaled-A.mtx A.mtx && cp %S/Inputs/scaled-C.mtx C.mtx

// RUN: sparse-run %S/Inputs/scaled.mlir --bind A=A.mtx --bind C=C.mtx --check --out C=R.mtx | FileCheck %s
// CHECK: C csr 3x4, on the structure of A, f32, from C.mtx, to R.mtx
// CHECK-NEXT: A csr 3x4, 4 stored, f32, from A.mtx
// CHECK: {{^}}right
// RUN: FileCheck %s --check-prefix=MATRIX --input-file R.mtx
// MATRIX: 3 4 4
// MATRIX-NEXT: 1 1 2
// MATRIX-NEXT: 2 1 6
// MATRIX-NEXT: 2 3 15
// MATRIX-NEXT: 3 4 28

// RUN: %python -c "import numpy; numpy.save('C.npy', numpy.float32([1, 2, 3, 4]))"
// RUN: sparse-run %S/Inputs/scaled.mlir --bind A=A.mtx --bind C=C.npy --check --out C=R.npy
// RUN: %python -c "import numpy; assert numpy.load('R.npy').tolist() == [2, 6, 15, 28]"
// RUN: sparse-run %S/Inputs/scaled.mlir --bind A=A.mtx --bind C=ones --check --out C=R.npy
// RUN: %python -c "import numpy; assert numpy.load('R.npy').tolist() == [2, 3, 5, 7]"

// What is drawn has the structure too, and so have sizes.
// RUN: sparse-run %S/Inputs/scaled.mlir --bind A=random --bind C=random --size I=5 --size J=6 --check --json - 2>/dev/null | FileCheck %s --check-prefix=JSON
// JSON: "checked": true
// JSON: "I": 5
// JSON-NEXT: "J": 6

// What is only written is not bound.
// RUN: sparse-run %s --bind A=A.mtx --check --out C=C2.npy
// RUN: %python -c "import numpy; assert numpy.load('C2.npy').tolist() == [4, 6, 10, 14]"
// RUN: not sparse-run %s --bind A=A.mtx --bind C=C.mtx 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: error: expected --bind of an operand that the program reads but got 'C', which it only writes
// RUN: sparse-run %s --bind A=A.mtx --bench=1 | FileCheck %s --check-prefix=FLOPS
// FLOPS: 4 float operations in 4 body runs

!matrix = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @doubled(%A: !matrix {sparse.name = "A"}, %C: !matrix {sparse.name = "C", sparse.structure_of = "A"}) {
  sparse.generic driver(%A) ins(%A : !matrix) outs(%C : !matrix) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    sparse.yield %b : f32
  }
  return
}
