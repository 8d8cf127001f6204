"""The networks of networks.py by PyTorch, on sparse CSR tensors."""

import time
from collections.abc import Callable

import numpy as np
import spindle
import torch

Tensors = dict[str, torch.Tensor]


def set_threads(threads: int) -> None:
    torch.set_num_threads(threads)


def gcn(t: Tensors) -> torch.Tensor:
    y = torch.relu(t["A"] @ (t["X"] @ t["W0"]) + t["b0"])
    return t["A"] @ (y @ t["W1"]) + t["b1"]


def share(t: Tensors, scores: torch.Tensor) -> torch.Tensor:
    """The softmax of the scores of A's elements over its rows, as a sparse tensor."""
    lengths = t["lengths"]
    most = torch.segment_reduce(scores, "max", lengths=lengths)
    powers = torch.exp(scores - most[t["rows"]])
    total = torch.segment_reduce(powers, "sum", lengths=lengths)
    shares = powers / total[t["rows"]]
    return torch.sparse_csr_tensor(
        t["A"].crow_indices(), t["A"].col_indices(), shares, t["A"].shape
    )


def gat(t: Tensors) -> torch.Tensor:
    features = t["X"] @ t["W"]
    sources, targets = features @ t["u"], features @ t["v"]
    scores = sources[t["rows"]] + targets[t["A"].col_indices()]
    return share(t, torch.nn.functional.leaky_relu(scores, 0.2)) @ features


def attention(t: Tensors) -> torch.Tensor:
    x = t["X"]
    queries, keys, values = x @ t["WQ"], x @ t["WK"], x @ t["WV"]
    sampled = torch.sparse.sampled_addmm(t["A"], queries, keys.T, beta=0)
    scores = sampled.values() * t["A"].values()
    return share(t, scores) @ values @ t["WO"] + x


def mlp(t: Tensors) -> torch.Tensor:
    y = torch.relu(t["W0"] @ t["X"] + t["b0"][:, None])
    return t["W1"] @ y + t["b1"][:, None]


NETWORKS = {"gcn": gcn, "gat": gat, "attention": attention, "mlp": mlp}


def convert(operands: dict[str, spindle.Array | np.ndarray]) -> Tensors:
    """Tensors of the operands, and of A the row of each element."""
    tensors: Tensors = {}
    for name, value in operands.items():
        if isinstance(value, np.ndarray):
            tensors[name] = torch.from_numpy(value)
            continue
        matrix = value.to_scipy("csr")
        arrays = (matrix.indptr, matrix.indices, matrix.data)
        tensors[name] = torch.sparse_csr_tensor(
            *map(torch.from_numpy, arrays), matrix.shape
        )
        if name == "A":
            lengths = np.diff(matrix.indptr).astype(np.int64)
            tensors["lengths"] = torch.from_numpy(lengths)
            tensors["rows"] = torch.from_numpy(
                np.repeat(np.arange(len(lengths)), lengths)
            )
    return tensors


def make(
    name: str, operands: dict[str, spindle.Array | np.ndarray]
) -> tuple[Callable[[], np.ndarray], float]:
    """What runs the network, and how long its tensors took to make, in seconds."""
    network = NETWORKS[name]
    start = time.perf_counter()
    tensors = convert(operands)
    seconds = time.perf_counter() - start

    def run() -> np.ndarray:
        with torch.inference_mode():
            return network(tensors).numpy()

    return run, seconds
