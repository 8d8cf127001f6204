# RUN: %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs on the emulator, 0 wrong
"""Every program in every format runs on the emulated GPU as the interpreter says.

Each by its default schedule, in one of several types, with the order of blocks and warps
drawn by one seed. The emulator finds no fault: no race, no access out of bounds, nothing
read that was not written. Integers are equal by their bits, floats within the bound that
the order of sums explains. With --all it is every type and three seeds.
"""

import argparse
import itertools
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import batch

MATRICES = (
    "csr",
    "csc",
    "coo",
    "dcsr",
    "bsr(4,4)",
    "bsr(2,3)",
    "dbsr(4,4)",
    "ell",
    "ell(64,bitmap)",
    "sell(4,16)",
    "sell(32,64)",
    "dia",
    "ldia(8)",
    "rowlen(4)",
    "panel(4,8)",
    "sr_bcrs(4,4)",
    "hyb(2,3)",
    "ell_coo(4)",
    "csr_coo(2)",
    "bsr_csr(4,4,2)",
    "dia_csr(3)",
    "dense_rows(8)",
    "columns(4)",
    "dense",
)
TENSORS = ("csf", "coo", "ell3d(8,8)", "dense")
FLOATS = ("f32", "f64", "f16", "bf16")
NUMBERS = (*FLOATS, "i32", "i64", "i8", "complex<f32>")


@dataclass(frozen=True)
class Program:
    """The dense operands that a program reads, the sizes of dimensions that A has not,
    and the types that it has a meaning in."""

    reads: str = ""
    sizes: str = ""
    formats: tuple[str, ...] = MATRICES
    types: tuple[str, ...] = NUMBERS

    @property
    def size(self) -> str:
        rank = "--size I=37 --size J=29"
        return rank + (" --size K=11" if self.formats == TENSORS else "")


ORDERED = tuple(name for name in NUMBERS if not name.startswith("complex"))
PROGRAMS = {
    "spmv": Program("x"),
    "spmm": Program("B", "K"),
    "spmm_t": Program("B", "K"),
    "sddmm": Program("XY", "K"),
    "row_max": Program(types=ORDERED),
    "argmin": Program(types=ORDERED),
    "softmax": Program(types=FLOATS),
    "fusedmm": Program("QKV", "DE", types=FLOATS),
    "segment_reduce": Program(),
    "mttkrp": Program("BC", "R", TENSORS),
    "ttv": Program("v", formats=TENSORS),
    "ttm": Program("U", "R", TENSORS),
}
#: Columns of dense operands: fewer than a vector, an odd number, several vectors.
COLUMNS = (3, 8, 33, 64)


def spell(
    name: str, form: str, dtype: str, columns: int, seed: int, device: str
) -> str:
    """A command line."""
    program = PROGRAMS[name]
    reads = " ".join(f"--bind {operand}=random:{seed + 1}" for operand in program.reads)
    sizes = " ".join(f"--size {dim}={columns}" for dim in program.sizes)
    return (
        f"{name} --bind A=random:{seed} {program.size} {reads} {sizes} --format A={form} "
        f"--dtype {dtype} --target cuda --device {device} "
        + (f"--emulator seed={seed} " if device == "emulator" else "")
        + "--specialize none --check"
    )


def list_commands(everything: bool, device: str) -> Iterator[str]:
    """All runs: each program in each format, by one type or by all."""
    turns = itertools.count()
    for name, program in PROGRAMS.items():
        for form in program.formats:
            turn = next(turns)
            some = [program.types[turn % len(program.types)]]
            for dtype in program.types if everything else some:
                for seed in (1, 2, 3) if everything else (1,):
                    columns = COLUMNS[(turn + seed) % len(COLUMNS)]
                    yield spell(name, form, dtype, columns, seed, device)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--all", action="store_true", help="all types, three seeds")
    parser.add_argument(
        "--device", choices=("emulator", "cuda"), default="emulator", help="where"
    )
    options = parser.parse_args()
    where = {"emulator": "the emulator", "cuda": "a GPU"}[options.device]
    commands = list(list_commands(options.all, options.device))
    # A GPU waits for processors, which compile; nothing else runs beside it.
    processes = 2 if options.device == "emulator" else os.cpu_count() or 2
    return batch.check_all(commands, f"runs on {where}", processes)


if __name__ == "__main__":
    sys.exit(main())
