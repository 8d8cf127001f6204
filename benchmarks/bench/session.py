"""One run of the command: what is asked for, measured row by row."""

import argparse
import dataclasses
import hashlib
import os
import sys
from pathlib import Path

from bench import compile_time, data, machine, peers, rows, sparse, summary
from bench.errors import Misuse, known
from bench.lanes import Lane, LaneDied, Lanes, Settings
from bench.measure import Cell, Plan
from bench.progress import Progress
from bench.results import Results
from bench.rows import Row

CURVES = "curves"
#: Names that --rows knows beside those of rows.
APART = (CURVES, compile_time.ROW)


def listed(text: str | None) -> list[str] | None:
    return [part for part in text.split(",") if part] if text else None


def read_variants(texts: list[str]) -> dict[str, str]:
    held = {}
    for text in texts:
        name, equals, options = text.partition("=")
        if not name.isidentifier() or not equals:
            raise Misuse(f"expected --variant NAME=OPTIONS but got '{text}'")
        held[name] = options
    return held


def read_plan(options: argparse.Namespace) -> Plan:
    plan = Plan()
    if options.quick:
        plan = dataclasses.replace(plan, rounds=9, turn=0.002)
    if options.rounds is not None:
        plan = dataclasses.replace(plan, rounds=options.rounds)
    if options.turn is not None:
        plan = dataclasses.replace(plan, turn=options.turn / 1000)
    available = len(os.sched_getaffinity(0))
    if not 1 <= options.threads:
        raise Misuse(f"expected --threads to be at least 1 but got {options.threads}")
    if plan.rounds < 1:
        raise Misuse(f"expected --rounds to be at least 1 but got {plan.rounds}")
    threads = min(options.threads, available)
    return dataclasses.replace(plan, threads=threads)


def read_folder(named: Path | None) -> Path | None:
    folder = named or data.default_folder()
    if folder is not None and not folder.is_dir():
        raise Misuse(f"expected --data to name a folder but got '{folder}'")
    return folder.resolve() if folder else None


