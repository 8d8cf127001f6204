"""Spindle's Python package, in this process."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench import places
from bench.errors import Missing
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, no_kernel, returned


class Python(Peer):
    """The package that was built with the compiler.

    The plain variant is the expression that users write, which has its result
    allocated: `A @ B`, and for SDDMM `einsum`. `bound` is a compiled program with all
    that it reads and writes.
    """

    name = "python"

    def __init__(self) -> None:
        self.program = places.ROOT / "build" / "release" / "bin" / "sparse-run"

    def missing(self) -> str:
        folder = Path(self.program).parent.parent / "python"
        if not (folder / "spindle").is_dir():
            return f"{folder}/spindle is not built (utils/build _spindle)"
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
        return ""

    def version(self) -> str:
        import spindle

        python = ".".join(map(str, sys.version_info[:3]))
        return f"spindle {spindle.__version__}, Python {python}"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        if problem.kernel not in ("spmm", "spmv", "sddmm") or problem.dtype == "bf16":
            raise no_kernel(self, problem, variant)
        match variant:
            case "":
                return self.expression(problem)
            case "bound":
                return self.bound(problem)
        raise Missing(f"{self.name} has no variant '{variant}'")

    def expression(self, problem: Problem) -> Prepared:
        """The result is made by each call."""
        import spindle

        a, dense = spindle.array(problem.a.in_scipy()), problem.dense
        name = next(reversed(problem.results))
        if problem.kernel == "sddmm":
            x, y = dense["X"], dense["Y"]
            run = self.sampled(spindle.einsum, a, x, y)
            return returned(run, name, lambda made: made.to_scipy().data)
        (operand,) = dense.values()
        return returned(lambda: a @ operand, name, np.asarray)

    def sampled(self, einsum: Callable, *operands: object) -> Callable[[], object]:
        return lambda: einsum("ij,ik,jk->ij", *operands)

    def bound(self, problem: Problem) -> Prepared:
        """The result is that of the problem; of SDDMM, one that was made before."""
        import spindle

        operands = {"A": spindle.array(problem.a.in_scipy()), **problem.dense}
        threads = int(os.environ.get("OMP_NUM_THREADS", "1"))
        kernel = spindle.compile(problem.kernel, threads=threads, **operands)
        if problem.kernel == "sddmm":
            run = kernel.bind(**operands)
            return Prepared(run, lambda: {"C_values": run().to_scipy().data})
        run = kernel.bind(out=problem.results, **operands)
        return Prepared(run, lambda: problem.results)
