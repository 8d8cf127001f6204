# The program that ships copies a matrix to blocks as SciPy does, in any order of
# the blocks of a row, and leaves what lies outside of the matrix as it was.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s %spindle_src_root/programs/csr2bsr.mlir %t
import subprocess
import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sp

SIZE = 4


def check(a: sp.csr_matrix, program: str, folder: Path) -> None:
    """Compares the blocks that the program writes with SciPy's."""
    rows, columns = (-(-extent // SIZE) for extent in a.shape)
    padded = a.copy()
    padded.resize(rows * SIZE, columns * SIZE)
    blocks = padded.tobsr((SIZE, SIZE))
    # SciPy's blocks of each row, the last first.
    order = np.arange(len(blocks.indices))
    for first, end in zip(blocks.indptr, blocks.indptr[1:]):
        order[first:end] = order[first:end][::-1]
    expected = blocks.data[order].astype(np.float32)
    block_rows = np.repeat(np.arange(rows), np.diff(blocks.indptr))
    cells = np.arange(SIZE)
    inside = (block_rows[:, None, None] * SIZE + cells[:, None] < a.shape[0]) & (
        blocks.indices[order][:, None, None] * SIZE + cells < a.shape[1]
    )
    before = np.where(inside, 7, -1).astype(np.float32)
    sp.save_npz(folder / "A.npz", a)
    np.save(folder / "positions.npy", blocks.indptr.astype(np.int32))
    np.save(folder / "columns.npy", blocks.indices[order].astype(np.int32))
    np.save(folder / "B.npy", before)
    command = ["sparse-run", program, "--check", "--bind", "A=A.npz"]
    for name in ("positions", "columns", "B"):
        command += ["--bind", f"{name}={name}.npy"]
    command += ["--out", "B=out.npy"]
    subprocess.run(command, cwd=folder, check=True)
    found = np.load(folder / "out.npy")
    np.testing.assert_array_equal(found, np.where(inside, expected, -1))


def main() -> None:
    """Checks sizes that four divides and sizes that it does not."""
    program, folder = sys.argv[1], Path(sys.argv[2])
    random = np.random.default_rng(1)
    for shape in ((8, 12), (7, 9), (1, 1), (13, 3)):
        for density in (0.0, 0.2, 1.0):
            a = sp.random(*shape, density, format="csr", random_state=random)
            check(a.astype(np.float32), program, folder)


main()
