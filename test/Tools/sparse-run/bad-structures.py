# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Values that are not on the structure that they are to share."""

import sys
from pathlib import Path

import numpy as np
from refusals import check_all, write_inputs

SCALED = Path(__file__).parent / "Inputs" / "scaled.mlir"
MM = "%%MatrixMarket matrix coordinate real general"

#: Beside A, which has elements at (1, 1) and (2, 3) of 2 x 3.
FILES = {
    "more.mtx": f"{MM}\n2 3 3\n1 1 1.0\n2 3 1.0\n2 2 1.0\n",
    "last.mtx": f"{MM}\n2 3 3\n1 1 1.0\n2 3 1.0\n1 3 1.0\n",
    "fewer.mtx": f"{MM}\n2 3 1\n1 1 1.0\n",
    "moved.mtx": f"{MM}\n2 3 2\n1 2 1.0\n2 3 1.0\n",
    "none.mtx": f"{MM}\n2 3 0\n",
    "wide.mtx": f"{MM}\n2 4 2\n1 1 1.0\n2 3 1.0\n",
}


def with_c(name: str) -> str:
    return f"{SCALED} --bind A=A.mtx --bind C={name}"


def lacking(name: str, row: int, column: int, what: str) -> tuple[str, str]:
    place = f"row {row}, column {column}"
    return with_c(name), f"{name}: expected the elements of A but got {what} at {place}"


TABLE = [
    lacking("more.mtx", 2, 2, "one more"),
    lacking("last.mtx", 1, 3, "one more"),
    lacking("fewer.mtx", 2, 3, "none"),
    lacking("moved.mtx", 1, 1, "none"),
    lacking("none.mtx", 1, 1, "none"),
    (
        with_c("wide.mtx"),
        "expected size 4 of dimension J, as of C (wide.mtx), but got 3 of A (A.mtx)",
    ),
    (
        with_c("three.npy"),
        "three.npy: expected 2 values, one per element of A, but got 3",
    ),
    (with_c("B.npy"), "B.npy: expected a list of values for C but got shape 3x4"),
    (f"{SCALED} --bind A=A.mtx", "expected --bind C=SOURCE but got none"),
    (
        f"{SCALED} --bind C=more.mtx",
        "expected --bind A=SOURCE but got none",
    ),
    (
        f"{SCALED} --bind C=more.mtx --bind A=ones",
        "expected a file or random for the sparse operand A, whose pattern must "
        "come from somewhere, but got 'ones'",
    ),
    (
        with_c("ones") + " --out A=A2.mtx",
        "expected --out of an operand that the program writes but got 'A', which it "
        "only reads",
    ),
]

if __name__ == "__main__":
    write_inputs()
    for name, text in FILES.items():
        Path(name).write_text(text)
    np.save("three.npy", np.ones(3, np.float32))
    sys.exit(check_all(TABLE))
