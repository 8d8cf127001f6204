# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""--explain: with and without data, for people and as JSON."""

import json
import re
import subprocess
import sys
from pathlib import Path

MATRIX = """\
%%MatrixMarket matrix coordinate real general
4 4 4
1 1 1.0
2 3 2.5
4 1 -1.0
4 4 0.5
"""
WINDOW = """\
!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
func.func @window(%n: index {sparse.name = "n"}, %m: index {sparse.name = "m"},
                  %pos: memref<?xi32> {sparse.name = "pos"},
                  %y: memref<?xf32> {sparse.name = "y", sparse.access = "update"}) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %x = arith.constant 1.0 : f32
  %half = arith.ceildivui %n, %two : index
  %I = axis.dense_fixed %half : !dense
  %size = memref.dim %y, %zero : memref<?xf32>
  %J = axis.dense_fixed %size : !dense
  %yv = sparse.bind %y on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "square" ("i": %i, "j": %j) over (%I, %J : !dense, !dense) kinds [reduction, spatial] {
    sparse.accumulate add %x into %yv[%j] : !sparse.buffer<?xf32>
  }
  %P = axis.dense_fixed %m : !dense
  %Q = axis.dense_variable %n of %P positions %pos : !dense, memref<?xi32> -> !ragged
  iter.nest "group" ("p": %p, "q": %q) over ((%P, %Q) : !dense, !ragged) kinds [spatial, spatial] {
    sparse.accumulate add %x into %yv[%q] : !sparse.buffer<?xf32>
  }
  return
}
"""
TWICE = """\
module attributes {transform.with_named_sequence} {
  transform.named_sequence @twice(%root: !transform.any_op {transform.consumed}) {
    %code = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.match.loops nest "spmv" in %code : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    %none = transform.sparse.match.loops nest "other" in %code : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.unroll %none : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""
STAGES = ["tensors", "coordinates", "positions", "loops", "llvm"]


def explained(*arguments: str, schedule: str = "none") -> tuple[list[str], dict]:
    """The lines that are printed, and the JSON report."""
    done = subprocess.run(
        ["sparse-run", *arguments, "--schedule", schedule, "--explain"]
        + ["--json", "report.json"],
        check=True,
        capture_output=True,
        text=True,
    )
    report = json.loads(Path("report.json").read_text())
    return done.stdout.splitlines(), report


def without_data() -> None:
    lines, report = explained("spmm")
    assert lines[:6] == [
        "spmm @spmm: C = A B: a sparse matrix times a dense one.",
        "schedule none",
        "storage",
        "  A: csr f32 [I, J]",
        "  B: dense f32 [J, K]",
        "  C: dense f32 [I, K] write",
    ], lines
    stages = ", ".join(rf"{stage} \d+" for stage in STAGES)
    assert re.fullmatch(rf"stages, with their operations: {stages}", lines[6]), lines[6]
    assert lines[7:15] == [
        "loops (more than one of --threads runs an outermost one in parallel)",
        "  nest fill",
        "    d0: 0 to I (dense_fixed, spatial); may run in parallel",
        "      d1: 0 to K (dense_fixed, spatial)",
        "  nest spmm",
        "    I: 0 to I (dense_fixed, spatial); may run in parallel",
        "      J: the fibre under I (sparse_variable, reduction)",
        "        K: 0 to K (dense_fixed, spatial)",
    ], lines
    assert re.match(r"code: \d+ instructions, \d+ bytes", lines[15]), lines
    assert len(lines) == 16, lines
    assert report["seconds_median"] is None and report["nnz"] is None
    explain = report["explain"]
    assert list(explain["stages"]) == sorted(STAGES)
    assert all(count > 0 for count in explain["stages"].values())
    assert [operand["value_bytes"] for operand in explain["operands"]] == [None] * 3
    assert explain["code_bytes"] >= explain["instructions"] > 0
    vectors = sum(explain["instructions_by_bits"].values())
    assert 0 <= vectors < explain["instructions"]


def loops() -> None:
    """Their ranges, and why one stays serial."""
    _, report = explained("spmv", "--format", "A=coo")
    fill, entries = report["explain"]["loops"]
    assert fill["parallel"] is True and fill["refusal"] is None
    assert entries == {
        "nest": "spmv",
        "dims": ["I"],
        "axis": "sparse_variable",
        "kind": "spatial",
        "depth": 0,
        "range": "0 to the entries of A",
        "parallel": False,
        "refusal": entries["refusal"],
    }
    assert "y at [I]" in entries["refusal"], entries
    lines, _ = explained("spmv", "--format", "A=coo")
    assert any(
        line.endswith("; stays serial, since " + entries["refusal"]) for line in lines
    )

    _, report = explained("spmv", "--format", "A=bsr(4,4)")
    blocks = report["explain"]["loops"][1:]
    assert [(loop["dims"], loop["depth"], loop["range"]) for loop in blocks] == [
        (["Io"], 0, "0 to ceil(I / 4)"),
        (["Jo"], 1, "the fibre under Io"),
        (["Ii"], 2, "0 to the length under Io"),
        (["Ji"], 3, "0 to the length under Jo"),
    ], blocks
    assert [loop["parallel"] for loop in blocks] == [True, None, None, None]


def with_data() -> None:
    Path("A.mtx").write_text(MATRIX)
    lines, report = explained(
        "spmm", "--bind", "A=A.mtx", "--bind", "B=ones", "--size", "K=3",
        "--format", "A=ell(3)", "--check",
    )  # fmt: skip
    # Four rows of 3 cells, and a length for each; 4 of the 12 cells are elements.
    ell = "A: ell<3> f32 [I, J]: 64 B of structure, 48 B of values, 66.7 % padding"
    assert f"  {ell}" in lines and lines[-1] == "right", lines
    first, second, _ = report["explain"]["operands"]
    assert first == {
        "name": "A",
        "structure_bytes": 64,
        "value_bytes": 48,
        "padding": first["padding"],
    }
    assert abs(first["padding"] - 2 / 3) < 1e-12
    assert (second["structure_bytes"], second["value_bytes"]) == (0, 48)
    assert second["padding"] == 0
    assert report["nnz"] == 4 and report["checked"]

    # Who does not ask is told nothing.
    run = ["sparse-run", "spmv", "--bind", "A=A.mtx", "--bind", "x=ones", "--json", "-"]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["explain"] is None
    assert "loops" not in done.stderr


def own_program() -> None:
    """Of files: one that makes its axes from numbers and memory, and one without loops
    or data."""
    Path("window.mlir").write_text(WINDOW)
    _, report = explained("window.mlir")
    ranges = [(loop["dims"], loop["range"]) for loop in report["explain"]["loops"]]
    assert ranges == [
        (["i"], "0 to ceil(n / 2)"),
        (["j"], "0 to y[0]"),
        (["p", "q"], "the start under 0 to the start under m"),
    ], ranges
    Path("none.mlir").write_text("func.func @f() {\n  return\n}\n")
    lines, report = explained("none.mlir")
    assert "  none" in lines and report["explain"]["loops"] == []


def steps() -> None:
    """Which steps of a schedule have left the program as it was."""
    Path("twice.mlir").write_text(TWICE)
    lines, report = explained("spmv", schedule="twice.mlir")
    first = lines.index("steps: 2 of 3 left everything as it was")
    assert lines[first + 1 : first + 3] == [
        "  accumulate_in_registers in @twice (twice.mlir:6)",
        "  unroll in @twice (twice.mlir:8)",
    ], lines
    assert lines[first + 3].startswith("code: "), lines
    steps = report["explain"]["steps"]
    assert [step["changed"] for step in steps] == [True, False, False], steps
    assert steps[1] == {
        "name": "accumulate_in_registers",
        "sequence": "twice",
        "file": "twice.mlir",
        "line": 6,
        "changed": False,
    }, steps
    _, report = explained("spmv")
    assert report["explain"]["steps"] == [], report


def refused() -> None:
    """What takes a run takes data."""
    for arguments, error in (
        (["spmm", "--check"], "expected --bind A=SOURCE but got none"),
        (["spmm", "--draw", "A=a.svg"], "expected --bind A=SOURCE but got none"),
        (["spmm", "--emit", "positions"], "expected --explain or --emit but got both"),
        (["spmm", "--size", "Q=3"], "expected --size of a dimension (I, J, K)"),
    ):
        done = subprocess.run(
            ["sparse-run", *arguments, "--explain"], capture_output=True, text=True
        )
        assert done.returncode == 2, done
        assert done.stderr.startswith(f"error: {error}"), done.stderr


if __name__ == "__main__":
    without_data()
    loops()
    with_data()
    own_program()
    steps()
    refused()
    sys.exit(0)
