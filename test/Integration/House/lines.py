# RUN: %python %s %t
"""The table of docs/index.md: a line of NumPy or SciPy gives what our program gives.

Lines of torch alone, and of what is no program, are not run.
"""

import re
import shutil
import sys
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/index.md"
#: A line of NumPy or SciPy, and a program.
ROW = re.compile(r"^\| (?:NumPy|SciPy) `([^`]+)`[^|]*\| `(\w+)` \|", re.MULTILINE)
#: The sizes of dense operands; A is 6 x 5, or 6 x 5 x 4.
SHAPES = {
    "spmv": {"x": (5,)},
    "spmm": {"B": (5, 3)},
    "spmm_t": {"B": (6, 3)},
    "sddmm": {"X": (6, 3), "Y": (5, 3)},
    "mttkrp": {"B": (5, 3), "C": (4, 3)},
    "ttm": {"U": (4, 3)},
    "ttv": {"v": (4,)},
    "row_max": {},
    "argmin": {},
}
#: What each program writes.
OUTPUTS = {"spmv": "y", "mttkrp": "M", "ttm": "Y", "ttv": "Y"}
OUTPUTS |= {"row_max": "y", "argmin": "n"}


def write_tensor(tensor: np.ndarray, path: Path) -> None:
    lines = [
        " ".join(str(index + 1) for index in cell) + f" {tensor[cell]}\n"
        for cell in zip(*np.nonzero(tensor), strict=True)
    ]
    dims = " ".join(map(str, tensor.shape))
    path.write_text(f"# order 3 dims {dims} nnz {len(lines)}\n" + "".join(lines))


def operands(program: str) -> dict[str, np.ndarray]:
    """Small integers, so that sums are exact. A's are of one sign and in every row: a
    maximum over stored elements is then one over all."""
    draw = np.random.default_rng(7)
    order = (6, 5, 4) if program in ("mttkrp", "ttm", "ttv") else (6, 5)
    a = draw.permutation(np.prod(order)).reshape(order).astype(np.float32) + 1
    a[draw.random(order) < 0.5] = 0
    a[..., 0] = np.arange(100, 100 + np.prod(order[:-1])).reshape(order[:-1])
    a = -a if program == "argmin" else a
    dense = {
        name: draw.integers(-4, 5, shape).astype(np.float32)
        for name, shape in SHAPES[program].items()
    }
    return {"A": a, **dense}


def ours(program: str, values: dict[str, np.ndarray], folder: Path) -> np.ndarray:
    """What our program writes."""
    is_matrix = values["A"].ndim == 2
    a = folder / ("A.mtx" if is_matrix else "A.tns")
    if is_matrix:
        scipy.io.mmwrite(a, scipy.sparse.coo_array(values["A"]))
    else:
        write_tensor(values["A"], a)
    binds = ["--bind", f"A={a}"]
    for name in SHAPES[program]:
        np.save(folder / f"{name}.npy", values[name])
        binds += ["--bind", f"{name}={folder / name}.npy"]
    name = OUTPUTS.get(program, "C")
    out = folder / (f"{name}.mtx" if program == "sddmm" else f"{name}.npy")
    done = batch.run(["sparse-run", program, *binds, "--out", f"{name}={out}"], ROOT)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return dense_of(scipy.io.mmread(out) if out.suffix == ".mtx" else np.load(out))


def dense_of(value: object) -> np.ndarray:
    return value.toarray() if scipy.sparse.issparse(value) else np.asarray(value)


def theirs(line: str, program: str, values: dict[str, np.ndarray]) -> np.ndarray:
    """What the line gives."""
    is_matrix = values["A"].ndim == 2
    a = scipy.sparse.csr_array(values["A"]) if is_matrix else values["A"]
    return dense_of(eval(line, {"np": np}, {**values, "A": a}))


def main(folder: Path) -> int:
    shutil.rmtree(folder, ignore_errors=True)
    totals = Totals()
    for line, program in ROW.findall(PAGE.read_text()):
        if program not in SHAPES:
            continue
        totals.compared += 1
        place = folder / program
        place.mkdir(parents=True)
        values = operands(program)
        found = ours(program, values, place)
        wanted = theirs(line, program, values)
        if not np.array_equal(found.ravel(), wanted.ravel()):
            totals.failures.append(f"{line}: expected {wanted}, got {found}")
    if totals.compared != len(SHAPES):
        totals.failures.append(f"expected {len(SHAPES)} lines of NumPy and SciPy")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
