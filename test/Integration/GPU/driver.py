"""CUDA's driver through ctypes: memory and streams, each return checked.

The library is libcuda, or the emulator's, which has the same functions.
"""

import ctypes
from ctypes import POINTER, byref, c_int, c_size_t, c_uint, c_uint64, c_void_p

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
    "cuStreamCreate": [POINTER(c_void_p), c_uint],
    "cuStreamDestroy_v2": [c_void_p],
    "cuStreamBeginCapture_v2": [c_void_p, c_int],
    "cuStreamEndCapture": [c_void_p, POINTER(c_void_p)],
    "cuGraphInstantiateWithFlags": [POINTER(c_void_p), c_void_p, ctypes.c_ulonglong],
    "cuGraphLaunch": [c_void_p, c_void_p],
}
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76
CAPTURE_GLOBAL = 0


class DriverError(Exception):
    """A function of the driver that failed, and its CUresult."""


class Driver:
    """The first GPU of a driver, in its primary context."""

    def __init__(self, path: str):
        self.library = ctypes.CDLL(path)
        for name, types in FUNCTIONS.items():
            getattr(self.library, name).argtypes = types
        self.call("cuInit", 0)
        device, self.context = c_int(), c_void_p()
        self.call("cuDeviceGet", byref(device), 0)
        self.device = device.value
        self.call("cuDevicePrimaryCtxRetain", byref(self.context), self.device)
        self.call("cuCtxSetCurrent", self.context)

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
        """New memory with the array's elements; 0 for an empty one."""
        if not array.nbytes:
            return 0
        pointer = c_uint64()
        self.call("cuMemAlloc_v2", byref(pointer), array.nbytes)
        data = array.ctypes.data_as(c_void_p)
        self.call("cuMemcpyHtoD_v2", pointer, data, array.nbytes)
        return pointer.value

    def copy_out(self, pointer: int, array: np.ndarray) -> None:
        """Reads memory back into the array."""
        data = array.ctypes.data_as(c_void_p)
        if array.nbytes:
            self.call("cuMemcpyDtoH_v2", data, pointer, array.nbytes)

    def free(self, pointer: int) -> None:
        if pointer:
            self.call("cuMemFree_v2", pointer)

    def create_stream(self) -> int:
        stream = c_void_p()
        self.call("cuStreamCreate", byref(stream), 0)
        return stream.value

    def begin_capture(self, stream: int) -> None:
        """Has a stream record what is launched on it."""
        self.call("cuStreamBeginCapture_v2", stream, CAPTURE_GLOBAL)

    def end_capture(self, stream: int) -> c_void_p:
        """What a stream has recorded, as a graph that can be launched."""
        graph, made = c_void_p(), c_void_p()
        self.call("cuStreamEndCapture", stream, byref(graph))
        self.call("cuGraphInstantiateWithFlags", byref(made), graph, 0)
        return made

    def launch_graph(self, graph: c_void_p, stream: int) -> None:
        self.call("cuGraphLaunch", graph, stream)
        self.call("cuCtxSynchronize")
