# REQUIRES: ptxas
# RUN: %python %s --ptxas %ptxas | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} modules compiled, 0 wrong
"""Every program compiles for GPUs in every format and type in which it does for a CPU.

Each becomes PTX, in which no call is left, by the schedule that the rules choose, and
NVIDIA's assembler takes it. Each program meets each type and each GPU, and the formats of
programs.py by turns; with --all it is all combinations, with all formats of the tests,
of which --draw takes some at random.
Loops that one thread runs are listed, and what kernels spill.
"""

import argparse
import itertools
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import batch
from elements import ELEMENTS

sys.path.append(str(Path(__file__).parents[1] / "Formats"))

import composites
import formats
from references import PROGRAMS

import programs

CHIPS = ("sm_80", "sm_90")
#: Programs whose kernels on CSR have no schedule, and no spills and few registers then.
SCALAR = ("spmm", "spmv", "sddmm")
SCALAR_TYPES = ("f32", "f64", "f16")
MOST_REGISTERS = 80

KERNEL = re.compile(
    r"Compiling entry function '(?P<name>\w+)'.*?(?P<stores>\d+) bytes spill stores, "
    r"(?P<loads>\d+) bytes spill loads.*?Used (?P<registers>\d+) registers",
    re.DOTALL,
)
SERIAL = re.compile(r"the loop over (.*) of nest (.*), which one thread of a GPU runs")


@dataclass(frozen=True)
class Module:
    """A program that is compiled."""

    program: str
    format: str
    element: str
    chip: str
    schedule: str = "auto"

    @property
    def words(self) -> list[str]:
        """The command line but for the GPU."""
        formats = ["--format", f"A={self.format}"]
        return ["sparse-run", self.program, *formats, "--dtype", self.element]


@dataclass
class Outcome:
    """What became of a module."""

    module: Module
    #: What is wrong.
    fault: str = ""
    #: Why the CPU's compiler refuses it, too.
    meaningless: bool = False
    #: The loops that one thread runs, and their nests.
    serial: list[str] = field(default_factory=list)
    #: The most registers of a kernel, and all spilled bytes.
    registers: int = 0
    spilled: int = 0


def list_formats(rank: int, everything: bool) -> list[str]:
    """The formats of the tests, or those of programs.py, as on a command line."""
    if not everything:
        return list(programs.MATRICES if rank == 2 else programs.TENSORS)
    return [
        form.spell() for form in (*formats.FORMATS[rank], *composites.FORMATS[rank])
    ]


def list_modules(everything: bool) -> Iterator[Module]:
    """All combinations, or for each program each type and GPU, and formats by turns."""
    first = 0
    for name, program in PROGRAMS.items():
        forms = list_formats(len(program.sparse), everything)
        elements = [element for element in ELEMENTS if program.takes(element)]
        if everything:
            for choice in itertools.product(forms, elements, CHIPS):
                yield Module(name, *choice)
            continue
        for turn, element in enumerate(elements, start=first):
            form, chip = forms[turn % len(forms)], CHIPS[turn % len(CHIPS)]
            yield Module(name, form, element, chip)
        first += len(elements)
    for name, element, chip in itertools.product(SCALAR, SCALAR_TYPES, CHIPS):
        yield Module(name, "csr", element, chip, "none")


def is_taken_by_cpu(module: Module) -> bool:
    """Whether the program compiles for a CPU."""
    return batch.run([*module.words, "--emit", "llvm"]).returncode == 0


def assemble(ptxas: str, outcome: Outcome, text: str) -> str:
    """Has NVIDIA's assembler take the module; gives what is wrong."""
    chip = outcome.module.chip
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(text)
        file.flush()
        command = [ptxas, "-v", f"-arch={chip}", "-o", "/dev/null", file.name]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        return f"ptxas: {done.stderr.strip()}"
    for kernel in KERNEL.finditer(done.stderr):
        outcome.registers = max(outcome.registers, int(kernel["registers"]))
        outcome.spilled += int(kernel["stores"]) + int(kernel["loads"])
    if outcome.registers == 0:
        return "ptxas: expected kernels but got none"
    is_scalar = outcome.module.schedule == "none"
    is_limited = outcome.module.element in SCALAR_TYPES
    if is_limited and outcome.spilled > 0:
        return f"expected no spills but got {outcome.spilled} bytes"
    if is_scalar and outcome.registers > MOST_REGISTERS:
        return f"expected {MOST_REGISTERS} registers but got {outcome.registers}"
    return ""


def compile_module(ptxas: str, module: Module) -> Outcome:
    """Compiles a module."""
    outcome = Outcome(module)
    words = ["--emit", "ptx", "--chip", module.chip, "--schedule", module.schedule]
    done = batch.run([*module.words, *words])
    if done.returncode != 0:
        outcome.meaningless = not is_taken_by_cpu(module)
        outcome.fault = "" if outcome.meaningless else done.stderr.strip()
        return outcome
    outcome.serial = [" of ".join(found) for found in SERIAL.findall(done.stderr)]
    if ".extern .func" in done.stdout:
        outcome.fault = "expected PTX without calls but got one"
    else:
        outcome.fault = assemble(ptxas, outcome, done.stdout)
    return outcome


def report(outcomes: list[Outcome]) -> None:
    """Prints what is of note beside what is wrong."""
    serial: dict[tuple[str, str], set[str]] = {}
    for outcome in outcomes:
        for loop in outcome.serial:
            forms = serial.setdefault((outcome.module.program, loop), set())
            forms.add(outcome.module.format)
    for (program, loop), forms in sorted(serial.items()):
        print(f"one thread: {program}, {loop}: {', '.join(sorted(forms))}")
    for name in SCALAR:
        most = max(
            outcome.registers
            for outcome in outcomes
            if (outcome.module.program, outcome.module.schedule) == (name, "none")
        )
        print(f"registers: {name} on CSR without a schedule: {most}")
    spilled = [outcome for outcome in outcomes if outcome.spilled]
    for outcome in spilled:
        module = outcome.module
        print(
            f"spilled: {module.program} {module.format} {module.element} {module.chip}: "
            f"{outcome.spilled} bytes"
        )


def main() -> int:
    """Compiles the modules that the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--ptxas", default="ptxas", help="NVIDIA's assembler")
    parser.add_argument("--all", action="store_true", help="all combinations")
    parser.add_argument("--draw", type=int, metavar="N", help="N of all combinations")
    parser.add_argument("--seed", type=int, default=0, help="what they are drawn by")
    options = parser.parse_args()
    outcomes, wrong = [], 0
    with ThreadPoolExecutor(2) as pool:
        modules = list(list_modules(options.all or options.draw is not None))
        if options.draw is not None:
            scalar = [module for module in modules if module.schedule == "none"]
            drawn = random.Random(options.seed).sample(modules, options.draw)
            modules = [*drawn, *(each for each in scalar if each not in drawn)]
        work = pool.map(lambda module: compile_module(options.ptxas, module), modules)
        for outcome in work:
            outcomes.append(outcome)
            wrong += bool(outcome.fault)
            if outcome.fault:
                print(f"{outcome.module}\n{outcome.fault}", flush=True)
    report(outcomes)
    meaningless = sum(outcome.meaningless for outcome in outcomes)
    print(f"{meaningless} that no CPU takes either")
    print(f"{len(outcomes) - meaningless} modules compiled, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
