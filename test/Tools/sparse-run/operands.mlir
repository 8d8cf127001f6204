// Operands of every kind: scalars, memrefs, tensors without names, an operand that
// is updated, and what is left unsaid about access.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: sparse-run %s --entry scaled --bind arg0=2.5 --bind arg1=3 --bind arg2=ones --bind arg3=ones --size arg2[0]=4 --size arg3[0]=4 --check --out arg3=y.mtx | FileCheck %s --check-prefix=SCALED
// SCALED: arg0 scalar 2.5
// SCALED-NEXT: arg1 scalar 3
// SCALED-NEXT: arg2 dense 4, f64, from ones
// SCALED-NEXT: arg3 memory 4, f64, from ones, to y.mtx
// SCALED: {{^}}right
// RUN: FileCheck %s --check-prefix=COLUMN --input-file y.mtx
// COLUMN: array real general
// COLUMN-NEXT: % dtype float64
// COLUMN-NEXT: 4 1
// COLUMN-NEXT: 2.5
// COLUMN-NEXT: 2.5
// COLUMN-NEXT: 2.5
// COLUMN-NEXT: 1

// An update starts from what is bound, which stays as it is, and timing does not
// change the result.
// RUN: sparse-run %s --entry updated --bind x=ones --bind y=ones --size I=3 --check --bench=5 --out y=y.npy
// RUN: %python -c "import numpy; assert (numpy.load('y.npy') == 2).all()"
// RUN: sparse-run %s --entry updated --bind x=ones --bind y=y.npy --check --out y=z.npy
// RUN: %python -c "import numpy; assert (numpy.load('z.npy') == 3).all() and (numpy.load('y.npy') == 2).all()"
// RUN: not sparse-run %s --entry updated --bind x=ones --size I=3 2>&1 | FileCheck %s --check-prefix=UPDATE
// UPDATE: error: expected --bind y=SOURCE but got none

// The values of a sparse operand may be the result; its pattern must be bound.
// RUN: sparse-run %s --entry doubled --bind A=random:3 --bind R=random:3 --size I=5 --size J=6 --check --out R=R.mtx
// RUN: FileCheck %s --check-prefix=RESULT --input-file R.mtx
// RESULT: coordinate
// RESULT-NEXT: % dtype
// RESULT-NEXT: 5 6

// Integers may be narrow, in memory and as coordinates.
// RUN: %python -c "import numpy; numpy.save('n.npy', numpy.int8([-128, 127, 3])); numpy.save('s.npy', numpy.int16([1000, -1, 0]))"
// RUN: sparse-run %s --entry narrow --bind n=n.npy --bind s=s.npy --bind A=random --size I=3 --size J=32768 --check --out s=t.npy --out n=m.npy | FileCheck %s --check-prefix=NARROW
// NARROW: A csr<crd = i16> 3x32768, {{[0-9]+}} stored, i8, from random
// NARROW: {{^}}right
// RUN: %python -c "import numpy as np; t, m = np.load('t.npy'), np.load('m.npy'); assert t.dtype == np.int16 and t.tolist() == [872, 126, 3]; assert m.dtype == np.int8 and m[2] % 2 == 1 and m[2] != 3"
// RUN: not sparse-run %s --entry narrow --bind n=n.npy --bind s=s.npy --bind A=random --size I=3 --size J=32769 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: error: A: expected at most 32767 as the largest coordinate in level 1 with index type i16 but got 32768

// Differences of rounding are within a bound that the report names.
// RUN: sparse-run %s --entry contracted --bind x=random --size I=1000 --check | FileCheck %s --check-prefix=BOUND
// BOUND: largest error {{[1-9][0-9.]*e-[0-9]+}} absolute, {{.*}}; bound: per element 2 (n + 3) u times the sum
// BOUND: {{^}}right
// RUN: sparse-run %s --entry contracted_generic --bind x=random --size I=1000 --check | FileCheck %s --check-prefix=BOUND

!vector = !sparse.tensor<?xf64, #sparse.dense>
!matrix = !sparse.tensor<?x?xi64, #sparse.csr>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>

func.func @scaled(%s: f64, %n: index, %x: !vector, %y: memref<?xf64>) {
  %X, %xv = sparse.unpack %x : !vector -> !I, !sparse.buffer<?xf64>
  %N = axis.dense_fixed %n : !I
  iter.nest "scale" ("i": %i) over (%N : !I) kinds [spatial] {
    %a = sparse.load %xv[%i] : !sparse.buffer<?xf64>
    %b = arith.mulf %a, %s : f64
    memref.store %b, %y[%i] : memref<?xf64>
  }
  return
}

