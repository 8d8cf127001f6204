"""Eigen, compiled by the same compiler and with the same options as our C++."""

import ctypes
from functools import cached_property
from pathlib import Path

from bench import native, places
from bench.kernels import Problem
from bench.peers.hand import arguments
from bench.peers.peer import Peer, Prepared, in_place, no_kernel

HEADERS = Path("/usr/include/eigen3")
KERNELS = {
    ("spmm", "f32"): "eigen_spmm_f32",
    ("spmm", "f64"): "eigen_spmm_f64",
    ("spmm_t", "f32"): "eigen_spmm_t_f32",
    ("spmv", "f32"): "eigen_spmv_f32",
}


class Eigen(Peer):
    """Its product of a sparse matrix by rows with a dense one is parallel."""

    name = "eigen"
    debian = ("libeigen3-dev",)

    def missing(self) -> str:
        return "" if HEADERS.is_dir() else "the package libeigen3-dev is not installed"

    @cached_property
    def library(self) -> ctypes.CDLL:
        sources = [places.SOURCES / "eigen" / "eigen.cpp"]
        flags = ("-fopenmp=libomp", "-isystem", str(HEADERS))
        return ctypes.CDLL(str(native.compile_library(sources, *flags)))

    def version(self) -> str:
        number = self.library.eigen_version()
        return f"Eigen {number // 10000}.{number // 100 % 100}.{number % 100}"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        name = KERNELS.get((problem.kernel, problem.dtype))
        if not name or variant or problem.a.format != "csr":
            raise no_kernel(self, problem, variant)
        function = getattr(self.library, name)
        return in_place(problem, native.call(function, *arguments(problem)))
