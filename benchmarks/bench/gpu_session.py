"""A run of the suite `gpu`: what kernels ask of a GPU, counted where there is none."""

import argparse
import datetime
import subprocess
from pathlib import Path

from bench import data, sparse
from bench.errors import Missing, Misuse, known
from bench.gpu import contest, hand, rows, summary, toolkit
from bench.gpu.contest import Hand
from bench.gpu.ours import Ours
from bench.gpu.rows import Row
from bench.kernels import KERNELS, Problem
from bench.progress import Progress
from bench.results import Results
from bench.session import digest, listed, read_folder, read_variants

CHIP = "sm_90"
#: What ours is called among contestants.
OURS = "spindle"


def version(command: list[str], start: str) -> str:
    """The line of what a program says of itself that has `start`."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except OSError as error:
        return str(error)
    held = [line.strip() for line in done.stdout.splitlines() if start in line]
    return held[0] if held else ""


def tools() -> dict[str, str]:
    """The compilers that code is counted of."""
    told = {}
    for name, start in (("nvcc", "release"), ("ptxas", "release")):
        try:
            told[name] = version([str(toolkit.find(name)), "--version"], start)
        except Missing as error:
            told[name] = str(error)
    try:
        told["clang"] = version([toolkit.clang(), "--version"], "version")
        told["nvdisasm"] = version(
            [str(toolkit.disassembler()), "--version"], "release"
        )
    except Missing as error:
        told["nvdisasm"] = str(error)
    return told


class GpuSession:
    """One run of the command."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.variants = read_variants(options.variant)
        self.folder = read_folder(options.data)
        self.rows = self.chosen_rows()
        self.matrices = self.chosen_matrices()

    def chosen_rows(self) -> list[Row]:
        """Those that are named by their beginnings; else all."""
        every = rows.all_rows()
        names = listed(self.options.rows)
        if names is None and self.options.quick:
            names = list(rows.QUICK_ROWS)
            return [row for row in every if row.name in names]
        if names is None:
            return every
        held = [row for row in every if row.name.startswith(tuple(names))]
        for name in names:
            if not any(row.name.startswith(name) for row in every):
                known("row", name, [row.name for row in every])
        return held

    def chosen_matrices(self) -> list[data.Matrix]:
        """The suite's, or without files those that are made."""
        every = data.matrices(self.folder)
        there = [one.name for one in every]
        named = listed(self.options.matrices)
        if named is not None:
            return [
                one
                for one in every
                if one.name in {known("matrix", n, there) for n in named}
            ]
        usual = rows.QUICK_MATRICES if self.options.quick else rows.MATRICES
        held = [one for one in every if one.name in usual]
        return held or every

    def show(self) -> None:
        """Prints what there is."""
        print("rows:")
        for row in self.rows:
            names = [one.name for one in hand.KERNELS[row.name]]
            print(f"  {row.name:14} {row.title}; {', '.join(names)}")
        print("matrices:")
        print(f"  {', '.join(one.name for one in self.matrices)}")
        print("tools:")
        for name, told in tools().items():
            print(f"  {name:14} {told}")

    def settings(self) -> dict:
        source = "files" if self.folder else "generated"
        return {"suite": "gpu", "chip": CHIP, "data": source}

    def run(self) -> int:
        """Counts. Returns the exit status: 1 if a result was wrong."""
        program = Path(self.options.program)
        if not program.exists():
            raise Misuse(f"expected --program to name sparse-run but got '{program}'")
        self.results = Results(self.options.json, {"chip": CHIP}, self.settings())
        self.results.data["tools"] = tools()
        self.results.data["date"] = (
            datetime.datetime.now(datetime.UTC).date().isoformat()
        )
        self.compiler = digest(program)
        self.progress = Progress(len(self.rows) * len(self.matrices))
        self.ours = {OURS: Ours(str(program), CHIP)}
        for name, options in self.variants.items():
            held = tuple(options.split())
            self.ours[f"{OURS}:{name}"] = Ours(str(program), CHIP, held)
        self.hand = Hand(CHIP)
        try:
            for row in self.rows:
                self.count_row(row)
        except KeyboardInterrupt:
            self.progress.end()
            return 130
        finally:
            self.progress.end()
        return self.verdict()

    def count_row(self, row: Row) -> None:
        """Counts a row on every matrix, and prints its lines."""
        self.results.add_row(row)
        held = self.results.data.setdefault("static", {})
        held[row.name], missing = contest.static_figures(row, CHIP)
        self.results.write()
        if missing:
            self.progress.say(f"bench: {missing}")
        for matrix in self.matrices:
            self.progress.draw(f"{row.name} on {matrix.name}")
            contestants = [*self.ours, *(one.name for one in hand.KERNELS[row.name])]
            there = self.results.has(row, matrix.name, contestants, self.compiler)
            if self.options.again or not there:
                self.count_cell(row, matrix)
            self.progress.step()
        cells = self.results.data["cells"].get(row.name, {})
        for line in summary.lines(row, cells, held[row.name]):
            self.progress.say(line)

    def count_cell(self, row: Row, matrix: data.Matrix) -> None:
        """Has every contestant do a row on a matrix."""
        a = sparse.load(matrix.path).csr()
        problem = KERNELS[row.kernel].problem(a, dict(row.sizes), row.dtype)
        expected = KERNELS[row.kernel].reference(problem)
        told = self.contestants(row, problem, expected)
        for name, one in told.items():
            if one["status"] == "wrong":
                said = f"{row.name} on {matrix.name}: {name} is wrong: {one['reason']}"
                self.progress.say(f"bench: {said}")
        about = {"group": matrix.group, "compiler": self.compiler}
        about |= {"shape": list(a.shape), "stored": a.stored}
        self.results.add(row, matrix.name, about | {"contestants": told})

    def contestants(
        self, row: Row, problem: Problem, expected: dict
    ) -> dict[str, dict]:
        told = {
            name: one.count(row, problem, expected) for name, one in self.ours.items()
        }
        for kernel in hand.KERNELS[row.name]:
            figures = self.hand.try_to_count(kernel, problem, expected)
            told[kernel.name] = {**figures, "same": kernel.same}
        return told

    def verdict(self) -> int:
        """Says what was wrong, if anything was."""
        ran = {row.name for row in self.rows}
        wrong = sum(
            one["status"] == "wrong"
            for name in ran
            for cell in self.results.data["cells"].get(name, {}).values()
            for one in cell["contestants"].values()
        )
        if wrong:
            print(f"bench: {wrong} results were wrong")
        return 1 if wrong else 0
