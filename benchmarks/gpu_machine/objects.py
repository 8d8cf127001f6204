"""Objects that `sparse-run --target cuda --save` wrote, called on memory of a device.

What a function takes is in its signature, which the object has as JSON
(docs/CInterface.md).
"""

import ctypes
import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.gpu.driver import Buffer, Driver
from bench.kernels import Problem

SIZE = re.compile(r"(\w+?)(?:_part\d+)*_size(\d+)$")
WIDTH = re.compile(r"(\w+)_width(\d+)$")
TEXT_BYTES = 400


class HowToRun(ctypes.Structure):
    """`spindle_call`."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspace_bytes", ctypes.c_uint64),
        ("error", ctypes.c_void_p),
        ("error_bytes", ctypes.c_uint64),
    )


class Refused(RuntimeError):
    """A call that returned a status other than 0."""


@dataclass
class Call:
    """A function with its arguments, in memory of the device."""

    function: object
    arguments: list[object]
    how: HowToRun
    text: ctypes.Array
    results: dict[str, Buffer]
    #: What must live as long.
    held: list[object]

    def run(self, stream: ctypes.c_void_p | None = None) -> None:
        """Calls it on a stream; the default one where none is named."""
        self.how.stream = stream.value if stream else None
        status = self.function(*self.arguments)
        if status != 0:
            raise Refused(f"status {status}: {self.text.value.decode()}")

    def spoil(self, driver: Driver) -> None:
        """Fills results with what no right kernel leaves there."""
        for one in self.results.values():
            driver.write(one, np.full_like(one.array, np.nan))


class Object:
    """A shared object and its one function."""

    def __init__(self, path: Path, symbol: str):
        self.library = ctypes.CDLL(str(path))
        self.symbol = symbol
        room = ctypes.c_char.in_dll(self.library, f"{symbol}_signature")
        self.signature = json.loads(ctypes.string_at(ctypes.addressof(room)))

    def workspace_bytes(self, arguments: list[object]) -> int:
        """What a call has to bring, by a function of the object where it has one."""
        name = f"{self.symbol}_workspace"
        if not hasattr(self.library, name):
            return int(self.signature.get("workspace_bytes") or 0)
        size = ctypes.c_uint64()
        status = getattr(self.library, name)(ctypes.byref(size), *arguments)
        if status != 0:
            raise Refused(f"status {status} of {name}")
        return size.value

    def bind(self, driver: Driver, problem: Problem, storage: Path) -> Call:
        """Copies the operands of a problem, the matrix as `storage` has it."""
        given = Operands(driver, problem, storage)
        arguments = [
            given.argument(one["name"], one["role"], one.get("type", ""))
            for one in self.signature["parameters"]
            if one["role"] != "call"
        ]
        text = ctypes.create_string_buffer(TEXT_BYTES)
        how = HowToRun(ctypes.sizeof(HowToRun))
        how.error, how.error_bytes = ctypes.addressof(text), TEXT_BYTES
        arguments.append(ctypes.byref(how))
        how.workspace_bytes = self.workspace_bytes(arguments)
        if how.workspace_bytes:
            room = driver.empty(np.empty(how.workspace_bytes, np.uint8))
            how.workspace = room.address
        function = getattr(self.library, self.symbol)
        function.restype = ctypes.c_int32
        return Call(function, arguments, how, text, given.results, [given, self])


class Operands:
    """The operands of a problem by the names of parameters."""

    def __init__(self, driver: Driver, problem: Problem, storage: Path):
        self.shape = problem.a.shape
        self.host = {path.stem: np.load(path) for path in storage.glob("*.npy")}
        # What is not in another format is in CSR.
        if not self.host:
            self.host = {f"A_{name}": one for name, one in problem.a.arrays.items()}
        self.host |= problem.dense
        self.results = {name: driver.empty(x) for name, x in problem.results.items()}
        self.buffers = {name: driver.upload(x) for name, x in self.host.items()}
        self.buffers |= self.results
        self.host |= problem.results
        self.sizes: list[np.ndarray] = []

    def argument(self, name: str, role: str, kind: str) -> object:
        """What is handed over for a parameter."""
        if role == "size":
            return ctypes.c_int64(self.shape[int(SIZE.match(name)[2])])
        if role == "width":
            operand, level = WIDTH.match(name).groups()
            held = self.host.get(f"{operand}_coordinates{level}")
            return ctypes.c_int64(0 if held is None else held.shape[-1])
        if role == "count":
            held = self.host.get(name.removesuffix("_count"))
            return ctypes.c_int64(0 if held is None else held.size)
        if role == "sizes":
            shape = self.host[name.removesuffix("_sizes")].shape
            self.sizes.append(np.array(shape, np.int64))
            return ctypes.c_void_p(self.sizes[-1].ctypes.data)
        if role == "array":
            return ctypes.c_void_p(
                self.buffers[name].address if name in self.buffers else 0
            )
        if role == "strides":
            return ctypes.c_void_p(None)
        raise ValueError(f"a parameter of an unknown role: {name}, {role} {kind}")
