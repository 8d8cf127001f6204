"""Calls the kernel that the tutorial saves, on a SciPy matrix, without copies."""

import ctypes
import sys

import numpy as np
import scipy.io
import scipy.sparse

kernel = ctypes.CDLL("./edge_scores.so").edge_scores


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


def count(array: np.ndarray) -> ctypes.c_int64:
    return ctypes.c_int64(array.size)


def sizes(array: np.ndarray) -> ctypes.Array:
    return (ctypes.c_int64 * array.ndim)(*array.shape)


graph = scipy.sparse.csr_array(scipy.io.mmread(sys.argv[1])).astype(np.float32)
# The kernel was compiled for indices of 32 bits.
starts, targets = graph.indptr.astype(np.int32), graph.indices.astype(np.int32)
nodes = graph.shape[0]
s = np.linspace(-1, 1, nodes, dtype=np.float32)
t = np.linspace(2, -1, nodes, dtype=np.float32)
scores = np.empty_like(graph.data)

status = kernel(
    *(ctypes.c_int64(size) for size in graph.shape),
    *(x for a in (starts, targets, graph.data) for x in (pointer(a), count(a))),
    *(x for a in (s, t) for x in (pointer(a), sizes(a), None)),
    *(pointer(scores), count(scores)),
    None,
)
assert status == 0, f"status {status}; edge_scores.h says what it means"

rows = np.repeat(np.arange(nodes), np.diff(starts))
sums = s[rows] + t[targets]
assert np.array_equal(scores, np.maximum(sums, np.float32(0.2) * sums))
print(f"{scores.size} scores, all as NumPy has them")
