# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""What saved kernels refuse of memory: strided arrays that overlap where one goes
beyond its first row, arrays that end outside of all memory, and memory that the axes
of a program do not fit in. Integration tests make more such calls, at random."""

import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np

OK, BAD_SIZE, BAD_COUNT, BAD_STRIDE, OVERLAP = 0, 3, 4, 6, 7

#: Sets the values of a matrix in CSR, whose arrays are memory.
PROGRAM = """
func.func @clear(%m: index {sparse.name = "m"}, %pos: memref<?xi32> {sparse.name = "pos", sparse.access = "read"},
    %crd: memref<?xi32> {sparse.name = "crd", sparse.access = "read"}, %val: memref<?xf32> {sparse.name = "val"}) {
  %zero = arith.constant 0.0 : f32
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %A = sparse.bind %val on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  sparse.fill %A, %zero : !sparse.buffer<?xf32>
  return
}
"""


class Call(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspace_bytes", ctypes.c_size_t),
        ("error", ctypes.c_void_p),
        ("error_bytes", ctypes.c_size_t),
    ]


def save(program: str, symbol: str) -> object:
    """The kernel of a program or, with "=", of a statement."""
    what = ["--expr", program] if "=" in program else [program]
    command = ["sparse-run", *what, "--save", f"{symbol}.so", "--symbol", symbol]
    subprocess.run(command, check=True)
    return getattr(ctypes.CDLL(f"./{symbol}.so"), symbol)


def call(kernel: object, *arguments: object) -> tuple[int, str]:
    """The status and the text; arrays are handed over by their addresses."""
    text = ctypes.create_string_buffer(200)
    info = Call(ctypes.sizeof(Call), error=ctypes.addressof(text), error_bytes=200)
    given = [
        ctypes.c_void_p(x.ctypes.data)
        if isinstance(x, np.ndarray)
        else ctypes.c_int64(x)
        if isinstance(x, int)
        else ctypes.c_void_p(x)
        for x in arguments
    ]
    return kernel(*given, ctypes.byref(info)), text.value.decode()


def multiply(kernel: object, b: tuple, c: tuple, count: int = 2) -> tuple[int, str]:
    """Calls spmm on the identity of size 2; b and c are arrays, sizes and strides."""
    positions, coordinates = np.int32([0, 1, 2]), np.int32([0, 1])
    values = np.ones(2, np.float32)
    sparse = (2, 2, positions, 3, coordinates, count, values, count)
    dense = [x if x is None else np.int64(x) for x in (*b[1:], *c[1:])]
    return call(kernel, *sparse, b[0], *dense[:2], c[0], *dense[2:])


def clear(kernel: object, m: int, *lengths: int) -> tuple[int, str]:
    """Calls the kernel of PROGRAM with three arrays of these lengths, all of ones."""
    made = [np.ones(n, kind) for n, kind in zip(lengths, ("i4", "i4", "f4"))]
    given = [x for a in made for x in (a, np.int64(a.shape), None)]
    return call(kernel, m, *given)


def reverse(kernel: object, y: int, x: int) -> tuple[int, str]:
    """Calls y[i] = x[5 - i] on vectors of these lengths."""
    made = [np.ones(n, "f4") for n in (x, y)]
    return call(kernel, *[z for a in made for z in (a, np.int64(a.shape), None)])


def results() -> list[tuple[tuple[int, str], tuple[int, str]]]:
    """What was answered, and what was to be."""
    spmm = save("spmm", "spmm")
    Path("clear.mlir").write_text(PROGRAM)
    program = save("clear.mlir", "clear")
    backwards = save("y[i] = x[5 - i]", "backwards")
    memory = np.zeros(300, np.float32)
    apart, near, behind = memory[200:], memory[50:], memory[102:]
    shape, wide = (2, 2), (100, 1)
    overlap = "expected C, which is written, not to overlap B"
    far = "expected {} to end in memory but got {} entries from its first to its last"
    return [
        (multiply(spmm, (memory, shape, wide), (apart, shape, None)), (OK, "")),
        (
            multiply(spmm, (memory, shape, wide), (near, shape, None)),
            (OVERLAP, overlap),
        ),
        (
            multiply(spmm, (near, shape, None), (memory, shape, wide)),
            (OVERLAP, overlap),
        ),
        (multiply(spmm, (memory, shape, wide), (behind, shape, None)), (OK, "")),
        (
            multiply(spmm, (memory, shape, (2**61, 1)), (apart, shape, None)),
            (BAD_STRIDE, far.format("B", 2**61 + 2)),
        ),
        (
            multiply(spmm, (memory, shape, None), (apart, shape, (2**63 - 1, 1))),
            (BAD_STRIDE, far.format("C", 2**63 - 1)),
        ),
        (
            multiply(spmm, (memory, shape, None), (apart, shape, None), 2**62),
            (BAD_COUNT, far.format("A_coordinates1", 2**62)),
        ),
        (clear(program, 2, 3, 1, 1), (OK, "")),
        (
            clear(program, 3, 3, 1, 1),
            (BAD_SIZE, "expected pos to have at least 4 entries, m + 1, but got 3"),
        ),
        (
            clear(program, 2, 3, 0, 1),
            (
                BAD_SIZE,
                "expected crd to have at least 1 entries, the last of pos, but got 0",
            ),
        ),
        (
            clear(program, 2, 3, 1, 0),
            (
                BAD_SIZE,
                "expected val to have at least 1 entries, the last of pos, but got 0",
            ),
        ),
        (
            clear(program, -1, 3, 1, 1),
            (BAD_SIZE, "expected m to be at least 0 but got -1"),
        ),
        (reverse(backwards, 6, 6), (OK, "")),
        (reverse(backwards, 0, 0), (OK, "")),
        (
            reverse(backwards, 6, 5),
            (
                BAD_SIZE,
                "expected dimension 0 of x to be at least 6, for the coordinate -I + 5, "
                "but got 5",
            ),
        ),
        (
            reverse(backwards, 7, 6),
            (
                BAD_SIZE,
                "expected the coordinate -I + 5 of dimension 0 of x to be at least 0 but "
                "got -1",
            ),
        ),
    ]


if __name__ == "__main__":
    wrong = [(got, expected) for got, expected in results() if got != expected]
    for got, expected in wrong:
        print(f"expected {expected} but got {got}", file=sys.stderr)
    sys.exit(1 if wrong else 0)
