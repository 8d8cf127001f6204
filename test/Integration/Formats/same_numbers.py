# RUN: %python %s
"""Maxima, softmax and argmin, bit for bit the same in CSR, BSR and ELL, where sums have
the order that the programs are written in.

What a format stores besides the elements is no number of theirs: rows of negative
numbers and of infinities show it.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from elements import ELEMENTS
from formats import MATRICES
from references import PROGRAMS
from runs import Case, Runner
from tensors import Pattern, awkward
from totals import Totals

PROGRAM_NAMES = ("row_max", "softmax", "argmin")
FORMATS = [
    format
    for format in MATRICES
    if format.text.startswith(("csr", "bsr", "dbsr", "ell(", "(i, j) -> (j : dense, i"))
    and not format.is_full
]
PATTERNS = ("empty first and last rows", "many duplicates", "random")


class Negative(Pattern):
    """A tensor of negative numbers, and in some rows infinities of both signs."""

    def draw(
        self, rng: np.random.Generator, element: str, may_be_zero: bool = True
    ) -> np.ndarray:
        values = super().draw(rng, element, may_be_zero)
        if element == "i1" or not len(values):
            return values
        values = -np.maximum(values, -values)
        if not element.startswith("i"):
            third = self.places[0] % 3
            values[third == 1] = -np.inf
            values[np.flatnonzero(third == 2)[::5]] = np.inf
        return values


def run(runner: Runner, case: Case) -> dict[str, np.ndarray] | str:
    """The outputs of a case, or what went wrong."""
    if wrong := runner.run(case, {}):
        return wrong
    elements, outputs = runner.elements(case), {}
    for name in PROGRAMS[case.program].outputs:
        outputs[name] = runner.read(case, name, elements)
        if isinstance(outputs[name], str):
            return outputs[name]
    return outputs


def compare(runner: Runner, case: Case, expected: dict[str, np.ndarray]) -> str:
    """Says how the outputs of a case differ from those of CSR, if they do."""
    outputs = run(runner, case)
    if isinstance(outputs, str):
        return outputs
    for name, found in outputs.items():
        if not np.array_equal(
            found, expected[name], equal_nan=found.dtype.kind in "fc"
        ):
            return f"{name}: expected the numbers of CSR but got others"
    return ""


def compare_formats(runner: Runner, totals: Totals, csr: Case, formats: list) -> None:
    """Compares every format that holds the matrix with CSR, which is compared with the
    reference where its numbers are finite."""
    totals.compared += 1
    wrong = runner.compare(csr) if type(csr.pattern) is Pattern else ""
    expected = wrong or run(runner, csr)
    if isinstance(expected, str):
        totals.failures.append(f"{csr}: {expected}")
        return
    for format in formats:
        if format.refuse(csr.pattern):
            continue
        case = replace(csr, format=format)
        totals.compared += 1
        if wrong := compare(runner, case, expected):
            totals.failures.append(f"{case}: {wrong}")


def main() -> int:
    totals = Totals()
    patterns = [pattern for pattern in awkward(2) if pattern.name in PATTERNS]
    negative = [
        Negative(f"{pattern.name}, not finite", pattern.shape, pattern.places)
        for pattern in patterns
    ]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(folder))
        for place, pattern in enumerate(patterns + negative):
            for number, program in enumerate(PROGRAM_NAMES):
                elements = [e for e in ELEMENTS if PROGRAMS[program].takes(e)]
                element = elements[(2 * place + number) % len(elements)]
                csr = Case(program, FORMATS[0], element, pattern, schedule="none")
                compare_formats(runner, totals, csr, FORMATS[1:])
    return totals.finish()


sys.exit(main())
