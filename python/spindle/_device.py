"""The GPU that kernels run on, or the emulator that stands in for one."""

from __future__ import annotations

from typing import Any

from spindle import _spindle
from spindle._arguments import take_text
from spindle._errors import SpindleTypeError, SpindleValueError

__all__ = ["describe_memory", "find_stream", "get_name", "import_dlpack", "open_device"]

#: What `device=` may be.
NAMES = ("cuda", "emulator")

# The stream that CUDA's libraries use by default, and what asks for no waiting.
DEFAULT_STREAM = 1
NO_WAIT = -1

# Devices of DLPack: kDLCPU, kDLCUDA, kDLCUDAHost, kDLCUDAManaged.
_CPU, _CUDA, _PINNED, _MANAGED = 1, 2, 3, 13


def open_device(name: str) -> _spindle.Device:
    """The device called ``name``, which is opened once in a process.

    Raises
    ------
    SpindleValueError
        No such name, no driver, no GPU; another device than the one that is open.
    """
    if take_text(name, "device") not in NAMES:
        expected = " or ".join(f"'{known}'" for known in NAMES)
        text = f"device: expected {expected} but got {name!r}"
        raise SpindleValueError(text, "device", expected, repr(name))
    return _spindle.open_device(name == "emulator")


def get_name(device: _spindle.Device) -> str:
    """What arrays call ``device``."""
    return "emulator" if device.is_emulator else "cuda:0"


def describe_memory(device: _spindle.Device) -> str:
    """What errors call the memory of ``device``."""
    return "memory of the emulator" if device.is_emulator else "memory of cuda:0"


def find_stream(stream: Any) -> int:
    """The address of ``stream``: a number, or an object with ``__cuda_stream__``.

    None and 0 are CUDA's default stream.

    Raises
    ------
    SpindleTypeError
        Neither.
    """
    told = getattr(stream, "__cuda_stream__", None)
    if told is not None:
        # The protocol's version, then the address.
        stream = told()[1]
    if stream is None:
        return DEFAULT_STREAM
    if not isinstance(stream, int) or stream < 0:
        expected = "the address of a CUDA stream, or an object with __cuda_stream__,"
        text = f"stream: expected {expected} but got {stream!r}"
        raise SpindleTypeError(text, "stream", expected, repr(stream))
    return stream or DEFAULT_STREAM


def describe_place(obj: Any) -> str:
    """Where the memory of ``obj`` is, which speaks DLPack."""
    kind, number = (int(each) for each in obj.__dlpack_device__())
    if kind in (_CPU, _PINNED):
        return "memory of the host"
    if kind in (_CUDA, _MANAGED):
        return f"memory of cuda:{number}"
    return f"memory of device {kind}:{number} of DLPack"


def import_dlpack(
    obj: Any, device: _spindle.Device, stream: int, name: str
) -> _spindle.DeviceArray:
    """The array behind ``obj``, which speaks DLPack or is a capsule of it, for ``stream``.

    Whoever has ``obj`` sees to it that work on ``stream`` finds its elements.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        Memory of another device, a capsule that was taken, elements that Spindle has not,
        gaps between them.
    """
    if not hasattr(obj, "__dlpack__"):
        return _spindle.from_dlpack(obj, name)
    if describe_place(obj) != "memory of cuda:0":
        expected, got = f"{describe_memory(device)}, as to_device() makes it,", describe_place(obj)
        text = f"{name}: expected {expected} but got {got}"
        raise SpindleTypeError(text, name, expected, got)
    return _spindle.from_dlpack(_ask_for_capsule(obj, stream, name), name)


def _ask_for_capsule(obj: Any, stream: int, name: str) -> Any:
    """The capsule of DLPack that ``obj`` hands over for ``stream``."""
    try:
        try:
            return obj.__dlpack__(stream=stream, max_version=(1, 0))
        except TypeError:
            # One from before DLPack 1.0.
            return obj.__dlpack__(stream=stream)
    except (BufferError, RuntimeError) as error:
        expected, got = "an array that is handed over by DLPack", type(obj).__name__
        text = f"{name}: expected {expected} but got {got}: {error}"
        raise SpindleTypeError(text, name, expected, got) from error
