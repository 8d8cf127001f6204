# RUN: rm -rf %t && %python %s %t | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs of calls, 0 wrong
"""Functions that call others give what NumPy gives, and what the interpreter makes of the
calls as they are written: in several formats, on a matrix with rows without elements, on
one with a row that has all and on an empty one; on a processor by one, two and three
threads, with the same bits, and on an emulated GPU.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse as sp

ROOT = Path(__file__).parents[3]
HOPS = ROOT / "docs" / "examples" / "hops.mlir"
ATTENTION = Path(__file__).parent / "Inputs" / "attention.mlir"
FORMATS = (
    "csr",
    "csc",
    "dcsr",
    "coo",
    "bsr<4, 4>",
    "ell<?>",
    "sell<4, 8>",
    "hyb<1, 2>",
)
RNG = np.random.default_rng(51)


def draw_matrix(rows: int, columns: int, has_hub: bool) -> sp.coo_array:
    """A sparse matrix; some of its rows have no element, or one has all."""
    matrix = sp.random_array((rows, columns), density=0.1, rng=RNG).tolil()
    matrix[::5] = 0
    if has_hub:
        matrix[rows // 2] = RNG.standard_normal(columns)
    return matrix.tocoo().astype(np.float32)


def hops(A: sp.coo_array, X: np.ndarray) -> np.ndarray:
    return A @ (A @ X)


def attention(A: sp.coo_array, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """With alpha = 0.5, thrice."""
    mask = (A.toarray() != 0) if A.nnz else np.zeros(A.shape)
    return (mask * (X @ Y.T)).sum(axis=1) / 8


def write(folder: Path, name: str, values: sp.coo_array | np.ndarray) -> Path:
    """The file of an operand."""
    if isinstance(values, np.ndarray):
        np.save(folder / f"{name}.npy", values)
        return folder / f"{name}.npy"
    scipy.io.mmwrite(folder / f"{name}.mtx", values, symmetry="general")
    return folder / f"{name}.mtx"


def check(
    text: Path, words: list[str | Path], out: str, wanted: np.ndarray
) -> list[str]:
    """What is wrong with the runs of one text."""
    faults, first = [], None
    runs = [["--threads", str(threads)] for threads in (1, 2, 3)]
    for more in [*runs, ["--target", "cuda", "--device", "emulator"]]:
        file = text.with_suffix(".npy")
        command = [
            "sparse-run",
            text,
            *words,
            *more,
            "--check",
            "--out",
            f"{out}={file}",
        ]
        done = batch.run(command)
        if done.returncode != 0:
            faults.append(f"{text.name} {more}: {done.stdout}{done.stderr}")
            continue
        result = np.load(file)
        first = result if first is None else first
        if more[0] == "--threads" and not np.array_equal(first, result):
            faults.append(f"{text.name} {more}: other bits")
        if not np.allclose(result, wanted, rtol=2e-5, atol=2e-4):
            faults.append(
                f"{text.name} {more}: is off by {np.abs(result - wanted).max()}"
            )
    return faults


def check_all(
    folder: Path,
    program: Path,
    formats: tuple[str, ...],
    operands: dict[str, sp.coo_array | np.ndarray],
    words: list[str],
    out: str,
    compute: Callable[..., np.ndarray],
) -> tuple[int, list[str]]:
    """Runs a program in several formats; the runs, and what is wrong with them."""
    binds: list[str | Path] = list(words)
    for name, values in operands.items():
        binds += ["--bind", f"{name}={write(folder, name, values)}"]
    faults = []
    for number, form in enumerate(formats):
        text = folder / f"{program.stem}-{number}.mlir"
        text.write_text(program.read_text().replace("#sparse.csr", f"#sparse.{form}"))
        faults += check(text, binds, out, compute(**operands))
    return 4 * len(formats), faults


def draw(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    runs, faults = 0, []
    for size, has_hub in ((83, False), (83, True), (0, False)):
        formats = FORMATS if size else FORMATS[:1]
        A = (
            draw_matrix(size, size, has_hub)
            if size
            else sp.coo_array((0, 0), dtype=np.float32)
        )
        graph = {"A": A, "X": draw(size, 19)}
        count, wrong = check_all(
            folder, HOPS, formats, graph, ["--entry", "hops"], "Y", hops
        )
        runs, faults = runs + count, faults + wrong
    for has_hub in (False, True):
        scores = {"A": draw_matrix(50, 40, has_hub), "X": draw(50, 9), "Y": draw(40, 9)}
        count, wrong = check_all(
            folder, ATTENTION, ("csr",), scores, ["--bind", "alpha=0.5"], "y", attention
        )
        runs, faults = runs + count, faults + wrong
    print(*faults, sep="\n")
    print(f"{runs} runs of calls, {len(faults)} wrong")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
