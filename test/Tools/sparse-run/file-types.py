# The type of a program's elements is that of the NumPy files that it is bound to.
#
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

DENSE = np.array([[1, 0, 1], [0, 0, 0], [0, 1, 1]])
TYPES = {
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
CONVERT = "scipy.sparse.save_npz(FILE, x.astype"


def run(command: str) -> tuple[int, str, str]:
    done = subprocess.run(
        ["sparse-run", *command.split()], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def expect_type(command: str, dtype: str) -> str:
    """Checks that the command is right and that A is of that type."""
    code, out, err = run(command + " --check")
    assert code == 0 and "\nright\n" in out, (command, err, out)
    line = next(line for line in out.split("\n") if line.startswith("  A "))
    assert f", {dtype}, " in line, (command, line)
    return out


def expect_error(command: str, error: str) -> None:
    code, out, err = run(command)
    assert (code, out, err) == (2, "", f"error: {error}\n"), (command, code, err)


def write_inputs() -> None:
    for name, dtype in TYPES.items():
        stem = name.replace("<", "_").replace(">", "")
        # SciPy saves so, but has no matrices of float16.
        np.savez(
            f"{stem}.npz",
            format=b"csr",
            shape=DENSE.shape,
            data=np.ones(4, dtype),
            indices=np.array([0, 2, 1, 2]),
            indptr=np.array([0, 2, 2, 4]),
        )
        np.save(f"{stem}.npy", np.ones(3, dtype))
    scipy.io.mmwrite("A.mtx", scipy.sparse.coo_array(DENSE), field="real")
    scipy.io.mmwrite("C.mtx", scipy.sparse.coo_array(DENSE), field="complex")
    scipy.io.mmwrite("I.mtx", scipy.sparse.coo_array(DENSE), field="integer")
    scipy.sparse.save_npz("u16.npz", scipy.sparse.csr_array(DENSE.astype(np.uint16)))
    with np.load("f64.npz") as arrays:
        np.savez("big.npz", **{**arrays, "data": np.ones(4, ">f8")})
    np.save("long.npy", np.ones(3, np.longdouble))
    Path("cut.npy").write_bytes(Path("f64.npy").read_bytes()[:20])


def files_decide() -> None:
    """Those of either operand do, and what has no type follows."""
    for dtype in TYPES:
        stem = dtype.replace("<", "_").replace(">", "")
        for operands in (
            f"A={stem}.npz --bind x={stem}.npy",
            f"A={stem}.npz --bind x=random",
            f"A=I.mtx --bind x={stem}.npy",
        ):
            out = expect_type(f"spmv --bind {operands}", dtype)
            assert "unless" not in out, out
    expect_type("spmv --bind A=f64.npz --bind x=ones --format A=auto", "f64")
    expect_type("--expr y[i]+=A[i,j]*x[j] --bind A=f64.npz --bind x=ones", "f64")
    # What only sums are kept in decides where nothing else does.
    expect_type(
        "--expr y[i]+=A[i,j]*x[j] --bind A=A.mtx --bind x=ones --bind y=f64.npy", "f64"
    )
    expect_type(
        "--expr y[i]+=A[i,j]*x[j] --bind A=i8.npz --bind x=ones --bind y=i32.npy", "i8"
    )
    # Unsigned integers, and another order of bytes.
    expect_type("spmv --bind A=u16.npz --bind x=ones", "i32")
    expect_type("spmv --bind A=big.npz --bind x=ones", "f64")
    # A program that is read has types of its own.
    code, text, err = run("spmv --emit tensors")
    assert code == 0, err
    Path("mine.mlir").write_text(text)
    expect_type("mine.mlir --bind A=A.mtx --bind x=ones", "f32")
    expect_error(
        "mine.mlir --bind A=f64.npz --bind x=ones",
        f"f64.npz: expected elements of float32 for A but got float64; convert them by "
        f"{CONVERT}('float32'))",
    )


def text_is_f32() -> None:
    note = "\ntext is read as f32 unless --dtype says otherwise\n"
    assert note in expect_type("spmv --bind A=A.mtx --bind x=random", "f32")
    for command, dtype in (
        ("spmv --bind A=A.mtx --bind x=random --dtype f32", "f32"),
        ("spmv --bind A=A.mtx --bind x=random --dtype f64", "f64"),
        ("spmv --bind A=random --bind x=ones --size I=3 --size J=3", "f32"),
        ("mine.mlir --bind A=A.mtx --bind x=random", "f32"),
    ):
        assert "unless" not in expect_type(command, dtype)
    expect_error(
        "spmv --bind A=C.mtx --bind x=ones",
        "C.mtx: expected real numbers for A of f32 but got complex numbers; set --dtype "
        "complex<f32>",
    )
    expect_error(
        "row_max --bind A=C.mtx",
        "C.mtx: expected real numbers for A of f32 but got complex numbers",
    )
    expect_type(
        "spmv --bind A=C.mtx --bind x=ones --dtype complex<f64>", "complex<f64>"
    )


def text_names_its_type() -> None:
    """What sparse-run writes is read as the type that it had."""
    code, _, err = run("spmv --bind A=i32.npz --bind x=ones --out y=i32.y.mtx")
    assert code == 0, err
    for dtype in TYPES:
        stem = dtype.replace("<", "_").replace(">", "")
        files = f"--bind A={stem}.npz --bind X=ones --bind Y=ones --size K=1"
        for ending in ("npz", "mtx", "tns"):
            if ending == "tns" and dtype.startswith("complex"):
                continue
            code, _, err = run(f"sddmm {files} --out C={stem}.C.{ending}")
            assert code == 0, err
            # Sums of i8 are kept in i32.
            with np.load(f"{stem}.C.npz") as arrays:
                kept = arrays["data"].dtype
            name = next(name for name, other in TYPES.items() if other == kept)
            out = expect_type(f"spmv --bind A={stem}.C.{ending} --bind x=random", name)
            assert "unless" not in out, out
    # A file of NumPy decides all the same, and so does --dtype.
    expect_type("spmv --bind A=i16.C.mtx --bind x=f64.npy", "f64")
    expect_type("spmv --bind A=f64.C.tns --bind x=ones --dtype f32", "f32")
    expect_error(
        "spmv --bind A=f64.C.mtx --bind x=i32.y.mtx",
        "expected --dtype, or files with elements of one type, but got float64 in "
        "f64.C.mtx and int32 in i32.y.mtx; --dtype f64 holds both",
    )


def a_named_type_holds_all() -> None:
    """Of files whose numbers it holds; they are converted."""
    for files, dtype in (
        ("A=f32.npz --bind x=f64.npy", "f64"),
        ("A=i8.npz --bind x=f16.npy", "f32"),
        ("A=i32.npz --bind x=f32.npy", "f64"),
        ("A=i1.npz --bind x=i64.npy", "i64"),
        ("A=f32.npz --bind x=complex_f32.npy", "complex<f64>"),
    ):
        expect_type(f"spmv --bind {files} --dtype {dtype}", dtype)
    np.save("tenth.npy", np.full(3, 0.1, np.float32))
    code, _, err = run(
        "spmv --bind A=f64.npz --bind x=tenth.npy --dtype f64 --out y=y.npy"
    )
    assert code == 0, err
    expected = DENSE.astype(float) @ np.full(3, 0.1, np.float32).astype(float)
    assert np.array_equal(np.load("y.npy"), expected)


def files_that_disagree() -> None:
    start = "expected --dtype, or files with elements of one type, but got"
    for files, got in (
        (
            "A=f64.npz --bind x=f32.npy",
            "float64 in f64.npz and float32 in f32.npy; --dtype f64 holds both",
        ),
        (
            "x=f16.npy --bind A=i16.npz",
            "float16 in f16.npy and int16 in i16.npz; --dtype f32 holds both",
        ),
        (
            "A=i64.npz --bind x=f64.npy",
            "int64 in i64.npz and float64 in f64.npy; convert i64.npz by "
            f"{CONVERT}('float64'))",
        ),
        (
            "A=f32.npz --bind x=i64.npy",
            "float32 in f32.npz and int64 in i64.npy; convert i64.npy by "
            "numpy.save(FILE, x.astype('float32'))",
        ),
        # A text says whether its numbers are whole, real or complex.
        (
            "A=A.mtx --bind x=i1.npy",
            "real numbers in A.mtx and bool in i1.npy; --dtype f32 holds both",
        ),
        (
            "A=A.mtx --bind x=i32.npy",
            "real numbers in A.mtx and int32 in i32.npy; --dtype f64 holds both",
        ),
        (
            "A=A.mtx --bind x=i64.npy",
            "real numbers in A.mtx and int64 in i64.npy; convert i64.npy by "
            "numpy.save(FILE, x.astype('float32'))",
        ),
        (
            "A=C.mtx --bind x=f32.npy",
            "complex numbers in C.mtx and float32 in f32.npy; --dtype complex<f32> "
            "holds both",
        ),
    ):
        expect_error(f"spmv --bind {files}", f"{start} {got}")


def a_type_that_does_not_fit() -> None:
    expect_error(
        "spmv --bind A=f64.npz --bind x=ones --dtype f32",
        "f64.npz: expected elements of float32 for A but got float64; set --dtype f64, "
        f"or convert them by {CONVERT}('float32'))",
    )
    # No type holds both.
    expect_error(
        "spmv --bind A=i64.npz --bind x=f64.npy --dtype f64",
        "i64.npz: expected elements of float64 for A but got int64; convert them by "
        f"{CONVERT}('float64'))",
    )
    expect_error(
        "softmax --bind A=i64.npz",
        "i64.npz: expected elements that softmax has a meaning in (float16, bfloat16, "
        "float32, float64) for A but got int64",
    )
    # What no element can be is told of by whoever reads it, and what is damaged.
    code, _, err = run("spmv --bind A=A.mtx --bind x=long.npy")
    assert code == 2 and err.startswith("error: long.npy: expected float16"), err
    code, _, err = run("spmv --bind A=A.mtx --bind x=cut.npy")
    assert code == 2 and err.startswith("error: cut.npy: expected a header of"), err


write_inputs()
files_decide()
text_is_f32()
text_names_its_type()
a_named_type_holds_all()
files_that_disagree()
a_type_that_does_not_fit()
