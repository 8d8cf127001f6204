# RUN: %python %s
"""Blocks whose groups share loops and memory give what the interpreter does.

Each schedule of docs/examples/blocks.mlir runs on the emulated GPU, which finds no race,
nothing read that was not written and no barrier that some threads miss, and on the CPU.
Rows are empty, short, and longer than all groups take at once.
"""

import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import batch

SCHEDULES = Path(__file__).parents[3] / "docs" / "examples" / "blocks.mlir"
GPU = "--target cuda --device emulator --emulator seed=2"
#: Of each schedule: the program, operands and sizes.
PROGRAMS = {
    "spmv": "spmv --bind x=random",
    "softmax": "softmax",
    "spmm": "spmm --bind B=random --size K=70",
    "spmm_sums": "spmm --bind B=random --size K=33",
    "sddmm": "sddmm --bind X=random --bind Y=random --size K=40 --specialize K=40",
    "blocks": "spmm --bind B=random --size K=40 --specialize K=40 --format A=bsr(8,8)",
}
SHAPES = ("--size I=7 --size J=900", "--size I=37 --size J=29", "--size I=0 --size J=3")
FLOATS, NUMBERS = ("f64", "f32"), ("i32", "f64", "i8", "f16")


def list_commands() -> Iterator[str]:
    """All runs: each schedule on each shape, by one to eight groups."""
    groups = cycle((4, 1, 8))
    types = {False: cycle(NUMBERS), True: cycle(FLOATS)}
    for schedule, program in PROGRAMS.items():
        for shape in SHAPES:
            dtype = next(types[schedule == "softmax"])
            for target in (GPU, ""):
                yield (
                    f"{program} --bind A=random:1 {shape} --dtype {dtype} {target} "
                    f"--schedule {SCHEDULES}:{schedule} --knob groups={next(groups)} "
                    "--check"
                )


def main() -> int:
    return batch.check_all(list(list_commands()), "runs")


if __name__ == "__main__":
    sys.exit(main())
