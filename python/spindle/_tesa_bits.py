"""Bits of weights, and how far what is rounded is off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleValueError
from spindle._tesa_arrays import find_error
from spindle._tesa_model import Model


def widen(own: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Floats as f64."""
    return own.astype(np.float64) if own.dtype.kind == "f" else own


def measure(made: npt.NDArray[Any], expected: npt.NDArray[Any]) -> float:
    """The largest difference as a share of the largest number."""
    same = (made == expected) | (np.isnan(made) & np.isnan(expected))
    finite = np.isfinite(made) & np.isfinite(expected)
    if not np.all(same | finite):
        return float("inf")
    largest = float(np.abs(expected[finite]).max(initial=0))
    off = np.abs(made[finite].astype(np.float64) - expected[finite]).max(initial=0)
    return float(off) / largest if largest else float(off)


def read_widths(widths: Mapping[str, Any], model: Model) -> dict[str, npt.NDArray[np.int8]]:
    """The bits that elements of weights need, for each of them or one for all."""
    made = {}
    for name, own in widths.items():
        if name not in model.weights:
            raise find_error("widths", name, "the name of a weight", f"'{name}'", [*model.weights])
        bits = np.asarray(own)
        if bits.dtype.kind not in "iu" or np.any((bits < 0) | (bits > 32)):
            raise SpindleValueError(
                f"widths['{name}']: expected integers from 0 to 32 but got others",
                operand=name,
                expected="integers from 0 to 32",
                got="others",
            )
        made[name] = np.array(bits, np.int8, order="C")
    return made
