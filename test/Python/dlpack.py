"""What speaks DLPack beside Spindle: who hands arrays over, and who takes them."""

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p

import spindle


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_number", c_int32),
        ("rank", c_int32),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("offset", c_uint64),
    )


class Managed(ctypes.Structure):
    """DLManagedTensor."""


RELEASE = ctypes.CFUNCTYPE(None, POINTER(Managed))
Managed._fields_ = (("tensor", Tensor), ("context", c_void_p), ("release", RELEASE))

_NEW, _GET, _RENAME = (
    getattr(ctypes.pythonapi, f"PyCapsule_{name}") for name in ("New", "GetPointer", "SetName")
)
_NEW.restype, _NEW.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
_GET.restype, _GET.argtypes = c_void_p, [ctypes.py_object, c_char_p]
_RENAME.argtypes = [ctypes.py_object, c_char_p]


class Foreign:
    """An array of another package, on the memory of one of Spindle's."""

    def __init__(self, array: spindle.DeviceArray, place: tuple[int, int] = (2, 0)):
        self.array, self.place = array, place
        self.streams: list[int] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.place

    def __dlpack__(self, *, stream: int, max_version: tuple[int, int]) -> object:
        self.streams.append(stream)
        return self.array.__dlpack__(stream=stream, max_version=max_version)


class Old(Foreign):
    """One from before DLPack 1.0."""

    def __dlpack__(self, *, stream: int) -> object:
        return self.array.__dlpack__(stream=stream)


class Made:
    """A capsule of a test's own, which counts how often it is released."""

    def __init__(self, address: int, shape: tuple[int, ...], strides: tuple[int, ...] = ()):
        self.released = 0
        self.shape = (c_int64 * len(shape))(*shape)
        self.strides = (c_int64 * len(strides))(*strides) if strides else None
        tensor = Tensor(address, 2, 0, len(shape), 2, 32, 1, self.shape, self.strides, 0)
        self.managed = Managed(tensor, None, RELEASE(self.release))
        self.capsule = _NEW(ctypes.addressof(self.managed), b"dltensor", None)

    def release(self, managed: object) -> None:
        self.released += 1


def take(capsule: object) -> Managed:
    """What a capsule holds; the caller has to release it."""
    managed = Managed.from_address(_GET(capsule, b"dltensor"))
    _RENAME(capsule, b"used_dltensor")
    return managed
