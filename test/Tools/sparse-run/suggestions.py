# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""A name that is nearly known: the nearest is suggested, and none where none is near."""

import sys

from refusals import check_all, write_inputs

SOUND = "spmm --bind A=A.mtx --bind B=B.npy"
PROGRAMS = (
    "argmin, csr2bsr, fusedmm, mttkrp, row_max, sddmm, segment_reduce, softmax, spmm, "
    "spmm_t, spmv, ttm, ttv"
)
FORMATS = (
    "dense, csr, csc, dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, "
    "sr_bcrs, panel, rowlen, nm, ell3d"
)
TYPES = "f16, bf16, f32, f64, i1, i8, i16, i32, i64, complex<f32>, complex<f64>"
STAGES = (
    "tensors, coordinates, positions, loops, llvm, llvm-ir, asm, nvvm, ptx, rocdl, "
    "amdgcn or hsaco"
)
OPTION = "an option, as --help lists them,"
PROGRAM = f"a built-in program ({PROGRAMS}) or an .mlir file"
PROCESSOR = (
    "native or the name of a processor of x86_64, as 'llc -march=x86-64 -mcpu=help' "
    "lists them,"
)
SOURCES = (
    "a .mtx[.gz], .smtx[.gz], .tns[.gz], .npz or .npy file, random[:SEED], ones or "
    "zeros"
)
OPERAND = "of an operand (A, B, C)"

#: What stands before the name, what is expected, the name, and what is near.
NAMES = [
    ("", OPTION, "--bnech", "--bench"),
    ("", OPTION, "--expalin", "--explain"),
    ("", OPTION, "--xyzzy", None),
    ("", PROGRAM, "spvm", "spmv"),
    ("", PROGRAM, "soft_max", "softmax"),
    ("", PROGRAM, "cholesky", None),
    ("spmm --emit ", f"--emit {STAGES}", "position", "positions"),
    ("spmm --emit ", f"--emit {STAGES}", "asn", "asm"),
    ("spmm --emit ", f"--emit {STAGES}", "spirv", None),
    ("spmm --dtype ", f"--dtype of a type of elements ({TYPES})", "fp64", "f64"),
    ("spmm --dtype ", f"--dtype of a type of elements ({TYPES})", "double", None),
    ("spmm --cpu ", PROCESSOR, "haswel", "haswell"),
    ("spmm --cpu ", PROCESSOR, "nativ", "native"),
    ("spmm --cpu ", PROCESSOR, "power-plant-9000", None),
    ("spmm --color ", "--color auto, always or never", "alwyas", "always"),
    ("spmm --color ", "--color auto, always or never", "rainbow", None),
    ("spmm --pattern-values ", "--pattern-values one or random", "rnd", None),
    ("spmm --pattern-values ", "--pattern-values one or random", "randm", "random"),
    ("spmm --check=", "--check or --check=force", "forse", "force"),
    ("spmm --check=", "--check or --check=force", "always", None),
    (f"{SOUND} --bind ", f"--bind {OPERAND}", "a=A.mtx", "A"),
    (f"{SOUND} --bind ", f"--bind {OPERAND}", "weights=A.mtx", None),
    (f"{SOUND} --out ", f"--out {OPERAND}", "CC=C.npy", "C"),
    (f"{SOUND} --size ", "--size of a dimension (I, J, K)", "k=3", "K"),
    (f"{SOUND} --draw ", "--draw of a tensor (A, B, C)", "a=a.svg", "A"),
    ("spmm --format ", "--format of a sparse operand (A)", "a=csr", "A"),
]

#: The same for formats of A.
FORMAT_NAMES = [("csd", "csr"), ("ragedd", "ragged"), ("hyperblock", None)]


def refusal(before: str, expected: str, name: str, near: str | None) -> tuple[str, str]:
    got = name.split("=")[0]
    hint = f"; did you mean '{near}'?" if near else ""
    return before + name, f"expected {expected} but got '{got}'{hint}"


def format_refusal(name: str, near: str | None) -> tuple[str, str]:
    command, error = refusal(
        "spmm --format A=", f"the name of a format ({FORMATS})", name, near
    )
    return command, f"A: format '{name}': {error}"


if __name__ == "__main__":
    write_inputs()
    table = [refusal(*row) for row in NAMES]
    table += [format_refusal(*row) for row in FORMAT_NAMES]
    table.append(refusal("spmm --bind B=ones --bind A=", SOURCES, "randon", "random"))
    table[-1] = (table[-1][0], "A: " + table[-1][1])
    sys.exit(check_all(table))
