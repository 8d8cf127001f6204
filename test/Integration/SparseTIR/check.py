"""Compares one program beside this file with NumPy: check.py PROGRAM.mlir."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import batches
import blocked
import edges
import networks
import products
import reductions
from harness import Case, run_cases
from program import read

MODULES = (products, blocked, reductions, edges, networks, batches)


def cases_of(name: str) -> Callable[[], Iterator[Case]]:
    """The function that makes the cases of the program `name`."""
    for module in MODULES:
        if hasattr(module, name):
            return getattr(module, name)
    sys.exit(f"expected a function '{name}' that makes cases")


if __name__ == "__main__":
    file = Path(sys.argv[1])
    sys.exit(run_cases(read(file), cases_of(file.stem)()))
