"""`python -m spindle` does what it says, and ends with the status of its kind of end."""

import io
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from spindle import _cli, _progress, _spindle
from spindle._cli import main
from spindle._job import Job
from spindle._timing import Timing, measure


@pytest.fixture
def matrix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sp.csr_array:
    """A matrix, which is in A.mtx of the folder that the test is in."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(6)
    made = sp.random_array((30, 20), density=0.2, rng=random, format="csr")
    made.data = np.round(made.data * 8) + 1
    scipy.io.mmwrite("A.mtx", made)
    return made


def run(command: str, *more: str) -> int:
    return main([*command.split(), *more])


def test_run_writes_what_the_program_writes(matrix: sp.csr_array) -> None:
    x = np.arange(20, dtype=np.float64)
    np.save("x.npy", x)
    assert run("run spmv A=A.mtx x=x.npy --out y=y.npy") == 0
    y = np.load("y.npy")
    assert y.dtype == np.float64
    np.testing.assert_array_equal(y, matrix @ x)


def test_run_takes_expressions_and_formats(matrix: sp.csr_array) -> None:
    B = np.arange(60, dtype=np.float32).reshape(20, 3)
    np.save("B.npy", B)
    text = "C[i,k] += A[i,j] * B[j,k]"
    assert main(["run", text, *"A=A.mtx B=B.npy --format A=hyb(1,2) --out C=C.npy".split()]) == 0
    np.testing.assert_allclose(np.load("C.npy"), matrix @ B, rtol=1e-5)


def test_options_stand_anywhere(matrix: sp.csr_array) -> None:
    for command in (
        "run spmv --threads 2 A=A.mtx --dtype f64 x=ones --out y=y.npy",
        "run --dtype f64 spmv A=A.mtx --threads 2 --out y=y.npy x=ones",
        "run --out y=y.npy --dtype f64 spmv A=A.mtx x=ones",
    ):
        np.save("y.npy", [])
        assert run(command) == 0
        np.testing.assert_array_equal(np.load("y.npy"), matrix @ np.ones(20))
    assert run("bench spmv --runs 1 A=A.mtx --threads 1 x=ones") == 0
    assert run("draw --kind parts A.mtx --format hyb(1,3) -o parts.svg") == 0
    assert run("run spmv --no-such-option 2 A=A.mtx") == 2


def test_names_of_types_are_those_of_programs(matrix: sp.csr_array) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run("run spmv A=A.mtx x=ones --dtype i8 --out y=y.npy") == 0
        assert run("draw A.mtx --dtype i8 -o pattern.svg") == 0
    # Sums of 8 bits are of 32, those of 8 bytes of 64.
    assert np.load("y.npy").dtype == np.int32


def test_files_of_coordinates_are_sparse_in_expressions(matrix: sp.csr_array) -> None:
    text = "y[i] += A[i,j] * B[j,i]"
    scipy.io.mmwrite("B.mtx", sp.coo_array(matrix.T))
    assert main(["run", text, "A=A.mtx", "B=B.mtx", "--format", "B=dense", "--out", "y=y.npy"]) == 0
    np.testing.assert_allclose(np.load("y.npy"), (matrix * matrix).sum(axis=1), rtol=1e-6)
    assert main(["run", text, "A=A.mtx", "B=B.mtx"]) == 2


def test_run_writes_sparse_results(matrix: sp.csr_array) -> None:
    command = "run sddmm A=A.mtx X=ones Y=ones --size K=4 --dtype f64 --out C=C.mtx"
    assert run(command) == 0
    np.testing.assert_array_equal(scipy.io.mmread("C.mtx").todense(), 4 * matrix.todense())


def test_run_prints_without_files(matrix: sp.csr_array, capsys: pytest.CaptureFixture) -> None:
    assert run("run spmv A=A.mtx x=ones") == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "y: 30 float32"
    numbers = " ".join(rest).strip("[]").split()
    np.testing.assert_allclose([float(n) for n in numbers], matrix.sum(axis=1))


def test_random_values_come_from_the_seed(matrix: sp.csr_array) -> None:
    results = []
    for seed in (1, 1, 2):
        assert (
            run(
                f"run spmv A=random x=random --size I=50 --size J=9 --seed {seed}",
                "--out",
                "y=y.npy",
            )
            == 0
        )
        results.append(np.load("y.npy"))
    assert np.array_equal(results[0], results[1]) and not np.array_equal(results[0], results[2])


def test_a_dense_operand_may_come_from_a_list_of_entries(matrix: sp.csr_array) -> None:
    scipy.io.mmwrite("B.mtx", sp.coo_array(matrix.T.todense()))
    assert run("run spmm A=A.mtx B=B.mtx --dtype f64 --out C=C.npy") == 0
    np.testing.assert_array_equal(np.load("C.npy"), (matrix @ matrix.T).todense())


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("run spmv A=A.mtx", "x: expected x=FILE, random, ones, zeros but got none"),
        ("run spmv A=none.mtx x=ones", "none.mtx"),
        ("run spmv A x=ones", "expected NAME=SOURCE but got 'A'"),
        ("run spmv A=A.mtx x=ones z=ones", "expected an operand (A, x, y) but got 'z'"),
        ("run spmm A=A.mtx B=random", "B: expected --size K=N but got none"),
        ("run spmm A=A.mtx B=random --size k=3", "expected --size of a dimension (I, J, K)"),
        ("run spmm A=A.mtx B=random --size K=x", "expected --size K=N but got 'x'"),
        ("run spmv A=A.mtx x=ones --out A=B.mtx", "expected --out of a written operand (y)"),
        ("run spmv A=A.mtx x=ones --out y=y.tns", "expected the name of a .mtx or .npy file"),
        ("run spmv A=A.mtx x=ones --format A=cs", "cs"),
        ("run sddmm A=A.mtx X=ones Y=ones C=A.mtx --size K=2", "the structure of another operand"),
        ("run spmv A=A.mtx x=A.mtx", "x: "),
        ("run none.mlir", "none.mlir"),
        ("bench spmv A=A.mtx x=ones --runs 0", "expected --runs of at least 1 but got 0"),
        ("advise A.mtx --columns 0", "columns: expected 1 to 2147483647 but got 0"),
        ("draw A.mtx --kind spy -o A.svg", "kind: expected one of pattern, storage, parts"),
        ("draw A.mtx -o A.jpg", "expected the name of an .svg or .png file"),
        ("draw A.mtx -o none/A.svg", "none/A.svg"),
    ],
)
def test_bad_input_ends_with_2(
    matrix: sp.csr_array, capsys: pytest.CaptureFixture, command: str, error: str
) -> None:
    files = sorted(Path.cwd().iterdir())
    assert run(command) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("error: ") and error in said.err
    assert sorted(Path.cwd().iterdir()) == files


def test_bad_usage_ends_with_2(capsys: pytest.CaptureFixture) -> None:
    assert run("spin") == 2 and run("draw A.mtx") == 2 and run("") == 2
    assert "usage: python -m spindle" in capsys.readouterr().err


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_spindle, "count_processors", stop)
    monkeypatch.setattr(_cli, "_find_runtimes", stop)
    assert run("info") == 130


def test_bench_times_scipy_where_it_has_the_product(
    matrix: sp.csr_array, capsys: pytest.CaptureFixture
) -> None:
    assert run("bench spmm A=A.mtx B=random --size K=2 --runs 3 --threads 1") == 0
    first, head, *rows = capsys.readouterr().out.splitlines()
    assert first == "3 runs of each in turn, threads: 1"
    assert head.split() == ["median", "ms", "least", "most", "GF/s", "speed-up"]
    assert [row.split()[0] for row in rows] == ["spindle", "scipy"]
    for row in rows:
        median, least, most, _ = map(float, row.split()[1:5])
        assert 0 < least <= median <= most
    # One that is no product of a matrix.
    assert run("bench row_max A=A.mtx --runs 1") == 0
    assert "scipy" not in capsys.readouterr().out


def test_operations_are_counted(matrix: sp.csr_array) -> None:
    job = Job("spmm", {"A": "A.mtx", "B": "ones"}, sizes={"K": 3}, threads=1)
    timing = measure(job, 2)[0]
    assert timing.operations == 2 * 3 * matrix.nnz and len(timing.seconds) == 2
    assert Timing("spindle", (1.0, 9.0, 2.0), 4_000_000_000).rate == 2


def test_advise_and_draw(matrix: sp.csr_array, capsys: pytest.CaptureFixture) -> None:
    assert run("advise A.mtx --columns 8 --threads 1") == 0
    assert any(line.split()[0] == "csr" for line in capsys.readouterr().out.splitlines()[2:])
    assert run("draw A.mtx --kind parts --format hyb(1,2) -o A.svg") == 0
    assert "hyb(1, 2)" in Path("A.svg").read_text(encoding="utf-8")


def test_info_and_version() -> None:
    command = [sys.executable, "-m", "spindle"]
    info = subprocess.run([*command, "info"], capture_output=True, text=True, check=True).stdout
    told = dict(line.split(maxsplit=1) for line in info.splitlines())
    assert told["spindle"] == _spindle.version and told["LLVM"].startswith("22.")
    assert told["threads"].isdigit() and told["processors"].endswith("may be used")
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == f"spindle {_spindle.version}\n"


class Terminal(io.StringIO):
    """What a line is written to."""

    def isatty(self) -> bool:
        return True

    def get_shown(self) -> str:
        """The line as a terminal shows it now."""
        shown: list[str] = []
        for text in self.getvalue().split("\r"):
            shown[: len(text)] = text
        return "".join(shown).rstrip()


def test_bars_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert _progress.bar("reading") is None
    monkeypatch.setattr(sys, "stderr", None)
    assert _progress.bar("reading") is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert isinstance(_progress.bar("reading"), _progress.Bar)


def test_bar_shows_and_leaves_nothing() -> None:
    terminal = Terminal()
    progress = _progress.Bar("working", terminal, seconds=0)
    progress("reading A.mtx", "B", 500_000, 2_000_000)
    assert terminal.get_shown() == "reading A.mtx: 25 % (0.5 of 2.0 MB)"
    progress("", "runs", 1, 2)
    assert terminal.get_shown() == "working: 50 % (1 of 2 runs)"
    progress("storing", "", 1, 2)
    assert terminal.get_shown() == "storing: 50 %"
    progress("compiling", "", 0, 0)
    assert terminal.get_shown() == "compiling: 0 s"
    del progress
    assert terminal.get_shown() == "" and terminal.getvalue().endswith("\r")


def test_bar_is_silent_for_a_second() -> None:
    terminal = Terminal()
    with _progress.Bar("working", terminal) as progress:
        progress("reading", "", 1, 2)
    assert terminal.getvalue() == ""
