# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Formats and types that do not exist, do not fit, or cannot hold the elements."""

import shutil
import sys
from pathlib import Path

from refusals import check_all, write_inputs

INPUTS = Path(__file__).parent / "Inputs"
SCALED = INPUTS / "scaled.mlir"
SOUND = "spmv --bind A=formats.mtx --bind x=ones"
NAMES = (
    "dense, csr, csc, dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, sr_bcrs, "
    "panel, rowlen, nm, ell3d"
)
BUILT = (
    "argmin, fusedmm, mttkrp, row_max, sddmm, segment_reduce, softmax, spmm, spmm_t, "
    "spmv, ttm, ttv"
)
TYPES = "f16, bf16, f32, f64, i1, i8, i16, i32, i64, complex<f32>, complex<f64>"


def unread(text: str, why: str) -> tuple[str, str]:
    """A format that cannot be read, with all of what is said of it."""
    return f"{SOUND} --format A={text}", f"A: format '{text}': {why}"


def unsupported(text: str, name: str, why: str) -> tuple[str, str]:
    return (
        f"{SOUND} --format A={text}",
        f"A: format #sparse.{name} is not supported yet: {why}",
    )


def unfit(text: str, why: str) -> tuple[str, str]:
    """A format that cannot hold the elements of formats.mtx."""
    return f"{SOUND} --format A={text}", f"A: {why}"


