# RUN: %python %s --every 12007 | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs compared, 0 wrong, {{[0-9]+}} skipped
"""Every program in every format, type and tensor; see utils/fuzz --all.

Runs are numbered. How each is made (strict or not, check mode or not, types of indices,
files) depends on its number alone.
"""

import argparse
import itertools
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import elements
import numpy as np
from data_folder import DataFile, data_files
from elements import ELEMENTS
from formats import FORMATS, Format
from products import COLUMNS, INDICES
from references import PROGRAMS
from round_trips import MOST_BYTES, compare
from runs import Case, Runner
from storage import count_bytes, count_cells
from tensors import Pattern, awkward
from totals import Totals

# The most elements that a reference lists one by one, or a text file has.
MOST_LISTED = 12_000_000
SMALL = 20_000


@dataclass(frozen=True)
class Source:
    """A tensor that is made, or read when it is needed."""

    name: str
    rank: int
    place: int
    file: DataFile | None = None

    def load(self) -> Pattern:
        return self.file.load() if self.file else awkward(self.rank)[self.place]


@dataclass(frozen=True)
class Task:
    """All runs of a tensor in a format: there and back, and all products."""

    source: Source
    format: Format
    # The number of the first run, and what the following ones are of.
    first: int
    products: tuple[tuple[str, str], ...]

    @property
    def end(self) -> int:
        return self.first + 1 + len(self.products)


@dataclass
class Result:
    """What came of a task."""

    end: int
    totals: Totals = field(default_factory=Totals)
    # Why runs were left out, and how many.
    skipped: list[tuple[str, int]] = field(default_factory=list)


def sources(data: Path | None) -> list[Source]:
    """The awkward tensors, then those of the data folder."""
    made = [
        Source(pattern.name, rank, place)
        for rank in FORMATS
        for place, pattern in enumerate(awkward(rank))
    ]
    files = data_files(data) if data else []
    return made + [Source(f.path.name, f.rank, 0, f) for f in files]


def tasks(data: Path | None) -> Iterator[Task]:
    """All runs, in order."""
    first = 0
    for source in sources(data):
        products = tuple(
            (program, element)
            for program, element in itertools.product(PROGRAMS, ELEMENTS)
            if len(PROGRAMS[program].sparse) == source.rank
            and PROGRAMS[program].takes(element)
        )
        for format in FORMATS[source.rank]:
            yield (task := Task(source, format, first, products))
            first = task.end


