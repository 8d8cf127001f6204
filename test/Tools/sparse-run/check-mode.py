# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""What --check-mode reports of each thing that is undefined, and that it leaves sound
programs alone."""

import sys
from pathlib import Path

import batch
import numpy as np
from refusals import check_all, write_inputs

ROWS = "!axis.axis<dense_fixed>"
COLUMNS = "!axis.axis<sparse_variable, sorted, unique>"
ON_CSR = f"({ROWS}, {COLUMNS})"
ELL = "!axis.axis<sparse_fixed, width = 2, sorted, unique>"
RAGGED = "!axis.axis<dense_variable>"


def program(*lines: str) -> str:
    """A function f on some of pos, crd, len, val, x, y and n; constants c0 to c4."""
    body = "\n".join(lines)
    arguments = [
        f'%{name}: {kind} {{sparse.name = "{name}"}}'
        for name, kind in ARGUMENTS.items()
        if f"%{name}" in body
    ]
    constants = [f"%c{i} = arith.constant {i} : index" for i in range(5)]
    lines = [
        f"func.func @f({', '.join(arguments)}) {{",
        *constants,
        *lines,
        "return",
        "}",
    ]
    return "\n".join(lines) + "\n"


ARGUMENTS = {
    "pos": "memref<?xi32>",
    "crd": "memref<?xi32>",
    "ell": "memref<?x2xi32>",
    "len": "memref<?xi32>",
    "val": "memref<?xf32>",
    "x": "memref<?xf32>",
    "y": "memref<?xf32>",
    "n": "index",
    "one": "f32",
}

CSR = (
    f"%I = axis.dense_fixed %c2 : {ROWS}",
    f"%J = axis.sparse_variable %c4 of %I positions %pos coordinates %crd : {ROWS}, memref<?xi32>, memref<?xi32> -> {COLUMNS}",
    f"%A = sparse.bind %val on (%I, %J) : memref<?xf32> on {ON_CSR} -> !sparse.buffer<?xf32>",
    f"%X = sparse.bind %x on (%I) : memref<?xf32> on ({ROWS}) -> !sparse.buffer<?xf32>",
)


def nest(*body: str, head: str = '("i": %i, "j": %j at %p) over (%I, %J') -> list[str]:
    """A nest over the elements of the matrix."""
    kinds = "kinds [spatial, spatial]"
    return [f'iter.nest "n" {head} : {ROWS}, {COLUMNS}) {kinds} {{', *body, "}"]


SUMS = nest(
    "%a = sparse.load %A at [%p] : !sparse.buffer<?xf32>",
    "sparse.accumulate add %a into %X[%i] : !sparse.buffer<?xf32>",
)

PROGRAMS = {
    # Line 8 makes the axis, line 12 accesses.
    "sums.mlir": program(*CSR, *SUMS),
    "store.mlir": program(
        *CSR, "sparse.store %one, %A[%c1, %n] : !sparse.buffer<?xf32>"
    ),
    "accumulate.mlir": program(
        *CSR, "sparse.accumulate add %one into %A[%n, %c1] : !sparse.buffer<?xf32>"
    ),
    "load.mlir": program(
        *CSR,
        "%a = sparse.load %A[%c0, %n] : !sparse.buffer<?xf32>",
        "sparse.store %a, %X[%c0] : !sparse.buffer<?xf32>",
    ),
    "written.mlir": program(
        *CSR,
        *SUMS[:-1],
        "%c = arith.constant 3 : i32",
        "memref.store %c, %crd[%c0] : memref<?xi32>",
        "}",
    ),
    "later.mlir": program(
        *CSR,
        *SUMS,
        "%c = arith.constant 9 : i32",
        "memref.store %c, %crd[%c0] : memref<?xi32>",
    ),
    "freed.mlir": program(
        f"%I = axis.dense_fixed %c2 : {ROWS}",
        "%own = memref.alloc() : memref<3xi32>",
        "%zero = arith.constant 0 : i32",
        "memref.store %zero, %own[%c0] : memref<3xi32>",
        "memref.store %zero, %own[%c1] : memref<3xi32>",
        "memref.store %zero, %own[%c2] : memref<3xi32>",
        "%all = memref.cast %own : memref<3xi32> to memref<?xi32>",
        f"%J = axis.dense_variable %c4 of %I positions %all : {ROWS}, memref<?xi32> -> {RAGGED}",
        "memref.dealloc %own : memref<3xi32>",
        f"%s = axis.size %J : {RAGGED}",
        "%w = arith.index_cast %s : index to i32",
        "memref.store %w, %len[%c0] : memref<?xi32>",
    ),
    "ell.mlir": program(
        f"%I = axis.dense_fixed %c2 : {ROWS}",
        f"%J = axis.sparse_fixed %c4 width %n of %I lengths %len coordinates %ell : {ROWS}, memref<?xi32>, memref<?x2xi32> -> {ELL}",
        f"%s = axis.size %J : {ELL}",
        "%w = arith.index_cast %s : index to i32",
        "memref.store %w, %crd[%c0] : memref<?xi32>",
    ),
    "count.mlir": program(
        f"%J = axis.sparse_variable %c4 count %n coordinates %crd : memref<?xi32> -> {COLUMNS}",
        f"%s = axis.size %J : {COLUMNS}",
        "%w = arith.index_cast %s : index to i32",
        "memref.store %w, %len[%c0] : memref<?xi32>",
    ),
    "tensor.mlir": (
        "!csr = !sparse.tensor<?x?xf32, #sparse.csr>\n"
        "!dense = !sparse.tensor<?xf32, #sparse.dense>\n"
        'func.func @f(%A: !csr {sparse.name = "A"}, %x: !dense {sparse.name = "x"}, %i: index) {\n'
        f"  %I, %J, %Av = sparse.unpack %A : !csr -> {ROWS}, {COLUMNS}, !sparse.buffer<?xf32>\n"
        f"  %K, %xv = sparse.unpack %x : !dense -> {ROWS}, !sparse.buffer<?xf32>\n"
        "  %c0 = arith.constant 0 : index\n"
        "  %v = sparse.load %xv[%c0] : !sparse.buffer<?xf32>\n"
        "  sparse.store %v, %Av[%c0, %i] : !sparse.buffer<?xf32>\n"
        "  return\n}\n"
    ),
    "occupied.mlir": program(
        f"%I = axis.dense_fixed %c2 : {ROWS}",
        f"%E = axis.occupancy %len on (%I) : memref<?xi32> on ({ROWS}) -> !axis.axis<occupancy>",
        f"%X = sparse.bind %x on (%I, %E) : memref<?xf32> on ({ROWS}, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>",
        f'iter.nest "n" ("i": %i at %p) over (%I : {ROWS}) kinds [spatial] {{',
        "sparse.store %one, %X at [%p] : !sparse.buffer<?xf32>",
        "}",
    ),
}

#: Two rows: columns 1 and 3, and column 0.
ARRAYS = {
    "pos": [0, 2, 3],
    "crd": [1, 3, 0],
    "pos_late": [1, 2, 3],
    "pos_down": [0, 3, 2],
    "pos_few": [0, 3],
    "pos_long": [0, 2, 4],
    "crd_far": [1, 4, 0],
    "crd_low": [1, 3, -1],
    "crd_down": [3, 1, 0],
    "crd_twice": [1, 1, 0],
    "len": [2, 1],
    "len_long": [2, 3],
    "ell": [[0, 3], [2, 0]],
    "ell_padding": [[0, 3], [2, 3]],
    "bits": [0, 1],
}


def run(name: str, **bound: str) -> str:
    """The command that runs a program on its arguments, some of them other ones."""
    plain = {
        "pos": "pos.npy",
        "crd": "crd.npy",
        "ell": "ell.npy",
        "len": "len.npy",
        "val": "val.npy",
        "x": "two.npy",
        "n": "2",
        "one": "1",
    }
    binds = {
        argument: bound.get(argument, source)
        for argument, source in plain.items()
        if f"%{argument}:" in PROGRAMS[name]
    }
    words = [f"--bind {argument}={source}" for argument, source in binds.items()]
    return " ".join([name, "--check-mode", *words])


def wrong_structure(expected: str, **bound: str) -> tuple[str, str]:
    return run("sums.mlir", **bound), f"sums.mlir:8: axis.sparse_variable: {expected}"


TABLE = [
    # Lengths are checked before every run, with these words.
    (
        run("sums.mlir", pos="pos_few.npy"),
        "expected pos to have at least 3 entries but got 2",
    ),
    (
        run("sums.mlir", pos="pos_long.npy"),
        "expected crd to have at least 4 entries, the last of pos, but got 3",
    ),
    (run("ell.mlir", n="3"), "expected n to be 2 but got 3"),
    (
        run("count.mlir", n="4"),
        "expected crd to have at least 4 entries, n, but got 3",
    ),
    wrong_structure("expected positions[0] to be 0 but got 1", pos="pos_late.npy"),
    wrong_structure(
        "expected positions not to descend but got 3 and 2 from index 1 on",
        pos="pos_down.npy",
    ),
    wrong_structure(
        "expected coordinates[1] to be in [0, 4) but got 4", crd="crd_far.npy"
    ),
    wrong_structure(
        "expected coordinates[2] to be in [0, 4) but got -1", crd="crd_low.npy"
    ),
    wrong_structure(
        "expected sorted coordinates in the fibre under position 0 but got 3 before 1",
        crd="crd_down.npy",
    ),
    wrong_structure(
        "expected unique coordinates in the fibre under position 0 but got 1 twice",
        crd="crd_twice.npy",
    ),
    (
        run("ell.mlir", ell="ell_padding.npy"),
        "ell.mlir:8: axis.sparse_fixed: expected coordinates[3], of a cell that does "
        "not exist, to be 0 but got 3",
    ),
    (
        run("ell.mlir", len="len_long.npy"),
        "ell.mlir:8: axis.sparse_fixed: expected lengths[1] to be in [0, 2] but got 3",
    ),
    (
        run("store.mlir"),
        "store.mlir:11: store to an element that is not stored: val[1, 2]",
    ),
    (
        run("accumulate.mlir", n="1"),
        "accumulate.mlir:11: accumulation to an element that is not stored: val[1, 1]",
    ),
    (
        run("store.mlir", n="4"),
        "store.mlir:11: store to val: expected coordinate 1 to be in [0, 4) but got 4",
    ),
    (
        run("accumulate.mlir", n="2"),
        "accumulate.mlir:11: accumulation to val: expected coordinate 0 to be in "
        "[0, 2) but got 2",
    ),
    (
        run("load.mlir", n="1000000000000"),
        "load.mlir:11: load of val: expected coordinate 1 to be in [0, 4) but got "
        "1000000000000",
    ),
    (
        run("written.mlir"),
        "written.mlir:8: axis.sparse_variable: expected the coordinates to stay as they "
        "are while the axis is in use but got them changed",
    ),
    (
        run("freed.mlir"),
        "freed.mlir:14: axis.dense_variable: expected the arrays to stay while the axis "
        "is in use but got one freed",
    ),
    (
        run("occupied.mlir", len="bits.npy"),
        "occupied.mlir:11: store to an element that is not stored: x at positions[0]",
    ),
    (
        "tensor.mlir --check-mode --bind A=A.mtx --bind x=x.npy --bind arg2=2",
        "tensor.mlir:8: store to an element that is not stored: A[0, 2]",
    ),
    (
        "spmm --check-mode --bench --bind A=A.mtx --bind B=B.npy",
        "expected --bench without --check-mode, which is to be right, not fast, but "
        "got both",
    ),
]

#: What --check-mode has no word about.
SOUND = [
    run("sums.mlir"),
    run("load.mlir"),
    run("store.mlir", n="0"),
    run("later.mlir"),
    run("ell.mlir"),
    run("count.mlir"),
    run("occupied.mlir", len="len.npy"),
    "spmm --check-mode --bind A=A.mtx --bind B=B.npy",
    "spmv --check-mode --bind A=A.mtx --bind x=x.npy",
    "spmv --strict --bind A=A.mtx --bind x=x.npy",
]


def unsound(command: str) -> bool:
    """Whether a program that is defined does not come to the right numbers."""
    words = ["sparse-run", *command.split(), "--check"]
    done = batch.run(words)
    if done.returncode == 0 and done.stdout.endswith("right\n"):
        return False
    print(f"{' '.join(words)}\n  expected it to be right but got", file=sys.stderr)
    print(done.stdout, done.stderr, file=sys.stderr)
    return True


if __name__ == "__main__":
    write_inputs()
    for name, text in PROGRAMS.items():
        Path(name).write_text(text)
    for name, numbers in ARRAYS.items():
        np.save(f"{name}.npy", np.int32(numbers))
    np.save("val.npy", np.float32([1, 2, 3]))
    np.save("two.npy", np.float32([0, 0]))
    sys.exit(check_all(TABLE) | any([*map(unsound, SOUND)]))
