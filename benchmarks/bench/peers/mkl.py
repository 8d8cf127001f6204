"""Intel's MKL by its C interface, in the process of LLVM's OpenMP runtime."""

import ctypes
import os
from functools import cached_property

import numpy as np

from bench import places
from bench.errors import Missing
from bench.kernels import Problem
from bench.native import Call, call
from bench.peers.peer import Peer, Prepared, no_kernel

NO_TRANSPOSE, TRANSPOSE = 10, 11
GENERAL, BY_ROWS = 20, 101
#: Calls that are announced to `mkl_sparse_optimize`.
ANNOUNCED = 1000
LETTERS = {"f32": "s", "f64": "d"}


class Description(ctypes.Structure):
    """`struct matrix_descr`; it is passed by value, in two words."""

    _fields_ = (
        ("type", ctypes.c_int32),
        ("mode", ctypes.c_int32),
        ("diagonal", ctypes.c_int32),
    )


class MKL(Peer):
    """Variants: the plain one, as a matrix is created; `optimized`, after hints and
    `mkl_sparse_optimize`, whose time is not counted. A matrix in blocks is BSR.

    Its Intel threading layer asks for the runtime by the name libiomp5.so, which is
    libomp in the lanes (`bench.native.runtime_folder`): MKL's threads are those of
    all others in the process.
    """

    name = "mkl"
    pypi = ("mkl",)
    #: It names Intel's OpenMP runtime and TBB, which are not used.
    without_dependencies = True

    @property
    def path(self) -> str:
        held = sorted((places.PACKAGES / "mkl" / "lib").glob("libmkl_rt.so*"))
        return str(held[-1]) if held else ""

    def missing(self) -> str:
        return "" if self.path else "the package mkl is not installed"

    @cached_property
    def library(self) -> ctypes.CDLL:
        os.environ["MKL_THREADING_LAYER"] = "INTEL"
        os.environ["MKL_INTERFACE_LAYER"] = "LP64"
        library = ctypes.CDLL(self.path)
        library.MKL_Set_Dynamic(0)
        library.MKL_Set_Num_Threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
        return library

    def version(self) -> str:
        text = ctypes.create_string_buffer(200)
        self.library.mkl_get_version_string(text, len(text))
        return " ".join(text.value.decode().split())

    def create(self, problem: Problem) -> ctypes.c_void_p:
        """A handle of the matrix, on the problem's own arrays."""
        a, letter = problem.a, LETTERS[problem.dtype]
        positions = a.arrays["positions1"].ctypes.data
        handle = ctypes.c_void_p()
        rows, columns = (size // a.block for size in a.shape)
        arrays = [positions, positions + 4]
        arrays += [a.arrays["coordinates1"].ctypes.data, a.values.ctypes.data]
        pointers = map(ctypes.c_void_p, arrays)
        kind = "bsr" if a.format == "bsr" else "csr"
        function = getattr(self.library, f"mkl_sparse_{letter}_create_{kind}")
        blocks = [BY_ROWS, rows, columns, a.block] if kind == "bsr" else [rows, columns]
        held_from = 0
        status = function(ctypes.byref(handle), held_from, *blocks, *pointers)
        expect_success("create", status)
        return handle

    def optimize(self, handle: ctypes.c_void_p, problem: Problem) -> None:
        operation = TRANSPOSE if problem.kernel == "spmm_t" else NO_TRANSPOSE
        description = Description(GENERAL, 0, 0)
        if problem.kernel == "spmv":
            status = self.library.mkl_sparse_set_mv_hint(
                handle, operation, description, ANNOUNCED
            )
        else:
            columns = next(iter(problem.results.values())).shape[1]
            status = self.library.mkl_sparse_set_mm_hint(
                handle, operation, description, BY_ROWS, columns, ANNOUNCED
            )
        # What it has no hint for is optimized without.
        del status
        expect_success("optimize", self.library.mkl_sparse_optimize(handle))

    def product(self, handle: ctypes.c_void_p, problem: Problem) -> Call:
        """The call of `mkl_sparse_s_mv` or `mkl_sparse_s_mm`."""
        letter = LETTERS[problem.dtype]
        number = {"f32": np.float32, "f64": np.float64}[problem.dtype]
        (operand,), (result,) = problem.dense.values(), problem.results.values()
        operation = TRANSPOSE if problem.kernel == "spmm_t" else NO_TRANSPOSE
        description = (GENERAL, 0)
        scales = (number(1), number(0))
        if problem.kernel == "spmv":
            function = getattr(self.library, f"mkl_sparse_{letter}_mv")
            return call(
                function, operation, handle, *description, operand, result, *scales
            )
        function = getattr(self.library, f"mkl_sparse_{letter}_mm")
        columns = operand.shape[1]
        shapes = (BY_ROWS, operand, columns, columns, result, columns)
        return call(function, operation, handle, *description, *shapes, *scales)

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        known = problem.kernel in ("spmm", "spmv", "spmm_t")
        if not known or variant not in ("", "optimized"):
            raise no_kernel(self, problem, variant)
        if problem.dtype not in LETTERS:
            raise no_kernel(self, problem)
        handle = self.create(problem)
        if variant == "optimized":
            self.optimize(handle, problem)
        return Prepared(
            self.product(handle, problem),
            lambda: problem.results,
            lambda: self.library.mkl_sparse_destroy(handle),
        )


def expect_success(what: str, status: int) -> None:
    if status != 0:
        raise Missing(f"mkl_sparse_{what} ended with status {status}")
