"""Operands of other packages: what they are, and how Spindle takes them."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._array import Array
from spindle._casting import check_cast
from spindle._copying import CopyRule, check_dtype, fit
from spindle._errors import CopyError, SpindleError, name_operand
from spindle._pydata import from_pydata, is_pydata
from spindle._scipy import adopt, from_scipy
from spindle._stored import shorten_format, spell_format
from spindle._torch import from_torch, has_sparse_layout, is_torch, lend_to_torch, to_numpy

__all__ = ["is_sparse_like", "like_input", "to_array", "to_dense", "view_dense"]


def _is_scipy(obj: Any) -> bool:
    scipy = sys.modules.get("scipy.sparse")
    return scipy is not None and bool(scipy.issparse(obj))


def is_sparse_like(obj: Any) -> bool:
    """Whether ``obj`` is a sparse array, of Spindle or of a package that it knows."""
    if isinstance(obj, np.ndarray):
        return False
    if isinstance(obj, Array) or _is_scipy(obj) or is_pydata(obj):
        return True
    return is_torch(obj) and has_sparse_layout(obj)


def to_array(
    obj: Any,
    format: str | None = None,
    *,
    dtype: npt.DTypeLike | str | None = None,
    copy: bool | None = None,
    name: str = "",
    is_needed: bool = False,
) -> Array:
    """``obj`` as an array of Spindle: on the memory of ``obj`` where a format allows it.

    Parameters
    ----------
    obj : Array, or of SciPy, PyTorch, pydata/sparse, NumPy
        A sparse array, or a dense one, whose elements are the cells other than 0.
    format : str, optional
        The format; that of ``obj`` where it is left out, csr of a dense matrix.
    dtype : optional
        The type of the elements; that of ``obj`` where it is left out.
    copy : bool, optional
        False refuses a copy, True makes one, None makes one where it is needed, and warns
        where neither ``format`` nor ``dtype`` asks for it.
    name : str
        What errors and warnings call it.
    is_needed : bool
        A kernel, and not the user, asks for the format and the type: a copy is warned of,
        and elements keep their values.

    Raises
    ------
    CopyError
        A copy is needed, and refused.
    SpindleTypeError
        Not an array, or one of elements that Spindle has not, or not in the host's memory.
    SpindleValueError
        Arrays that break the rules of their format, or that ``format`` cannot hold.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp
    >>> to_array(sp.eye_array(3, format="csr"), format="ell").format
    'ell(?)'
    """
    rule = CopyRule(copy, name)
    made = obj if isinstance(obj, Array) else Array(_adopt(obj, rule))
    given = made
    wanted = made.dtype if dtype is None else check_dtype(dtype, name)
    need = rule.need if is_needed else rule.allow
    if wanted != made.dtype:
        if is_needed:
            check_cast(made.dtype, wanted, name, made._get_values())
        need(f"elements of {wanted}", f"elements of {made.dtype}")
        made = made.astype(wanted)
    if format is None and not is_sparse_like(obj):
        format = "csr" if made.ndim == 2 else "coo"
    if format is not None:
        # Kernels take indices of the types that their format says, and no others.
        find = partial(spell_format, ndim=made.ndim) if is_needed else made.find_format
        spelled = find(format)
        if spelled != made._tensor.format:
            need(f"an array in {shorten_format(spelled)}", f"one in {made.format}")
            made = _store(made, spelled, name, _WAY if is_needed else "")
    return made.copy() if copy and made is given else made


_WAY = "; a kernel that is compiled for an operand like this one takes it"


def _store(array: Array, spelled: str, name: str, way: str) -> Array:
    """``array`` in another format; errors name the operand, and what to do instead."""
    try:
        return array._store(spelled)
    except SpindleError as error:
        raise name_operand(error, name, way) from None


def _adopt(obj: Any, rule: CopyRule) -> _spindle.Tensor:
    """The tensor on the memory of ``obj``, of another package."""
    if _is_scipy(obj):
        return from_scipy(obj, rule)
    if is_pydata(obj):
        return from_pydata(obj, rule)
    if is_torch(obj) and has_sparse_layout(obj):
        return from_torch(obj, rule)
    dense = to_dense(obj, name=rule.name, copy=None if rule.copy else rule.copy)
    if dense.ndim == 0:
        raise rule.fail("an array of at least 1 dimension", "a number")
    return adopt(f"dense<{dense.ndim}>", dense.shape, [], [], dense)


def to_dense(
    obj: Any,
    dtype: npt.DTypeLike | str | None = None,
    *,
    name: str = "",
    copy: bool | None = None,
    is_needed: bool = False,
) -> npt.NDArray[Any]:
    """``obj`` as an array of NumPy that kernels take: row-major, aligned, of Spindle's types.

    Parameters
    ----------
    obj : array_like
        An array of NumPy, a tensor of PyTorch, what speaks DLPack, lists, numbers.
    dtype : optional
        The type of the elements; that of ``obj`` where it is left out.
    name : str
        What errors and warnings call it.
    copy : bool, optional
        False refuses a copy, None makes one where it is needed and warns of it, True makes
        one.
    is_needed : bool
        A kernel, and not the user, asks for the type: elements keep their values.

    Raises
    ------
    CopyError
        A copy is needed, and refused.
    SpindleTypeError
        A sparse array, no array, elements that Spindle has not, another device.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.ones((2, 3))
    >>> to_dense(x) is x
    True
    """
    rule = CopyRule(copy, name)
    array = obj if type(obj) is np.ndarray else view_dense(obj, rule)
    wanted = check_dtype(array.dtype if dtype is None else dtype, name)
    if dtype is not None:
        # What Spindle has not is refused even where NumPy could convert it.
        check_dtype(array.dtype, name)
    if is_needed:
        # Numbers of Python follow the operand's type, and so do lists of them.
        is_list = isinstance(obj, (list, tuple))
        check_cast(array.dtype, wanted, name, [array], is_asked=is_list)
    made = fit(array, wanted, rule)
    return made.copy() if copy and np.may_share_memory(made, array) else made


def view_dense(obj: Any, rule: CopyRule) -> npt.NDArray[Any]:
    """``obj`` as an array of NumPy, as it lies in memory; lists and numbers are copied."""
    if is_sparse_like(obj):
        raise rule.fail("a dense array", f"a sparse one of {type(obj).__module__.split('.')[0]}")
    if is_torch(obj):
        return to_numpy(obj, rule)
    if isinstance(obj, np.ma.MaskedArray):
        raise rule.fail("an array without a mask", "a masked one")
    if isinstance(obj, np.ndarray):
        return np.asarray(obj)
    if hasattr(obj, "__dlpack__"):
        return _import_dlpack(obj, rule)
    return _convert(obj, rule)


# The devices of DLPack whose memory the processor reads: kDLCPU, kDLCUDAHost, kDLROCMHost.
_HOST_DEVICES = (1, 3, 11)


def _import_dlpack(obj: Any, rule: CopyRule) -> npt.NDArray[Any]:
    """The array behind ``obj``, which speaks DLPack."""
    kind, number = obj.__dlpack_device__()
    if int(kind) not in _HOST_DEVICES:
        got = f"one on device {int(kind)}:{number} of DLPack"
        raise rule.fail("an array in the host's memory", got)
    try:
        return np.from_dlpack(obj)
    except (BufferError, RuntimeError, TypeError) as error:
        expected = "an array that NumPy takes by DLPack"
        raise rule.fail(expected, type(obj).__name__, note=str(error)) from error


def _convert(obj: Any, rule: CopyRule) -> npt.NDArray[Any]:
    """What NumPy makes of ``obj``, which is none of the arrays that are known."""
    got = type(obj).__name__
    try:
        array = np.asarray(obj)
    except ValueError as error:
        raise rule.fail("an array", got, note=str(error)) from error
    if array.dtype == object:
        raise rule.fail("an array", got)
    if rule.copy is False and not hasattr(obj, "__array__"):
        raise rule.fail("an array, for copy=False,", got, CopyError)
    return array


def like_input(array: npt.NDArray[Any], *inputs: Any) -> Any:
    """``array``, as a tensor of PyTorch in the same memory where a dense input was one.

    Examples
    --------
    >>> import numpy as np
    >>> like_input(np.ones(2), np.ones(3))
    array([1., 1.])
    """
    is_wanted = any(is_torch(each) for each in inputs)
    return lend_to_torch(array) if is_wanted else array
