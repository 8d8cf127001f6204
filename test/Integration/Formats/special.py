# RUN: %python %s
"""Infinities and NaN in the dense operands.

Strictly, what is not stored is not read: the results are those of the reference, and
of matrices, but for `full` forms and those that permute rows, those of CSR bit for bit. By default they are so in
every output whose elements and padding meet none of these numbers.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from elements import round_to
from formats import FORMATS, MATRICES
from references import PROGRAMS, Reference, find_wrong, refer
from runs import Case, Runner, draw_dense, seeded
from storage import Elements, stored_cells
from tensors import Pattern, spread
from totals import Totals

FLOATS = ("f32", "f64", "f16", "bf16")
SPECIAL = (np.inf, -np.inf, np.nan)
CSR = MATRICES[0]


def patterns(rank: int) -> list[Pattern]:
    """Tensors of which few rows meet a few columns."""
    rng = np.random.default_rng(rank)
    if rank == 3:
        return [spread(rng, "few elements", (7, 8, 9), 20)]
    rows = np.arange(17)
    single = Pattern("one in each row", (17, 14), np.array([rows, rows * 5 % 14]))
    steps = [(i, j) for i in range(17) for j in range(i * 7 % 4)]
    without_gaps = Pattern("rows without gaps", (17, 14), np.array(steps).T)
    return [spread(rng, "few elements", (17, 14), 30), single, without_gaps]


def draw_special(case: Case) -> dict[str, np.ndarray]:
    """Dense operands with a special number in one row in four, in one column."""
    operands = draw_dense(case)
    rng = seeded("special", case.program, case.pattern.name)
    for values in operands.values():
        for row in range(0, len(values), 4):
            place = (row, rng.integers(values.shape[1])) if values.ndim == 2 else row
            values[place] = round_to(rng.choice(SPECIAL, 1), case.element)[0]
    return operands


def reads_none(case: Case, dense: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Which numbers of an output, not on the pattern, are made of finite ones alone,
    padding counted."""
    cells = stored_cells(case.format, case.pattern)
    zeros = np.zeros(cells.shape[1])
    elements = Elements(case.pattern.shape, cells, zeros)
    made = refer(case.program, elements, dense, case.element)[name].expected
    return ~np.isnan(made)


def select(reference: Reference, mask: np.ndarray) -> Reference:
    """The reference where the mask is set."""
    bound = np.broadcast_to(reference.bound, mask.shape)
    return Reference(reference.expected[mask], bound[mask])


class Comparison:
    """Runs with special numbers."""

    def __init__(self, runner: Runner):
        self.runner = runner
        # The outputs of CSR, by program, type and tensor.
        self.of_csr: dict[tuple[str, str, str], dict[str, np.ndarray]] = {}
        # How many outputs show that padding was computed.
        self.shown = 0

    def compare(self, case: Case) -> str:
        """Says what is wrong with a case, if anything."""
        dense = draw_special(case)
        if wrong := self.runner.run(case, dense):
            return wrong
        elements = self.runner.elements(case)
        outputs = {}
        for name, reference in refer(
            case.program, elements, dense, case.element
        ).items():
            found = self.runner.read(case, name, elements)
            if isinstance(found, str):
                return f"{name}: {found}"
            outputs[name] = found
            if not case.strict and name not in PROGRAMS[case.program].on_pattern:
                mask = reads_none(case, dense, name)
                self.shown += bool(find_wrong(found, reference))
                reference, found = select(reference, mask), found[mask]
            if wrong := find_wrong(found, reference):
                return f"{name}: {wrong}"
        return self.compare_with_csr(case, outputs)

    def compare_with_csr(self, case: Case, outputs: dict[str, np.ndarray]) -> str:
        """Of a strict run, whose results are to be the same."""
        is_alike = not case.format.is_full and not case.format.is_permuted
        if not is_alike or not case.strict or case.format.rank != 2:
            return ""
        key = case.program, case.element, case.pattern.name
        expected = self.of_csr.setdefault(key, outputs)
        for name, found in outputs.items():
            if not np.array_equal(found, expected[name], equal_nan=True):
                return f"{name}: expected the numbers of CSR but got others"
        return ""


def make_cases(rank: int) -> list[Case]:
    """CSR comes first of its rank."""
    programs = [
        name
        for name, program in PROGRAMS.items()
        if len(program.sparse) == rank and program.dense
    ]
    cases = []
    for pattern in patterns(rank):
        held = [format for format in FORMATS[rank] if not format.refuse(pattern)]
        if pattern.name != "few elements":
            held = [CSR] + [format for format in held if format.refuse(patterns(2)[0])]
        for number, program in enumerate(programs):
            for place, format in enumerate(held):
                has_padding = (
                    stored_cells(format, pattern).shape != pattern.places.shape
                )
                for strict in (True, False) if has_padding else (True,):
                    elements = FLOATS[:1] if strict else FLOATS
                    element = elements[(place + number) % len(elements)]
                    file = "npz" if rank == 2 else "tns"
                    cases.append(
                        Case(
                            program, format, element, pattern, file=file, strict=strict
                        )
                    )
    return cases


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(Runner(Path(folder)))
        for case in make_cases(2) + make_cases(3):
            totals.compared += 1
            if wrong := comparison.compare(case):
                totals.failures.append(f"{case}: {wrong}")
    if not comparison.shown:
        totals.failures.append("expected some run to compute with padding but got none")
    return totals.finish()


sys.exit(main())
