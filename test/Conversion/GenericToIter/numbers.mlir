// Generic operations, interpreted as they stand, against what their nests are
// compiled to, and some against NumPy.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: sparse-run %s --entry spmm --bind A=random --bind B=random --size I=7 --size J=9 --size K=5 --check | FileCheck %s
// RUN: sparse-run %s --entry spmm --bind A=random --bind B=random --size I=0 --size J=9 --size K=5 --check | FileCheck %s
// RUN: sparse-run %s --entry spmm --bind A=random --bind B=random --size I=7 --size J=9 --size K=0 --check | FileCheck %s
// RUN: sparse-run %s --entry scaled --bind A=random --bind C=random --size I=7 --size J=9 --check | FileCheck %s
// RUN: sparse-run %s --entry looked_up --bind A=random:1 --bind B=random:2 --size N=9 --check --out A=A.mtx | FileCheck %s
// RUN: sparse-run %s --entry row_maxima --bind B=random --size I=7 --size J=9 --check --out y=y.npy | FileCheck %s
// RUN: sparse-run %s --entry horner --bind A=random --bind y=ones --size I=7 --size J=9 --check | FileCheck %s
// RUN: sparse-run %s --entry chain --bind A=random --size I=7 --size J=9 --check | FileCheck %s
// RUN: sparse-run %s --entry one_element --bind x=ones --check --out x=x.npy | FileCheck %s
// RUN: %python -c "import numpy; assert numpy.load('x.npy') == 2"
// CHECK: {{^}}right

// The least element of each row and where it is first, of two equal ones too; an
// empty row keeps what was there.
// RUN: %python -c "import numpy; numpy.save('n.npy', numpy.arange(4)); numpy.save('A.npy', numpy.float32([[3, -1, 0, -1], [0, 0, 0, 0], [0, 0, 5, 0]]))"
// RUN: sparse-run %s --entry least --bind A=A.npy --bind n=n.npy --check --out sum=s.npy --out least=l.npy --out place=p.npy | FileCheck %s
// RUN: %python -c "import numpy; assert numpy.load('s.npy').tolist() == [1, 0, 5]; assert numpy.load('l.npy').tolist() == [-1, numpy.inf, 5]; assert numpy.load('p.npy').tolist() == [1, 99, 2]"

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!matrix = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>
!numbers = !sparse.tensor<?xi64, #sparse.dense>
!scalar = !sparse.tensor<f32, #sparse.dense>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

func.func @spmm(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !matrix {sparse.name = "B", sparse.dims = ["J", "K"]}, %C: !matrix {sparse.name = "C", sparse.dims = ["I", "K"]}) {
  %I, %K, %Cv = sparse.unpack %C : !matrix -> !I, !I, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic driver(%A) ins(%A, %B : !csr, !matrix) outs(%C : !matrix) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// C is read and multiplied, both at A's sites.
func.func @scaled(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %C: !csr {sparse.name = "C", sparse.structure_of = "A"}) {
  sparse.generic driver(%C) ins(%A : !csr) outs(%C : !csr) maps [#ij, #ij] kinds [spatial, spatial] combine [mul] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Later elements see what earlier ones stored.
func.func @looked_up(%A: !csr {sparse.name = "A", sparse.dims = ["N", "N"]}, %B: !csr {sparse.name = "B", sparse.dims = ["N", "N"]}) {
  sparse.generic driver(%A) ins(%A, %A, %B : !csr, !csr, !csr) outs(%A : !csr) maps [#ij, #ji, #ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32, %t: f32, %b: f32):
    %s = arith.addf %a, %t : f32
    %r = arith.addf %s, %b : f32
    sparse.yield %r : f32
  }
  return
}

func.func @row_maxima(%B: !matrix {sparse.name = "B", sparse.dims = ["I", "J"]}, %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  %I, %yv = sparse.unpack %y : !vector -> !I, !sparse.buffer<?xf32>
  %least = arith.constant 0xFF800000 : f32
  sparse.fill %yv, %least : !sparse.buffer<?xf32>
  sparse.generic ins(%B : !matrix) outs(%y : !vector) maps [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (i)>] kinds [reduction, spatial] combine [max] {
  ^bb0(%b: f32):
    sparse.yield %b : f32
  }
  return
}

// y is read before it is added to, for each element.
func.func @horner(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  sparse.generic driver(%A) ins(%A, %y : !csr, !vector) outs(%y : !vector) maps [#ij, #i, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

func.func @least(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %n: !numbers {sparse.name = "n", sparse.dims = ["J"]}, %sum: !vector {sparse.name = "sum", sparse.dims = ["I"]}, %least: !vector {sparse.name = "least", sparse.dims = ["I"]}, %place: !numbers {sparse.name = "place", sparse.structure_of = "least"}) {
  %I, %sv = sparse.unpack %sum : !vector -> !I, !sparse.buffer<?xf32>
  %IL, %lv = sparse.unpack %least : !vector -> !I, !sparse.buffer<?xf32>
  %pv = sparse.unpack %place on (%IL) : !numbers on (!I) -> !sparse.buffer<?xi64>
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 0x7F800000 : f32
  %none = arith.constant 99 : i64
  sparse.fill %sv, %zero : !sparse.buffer<?xf32>
  sparse.fill %lv, %most : !sparse.buffer<?xf32>
  sparse.fill %pv, %none : !sparse.buffer<?xi64>
  sparse.generic driver(%A) ins(%A, %n : !csr, !numbers) outs(%sum, %least, %place : !vector, !vector, !numbers) maps [#ij, #j, #i, #i, #i] kinds [spatial, reduction] combine [add, argmin] {
  ^bb0(%a: f32, %j: i64):
    sparse.yield %a, %a, %j : f32, f32, i64
  }
  return
}

// Values of the function's own stand between two operations.
func.func @chain(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Iy, %yv = sparse.unpack %y : !vector -> !I, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I, %J) : (!I, !J) -> !sparse.buffer<?xf32>
  %T = sparse.with_values %A, %Tv : !csr, !sparse.buffer<?xf32> -> !csr
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A) ins(%A : !csr) outs(%T : !csr) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %t = arith.mulf %a, %a : f32
    sparse.yield %t : f32
  }
  sparse.generic driver(%T) ins(%T : !csr) outs(%y : !vector) maps [#ij, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%t: f32):
    sparse.yield %t : f32
  }
  return
}

func.func @one_element(%x: !scalar {sparse.name = "x"}) {
  sparse.generic ins(%x : !scalar) outs(%x : !scalar) maps [affine_map<() -> ()>, affine_map<() -> ()>] kinds [] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
