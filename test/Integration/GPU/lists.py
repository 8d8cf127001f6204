# RUN: env SPINDLE_CUDA_DRIVER=%spindle_emulator SPINDLE_EMULATOR=seed=1 \
# RUN:   %python %s %spindle_emulator | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} calls checked, 0 wrong
"""Sums of lists of elements, in which groups of lanes add up what is of one row.

Lists are sorted or not, of a row, of many, with elements twice, around the sizes of
groups and of their parts. Numbers are small and whole, so that all sums are exact.
A group makes one atomic addition for each run of a row, and the emulator finds no
fault.
"""

import ctypes
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from driver import Driver
from saved import SavedProgram

#: Lanes of a group, and elements that a group has of a list at a time.
LANES = 32
ROWS, COLUMNS = 40, 29


@dataclass(frozen=True)
class Variant:
    """A program in a type, with columns of a dense operand where it has one."""

    program: str
    element: str
    dtype: type
    columns: int = 0


VARIANTS = (
    Variant("spmv", "f32", np.float32),
    Variant("spmv", "i64", np.int64),
    Variant("row_max", "i8", np.int8),
    Variant("spmm", "f32", np.float32, 33),
    Variant("spmm", "f64", np.float64, 4),
)


def lists(rng: np.random.Generator) -> Iterator[tuple[str, np.ndarray]]:
    """The rows of lists, with what they are called."""
    some = rng.integers(0, ROWS, 300)
    yield "empty", some[:0]
    yield "one element", some[:1]
    yield "one row", np.full(300, 7)
    yield "a row each", np.arange(ROWS)
    for size in (31, 32, 33, 127, 128, 129, 257):
        yield f"{size} sorted", np.sort(some[:size])
    yield "sorted the other way", np.sort(some)[::-1]
    yield "two rows by turns", np.arange(100) % 2
    yield "not sorted", some
    yield "in pieces", np.concatenate([np.sort(some[:50]), np.sort(some[50:])])


def count_runs(rows: np.ndarray) -> int:
    """How often a row begins in a group's elements."""
    starts = np.arange(rows.size) % LANES == 0
    starts[1:] |= rows[1:] != rows[:-1]
    return int(starts.sum())


class Report:
    """What the emulator has counted so far."""

    def __init__(self, driver: Driver):
        text = ctypes.c_char_p()
        driver.call("spindleEmulatorReport", ctypes.byref(text))
        told = json.loads(text.value or b"")
        self.findings = told["findings"]
        self.atomics = sum(kernel["atomics"] for kernel in told["kernels"].values())


class Case:
    """A list with values, and what is computed with it."""

    def __init__(self, variant: Variant, rows: np.ndarray, rng: np.random.Generator):
        self.variant, self.rows = variant, rows.astype(np.int32)
        self.columns = rng.integers(0, COLUMNS, rows.size).astype(np.int32)
        if rows.size > 2:
            self.columns[1] = self.columns[0]
        self.values = self.draw(rng, (rows.size,))
        wide = (variant.columns,) if variant.columns else ()
        self.dense = self.draw(rng, (COLUMNS, *wide))
        self.result = np.full((ROWS, *wide), 77, variant.dtype)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return rng.integers(-4, 5, shape).astype(self.variant.dtype)

    def expected(self) -> np.ndarray:
        """What is right, by NumPy."""
        if self.variant.program == "row_max":
            result = np.full(ROWS, np.iinfo(self.variant.dtype).min, self.variant.dtype)
            np.maximum.at(result, self.rows, self.values)
            return result
        values = self.values.reshape(-1, *(1,) * (self.dense.ndim - 1))
        result = np.zeros_like(self.result)
        np.add.at(result, self.rows, values * self.dense[self.columns])
        return result

    def run(self, program: SavedProgram) -> None:
        parameters: list[object] = [ctypes.c_int64(ROWS), ctypes.c_int64(COLUMNS)]
        for array in (self.rows, self.columns, self.values):
            parameters += program.array(array)
        if self.variant.program != "row_max":
            parameters += program.dense(self.dense)
        last = program.dense(self.result)
        program.call("", [*parameters, *last])
        program.driver.copy_out(last[0].value or 0, self.result)
        program.free()

    def check(self, program: SavedProgram) -> str:
        """Runs it; says what is wrong, if anything is."""
        before = Report(program.driver).atomics
        self.run(program)
        after = Report(program.driver)
        runs = count_runs(self.rows)
        if not np.array_equal(self.result, self.expected()):
            return "expected other numbers"
        made = after.atomics - before
        if self.variant.program == "spmv" and made != runs:
            return f"expected {runs} atomics but got {made}"
        return str(after.findings[0]) if after.findings else ""


def main(path: str) -> int:
    driver = Driver(path)
    rng = np.random.default_rng(5)
    checked = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for variant in VARIANTS:
            options = ["--format=A=coo", f"--dtype={variant.element}"]
            # A library is known by its path.
            place = Path(folder) / variant.element
            place.mkdir(exist_ok=True)
            program = SavedProgram(driver, variant.program, place, *options)
            for name, rows in lists(rng):
                told = Case(variant, rows, rng).check(program)
                checked += 1
                wrong += bool(told)
                if told:
                    print(f"{variant.program} {variant.element}, {name}: {told}")
    print(f"{checked} calls checked, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
