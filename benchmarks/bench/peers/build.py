"""Builds of Spindle that are compared with one another."""

import os
import shlex
import shutil
from pathlib import Path

from bench.kernels import Problem
from bench.peers.peer import Prepared
from bench.peers.spindle import Spindle, bound, operands


class Build(Spindle):
    """The compiler of a build, with options of `sparse-run`.

    Two of one build are two contestants: the kernels of the one that `copies` are copies,
    which are loaded apart from those that they are of.
    """

    def __init__(
        self, name: str, program: str, options: str = "", copies: bool = False
    ):
        super().__init__()
        self.name, self.copies = name, copies
        self.program = Path(program)
        self.given = shlex.split(options)

    def options(self, problem: Problem, variant: str) -> list[str]:
        return super().options(problem, variant) + self.given

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        path = self.save(problem, self.options(problem, variant))
        if self.copies:
            path = copied(path, path.with_name(f"{self.name}-{path.name}"))
        return bound(problem, path, operands(problem))


def copied(kernel: Path, target: Path) -> Path:
    """A copy of a kernel and its header, which a process may have loaded before."""
    if target.exists():
        return target
    shutil.copy(kernel.with_suffix(".h"), target.with_suffix(".h"))
    part = target.with_name(f"{os.getpid()}-{target.name}")
    shutil.copy(kernel, part)
    return part.rename(target)
