# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Outputs that cannot be written, or that would destroy an input."""

import os
import sys
from pathlib import Path

from refusals import check_all, write_inputs

SOUND = "spmm --bind A=A.mtx --bind B=B.npy"
SAMPLED = "sddmm --bind A=A.mtx --bind X=ones --bind Y=ones --size K=2"

TABLE = [
    (
        f"{SOUND} --out A=A2.mtx",
        "expected --out of an operand that the program writes but got 'A', which it "
        "only reads",
    ),
    (
        f"{SOUND} --out C=C.txt",
        "expected --out of a .mtx, .smtx, .tns, .npz or .npy file but got 'C.txt'",
    ),
    (
        f"{SOUND} --out C=C.npz",
        "expected --out of a .mtx or .npy file for C, which is dense, but got 'C.npz'",
    ),
    (
        f"{SAMPLED} --dtype bf16 --out C=C.npz",
        "expected --out of a .mtx, .tns or .npy file for C of bfloat16 but got 'C.npz'",
    ),
    (
        f"{SAMPLED} --out C=no/C.npz",
        "no/C.npz: no such directory",
    ),
    (
        f"{SOUND} --out C=./B.npy",
        "expected --out C to be a file of its own but got './B.npy', which is that of "
        "the operand B",
    ),
    (
        f"{SOUND} --out C=link.npy",
        "expected --out C to be a file of its own but got 'link.npy', which is that of "
        "the operand B",
    ),
    (
        f"{SOUND} --out C=C.npy --json ../{Path.cwd().name}/C.npy",
        f"expected --json to be a file of its own but got '../{Path.cwd().name}/C.npy', "
        "which is that of --out C",
    ),
    (
        f"{SOUND} --json B.npy",
        "expected --json to be a file of its own but got 'B.npy', which is that of the "
        "operand B",
    ),
    (
        f"{SOUND} --out C=no/C.npy",
        "no/C.npy: no such directory",
    ),
    (
        f"{SOUND} --out C=A.mtx/C.npy",
        "A.mtx/C.npy: expected a directory but got 'A.mtx'",
    ),
    (
        f"{SOUND} --out C=folder.npy",
        "folder.npy: expected a regular file to replace but got another kind",
    ),
    (
        f"{SOUND} --json /dev/full",
        "/dev/full: expected a regular file to replace but got another kind",
    ),
]

# The superuser may write everywhere.
PROTECTED = [
    (
        f"{SOUND} --out C=sealed/C.npy",
        "sealed/C.npy: expected a writable directory but got 'sealed'",
    ),
    (
        f"{SOUND} --out C=fixed.npy",
        "fixed.npy: expected a file that may be replaced but got one that is read-only",
    ),
]

if __name__ == "__main__":
    write_inputs()
    Path("link.npy").symlink_to("B.npy")
    Path("folder.npy").mkdir()
    Path("sealed").mkdir(mode=0o555)
    Path("fixed.npy").touch(mode=0o444)
    sys.exit(check_all(TABLE + (PROTECTED if os.geteuid() else [])))
