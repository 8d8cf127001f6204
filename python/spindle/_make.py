"""Sparse arrays made of other arrays, of lists of elements, and of random numbers."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._arguments import list_items, take_shape, take_text
from spindle._array import Array, _make_bar
from spindle._copying import CopyRule, check_dtype, fit
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._interop import to_array, view_dense
from spindle._stored import spell_format
from spindle._types import to_buffer, to_dtype

__all__ = ["array", "asarray", "convert", "from_coo", "random_array"]

_LARGEST = 2**31 - 1
#: The largest integer of 64 bits, and so the most cells that have numbers.
_MOST_NUMBERED = 2**63 - 1
#: More elements than any memory has.
_MOST_ELEMENTS = 2**48


def array(
    obj: Any,
    format: str | None = None,
    dtype: npt.DTypeLike | str | None = None,
    *,
    copy: bool | None = None,
) -> Array:
    """A sparse array of ``obj``, on its memory where the format allows it.

    Parameters
    ----------
    obj : array
        One of Spindle; of SciPy: csr, csc, coo, bsr or dia; of PyTorch, on the processor:
        coo, csr, csc or bsr; of pydata/sparse; or a dense one, whose elements are the cells
        other than 0.
    format : str, optional
        As on the command line: ``"csr"``, ``"hyb(2, 5)"``; ``"auto"`` for what is likely to
        be the fastest. If left out it is that of ``obj``, and csr for a dense matrix.
    dtype : optional
        The type of the elements, of NumPy; that of ``obj`` if left out.
    copy : bool, optional
        False refuses a copy, True makes one. None shares memory where it can, and warns of
        a copy that neither ``format`` nor ``dtype`` asks for: elements out of order, more
        than one in a cell, which are added up, gaps, another order of bytes.

    Returns
    -------
    Array

    Raises
    ------
    CopyError
        A copy is needed, and refused.
    SpindleTypeError
        No array, elements of a type that Spindle has not (unsigned integers), another device.
    SpindleValueError
        A format that cannot hold the array, or arrays that break the rules of theirs.

    Warns
    -----
    CopyWarning
        A copy was needed.

    Notes
    -----
    Shared memory is checked now, not with every product. Who changes the indices of ``obj``
    later, as ``eliminate_zeros`` of SciPy does in place, breaks the array, and a product may
    end the process: use ``copy=True`` there. Changed values are seen.

    Examples
    --------
    >>> import scipy.sparse, spindle
    >>> A = scipy.sparse.eye_array(4, format="csr")
    >>> spindle.array(A, format="ell")
    Array(shape=(4, 4), dtype=float64, format=ell(?), nnz=4)
    """
    if format is None or take_text(format, "format") != "auto":
        return to_array(obj, format, dtype=dtype, copy=copy)
    return to_array(obj, dtype=dtype, copy=copy).to("auto")


def asarray(obj: Any, format: str | None = None, dtype: npt.DTypeLike | str | None = None) -> Array:
    """``obj`` itself where it is an :class:`Array` that fits; else :func:`array` of it.

    Parameters
    ----------
    obj, format, dtype
        As of :func:`array`.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        As of :func:`array`.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.eye(2))
    >>> spindle.asarray(A) is A
    True
    """
    return array(obj, format, dtype)


def convert(obj: Any, format: str, dtype: npt.DTypeLike | str | None = None) -> Array:
    """``obj`` in another format: :func:`array` where a format has to be given.

    Parameters
    ----------
    obj, format, dtype
        As of :func:`array`.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        As of :func:`array`.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> spindle.convert(np.eye(2), "coo").format
    'coo'
    """
    return array(obj, format, dtype)


def from_coo(
    coords: Sequence[npt.ArrayLike] | npt.NDArray[Any],
    values: npt.ArrayLike,
    shape: Sequence[int] | None = None,
    format: str | None = None,
    dtype: npt.DTypeLike | str | None = None,
) -> Array:
    """A sparse array of elements, in any order; those of one cell are added up.

    Parameters
    ----------
    coords : sequence of arrays
        The coordinates, from 0 on: an array of integers for each dimension.
    values : array_like
        One for each element; a number for the same of all.
    shape : sequence of int, optional
        The size of each dimension; as large as the coordinates need if left out.
    format : str, optional
        The format; csr for a matrix and coo for others if left out. A name has indices of
        i32 where they suffice, else of i64.
    dtype : optional
        The type of the elements; that of ``values`` if left out.

    Returns
    -------
    Array

    Raises
    ------
    SpindleValueError
        Coordinates outside of the shape, or as many as there are no values.
    SpindleTypeError
        Values of a type that Spindle has not, coordinates that are no integers.

    Examples
    --------
    >>> import spindle
    >>> spindle.from_coo(([0, 2, 0], [1, 0, 1]), [1.0, 2.0, 3.0]).todense()
    array([[0., 4.],
           [0., 0.],
           [2., 0.]])
    """
    given = list_items(coords, "coords", "an array for each dimension")
    lists = [_take_coordinates(each, dim) for dim, each in enumerate(given)]
    if not lists:
        raise SpindleValueError("coords: expected at least 1 dimension but got 0", "coords")
    if shape is None:
        shape = [int(each.max()) + 1 if len(each) else 0 for each in lists]
    sizes = take_shape(shape)
    rule = CopyRule(True, "values")
    data = view_dense(values, rule)
    data = fit(data, check_dtype(data.dtype if dtype is None else dtype, "values"), rule)
    if data.ndim == 0:
        data = np.full(len(lists[0]), data)
    rank = len(lists)
    if len(sizes) != rank:
        raise SpindleValueError(
            f"coords: expected arrays for {len(sizes)} dimensions but got {rank}",
            "coords",
            f"arrays for {len(sizes)} dimensions",
            str(rank),
        )
    is_wide = max(*sizes, len(data)) > _LARGEST
    wanted = spell_format(_choose(format, rank), rank, is_wide)
    return Array(
        _spindle.store(wanted, list(sizes), lists, to_buffer(data), progress=_make_bar("storing"))
    )


def _choose(format: str | None, rank: int) -> str:
    if format is None or take_text(format, "format") == "auto":
        return "csr" if rank == 2 else "coo"
    return format


def _take_coordinates(given: npt.ArrayLike, dim: int) -> npt.NDArray[np.int64]:
    made = view_dense(given, CopyRule(True, "coords"))
    if made.size == 0:
        made = made.astype(np.int64)
    if made.dtype.kind not in "iu" or made.ndim != 1:
        raise SpindleTypeError(
            f"coords: expected integers in one dimension for dimension {dim} but got "
            f"{made.dtype} of shape {made.shape}",
            "coords",
            "integers in one dimension",
            f"{made.dtype} of shape {made.shape}",
        )
    if made.size and int(made.max()) > _MOST_NUMBERED:
        expected, got = f"integers of 64 bits for dimension {dim}", str(made.max())
        text = f"coords: expected {expected} but got {got}"
        raise SpindleValueError(text, "coords", expected, got)
    return np.ascontiguousarray(made, dtype=np.int64)


def random_array(
    shape: Sequence[int],
    density: float = 0.01,
    format: str | None = None,
    dtype: npt.DTypeLike | str = np.float64,
    rng: np.random.Generator | int | None = None,
) -> Array:
    """A sparse array of random elements, at cells chosen at random.

    Parameters
    ----------
    shape : sequence of int
        The size of each dimension.
    density : float
        The share of the cells that are elements, from 0 to 1; their number is rounded.
    format : str, optional
        The format; csr for a matrix and coo for others if left out.
    dtype : optional
        The type of the elements. Those with fractions are from [0, 1), integers from 1 to 9,
        truth values true.
    rng : numpy.random.Generator or int, optional
        The generator, or a seed for one. The same seed gives the same array.

    Returns
    -------
    Array

    Raises
    ------
    SpindleValueError
        A density outside of [0, 1], a size below 0 or above 2^63 - 1.
    SpindleTypeError
        A shape that is no sequence of integers, a type that Spindle has not, no generator.
    MemoryError
        More elements than there is memory for.

    Examples
    --------
    >>> import spindle
    >>> spindle.random_array((100, 200), density=0.05, rng=1).nnz
    1000
    """
    if not isinstance(density, numbers.Real) or not 0 <= density <= 1:
        raise SpindleValueError(
            f"density: expected a share from 0 to 1 but got {density!r}",
            "density",
            "a share from 0 to 1",
            repr(density),
        )
    wanted, sizes = to_dtype(dtype), take_shape(shape)
    generator = _take_generator(rng)
    count = round(density * math.prod(sizes))
    coords = _draw_cells(generator, sizes, count)
    return from_coo(coords, _draw_values(generator, count, wanted), sizes, format)


def _take_generator(rng: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        expected = "a generator of NumPy or a seed, an integer from 0 on,"
        text = f"rng: expected {expected} but got {rng!r}"
        raise SpindleTypeError(text, "rng", expected, repr(rng)) from None


def _draw_cells(
    generator: np.random.Generator, sizes: tuple[int, ...], count: int
) -> Sequence[npt.NDArray[np.int64]]:
    """The coordinates of ``count`` cells, none twice."""
    cells = math.prod(sizes)
    if not count:
        return [np.empty(0, np.int64) for _ in sizes]
    if count > _MOST_ELEMENTS:
        raise MemoryError(f"expected memory for {count} elements but got none")
    if cells <= _MOST_NUMBERED:
        # Drawing without putting back takes memory for the elements alone if nothing is shuffled.
        chosen = generator.choice(cells, count, replace=False, shuffle=False)
        return np.unravel_index(np.sort(chosen), sizes)
    # Two are rarely equal where cells have no numbers of 64 bits; those are drawn again.
    drawn = np.empty((len(sizes), 0), np.int64)
    while drawn.shape[1] < count:
        missing = count - drawn.shape[1]
        more = np.stack([generator.integers(0, size, missing) for size in sizes])
        drawn = np.unique(np.concatenate([drawn, more], axis=1), axis=1)
    return list(drawn)


def _draw_values(
    generator: np.random.Generator, count: int, dtype: np.dtype[Any]
) -> npt.NDArray[Any]:
    if dtype.kind == "b":
        return np.ones(count, dtype)
    if dtype.kind == "i":
        return generator.integers(1, 10, count).astype(dtype)
    if dtype.kind == "c":
        return (generator.random(count) + 1j * generator.random(count)).astype(dtype)
    return generator.random(count).astype(dtype)
