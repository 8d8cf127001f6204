"""Runs a program through files and compares what it writes with NumPy's numbers.

sparse-run compares with the interpreter, and this module with what a case says.
Cases give their results as a function of a change to the values. Where a result is
a sum of products, the change to absolute values gives the sum M of their
magnitudes and that to ones their number n; a right float is off by at most
2 (n + 4) u M, u the unit of rounding (twice the bound of a sum in any order, for up
to four roundings per product). Other cases say how many units a result may be off,
relative to itself. Small integers are summed exactly, so that nothing may be off.
"""

import itertools
import json
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from program import VARIANTS, Argument, Variant, arguments, change
from totals import Totals

Change = Callable[[np.ndarray], np.ndarray]
Results = dict[str, np.ndarray]
ROUNDINGS = 4


@dataclass
class Case:
    """Operands by name, and the results that they give."""

    name: str
    operands: dict[str, object]
    results: Callable[[Change], Results]
    #: What holds of the coordinates of axes, by alias of their types.
    claims: dict[str, str] = field(default_factory=dict)
    #: Units of rounding that a result may be off; none for sums of products.
    units: float | None = None
    #: Whether the results are exact in every type.
    is_exact: bool = False
    #: Whether sums of products are rounded even of integers.
    divides: bool = False

    def sums_integers(self) -> bool:
        """Whether the results are sums of products of integers, and so are exact."""
        given = [np.asarray(x, float) for x in self.operands.values() if is_plain(x)]
        whole = all((x == np.rint(x))[np.isfinite(x)].all() for x in given)
        return whole and not self.divides and self.units is None


def is_plain(operand: object) -> bool:
    return not scipy.sparse.issparse(operand)


def save(argument: Argument, operand: object, folder: Path) -> str:
    """What to bind to `argument`: a number, or a file that holds `operand`."""
    if argument.dtype is None:
        return str(operand)
    if argument.is_sparse:
        path = folder / f"{argument.name}.mtx"
        scipy.io.mmwrite(path, scipy.sparse.coo_array(operand))
    else:
        path = folder / f"{argument.name}.npy"
        np.save(path, np.ascontiguousarray(operand, argument.dtype))
    return str(path)


def load(argument: Argument, folder: Path) -> np.ndarray:
    """What the program left; of a sparse result, the elements in order of rows."""
    if argument.is_sparse:
        matrix = scipy.sparse.csr_array(scipy.io.mmread(folder / "result.mtx"))
        return matrix.data.astype(argument.dtype)
    return np.load(folder / f"result-{argument.name}.npy")


def allowed(case: Case, name: str, dtype: type) -> np.ndarray | float:
    """How far the numbers of result `name` may be off."""
    if case.is_exact or case.sums_integers():
        return 0.0
    unit = np.finfo(dtype).eps / 2
    if case.units is not None:
        return case.units * unit * np.abs(case.results(np.asarray)[name])
    terms = case.results(np.ones_like)[name]
    return 2 * (terms + ROUNDINGS) * unit * case.results(np.abs)[name]


def wrong_numbers(case: Case, argument: Argument, got: np.ndarray) -> str:
    """Says how a result differs from the expected one, if it does."""
    expected = np.asarray(case.results(np.asarray)[argument.name])
    if got.shape != expected.shape or got.dtype != argument.dtype:
        return f"expected {expected.shape} of {argument.dtype} but got {got.shape} of {got.dtype}"
    close = np.abs(got - expected) <= allowed(case, argument.name, argument.dtype)
    close |= (got == expected) | (np.isnan(got) & np.isnan(expected))
    if close.all():
        return ""
    place = tuple(int(i) for i in np.argwhere(~close)[0])
    return (
        f"{argument.name}: expected {expected[place]} at {place} but got {got[place]}"
    )


class Bench:
    """A folder in which one program is run on cases, its variants by turns."""

    def __init__(self, text: str, folder: Path, totals: Totals):
        self.text = text
        self.folder = folder
        self.totals = totals
        turns = itertools.product((False, True), VARIANTS)
        self.turns = itertools.cycle(turns)

    def compare(self, case: Case) -> None:
        """Runs the program on `case` in the next variant."""
        claims_all, variant = next(self.turns)
        claims = case.claims if claims_all else {}
        self.totals.compared += 1
        wrong = self.run(case, variant, claims)
        if wrong:
            what = f"{case.name} {variant} {claims}"
            self.totals.failures.append(f"{what}: {wrong}")

    def command(self, case: Case, found: list[Argument], file: Path) -> list[str]:
        """The call of sparse-run."""
        words = ["sparse-run", str(file), "--check=force"]
        words += ["--json", str(self.folder / "report.json")]
        for argument in found:
            if argument.is_given:
                operand = case.operands[argument.name]
                words += [
                    "--bind",
                    f"{argument.name}={save(argument, operand, self.folder)}",
                ]
            if argument.is_result:
                suffix = ".mtx" if argument.is_sparse else f"-{argument.name}.npy"
                words += ["--out", f"{argument.name}={self.folder}/result{suffix}"]
        return words + self.sizes(case, found)

    def sizes(self, case: Case, found: list[Argument]) -> list[str]:
        """The sizes of the results that are only written."""
        words = []
        results = case.results(np.asarray)
        for argument in found:
            if argument.is_given or argument.is_sparse or argument.has_dims:
                continue
            for d, size in enumerate(results[argument.name].shape):
                words += ["--size", f"{argument.name}[{d}]={size}"]
        return words

    def run(self, case: Case, variant: Variant, claims: dict[str, str]) -> str:
        """Runs `case`; returns what is wrong, if anything is."""
        text = change(self.text, variant, claims)
        found = arguments(text)
        file = self.folder / "program.mlir"
        file.write_text(text)
        for old in self.folder.glob("result*"):
            old.unlink()
        done = batch.run(self.command(case, found, file))
        if done.returncode != 0:
            return f"exit status {done.returncode}: {done.stderr.strip()}"
        if not json.loads((self.folder / "report.json").read_text())["checked"]:
            return "expected the run to be checked"
        results = [argument for argument in found if argument.is_result]
        wrong = (wrong_numbers(case, a, load(a, self.folder)) for a in results)
        return "; ".join(filter(None, wrong))


def run_cases(text: str, cases: Iterable[Case]) -> int:
    """Runs the program `text` on `cases`; returns the exit status."""
    totals = Totals()
    # What is not finite is compared as it is.
    with tempfile.TemporaryDirectory() as folder, np.errstate(invalid="ignore"):
        bench = Bench(text, Path(folder), totals)
        for case in cases:
            bench.compare(case)
    return totals.finish()
