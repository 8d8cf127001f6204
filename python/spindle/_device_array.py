"""Arrays in the memory of a GPU."""

from __future__ import annotations

from math import prod
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._array import Array
from spindle._device import NO_WAIT, describe_memory, find_stream, get_name, import_dlpack
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._interop import is_sparse_like
from spindle._stored import shorten_format
from spindle._types import from_buffer, to_dtype

__all__ = ["DeviceArray", "SparseDeviceArray", "refuse", "take_dense"]


class _OnDevice:
    """What dense and sparse arrays on a device have in common."""

    __slots__ = ("_device", "_held", "_stream")

    _held: Any

    def __init__(self, held: Any, device: _spindle.Device, stream: int | None = None) -> None:
        self._held = held
        self._device = device
        # The stream that finds the elements; None where all do.
        self._stream = stream

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.to_device(np.ones((3, 2)), "emulator").shape
        (3, 2)
        """
        shape: tuple[int, ...] = self._held.shape
        return shape

    @property
    def ndim(self) -> int:
        """The number of dimensions.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.to_device(np.ones((3, 2)), "emulator").ndim
        2
        """
        return len(self.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.to_device(np.ones(3), "emulator").dtype
        dtype('float64')
        """
        return to_dtype(self._held.dtype)

    @property
    def device(self) -> str:
        """Whose memory it is in: ``cuda:0`` or ``emulator``.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.to_device(np.ones(3), "emulator").device
        'emulator'
        """
        return get_name(self._device)

    def __array__(self, *args: Any, **kwargs: Any) -> npt.NDArray[Any]:
        expected, got = 'to_device("cpu")', "a conversion to NumPy's array"
        raise SpindleTypeError(f"expected {expected} but got {got}", "", expected, got)

    def _make_ready(self, stream: int) -> None:
        """Has ``stream`` find the elements, which waits where another one writes them."""
        if self._stream not in (None, stream):
            self._device.synchronize()
            self._stream = None


class DeviceArray(_OnDevice):
    """A dense array in the memory of a GPU, as :func:`to_device` and kernels make it.

    It hands over its memory by DLPack: ``torch.from_dlpack(x)``, ``cupy.from_dlpack(x)``.
    The memory is freed with the last array on it.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> x = spindle.to_device(np.arange(3.0), "emulator")
    >>> x
    DeviceArray(shape=(3,), dtype=float64, device=emulator)
    >>> x.to_device("cpu")
    array([0., 1., 2.])
    """

    __slots__ = ()

    _held: _spindle.DeviceArray

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype}, device={self.device})"

    @property
    def nbytes(self) -> int:
        """The bytes of the elements.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.to_device(np.ones(3), "emulator").nbytes
        24
        """
        return prod(self.shape) * self.dtype.itemsize

    def to_device(self, device: str = "cpu") -> Any:
        """A copy on the host for ``cpu``, after all that was launched; else itself.

        Parameters
        ----------
        device : str
            ``cpu``, or the device that it is on.

        Returns
        -------
        array of NumPy, or DeviceArray

        Raises
        ------
        SpindleValueError
            Another device.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.to_device(np.ones(2), "emulator").to_device("cpu")
        array([1., 1.])
        """
        if device == "cpu":
            copy: npt.NDArray[Any] = self._device.copy_out(self._held)
            return from_buffer(copy, self._held.dtype)
        _check_same(self._device, device)
        return self

    def __dlpack_device__(self) -> tuple[int, int]:
        return _DLPACK_DEVICE

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if dl_device not in (None, _DLPACK_DEVICE) or copy:
            raise BufferError("expected to share memory of cuda:0 but got a request for a copy")
        if stream != NO_WAIT:
            self._make_ready(find_stream(stream))
        return self._held.to_dlpack(max_version is not None and max_version[0] >= 1)


