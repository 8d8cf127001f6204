# RUN: env SPINDLE_CUDA_DRIVER=%spindle_emulator %python %s %spindle_emulator
"""The C function of a program for a GPU: streams, graphs, and what it refuses."""

import ctypes
import sys
import tempfile
from collections.abc import Callable
from ctypes import c_int64, c_uint64, c_void_p
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse
from driver import Driver
from saved import Call, KernelError, SavedProgram

NULL_POINTER, BAD_SIZE, BAD_COUNT, OVERLAP, NOT_LOADED, HOST_POINTER = (
    2,
    3,
    4,
    7,
    12,
    14,
)


class Product:
    """SpMM on a small matrix, with its operands on the GPU."""

    def __init__(self, driver: Driver, folder: Path):
        self.driver = driver
        self.program = SavedProgram(driver, "spmm", folder)
        rng = np.random.default_rng(3)
        a = scipy.sparse.random_array((40, 30), density=0.1, rng=rng, format="csr")
        self.a = a.astype(np.float32)
        self.b = rng.random((30, 8), dtype=np.float32)
        self.c = np.zeros((40, 8), np.float32)
        self.parameters = self.program.csr(self.a, np.int32)
        self.parameters += self.program.dense(self.b) + self.program.dense(self.c)

    def change(self, place: int, value: object) -> list[object]:
        """The parameters with another one at a place."""
        parameters = list(self.parameters)
        parameters[place] = value
        return parameters

    def check(self) -> None:
        """Compares with SciPy, and clears the result."""
        pointer = self.parameters[-3].value
        self.driver.copy_out(pointer, self.c)
        np.testing.assert_allclose(self.c, self.a @ self.b, rtol=1e-5)
        self.driver.call(
            "cuMemcpyHtoD_v2", pointer, bytes(self.c.nbytes), self.c.nbytes
        )

    def refuses(self, status: int, text: str, call: Callable[[], None]) -> None:
        """Checks that a call fails so."""
        try:
            call()
        except KernelError as error:
            assert (error.status, error.text) == (status, text), error
        else:
            raise AssertionError(f"expected '{text}' but nothing failed")


def capture(product: Product) -> None:
    """Kernels that are not loaded cannot be captured; loaded ones can."""
    driver, program = product.driver, product.program
    stream = driver.create_stream()
    driver.begin_capture(stream)
    product.refuses(
        NOT_LOADED,
        "expected kernels that are loaded before a stream is captured (call the "
        "function _load first) but they are not",
        lambda: program.call("", product.parameters, stream),
    )
    driver.end_capture(stream)
    program.call("_load", [], stream)
    driver.begin_capture(stream)
    program.call("", product.parameters, stream)
    graph = driver.end_capture(stream)
    for _ in range(2):
        driver.launch_graph(graph, stream)
        product.check()


def streams(product: Product) -> None:
    """The default stream and another one."""
    program = product.program
    stream = product.driver.create_stream()
    for chosen in (0, stream):
        program.call("", product.parameters, chosen)
        product.check()
    product.driver.call("cuCtxSetCurrent", None)
    program.call("", product.parameters, stream)
    product.driver.call("cuCtxSetCurrent", product.driver.context)
    product.check()


def workspace(product: Product) -> None:
    """The program needs none; arrays need not be there to ask."""
    size = c_uint64(1)
    nothing = [
        None if isinstance(value, c_void_p) else value for value in product.parameters
    ]
    product.program.call("_workspace", [ctypes.byref(size), *nothing])
    assert size.value == 0, size.value


def reuse(product: Product) -> None:
    """What a call found of a structure is used again where the caller says so."""
    driver = product.driver
    rng = np.random.default_rng(5)
    hub = np.zeros((90, 300), np.float32)
    hub[3] = rng.integers(1, 9, 300)
    a = scipy.sparse.csr_array(hub)
    x, y = (rng.integers(0, 9, (size, 16)).astype(np.float32) for size in a.shape)
    with tempfile.TemporaryDirectory() as folder:
        matrix = Path(folder) / "hub.mtx"
        scipy.io.mmwrite(matrix, a)
        data = ["--bind", f"A={matrix}", "--bind", "X=random", "--bind", "Y=random"]
        sizes = ["--size", "K=16"]
        program = SavedProgram(driver, "sddmm", Path(folder), *data, *sizes)
        values = np.zeros(a.nnz, np.float32)
        parameters = program.csr(a, np.int32) + program.dense(x) + program.dense(y)
        parameters += program.array(values)
        size = c_uint64()
        program.call("_workspace", [ctypes.byref(size), *parameters])
        nothing = np.zeros(size.value, np.int8)
        place = driver.copy_in(nothing)

        def gives(reuse: int, size: int = ctypes.sizeof(Call)) -> bool:
            result = parameters[-2].value
            driver.call("cuMemcpyHtoD_v2", result, bytes(values.nbytes), values.nbytes)
            program.call("", parameters, 0, (place, len(nothing)), reuse, size)
            got = np.empty_like(values)
            driver.copy_out(result, got)
            return np.array_equal(got, a.data * (x @ y.T)[a.nonzero()])

        # It has found no row of any element: that is not looked at, but for a caller
        # who knows nothing of it.
        assert not gives(1)
        assert gives(1, Call.reuse_workspace.offset)
        assert gives(1)
        driver.call("cuMemcpyHtoD_v2", place, bytes(nothing), len(nothing))
        assert gives(0)
        driver.free(place)
        program.free()


def refusals(product: Product) -> None:
    """What the function checks without reading the GPU's memory."""
    program, host = product.program, np.zeros(31, np.int32)
    cases = [
        (
            product.change(2, c_void_p(host.ctypes.data)),
            HOST_POINTER,
            "expected A_positions1 to be memory of the GPU but got memory of the host",
        ),
        (
            product.change(2, c_void_p(0)),
            NULL_POINTER,
            "expected A_positions1 to have 41 entries but got a null pointer",
        ),
        (
            product.change(3, c_int64(40)),
            BAD_COUNT,
            "expected A_positions1 to have 41 entries but got 40",
        ),
        (
            product.change(0, c_int64(-1)),
            BAD_SIZE,
            "expected A_size0 to be at least 0 but got -1",
        ),
        (
            product.change(-3, product.parameters[8]),
            OVERLAP,
            "expected C, which is written, not to overlap B",
        ),
    ]
    for parameters, status, text in cases:
        product.refuses(status, text, lambda p=parameters: program.call("", p))


def main() -> int:
    driver = Driver(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        product = Product(driver, Path(folder))
        for test in (capture, streams, workspace, reuse, refusals):
            test(product)
            print(f"{test.__name__}: right")
        product.program.free()
    driver.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