class Worker:
    """Runs tasks in a folder of its own. Keeps the last tensor."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.folder = tempfile.TemporaryDirectory()
        self.runner = Runner(Path(self.folder.name), MOST_LISTED)
        self.source: Source | None = None
        self.pattern: Pattern | None = None

    def load(self, source: Source) -> Pattern:
        if self.source != source:
            self.source, self.pattern = source, source.load()
        return self.pattern

    def wants(self, number: int) -> bool:
        """Whether the options ask for a run."""
        options = self.options
        last = options.to is None or number <= options.to
        drawn = (
            options.every == 1 or number % options.every == options.seed % options.every
        )
        return options.start <= number and last and drawn

    def run(self, task: Task) -> Result:
        """Runs what is asked for of a task."""
        numbers = [n for n in range(task.first, task.end) if self.wants(n)]
        result = Result(task.end)
        if not numbers:
            return result
        pattern = self.load(task.source)
        if reason := too_large(task.format, pattern, "i1"):
            result.skipped.append(
                (f"{pattern.name} in {task.format.text}: {reason}", len(numbers))
            )
            return result
        if task.format.refuse(pattern):
            self.run_refusal(task, pattern, numbers, result)
            return result
        for number in numbers:
            if number == task.first:
                self.run_round_trip(task, pattern, result)
            else:
                self.run_product(task, pattern, number, result)
        return result

    def run_refusal(
        self, task: Task, pattern: Pattern, numbers: list[int], result: Result
    ) -> None:
        """One run is refused like any other."""
        if len(pattern.shape) < 4:
            program, _ = task.products[0]
            case = Case(program, task.format, "f32", pattern, file="tns")
            self.compare(case, numbers[0], result)
        reason = f"{pattern.name} in {task.format.text}: refused, as it should be"
        result.skipped.append((reason, len(numbers) - result.totals.compared))

    def run_round_trip(self, task: Task, pattern: Pattern, result: Result) -> None:
        """There and back."""
        reason = too_large(task.format, pattern, "f64")
        if count_cells(task.format, pattern) > MOST_LISTED:
            reason = reason or "more text than is read back"
        if reason:
            result.skipped.append(
                (f"{pattern.name} in {task.format.text}: {reason}", 1)
            )
            return
        totals = Totals()
        compare(Path(self.folder.name), pattern, [task.format], "f64", totals)
        result.totals.compared += totals.compared
        result.totals.failures += [f"{task.first}: {line}" for line in totals.failures]

    def run_product(
        self, task: Task, pattern: Pattern, number: int, result: Result
    ) -> None:
        """A program."""
        program, element = task.products[number - task.first - 1]
        reason = too_large(task.format, pattern, element)
        if not is_listed(task.format, pattern, program):
            reason = reason or "too many elements to list"
        if reason:
            name = f"{program} {element} of {pattern.name} in {task.format.text}"
            result.skipped.append((f"{name}: {reason}", 1))
            return
        self.compare(make_case(task, pattern, program, element, number), number, result)

    def compare(self, case: Case, number: int, result: Result) -> None:
        result.totals.compared += 1
        if wrong := self.runner.compare(case):
            result.totals.failures.append(f"{number}: {case}: {wrong}")


def make_case(
    task: Task, pattern: Pattern, program: str, element: str, number: int
) -> Case:
    """Run `number`."""
    rng = np.random.default_rng(number)
    is_small = pattern.places.shape[1] < SMALL
    pos, crd = INDICES[rng.integers(3)]
    return Case(
        program,
        task.format,
        element,
        pattern,
        columns=COLUMNS[rng.integers(len(COLUMNS))] if is_small else 2,
        file="npz" if task.source.rank == 2 else "tns",
        pos=pos,
        crd=crd,
        strict=bool(rng.integers(2)),
        check_mode=rng.random() < 0.25,
        check=is_small and rng.random() < 0.25,
    )


def too_large(format: Format, pattern: Pattern, element: str) -> str:
    """Why a tensor of the type is not stored in a format, if it is not."""
    count = count_bytes(format, pattern, elements.count_bytes(element), 4)
    return "" if count < MOST_BYTES else f"{count / 2**30:.1f} GiB"


def is_listed(format: Format, pattern: Pattern, program: str) -> bool:
    """Whether all elements and numbers can be listed. Where a dense array has too many,
    sums that are not on the pattern have a reference all the same."""
    if program in ("ttm", "ttv"):
        outputs = pattern.shape[0] * pattern.shape[1]
        return max(outputs, count_cells(format, pattern)) <= MOST_LISTED
    if count_cells(format, pattern) <= MOST_LISTED or not format.is_full:
        return True
    is_sum = PROGRAMS[program].others == "ibc" and not PROGRAMS[program].on_pattern
    return is_sum and format.text == "dense"


class Process:
    """What each process has."""

    worker: Worker
    todo: list[Task]


def start_process(options: argparse.Namespace) -> None:
    Process.worker, Process.todo = Worker(options), list(tasks(options.data))


def run_task(place: int) -> Result:
    return Process.worker.run(Process.todo[place])


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="utils/fuzz --all", description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("SPINDLE_DATA"))
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--to", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def report(result: Result, done: int, everything: int, totals: Totals) -> None:
    """What is new, and on a terminal how far it is."""
    for reason, count in result.skipped:
        if count:
            print(f"skipped: {reason} ({count} runs)", flush=True)
    for failure in result.totals.failures:
        print(f"wrong: {failure}", flush=True)
    totals.compared += result.totals.compared
    totals.failures += result.totals.failures
    if sys.stderr.isatty():
        line = f"run {done} of {everything}, {len(totals.failures)} wrong"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)


def main() -> int:
    options = parse_options()
    todo = list(tasks(options.data))
    totals, skipped, done, start = Totals(), 0, options.start, time.monotonic()
    print(f"{todo[-1].end} runs, from {options.start} on", flush=True)
    with multiprocessing.Pool(options.jobs, start_process, (options,)) as pool:
        try:
            for result in pool.imap(run_task, range(len(todo))):
                skipped += sum(count for _, count in result.skipped)
                done = max(done, result.end)
                report(result, done, todo[-1].end, totals)
        except KeyboardInterrupt:
            print(f"\ninterrupted; --from {done} goes on")
    print(f"{time.monotonic() - start:.0f} s")
    counts = f"{totals.compared} runs compared, {len(totals.failures)} wrong"
    print(f"{counts}, {skipped} skipped")
    return 0 if totals.compared and not totals.failures else 1


if __name__ == "__main__":
    sys.exit(main())
