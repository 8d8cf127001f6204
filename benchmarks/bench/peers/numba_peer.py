"""Numba: the kernels as parallel loops in Python, which it compiles."""

from functools import cached_property
from importlib.metadata import version

from bench import places
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, no_kernel


class Numba(Peer):
    """Sums may be taken in any order, and vectors used (`fastmath`)."""

    name = "numba"
    runtime = "numba"
    pypi = ("numba",)

    def missing(self) -> str:
        there = list((places.PACKAGES / self.name).glob("lib/python*/site-packages"))
        return "" if there else "the package numba is not installed"

    def version(self) -> str:
        return f"Numba {version('numba')}"

    @cached_property
    def kernels(self) -> dict:
        from bench.peers import numba_kernels

        return numba_kernels.KERNELS

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        plain = problem.a.format in ("csr", "csf") and problem.dtype in ("f32", "f64")
        if variant or not plain or problem.kernel not in self.kernels:
            raise no_kernel(self, problem, variant)
        function = self.kernels[problem.kernel]
        held = problem.a.arrays
        arguments = [*held.values(), *problem.dense.values()]
        arguments.append(next(reversed(problem.results.values())))

        def run() -> None:
            function(*arguments)

        return Prepared(run, lambda: problem.results)
