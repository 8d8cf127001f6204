// Floats of 16 bits, complex numbers and bits, as numbers, in memory and in tensors.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %python -c "import numpy as np; np.save('x.npy', np.complex64([1 + 2j, -3j, 0.5])); np.save('h.npy', np.float16([1, 2.5, -3])); np.save('b.npy', np.array([0x3F80, 0x4049, 0xC000], np.uint16).view('V2')); np.save('m.npy', np.array([True, False, True])); np.save('d.npy', np.ones(3))"

// A complex number is given as Python writes it, real or imaginary parts alone too.
// RUN: sparse-run %s --entry turned --bind s=1.5-2j --bind x=x.npy --check --out y=y.npy | FileCheck %s --check-prefix=TURNED
// TURNED: s scalar 1.5-2j
// TURNED-NEXT: x dense 3, complex<f32>, from x.npy
// TURNED: {{^}}right
// RUN: %python -c "import numpy as np; y = np.load('y.npy'); assert y.dtype == np.complex64 and y.tolist() == [5.5 + 1j, -6 - 4.5j, 0.75 - 1j]"
// RUN: sparse-run %s --entry turned --bind s=1e-1j --bind x=x.npy --check --out y=y.npy && %python -c "import numpy as np; assert np.load('y.npy')[2] == np.complex64(0.05j)"
// RUN: sparse-run %s --entry turned --bind s=-2 --bind x=x.npy --check --out y=y.npy && %python -c "import numpy as np; assert np.load('y.npy')[1] == 6j"
// RUN: sparse-run %s --entry turned --bind s=+2E+0-1e-1j --bind x=x.npy --check --out y=y.npy && %python -c "import numpy as np; assert np.load('y.npy')[2] == np.complex64(1 - 0.05j)"
// RUN: sparse-run %s --entry turned --bind s=-j --bind x=x.npy --check --out y=y.npy && %python -c "import numpy as np; assert np.load('y.npy')[1] == -3"
// RUN: not sparse-run %s --entry turned --bind s=1+i --bind x=x.npy 2>&1 | FileCheck %s --check-prefix=UNIT
// UNIT: error: s: expected a number of complex<f32> but got '1+i'
// RUN: not sparse-run %s --entry turned --bind s=1e39j --bind x=x.npy 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: s: expected a number of complex<f32> but got '1e39j'

// A number of 16 bits is rounded to its type.
// RUN: sparse-run %s --entry scaled --bind s=2.0001 --bind t=0.1 --bind h=h.npy --bind b=b.npy --check --out h=i.npy --out b=c.npy | FileCheck %s --check-prefix=SCALED
// SCALED: h memory 3, f16, from h.npy
// SCALED-NEXT: b memory 3, bf16, from b.npy
// SCALED: {{^}}right
// RUN: %python -c "import numpy as np; assert np.load('i.npy').tolist() == [2, 5, -6]; assert np.load('c.npy').view(np.uint16).tolist() == [0x3DCD, 0x3EA1, 0xBE4D]"
// RUN: not sparse-run %s --entry scaled --bind s=65520 --bind t=1 --bind h=h.npy --bind b=b.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: s: expected a number of f16 but got '65520'

// Bits are equal or wrong; what a program leaves unwritten is found in every type.
// RUN: sparse-run %s --entry flipped --bind m=m.npy --check --out n=n.npy | FileCheck %s --check-prefix=FLIPPED
// FLIPPED: m dense 3, i1, from m.npy
// FLIPPED: largest error 0.00e+00 {{.*}}integers must be equal
// FLIPPED-NEXT: {{^}}right
// RUN: %python -c "import numpy as np; n = np.load('n.npy'); assert n.dtype == bool and n.tolist() == [False, True, False]"
// RUN: not sparse-run %s --entry unwritten_bits --size I=3 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not sparse-run %s --entry unwritten_bits --size I=3 --check 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not sparse-run %s --entry unwritten_halves --size I=3 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not sparse-run %s --entry unwritten_brains --size I=3 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not sparse-run %s --entry unwritten_complex --size I=3 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: error: y: expected every element to be written but got 2 of 3 that were not

// Where sums are wider than what they are of, their unit of rounding counts.
// RUN: sparse-run %s --entry widened --bind x=random --size I=1000 --check | FileCheck %s --check-prefix=WIDENED
// WIDENED: bound: per element 2 (n + 4) u times the sum
// WIDENED-NEXT: {{^}}right

// A type whose numbers the program's does not all hold is refused, with the type to
// convert to.
// RUN: not sparse-run %s --entry flipped --bind m=h.npy 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: error: h.npy: expected elements of bool for m but got float16; convert them by numpy.save(FILE, x.astype('bool'))
// RUN: not sparse-run %s --entry turned --bind s=1 --bind x=d.npy 2>&1 | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: error: d.npy: expected elements of complex64 for x but got float64; convert them by numpy.save(FILE, x.astype('complex64'))