func.func @updated(%x: !vector {sparse.name = "x", sparse.dims = ["I"]},
                   %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  %X, %xv = sparse.unpack %x : !vector -> !I, !sparse.buffer<?xf64>
  %Y, %yv = sparse.unpack %y : !vector -> !I, !sparse.buffer<?xf64>
  iter.nest "add" ("i": %i) over (%X : !I) kinds [spatial] {
    %a = sparse.load %xv[%i] : !sparse.buffer<?xf64>
    sparse.accumulate add %a into %yv[%i] : !sparse.buffer<?xf64>
  }
  return
}

func.func @doubled(%A: !matrix {sparse.name = "A", sparse.dims = ["I", "J"]},
                   %R: !matrix {sparse.name = "R", sparse.dims = ["I", "J"]}) {
  %I, %J, %Av = sparse.unpack %A : !matrix -> !I, !J, !sparse.buffer<?xi64>
  %RI, %RJ, %Rv = sparse.unpack %R : !matrix -> !I, !J, !sparse.buffer<?xi64>
  iter.nest "double" ("i": %i, "j": %j at %p) over (%I, %J : !I, !J) kinds [spatial, spatial] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xi64>
    %b = arith.addi %a, %a : i64
    sparse.store %b, %Rv[%i, %j] : !sparse.buffer<?xi64>
  }
  return
}

func.func @contracted(%x: !vector {sparse.name = "x", sparse.dims = ["I"]},
                      %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  %X, %xv = sparse.unpack %x : !vector -> !I, !sparse.buffer<?xf64>
  %Y, %yv = sparse.unpack %y : !vector -> !I, !sparse.buffer<?xf64>
  %zero = arith.constant 0.0 : f64
  sparse.fill %yv, %zero : !sparse.buffer<?xf64>
  iter.nest "square" ("i": %i) over (%X : !I) kinds [spatial] {
    %a = sparse.load %xv[%i] : !sparse.buffer<?xf64>
    %b = arith.mulf %a, %a fastmath<contract> : f64
    %c = arith.addf %b, %a fastmath<contract> : f64
    sparse.accumulate add %c into %yv[%i] : !sparse.buffer<?xf64>
  }
  return
}

func.func @contracted_generic(%x: !vector {sparse.name = "x", sparse.dims = ["I"]},
                              %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  %Y, %yv = sparse.unpack %y : !vector -> !I, !sparse.buffer<?xf64>
  %zero = arith.constant 0.0 : f64
  sparse.fill %yv, %zero : !sparse.buffer<?xf64>
  sparse.generic ins(%x : !vector) outs(%y : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] combine [add] {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %a fastmath<contract> : f64
    %c = arith.addf %b, %a fastmath<contract> : f64
    sparse.yield %c : f64
  }
  return
}

!narrow = !sparse.tensor<?x?xi8, #sparse.csr<crd = i16>>
!K = !axis.axis<sparse_variable, crd = i16, sorted, unique>

// s += n, and the last of n counts A's elements by twos.
func.func @narrow(%n: memref<3xi8> {sparse.name = "n"}, %s: memref<3xi16> {sparse.name = "s"},
                  %A: !narrow {sparse.name = "A", sparse.dims = ["I", "J"]}) {
  %c2 = arith.constant 2 : index
  %two = arith.constant 2 : i8
  %I, %J, %Av = sparse.unpack %A : !narrow -> !I, !K, !sparse.buffer<?xi8>
  iter.nest "add" ("i": %i) over (%I : !I) kinds [spatial] {
    %a = memref.load %n[%i] : memref<3xi8>
    %b = memref.load %s[%i] : memref<3xi16>
    %w = arith.extsi %a : i8 to i16
    %t = arith.addi %b, %w : i16
    memref.store %t, %s[%i] : memref<3xi16>
  }
  iter.nest "count" ("i": %i, "j": %j) over (%I, %J : !I, !K) kinds [reduction, reduction] {
    %b = memref.load %n[%c2] : memref<3xi8>
    %t = arith.addi %b, %two : i8
    memref.store %t, %n[%c2] : memref<3xi8>
  }
  return
}
