"""librsb, which stores a matrix in recursive blocks."""

import ctypes
import ctypes.util
from functools import cached_property

import numpy as np

from bench import native
from bench.errors import Missing
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, no_kernel

LIBRARY = "librsb.so.0"
NO_TRANSPOSE, BY_ROWS, NO_FLAGS = ord("N"), 0, 0
TYPES = {"f32": (ord("S"), np.float32), "f64": (ord("D"), np.float64)}


class Librsb(Peer):
    """Its threads are those of the OpenMP runtime that Debian built it with."""

    name = "librsb"
    runtime = "librsb"
    debian = ("librsb-dev",)

    def missing(self) -> str:
        there = ctypes.util.find_library("rsb")
        return "" if there else "the package librsb-dev is not installed"

    @cached_property
    def library(self) -> ctypes.CDLL:
        library = ctypes.CDLL(LIBRARY)
        library.rsb_mtx_alloc_from_csr_const.restype = ctypes.c_void_p
        if library.rsb_lib_init(None) != 0:
            raise Missing("rsb_lib_init fails")
        return library

    def version(self) -> str:
        # Its file of flags has the number; the library itself has none.
        path = ctypes.util.find_library("rsb")
        return f"librsb 1.3 ({path}, Debian)"

    def create(self, problem: Problem) -> ctypes.c_void_p:
        letter, _ = TYPES[problem.dtype]
        a, error = problem.a, ctypes.c_int()
        names = ("values", "positions1", "coordinates1")
        pointers = [ctypes.c_void_p(a.arrays[name].ctypes.data) for name in names]
        sizes = (a.stored, ctypes.c_char(letter), *a.shape, 1, 1, NO_FLAGS)
        handle = self.library.rsb_mtx_alloc_from_csr_const(
            *pointers, *sizes, ctypes.byref(error)
        )
        if not handle:
            raise Missing(f"rsb_mtx_alloc_from_csr_const ended with {error.value}")
        return ctypes.c_void_p(handle)

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        if problem.kernel not in ("spmm", "spmv") or problem.dtype not in TYPES:
            raise no_kernel(self, problem)
        if variant or problem.a.format != "csr":
            raise no_kernel(self, problem, variant)
        handle = self.create(problem)
        _, number = TYPES[problem.dtype]
        one, zero = np.ones(1, number), np.zeros(1, number)
        (operand,), (result,) = problem.dense.values(), problem.results.values()
        columns = operand.shape[1] if operand.ndim == 2 else 1
        function, shape = self.library.rsb_spmm, (columns, BY_ROWS)
        step = columns
        if problem.kernel == "spmv":
            function, shape, step = self.library.rsb_spmv, (), 1
        made = native.call(
            function,
            NO_TRANSPOSE,
            one,
            handle,
            *shape,
            operand,
            step,
            zero,
            result,
            step,
        )
        return Prepared(
            made,
            lambda: problem.results,
            lambda: self.library.rsb_mtx_free(handle),
        )
