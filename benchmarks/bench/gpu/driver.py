"""CUDA's driver through ctypes: `libcuda.so.1`, or the emulator's library, which has the
same functions. It needs Python and NumPy alone, and works where nothing else of the
benchmarks is.
"""

import ctypes
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

REAL = "libcuda.so.1"
INVALID_IMAGE, NO_BINARY = 200, 209


class DriverError(RuntimeError):
    """A call of the driver that failed."""

    def __init__(self, name: str, code: int, text: str):
        super().__init__(f"{name} failed: {text} ({code})")
        self.code = code


@dataclass(frozen=True)
class Buffer:
    """Memory of the device, for `array`."""

    address: int
    array: np.ndarray


class Driver:
    """A context on a device, with the memory that it gave out."""

    def __init__(self, library: str | Path = REAL, device: int = 0):
        self.library = ctypes.CDLL(str(library))
        self.call("cuInit", 0)
        self.device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(self.device), device)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxPushCurrent_v2", context)
        self.held: list[Buffer] = []

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function, and raises for its code unless that is 0."""
        code = getattr(self.library, name)(*arguments)
        if code != 0:
            raise DriverError(name, code, self.explain(code))

    def explain(self, code: int) -> str:
        text = ctypes.c_char_p()
        self.library.cuGetErrorString(code, ctypes.byref(text))
        return (text.value or b"an unknown error").decode()

    @property
    def is_emulator(self) -> bool:
        return hasattr(self.library, "spindleEmulatorReport")

    def name(self) -> str:
        """What the device is called."""
        room = ctypes.create_string_buffer(200)
        self.call("cuDeviceGetName", room, len(room), self.device)
        return room.value.decode()

    def capability(self) -> int:
        """Its compute capability: 90 for 9.0."""
        parts = []
        for attribute in (75, 76):
            value = ctypes.c_int()
            self.call(
                "cuDeviceGetAttribute", ctypes.byref(value), attribute, self.device
            )
            parts.append(value.value)
        return parts[0] * 10 + parts[1]

    def empty(self, array: np.ndarray) -> Buffer:
        """Memory for an array, with anything in it."""
        address = ctypes.c_uint64()
        bytes_ = ctypes.c_size_t(max(array.nbytes, 1))
        self.call("cuMemAlloc_v2", ctypes.byref(address), bytes_)
        made = Buffer(address.value, array)
        self.held.append(made)
        return made

    def upload(self, array: np.ndarray) -> Buffer:
        """A copy of an array."""
        made = self.empty(np.ascontiguousarray(array))
        self.write(made, made.array)
        return made

    def write(self, to: Buffer, array: np.ndarray) -> None:
        if array.nbytes:
            source, size = (
                ctypes.c_void_p(array.ctypes.data),
                ctypes.c_size_t(array.nbytes),
            )
            self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(to.address), source, size)

    def read(self, one: Buffer) -> np.ndarray:
        """What is in memory now, in the array that it was made for."""
        array = one.array
        if array.nbytes:
            target, size = (
                ctypes.c_void_p(array.ctypes.data),
                ctypes.c_size_t(array.nbytes),
            )
            self.call("cuMemcpyDtoH_v2", target, ctypes.c_uint64(one.address), size)
        return array

    def release(self) -> None:
        """Frees all memory that was given out."""
        for one in self.held:
            self.call("cuMemFree_v2", ctypes.c_uint64(one.address))
        self.held.clear()

    def load(self, image: bytes) -> ctypes.c_void_p:
        """The module of a cubin, of PTX, or for the emulator of LLVM bitcode."""
        module = ctypes.c_void_p()
        held = ctypes.create_string_buffer(image, len(image) + 1)
        self.call("cuModuleLoadData", ctypes.byref(module), held)
        return module

    def function(self, module: ctypes.c_void_p, name: str) -> ctypes.c_void_p:
        found = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(found), module, name.encode())
        return found

    def launch(
        self,
        function: ctypes.c_void_p,
        grid: Sequence[int],
        block: Sequence[int],
        arguments: Sequence[object],
        stream: ctypes.c_void_p | None = None,
    ) -> None:
        """Runs a kernel: pointers for buffers, 32 bits for Python's integers."""
        held = [
            ctypes.c_uint64(one.address)
            if isinstance(one, Buffer)
            else ctypes.c_int32(one)
            for one in arguments
        ]
        pointers = (ctypes.c_void_p * len(held))(*(ctypes.addressof(x) for x in held))
        sizes = [ctypes.c_uint(size) for size in (*grid, *block)]
        self.call(
            "cuLaunchKernel", function, *sizes, ctypes.c_uint(0), stream, pointers, None
        )

    def synchronize(self) -> None:
        self.call("cuCtxSynchronize")

    def report(self) -> dict:
        """What the emulator counted and found since `clear`."""
        text = ctypes.c_char_p()
        self.library.spindleEmulatorReport(ctypes.byref(text))
        return json.loads(text.value or b"{}")

    def clear(self) -> None:
        self.library.spindleEmulatorClearReport()
