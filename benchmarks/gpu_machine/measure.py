"""Times: ours and the hand-written kernels', and cuSPARSE's by PyTorch and CuPy where they
are. Contestants take turns; a turn is a captured graph of several calls, timed by events."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.errors import Missing, Wrong
from bench.gpu import hand
from bench.gpu.driver import DriverError
from bench.kernels import Problem

from gpu_machine import libraries
from gpu_machine.carried import Item
from gpu_machine.check import Machine
from gpu_machine.objects import Object, Refused
from gpu_machine.streams import Stream

#: Milliseconds of a turn, about; turns of each; calls in a graph at most.
TURN, TURNS, MOST_CALLS = 2.0, 15, 100


@dataclass
class Contestant:
    """Something that is timed: milliseconds of so many calls."""

    name: str
    time: Callable[[int], float]
    calls: int = 1
    taken: list[float] = field(default_factory=list)

    def settle(self) -> None:
        """Warms up, and finds how many calls fill a turn."""
        first = max(self.time(1), self.time(3) / 3, 1e-3)
        self.calls = max(1, min(int(TURN / first), MOST_CALLS))

    def turn(self) -> None:
        self.taken.append(self.time(self.calls) / self.calls)

    def told(self) -> dict:
        parts = statistics.quantiles(self.taken, n=4)
        return {
            "median": parts[1],
            "quartiles": [parts[0], parts[2]],
            "calls": self.calls,
        }


def graphed(stream: Stream, call: Callable) -> Callable[[int], float]:
    """The time of calls of which a graph is made, a graph for each number."""
    graphs: dict[int, object] = {}

    def time_of(count: int) -> float:
        if count not in graphs:
            graphs[count] = stream.capture(lambda s: [call(s) for _ in range(count)])
        return stream.milliseconds(graphs[count].run)

    return time_of


def ours(machine: Machine, stream: Stream, item: Item, problem: Problem) -> Contestant:
    carried = machine.carried
    made = Object(carried.folder / item.object, item.symbol)
    call = made.bind(machine.driver, problem, carried.folder / item.storage)
    call.run(stream.handle)
    stream.synchronize()
    return Contestant("spindle", graphed(stream, call.run))


def by_hand(
    machine: Machine, stream: Stream, kernel: hand.HandKernel, problem: Problem
) -> Contestant:
    function = machine.function(kernel)
    made = hand.launch(machine.driver, kernel, problem)

    def call(s: object) -> None:
        machine.driver.launch(function, made.grid, made.block, made.arguments, s)

    return Contestant(kernel.name, graphed(stream, call))


def contestants(
    machine: Machine, item: Item, problem: Problem, only_ours: bool
) -> list[Contestant]:
    """All that can do a row; kernels that add are timed as they add on and on."""
    stream = Stream(machine.driver)
    held = [ours(machine, stream, item, problem)]
    if only_ours:
        return held
    for kernel in hand.KERNELS[item.row]:
        try:
            held.append(by_hand(machine, stream, kernel, problem))
        except (Missing, DriverError) as error:
            print(f"{kernel.name} is not timed: {error}", flush=True)
    for name, time_of in libraries.all_of(problem).items():
        held.append(Contestant(name, time_of))
    return held


def measure(machine: Machine, item: Item, only_ours: bool) -> dict[str, dict]:
    """The times of every contestant of an item."""
    row = machine.carried.rows()[item.row]
    problem, _ = machine.carried.problem(row, item.matrix)
    held = contestants(machine, item, problem, only_ours)
    for one in held:
        one.settle()
    for _ in range(TURNS):
        for one in held:
            one.turn()
    return {one.name: one.told() for one in held}


def run(
    machine: Machine, items: list[Item], only_ours: bool, until: float
) -> list[dict]:
    told = []
    for item in items:
        if time.monotonic() > until:
            break
        about = {"row": item.row, "matrix": item.matrix}
        try:
            told.append(about | {"milliseconds": measure(machine, item, only_ours)})
        except (Wrong, Refused, DriverError) as error:
            told.append(about | {"reason": str(error)})
        finally:
            machine.driver.release()
        said = {
            n: round(x["median"], 4)
            for n, x in told[-1].get("milliseconds", {}).items()
        }
        print(f"{item.row:14} {item.matrix:26} {said or told[-1]}", flush=True)
    return told
