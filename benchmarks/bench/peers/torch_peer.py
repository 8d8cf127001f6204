"""PyTorch's sparse matrices in CSR, on the processor."""

import os

import numpy as np

from bench import places
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, no_kernel, returned


class Torch(Peer):
    """Called from Python, as it is used; results are allocated at every call.

    Its sampled product takes of A the pattern alone: the product with A's values is
    not timed. Its softmax is of matrices in COO.
    """

    name = "torch"
    runtime = "torch"
    pypi = ("torch",)
    #: Its build of PyPI is CUDA's, some GB.
    large = True

    def missing(self) -> str:
        there = list((places.PACKAGES / self.name).glob("lib/python*/site-packages"))
        return "" if there else "the package torch is not installed"

    def version(self) -> str:
        import torch

        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
        return f"PyTorch {torch.__version__}"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        import torch

        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
        if variant or problem.a.format != "csr" or problem.dtype == "bf16":
            raise no_kernel(self, problem, variant)
        dense = [torch.from_numpy(array) for array in problem.dense.values()]
        held = problem.a.arrays
        parts = [
            torch.from_numpy(held[name])
            for name in ("positions1", "coordinates1", "values")
        ]
        a = torch.sparse_csr_tensor(*parts, size=problem.a.shape)
        name = next(reversed(problem.results))
        return self.kernel(problem, name, a, dense)

    def kernel(self, problem: Problem, name: str, a: object, dense: list) -> Prepared:
        import torch

        match problem.kernel:
            case "spmm" | "spmv":
                return returned(lambda: a @ dense[0], name, np.asarray)
            case "spmm_t":
                transposed = a.t()
                return returned(lambda: transposed @ dense[0], name, np.asarray)
            case "sddmm":
                x, y = dense[0], dense[1].t()
                values = problem.a.values
                return returned(
                    lambda: torch.sparse.sampled_addmm(a, x, y, beta=0.0),
                    name,
                    lambda result: result.values().numpy() * values,
                )
            case "softmax":
                by_coordinates = a.to_sparse_coo().coalesce()
                return returned(
                    lambda: torch.sparse.softmax(by_coordinates, 1),
                    name,
                    lambda result: result.coalesce().values().numpy(),
                )
        raise no_kernel(self, problem)