!I = !axis.axis<dense_fixed>
!complex = !sparse.tensor<?xcomplex<f32>, #sparse.dense>
!bits = !sparse.tensor<?xi1, #sparse.dense>
!halves = !sparse.tensor<?xf16, #sparse.dense>
!floats = !sparse.tensor<?xf32, #sparse.dense>

func.func @turned(%s: complex<f32> {sparse.name = "s"}, %x: !complex {sparse.name = "x", sparse.dims = ["I"]},
                  %y: !complex {sparse.name = "y", sparse.dims = ["I"]}) {
  %X, %xv = sparse.unpack %x : !complex -> !I, !sparse.buffer<?xcomplex<f32>>
  %Y, %yv = sparse.unpack %y : !complex -> !I, !sparse.buffer<?xcomplex<f32>>
  iter.nest "turn" ("i": %i) over (%X : !I) kinds [spatial] {
    %a = sparse.load %xv[%i] : !sparse.buffer<?xcomplex<f32>>
    %b = complex.mul %s, %a : complex<f32>
    sparse.store %b, %yv[%i] : !sparse.buffer<?xcomplex<f32>>
  }
  return
}

func.func @scaled(%s: f16 {sparse.name = "s"}, %t: bf16 {sparse.name = "t"},
                  %h: memref<3xf16> {sparse.name = "h"}, %b: memref<3xbf16> {sparse.name = "b"}) {
  %c3 = arith.constant 3 : index
  %I = axis.dense_fixed %c3 : !I
  iter.nest "scale" ("i": %i) over (%I : !I) kinds [spatial] {
    %x = memref.load %h[%i] : memref<3xf16>
    %y = arith.mulf %x, %s : f16
    memref.store %y, %h[%i] : memref<3xf16>
    %u = memref.load %b[%i] : memref<3xbf16>
    %v = arith.mulf %u, %t : bf16
    memref.store %v, %b[%i] : memref<3xbf16>
  }
  return
}

func.func @flipped(%m: !bits {sparse.name = "m", sparse.dims = ["I"]},
                   %n: !bits {sparse.name = "n", sparse.dims = ["I"]}) {
  %true = arith.constant true
  %M, %mv = sparse.unpack %m : !bits -> !I, !sparse.buffer<?xi1>
  %N, %nv = sparse.unpack %n : !bits -> !I, !sparse.buffer<?xi1>
  iter.nest "flip" ("i": %i) over (%M : !I) kinds [spatial] {
    %a = sparse.load %mv[%i] : !sparse.buffer<?xi1>
    %b = arith.xori %a, %true : i1
    sparse.store %b, %nv[%i] : !sparse.buffer<?xi1>
  }
  return
}

func.func @unwritten_bits(%y: !bits {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant true
  %Y, %yv = sparse.unpack %y : !bits -> !I, !sparse.buffer<?xi1>
  sparse.store %one, %yv[%c0] : !sparse.buffer<?xi1>
  return
}

func.func @unwritten_halves(%y: !halves {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f16
  %Y, %yv = sparse.unpack %y : !halves -> !I, !sparse.buffer<?xf16>
  sparse.store %one, %yv[%c0] : !sparse.buffer<?xf16>
  return
}

!brains = !sparse.tensor<?xbf16, #sparse.dense>

func.func @unwritten_brains(%y: !brains {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : bf16
  %Y, %yv = sparse.unpack %y : !brains -> !I, !sparse.buffer<?xbf16>
  sparse.store %one, %yv[%c0] : !sparse.buffer<?xbf16>
  return
}

!doubles = !sparse.tensor<?xcomplex<f64>, #sparse.dense>

func.func @unwritten_complex(%y: !doubles {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %one = complex.constant [1.0 : f64, 0.0 : f64] : complex<f64>
  %Y, %yv = sparse.unpack %y : !doubles -> !I, !sparse.buffer<?xcomplex<f64>>
  sparse.store %one, %yv[%c0] : !sparse.buffer<?xcomplex<f64>>
  return
}

// y += x x x + x in f32.
func.func @widened(%x: !halves {sparse.name = "x", sparse.dims = ["I"]},
                   %y: !floats {sparse.name = "y", sparse.dims = ["I"]}) {
  %zero = arith.constant 0.0 : f32
  %X, %xv = sparse.unpack %x : !halves -> !I, !sparse.buffer<?xf16>
  %Y, %yv = sparse.unpack %y : !floats -> !I, !sparse.buffer<?xf32>
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  iter.nest "square" ("i": %i) over (%X : !I) kinds [spatial] {
    %a = sparse.load %xv[%i] : !sparse.buffer<?xf16>
    %b = arith.extf %a : f16 to f32
    %c = arith.mulf %b, %b : f32
    %d = arith.mulf %c, %b fastmath<contract> : f32
    %e = arith.addf %d, %b fastmath<contract> : f32
    sparse.accumulate add %e into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
