import ctypes

import numpy as np
import scipy.sparse


class Call(ctypes.Structure):
    _fields_ = (
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspace_bytes", ctypes.c_uint64),
        ("error", ctypes.c_char_p),
        ("error_bytes", ctypes.c_uint64),
    )


def array(values):
    """A pointer to the values, and how many there are."""
    return ctypes.c_void_p(values.ctypes.data), ctypes.c_int64(values.size)


def dense(values):
    """A pointer to the values, the sizes and the strides."""
    steps = [stride // values.itemsize for stride in values.strides]
    rank = ctypes.c_int64 * values.ndim
    return ctypes.c_void_p(values.ctypes.data), rank(*values.shape), rank(*steps)


def multiply(a, b, c):
    """Sets C to A B."""
    text = ctypes.create_string_buffer(200)
    call = Call(ctypes.sizeof(Call), error=ctypes.addressof(text), error_bytes=200)
    rows, columns = map(ctypes.c_int64, a.shape)
    matrix = (rows, columns, *array(a.indptr), *array(a.indices), *array(a.data))
    if spmm(*matrix, *dense(b), *dense(c), ctypes.byref(call)):
        raise ValueError(text.value.decode())


spmm = ctypes.CDLL("./spmm.so").spmm
A = scipy.sparse.random_array((40, 30), density=0.1, dtype=np.float32).tocsr()
A.indptr, A.indices = A.indptr.astype(np.int32), A.indices.astype(np.int32)
B = np.ones((30, 8), np.float32)
C = np.empty((40, 20), np.float32)
multiply(A, B[:, ::1], C[:, 4:12])
print(np.abs(C[:, 4:12] - A @ B).max() < 1e-5)
try:
    multiply(A, B, C)
except ValueError as error:
    print(error)
