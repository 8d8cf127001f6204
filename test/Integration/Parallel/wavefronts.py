# RUN: %python %s %spindle_src_root/docs/examples | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} solves compared, 0 wrong
"""Triangular solves in wavefronts are those of SciPy, and to the byte the serial ones.

Lower ones have one right side, upper ones several; so are sweeps of Gauss and Seidel. On 1, 2, 3 and 5 threads, with indices
of 32 and 64 bits; matrices without rows, with one, with a diagonal alone, a full row or
column, rows in a chain, a grid whose wavefronts are wide, and random ones.
"""

import sys
import tempfile
from pathlib import Path

import batch
import numpy as np
import scipy.sparse
import scipy.sparse.linalg

THREADS = (1, 2, 3, 5)
#: Larger matrices are not interpreted.
MOST_CHECKED = 500
#: Bits of positions and coordinates.
BITS = (32, 64)


def make_grid(side: int) -> scipy.sparse.csr_array:
    """The five points of a grid of side * side cells."""
    line = scipy.sparse.diags_array([-1.0, -1.0], offsets=[-1, 1], shape=(side, side))
    one = scipy.sparse.eye_array(side)
    grid = scipy.sparse.kron(line, one) + scipy.sparse.kron(one, line)
    return scipy.sparse.csr_array(grid + 5 * scipy.sparse.eye_array(side * side))


def make_arrow(size: int) -> scipy.sparse.csr_array:
    """A matrix whose first and last row and column are full."""
    arrow = scipy.sparse.lil_array((size, size))
    arrow[0, :] = arrow[-1, :] = 0.5
    arrow[:, 0] = arrow[:, -1] = 0.5
    return scipy.sparse.csr_array(arrow + size * scipy.sparse.eye_array(size))


def make_matrices() -> dict[str, scipy.sparse.csr_array]:
    """Matrices of which either triangle is solved with."""
    rng = np.random.default_rng(5)
    eye = scipy.sparse.eye_array
    chain = scipy.sparse.diags_array(
        [1.0, 3.0, 1.0], offsets=[-1, 0, 1], shape=(90, 90)
    )
    matrices = {
        "none": scipy.sparse.csr_array((0, 0)),
        "one": 2 * eye(1),
        "diagonal": 4 * eye(77),
        "chain": chain,
        "arrow": make_arrow(60),
        "grid": make_grid(20),
        # Two wavefronts, each of them the work of several threads.
        "wide": scipy.sparse.diags_array(
            [1.0, 3.0, 1.0], offsets=[-20000, 0, 20000], shape=(40000, 40000)
        ),
    }
    for size in (7, 100, 400):
        entries = scipy.sparse.random_array((size, size), density=3 / size, rng=rng)
        matrices[f"random-{size}"] = entries + 3 * eye(size)
    return {name: scipy.sparse.csr_array(made) for name, made in matrices.items()}


def write_program(text: str, bits: int) -> str:
    """The program, with integers of so many bits."""
    if bits == 32:
        return text
    wide = "pos = i64, crd = i64"
    text = text.replace("#sparse.csr>", f"#sparse.csr<{wide}>>")
    return text.replace("<sparse_variable, ", f"<sparse_variable, {wide}, ")


def compare(
    matrix: scipy.sparse.csr_array, lower: bool, bits: int, examples: Path, folder: Path
) -> str:
    """Says what is wrong, if anything is."""
    rng = np.random.default_rng(matrix.shape[0])
    size = matrix.shape[0]
    name, triangle, right, left = (
        ("trsv", "L", "b", "x") if lower else ("trsm", "U", "B", "X")
    )
    sides = rng.standard_normal(size if lower else (size, 5))
    # Elements on the other side of the diagonal are there, too, and left out.
    scipy.sparse.save_npz(folder / "matrix.npz", scipy.sparse.csr_matrix(matrix))
    np.save(folder / "sides.npy", sides)
    out = folder / "out.npy"
    program = folder / f"{name}.mlir"
    program.write_text(write_program((examples / f"{name}.mlir").read_text(), bits))
    command = ["sparse-run", program]
    command += ["--bind", f"{triangle}={folder / 'matrix.npz'}"]
    command += ["--bind", f"{right}={folder / 'sides.npy'}", "--out", f"{left}={out}"]
    wrong, serial = batch.run_for([*command, "--schedule", "none"], out)
    if wrong:
        return wrong
    half = scipy.sparse.tril(matrix) if lower else scipy.sparse.triu(matrix)
    solve_all = scipy.sparse.linalg.spsolve_triangular
    expected = solve_all(half.tocsr(), sides, lower=lower) if size else sides
    if not np.allclose(np.load(out), expected, rtol=1e-9, atol=1e-12):
        return "expected what SciPy solves for but got something else"
    for threads in THREADS:
        more = ["--schedule", "wavefronts", f"--threads={threads}"]
        more += ["--check"] if threads == 1 and size <= MOST_CHECKED else []
        wrong, solved = batch.run_for(command + more, out)
        if wrong or solved != serial:
            return (
                wrong
                or f"expected the bytes of serial code but got others on {threads}"
            )
    return ""


def compare_sweeps(matrix: scipy.sparse.csr_array, examples: Path, folder: Path) -> str:
    """Says what is wrong with three sweeps of Gauss and Seidel, which read both sides of
    the diagonal, if anything is."""
    size = matrix.shape[0]
    start, right = np.random.default_rng(size).standard_normal((2, size))
    scipy.sparse.save_npz(folder / "matrix.npz", scipy.sparse.csr_matrix(matrix))
    np.save(folder / "b.npy", right)
    np.save(folder / "x.npy", start)
    out = folder / "out.npy"
    command = ["sparse-run", examples / "gauss-seidel.mlir", "--bind", "sweeps=3"]
    command += [
        "--bind",
        f"A={folder / 'matrix.npz'}",
        "--bind",
        f"b={folder / 'b.npy'}",
    ]
    command += ["--bind", f"x={folder / 'x.npy'}", "--out", f"x={out}"]
    wrong, serial = batch.run_for([*command, "--schedule", "none"], out)
    if wrong:
        return wrong
    expected, lower = start, scipy.sparse.tril(matrix).tocsr()
    for _ in range(3 if size else 0):
        above = scipy.sparse.triu(matrix, 1) @ expected
        expected = scipy.sparse.linalg.spsolve_triangular(lower, right - above)
    if not np.allclose(np.load(out), expected, rtol=1e-9, atol=1e-12):
        return "expected the sweeps of SciPy but got something else"
    for threads in THREADS:
        more = ["--schedule", "wavefronts", f"--threads={threads}"]
        wrong, swept = batch.run_for(command + more, out)
        if wrong or swept != serial:
            return (
                wrong
                or f"expected the bytes of serial code but got others on {threads}"
            )
    return ""


def main() -> int:
    examples = Path(sys.argv[1])
    compared, wrong = 0, 0
    with tempfile.TemporaryDirectory() as name:
        for kind, matrix in make_matrices().items():
            for lower in (True, False):
                for bits in BITS:
                    compared += 1
                    if text := compare(matrix, lower, bits, examples, Path(name)):
                        wrong += 1
                        side = "lower" if lower else "upper"
                        print(f"{kind}, {side}, {bits} bits: {text}")
            compared += 1
            if text := compare_sweeps(matrix, examples, Path(name)):
                wrong += 1
                print(f"{kind}, sweeps: {text}")
    print(f"{compared} solves compared, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
