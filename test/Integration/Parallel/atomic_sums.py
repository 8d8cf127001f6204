# RUN: %python %s %S/Inputs/atomic.mlir | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} commands checked, 0 wrong
"""Loops that meet in accumulates run in parallel as they run in series.

Programs run by schedules that bind all outermost loops to workers, with atomic
accumulates where these meet, as scalars, in vectors, in runs and in parts of loops, on
one thread and on three. Each result is compared with the interpreter's: integers by their bits.
"""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import batch

THREADS = (1, 3)
SCHEDULES = ("atomic", "atomic_vectors", "atomic_runs", "atomic_parts")
#: Types with instructions, and types whose elements are compared and swapped.
TYPES = ("i32", "f32", "i8", "f16", "bf16", "f64", "complex<f32>")
MATRIX = "--bind A=random:1 --size I=2500 --size J=700"
#: What meets in which formats, with its other operands.
PROGRAMS = {
    "spmv": ("--bind x=random:2", ("csr", "csc", "coo", "dcsr", "hyb(2,3)", "dia")),
    "spmm": ("--bind B=random:2 --size K=13", ("csc", "coo", "bsr(2,3)")),
    "spmm_t": ("--bind B=random:2 --size K=13", ("csr", "coo", "ell")),
    "row_max": ("", ("csc", "coo")),
    "softmax": ("", ("coo", "csc")),
}
TENSOR = "--bind A=random:3 --size I=90 --size J=70 --size K=50"
TENSORS = {
    "mttkrp": ("--bind B=random:4 --bind C=random:5 --size R=9", ("csf", "coo")),
    "ttv": ("--bind v=random:4", ("coo",)),
}


def has_type(program: str, dtype: str) -> bool:
    """Whether the program has a meaning in the type."""
    if program == "softmax":
        return dtype in ("f32", "f64")
    return program != "row_max" or not dtype.startswith("complex")


def list_commands(schedules: str) -> Iterator[str]:
    """All runs: each type by one schedule, and some by all of them."""
    for source, programs in ((MATRIX, PROGRAMS), (TENSOR, TENSORS)):
        for program, (operands, formats) in programs.items():
            for form in formats:
                for number, dtype in enumerate(TYPES):
                    if not has_type(program, dtype):
                        continue
                    some = SCHEDULES if number < 2 else [SCHEDULES[number % 4]]
                    for schedule in some:
                        yield (
                            f"{program} {source} {operands} --format A={form} --dtype "
                            f"{dtype} --schedule {schedules}:{schedule} --check"
                        )


def check(command: str) -> str:
    """Says what is wrong on some number of threads, if anything is."""
    for threads in THREADS:
        done = batch.run(["sparse-run", *command.split(), f"--threads={threads}"])
        if done.returncode:
            return f"exit status {done.returncode} on {threads} threads: {done.stderr}"
    return ""


def main(schedules: str) -> int:
    commands = list(list_commands(schedules))
    wrong = 0
    with ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        for command, result in zip(commands, pool.map(check, commands), strict=True):
            wrong += bool(result)
            if result:
                print(f"{command}: {result}")
    print(f"{len(commands)} commands checked, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
