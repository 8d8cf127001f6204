"""Programs for a GPU as shared objects, and calls of their C functions."""

import ctypes
import subprocess
from collections.abc import Sequence
from ctypes import c_char_p, c_int32, c_int64, c_uint32, c_uint64, c_void_p
from pathlib import Path

import numpy as np
import scipy.sparse
from driver import Driver


def run(*command: object) -> None:
    """Runs a tool; raises where it fails, with what it says."""
    words = [str(word) for word in command]
    result = subprocess.run(words, check=False, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {result.stderr}")


class Call(ctypes.Structure):
    """The `spindle_call` of docs/CInterface.md."""

    _fields_ = (
        ("size", c_uint32),
        ("threads", c_int32),
        ("stream", c_void_p),
        ("workspace", c_void_p),
        ("workspace_bytes", c_uint64),
        ("error", c_char_p),
        ("error_bytes", c_uint64),
        ("reuse_workspace", c_int64),
    )


class KernelError(Exception):
    """A status that is not 0, and what the function said."""

    def __init__(self, status: int, text: str):
        super().__init__(f"{status}: {text}")
        self.status = status
        self.text = text


class SavedProgram:
    """A program that sparse-run has saved, on a driver."""

    def __init__(self, driver: Driver, program: str, folder: Path, *arguments: str):
        self.driver = driver
        self.name = f"{program}_gpu"
        path = folder / f"{program}.so"
        options = ["--target", "cuda", "--chip", driver.chip(), *arguments]
        run("sparse-run", program, *options, "--save", path)
        self.library = ctypes.CDLL(str(path))
        self.pointers: list[int] = []

    def free(self) -> None:
        """Frees the copies of all operands."""
        for pointer in self.pointers:
            self.driver.free(pointer)
        self.pointers.clear()

    def array(self, array: np.ndarray) -> list[object]:
        """A copy on the GPU, and the number of its elements."""
        self.pointers.append(self.driver.copy_in(array))
        return [c_void_p(self.pointers[-1]), c_int64(array.size)]

    def dense(self, array: np.ndarray) -> list[object]:
        """A copy on the GPU, and the sizes; without gaps."""
        sizes = (c_int64 * array.ndim)(*array.shape)
        return [self.array(array)[0], sizes, None]

    def csr(self, a: scipy.sparse.csr_array, index: type) -> list[object]:
        """Copies of the arrays of a matrix, with indices of a type."""
        arrays = [a.indptr.astype(index), a.indices.astype(index), a.data]
        parameters: list[object] = [c_int64(size) for size in a.shape]
        for array in arrays:
            parameters += self.array(array)
        return parameters

    def call(
        self,
        suffix: str,
        parameters: Sequence[object],
        stream: int = 0,
        workspace: tuple[int, int] = (0, 0),
        reuse: int = 0,
        size: int = ctypes.sizeof(Call),
    ) -> None:
        """Calls the function, or another one by what its name ends in; `size` is that
        of the `spindle_call`. Raises KernelError."""
        text = ctypes.create_string_buffer(300)
        call = Call(size, 0, stream, *workspace, reuse_workspace=reuse)
        call.error = ctypes.cast(text, c_char_p)
        call.error_bytes = len(text)
        function = getattr(self.library, self.name + suffix)
        status = function(*parameters, ctypes.byref(call))
        if status != 0:
            raise KernelError(status, text.value.decode())
