# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""A program whose tensors are expanded runs on the operands of the one that it was, at
each stage, and gives the same bytes."""

import sys
from pathlib import Path

import batch
from refusals import check_all, write_inputs

#: Programs, their formats, what they are given besides A, and what they write.
CASES = [
    ("spmm", "csr", ["--bind", "B=random:3", "--size", "K=4"], "C"),
    ("spmm", "ell-coo(1)", ["--bind", "B=random:3", "--size", "K=4"], "C"),
    ("spmv", "bsr(2,2)", ["--bind", "x=random:3"], "y"),
    ("spmv", "ell", ["--bind", "x=random:3"], "y"),
    ("sddmm", "csr", ["--bind=X=random:3", "--bind=Y=random:4", "--size=K=4"], "C"),
]
STAGES = ["coordinates", "positions", "loops"]


def run(program: str, out: str, *words: str) -> tuple[int, str, bytes]:
    """The exit status, the errors and the file that is written."""
    command = ["sparse-run", program, "--check", "--out", f"{out}=out.npy", *words]
    Path("out.npy").unlink(missing_ok=True)
    done = batch.run(command)
    found = Path("out.npy")
    return done.returncode, done.stderr, found.read_bytes() if found.exists() else b""


def differs(name: str, layout: str, given: list[str], out: str) -> bool:
    """Whether a stage of a program does not give what the program does."""
    options = [name, "--format", f"A={layout}", "--schedule", "none"]
    given = ["--bind", "A=A.mtx", "--schedule", "none", *given]
    expected = run(name, out, *options[1:3], *given)
    wrong = expected[0] != 0
    for stage in STAGES:
        command = ["sparse-run", *options, "--emit", stage]
        done = batch.run(command, check=True)
        Path("expanded.mlir").write_text(done.stdout)
        got = run("expanded.mlir", out, *given)
        if got != expected:
            wrong = True
            print(f"{name} {layout} {stage}: {got} {expected}", file=sys.stderr)
    return wrong


#: What the arguments are pieces of is not said.
UNKNOWN = """
func.func @f(%x: memref<?xf32>) attributes {sparse.signature = [#sparse.piece<"x", part [], values>]} {
  return
}
"""

#: It is said, of another tensor.
OTHER = UNKNOWN.replace(
    "attributes {",
    'attributes {sparse.operands = [#sparse.operand<name = "y", type = '
    "!sparse.tensor<?xf32, #sparse.dense>, access = read>], ",
)

REFUSALS = [
    (
        "other.mlir --bind y=ones",
        "expected the arguments of @f to be those that 'sparse.operands' and "
        "'sparse.signature' say but got others",
    ),
    (
        "unknown.mlir --bind x=ones",
        "expected 'sparse.operands' of @f beside 'sparse.signature' but got none",
    ),
    (
        "whole.mlir --bind arg0=2",
        "expected --bind of an operand (A, B, C) but got 'arg0'",
    ),
]

if __name__ == "__main__":
    write_inputs()
    Path("unknown.mlir").write_text(UNKNOWN)
    Path("other.mlir").write_text(OTHER)
    command = ["sparse-run", "spmm", "--emit", "coordinates"]
    whole = batch.run(command, check=True)
    Path("whole.mlir").write_text(whole.stdout)
    sys.exit(check_all(REFUSALS) | any([differs(*case) for case in CASES]))
