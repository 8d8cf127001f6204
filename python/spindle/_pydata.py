"""Arrays of pydata/sparse to Spindle's and back.

The package ``sparse`` is never imported here but by :func:`to_pydata`.
"""

from __future__ import annotations

import sys
from typing import Any

from spindle import _spindle
from spindle._copying import CopyRule
from spindle._errors import SpindleValueError
from spindle._scipy import adopt_list, adopt_rows

__all__ = ["from_pydata", "is_pydata"]


def is_pydata(obj: Any) -> bool:
    """Whether ``obj`` is an array of pydata/sparse."""
    kind = getattr(sys.modules.get("sparse"), "SparseArray", None)
    return kind is not None and isinstance(obj, kind)


def from_pydata(obj: Any, rule: CopyRule) -> _spindle.Tensor:
    """The array ``obj`` of pydata/sparse: COO, or GCXS of a matrix, in its own memory.

    Raises
    ------
    SpindleValueError
        A fill value other than 0.
    SpindleTypeError
        Another class.
    """
    if not obj.fill_value == 0:
        raise rule.fail("fill value 0", str(obj.fill_value), SpindleValueError)
    kind = type(obj).__name__
    if kind == "COO":
        return adopt_list(obj.shape, list(obj.coords), obj.data, rule)
    if kind == "GCXS" and obj.ndim == 2:
        by_columns = tuple(obj.compressed_axes) == (1,)
        return adopt_rows(obj.shape, obj.indptr, obj.indices, obj.data, rule, by_columns)
    if kind == "GCXS":
        rule.need("GCXS of a matrix, or COO", f"GCXS of {obj.ndim} dimensions")
        return from_pydata(obj.tocoo(), CopyRule(True, rule.name))
    raise rule.fail("COO or GCXS of pydata/sparse", kind)