class SparseDeviceArray(_OnDevice):
    """A sparse array whose structure and values are in the memory of a GPU.

    Make one by :func:`to_device`, or by :func:`device_array` of arrays that are there.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.eye(3)).to_device("emulator")
    >>> A
    SparseDeviceArray(shape=(3, 3), dtype=float64, format=csr, device=emulator)
    >>> A.to_device("cpu").nnz
    3
    """

    __slots__ = ()

    _held: _spindle.DeviceTensor

    def __repr__(self) -> str:
        return (
            f"SparseDeviceArray(shape={self.shape}, dtype={self.dtype}, format={self.format}, "
            f"device={self.device})"
        )

    @property
    def format(self) -> str:
        """The format, as of :class:`Array`.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3), format="ell").to_device("emulator").format
        'ell(?)'
        """
        return shorten_format(self._held.format)

    def arrays(self, part: int = 0) -> dict[str, DeviceArray]:
        """The arrays, by what the parameters of a C function end in, on the same memory.

        Parameters
        ----------
        part : int
            The part, of a format of several.

        Returns
        -------
        dict of str to DeviceArray
            ``positions1``, ``coordinates1``, ``lengths1`` for each level that has them,
            ``bitmap`` and ``values``. Only the values may be written.

        Raises
        ------
        SpindleValueError
            No such part.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = spindle.array(np.eye(3)).to_device("emulator").arrays()
        >>> list(arrays), arrays["positions1"].to_device("cpu")
        (['positions1', 'coordinates1', 'values'], array([0, 1, 2, 3], dtype=int32))
        """
        parts = self._held.parts
        if not 0 <= part < len(parts):
            expected = f"a part from 0 to {len(parts) - 1}"
            raise SpindleValueError(f"part: expected {expected} but got {part}", "part", expected)
        return {
            name: DeviceArray(held, self._device, self._stream)
            for name, held in parts[part].items()
        }

    def with_values(self, *values: Any, stream: Any = None) -> Self:
        """The array of this structure with other values, on their memory.

        Parameters
        ----------
        *values : DeviceArray, or what speaks DLPack
            The values of each part, in the shape of its own.
        stream : optional
            The stream that they are used on.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            Values of another shape, on another device, or of types that Spindle has not.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.eye(3)).to_device("emulator")
        >>> B = A.with_values(spindle.to_device(np.arange(3.0), "emulator"))
        >>> B.to_device("cpu").sum()
        np.float64(3.0)
        """
        number = find_stream(stream)
        held = [take_dense(each, self._device, number, "values") for each in values]
        return type(self)(self._held.with_values(held), self._device, number)

    def to_device(self, device: str = "cpu") -> Any:
        """A copy on the host for ``cpu``, after all that was launched; else itself.

        Parameters
        ----------
        device : str
            ``cpu``, or the device that it is on.

        Returns
        -------
        Array, or SparseDeviceArray

        Raises
        ------
        SpindleValueError
            Another device.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3)).to_device("emulator").to_device("cpu")
        Array(shape=(3, 3), dtype=float64, format=csr, nnz=3)
        """
        if device == "cpu":
            return Array(self._device.copy_tensor_out(self._held))
        _check_same(self._device, device)
        return self


_DLPACK_DEVICE = (2, 0)


def _check_same(device: _spindle.Device, name: str) -> None:
    """Checks that ``name`` is that of ``device``."""
    own = get_name(device)
    if name not in (own, own.partition(":")[0]):
        expected = f"'cpu' or '{own}'"
        text = f"device: expected {expected} but got {name!r}"
        raise SpindleValueError(text, "device", expected, repr(name))


def take_dense(obj: Any, device: _spindle.Device, stream: int, name: str) -> _spindle.DeviceArray:
    """The dense array ``obj`` on ``device``, for work on ``stream``.

    Raises
    ------
    SpindleTypeError
        Memory of the host, or of another device; no array.
    """
    if isinstance(obj, DeviceArray):
        obj._make_ready(stream)
        return obj._held
    if not is_sparse_like(obj) and (hasattr(obj, "__dlpack__") or _is_capsule(obj)):
        return import_dlpack(obj, device, stream, name)
    raise refuse(obj, f"{describe_memory(device)}, as to_device() makes it,", name)


def refuse(obj: Any, expected: str, name: str) -> SpindleTypeError:
    """The error for ``obj``, which is not ``expected``."""
    got = type(obj).__name__
    if isinstance(obj, (DeviceArray, SparseDeviceArray)):
        got = f"a {got}"
    elif is_sparse_like(obj):
        place = str(getattr(obj, "device", "cpu"))
        got = "a sparse array in memory of the host"
        if place != "cpu":
            got = f"a sparse one on {place}, whose arrays device_array() takes"
    elif isinstance(obj, (np.ndarray, list, tuple)):
        got = "memory of the host"
    return SpindleTypeError(f"{name}: expected {expected} but got {got}", name, expected, got)


def _is_capsule(obj: Any) -> bool:
    return type(obj).__name__ == "PyCapsule"
