"""What runs a product, by the names that tables have.

A contestant is a line of `CONTESTANTS`: a schedule with its knobs, or a function.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import spindle

from bench.tiles import mkl
from bench.tiles.problem import Problem, Ready, Setting


@dataclass(frozen=True)
class Contestant:
    """One that is compiled by Spindle, or, with `ready`, another one."""

    schedule: str = "row_tiles"
    knobs: dict[str, int] = field(default_factory=dict)
    #: Whether it depends on tiles.
    is_tiled: bool = True
    #: Whether `auto` may take tiles, which it finds once.
    is_fixed: bool = False
    ready: Callable[[Problem, int], Ready] | None = None

    def prepare(self, problem: Problem, setting: Setting, folder: Path) -> Ready:
        if self.ready:
            return self.ready(problem, setting.threads)
        kernel, operands = self.compile(problem, setting, folder)
        if not self.is_tiled:
            chosen = kernel.explain().strategy.get("schedule", "")
            bound = kernel.bind(**operands, fixed_structures=self.is_fixed)
            return Ready(bound, schedule=chosen)
        begin = time.perf_counter()
        found = kernel.inspect(**operands)
        finding = time.perf_counter() - begin
        return Ready(kernel.bind(**operands, inspection=found), found, finding)

    def compile(
        self, problem: Problem, setting: Setting, folder: Path
    ) -> tuple[spindle.Kernel, dict]:
        """Its kernel, and the operands."""
        operands = {"A": spindle.array(problem.matrix), **problem.dense}
        program = folder / "products.mlir"
        program.write_text(problem.program)
        knobs = {"tile": setting.tile, "cache": setting.cache, **setting.knobs}
        kernel = spindle.compile(
            str(program),
            **operands,
            schedule=self.schedule,
            knobs={**knobs, **self.knobs} if self.is_tiled else self.knobs,
            threads=setting.threads,
            fixed_structures=self.is_fixed,
        )
        return kernel, operands


CONTESTANTS = {
    # What `auto` chooses: one product after the other.
    "default": Contestant("auto", is_tiled=False),
    # What it chooses where structures are promised to stay.
    "chosen": Contestant("auto", is_tiled=False, is_fixed=True),
    # All tiles of the first product, then all of the second: the same orders and kernels.
    "control": Contestant(knobs={"fuse": 0}),
    "fused": Contestant(knobs={"fuse": 1}),
    # Tiles keep the rows that they make, and copy those that escape.
    "private": Contestant(knobs={"fuse": 1, "private": 1}),
    # `fused` once more: how far it is from that is noise.
    "again": Contestant(knobs={"fuse": 1}),
    # `cblas_?gemm` and `mkl_sparse_?_mm` of a handle that was inspected.
    "mkl": Contestant(is_tiled=False, ready=mkl.ready),
}
