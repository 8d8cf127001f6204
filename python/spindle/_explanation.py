"""What programs are compiled to, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Explanation:
    """What a program was compiled to, and why.

    Attributes
    ----------
    strategy : dict
        The schedule that was chosen, the reason, and its text; empty where it was given.
        ``no_row_tiles`` says why products that might share tiles of rows do not.
    details : dict
        Operands, stages with their operations, loops, steps of schedules, instructions.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> explanation = spindle.compile("spmv", A=A, x=x).explain()
    >>> len(explanation.details["loops"])
    2
    """

    strategy: dict[str, str]
    details: dict[str, Any]

    def __str__(self) -> str:
        lines = []
        if "schedule" in self.strategy:
            lines.append(f"schedule: {self.strategy['schedule']}, since {self.strategy['reason']}")
        if "no_row_tiles" in self.strategy:
            lines.append(f"no tiles of rows, since {self.strategy['no_row_tiles']}")
        stages = ", ".join(f"{name} {count}" for name, count in self.details["stages"].items())
        lines.append(f"stages, with their operations: {stages}")
        lines.append("loops")
        for loop in self.details["loops"]:
            lines.append("  " * (1 + loop["depth"]) + _describe_loop(loop))
        # Of kernels for a GPU there is no telling: their drivers make the code.
        if self.details["instructions"]:
            count, size = self.details["instructions"], self.details["code_bytes"]
            lines.append(f"code: {count} instructions, {size} bytes")
        return "\n".join(lines)


def _describe_loop(loop: Mapping[str, Any]) -> str:
    """A loop in a line."""
    dims = ", ".join(loop["dims"]) or loop["nest"]
    text = f"{dims}: {loop['range']} ({loop['axis']}, {loop['kind']})"
    if loop["parallel"]:
        return text + "; may run in parallel"
    return text + (f"; stays serial, since {loop['refusal']}" if loop["refusal"] else "")
