"""A run of the suite `formats`: matrix by matrix, each in every format that suits it."""

import argparse
import math

from bench import data, format_rows, format_summary, formats, peers, sparse
from bench.conversion import Kernel, Stored, Workshop
from bench.errors import Misuse
from bench.format_rows import PREFIX
from bench.lanes import Lanes
from bench.measure import Cell, Contestant, Plan, summary
from bench.rows import BACK_TO_BACK, Row, split
from bench.session import Session

#: Rounds in which all formats take part, and how many times as slow as the best those
#: may be then that take part in the others.
TRIAL_ROUNDS, NEAR_BEST = 3, 1.25
#: Seconds that these others take at most, but for two of them.
LONGEST = 5.0
#: How many times as slow as in CSR a format may be to have turns at all. A first call,
#: cold, tells where it takes longer than this many seconds.
HOPELESS, TELLING = 4.0, 0.1


def form_of(contestant: str) -> str:
    """The format of a contestant; empty where it is none of ours."""
    what = split(contestant)[1]
    return what.removeprefix(PREFIX) if what.startswith(PREFIX) else ""


class FormatCell(Cell):
    """A row on one matrix, which is in the formats of a workshop. All have a few turns;
    the peers, CSR and what is near the best then have the rest."""

    def __init__(
        self, row: Row, path: str, lanes: Lanes, plan: Plan, workshop: Workshop
    ):
        super().__init__(row, path, lanes, plan)
        self.workshop = workshop
        self.seconds_in_csr = math.inf

    def kernel(self, form: str) -> Kernel:
        return Kernel(form, self.row, self.row.threads or self.plan.threads)

    def files(self, name: str) -> dict[str, str]:
        form = form_of(name)
        return self.workshop.files(self.kernel(form)) if form else {}

    def admit(self, contestant: Contestant) -> None:
        form = form_of(contestant.name)
        seconds = contestant.time_once()
        if not form or seconds <= max(2 * HOPELESS * self.seconds_in_csr, TELLING):
            seconds = contestant.plan(self.plan.turn)
        if form == "csr":
            self.seconds_in_csr = seconds
        if not form or seconds <= HOPELESS * self.seconds_in_csr:
            self.ready.append(contestant)
            return
        timed = summary([seconds], contestant) | {"calls": 1}
        self.told[contestant.name]["modes"] = {BACK_TO_BACK: timed}

    def measure_mode(self, mode: str) -> None:
        taking_part = self.taking_part(mode)
        medians: dict[str, list[float]] = {one.name: [] for one in taking_part}
        trial = min(TRIAL_ROUNDS, self.plan.rounds)
        self.take_turns(taking_part, trial, mode, medians)
        left = self.contenders(medians)
        # A turn of a long run is one to warm up and one that is timed.
        round_seconds = sum(2 * min(medians[one.name], default=0.0) for one in left)
        fitting = int(LONGEST / max(round_seconds, 1e-9))
        rest = min(self.plan.rounds - trial, max(fitting, 2))
        self.take_turns(left, rest, mode, medians)
        self.keep(mode, medians)

    def contenders(self, medians: dict[str, list[float]]) -> list[Contestant]:
        """Those that have more turns."""
        times = {name: min(held) for name, held in medians.items() if held}
        ours = [seconds for name, seconds in times.items() if form_of(name)]
        bound = NEAR_BEST * min(ours, default=0.0)
        return [
            one
            for one in self.ready
            if one.name in times
            and (form_of(one.name) in ("", "csr") or times[one.name] <= bound)
        ]


