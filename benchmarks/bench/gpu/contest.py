"""The hand-written kernels in the emulator: checked, then counted."""

import os
from dataclasses import dataclass
from pathlib import Path

from bench import places
from bench.errors import Missing, Wrong
from bench.gpu import counters, hand, static, toolkit
from bench.gpu.driver import Driver, DriverError
from bench.gpu.hand import HandKernel
from bench.gpu.loops import unit
from bench.gpu.rows import Row
from bench.kernels import KERNELS, Problem

#: The emulator as a library with the names of CUDA's driver, where the environment names
#: no other.
EMULATOR = places.ROOT / "build" / "release" / "lib" / "libspindle_emulator.so"
VARIABLE = "SPINDLE_CUDA_DRIVER"


@dataclass
class Hand:
    """The emulator, with the modules that are loaded."""

    chip: str

    def __post_init__(self) -> None:
        self.modules: dict[str, object] = {}
        self.driver_held: Driver | None = None

    @property
    def driver(self) -> Driver:
        """The emulator; `Missing` where it is not built."""
        library = Path(os.environ.get(VARIABLE, EMULATOR))
        if not library.exists():
            raise Missing(f"{library.name} is not built (utils/build spindle_emulator)")
        self.driver_held = self.driver_held or Driver(library)
        return self.driver_held

    def function(self, kernel: HandKernel) -> object:
        if kernel.source not in self.modules:
            source = toolkit.HAND / f"{kernel.source}.cu"
            image = toolkit.compile_llvm(source, self.chip).read_bytes()
            self.modules[kernel.source] = self.driver.load(image)
        return self.driver.function(self.modules[kernel.source], kernel.name)

    def count(self, kernel: HandKernel, problem: Problem, expected: dict) -> dict:
        """What a launch takes, where its results are right."""
        function = self.function(kernel)
        try:
            made = hand.launch(self.driver, kernel, problem)
            made.prepare(self.driver)
            self.driver.clear()
            self.run(made, function)
            report = self.driver.report()
            got = {name: self.driver.read(one) for name, one in made.results.items()}
        finally:
            self.driver.release()
        share = KERNELS[problem.kernel].check(expected, got)
        if said := counters.faults(report):
            raise Wrong(said[0])
        return {"status": "ready", "error": share, "counters": counters.total(report)}

    def run(self, made: hand.Launch, function: object) -> None:
        """Launches it; where that fails, the emulator says why."""
        try:
            made.run(self.driver, function)
        except DriverError as error:
            said = counters.faults(self.driver.report())
            raise Wrong("; ".join([str(error), *said[:1]])) from error

    def try_to_count(
        self, kernel: HandKernel, problem: Problem, expected: dict
    ) -> dict:
        """The same, or why there is none."""
        try:
            return self.count(kernel, problem, expected)
        except Missing as error:
            return {"status": "missing", "reason": str(error)}
        except (Wrong, DriverError) as error:
            return {"status": "wrong", "reason": str(error)}


def static_figures(row: Row, chip: str) -> tuple[dict[str, dict], str]:
    """Those of the hand-written kernels of a row, as nvcc compiles them, and what is
    missing."""
    told, missing = {}, ""
    for kernel in hand.KERNELS[row.name]:
        try:
            made = toolkit.compile_cuda(toolkit.HAND / f"{kernel.source}.cu", chip)
        except Missing as error:
            return told, str(error)
        held, missing = static.read(made, hand.THREADS, unit(kernel.unit or row.unit))
        told[kernel.name] = {**held[kernel.name].told(), "same": kernel.same}
    return told, missing
