"""What importing the package does, and what it leaves behind."""

import subprocess
from pathlib import Path

import pytest

from processes import run_python

#: Packages that are imported only by what uses them.
LATER = ["scipy", "torch", "matplotlib", "sparse", "numba", "ml_dtypes", "pandas", "asyncio"]


def test_import_loads_no_other_packages() -> None:
    said = run_python(
        f"""
        import sys, numpy
        before = set(sys.modules)
        import spindle, spindle._spindle
        later = {LATER}
        print([name for name in later if name in sys.modules and name not in before])
        """
    )
    assert said.stdout == "[]\n"


#: What is still alive in the end is freed with the interpreter: an operand's kernels,
#: a bound kernel, an exception with the frames that it passed.
USE = """
import numpy as np
import spindle

A = spindle.random_array((40, 30), density=0.1, format="csr", dtype="float32")
B = np.ones((30, 4), np.float32)
C = np.ones((40, 4), np.float32)
spindle.einsum("ij,jk->ik", A, B)
A @ B
kernel = spindle.compile("spmm", A=A, B=B)
kernel(A=A, B=B, out=C)
bound = kernel.bind(A=A, B=B, out=C)
bound()
arrays = [A.to("coo"), A.T, A.to("hyb(2, 3)"), A + A]
scipy = A.to_scipy()
try:
    kernel(A=B, B=A)
except spindle.SpindleError as error:
    kept = error
try:
    spindle.compile("func.func @wrong(", A=A)
except spindle.SpindleError as error:
    kept_too = error
itself = [kernel, bound]
itself.append(itself)
print("used", sorted(name for name in dir() if name.startswith("kept")))
"""


def test_nothing_is_leaked() -> None:
    said = run_python(USE, SPINDLE_LEAKS="1")
    assert said.stdout == "used ['kept', 'kept_too']\n"
    assert "nanobind" not in said.stderr, said.stderr


def test_leaks_are_told_where_that_is_asked_for() -> None:
    # NumPy loses a reference to what refuses a reduction.
    text = """
import contextlib, numpy as np, spindle
with contextlib.suppress(TypeError):
    np.add.reduce(spindle.array(np.eye(2)))
"""
    assert "nanobind: leaked" in run_python(text, SPINDLE_LEAKS="1").stderr
    assert run_python(text).stderr == ""


def test_one_symbol_is_exported(build: Path) -> None:
    (module,) = (build / "python" / "spindle").glob("_spindle.*.so")
    said = subprocess.run(
        ["nm", "-D", "--defined-only", module], capture_output=True, text=True, check=True
    )
    assert [line.split()[-1] for line in said.stdout.splitlines()] == ["PyInit__spindle"]


@pytest.mark.parametrize("name", ["spindle", "spindle._spindle"])
def test_the_package_is_that_of_the_build(build: Path, name: str) -> None:
    said = run_python(f"import {name} as module; print(module.__file__)")
    assert Path(said.stdout.strip()).is_relative_to(build / "python")
