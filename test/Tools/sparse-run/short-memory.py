# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Memory that its axes do not fit in is refused before a program runs, for each kind
of axis and each of its arrays, with what was expected, why, and what came."""

import sys
from pathlib import Path

import batch
import numpy as np
from refusals import check_all

ROWS = "!axis.axis<dense_fixed>"
FOUR = "!axis.axis<dense_fixed, width = 4>"
COLUMNS = "!axis.axis<sparse_variable>"
RAGGED = "!axis.axis<dense_variable>"
ELL = "!axis.axis<sparse_fixed>"
COO = "!axis.axis<singleton>"
PAIRS = "!axis.axis<product>"
BITS = "!axis.axis<occupancy>"
LIST = "memref<?xi32>"
MATRIX = "memref<?x?xi32>"

#: The arguments of all programs, in order.
TYPES = {
    "m": "index",
    "n": "index",
    "w": "index",
    "pos": LIST,
    "crd": LIST,
    "len": LIST,
    "table": MATRIX,
    "val": LIST,
    "B": MATRIX,
}

#: Sound ones: two rows of three columns, of which three elements are stored.
SOUND = {
    "m": "2",
    "n": "3",
    "w": "2",
    "pos": [0, 2, 3],
    "crd": [1, 2, 0],
    "len": [2, 1],
    "table": [[0, 2], [1, 0]],
    "val": [1, 2, 3],
    "B": [[1, 2, 3], [4, 5, 6]],
}


def bind(memory: str, axes: str, types: str) -> list[str]:
    """Sets all values on some axes."""
    of = "?x?xi32" if memory == "B" else "?xi32"
    return [
        f"%values = sparse.bind %{memory} on ({axes}) : memref<{of}> on ({types}) "
        f"-> !sparse.buffer<{of}>",
        f"sparse.fill %values, %zero : !sparse.buffer<{of}>",
    ]


def ask(axis: str, kind: str) -> list[str]:
    """Uses an axis."""
    return [
        f"%size = axis.size %{axis} : {kind}",
        "%narrow = arith.index_cast %size : index to i32",
        f"memref.store %narrow, %val[%c0] : {LIST}",
    ]


I = f"%I = axis.dense_fixed %m : {ROWS}"
K = f"%K = axis.dense_fixed %n : {ROWS}"
CSR = (
    f"%J = axis.sparse_variable %n of %I positions %pos coordinates %crd : {ROWS}, "
    f"{LIST}, {LIST} -> {COLUMNS}"
)
PARTS = f"%J = axis.dense_variable %n of %I positions %pos : {ROWS}, {LIST} -> {RAGGED}"
PADDED = (
    f"%J = axis.sparse_fixed %n width %w of %I lengths %len coordinates %table : "
    f"{ROWS}, {LIST}, {MATRIX} -> {ELL}"
)

#: What programs consist of.
PROGRAMS = {
    "rows": [I, *bind("val", "%I", ROWS)],
    "matrix": [I, K, *bind("B", "%I, %K", f"{ROWS}, {ROWS}")],
    "csr": [I, CSR, *bind("val", "%I, %J", f"{ROWS}, {COLUMNS}")],
    "blocks": [
        "%rows = arith.ceildivui %m, %w : index",
        "%all = arith.muli %rows, %w : index",
        f"%I = axis.dense_fixed %all : {ROWS}",
        *bind("val", "%I", ROWS),
    ],
    "ragged": [I, PARTS, *bind("val", "%I, %J", f"{ROWS}, {RAGGED}")],
    "ell": [I, PADDED, *ask("J", ELL)],
    "list": [
        f"%E = axis.sparse_variable %m count %n coordinates %crd : {LIST} -> {COLUMNS}",
        f"%J = axis.singleton %n of %E coordinates %len : ({COLUMNS}), {LIST} -> {COO}",
        *ask("J", COO),
    ],
    "pairs": [
        I,
        PARTS,
        f"%P = axis.product %J, %J offsets %crd : {RAGGED}, {RAGGED}, {LIST} -> {PAIRS}",
        *ask("P", PAIRS),
    ],
    "bits": [
        I,
        K,
        f"%E = axis.occupancy %table on (%I, %K) : {MATRIX} on ({ROWS}, {ROWS}) -> {BITS}",
        *ask("E", BITS),
    ],
    "width": [
        f"%I = axis.dense_fixed %m : {FOUR}",
        f"%J = axis.dense_variable %n of %I positions %pos : {FOUR}, {LIST} -> {RAGGED}",
        *ask("J", RAGGED),
    ],
    "under": [
        f"%L = axis.dense_fixed %w : {ROWS}",
        f"%I = axis.dense_fixed %m of %L : {ROWS} -> {ROWS}",
        PARTS,
        *ask("J", RAGGED),
    ],
    # The count is an entry of an array that nothing writes.
    "loaded": [
        f"%last = memref.load %pos[%m] : {LIST}",
        "%count = arith.index_cast %last : i32 to index",
        f"%E = axis.sparse_variable %n count %count coordinates %crd : {LIST} -> {COLUMNS}",
        *ask("E", COLUMNS),
    ],
    # How many elements there are is not known before the run, which writes it.
    "written": [
        I,
        f"memref.store %zero, %pos[%c0] : {LIST}",
        CSR,
        *bind("val", "%I, %J", f"{ROWS}, {COLUMNS}"),
    ],
}


def write_program(name: str, lines: list[str]) -> None:
    taken = [f'%{a}: {kind} {{sparse.name = "{a}"}}' for a, kind in TYPES.items()]
    constants = ["%zero = arith.constant 0 : i32", "%c0 = arith.constant 0 : index"]
    body = "\n  ".join([*constants, *lines])
    Path(f"{name}.mlir").write_text(
        f"func.func @f({', '.join(taken)}) {{\n  {body}\n  return\n}}\n"
    )


def command(name: str, **changed: object) -> str:
    """Runs a program on sound arguments but for those that are given."""
    words = [f"{name}.mlir"]
    for argument, sound in SOUND.items():
        value = changed.get(argument, sound)
        if not isinstance(value, str):
            numbers = np.int32(value)
            value = f"{argument}{abs(hash(numbers.tobytes()))}.npy"
            np.save(value, numbers)
        words += ["--bind", f"{argument}={value}"]
    return " ".join(words)


def too_few(memory: str, least: int, why: str, got: int) -> str:
    reason = f", {why}," if why else ""
    return f"expected {memory} to have at least {least} entries{reason} but got {got}"


def too_narrow(dim: int, memory: str, least: int, why: str, got: int) -> str:
    return (
        f"expected dimension {dim} of {memory} to be at least {least}, {why}, "
        f"but got {got}"
    )


LAST = "the last of pos"
MOST = 2**63 - 1


def list_refusals() -> list[tuple[str, str]]:
    return [
        (command("rows", m="4"), too_few("val", 4, "m", 3)),
        (command("rows", m="-1"), "expected m to be at least 0 but got -1"),
        (command("matrix", m="3"), too_narrow(0, "B", 3, "m", 2)),
        (command("matrix", n="4"), too_narrow(1, "B", 4, "n", 3)),
        (command("csr", pos=[0, 2]), too_few("pos", 3, "m + 1", 2)),
        (command("csr", m=str(MOST)), too_few("pos", MOST, "m + 1", 3)),
        (command("csr", pos=[0, 2, 4]), too_few("crd", 4, LAST, 3)),
        (
            command("csr", pos=[0, 2, -4]),
            f"expected {LAST} to be at least 0 but got -4",
        ),
        (command("csr", val=[1, 2]), too_few("val", 3, LAST, 2)),
        (command("blocks", w="4"), too_few("val", 4, "(ceil(m / w) * w)", 3)),
        (command("blocks", w="0"), "expected w to be at least 1 but got 0"),
        (command("ragged", val=[1, 2]), too_few("val", 3, LAST, 2)),
        (command("ell", len=[2]), too_few("len", 2, "m", 1)),
        (command("ell", table=[[0], [1]]), too_narrow(1, "table", 2, "w", 1)),
        (command("ell", table=[[0, 2]]), too_narrow(0, "table", 2, "m", 1)),
        (command("ell", w="-2"), "expected w to be at least 0 but got -2"),
        (command("list", n="4"), too_few("crd", 4, "n", 3)),
        (command("list", n="3"), too_few("len", 3, "n", 2)),
        (command("list", n="-1"), "expected n to be at least 0 but got -1"),
        (command("pairs", crd=[0, 4]), too_few("crd", 3, "m + 1", 2)),
        (command("bits", n="3"), too_narrow(1, "table", 3, "n", 2)),
        (command("width", m="3"), "expected m to be 4 but got 3"),
        (
            command("under", m=str(2**62), w="8"),
            too_few("pos", MOST, "w * m + 1", 3),
        ),
        (command("loaded", m="3"), too_few("pos", 4, "m + 1", 3)),
        (command("loaded", crd=[0, 1]), too_few("crd", 3, "", 2)),
        (command("written", pos=[0, 2]), too_few("pos", 3, "m + 1", 2)),
    ]


def list_sound() -> list[str]:
    """Memory that is as large as its axes, or larger, will do."""
    return [
        command("rows"),
        command("matrix", B=[[1, 2, 3, 4]] * 3),
        command("csr", pos=[0, 2, 3, 9]),
        command("blocks", m="3", w="1"),
        command("ell"),
        command("list", n="2"),
        command("pairs", crd=[0, 4, 5]),
        command("bits", n="2"),
        command("under", w="1"),
        command("loaded"),
        command("width", m="4", pos=[0, 1, 2, 3, 4]),
        command("written"),
    ]


def is_refused(line: str) -> bool:
    words = ["sparse-run", *line.split()]
    done = batch.run(words)
    if done.returncode:
        print(f"{line}\n  expected it to run but got {done.stderr}", file=sys.stderr)
    return done.returncode != 0


if __name__ == "__main__":
    for name, lines in PROGRAMS.items():
        write_program(name, lines)
    refusals = list_refusals()
    checked = [(f"{line} --check-mode", said) for line, said in refusals[::6]]
    sys.exit(check_all(refusals + checked) | any([*map(is_refused, list_sound())]))
