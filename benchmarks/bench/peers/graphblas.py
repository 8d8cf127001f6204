"""SuiteSparse:GraphBLAS, by its C interface in the package of PyPI."""

from functools import cached_property
from importlib.util import find_spec

import numpy as np

from bench import places
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, no_kernel

FLOATS = {"f32": "FP32", "f64": "FP64"}


class GraphBLAS(Peer):
    """C = 0, then C += A B: its fast way to a dense result. Dense matrices are full."""

    name = "graphblas"
    runtime = "graphblas"
    pypi = ("suitesparse-graphblas",)

    def missing(self) -> str:
        there = list((places.PACKAGES / self.name).glob("lib/python*/site-packages"))
        if there or find_spec("suitesparse_graphblas"):
            return ""
        return "the package suitesparse-graphblas is not installed"

    @cached_property
    def interface(self) -> tuple:
        """The foreign function interface, and the library."""
        import suitesparse_graphblas

        suitesparse_graphblas.initialize(blocking=True)
        return suitesparse_graphblas.ffi, suitesparse_graphblas.lib

    def version(self) -> str:
        import suitesparse_graphblas

        return f"SuiteSparse:GraphBLAS {suitesparse_graphblas.__version__}"

    def matrix(self, shape: tuple[int, int], kind: str) -> object:
        ffi, library = self.interface
        handle = ffi.new("GrB_Matrix*")
        expect(library.GrB_Matrix_new(handle, getattr(library, f"GrB_{kind}"), *shape))
        return handle

    def sparse(self, problem: Problem, kind: str) -> object:
        """The matrix A, from its coordinates."""
        ffi, library = self.interface
        a = problem.a
        handle = self.matrix(a.shape, kind)
        rows, columns = (
            np.ascontiguousarray(axis, np.uint64)
            for axis in (a.rows(), a.arrays["coordinates1"])
        )
        plus = getattr(library, f"GrB_PLUS_{kind}")
        build = getattr(library, f"GrB_Matrix_build_{kind}")
        c_type = "float*" if kind == "FP32" else "double*"
        pointers = [ffi.from_buffer("uint64_t*", axis) for axis in (rows, columns)]
        values = ffi.from_buffer(c_type, a.values)
        expect(build(handle[0], *pointers, values, a.stored, plus))
        expect(library.GrB_Matrix_wait(handle[0], library.GrB_MATERIALIZE))
        return handle

    def full(self, array: np.ndarray, kind: str) -> object:
        """A dense matrix with a copy of an array."""
        ffi, library = self.interface
        shape = array.shape if array.ndim == 2 else (*array.shape, 1)
        handle = self.matrix(shape, kind)
        memory = self.allocate(array.nbytes)
        ffi.memmove(memory, np.ascontiguousarray(array).data, array.nbytes)
        pointer = ffi.new("void**", memory)
        pack = library.GxB_Matrix_pack_FullR
        expect(pack(handle[0], pointer, array.nbytes, False, ffi.NULL))
        return handle

    def allocate(self, size: int) -> object:
        """Memory that GraphBLAS may release: that of C's allocator."""
        ffi, _ = self.interface
        ffi_c = self.c_library
        return ffi.cast("void*", ffi_c.malloc(size))

    @cached_property
    def c_library(self) -> object:
        import ctypes

        library = ctypes.CDLL(None)
        library.malloc.restype = ctypes.c_void_p
        library.malloc.argtypes = [ctypes.c_size_t]
        return library

    def read(self, handle: object, like: np.ndarray) -> np.ndarray:
        """What a full matrix holds."""
        ffi, library = self.interface
        pointer, size = ffi.new("void**"), ffi.new("GrB_Index*")
        same = ffi.new("bool*")
        unpack = library.GxB_Matrix_unpack_FullR
        expect(unpack(handle[0], pointer, size, same, ffi.NULL))
        held = np.frombuffer(ffi.buffer(pointer[0], like.nbytes), like.dtype).copy()
        pack = library.GxB_Matrix_pack_FullR
        expect(pack(handle[0], pointer, like.nbytes, False, ffi.NULL))
        return held.reshape(like.shape)

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        kind = FLOATS.get(problem.dtype)
        known = problem.kernel in ("spmm", "spmv") and problem.a.format == "csr"
        if not kind or not known or variant:
            raise no_kernel(self, problem, variant)
        ffi, library = self.interface
        (operand,) = problem.dense.values()
        ((name, result),) = problem.results.items()
        a = self.sparse(problem, kind)
        b, c = self.full(operand, kind), self.full(np.zeros_like(result), kind)
        ring = getattr(library, f"GrB_PLUS_TIMES_SEMIRING_{kind}")
        plus = getattr(library, f"GrB_PLUS_{kind}")
        clear = getattr(library, f"GrB_Matrix_assign_{kind}")
        rows, columns = result.shape if result.ndim == 2 else (len(result), 1)
        null, every = ffi.NULL, library.GrB_ALL

        def run() -> None:
            clear(c[0], null, null, 0, every, rows, every, columns, null)
            library.GrB_mxm(c[0], null, plus, ring, a[0], b[0], null)
            library.GrB_Matrix_wait(c[0], library.GrB_MATERIALIZE)

        def close() -> None:
            for handle in (a, b, c):
                library.GrB_Matrix_free(handle)

        return Prepared(run, lambda: {name: self.read(c, result)}, close)


def expect(status: int) -> None:
    if status != 0:
        raise RuntimeError(f"GraphBLAS returned {status}")
