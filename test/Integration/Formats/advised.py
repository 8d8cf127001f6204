# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""What the advisor says of formats is what they turn out to be: bytes and padding.

Matrices are smaller than the advisor's samples, so that it has counted all.
"""

import json
import re
from pathlib import Path

import batch
import numpy as np

NAME = re.compile(r"(\d+) elements, (\d+) bytes")


def write(path: str, shape: tuple[int, int], places: np.ndarray) -> None:
    """A matrix with ones at `places`."""
    rows, columns = shape
    lines = ["%%MatrixMarket matrix coordinate pattern general"]
    lines.append(f"{rows} {columns} {len(places)}")
    lines += [f"{row + 1} {column + 1}" for row, column in places]
    Path(path).write_text("\n".join(lines) + "\n")


def make_matrices() -> None:
    rng = np.random.default_rng(3)
    anywhere = rng.random((70, 50)) < 0.1
    write("anywhere.mtx", anywhere.shape, np.argwhere(anywhere))
    band = sum(np.eye(90, k=diagonal) for diagonal in (-7, -1, 0, 1, 20)) > 0
    write("band.mtx", band.shape, np.argwhere(band))
    blocks = np.kron(rng.random((12, 12)) < 0.2, np.ones((4, 4))) > 0
    write("blocks.mtx", blocks.shape, np.argwhere(blocks))
    sparse = anywhere & (np.arange(70) % 3 == 0)[:, None]
    write("empty-rows.mtx", sparse.shape, np.argwhere(sparse))


def run(*words: str) -> str:
    command = ["sparse-run", "spmv", *words]
    return batch.run(command, check=True).stdout


def check(matrix: str, cpu: str, family: set[str]) -> None:
    """Compares each estimate with what is stored."""
    bound = ("--bind", f"A={matrix}", "--cpu", cpu)
    advice = json.loads(run(*bound, "--advise", "A", "--json", "-"))
    assert advice["matrix"]["sampled"] == advice["matrix"]["elements"]
    for estimate in advice["estimates"]:
        name = estimate["format"]
        words = ("--bind", f"A={matrix}", "--bind", "x=ones")
        text = run(*words, "--format", f"A={name}", "--dump-storage", "A")
        elements, stored = map(int, NAME.search(text).groups())
        assert elements == advice["matrix"]["elements"]
        apart = abs(estimate["bytes"] - stored) / stored
        assert apart < 0.05, f"{matrix} in {name}: {estimate['bytes']}, not {stored}"
        family.add(name.partition("(")[0])


if __name__ == "__main__":
    make_matrices()
    seen: set[str] = set()
    for matrix in ("anywhere", "band", "blocks", "empty-rows"):
        # With fast gathers, and without.
        for cpu in ("sapphirerapids", "znver4"):
            check(f"{matrix}.mtx", cpu, seen)
    assert seen >= {"csr", "dcsr", "ell", "sell", "ldia", "dia", "bsr", "rowlen"}, seen
    assert "bitmap" in seen, seen
