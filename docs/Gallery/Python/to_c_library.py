# # From Python to a C library
#
# A kernel that is tried in Python becomes a shared object with a header, which programs in C
# link, and others load. It needs neither Python nor Spindle.

import ctypes
import subprocess
from pathlib import Path

import numpy as np

import spindle

A = spindle.from_coo(([0, 0, 1], [0, 2, 1]), [1.0, 2.0, 3.0], (2, 3), dtype="f32")
B = np.array([[1, 2], [3, 4], [5, 6]], dtype=np.float32)

# `specialize=False` makes a kernel for any number of columns, and `threads=1` one that needs no
# OpenMP:

kernel = spindle.compile("spmm", A=A, B=B, specialize=False, threads=1)
print(kernel)
print(kernel(A=A, B=B))

# ## Save it

kernel.save("spmm.so")
header = Path("spmm.h").read_text()
start = header.index("int32_t spmm(")
print(header[start : header.index(");", start) + 2])

# Each array of the matrix is a pointer and a count: those of `csr` are SciPy's `indptr`,
# `indices` and `data`. Which arrays a format has, one can see:

A.draw("storage", "arrays.svg")

# ![The arrays of the matrix](arrays.svg)
#
# ## Call it from C
#
# `docs/examples/spmm.c` is a caller. Any compiler for C99 will do:

caller = "docs/examples/spmm.c"
link = ["./spmm.so", "-Wl,-rpath,."]
subprocess.run(["cc", "-I.", caller, *link, "-o", "caller"], check=True)
print(subprocess.run("./caller", capture_output=True, text=True).stdout)

# Its last line is what the kernel says of a call with a wrong size: it checks sizes, counts,
# strides and overlaps, and has then written nothing.
#
# ## Call it from any language
#
# What can load a shared object can call it. Here it is Python again, by `ctypes`, with nothing
# of Spindle:

matrix = A.to_scipy()
C = np.zeros((2, 2), dtype=np.float32)


def point(array):
    """A pointer to the elements, as C takes it."""
    return ctypes.c_void_p(array.ctypes.data)


def count(array):
    """How many elements there are."""
    return ctypes.c_int64(array.size)


def sizes(array):
    """The size of each dimension."""
    return (ctypes.c_int64 * array.ndim)(*array.shape)


status = ctypes.CDLL("./spmm.so").spmm(
    *map(ctypes.c_int64, matrix.shape),
    *(point(matrix.indptr), count(matrix.indptr)),
    *(point(matrix.indices), count(matrix.indices)),
    *(point(matrix.data), count(matrix.data)),
    *(point(B), sizes(B), None),
    *(point(C), sizes(C), None),
    None,
)
print(status, C.tolist())

# [Kernels that C can call](../../CInterface.md) is the contract of these functions. The
# [tutorial](../../Tutorial.md) writes a kernel of its own in MLIR, which `spindle.compile` takes
# as well.
