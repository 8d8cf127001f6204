# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
"""What --save refuses: what runs something, names that C lacks, programs that make
tensors, files that cannot be written, a linker that is not there."""

import os
import shutil
import sys
from pathlib import Path

from refusals import check_all, write_inputs

CONVERSION = """\
func.func @convert(%A: !sparse.tensor<?x?xf32, #sparse.csr>) -> !sparse.tensor<?x?xf32, #sparse.csc> {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.csc>
  return %B : !sparse.tensor<?x?xf32, #sparse.csc>
}
"""
TWO = """\
func.func @run(%x: f32) {
  return
}
func.func private @helper(%x: f32) -> f32 {
  return %x : f32
}
"""
# Data has a use where a schedule is chosen by it.
RUNNING = (
    "--bind A=A.mtx --schedule none",
    "--size K=3 --schedule dense_columns",
    "--pattern-values one --schedule none",
    "--seed 3 --schedule none",
    "--out C=C.npy",
    "--check",
    "--check-mode",
    "--bench",
    "--emit llvm",
    "--explain",
    "--debug-info",
    "--jitdump",
    "--dump-storage A",
    "--draw A=A.svg",
    "--draw-pattern A=A.svg",
)
# Names of C's library, of its headers, and of those that are written.
TAKEN = (
    "INT32_MAX",
    "spindle_call",
    "memset",
    "main",
    "omp_get_max_threads",
)
TWINS = """\
func.func @run(%x: f32 {sparse.name = "a.b"}, %y: f32 {sparse.name = "a b"}) {
  return
}
"""
TABLE = [
    ("spmm --save spmm.o", "expected --save FILE.so but got 'spmm.o'"),
    ("spmm --save .so", "expected --save FILE.so but got '.so'"),
    ("spmm --symbol spmm", "expected --save with --symbol but got none"),
    *(
        (
            f"spmm --save spmm.so {option}",
            f"expected --save, which runs nothing, without {option.split()[0]} but got both",
        )
        for option in RUNNING
    ),
    (
        "spmm --save missing/spmm.so",
        "missing/spmm.so: no such directory",
    ),
    (
        "spmm --save taken.so",
        "taken.h: expected a regular file to replace but got another kind",
    ),
    (
        "spmm --save spmm.so --symbol int",
        "expected the name of a C function but got 'int'",
    ),
    (
        "spmm --save spmm.so --symbol a-b",
        "expected the name of a C function but got 'a-b'",
    ),
    *(
        (
            f"spmm --save spmm.so --symbol {name}",
            f"expected a name that C leaves free for the function but got '{name}'",
        )
        for name in TAKEN
    ),
    (
        "twins.mlir --save spmm.so",
        (
            "twins.mlir:1:1: expected operands whose parameters have different names in C but "
            "got 'a.b' and 'a b', which both have 'a_b'"
        ),
    ),
    (
        "conversion.mlir --save conversion.so",
        (
            "expected a program that returns nothing, to save it, but got "
            "conversion.mlir, which returns tensors"
        ),
    ),
    (
        "two.mlir --save two.so --symbol helper",
        (
            "expected a symbol that two.mlir has not given to something else "
            "but got 'helper'"
        ),
    ),
]


def main() -> int:
    write_inputs()
    Path("conversion.mlir").write_text(CONVERSION)
    Path("two.mlir").write_text(TWO)
    Path("taken.h").mkdir()
    Path("twins.mlir").write_text(TWINS)
    failures = check_all(TABLE)
    missing = "expected SPINDLE_CC to name a C compiler but got 'no-such-compiler'"
    os.environ["SPINDLE_CC"] = "no-such-compiler"
    failures += check_all([("spmm --save spmm.so", missing)])
    os.environ["SPINDLE_CC"] = "false"
    broken = f"{shutil.which('false')}: expected a shared object but got: "
    failures += check_all([("spmm --save spmm.so", broken)], only_start=True)
    return failures


if __name__ == "__main__":
    sys.exit(main())
