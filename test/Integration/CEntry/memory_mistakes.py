# RUN: rm -rf %t && mkdir %t && cd %t && %python %s %S/Inputs/memory.mlir
"""Calls of a saved program on memory with random mistakes in them: sizes that the axes
do not fit in besides those of `mistakes.py`."""

import random
import sys
from pathlib import Path

import numpy as np
from contract import BAD_SIZE, OVERLAP, Contract
from kernels import Kernel
from mistakes import SEED, Caller, make_calls
from totals import Totals

ROWS, COLUMNS = 4, 6
POSITIONS, COORDINATES = [0, 2, 2, 5, 6], [1, 5, 0, 2, 4, 3]
KERNELS = 3


class MemoryContract(Contract):
    """What the header asks for, and then what the axes do."""

    def violations(self, given: dict) -> set[int]:
        return super().violations(given) or self.short(given)

    def short(self, given: dict) -> set[int]:
        """BAD_SIZE where an axis has more positions than its memory."""
        m, n = given["m"], given["n"]
        sizes = {o.name: o.given_sizes(given)[0] for o in self.operands if o.dims}
        if min(m, n) < 0 or sizes["positions"] < m + 1:
            return {BAD_SIZE}
        last = int(given["positions"][m])
        least = {"coordinates": last, "a": last, "x": n, "y": m}
        is_short = any(sizes[name] < size for name, size in least.items())
        return {BAD_SIZE} if last < 0 or is_short else set()


class MemoryCaller(Caller):
    """Calls on arrays as long as they are said to be: one of positions is read."""

    def __call__(self, given: dict) -> str:
        is_sound = not Contract.violations(self.contract, given)
        if is_sound and not self.is_as_long_as_said(given):
            return ""
        return super().__call__(given)

    def holds_promises(self, placed: dict) -> bool:
        """Positions rise from 0, to coordinates that are in range."""
        found = placed["positions"][: placed["m"] + 1]
        rises = found[0] == 0 and (np.diff(found) >= 0).all()
        return rises and placed["n"] >= COLUMNS


def sound_arguments() -> dict:
    arrays = {
        "positions": np.int32(POSITIONS),
        "coordinates": np.int32(COORDINATES),
        "a": np.ones(len(COORDINATES), np.float32),
        "x": np.ones(COLUMNS, np.float32),
        "y": np.ones(ROWS, np.float32),
    }
    given = {"m": ROWS, "n": COLUMNS} | arrays
    for name, array in arrays.items():
        given[f"{name}_sizes"] = np.array(array.shape, np.int64)
        given[f"{name}_strides"] = None
    return given


def main() -> int:
    totals = Totals()
    kernel = Kernel(Path().absolute(), sys.argv[1], symbol="memory")
    contract = MemoryContract(kernel.declaration)
    answers = set()
    for seed in range(SEED, SEED + KERNELS):
        caller = MemoryCaller(kernel, contract, random.Random(seed))
        answers |= make_calls(totals, sound_arguments(), caller)
    if not {0, BAD_SIZE, OVERLAP} <= answers:
        totals.failures.append(f"expected more statuses but got {answers}")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
