"""Has the contestants of a row take turns on a matrix.

In each round every contestant has one turn: some calls to warm up, then timed ones.
Those of another process have theirs of a few rounds at once. What counts is the median of the
turns' medians. A turn is as long as `Plan.turn` says, and has a call at least.
"""

import math
import statistics
from dataclasses import dataclass

from bench.lanes import Lane, LaneDied, Lanes
from bench.rows import ALTERNATING, Row, split

#: Below this many seconds several calls are timed as one.
SHORTEST = 2e-6
#: Timed calls of a turn at most, where other work stands between.
MOST_DISTURBED = 12
#: Rounds after which a lane is visited that is not the first one.
VISIT = 4


@dataclass(frozen=True)
class Plan:
    """How long is measured."""

    threads: int = 2
    rounds: int = 11
    #: Seconds of timed calls in a turn.
    turn: float = 0.003


@dataclass
class Contestant:
    """One that is ready, and how its turns go."""

    name: str
    lane: Lane
    #: What the lane calls it.
    key: str
    samples: int = 1
    repeats: int = 1
    warm_ups: int = 1

    def time(self, lanes: Lanes, mode: str) -> float:
        """The median of a turn."""
        lanes.turn(self.lane)
        disturbed = mode == ALTERNATING
        samples = min(self.samples, MOST_DISTURBED) if disturbed else self.samples
        answer = self.lane.ask(
            "time",
            contestant=self.key,
            warm_ups=self.warm_ups,
            samples=samples,
            repeats=1 if disturbed else self.repeats,
            disturbed=disturbed,
        )
        return statistics.median(answer["seconds"])

    def time_once(self) -> float:
        """Seconds of a first call."""
        return self.timed(warm_ups=0, samples=1)

    def timed(self, warm_ups: int, samples: int) -> float:
        """The shortest of some calls."""
        answer = self.lane.ask(
            "time",
            contestant=self.key,
            warm_ups=warm_ups,
            samples=samples,
            repeats=1,
            disturbed=False,
        )
        return max(min(answer["seconds"]), 1e-8)

    def plan(self, turn: float) -> float:
        """Finds out how many calls make a turn. Returns the seconds of one, about."""
        seconds = self.timed(warm_ups=2, samples=3)
        self.repeats = (
            max(math.ceil(SHORTEST / seconds), 1) if seconds < SHORTEST else 1
        )
        fitting = int(turn / (seconds * self.repeats))
        self.samples = min(max(fitting, 1), 300)
        self.warm_ups = max(self.samples // 4, 1 if seconds > turn else 2)
        return seconds


def open_lane(lane: Lane, row: Row, path: str) -> dict:
    sizes = dict(row.sizes)
    return lane.ask("open", kernel=row.kernel, sizes=sizes, dtype=row.dtype, path=path)


class Cell:
    """A row on one matrix."""

    def __init__(self, row: Row, path: str, lanes: Lanes, plan: Plan):
        self.row, self.path, self.lanes, self.plan = row, path, lanes, plan
        self.opened: dict[tuple[str, int], dict] = {}
        self.told: dict[str, dict] = {}
        self.ready: list[Contestant] = []

    def open(self, lane: Lane) -> None:
        """Opens the problem in a lane, where it is not open yet."""
        if lane.process is None or lane.key not in self.opened:
            self.lanes.turn(lane)
            self.opened[lane.key] = open_lane(lane, self.row, self.path)

    def prepare(self, name: str) -> None:
        """Makes a contestant ready, or says why it is not."""
        peer, key, threads = split(name)
        lane = self.lanes.of(peer, threads or self.plan.threads)
        try:
            self.open(lane)
            self.lanes.turn(lane)
            made = self.files(name)
            self.told[name] = lane.ask("prepare", contestant=key, files=made)
            if self.told[name]["status"] == "ready":
                self.admit(Contestant(name, lane, key))
        except LaneDied as death:
            self.bury(name, lane, str(death))

    def admit(self, contestant: Contestant) -> None:
        """Takes one among those that have turns."""
        contestant.plan(self.plan.turn)
        self.ready.append(contestant)

    def files(self, name: str) -> dict[str, str]:
        """What was made on disk for a contestant."""
        return {}

    def bury(self, name: str, lane: Lane, reason: str) -> None:
        """Notes that a process ended with a contestant, and readies the others that
        were in it once more."""
        self.told[name] = {"status": "died", "reason": reason}
        self.opened.pop(lane.key, None)
        lost = [one.name for one in self.ready if one.lane is lane and one.name != name]
        self.ready = [one for one in self.ready if one.lane is not lane]
        for other in lost:
            self.prepare(other)

    def taking_part(self, mode: str) -> list[Contestant]:
        """Other work between calls runs on LLVM's threads, so only in their lane."""
        own = mode == ALTERNATING
        return [one for one in self.ready if not own or one.lane.runtime == "libomp"]

    def measure_mode(self, mode: str) -> None:
        """All rounds of one mode."""
        taking_part = self.taking_part(mode)
        medians: dict[str, list[float]] = {one.name: [] for one in taking_part}
        self.take_turns(taking_part, self.plan.rounds, mode, medians)
        self.keep(mode, medians)

    def take_turns(
        self,
        contestants: list[Contestant],
        rounds: int,
        mode: str,
        medians: dict[str, list[float]],
    ) -> None:
        """Some rounds of some contestants; their medians are appended."""
        for name in turns(contestants, rounds):
            # One whose process ended is ready no more.
            one = next((one for one in self.ready if one.name == name), None)
            if one is None:
                continue
            try:
                medians[name].append(one.time(self.lanes, mode))
            except LaneDied as death:
                self.bury(name, one.lane, str(death))

    def keep(self, mode: str, medians: dict[str, list[float]]) -> None:
        """Notes what came of the rounds of a mode."""
        for one in self.taking_part(mode):
            modes = self.told[one.name].setdefault("modes", {})
            modes[mode] = summary(medians[one.name], one)

    def measure(self, contestants: list[str]) -> dict:
        """The figures of these contestants."""
        for name in contestants:
            self.prepare(name)
        for mode in self.row.modes:
            self.measure_mode(mode)
        for key in self.opened:
            self.lanes.held[key].ask("shut")
        about = next(iter(self.opened.values()), {})
        return about | {"contestants": self.told}


def turns(contestants: list[Contestant], rounds: int) -> list[str]:
    """Who has the next turn, by name. In each round another one is first. Other lanes
    than that of the first are visited after every few rounds, for as many turns."""
    keys = list(dict.fromkeys(one.lane.key for one in contestants))
    mine = {
        key: [one.name for one in contestants if one.lane.key == key] for key in keys
    }
    order: list[str] = []
    for number in range(rounds):
        order += rotated(mine[keys[0]], number) if keys else []
        if (number + 1) % VISIT and number + 1 < rounds:
            continue
        missed = range(number - number % VISIT, number + 1)
        for key in rotated(keys[1:], number):
            order += [name for one in missed for name in rotated(mine[key], one)]
    return order


def rotated(items: list, by: int) -> list:
    if not items:
        return []
    by %= len(items)
    return items[by:] + items[:by]


def summary(medians: list[float], one: Contestant) -> dict:
    """What is kept of the rounds."""
    quartiles = statistics.quantiles(medians, n=4) if len(medians) > 1 else medians * 3
    return {
        "seconds": statistics.median(medians),
        "quartiles": [quartiles[0], quartiles[2]],
        "rounds": len(medians),
        "calls": one.samples * one.repeats,
    }
