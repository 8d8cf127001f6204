"""The wheel, in an environment of its own that has NumPy and nothing of LLVM."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: What the environment runs: products, and a look at what the process has loaded.
USE = """
import sys
import numpy as np
import spindle
dense = np.diag(np.arange(1, 6, dtype=np.float32))
A = spindle.array(dense, format="csr")
B = np.ones((5, 3), np.float32)
np.testing.assert_array_equal(spindle.einsum("ij,jk->ik", A, B), dense @ B)
C = np.zeros((5, 3), np.float32)
spindle.compile("spmm", A=A, B=B)(A=A, B=B, out=C)
np.testing.assert_array_equal(C, dense @ B)
assert spindle.__file__.startswith(sys.prefix), spindle.__file__
with open("/proc/self/maps") as maps:
    loaded = {{line.split()[-1] for line in maps if "/" in line}}
unwanted = ("LLVM", "MLIR", "libomp", "iomp", {build!r})
print(sorted(path for path in loaded if any(word in path for word in unwanted)))
"""


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    result = subprocess.run(
        [str(word) for word in command], env=env, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, root: Path, build: Path) -> Path:
    """The wheel that utils/wheel makes and checks, of the build as it is."""
    if build != root / "build" / "release":
        pytest.skip("the wheel is made of build/release")
    out = tmp_path_factory.mktemp("wheel")
    said = run(root / "utils" / "wheel", "--no-build", "--out", out)
    assert " MB installed" in said
    (made,) = out.glob("spindle_sparse-*-cp311-cp311-manylinux_2_36_x86_64.whl")
    return made


def test_wheel_runs_without_llvm(wheel: Path, tmp_path: Path, root: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "clean")
    python = tmp_path / "clean" / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, wheel)
    # No variable of this process but where files may be put: no path to any library.
    text = USE.format(build=str(root / "build"))
    said = run(python, "-c", text, env={"HOME": str(tmp_path), "PATH": "/nowhere"})
    assert said == "[]\n"


def test_wheel_has_what_types_need(wheel: Path) -> None:
    names = run(sys.executable, "-m", "zipfile", "-l", wheel)
    for name in ("py.typed", "_spindle.pyi", "licenses/LICENSE"):
        assert name in names, f"expected {name} in the wheel but got\n{names}"


def test_pyproject_and_requirements_agree(root: Path) -> None:
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text())
    lines = (root / "utils" / "requirements.txt").read_text().splitlines()
    pinned = {line.split()[0].replace("_", "-") for line in lines if "==" in line.split("#")[0]}
    assert set(project["build-system"]["requires"]) <= pinned


@pytest.mark.parametrize("words", [["--out"], ["--nonsense"]])
def test_wheel_refuses_what_it_does_not_know(root: Path, words: list[str]) -> None:
    result = subprocess.run(
        [root / "utils" / "wheel", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert result.returncode == 2
    assert result.stderr.startswith("wheel: error: expected ")