def digest(path: Path) -> str:
    """What tells one build of the compiler from another."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


class Session:
    """One run of the command."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        for path in options.add_peers:
            peers.add(Path(path))
        self.variants = read_variants(options.variant)
        self.plan = read_plan(options)
        self.folder = read_folder(options.data)
        names = listed(options.rows) or self.usual_rows()
        #: What is measured beside the rows.
        self.apart = set(APART) & set(APART if names is None else names)
        if names is not None:
            names = [name for name in names if name not in APART]
        self.rows = rows.chosen(self.suite_rows(), names)
        self.peers = self.chosen_peers()
        self.sets = self.data_sets()

    def suite_rows(self) -> list[Row]:
        """All rows of the suite."""
        return rows.all_rows()

    def usual_rows(self) -> list[str] | None:
        """The names of those that are run where none is named."""
        return list(rows.QUICK_ROWS) if self.options.quick else None

    def usual_peers(self) -> list[str]:
        """Those that take part where none is named."""
        if self.options.quick:
            return list(rows.QUICK_PEERS)
        others = ("format", "python", "command")
        return [name for name in peers.PEERS if name not in others]

    def chosen_peers(self) -> list[str]:
        """Ours, and those that are named or there."""
        names = listed(self.options.peers)
        if names is None:
            names = self.usual_peers()
        for name in names:
            known("peer", name, peers.PEERS)
        return ["spindle", *(name for name in names if name != "spindle")]

    def data_sets(self) -> dict[str, list[data.Matrix]]:
        """The matrices of each set that a row names."""
        matrices = data.matrices(self.folder)
        held = {
            "matrices": matrices,
            "tensors": data.tensors(self.folder),
            "second level": data.in_second_level(),
            "tiny": [data.made("tiny", data.generated.banded, 4, 1)],
            "growing": data.growing(
                machine.memory_bytes() // 2, int(self.options.largest)
            ),
            "shapes": data.shapes(int(self.options.largest)),
        }
        for size in (3, 4, 8, 16):
            held[f"blocks-{size}"] = data.block_matrices(size, matrices)
        return self.only_named(held)

    def only_named(
        self, held: dict[str, list[data.Matrix]]
    ) -> dict[str, list[data.Matrix]]:
        names = listed(self.options.matrices)
        if names is None and self.options.quick:
            there = {one.name for one in held["matrices"]}
            names = [name for name in rows.QUICK_MATRICES if name in there]
        if not names:
            return held
        every = [one.name for matrices in held.values() for one in matrices]
        wanted = {known("matrix", name, every) for name in names}
        return {
            key: [one for one in matrices if one.name in wanted]
            for key, matrices in held.items()
        }

    def contestants(self, row: Row) -> list[str]:
        """Those of a row whose peers take part, with our variants and added peers."""
        held = [f"spindle:{name}" for name in self.variants]
        named = [*row.contestants, *held]
        listed_peers = {rows.split(name)[0] for name in named}
        builtin = set(peers.PEERS) - set(peers.added)
        named += [name for name in self.peers if name not in listed_peers | builtin]
        return [name for name in named if rows.split(name)[0] in self.peers]

    def settings(self) -> dict:
        """What figures of one file share."""
        source = "files" if self.folder else "generated"
        return {**dataclasses.asdict(self.plan), "data": source}

    def show(self) -> None:
        """Prints what there is."""
        print("rows:")
        for row in self.rows:
            print(f"  {row.name:14} {row.title}; {', '.join(row.contestants)}")
        print(f"  {compile_time.ROW:14} compilation of SpMM")
        print(f"  {CURVES:14} bandwidth, reads in any order, arithmetic")
        print("peers:")
        for name, peer in peers.PEERS.items():
            missing = peer.missing()
            print(f"  {name:14} {'missing: ' + missing if missing else 'there'}")
        print("matrices:")
        for key, matrices in self.sets.items():
            print(f"  {key:14} {', '.join(one.name for one in matrices) or 'none'}")

    def cells(self) -> list[tuple[Row, data.Matrix]]:
        """What is to be measured, row by row."""
        return [(row, one) for row in self.rows for one in self.sets[row.data]]

    def run(self) -> int:
        """Measures. Returns the exit status: 1 if a result was wrong."""
        described = machine.describe()
        self.results = Results(self.options.json, described, self.settings())
        settings = Settings(self.options.program, self.variants, self.options.add_peers)
        self.lanes = Lanes(settings)
        self.progress = Progress(len(self.cells()))
        try:
            self.describe_peers()
            if CURVES in self.apart:
                self.measure_curves()
            self.measure_rows()
            if compile_time.ROW in self.apart:
                self.measure_compilation()
        except KeyboardInterrupt:
            return self.interrupted()
        finally:
            self.progress.end()
            self.lanes.close()
        return self.verdict()

    def interrupted(self) -> int:
        self.progress.end()
        where = self.options.json
        kept = (
            f"what was measured is in {where}; run it again to go on"
            if where
            else ("nothing is kept without --json")
        )
        print(f"bench: interrupted; {kept}", file=sys.stderr)
        return 130

    def describe_peers(self) -> None:
        """Starts the lanes, and keeps the versions of what is in them."""
        told: dict[str, dict] = {}
        for name in self.peers:
            lane = self.lanes.of(name, self.plan.threads)
            if name not in told:
                told |= self.start(lane)
        self.results.data["peers"] |= {name: told[name] for name in self.peers}
        named = listed(self.options.peers) or []
        for name in self.peers:
            missing = told[name]["missing"]
            if missing and name in named:
                self.progress.say(f"bench: {name} is missing: {missing}")
        missing = [name for name in self.peers if told[name]["missing"]]
        if "spindle" in missing:
            raise Misuse(told["spindle"]["missing"])
        self.peers = [name for name in self.peers if name not in missing]
        self.compiler = digest(Path(self.options.program))
        self.results.write()

    def start(self, lane: Lane) -> dict[str, dict]:
        """Starts a lane. Returns what is known of its peers."""
        try:
            return lane.start()["peers"]
        except LaneDied as death:
            return {
                name: {"missing": str(death), "version": ""}
                for name, peer in peers.PEERS.items()
                if peer.runtime == lane.runtime
            }

    def measure_curves(self) -> None:
        """Bandwidth and the like."""
        if self.results.data["curves"] and not self.options.again:
            return
        self.progress.draw("bandwidth")
        lane = self.lanes.of("spindle", self.plan.threads)
        largest = min(machine.memory_bytes() // 4, 1 << 30)
        self.results.data["curves"] = lane.ask("curves", largest=largest)
        self.results.data["runtimes"] = [
            Path(path).name for path in lane.ask("runtimes")["runtimes"]
        ]
        self.results.write()

    def measure_rows(self) -> None:
        for row in self.rows:
            self.measure_row(row)

    def measure_row(self, row: Row) -> None:
        """Measures a row on its matrices, and prints its line."""
        self.results.add_row(row)
        contestants = self.contestants(row)
        measured = {}
        for matrix in self.sets[row.data]:
            self.progress.draw(f"{row.name} on {matrix.name}")
            there = self.results.has(row, matrix.name, contestants, self.compiler)
            if self.options.again or not there:
                self.measure_cell(row, matrix, contestants)
            cell = self.results.data["cells"].get(row.name, {}).get(matrix.name)
            if cell:
                measured[matrix.name] = cell
            self.progress.step()
        if measured:
            self.progress.say(summary.line(row, measured))

    def measure_cell(
        self, row: Row, matrix: data.Matrix, contestants: list[str]
    ) -> None:
        columns = sparse.shape_of(matrix.path)[1]
        if row.operand_bytes > columns * dict(row.sizes).get("K", 1) * 4:
            return
        cell = self.cell(row, str(matrix.path))
        figures = cell.measure(contestants)
        about = {"group": matrix.group, "compiler": self.compiler}
        self.results.add(row, matrix.name, about | figures)
        self.say_faults(row, matrix, figures["contestants"])

    def cell(self, row: Row, path: str) -> Cell:
        """A row on the matrix of a file."""
        return Cell(row, path, self.lanes, self.plan)

    def say_faults(self, row: Row, matrix: data.Matrix, contestants: dict) -> None:
        for name, told in contestants.items():
            if told["status"] in ("wrong", "failed", "died"):
                self.progress.say(
                    f"bench: {row.name} on {matrix.name}: {name} {told['status']}: "
                    f"{told['reason']}"
                )

    def measure_compilation(self) -> None:
        if compile_time.ROW in self.results.data and not self.options.again:
            return
        self.progress.draw("compilation")
        figures = compile_time.measure(self.options.program)
        self.results.data[compile_time.ROW] = figures
        self.results.write()
        said = [
            f"{told['seconds'] * 1e3:.1f} ms {name}" for name, told in figures.items()
        ]
        bound = f"bound {compile_time.REACH * 1e3:.0f} ms"
        self.progress.say(f"{compile_time.ROW:14} {', '.join(said)} ({bound})")

    def verdict(self) -> int:
        """Says what was wrong, if anything was."""
        ran = {row.name for row in self.rows}
        cells = self.results.data["cells"]
        wrong = [fault for name in ran for fault in summary.faults(cells.get(name, {}))]
        if wrong:
            print(f"bench: {len(wrong)} results were wrong or not to be had")
        return 1 if wrong else 0
