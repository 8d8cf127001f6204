"""Contestants on one problem, run in turn."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.errors import Missing, Wrong
from bench.tiles.contestants import CONTESTANTS
from bench.tiles.problem import Problem, Ready, Setting

#: Seconds between runs, after which threads of the one before are asleep.
PAUSE = 0.003
#: About how many elements of a result are compared with what others compute.
SAMPLE = 1000000


@dataclass
class Cell:
    """What was measured of a problem with one setting, in milliseconds."""

    problem: Problem
    setting: Setting
    times: dict[str, float]
    #: Tiles, tiles of the rest, rows of the largest tile, elements that are fused.
    counts: list[int]
    finding: float
    #: The schedules that `auto` has chosen, by contestant.
    schedules: dict[str, str] = field(default_factory=dict)
    #: Whether it is the fastest one of several settings.
    is_best: bool = False

    @property
    def share(self) -> float:
        """The share of A's elements in rows that are fused."""
        return self.counts[3] / max(1, self.problem.pattern.nnz)

    @property
    def shares(self) -> list[float]:
        """The same for each product but the first, of those that follow one another."""
        elements = max(1, self.problem.pattern.nnz)
        return [count / elements for count in (self.counts[3], *self.counts[5::2])]

    def ratio(self, name: str, of: str = "fused") -> float:
        return self.times[name] / self.times[of]

    @property
    def pays(self) -> float:
        """After how many runs finding tiles has paid against the control."""
        gained = self.times["control"] - self.times["fused"]
        return self.finding / gained if gained > 0 else np.inf


class Bench:
    """Contestants that are ready on one problem."""

    def __init__(self, problem: Problem, folder: Path):
        self.problem = problem
        self.folder = folder
        #: Those that depend on no tiles are made ready once.
        self.kept: dict[str, Ready] = {}

    def prepare(self, name: str, setting: Setting) -> Ready:
        contestant = CONTESTANTS[name]
        if contestant.is_tiled:
            return contestant.prepare(self.problem, setting, self.folder)
        if name not in self.kept:
            self.kept[name] = contestant.prepare(self.problem, setting, self.folder)
        return self.kept[name]

    def measure(
        self,
        names: Sequence[str],
        setting: Setting,
        rounds: int,
        of: Callable[[Sequence[float]], float] = np.median,
    ) -> Cell:
        """Runs all of them in turn, so many rounds, when their results agree."""
        ready = {}
        for name in names:
            # What a contestant cannot do is left out of the table.
            with suppress(Missing):
                ready[name] = self.prepare(name, setting)
        check(self.problem, ready)
        seconds = {name: [] for name in ready}
        for _ in range(rounds):
            for name, one in ready.items():
                time.sleep(PAUSE)
                begin = time.perf_counter()
                one.run()
                seconds[name].append(time.perf_counter() - begin)
        times = {name: 1e3 * float(of(each)) for name, each in seconds.items()}
        tiled = [one for one in ready.values() if one.found]
        counts = [int(count) for count in tiled[0].found["tile_fusion_counts"]]
        finding = 1e3 * min(one.finding for one in tiled)
        schedules = {name: one.schedule for name, one in ready.items()}
        return Cell(self.problem, setting, times, counts, finding, schedules)


def check(problem: Problem, ready: dict[str, Ready]) -> None:
    """All that have tiles have the same bits, and others nearly the same numbers."""
    results = {name: one.run() for name, one in ready.items()}
    first = next(iter(results))
    close = {"f32": 1e-3, "f64": 1e-9}[problem.dtype]
    some = slice(None, None, 1 + results[first].size // SAMPLE)
    for name, result in results.items():
        some_of_both = (results[first][some], result[some])
        if not np.allclose(*some_of_both, rtol=close, atol=close):
            raise Wrong(f"{problem.name}: expected {name} to compute what {first} does")
    tiled = [name for name in ready if CONTESTANTS[name].is_tiled]
    for name in tiled[1:]:
        if not np.array_equal(results[tiled[0]], results[name]):
            raise Wrong(f"{problem.name}: expected {name} to have {tiled[0]}'s bits")
