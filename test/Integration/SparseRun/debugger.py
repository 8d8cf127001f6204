# REQUIRES: ptrace
# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""gdb stops in a kernel with --debug-info, and knows the lines of the program."""

import os
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
PROGRAM = """\
// Goes out of bounds.
func.func @astray(%x: memref<?xf32> {sparse.name = "x", sparse.dims = ["I"]}) {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 1000000000000 : index
  memref.store %zero, %x[%far] : memref<?xf32>
  return
}
"""


def debug(commands: list[str], arguments: list[str]) -> str:
    """What gdb prints of a run of sparse-run."""
    settings = ["set confirm off", "set breakpoint pending on", "set width 0"]
    # A debugger of children of a sanitizer's leak checker cannot be debugged.
    command = ["gdb", "-nx", "-batch"]
    for text in settings + commands:
        command += ["-ex", text]
    environment = {
        **os.environ,
        "DEBUGINFOD_URLS": "",
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    done = subprocess.run(
        [*command, "--args", "sparse-run", *arguments, "--debug-info"],
        capture_output=True,
        text=True,
        timeout=90,
        env=environment,
    )
    return done.stdout + done.stderr


def expect(pattern: str, printed: str) -> None:
    assert re.search(pattern, printed, re.MULTILINE), f"no {pattern!r} in\n{printed}"


def line_of(words: str, text: str) -> int:
    """The number of the only line with `words`."""
    (number,) = [n for n, line in enumerate(text.splitlines(), 1) if words in line]
    return number


def main() -> None:
    Path("A.mtx").write_text(MATRIX)
    run = ["spmm", "--bind", "A=A.mtx", "--bind", "B=ones", "--size", "K=3"]

    # By the name of the function, and by a line, of the product of two elements; the
    # lines are those of --emit tensors.
    command = ["sparse-run", "spmm", "--emit", "tensors"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    Path("spmm.mlir").write_text(text)
    line = line_of("arith.mulf", text)
    commands = ["break spmm", "run", "bt", "list"]
    commands += [f"break spmm.mlir:{line}", "continue", "bt", "info line"]
    printed = debug(commands, run)
    expect(r"^#0  spmm \(\) at spmm\.mlir:\d+$", printed)
    expect(rf"^{line_of('func.func @spmm', text)}\t.*func\.func @spmm", printed)
    expect(rf"^#0  .*spmm \(\) at spmm\.mlir:{line}$", printed)
    expect(rf'^Line {line} of "spmm\.mlir" starts at address .*<spmm\+\d+>', printed)

    # Where a program goes astray.
    Path("astray.mlir").write_text(PROGRAM)
    run = ["astray.mlir", "--bind", "x=ones", "--size", "I=2"]
    printed = debug(["run", "bt"], run)
    wrong = line_of("memref.store", PROGRAM)
    expect("received signal SIGSEGV", printed)
    expect(rf"^#0  .*astray \(\) at astray\.mlir:{wrong}$", printed)

    # In a thread of a parallel loop.
    run = ["spmm", "--bind", "A=random", "--bind", "B=ones", "--threads", "2"]
    run += ["--size", "I=3000", "--size", "J=100", "--size", "K=8"]
    printed = debug([f"break spmm.mlir:{line}", "run", "bt"], run)
    expect(rf"^#0  .* at spmm\.mlir:{line}$", printed)


if __name__ == "__main__":
    sys.exit(main())
