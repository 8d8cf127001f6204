"""One run of the guard: contestants take turns row by row."""

import argparse
import sys
import time
from pathlib import Path

from bench import machine, peers
from bench.guard import judging, table
from bench.guard.bounds import Bounds
from bench.guard.judging import Judged
from bench.guard.rows import Watched, matrix_of
from bench.lanes import SPIN, LaneDied, Lanes, Settings
from bench.measure import Cell, Plan
from bench.rows import BACK_TO_BACK
from quiet import Probe

#: Rounds of a block, and blocks of a row.
BLOCK, BLOCKS = 9, 4
#: Blocks of a row that may be taken again, for processors that were not free.
RETRIES = 4
#: Seconds after which no block is taken again.
ENOUGH = 40.0
#: Seconds in which a process has to answer.
PATIENCE = 30.0
#: Seconds of timed calls in a turn.
TURN = 0.002


class Match(Cell):
    """The contestants of a row on its matrix, over rounds that are kept apart."""

    def block(self, count: int) -> dict[str, list[float]]:
        """The medians of so many rounds, by contestant."""
        medians: dict[str, list[float]] = {one.name: [] for one in self.ready}
        self.take_turns(list(self.ready), count, BACK_TO_BACK, medians)
        return medians

    def close(self) -> None:
        """Releases what the lanes hold of it."""
        for key in self.opened:
            try:
                self.lanes.held[key].ask("shut")
            except LaneDied:
                continue


def builds(options: argparse.Namespace, other: Path | None) -> list[dict]:
    """The builds that take part, each as its peer takes it."""
    ours = {"program": str(options.program), "options": options.spindle_options}
    held = [{"name": "ours", **ours}, {"name": "again", "copies": True, **ours}]
    if other:
        text = options.against_options
        told = {"name": "other", "program": str(other), "options": text}
        # A build against itself is two contestants too.
        held.append(told | {"copies": other == options.program})
    return held


def notes(told: dict[str, dict]) -> list[str]:
    """Why contestants are not ready; one reason is said once."""
    reasons = {
        about["reason"]: f"{name} {about['status']}: {about['reason']}"
        for name, about in reversed(told.items())
        if about["status"] != "ready"
    }
    return list(reversed(reasons.values()))


class Session:
    """What is asked for, measured and judged."""

    def __init__(
        self, options: argparse.Namespace, rows: list[Watched], other: Path | None
    ):
        self.options, self.rows, self.other = options, rows, other
        self.bounds = Bounds(options.bounds)
        self.processor = machine.processor_name()
        self.whose, self.held = self.bounds.rows(self.processor)
        self.builds = builds(options, other)
        peers.add_builds(self.builds)

    def run(self) -> int:
        """Measures all rows. Returns the exit status."""
        self.begin = time.monotonic()
        settings = Settings(
            str(self.options.program), builds=self.builds, patience=PATIENCE
        )
        self.lanes = Lanes(settings)
        self.probe = Probe(min(2, len(machine.processors(2))))
        try:
            self.announce()
            judged = [self.judge_row(one) for one in self.rows]
        finally:
            self.lanes.close()
            self.probe.close()
        return self.conclude(judged)

    def announce(self) -> None:
        """Prints what is compared, and the head of the table."""
        against = f"{self.other}" if self.other else f"the bounds of {self.whose}"
        print(f"guard: {self.options.program} against {against}")
        print(table.OTHER if self.other else table.BOUND, flush=True)

    def judge_row(self, one: Watched) -> Judged:
        """Measures a row, and once more before it is reported, or after a process died."""
        judged = self.measure(one)
        if judged.reported or any(" died: " in note for note in judged.notes):
            judged = self.measure(one)
        print(table.line(judged, bool(self.other)))
        for note in judged.notes:
            print(f"  {note}")
        sys.stdout.flush()
        return judged

    def measure(self, one: Watched) -> Judged:
        plan = Plan(threads=min(one.threads, len(machine.processors(2))), turn=TURN)
        path = str(matrix_of(one).path)
        match = Match(one.row, path, self.lanes, plan)
        for name in [*(build["name"] for build in self.builds), one.hand]:
            match.prepare(name)
        times = self.take_blocks(match)
        match.close()
        if one.hand in times:
            times["hand"] = times.pop(one.hand)
        return self.judge(one, times, match.told)

    def take_blocks(self, match: Match) -> dict[str, list[float]]:
        """The medians of all rounds; a block counts where the processors were free."""
        times: dict[str, list[float]] = {one.name: [] for one in match.ready}
        retries, was_free = RETRIES, self.is_free()
        for _ in range(BLOCKS):
            while True:
                block, begun_free = match.block(BLOCK), was_free
                was_free = self.is_free()
                late = time.monotonic() - self.begin > ENOUGH
                if (begun_free and was_free) or retries == 0 or late:
                    break
                retries -= 1
            for name, medians in block.items():
                times[name] += medians
        return {one.name: times[one.name] for one in match.ready}

    def is_free(self) -> bool:
        """Whether the processors are free, once threads that spin are asleep."""
        time.sleep(2.5 * SPIN / 1000)
        return self.probe.is_quiet()

    def judge(
        self, one: Watched, times: dict[str, list[float]], told: dict[str, dict]
    ) -> Judged:
        if self.other:
            judged = judging.against_other(one.name, times, BLOCK)
        else:
            bound = self.held.get(one.name)
            judged = judging.against_bound(one.name, times, BLOCK, bound)
        if "ours" not in times and not self.is_left_out(told):
            judged.verdict = judging.FAILED
        judged.notes = tuple(notes(told))
        return judged

    def is_left_out(self, told: dict[str, dict]) -> bool:
        """Whether a kernel does not take the options that are given."""
        missing = told.get("ours", {}).get("status") == "missing"
        return bool(self.options.spindle_options) and missing

    def conclude(self, judged: list[Judged]) -> int:
        """Says which rows are reported, and writes bounds where that is asked for."""
        if self.options.write_bounds:
            ratios = {one.name: one.of_hand for one in judged if one.of_hand}
            self.bounds.write(self.processor, ratios)
            print(f"guard: {len(ratios)} bounds of {self.processor} written")
            return 0
        reported = [one.name for one in judged if one.reported]
        unjudged = [one.name for one in judged if one.verdict == judging.UNJUDGED]
        if unjudged:
            print(f"guard: {len(unjudged)} not judged: {', '.join(unjudged)}")
        if reported:
            print(f"guard: {len(reported)} reported: {', '.join(reported)}")
        else:
            print(f"guard: none of {len(judged)} rows is reported")
        return 1 if reported else 0
