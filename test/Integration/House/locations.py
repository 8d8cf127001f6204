# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Lowering keeps locations: every operation but a constant knows a line of the program,
loads and stores of a program's memory one inside of its function, whatever the format
and the stage. (Those of the C interface, in the LLVM dialect, have the function's.)"""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

#: Programs, and formats of their sparse operand.
PROGRAMS = {
    "spmm": ["csr", "coo", "csc", "dcsr", "ell(4)", "bsr(2,4)", "bsr(2,2,full)"],
    "spmv": ["csr", "coo", "dense", "csr(pos=i64,crd=i64)"],
    "sddmm": ["csr", "dbsr(2,2)"],
    "softmax": ["csr", "coo"],
    "fusedmm": ["csr"],
    "argmin": ["csr"],
    "ttm": ["csf"],
    "segment_reduce": ["ragged"],
}
PIPELINES = [
    "--spindle-lower-to-loops",
    "--spindle-lower-to-loops=strict",
    "--spindle-lower-to-loops=check-mode",
    "--spindle-lower-to-loops=parallel",
    "--spindle-lower-to-llvm",
    "--spindle-lower-to-llvm=parallel",
]
OPERATION = re.compile(r"^\s*(?:%[\w:, ]+ = )?([a-z_]+(?:\.[a-z_]+)+)\b.* loc\((.*)\)$")
#: What folds into one constant for all uses, as those that are named so.
CONSTANTS = ("llvm.mlir.zero", "llvm.mlir.poison")
ACCESS = ("memref.load", "memref.store", "llvm.load", "llvm.store")


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


#: Stands between programs of one file.
SPLIT = "// -----\n"


@dataclass
class Case:
    """A program in a format, and the lines of p.mlir that are its function."""

    name: str
    body: range


def write_cases() -> list[Case]:
    """Writes p.mlir, with every program in every format."""
    cases, texts, lines = [], [], 0
    for program, formats in PROGRAMS.items():
        for stored in formats:
            text = run("sparse-run", program, f"--format=A={stored}", "--emit=tensors")
            start = lines + text[: text.index("func.func")].count("\n") + 2
            lines += text.count("\n") + 1
            cases.append(Case(f"{program} in {stored}", range(start, lines)))
            texts.append(text)
    Path("p.mlir").write_text(SPLIT.join(texts))
    return cases


def lower(pipeline: str) -> list[str]:
    """The programs of p.mlir, lowered, with locations."""
    printing = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]
    lowered = run("sparse-opt", "p.mlir", "--split-input-file", pipeline, *printing)
    return lowered.split(SPLIT)


def findings(lowered: str, body: range) -> list[str]:
    """What is wrong with the locations of a program, lowered."""
    operations = list(filter(None, map(OPERATION.match, lowered.splitlines())))
    found, accesses = [], 0
    for name, location in (match.groups() for match in operations):
        line = re.search(r'"p\.mlir":(\d+):', location)
        if not line and "constant" not in name and name not in CONSTANTS:
            found.append(f"{name} at {location}")
        if name in ACCESS:
            accesses += 1
            may_be_of_wrapper = name.startswith("llvm.")
            if line and not may_be_of_wrapper and int(line.group(1)) not in body:
                found.append(f"{name} outside of the body, at {location}")
    return found if accesses else [f"no accesses among {len(operations)} operations"]


def main() -> int:
    cases = write_cases()
    failures = 0
    for pipeline in PIPELINES:
        for case, lowered in zip(cases, lower(pipeline), strict=True):
            # A check that an operand is long enough reads positions where the operand
            # is declared.
            checks = "check-mode" in pipeline
            body = range(case.body.start - checks, case.body.stop)
            if wrong := findings(lowered, body):
                failures += 1
                print(f"{case.name}, {pipeline}: {wrong}")
    print(f"{len(cases) * len(PIPELINES)} cases, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
