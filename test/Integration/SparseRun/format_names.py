# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Every name of a format that --help lists: the same numbers in all of them, read by
programs and given as values on a pattern."""

import subprocess
import sys
from pathlib import Path

import numpy as np

INPUTS = Path(__file__).parents[2] / "Tools" / "sparse-run" / "Inputs"

#: As given to --format, and as the report has it where that is another spelling.
FORMATS = {
    "dense": "dense",
    "csr": "csr",
    "csr(pos=i64,crd=i64)": "csr<pos = i64, crd = i64>",
    "csc": "csc",
    "coo": "coo<2>",
    "coo<2>": "coo<2>",
    "dcsr": "dcsr",
    "csf": "dcsr",
    "csf(1,0)": "csf<1, 0>",
    "ell": "ell<?>",
    "ell(3)": "ell<3>",
    "ell(4,bitmap)": "ell<4, bitmap>",
    "ell(3,lengths and bitmap)": "ell<3, lengths and bitmap>",
    "bsr(2,2)": "bsr<2, 2>",
    "bsr(3,4,full)": "bsr<3, 4, full>",
    "dbsr(2,3)": "dbsr<2, 3>",
    "(i, j) -> (i : dense, j : compressed)": "csr",
    "(i, j) -> (j : dense, i : dense)": "(i, j) -> (j : dense, i : dense)",
}


def run(*arguments: str | Path) -> str:
    """What sparse-run prints, which must be right."""
    done = subprocess.run(
        ["sparse-run", *map(str, arguments), "--check"], capture_output=True, text=True
    )
    if done.returncode != 0 or not done.stdout.endswith("\nright\n"):
        raise AssertionError(f"{arguments}: {done.stdout}{done.stderr}")
    return done.stdout


def read_entries(path: str) -> list[list[str]]:
    """The words of each entry of a matrix that was written."""
    lines = Path(path).read_text().splitlines()
    return [line.split() for line in lines if not line.startswith("%")][1:]


def check_programs(given: str, shown: str) -> None:
    """Programs that read a matrix in the format, or write values on it."""
    choice = ["--bind", f"A={INPUTS / 'formats.mtx'}", "--format", f"A={given}"]
    text = run("spmv", *choice, "--bind", "x=x.npy", "--out", "y=y.npy")
    assert f"\n  A    {shown:7} 4x5, " in text, text
    assert np.load("y.npy").tolist() == [9, 6, 0, 49], given
    output = ["--out", "C=C.mtx"]
    run("sddmm", *choice, "--bind", "X=ones", "--bind", "Y=ones", "--size=K=2", *output)
    entries = {tuple(int(word) for word in line) for line in read_entries("C.mtx")}
    # A format whose cells are all elements gives zeros too; a dense one a list.
    if shown != "dense":
        expected = {(1, 1, 2), (1, 4, 4), (2, 2, 6), (4, 1, 8), (4, 3, 10), (4, 5, 12)}
        assert {entry for entry in entries if entry[2]} == expected, given


def check_values(shown: str) -> None:
    """Values on a pattern, given and taken as a matrix and as a list of them."""
    if shown == "dense":
        return
    name = f"format<{shown}>" if shown.startswith("(") else shown
    text = (INPUTS / "scaled-generic.mlir").read_text()
    Path("scaled.mlir").write_text(text.replace("csr", name))
    pattern = ["scaled.mlir", "--bind", f"A={INPUTS / 'formats.mtx'}"]
    run(*pattern, "--bind", f"C={INPUTS / 'formats.mtx'}", "--out", "C=squares.npy")
    run(*pattern, "--bind", "C=squares.npy", "--out", "C=cubes.mtx")
    values = [int(line[2]) for line in read_entries("cubes.mtx")]
    assert [x for x in values if x] == [1, 8, 27, 64, 125, 216], (shown, values)


if __name__ == "__main__":
    np.save("x.npy", np.array([1, 2, 3, 4, 5], np.float32))
    for given, shown in FORMATS.items():
        check_programs(given, shown)
    for shown in sorted(set(FORMATS.values())):
        check_values(shown)
    print(f"{len(FORMATS)} formats")
    sys.exit(0)
