"""Products by PyTorch and CuPy, which call cuSPARSE; timed only, nothing of them is read."""

from collections.abc import Callable

from bench.kernels import Problem

#: Kernels that both have.
PRODUCTS = {"spmm": "B", "spmv": "x", "spmm_t": "B"}


def by_torch(problem: Problem) -> Callable[[int], float]:
    """Milliseconds of so many products by PyTorch."""
    import torch

    a, other = problem.a.in_scipy(), problem.dense[PRODUCTS[problem.kernel]]
    parts = (torch.from_numpy(x).cuda() for x in (a.indptr, a.indices, a.data))
    held = torch.sparse_csr_tensor(*parts, size=a.shape)
    held = held.t() if problem.kernel == "spmm_t" else held
    right = torch.from_numpy(other).cuda()
    graphs: dict[int, torch.cuda.CUDAGraph] = {}

    def time_of(count: int) -> float:
        if count not in graphs:
            graphs[count] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graphs[count]):
                for _ in range(count):
                    held @ right
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        graphs[count].replay()
        last.record()
        last.synchronize()
        return first.elapsed_time(last)

    held @ right
    torch.cuda.synchronize()
    time_of(1)
    return time_of


def by_cupy(problem: Problem) -> Callable[[int], float]:
    """Milliseconds of so many products by CuPy."""
    import cupy
    from cupyx.scipy import sparse

    held = sparse.csr_matrix(problem.a.in_scipy())
    held = held.T.tocsr() if problem.kernel == "spmm_t" else held
    right = cupy.asarray(problem.dense[PRODUCTS[problem.kernel]])

    def time_of(count: int) -> float:
        first, last = cupy.cuda.Event(), cupy.cuda.Event()
        first.record()
        for _ in range(count):
            held @ right
        last.record()
        last.synchronize()
        return cupy.cuda.get_elapsed_time(first, last)

    time_of(1)
    return time_of


def all_of(problem: Problem) -> dict[str, Callable[[int], float]]:
    """Those that are there and do this; of the others it is said why not."""
    held = {}
    if problem.kernel not in PRODUCTS:
        return held
    for name, make in (("torch", by_torch), ("cupy", by_cupy)):
        try:
            held[name] = make(problem)
        except Exception as error:  # A library may fail in any way.
            print(f"{name} is not timed: {error}", flush=True)
    return held