class FormatSession(Session):
    """One run of the command."""

    def __init__(self, options: argparse.Namespace):
        self.templates = formats.chosen(options.formats, options.quick)
        super().__init__(options)

    def suite_rows(self) -> list[Row]:
        return format_rows.all_rows()

    def usual_rows(self) -> list[str]:
        quick = self.options.quick
        return list(format_rows.QUICK_ROWS if quick else format_rows.USUAL_ROWS)

    def usual_peers(self) -> list[str]:
        return ["format", "mkl"]

    def chosen_peers(self) -> list[str]:
        return list(dict.fromkeys(["format", *super().chosen_peers()]))

    def data_sets(self) -> dict[str, list[data.Matrix]]:
        size = 0.0 if self.options.quick else self.options.synthetic_size
        held = data.for_formats(data.matrices(self.folder), size)
        return self.only_named({"matrices": held})

    def settings(self) -> dict:
        return {**super().settings(), "suite": "formats"}

    def show(self) -> None:
        super().show()
        print("formats:")
        for name in self.templates:
            print(f"  {name}")

    def contestants_in(self, row: Row, forms: list[str]) -> list[str]:
        """Those of a row whose peers take part, and the matrix in these formats."""
        threads = f"@{row.threads}" if row.threads else ""
        ours = [f"{PREFIX}{form}{threads}" for form in forms]
        variants = [f"spindle:{name}{threads}" for name in self.variants]
        named = [*ours, *variants, *row.contestants, *peers.added]
        return [name for name in named if split(name)[0] in self.peers]

    def measure_rows(self) -> None:
        self.results.data.setdefault("formats", {})
        for row in self.rows:
            self.results.add_row(row)
        for matrix in self.sets["matrices"]:
            self.measure_matrix(matrix)
        self.say_outcome()

    def measure_matrix(self, matrix: data.Matrix) -> None:
        """All rows on a matrix, which is stored in each format once."""
        self.progress.draw(f"reading {matrix.name}")
        forms = formats.named(self.templates, sparse.load(matrix.path).csr())
        missing = [row for row in self.rows if not self.is_there(row, matrix, forms)]
        for _ in range(len(self.rows) - len(missing)):
            self.progress.step()
        if not missing:
            return
        with Workshop(self.options.program, matrix.path) as workshop:
            self.store(workshop, matrix, forms, missing[0])
            if workshop.stored["csr"].status != "stored":
                reason = workshop.stored["csr"].reason
                raise Misuse(f"expected {matrix.name} to be stored in CSR: {reason}")
            for row in missing:
                self.measure_in_formats(row, matrix, workshop)
                self.progress.step()

    def is_there(self, row: Row, matrix: data.Matrix, forms: dict[str, str]) -> bool:
        """Whether a row is measured on a matrix in all these formats."""
        told = self.results.data["formats"].get(matrix.name, {})
        if self.options.again or told.get("compiler") != self.compiler:
            return False
        known = told["formats"]
        if not set(forms) <= set(known):
            return False
        taking_part = [one for one in forms if known[one]["status"] == "stored"]
        names = self.contestants_in(row, taking_part)
        return self.results.has(row, matrix.name, names, self.compiler)

    def store(
        self, workshop: Workshop, matrix: data.Matrix, forms: dict[str, str], row: Row
    ) -> None:
        """Stores a matrix in all formats, one after the other: conversion is timed."""
        threads = row.threads or self.plan.threads
        for form, template in forms.items():
            self.progress.draw(f"{matrix.name} in {form}")
            workshop.store(form, row, threads)
            workshop.stored[form].template = template

    def measure_in_formats(
        self, row: Row, matrix: data.Matrix, workshop: Workshop
    ) -> None:
        """A row on a matrix."""
        self.progress.draw(f"compiling {row.name} for {matrix.name}")
        threads = row.threads or self.plan.threads
        advice = workshop.advise(row, threads)
        if advice and advice["format"] not in workshop.stored:
            self.store(workshop, matrix, {advice["format"]: advice["format"]}, row)
        forms = [form for form in workshop.stored if workshop.takes_part(form)]
        broken = workshop.compile(forms, row, threads)
        broken |= {
            form: stored.reason
            for form, stored in workshop.stored.items()
            if stored.status == "failed"
        }
        cell = FormatCell(row, str(matrix.path), self.lanes, self.plan, workshop)
        names = self.contestants_in(row, [one for one in forms if one not in broken])
        self.progress.draw(f"{row.name} on {matrix.name}")
        figures = cell.measure(names)
        for form, reason in broken.items():
            told = {"status": "failed", "reason": reason}
            figures["contestants"][self.contestants_in(row, [form])[0]] = told
        self.note(matrix, workshop.stored)
        about = {"group": matrix.group, "compiler": self.compiler, "advice": advice}
        self.results.add(row, matrix.name, about | figures)
        self.say_faults(row, matrix, figures["contestants"])
        said = format_summary.cell_line(row, matrix.name, about | figures)
        self.progress.say(said)

    def note(self, matrix: data.Matrix, stored: dict[str, Stored]) -> None:
        """Keeps what formats of a matrix came to."""
        held = self.results.data["formats"]
        before = held.get(matrix.name, {})
        if before.get("compiler") != self.compiler:
            before = {"formats": {}}
        told = {form: one.told() for form, one in stored.items()}
        told = before["formats"] | told
        held[matrix.name] = {"compiler": self.compiler, "formats": told}

    def say_outcome(self) -> None:
        """Prints the lines of rows, and what was to be reached."""
        names = {one.name for one in self.sets["matrices"]}
        for row in self.rows:
            cells = self.results.data["cells"].get(row.name, {})
            held = {name: cell for name, cell in cells.items() if name in names}
            if held:
                self.progress.say(format_summary.row_line(row, held))
        for line in format_summary.goal_lines(self.results.data):
            self.progress.say(line)
