"""Arrays by name, from files or from who calls, and masks as arrays."""

from __future__ import annotations

import math
import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._suggest import suggest

__all__ = [
    "Arrays",
    "Bools",
    "Path",
    "Sizes",
    "Source",
    "expand",
    "find_error",
    "read_arrays",
    "write_arrays",
]

Sizes: TypeAlias = tuple[int | None, ...]
Arrays: TypeAlias = dict[str, npt.NDArray[Any]]
Bools: TypeAlias = npt.NDArray[np.bool_]
Path: TypeAlias = str | os.PathLike[str]
Source: TypeAlias = Path | Mapping[str, npt.ArrayLike]


def read_arrays(source: Source, argument: str) -> Arrays:
    """The arrays of a mapping, or of an ``.npz`` file; errors call them ``argument``.

    Raises
    ------
    SpindleTypeError
        Neither.
    SpindleValueError
        A file that is not there, or is no ``.npz``.
    """
    if isinstance(source, Mapping):
        return {str(name): np.asarray(array) for name, array in source.items()}
    if not isinstance(source, str | os.PathLike):
        raise SpindleTypeError(
            f"{argument}: expected arrays by name, or an .npz file, "
            f"but got {type(source).__name__}",
            operand=argument,
            expected="arrays by name, or an .npz file",
            got=type(source).__name__,
        )
    path = os.fspath(source)
    try:
        loaded = np.load(path, allow_pickle=False)
        if not isinstance(loaded, np.lib.npyio.NpzFile):
            raise ValueError("it has one array, without a name")
        with loaded as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SpindleValueError(
            f"{argument}: expected arrays in an .npz file but got '{path}': {reason}",
            operand=argument,
            expected="arrays in an .npz file",
            got=path,
        ) from error


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Writes an ``.npz`` file; names may be any, as those of NumPy's own parameters."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            # Without the time, by which files would differ.
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=False)


def find_error(
    argument: str, name: str, expected: str, got: str, known: Sequence[str] = ()
) -> SpindleValueError:
    """What is wrong with the array ``name`` that was given as ``argument``."""
    text = f"{argument}['{name}']: expected {expected} but got {got}"
    return SpindleValueError(text + suggest(name, known), name, expected, got)


def expand(shape: Sequence[int], mask: tuple[Sequence[int], bytes, int]) -> Bools:
    """The elements that a mask of the extension module has.

    Parameters
    ----------
    shape : sequence of int
        That of the tensor.
    mask : tuple
        The elements of a block in each dimension, and a byte for each block.

    Returns
    -------
    ndarray of bool
        Of this shape, to be read. Its stride is 0 in a dimension in which it does not vary.

    Examples
    --------
    >>> columns = expand((1000, 4), ((1000, 1), b"\\x01\\x00\\x00\\x01", 2000))
    >>> columns[0].tolist(), columns.strides
    ([True, False, False, True], (0, 1))
    """
    block, cells, _ = mask
    grid = [-(-size // step) for size, step in zip(shape, block, strict=True)]
    found = np.frombuffer(cells, np.bool_).reshape(grid)
    for axis, (size, step) in enumerate(zip(shape, block, strict=True)):
        if grid[axis] > 1 and step > 1:
            found = np.repeat(found, step, axis).take(range(size), axis)
    return np.broadcast_to(found, shape)


def share(part: int, whole: int) -> float:
    """``part`` of ``whole``; 0 of none."""
    return part / whole if whole else 0.0


def spell_shape(shape: Sequence[int | None]) -> str:
    """Such as ``5 x 8``."""
    return " x ".join("?" if size is None else str(size) for size in shape) or "scalar"


def spell_share(value: float) -> str:
    """A percentage with one digit; what is neither none nor all looks so."""
    percent = 100 * value
    if 0 < percent < 0.05:
        return "< 0.1 %"
    if 99.95 <= percent < 100:
        return "> 99.9 %"
    return f"{percent:.1f} %" if math.fmod(percent, 1) else f"{percent:.0f} %"
