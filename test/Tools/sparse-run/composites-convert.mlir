// From a format to a composite one and back, and what cannot be done.

// RUN: sparse-run %s --entry to_parts --bind A=%spindle_src_root/docs/examples/formats.mtx --dump-storage result --check | FileCheck %s
// CHECK: result: ell_coo<2> f32 7x8, 11 elements
// CHECK: part 0: ell<2>
// CHECK: part 1: coo<2>
// CHECK: values: f32 2 = 3 8
// CHECK: right

// RUN: sparse-run %s --entry from_parts --bind A=%spindle_src_root/docs/examples/formats.mtx --dump-storage result --check | FileCheck %s --check-prefix BACK
// BACK: result: csr f32 7x8, 11 elements
// BACK: positions: i32 8 = 0 3 5 6 9 9 9 11
// BACK: right

// RUN: sparse-run %s --entry between --bind A=%spindle_src_root/docs/examples/formats.mtx --out result=%t.mtx --check | FileCheck %s --check-prefix RIGHT
// RIGHT: right
// RUN: sparse-run %s --entry from_parts --bind A=%t.mtx --dump-storage result --check | FileCheck %s --check-prefix BACK

// RUN: not sparse-run %s --entry gap --bind A=%spindle_src_root/docs/examples/formats.mtx 2>&1 | FileCheck %s --check-prefix GAP
// GAP: error: composites-convert.mlir:[[#]]: 'sparse.convert' of A: element (0, 7): expected one part of #sparse.composite<(i, j) -> (j below 7 : #sparse.csr)> to hold it but got none

// RUN: not sparse-run %s --entry to_parts --save %t.so 2>&1 | FileCheck %s --check-prefix SAVE
// SAVE: error: expected a program that returns nothing, to save it, but got {{.*}}, which returns tensors

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>
!N = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (i below 3 : hyb<1, 1>, rest : csr)>>
!G = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (j below 7 : csr)>>

func.func @to_parts(%A: !csr {sparse.name = "A"}) -> !T {
  %B = sparse.convert %A : !csr -> !T
  return %B : !T
}

func.func @from_parts(%A: !T {sparse.name = "A"}) -> !csr {
  %B = sparse.convert %A : !T -> !csr
  return %B : !csr
}

func.func @between(%A: !T {sparse.name = "A"}) -> !N {
  %B = sparse.convert %A : !T -> !N
  return %B : !N
}

func.func @gap(%A: !csr {sparse.name = "A"}) -> !G {
  %B = sparse.convert %A : !csr -> !G
  return %B : !G
}
