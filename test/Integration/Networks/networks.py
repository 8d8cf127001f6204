# RUN: rm -rf %t && %python %s %t | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} runs of networks, 0 wrong
"""Networks that are one function each give what NumPy gives.

The examples of docs/Networks.md, on a graph with rows without elements and on one with
a row that has all; on a processor by one, two and three threads, with the same bits, and
on an emulated GPU. Those that name A's format in one
place alone in other formats too.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse as sp

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
RNG = np.random.default_rng(26)
FORMATS = ("csr", "dcsr", "bsr<4, 4>", "sell<4, 8>", "coo")
NODES, FEATURES, HIDDEN, CLASSES = 83, 19, 33, 7


def softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The softmax over the rows, at the elements of the mask."""
    scores = np.where(mask, scores, -np.inf)
    most = scores.max(axis=1, keepdims=True)
    powers = np.where(
        mask, np.exp(scores - np.where(mask.any(1, keepdims=True), most, 0)), 0
    )
    total = powers.sum(axis=1, keepdims=True)
    return powers / np.where(total > 0, total, 1)


def gcn(A, X, W0, b0, W1, b1):
    return A @ (np.maximum(A @ (X @ W0) + b0, 0) @ W1) + b1


def gat(A, X, W, u, v):
    T = X @ W
    scores = (T @ u)[:, None] + (T @ v)[None, :]
    return softmax(np.maximum(scores, np.float32(0.2) * scores), A != 0) @ T


def attention(A, X, WQ, WK, WV, WO):
    scores = A * ((X @ WQ) @ (X @ WK).T)
    return softmax(scores, A != 0) @ (X @ WV) @ WO + X


def mlp(W0, b0, W1, b1, X):
    return W1 @ np.maximum(W0 @ X + b0[:, None], 0) + b1[:, None]


@dataclass
class Network:
    """A network, by its function in NumPy and the shapes of its operands."""

    compute: Callable[..., np.ndarray]
    shapes: dict[str, tuple[int, ...]]
    #: Those that are sparse.
    sparse: tuple[str, ...] = ("A",)
    #: Whether its text names no axes of sparse operands.
    takes_formats: bool = False

    @property
    def name(self) -> str:
        return self.compute.__name__


GRAPH = (NODES, NODES)
NETWORKS = (
    Network(
        gcn,
        {
            "A": GRAPH,
            "X": (NODES, FEATURES),
            "W0": (FEATURES, HIDDEN),
            "b0": (HIDDEN,),
            "W1": (HIDDEN, CLASSES),
            "b1": (CLASSES,),
        },
        takes_formats=True,
    ),
    Network(
        gat,
        {
            "A": GRAPH,
            "X": (NODES, FEATURES),
            "W": (FEATURES, HIDDEN),
            "u": (HIDDEN,),
            "v": (HIDDEN,),
        },
    ),
    Network(
        attention,
        {
            "A": GRAPH,
            "X": (NODES, FEATURES),
            "WQ": (FEATURES, 16),
            "WK": (FEATURES, 16),
            "WV": (FEATURES, HIDDEN),
            "WO": (HIDDEN, FEATURES),
        },
    ),
    Network(
        mlp,
        {
            "W0": (2 * HIDDEN, FEATURES),
            "b0": (2 * HIDDEN,),
            "W1": (FEATURES, 2 * HIDDEN),
            "b1": (FEATURES,),
            "X": (FEATURES, NODES),
        },
        sparse=("W0", "W1"),
        takes_formats=True,
    ),
)


def draw(shape: tuple[int, ...], is_sparse: bool, has_hub: bool) -> np.ndarray:
    """Numbers of a few binary digits; of a sparse operand mostly zeros."""
    values = RNG.integers(-8, 9, shape).astype(np.float32) / 8
    if not is_sparse:
        return values
    values = np.where(values == 0, np.float32(0.5), values)
    kept = RNG.random(shape) < 0.1
    kept[::7] = False
    if has_hub:
        kept[5] = True
    return np.where(kept, values, 0).astype(np.float32)


def write(folder: Path, name: str, values: np.ndarray, is_sparse: bool) -> Path:
    """A file of the operand."""
    path = folder / f"{name}{'.mtx' if is_sparse else '.npy'}"
    if is_sparse:
        scipy.io.mmwrite(path, sp.coo_array(values))
    else:
        np.save(path, values)
    return path


def list_texts(network: Network, folder: Path) -> Iterator[Path]:
    """The network in each format that it may have."""
    text = (EXAMPLES / f"{network.name}.mlir").read_text()
    for number, form in enumerate(FORMATS if network.takes_formats else FORMATS[:1]):
        path = folder / f"{network.name}-{number}.mlir"
        path.write_text(text.replace("#sparse.csr", f"#sparse.{form}"))
        yield path


def check(text: Path, words: list[str | Path], wanted: np.ndarray) -> list[str]:
    """What is wrong with the runs of one text."""
    faults, first = [], None
    for threads in (1, 2, 3):
        out = text.with_suffix(".npy")
        done = batch.run(
            ["sparse-run", text, *words, "--threads", str(threads), "--out", f"Z={out}"]
        )
        if done.returncode != 0:
            faults.append(f"{text.name} {threads}: {done.stderr}")
            continue
        result = np.load(out)
        first = result if first is None else first
        if not np.array_equal(first, result):
            faults.append(f"{text.name}: other bits on {threads} threads")
        if not np.allclose(result, wanted, rtol=2e-5, atol=2e-4):
            error = np.abs(result - wanted).max()
            faults.append(f"{text.name} {threads}: is off by {error}")
    return faults


def check_on_gpu(text: Path, words: list[str | Path]) -> list[str]:
    """What is wrong with the run on an emulated GPU."""
    words = [*words, "--target", "cuda", "--device", "emulator", "--check"]
    done = batch.run(["sparse-run", text, *words])
    return (
        []
        if done.returncode == 0
        else [f"{text.name} on a GPU: {done.stdout}{done.stderr}"]
    )


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    runs, faults = 0, []
    for network in NETWORKS:
        for has_hub in (False, True):
            operands = {
                name: draw(shape, name in network.sparse, has_hub)
                for name, shape in network.shapes.items()
            }
            words: list[str | Path] = []
            for name, values in operands.items():
                path = write(folder, name, values, name in network.sparse)
                words += ["--bind", f"{name}={path}"]
            wanted = network.compute(**operands)
            for text in list_texts(network, folder):
                faults += check(text, words, wanted)
                runs += 3
            faults += check_on_gpu(folder / f"{network.name}-0.mlir", words)
            runs += 1
    print(*faults, sep="\n")
    print(f"{runs} runs of networks, {len(faults)} wrong")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
