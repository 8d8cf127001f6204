"""Spindle's kernels of matrices in other formats, which `bench.conversion` made."""

from pathlib import Path

from bench.kernels import Problem
from bench.peers.peer import Prepared
from bench.peers.spindle import Spindle, bound, in_format


class Formats(Spindle):
    """Variants are formats, as sparse-run takes their names. The kernel is compiled for
    the row's sizes, by the schedule that suits the matrix in that format."""

    name = "format"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        del variant
        given = in_format(problem, Path(problem.files["storage"]))
        return bound(problem, Path(problem.files["object"]), given)
