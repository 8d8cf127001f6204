# RUN: rm -rf %t && mkdir -p %t/folder.mtx && cd %t && %python %s
"""Files that hold something else, and sizes that do not fit."""

import gzip
import sys
from pathlib import Path

import numpy as np
import scipy.sparse
from refusals import MATRIX, check_all, write_inputs

CUBE = Path(__file__).parent / "Inputs" / "cube.mlir"
MM = "%%MatrixMarket matrix coordinate"

FILES = {
    "empty.mtx": "",
    "banner.mtx": "hello\n",
    "truncated.mtx": f"{MM} real general\n2 3 2\n1 1 1.0\n",
    "row.mtx": f"{MM} real general\n2 3 1\n3 1 1.0\n",
    "column.mtx": f"{MM} real general\n2 3 1\n2 4 1.0\n",
    "zero.mtx": f"{MM} real general\n2 3 1\n0 1 1.0\n",
    "word.mtx": f"{MM} real general\n2 3 1\n1 1 one\n",
    "large.mtx": f"{MM} real general\n2 3 1\n1 1 1e39\n",
    "count.mtx": f"{MM} real general\n2 3 99999999999999999999\n",
    "complex.mtx": f"{MM} complex general\n2 3 1\n1 1 1.0 2.0\n",
    "wide.mtx": f"{MM} real general\n2 3000000000 1\n1 3000000000 1.0\n",
    "long.mtx": f"{MM} real general\n9223372036854775807 3 0\n",
    "column.smtx": "2, 3, 2\n0 1 2\n0 3\n",
    "offsets.smtx": "2, 3, 2\n0 1\n0 2\n",
    "tall.mtx": "%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\n5\n6\n",
}


def write_bad_inputs() -> None:
    for name, text in FILES.items():
        Path(name).write_text(text)
    Path("cut.mtx.gz").write_bytes(gzip.compress(MATRIX.encode())[:-12])
    Path("text.npy").write_text("hello, this is no array\n")
    Path("cut.npy").write_bytes(Path("B.npy").read_bytes()[:-1])
    np.save("B64.npy", np.ones((3, 4)))
    np.save("B5.npy", np.ones((5, 4), np.float32))
    np.save("Bool.npy", np.ones((3, 4), bool))
    np.save("cube.npy", np.ones((3, 4, 2), np.float32))
    dense = np.ones((2, 3), np.float32)
    np.savez("lil.npz", format=b"lil", shape=(2, 3), data=dense[0])
    scipy.sparse.save_npz("f64.npz", scipy.sparse.csr_array(dense.astype(float)))
    scipy.sparse.save_npz("sound.npz", scipy.sparse.csr_array(dense))
    Path("cut.npz").write_bytes(Path("sound.npz").read_bytes()[:-1])


def with_a(name: str) -> str:
    return f"spmm --bind A={name} --bind B=B.npy"


def with_b(name: str) -> str:
    return f"spmm --bind A=A.mtx --bind B={name}"


TABLE = [
    (
        with_a("no.mtx"),
        "no.mtx: no such file",
    ),
    (with_a("folder.mtx"), "folder.mtx: expected a file but got a directory"),
    (with_a("truncated.mtx"), "truncated.mtx:3: expected 2 entries but got 1"),
    (with_a("row.mtx"), "row.mtx:3: entry 1: expected row in [1, 2] but got 3"),
    (
        with_a("column.mtx"),
        "column.mtx:3: entry 1: expected column in [1, 3] but got 4",
    ),
    (with_a("zero.mtx"), "zero.mtx:3: entry 1: expected row in [1, 2] but got 0"),
    (
        with_a("column.smtx"),
        "column.smtx:3: row 1, index 1: expected column in [0, 3) but got 3",
    ),
    (with_a("offsets.smtx"), "offsets.smtx:2: expected 3 row offsets but got 2"),
    (
        with_a("lil.npz"),
        "lil.npz: format.npy: expected format csr, csc, coo, bsr, dia or gcxs but got "
        "'lil'",
    ),
    (
        with_a("f64.npz") + " --dtype f32",
        "f64.npz: expected elements of float32 for A but got float64; set --dtype f64, "
        "or convert them by "
        "scipy.sparse.save_npz(FILE, x.astype('float32'))",
    ),
    (
        with_a("cut.npz"),
        "cut.npz: expected the end record of a zip archive but got none",
    ),
    (
        "spmv --bind A=A.mtx --bind x=sound.npz",
        "sound.npz: expected one column for x but got shape 2x3",
    ),
    (
        with_b("B64.npy") + " --dtype f32",
        "B64.npy: expected elements of float32 for B but got float64; set --dtype f64, "
        "or convert them by "
        "numpy.save(FILE, x.astype('float32'))",
    ),
    (
        with_b("B5.npy"),
        "expected size 3 of dimension J, as of A (A.mtx), but got 5 of B (B5.npy)",
    ),
    (with_b("cube.npy"), "cube.npy: expected 2 dimensions for B but got shape 3x4x2"),
    (with_b("x.npy"), "x.npy: expected 2 dimensions for B but got shape 3"),
    (
        "spmv --bind A=A.mtx --bind x=tall.mtx",
        "tall.mtx: expected one column for x but got shape 3x2",
    ),
    (
        with_b("B.npy") + " --size K=5",
        "expected size 5 of dimension K, as of --size, but got 4 of B (B.npy)",
    ),
    (with_b("random"), "expected --size K=N, for a dimension of B, but got none"),
    (
        "spmm --bind A=random --bind B=B.npy",
        "expected --size I=N, for a dimension of A, but got none",
    ),
    (
        with_b("random") + " --size K=9223372036854775807",
        "B: expected an array of less than 2^63 bytes but got shape "
        "3x9223372036854775807 of f32",
    ),
    (
        with_b("ones") + " --size K=1000000000000000",
        "B: expected 12000000000000000 bytes of memory but got none",
    ),
    (
        "spmm --bind A=long.mtx --bind B=zeros --size K=0",
        "A: expected less than 2^63 - 1 fibres in level 1 but got 9223372036854775807",
    ),
    (
        "spmm --bind A=wide.mtx --bind B=zeros --size K=0",
        "A: expected at most 2147483647 as the largest coordinate in level 1 with index "
        "type i32 but got 2999999999",
    ),
    (
        f"{CUBE} --bind a=ones --size I=1001 --check",
        "expected at most 1000000000 body runs to check but got 1003003001; "
        "--check=force checks them all the same",
    ),
]

# The runtime's own messages, whose words are its tests' concern: what matters is
# that they come through as one line that names the file.
PLACES = [
    (with_a("empty.mtx"), "empty.mtx:"),
    (with_a("banner.mtx"), "banner.mtx:1:"),
    (with_a("word.mtx"), "word.mtx:3:"),
    (with_a("large.mtx"), "large.mtx:3:"),
    (with_a("count.mtx"), "count.mtx:2:"),
    (with_a("complex.mtx"), "expected --dtype, or files"),
    (with_a("cut.mtx.gz"), "cut.mtx.gz:"),
    (with_b("text.npy"), "text.npy:"),
    (with_b("cut.npy"), "cut.npy:"),
    (with_b("Bool.npy"), "expected --dtype, or files"),
]

if __name__ == "__main__":
    write_inputs()
    write_bad_inputs()
    sys.exit(check_all(TABLE) | check_all(PLACES, only_start=True))
