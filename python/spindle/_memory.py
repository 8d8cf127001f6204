"""Kernels that were compiled before, by the structure they were chosen for."""

from __future__ import annotations

import os
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from spindle._array import Array
from spindle._operands import describe

__all__ = ["Memo", "describe_others", "find_memo", "make_key", "remember"]

Memo = dict[Any, Any]

#: How many kernels one structure keeps, and how many structures are known at most.
_MOST_KERNELS = 64
_MOST_STRUCTURES = 64

_lock = threading.Lock()


def _renew_lock() -> None:
    global _lock
    _lock = threading.Lock()


# A thread that a child process has not may have held it.
os.register_at_fork(after_in_child=_renew_lock)

_dense: Memo = {}
_memos: OrderedDict[Any, Memo] = OrderedDict()


def find_memo(values: Sequence[Any]) -> Memo:
    """What was compiled for the structure of the first sparse one of ``values``.

    All arrays of one structure share it: the schedule depends on nothing else of them.
    """
    for value in values:
        if type(value) is Array:
            return value._kernels or _attach(value)
    return _dense


def _attach(array: Array) -> Memo:
    """Gives ``array`` the kernels of its structure, which it keeps."""
    key = _describe(array)
    with _lock:
        memo = _memos.setdefault(key, {})
        _memos.move_to_end(key)
        if len(_memos) > _MOST_STRUCTURES:
            _memos.popitem(last=False)
    array._kernels = memo
    return memo


def describe_others(values: Sequence[Any]) -> list[Any]:
    """The structures of the sparse ones of ``values`` but for the first."""
    arrays = [value for value in values if type(value) is Array]
    return [_describe(array) for array in arrays[1:]]


def _describe(array: Array) -> tuple[Any, ...]:
    """The structure of ``array``: format, shape, and a check sum of what it stores."""
    total = 0
    for part in range(len(array._tensor.part_formats)):
        arrays = array._tensor.arrays(part)
        levels = (*arrays["positions"], *arrays["coordinates"], *arrays["lengths"])
        for level in (*levels, arrays["bitmap"]):
            if level is not None:
                total = zlib.crc32(level, total)
    return array._tensor.format, array.shape, total


def make_key(
    subscripts: str,
    values: Sequence[Any],
    threads: int,
    semiring: str = "plus_times",
    dtype: Any = None,
    optimize: bool = True,
    is_new: bool = True,
) -> tuple[Any, ...]:
    """By what a memo has a product of ``values``, whose result is new memory or not."""
    return (subscripts, semiring, dtype, threads, optimize, is_new, *map(describe, values))


def remember(memo: Memo, key: Any, call: Any) -> None:
    """Keeps ``call``; the oldest one goes where there are many."""
    with _lock:
        if len(memo) >= _MOST_KERNELS:
            memo.pop(next(iter(memo)), None)
        memo[key] = call
