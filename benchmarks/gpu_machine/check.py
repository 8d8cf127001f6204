"""Are the numbers right: ours and the hand-written kernels', on every matrix."""

import time
from collections.abc import Iterator

from bench.errors import Missing, Wrong
from bench.gpu import hand
from bench.gpu.driver import Driver, DriverError
from bench.kernels import KERNELS, Problem

from gpu_machine.carried import Carried, Item
from gpu_machine.objects import Object, Refused

#: Launches of each, since what a race leaves differs from one to the next.
RUNS = 3


class Machine:
    """The driver, with the hand-written kernels that were packed."""

    def __init__(self, carried: Carried, library: str):
        self.carried = carried
        self.driver = Driver(library)
        self.modules: dict[str, object] = {}

    def function(self, kernel: hand.HandKernel) -> object:
        """Of a cubin for this GPU; of bitcode for the emulator."""
        if kernel.source not in self.modules:
            chip = f"sm_{90 if self.driver.capability() >= 90 else 80}"
            ending = "sm_90.bc" if self.driver.is_emulator else f"{chip}.cubin"
            image = self.carried.folder / "hand" / f"{kernel.source}.{ending}"
            self.modules[kernel.source] = self.driver.load(image.read_bytes())
        return self.driver.function(self.modules[kernel.source], kernel.name)

    def check_ours(self, item: Item, problem: Problem, expected: dict) -> float:
        """The largest share of its bound that an error takes."""
        made = Object(self.carried.folder / item.object, item.symbol)
        call = made.bind(self.driver, problem, self.carried.folder / item.storage)
        worst = 0.0
        for _ in range(RUNS):
            call.spoil(self.driver)
            call.run()
            self.driver.synchronize()
            got = {name: self.driver.read(x) for name, x in call.results.items()}
            worst = max(worst, KERNELS[problem.kernel].check(expected, got))
        return worst

    def check_hand(
        self, kernel: hand.HandKernel, problem: Problem, expected: dict
    ) -> float:
        function = self.function(kernel)
        made = hand.launch(self.driver, kernel, problem)
        worst = 0.0
        for _ in range(RUNS):
            made.prepare(self.driver)
            made.run(self.driver, function)
            self.driver.synchronize()
            got = {name: self.driver.read(x) for name, x in made.results.items()}
            worst = max(worst, KERNELS[problem.kernel].check(expected, got))
        return worst

    def outcomes(self, item: Item, with_hand: bool) -> Iterator[tuple[str, dict]]:
        """What each contestant came to."""
        row = self.carried.rows()[item.row]
        problem, expected = self.carried.problem(row, item.matrix)
        yield "spindle", self.outcome(self.check_ours, item, problem, expected)
        for kernel in hand.KERNELS[item.row] if with_hand else ():
            yield kernel.name, self.outcome(self.check_hand, kernel, problem, expected)

    def outcome(self, check: object, one: object, *about: object) -> dict:
        """The error of a contestant, or what went wrong. A driver that reports an
        illegal address reports it ever after: nothing is checked behind it."""
        try:
            return {"status": "right", "error": check(one, *about)}
        except Missing as error:
            return {"status": "missing", "reason": str(error)}
        except (Wrong, Refused, DriverError) as error:
            return {"status": "wrong", "reason": str(error)}
        finally:
            self.driver.release()


def run(
    machine: Machine, items: list[Item], with_hand: bool, until: float
) -> list[dict]:
    """Checks items, as many as there is time for."""
    told = []
    for item in items:
        if time.monotonic() > until:
            told.append({"row": item.row, "matrix": item.matrix, "status": "no time"})
            continue
        for name, one in machine.outcomes(item, with_hand):
            about = {"row": item.row, "matrix": item.matrix, "contestant": name}
            told.append(about | one)
            said = f"{one.get('error', one.get('reason'))}"
            print(
                f"{item.row:14} {item.matrix:26} {name:28} {one['status']} {said}",
                flush=True,
            )
    return told
