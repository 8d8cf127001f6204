# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""What the command line itself may not say."""

import sys

from refusals import check_all, write_inputs

SOUND = "spmm --bind A=A.mtx --bind B=B.npy"
SOURCES = (
    ".mtx[.gz], .smtx[.gz], .tns[.gz], .npz or .npy file, random[:SEED], ones or zeros"
)

TABLE = [
    ("--check", "expected a PROGRAM (--list and --help tell more) but got none"),
    ("spmm spmv", "expected one PROGRAM but got 'spmm' and 'spmv'"),
    ("spmm --bench 5", "expected one PROGRAM but got 'spmm' and '5'"),
    ("--bogus", "expected an option, as --help lists them, but got '--bogus'"),
    (
        "spmm --chekc",
        "expected an option, as --help lists them, but got '--chekc'; did you mean "
        "'--check'?",
    ),
    ("spmm -b", "expected an option, as --help lists them, but got '-b'"),
    ("--batch a --list", "expected --batch alone but got more"),
    ("spmm --batch a", "expected --batch alone but got more"),
    ("--batch=", "expected --batch FILE but got no value"),
    ("--completion zsh", "expected --completion bash but got 'zsh'"),
    ("--list=x", "expected --list without a value but got 'x'"),
    ("spmm --emit", "expected --emit STAGE but got no value"),
    (
        "spmm --emit cuda",
        "expected --emit tensors, coordinates, positions, loops, llvm, llvm-ir, asm, nvvm, "
        "ptx, rocdl, amdgcn or hsaco but got 'cuda'",
    ),
    *(
        (
            f"spmm --emit positions {option}",
            "expected --emit, which runs nothing, without "
            f"{option.split()[0]} but got both",
        )
        for option in (
            "--out C=C.npy",
            "--check",
            "--bench",
            "--dump-storage A",
            "--draw A=A.svg",
            "--draw-pattern A=A.svg",
            "--json report.json",
        )
    ),
    (
        "spmm --emit nvvm --threads 2",
        "expected --threads without --chip and --emit of a GPU, since it is for a CPU, "
        "but got both",
    ),
    *(
        (
            f"spmm {option} --chip sm_90",
            "expected --target cuda, --explain, --print-schedule or --emit up to loops "
            "or of a GPU with --chip but got neither",
        )
        for option in ("", "--emit llvm", "--emit asm", "--save spmm.so")
    ),
    (
        "spmm --target gpu",
        "expected --target cpu or cuda but got 'gpu'; did you mean 'cpu'?",
    ),
    (
        "spmm --target cuda --device gpu",
        "expected --device cuda or emulator but got 'gpu'",
    ),
    ("spmm --device emulator", "expected --target cuda with --device but got none"),
    (
        "spmm --target cuda --emulator seed=1",
        "expected --device emulator with --emulator but got none",
    ),
    *(
        (
            f"spmm --target cuda {option}",
            f"expected {option.split()[0]} without --target cuda, since it is for a "
            "CPU, but got both",
        )
        for option in (
            "--threads 2",
            "--check-mode",
            "--cpu x86-64",
            "--debug-info",
            "--emit asm",
        )
    ),
    (
        "spmm --target cuda --specialize K=3,4",
        "expected --specialize of one size of K with --target cuda, which has one "
        "version, but got '3,4'",
    ),
    (
        "spmm --target cuda --device emulator --bench",
        "expected --bench without --device emulator, whose times say nothing of a "
        "GPU's (--json has what it counts), but got both",
    ),
    *(
        (
            f"spmm --emit {stage} --chip sm_9",
            "expected a GPU that LLVM knows, as sm_90, but got 'sm_9'",
        )
        for stage in ("nvvm", "ptx")
    ),
    *(
        (f"spmm --threads {n}", f"expected --threads N, from 0 to 1024, but got '{n}'")
        for n in ("-1", "1025", "1.5", "two", "9223372036854775808")
    ),
    ("spmm --specialize", "expected --specialize NAME[=N,..] but got no value"),
    (
        "spmm --specialize K=",
        "expected --specialize NAME, NAME=N, NAME=N,N,.. or none but got 'K='",
    ),
    *(
        (
            f"spmm --specialize K={sizes}",
            "expected --specialize K=N,N,.., a whole number below 2^63, but got "
            f"'{wrong}'",
        )
        for sizes, wrong in (("32,x", "x"), ("32,", ""), (",32", ""), ("-1,2", "-1"))
    ),
    (
        "spmm --specialize K=32,64,32",
        "expected --specialize of different sizes of K but got 32 twice",
    ),
    (
        "spmm --specialize k=3,4 --emit asm",
        "expected --specialize of a dimension (I, J, K) but got 'k'; did you mean 'K'?",
    ),
    (
        f"spmm --emit asm --specialize K={','.join(map(str, range(17)))}",
        "expected --specialize of at most 16 sizes, or combinations of them, but got 17",
    ),
    (
        "spmm --emit asm --specialize K=1,2,3,4,5 --specialize I=1,2,3,4",
        "expected --specialize of at most 16 sizes, or combinations of them, but got 20",
    ),
    *(
        (
            f"spmm --specialize K=3,4 --emit {stage}",
            "expected --specialize of one size of K with --emit coordinates, positions "
            "and of a GPU, which show one kernel, but got '3,4'",
        )
        for stage in ("coordinates", "positions", "nvvm", "hsaco")
    ),
    (
        "spmm --schedule dense_columns --knob deterministic=0 --emit asm",
        "expected knob 'deterministic' to be 1, since sums have the same bits on any "
        "number of threads, but got '0'",
    ),
    (
        "spmm --specialize K=x",
        "expected --specialize K=N, a whole number below 2^63, but got 'x'",
    ),
    (
        "spmm --specialize none --specialize K",
        "expected --specialize NAME, NAME=N, NAME=N,N,.. or none but got 'K'",
    ),
    (
        "spmm --specialize K --specialize K=3",
        "expected one --specialize of K but got two",
    ),
    (
        "spmm --specialize k --emit asm",
        "expected --specialize of a dimension (I, J, K) but got 'k'; did you mean 'K'?",
    ),
    (
        "spmm --specialize K --emit asm",
        "expected --specialize K=N, or --size K=N where no data gives it, but got "
        "neither",
    ),
    (
        f"{SOUND} --specialize K=3",
        "expected --specialize of K for 4, its size, but got 3",
    ),
    ("spmm --cpu", "expected --cpu NAME but got no value"),
    (
        f"{SOUND} --cpu haswel",
        "expected native or the name of a processor of x86_64, as 'llc -march=x86-64 "
        "-mcpu=help' lists them, but got 'haswel'; did you mean 'haswell'?",
    ),
    ("spmm --json a --json b", "expected --json once but got it again"),
    ("spmm --bind", "expected --bind ARG=SOURCE but got no value"),
    ("spmm --bind A", "expected --bind ARG=SOURCE but got 'A'"),
    ("spmm --bind A=", "expected --bind ARG=SOURCE but got 'A='"),
    ("spmm --bind =A.mtx", "expected --bind ARG=SOURCE but got '=A.mtx'"),
    (
        "spmm --bind A=A.mtx --bind A=B.npy",
        "expected one --bind of A but got 'A.mtx' and 'B.npy'",
    ),
    (
        f"{SOUND} --out C=C.npy --out C=D.npy",
        "expected one --out of C but got 'C.npy' and 'D.npy'",
    ),
    (
        f"{SOUND} --bind Q=ones",
        "expected --bind of an operand (A, B, C) but got 'Q'",
    ),
    (
        "spmm --bind a=A.mtx",
        "expected --bind of an operand (A, B, C) but got 'a'; did you mean 'A'?",
    ),
    (f"{SOUND} --out D=D.npy", "expected --out of an operand (A, B, C) but got 'D'"),
    (f"{SOUND} --size Q=3", "expected --size of a dimension (I, J, K) but got 'Q'"),
    (
        "spmm --emit positions --size Q=3",
        "expected --size of a dimension (I, J, K) but got 'Q'",
    ),
    ("spmm --bind A=A.mtx", "expected --bind B=SOURCE but got none"),
    (
        "spmm --bind A=A.csv --bind B=B.npy",
        f"A: expected a {SOURCES} but got 'A.csv'",
    ),
    (
        "spmm --bind A=A.mtx --bind B=rnadom",
        f"B: expected a {SOURCES} but got 'rnadom'; did you mean 'random'?",
    ),
    (
        "spmm --bind A=A.mtx --bind B=random:two",
        "B: expected the SEED of random:SEED, a whole number below 2^63, but got 'two'",
    ),
    (
        "spmm --bind A=ones --bind B=B.npy",
        "expected a file or random for the sparse operand A, whose pattern must come "
        "from somewhere, but got 'ones'",
    ),
    (
        f"{SOUND} --bind C=zeros",
        "expected --bind of an operand that the program reads but got 'C', which it only writes",
    ),
    *(
        (
            f"{SOUND} --size K={size}",
            f"expected --size K=N, a whole number below 2^63, but got '{size}'",
        )
        for size in ["-1", "x", "4.0", "0x4", "9223372036854775808"]
    ),
    (f"{SOUND} --size K", "expected --size NAME=N but got 'K'"),
    (f"{SOUND} --size K=4 --size K=4", "expected one --size of K but got '4' and '4'"),
    (f"{SOUND} --seed x", "expected --seed N, a whole number below 2^63, but got 'x'"),
    (f"{SOUND} --check=all", "expected --check or --check=force but got 'all'"),
    (
        f"{SOUND} --bench --debug-info",
        "expected --bench without --debug-info, whose code is for a debugger (that of "
        "--jitdump is fast), but got both",
    ),
    (f"{SOUND} --bench=", "expected --bench=RUNS but got no value"),
    (f"{SOUND} --check=", "expected --check=force but got no value"),
    (f"{SOUND} --bench=0", "expected --bench=RUNS, from 1 to 1000000 but got '0'"),
    (f"{SOUND} --bench=ten", "expected --bench=RUNS, from 1 to 1000000 but got 'ten'"),
    (
        f"{SOUND} --pattern-values two",
        "expected --pattern-values one or random but got 'two'",
    ),
]

if __name__ == "__main__":
    write_inputs()
    sys.exit(check_all(TABLE))
