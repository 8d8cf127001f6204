"""Whether tensors have their elements at the same coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle

__all__ = ["have_same_structure"]


def have_same_structure(left: _spindle.Tensor, right: _spindle.Tensor) -> bool:
    """Whether the elements of both lie at the same coordinates, in the same order."""
    if left.structure == right.structure:
        return True
    if left.format != right.format or left.shape != right.shape:
        return False
    for part in range(len(left.part_formats)):
        a, b = left.arrays(part), right.arrays(part)
        if a["values"].shape != b["values"].shape:
            return False
        lists = [
            [*held["positions"], *held["coordinates"], *held["lengths"], held["bitmap"]]
            for held in (a, b)
        ]
        if not all(_are_equal(x, y) for x, y in zip(*lists, strict=True)):
            return False
    return True


def _are_equal(left: npt.NDArray[Any] | None, right: npt.NDArray[Any] | None) -> bool:
    if left is None or right is None:
        return left is right
    same = left.ctypes.data == right.ctypes.data and left.shape == right.shape
    return same or np.array_equal(left, right)
