# RUN: %python %s %t | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs by elements, 0 wrong
"""Tiles of elements, whose rows are found before, give what the interpreter gives.

On matrices whose rows are most uneven: one that is full, none at all, one element, long
runs of empty rows at both ends and between. On the emulated GPU, which finds no fault,
and on a processor by one, two and three threads. Sums of rows are shared by tiles, too.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import batch

ROWS, COLUMNS = 90, 300
#: The rows of each matrix, with the number of their elements.
MATRICES = {
    "full_row": {3: COLUMNS, 4: 1, 40: 2, 88: 9},
    "empty": {},
    "one": {ROWS - 1: 1},
    "even": dict.fromkeys(range(ROWS), 8),
}
FORMATS = ("csr", "dcsr", "csc", "bsr(4,4)", "csr_coo(2)")
TYPES = ("i32", "f32", "f16", "complex<f32>")
ON_GPU = "--schedule auto --target cuda --device emulator --emulator seed=1"


#: SpMV and SpMM, by atomic additions.
SUMS = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @sums(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops holds_reduction in %positions : (!transform.any_op) -> !transform.any_op
    %n = transform.tune.knob<"elements"> = 8 : i64 from options = [8 : i64, 32 : i64] -> !transform.param<i64>
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %filled = transform.sparse.bind %searches to workers lanes(%one) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %shared = transform.sparse.bind %tiles to workers lanes(%one) {atomic} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""


def write(folder: Path, name: str, lengths: dict[int, int]) -> Path:
    """A file of the matrix `name`, in no order."""
    entries = [
        f"{row + 1} {(7 * row + 11 * number) % COLUMNS + 1} {number % 5 + 1}"
        for row, length in lengths.items()
        for number in reversed(range(length))
    ]
    path = folder / f"{name}.mtx"
    head = f"%%MatrixMarket matrix coordinate integer general\n{ROWS} {COLUMNS}"
    path.write_text("\n".join([f"{head} {len(entries)}", *entries, ""]))
    return path


def list_commands(folder: Path) -> Iterator[str]:
    """The full row in each format, and each other matrix in CSR."""
    files = {name: write(folder, name, rows) for name, rows in MATRICES.items()}
    cases = [("full_row", form) for form in FORMATS]
    cases += [(name, "csr") for name in MATRICES if name != "full_row"]
    for turn, (name, form) in enumerate(cases):
        what = (
            f"sddmm --bind A={files[name]} --bind X=random:1 --bind Y=random:2 --size K=33 "
            f"--format A={form} --dtype {TYPES[turn % len(TYPES)]} "
            f"--knob elements={(8, 32)[turn % 2]}"
        )
        yield f"{what} {ON_GPU} --check"
        yield f"{what} --schedule dense_reductions --threads {turn % 3 + 1} --check"
    schedule = folder / "sums.mlir"
    schedule.write_text(SUMS)
    for name, what in [
        ("full_row", "spmv --bind x=random"),
        ("even", "spmm --bind B=random --size K=7"),
    ]:
        by = f"--schedule {schedule}:sums --target cuda --device emulator --check"
        yield f"{what} --bind A={files[name]} --dtype i32 {by}"


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    return batch.check_all(list(list_commands(folder)), "runs by elements")


if __name__ == "__main__":
    sys.exit(main())
