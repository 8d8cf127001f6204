"""Arrays brought to a GPU, or taken where they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spindle._device import find_stream, open_device
from spindle._device_array import DeviceArray, SparseDeviceArray, take_dense
from spindle._interop import is_sparse_like, to_array, to_dense
from spindle._stored import spell_format
from spindle._types import to_buffer

__all__ = ["device_array", "from_dlpack", "to_device"]


def to_device(obj: Any, device: str = "cuda") -> Any:
    """A copy of ``obj`` in the memory of a GPU.

    Parameters
    ----------
    obj : Array, or what :func:`array` takes; NumPy's arrays, what NumPy makes one of
        A sparse array, or a dense one.
    device : str
        ``cuda``, the first GPU; ``emulator``; ``cpu`` for a copy on the host of what is on
        one of these.

    Returns
    -------
    SparseDeviceArray, DeviceArray
        As ``obj`` is sparse or dense; ``obj`` itself where it is there.

    Raises
    ------
    SpindleTypeError
        No array, or elements that Spindle has not.
    SpindleValueError
        No such device, no driver, no GPU, no memory.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> spindle.to_device(np.ones((2, 3)), "emulator")
    DeviceArray(shape=(2, 3), dtype=float64, device=emulator)
    """
    if isinstance(obj, (DeviceArray, SparseDeviceArray)):
        return obj.to_device(device)
    opened = open_device(device)
    if is_sparse_like(obj):
        return SparseDeviceArray(opened.copy_tensor_in(to_array(obj)._tensor), opened)
    return DeviceArray(opened.copy_in(to_buffer(to_dense(obj))), opened)


def from_dlpack(obj: Any, device: str = "cuda", *, stream: Any = None) -> DeviceArray:
    """The array on a GPU behind ``obj``, on the same memory.

    Parameters
    ----------
    obj : object
        What speaks DLPack, such as a tensor of PyTorch or an array of CuPy, or a capsule.
    device : str
        The GPU, ``cuda`` or ``emulator``.
    stream : optional
        The stream that it is used on: an address, or an object with ``__cuda_stream__``.

    Raises
    ------
    SpindleTypeError
        No such object, a capsule that was taken, memory of the host or of another GPU,
        elements of types that Spindle has not.
    SpindleValueError
        Elements that are not in row-major order, or with gaps; no such device.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> x = spindle.to_device(np.ones(3), "emulator")
    >>> spindle.from_dlpack(x, "emulator")
    DeviceArray(shape=(3,), dtype=float64, device=emulator)
    """
    opened, number = open_device(device), find_stream(stream)
    return DeviceArray(take_dense(obj, opened, number, "obj"), opened, number)


def device_array(
    format: str,
    shape: Sequence[int],
    device: str = "cuda",
    *,
    stream: Any = None,
    **arrays: Any,
) -> SparseDeviceArray:
    """A sparse array on arrays that are in the memory of a GPU.

    The arrays are read once, to check that they keep the rules of the format.

    Parameters
    ----------
    format : str
        As of :meth:`Array.to`, of one part. Indices of a name are of i64 where the arrays
        are, unless it says which it wants.
    shape : sequence of int
        The size of each dimension.
    device : str
        The GPU, ``cuda`` or ``emulator``.
    stream : optional
        The stream that they are used on: an address, or an object with ``__cuda_stream__``.
    **arrays : DeviceArray, or what speaks DLPack
        ``values``, and what the format has of ``positions1``, ``coordinates1``,
        ``lengths1``, ``bitmap``, by the numbers of their levels: of csr ``positions1`` is
        SciPy's ``indptr`` and ``coordinates1`` its ``indices``.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        Memory of the host, or of another device; other arrays than the format has, of
        other types or shapes; a structure that breaks its rules.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> arrays = spindle.array(np.eye(3)).to_device("emulator").arrays()
    >>> spindle.device_array("csr", (3, 3), "emulator", **arrays)
    SparseDeviceArray(shape=(3, 3), dtype=float64, format=csr, device=emulator)
    """
    opened, number = open_device(device), find_stream(stream)
    held = {name: take_dense(each, opened, number, name) for name, each in arrays.items()}
    is_wide = any(held[name].dtype == "int64" for name in held if name not in ("values", "bitmap"))
    whole = spell_format(format, len(shape), is_wide)
    # What reads the arrays back waits for all work on them.
    return SparseDeviceArray(opened.adopt(whole, [int(size) for size in shape], held), opened)
