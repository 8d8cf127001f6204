"""Saved programs called from Python with ctypes, as their headers say.

A `Kernel` reads the declaration in the header that `sparse-run --save` wrote: the C
types are those of the arguments, and arrays of other types are refused here.
"""

import ctypes
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import scipy.sparse

# C's types, and those of NumPy's arrays that C may read as them.
C_TYPES = {
    "float": (ctypes.c_float, ("float32", "complex64")),
    "double": (ctypes.c_double, ("float64", "complex128")),
    "uint8_t": (ctypes.c_uint8, ("bool", "uint8")),
    "uint16_t": (ctypes.c_uint16, ("float16", "uint16")),
    "int8_t": (ctypes.c_int8, ("int8",)),
    "int16_t": (ctypes.c_int16, ("int16",)),
    "int32_t": (ctypes.c_int32, ("int32",)),
    "int64_t": (ctypes.c_int64, ("int64",)),
}
PARAMETER = re.compile(r"^    (?:const )?(\w+) (\*?)(\w+)[,)]", re.MULTILINE)


class Call(ctypes.Structure):
    """`spindle_call`."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspace_bytes", ctypes.c_uint64),
        ("error", ctypes.c_char_p),
        ("error_bytes", ctypes.c_uint64),
    )


def structure(name: str, a: scipy.sparse.sparray) -> dict:
    """What a kernel takes of a SciPy matrix in csr, csc, coo or bsr<b, c, full>."""
    given = {f"{name}_size{d}": size for d, size in enumerate(a.shape)}
    if a.format == "coo":
        arrays = {"coordinates0": a.row, "coordinates1": a.col, "values": a.data}
    else:
        arrays = {"positions1": a.indptr, "coordinates1": a.indices, "values": a.data}
    return given | {f"{name}_{key}": array for key, array in arrays.items()}


def dense(name: str, array: np.ndarray) -> dict:
    """What a kernel takes of a NumPy array, which may be part of a larger one."""
    if array.ndim == 0:
        return {name: array}
    steps = [stride // array.itemsize for stride in array.strides]
    return {
        name: array,
        f"{name}_sizes": np.array(array.shape, np.int64),
        f"{name}_strides": np.array(steps, np.int64),
    }


class Kernel:
    """A program compiled to the function `symbol` of a shared object."""

    def __init__(
        self, folder: Path, program: str, *options: str, symbol: str | None = None
    ):
        self.symbol = symbol or program
        self.path = folder / f"{self.symbol}.so"
        command = ["sparse-run", program, "--save", str(self.path), *options]
        command += ["--symbol", symbol] if symbol else []
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0 or done.stdout or done.stderr:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
        header = self.path.with_suffix(".h").read_text()
        self.declaration = header[header.index(f"int32_t {self.symbol}(") :]
        self.parameters = PARAMETER.findall(self.declaration)
        self.function = getattr(ctypes.CDLL(str(self.path)), self.symbol)

    def argument(self, ctype: str, pointer: str, name: str, given: Mapping) -> object:
        """The argument for one parameter, from the operands that are given."""
        if name.endswith("_count") and name not in given:
            return ctypes.c_int64(given[name.removesuffix("_count")].size)
        value = given[name]
        made, dtypes = C_TYPES[ctype]
        if not pointer:
            return made(value)
        if value is None:
            return ctypes.c_void_p()
        if value.dtype.name not in dtypes:
            raise TypeError(f"{name}: expected {ctype} but got {value.dtype}")
        # NumPy gives an empty array an address too; C programs may have none.
        return ctypes.c_void_p(value.ctypes.data if value.size else None)

    def __call__(self, *, threads: int = 0, **given: object) -> tuple[int, str]:
        """Runs the kernel on the operands. Returns its status and the text."""
        room = ctypes.create_string_buffer(200)
        address = ctypes.cast(room, ctypes.c_char_p)
        size = ctypes.sizeof(Call)
        call = Call(size, threads, None, None, 0, address, len(room))
        arguments = [
            self.argument(*parameter, given)
            for parameter in self.parameters
            if parameter[2] != "call"
        ]
        status = self.function(*arguments, ctypes.byref(call))
        return status, room.value.decode()
