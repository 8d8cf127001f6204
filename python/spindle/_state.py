"""What an array is made of, to copy it and to pickle it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from spindle import _spindle
from spindle._types import from_buffer, to_buffer

if TYPE_CHECKING:
    from spindle._array import Array

__all__ = ["State", "copy_array", "list_state", "rebuild"]

# Format, shape, type of elements, and the arrays of each part by their roles.
State = tuple[str, tuple[int, ...], str, list[dict[str, Any]]]


def list_state(array: Array) -> State:
    """All that :func:`rebuild` makes an equal array of."""
    tensor = array._tensor
    parts = [tensor.arrays(part) for part in range(len(tensor.part_formats))]
    return tensor.format, array.shape, tensor.dtype, parts


def rebuild(format: str, shape: Sequence[int], dtype: str, parts: list[dict[str, Any]]) -> Array:
    """The array on these arrays, which are checked."""
    from spindle._array import Array

    told = [{**part, "values": to_buffer(from_buffer(part["values"], dtype))} for part in parts]
    return Array(_spindle.adopt_parts(format, list(shape), told))


def copy_array(array: Array) -> Array:
    """An equal array that shares no memory."""
    format, shape, dtype, parts = list_state(array)
    return rebuild(format, shape, dtype, [_copy_arrays(part) for part in parts])


def _copy_arrays(part: dict[str, Any]) -> dict[str, Any]:
    def copy(held: Any) -> Any:
        if isinstance(held, list):
            return [copy(each) for each in held]
        return None if held is None else held.copy()

    return {role: copy(held) for role, held in part.items()}
