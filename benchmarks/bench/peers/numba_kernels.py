"""The loops that Numba compiles; imported only where it is.

Each takes the arrays of A, then the dense operands, then the result.
"""

import math

import numba
import numpy as np

compiled = numba.njit(parallel=True, fastmath=True, cache=True)


@compiled
def spmm(positions, coordinates, values, b, c):
    for i in numba.prange(c.shape[0]):
        c[i, :] = 0
        for p in range(positions[i], positions[i + 1]):
            j, x = coordinates[p], values[p]
            for k in range(c.shape[1]):
                c[i, k] += x * b[j, k]


@compiled
def spmv(positions, coordinates, values, x, y):
    for i in numba.prange(len(y)):
        total = values.dtype.type(0)
        for p in range(positions[i], positions[i + 1]):
            total += values[p] * x[coordinates[p]]
        y[i] = total


@compiled
def sddmm(positions, coordinates, values, x, y, c):
    for i in numba.prange(len(positions) - 1):
        for p in range(positions[i], positions[i + 1]):
            j = coordinates[p]
            total = values.dtype.type(0)
            for k in range(x.shape[1]):
                total += x[i, k] * y[j, k]
            c[p] = values[p] * total


@compiled
def softmax(positions, coordinates, values, result):
    for i in numba.prange(len(positions) - 1):
        first, end = positions[i], positions[i + 1]
        if first == end:
            continue
        largest = values[first]
        for p in range(first, end):
            largest = max(largest, values[p])
        total = values.dtype.type(0)
        for p in range(first, end):
            result[p] = math.exp(values[p] - largest)
            total += result[p]
        for p in range(first, end):
            result[p] /= total


@compiled
def fusedmm(positions, coordinates, values, q, k, v, o):
    for i in numba.prange(len(positions) - 1):
        first, end = positions[i], positions[i + 1]
        o[i, :] = 0
        if first == end:
            continue
        scores = np.empty(end - first, values.dtype)
        for p in range(first, end):
            j = coordinates[p]
            total = values.dtype.type(0)
            for d in range(q.shape[1]):
                total += q[i, d] * k[j, d]
            scores[p - first] = values[p] * total
        scores = np.exp(scores - scores.max())
        scores /= scores.sum()
        for p in range(first, end):
            j, x = coordinates[p], scores[p - first]
            for d in range(v.shape[1]):
                o[i, d] += x * v[j, d]


@compiled
def mttkrp(
    coordinates0, positions1, coordinates1, positions2, coordinates2, values, b, c, m
):
    m[:, :] = 0
    for s in numba.prange(len(coordinates0)):
        i = coordinates0[s]
        for p in range(positions1[s], positions1[s + 1]):
            j = coordinates1[p]
            for q in range(positions2[p], positions2[p + 1]):
                k, x = coordinates2[q], values[q]
                for r in range(m.shape[1]):
                    m[i, r] += x * b[j, r] * c[k, r]


KERNELS = {
    function.__name__: function
    for function in (spmm, spmv, sddmm, softmax, fusedmm, mttkrp)
}
