"""Kernels in one process with other runtimes of threads, after fork, from many threads."""

import importlib.metadata
import importlib.util
from pathlib import Path

import pytest

from processes import run_python

#: A region of OpenMP by libomp's entry points, on two threads; `runtime` is the library.
REGION = """
import ctypes
calls = []
Body = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
body = Body(lambda number, bound: calls.append(number[0]))
def use(runtime):
    assert runtime.omp_get_max_threads() >= 1
    runtime.__kmpc_push_num_threads(None, runtime.__kmpc_global_thread_num(None), 2)
    runtime.__kmpc_fork_call(None, 0, body)
    assert len(calls) >= 2, calls
"""
#: The same by libgomp's.
GNU_REGION = """
import ctypes
calls = []
Body = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
body = Body(lambda data: calls.append(data))
def use(runtime):
    assert runtime.omp_get_max_threads() >= 1
    runtime.GOMP_parallel(body, None, 2, 0)
    assert len(calls) >= 2, calls
"""
KERNEL = """
import products
product = products.make_product(threads=2)
product()
"""


def find_intel() -> str:
    """The path of libiomp5.so of the package intel-openmp."""
    try:
        files = importlib.metadata.files("intel-openmp") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("needs the package intel-openmp (utils/bootstrap --peers)")
    found = [file.locate() for file in files if file.name == "libiomp5.so"]
    assert found, "expected libiomp5.so in the package intel-openmp"
    return str(Path(found[0]).resolve())


#: How a package loads what its modules need: seen by all that is loaded later, or not.
MODES = ["RTLD_GLOBAL", "RTLD_LOCAL"]
ORDERS = ["before", "after"]


def run_beside(region: str, path: str, order: str, mode: str = "RTLD_GLOBAL") -> None:
    """Runs a region of the runtime in `path` and then a kernel, or after one, and both
    again."""
    load = f"{region}\nruntime = ctypes.CDLL({path!r}, ctypes.{mode})\nuse(runtime)\n"
    run_python((load + KERNEL if order == "before" else KERNEL + load) + "product()\nuse(runtime)")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("order", ORDERS)
def test_intel_openmp(order: str, mode: str) -> None:
    run_beside(REGION, find_intel(), order, mode)


@pytest.mark.parametrize("order", ORDERS)
def test_libgomp(order: str) -> None:
    run_beside(GNU_REGION, "libgomp.so.1", order)


def find_libomp() -> str:
    """The path of LLVM's libomp.so, which saved kernels use."""
    for name in ("libomp.so", "libomp.so.5"):
        path = Path("/usr/lib/llvm-22/lib") / name
        if path.exists():
            return str(path)
    pytest.skip("needs LLVM's libomp.so in its usual folder")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("order", ORDERS)
def test_libomp(order: str, mode: str) -> None:
    run_beside(REGION, find_libomp(), order, mode)


#: A parallel loop by numba, on its own threads.
NUMBA = """
import numba
import numpy as np
@numba.njit(parallel=True)
def add_up(values):
    total = 0.0
    for i in numba.prange(values.size):
        total += values[i]
    return total
assert add_up(np.ones(10000)) == 10000
"""


@pytest.mark.parametrize("layer", ["omp", "workqueue"])
@pytest.mark.parametrize("order", ORDERS)
def test_numba(layer: str, order: str) -> None:
    if importlib.util.find_spec("numba") is None:
        pytest.skip("needs the package numba (utils/bootstrap --peers)")
    parts = [NUMBA, KERNEL] if order == "before" else [KERNEL, NUMBA]
    again = "assert add_up(np.ones(10000)) == 10000\nproduct()"
    run_python("\n".join([*parts, again]), NUMBA_THREADING_LAYER=layer, NUMBA_NUM_THREADS="2")


def test_the_child_of_a_fork_calls_kernels() -> None:
    run_python(
        KERNEL
        + """
import os
for _ in range(3):
    child = os.fork()
    if child == 0:
        product()
        products.make_product(threads=2)()
        os._exit(0)
    product()
    assert os.waitpid(child, 0)[1] == 0
"""
    )


def test_workers_of_multiprocessing_call_kernels() -> None:
    run_python(
        KERNEL
        + """
import multiprocessing
def work(number):
    product()
    return number
with multiprocessing.get_context("fork").Pool(3) as pool:
    assert pool.map(work, range(12)) == list(range(12))
product()
"""
    )


def test_several_threads_call_one_kernel() -> None:
    run_python(
        KERNEL
        + """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    for call in [pool.submit(product) for _ in range(200)]:
        call.result()
"""
    )
