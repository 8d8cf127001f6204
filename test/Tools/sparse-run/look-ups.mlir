// Look-ups beside a driver in two parts, in a loop: where rows went is found once,
// and the bits are those of one thread.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: echo '%%%%MatrixMarket matrix coordinate real general' > b.mtx
// RUN: printf '8 8 7\n1 2 3\n2 2 4\n2 8 1\n4 3 5\n4 4 6\n4 5 7\n8 8 8\n' >> b.mtx
// RUN: sparse-run %s --bind A=%spindle_src_root/docs/examples/banded.mtx --bind B=b.mtx --bind V=%spindle_src_root/docs/examples/banded.mtx --out y=1.npy --check | FileCheck %s
// RUN: sparse-run %s --bind A=%spindle_src_root/docs/examples/banded.mtx --bind B=b.mtx --bind V=%spindle_src_root/docs/examples/banded.mtx --out y=5.npy --threads 5 --check | FileCheck %s
// RUN: cmp 1.npy 5.npy
// RUN: sparse-run %s --bind A=%spindle_src_root/docs/examples/banded.mtx --bind B=b.mtx --bind V=%spindle_src_root/docs/examples/banded.mtx --target cuda --device emulator --check | FileCheck %s
// CHECK: {{^}}right

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
!A = !sparse.tensor<?x?xf64, #sparse.hyb<2, 4>>
!B = !sparse.tensor<?x?xf64, #sparse.sell<4, 8>>
!V = !sparse.tensor<?x?xf64, #sparse.sr_bcrs<2, 4>>
!y = !sparse.tensor<?xf64, #sparse.dense>
func.func @mixed(%A: !A {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !B {sparse.name = "B", sparse.dims = ["I", "J"]}, %V: !V {sparse.name = "V", sparse.dims = ["I", "J"]}, %y: !y {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %yv = sparse.unpack %y : !y -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  sparse.fill %yv, %zero : !sparse.buffer<?xf64>
  scf.for %t = %c0 to %c3 step %c1 {
    sparse.generic driver(%A) ins(%A, %B, %V : !A, !B, !V) outs(%y : !y) maps [#ij, #ij, #ij, #i] kinds [spatial, reduction] combine [add] {
    ^bb0(%a: f64, %b: f64, %v: f64):
      %p = arith.mulf %a, %b : f64
      %q = arith.addf %p, %v : f64
      sparse.yield %q : f64
    }
  }
  return
}