TABLE = [
    unread(
        "csz",
        f"expected the name of a format ({NAMES}) but got 'csz'; did you mean 'csr'?",
    ),
    unread(
        "hyb(2)",
        "expected hyb<c, k> but got 1 number(s)",
    ),
    unread("quad", f"expected the name of a format ({NAMES}) but got 'quad'"),
    unread("csf(2,0,1)", "expected a format of 2 dimensions but got 3"),
    unread("dense<3>", "expected a format of 2 dimensions but got 3"),
    unread("(i)->(i:dense)", "expected a format of 2 dimensions but got 1"),
    (
        "ttv --bind A=t.tns --bind v=ones --format A=csr",
        "A: format 'csr': expected a format of 3 dimensions but got 2",
    ),
    unread("csr(4)", "expected #sparse.csr to have no numbers but got 1"),
    unread("bsr(2)", "expected #sparse.bsr to have 2 (b, c) but got 1"),
    unread("ell-coo", "expected ell_coo<w> but got 0 number(s)"),
    unread("bsr(2,2", "expected ')' after '(' at character 4 but got the end"),
    unread("csr)", "expected '(' before ')' at character 4"),
    unread(
        "(i,j)->(i:dense,j:compressed",
        "expected ')' after '(' at character 8 but got the end",
    ),
    unread("rowlen(1)", "expected S of #sparse.rowlen<S> to be at least 2 but got 1"),
    unread(
        "panel(1,1)", "expected C of #sparse.panel<R, C> to be at least 2 but got 1"
    ),
    unread("nm(1,1)", "expected m of #sparse.nm<n, m> to be at least 2 but got 1"),
    unread("nm(3,2)", "expected n of #sparse.nm<n, m> to be at most m, 2, but got 3"),
    unread("bsr(0,2)", "(C4) expected a number from 1 to 2147483647 but got 0"),
    unread("csr(pos=f32)", "(C11) expected 'pos' to be one of i32, i64 but got 'f32'"),
    unread(
        "ell(2,padded)",
        "expected a number, 'pos', 'crd', 'full', 'lengths' or 'bitmap' but got 'padded'",
    ),
    unread(
        "ell(2,bitmpa)",
        "expected a number, 'pos', 'crd', 'full', 'lengths' or 'bitmap' but got "
        "'bitmpa'; did you mean 'bitmap'?",
    ),
    unread(
        "(i,j)->(i:dense)",
        "(C7) expected the levels to determine dimension 1",
    ),
    unread("sell(16,0)", "(C4) expected a number from 1 to 2147483647 but got 0"),
    unsupported(
        "nm(2,4,full)",
        "nm<2, 4, full>",
        "level 2 is structured, and no bitmap is kept",
    ),
    unsupported(
        "(i,j)->(i+j:compressed,i:dense)",
        "format<(i, j) -> (i + j : compressed, i : dense)>",
        "level 0 has a coordinate that is neither made of one dimension by 'floordiv' "
        "and 'mod' nor the difference of two",
    ),
    unfit(
        "nm(1,4)",
        "fibre (i = 0, j floordiv 4 = 0): expected at most 1 coordinate of j mod 4 for "
        "nm<1, 4> but got 2",
    ),
    unfit("ell(2)", "row 3: expected at most 2 elements for ell<2> but got 3"),
    unfit("ell(3,full)", "row 0: expected 3 elements for ell<3, full> but got 2"),
    unfit(
        "ragged", "row 0: expected elements without a gap for ragged but got none at 1"
    ),
    (
        "spmv --bind A=random --bind x=ones --size I=9 --size J=300 --format "
        "A=csr(crd=i8)",
        "A: expected at most 127 as the largest coordinate in level 1 with index type "
        "i8 but got 299",
    ),
    *(
        (
            f"{SOUND} --format {name}=csr",
            f"expected --format of a sparse operand (A) but got '{name}'{why}",
        )
        for name, why in [
            ("x", ", which is dense in this program"),
            ("y", ", which is dense in this program"),
            ("Q", ""),
        ]
    ),
    (
        "spmm --format B=csr",
        "expected --format of a sparse operand (A) but got 'B', which is dense in this "
        "program",
    ),
    (
        "sddmm --format C=csr",
        "expected --format of a sparse operand (A) but got 'C', which has the structure "
        "of another operand in this program",
    ),
    (
        f"{SOUND} --format a=csr",
        "expected --format of a sparse operand (A) but got 'a'; did you mean 'A'?",
    ),
    (
        f"{SOUND} --format A=csr --format A=csc",
        "expected one --format of A but got 'csr' and 'csc'",
    ),
    (f"{SOUND} --format csr", "expected --format ARG=FORMAT but got 'csr'"),
    (
        f"{SCALED} --format A=csr",
        f"expected --format of a program that is made for it ({BUILT}) but got "
        f"'{SCALED}', whose types are its own",
    ),
    (
        "csr2bsr --dtype f64",
        f"expected --dtype of a program that is made for it ({BUILT}) but got "
        "'csr2bsr', whose types are its own",
    ),
    (
        f"{SOUND} --dtype f23",
        f"expected --dtype of a type of elements ({TYPES}) but got 'f23'; did you mean "
        "'f32'?",
    ),
    (f"{SOUND} --dtype f32 --dtype f64", "expected --dtype once but got it again"),
    (
        "softmax --bind A=formats.mtx --dtype i32",
        "softmax has no meaning in i32: expected f16, bf16, f32 or f64",
    ),
    (
        f"{SOUND} --dtype i1",
        "formats.mtx:4: entry 2: expected a value of type bool but got '2', which is too "
        "large; set --dtype f64",
    ),
    (
        "spmv --bind A=fraction.mtx --bind x=ones --dtype i32",
        "fraction.mtx:3: entry 1: expected a value of type int32 but got '1.5'; set "
        "--dtype f64",
    ),
    (
        "ttv --bind A=fractions.tns --bind v=ones --dtype i32",
        "fractions.tns:2: entry 2: expected a value of type int32 but got '2.5'; set "
        "--dtype f64",
    ),
    # No type reads this.
    (
        "ttv --bind A=words.tns --bind v=ones --dtype i32",
        "words.tns:1: entry 1: expected a value of type int32 but got 'one'",
    ),
    (
        "spmv --bind A=A.mtx --bind x=x.npy --dtype bf16",
        "x.npy: expected elements of bfloat16 for x but got float32; set --dtype f32, "
        "or convert them by numpy.save(FILE, x.astype('bfloat16'))",
    ),
    (
        f"{SOUND} --dump-storage z",
        "expected --dump-storage of a tensor (A, x, y) but got 'z'",
    ),
    (
        f"{SOUND} --dump-storage A --dump-storage A",
        "expected one --dump-storage of A but got two",
    ),
    (
        f"{INPUTS.parent / 'operands.mlir'} --entry scaled --dump-storage arg0",
        "expected --dump-storage of a tensor (arg2) but got 'arg0'; did you mean "
        "'arg2'?",
    ),
    (
        "csr2bsr --dump-storage columns",
        "expected --dump-storage of a tensor (A) but got 'columns'",
    ),
]

if __name__ == "__main__":
    write_inputs()
    shutil.copy(INPUTS / "formats.mtx", ".")
    Path("t.tns").write_text("1 1 1 1\n")
    Path("fraction.mtx").write_text(
        "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1.5\n"
    )
    Path("fractions.tns").write_text("1 1 1 1\n1 1 2 2.5\n")
    Path("words.tns").write_text("1 1 1 one\n")
    sys.exit(check_all(TABLE))
