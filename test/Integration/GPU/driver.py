"""CUDA's driver through ctypes: memory, modules and launches, each return checked.

The library is libcuda, or one that gives the same functions on the host (see
emulated_driver.c), so that all of this but libcuda itself runs without a GPU.
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p

import numpy as np

#: What each function takes; all return a CUresult.
FUNCTIONS = {
    "cuInit": [c_uint],
    "cuDeviceGet": [POINTER(c_int), c_int],
    "cuDeviceGetAttribute": [POINTER(c_int), c_int, c_int],
    "cuDevicePrimaryCtxRetain": [POINTER(c_void_p), c_int],
    "cuDevicePrimaryCtxRelease_v2": [c_int],
    "cuCtxSetCurrent": [c_void_p],
    "cuCtxSynchronize": [],
    "cuMemAlloc_v2": [POINTER(c_uint64), c_size_t],
    "cuMemFree_v2": [c_uint64],
    "cuMemcpyHtoD_v2": [c_uint64, c_void_p, c_size_t],
    "cuMemcpyDtoH_v2": [c_void_p, c_uint64, c_size_t],
    "cuModuleLoadData": [POINTER(c_void_p), c_void_p],
    "cuModuleGetFunction": [POINTER(c_void_p), c_void_p, c_char_p],
    "cuLaunchKernel": [c_void_p, *[c_uint] * 7, c_void_p, c_void_p, c_void_p],
}
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76


class DriverError(Exception):
    """A function of the driver that failed, and its CUresult."""


class Driver:
    """The first GPU of a driver, in its primary context."""

    def __init__(self, library: ctypes.CDLL):
        self.library = library
        for name, types in FUNCTIONS.items():
            getattr(library, name).argtypes = types
        self.call("cuInit", 0)
        device, context = c_int(), c_void_p()
        self.call("cuDeviceGet", byref(device), 0)
        self.device = device.value
        self.call("cuDevicePrimaryCtxRetain", byref(context), self.device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function; raises DriverError where it does not succeed."""
        result = getattr(self.library, name)(*arguments)
        if result != 0:
            raise DriverError(f"{name} returned {result}")

    def close(self) -> None:
        self.call("cuDevicePrimaryCtxRelease_v2", self.device)

    def chip(self) -> str:
        """LLVM's name of the GPU, as sm_90."""
        numbers = []
        for attribute in (CAPABILITY_MAJOR, CAPABILITY_MINOR):
            value = c_int()
            self.call("cuDeviceGetAttribute", byref(value), attribute, self.device)
            numbers.append(value.value)
        return "sm_{}{}".format(*numbers)

    def copy_in(self, array: np.ndarray) -> int:
        """New memory with the array's elements; there is some for an empty one too."""
        pointer = c_uint64()
        self.call("cuMemAlloc_v2", byref(pointer), max(array.nbytes, 1))
        data = array.ctypes.data_as(c_void_p)
        if array.nbytes:
            self.call("cuMemcpyHtoD_v2", pointer, data, array.nbytes)
        return pointer.value

    def copy_out(self, pointer: int, array: np.ndarray) -> None:
        """Reads memory back into the array."""
        data = array.ctypes.data_as(c_void_p)
        if array.nbytes:
            self.call("cuMemcpyDtoH_v2", data, pointer, array.nbytes)

    def free(self, pointer: int) -> None:
        self.call("cuMemFree_v2", pointer)

    def load(self, image: int) -> c_void_p:
        """The module of the PTX at an address."""
        module = c_void_p()
        self.call("cuModuleLoadData", byref(module), image)
        return module

    def launch(
        self,
        module: c_void_p,
        name: bytes,
        grid: list[int],
        block: list[int],
        params: int,
    ) -> None:
        """Runs a kernel to its end; `params` holds the addresses of its parameters."""
        function = c_void_p()
        self.call("cuModuleGetFunction", byref(function), module, name)
        self.call("cuLaunchKernel", function, *grid, *block, 0, None, params, None)
        self.call("cuCtxSynchronize")
