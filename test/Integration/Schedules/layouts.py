# RUN: %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} products, 0 wrong
"""Products whose dense operands lie by columns are right.

Y = W X for each way in which X and Y may lie, in several formats of W, by the schedule
that `auto` chooses, on one, two and three threads: what SciPy gives, with numbers whose
sums are exact. Each is copied, and laid out, where vectors want it so.
"""

import itertools
import sys
import tempfile
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse as sp

FORMATS = ("csr", "csc", "coo", "dcsr", "ell", "sell(4,8)", "bsr(4,4)", "ldia(8)")
RNG = np.random.default_rng(26)


def make(shape: tuple[int, int], density: float) -> sp.coo_array:
    """A matrix of eighths, whose sums are exact."""
    matrix = sp.random_array(shape, density=density, rng=RNG).tocoo()
    matrix.data = RNG.integers(-9, 9, matrix.nnz).astype(np.float32) / 8
    return matrix


MATRICES = {
    "dense rows": make((37, 41), 0.5),
    "empty rows": make((50, 23), 0.06),
    "no elements": sp.coo_array((9, 5), dtype=np.float32),
    "one column": sp.coo_array(np.ones((17, 1), np.float32)),
}
TOKENS = (1, 19)


def multiply(folder: Path, expr: str, form: str, *options: str) -> np.ndarray:
    """What sparse-run writes to Y."""
    line = ["sparse-run", "--expr", expr, "--format", f"W={form}", "--bind", "W=W.mtx"]
    line += ["--bind", "X=X.npy", "--out", "Y=Y.npy", *options]
    batch.run(line, folder, check=True)
    return np.load(folder / "Y.npy")


def main() -> int:
    runs, wrong = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for (label, matrix), tokens in itertools.product(MATRICES.items(), TOKENS):
            scipy.io.mmwrite(folder / "W.mtx", matrix)
            x = RNG.integers(-9, 9, (matrix.shape[1], tokens)).astype(np.float32) / 8
            for form, last_in, last_out in itertools.product(FORMATS, "TF", "TO"):
                dims = (
                    "F,T" if last_in == "T" else "T,F",
                    "O,T" if last_out == "T" else "T,O",
                )
                expr = f"Y[{dims[1]}] = W[O,F] * X[{dims[0]}]"
                np.save(
                    folder / "X.npy", x if last_in == "T" else np.ascontiguousarray(x.T)
                )
                expected = matrix @ x
                threads = str(1 + runs % 3)
                got = multiply(folder, expr, form, "--threads", threads)
                runs += 1
                if not np.array_equal(got if last_out == "T" else got.T, expected):
                    wrong += 1
                    print(
                        f"{label}, {tokens} tokens, {form}: {expr}: wrong on {threads} threads"
                    )
    print(f"{runs} products, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
