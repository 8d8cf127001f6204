// Numbers that are wrong are told, with exit status 1, and not written; the report
// is. Here the program forgets to write the rows of y that have no elements.

// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: printf '%%%%%%%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 1.0\n3 2 2.0\n' > A.mtx
// RUN: not sparse-run %s --bind A=A.mtx --out y=y.npy --json report.json > text 2> error
// RUN: sh -c "sparse-run %s --bind A=A.mtx > text 2> error; echo status \$?" | FileCheck %s --check-prefix=STATUS
// STATUS: {{^}}status 1{{$}}
// RUN: FileCheck %s --check-prefix=ERROR --input-file error
// ERROR: {{^}}error: y: expected every element to be written but got 1 of 3 that were not{{$}}
// RUN: FileCheck %s --check-prefix=TEXT --input-file text
// TEXT: wrong: y: expected every element
// TEXT-NOT: right
// RUN: ls -A | FileCheck %s --check-prefix=FILES
// FILES: A.mtx
// FILES-NOT: y.npy
// FILES: report.json
// RUN: FileCheck %s --check-prefix=JSON --input-file report.json
// JSON: "checked": false
// JSON: "wrong": "y: expected every element

// The check finds it too: the interpreter starts from other numbers.
// RUN: printf '%%%%%%%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 1 1\n3 2 2\n' > N.mtx
// RUN: not sparse-run %s --entry integers --bind A=N.mtx --check 2>&1 | FileCheck %s --check-prefix=CHECK
// CHECK: integers must be equal
// CHECK: error: y: expected every element to be written but got 1 of 3 that were not

// Integers that look as if they were not written may be right.
// RUN: printf '%%%%%%%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 1 1\n2 1 2147319805\n3 2 1524346202\n' > L.mtx
// RUN: sparse-run %s --entry integers --bind A=L.mtx --check --out y=L.npy | FileCheck %s --check-prefix=LIKE
// LIKE: {{^}}right{{$}}
// RUN: %python -c "import numpy; assert numpy.load('L.npy')[1] == 2147319805"

// Without the check they are found as well.
// RUN: not sparse-run %s --entry integers --bind A=N.mtx --out y=N.npy 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED: error: y: expected every element to be written but got 1 of 3 that were not

func.func @floats(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"]},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"]}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Iy, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  iter.nest "last" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.store %a, %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

func.func private @integers(
    %A: !sparse.tensor<?x?xi32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"]},
    %y: !sparse.tensor<?xi32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"]}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xi32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xi32>
  %Iy, %yv = sparse.unpack %y : !sparse.tensor<?xi32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi32>
  iter.nest "last" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xi32>
    sparse.store %a, %yv[%i] : !sparse.buffer<?xi32>
  }
  return
}
