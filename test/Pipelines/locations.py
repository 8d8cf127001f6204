# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Lowering keeps locations: every operation but a constant knows a line of the program,
loads and stores of a program's memory one inside of its function, whatever the format
and the stage. (Those of the C interface, in the LLVM dialect, have the function's.)"""

import re
import subprocess
import sys
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
ACCESS = ("memref.load", "memref.store", "llvm.load", "llvm.store")


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def findings(pipeline: str, body: range) -> list[str]:
    """What is wrong with the locations of p.mlir, lowered."""
    printing = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]
    lines = run("sparse-opt", "p.mlir", pipeline, *printing).splitlines()
    operations = list(filter(None, map(OPERATION.match, lines)))
    found, accesses = [], 0
    for name, location in (match.groups() for match in operations):
        line = re.search(r'"p\.mlir":(\d+):', location)
        if not line and "constant" not in name and name != "llvm.mlir.zero":
            found.append(f"{name} at {location}")
        if name in ACCESS:
            accesses += 1
            may_be_of_wrapper = name.startswith("llvm.")
            if line and not may_be_of_wrapper and int(line.group(1)) not in body:
                found.append(f"{name} outside of the body, at {location}")
    return found if accesses else [f"no accesses among {len(operations)} operations"]


def main() -> int:
    cases = failures = 0
    for program, formats in PROGRAMS.items():
        for text in formats:
            generic = run("sparse-run", program, f"--format=A={text}", "--emit=generic")
            Path("p.mlir").write_text(generic)
            start = generic[: generic.index("func.func")].count("\n") + 2
            body = range(start, generic.count("\n") + 1)
            for pipeline in PIPELINES:
                cases += 1
                if wrong := findings(pipeline, body):
                    failures += 1
                    print(f"{program} in {text}, {pipeline}: {wrong}")
    print(f"{cases} cases, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
