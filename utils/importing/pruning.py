"""Pruning weights by magnitude, for figures of speed: what a network so pruned
answers is not claimed to be of use."""

import fnmatch
import math
import re

import numpy as np
import onnx

from importing.errors import Misuse
from importing.weights import Weight

#: The operators whose operand at this place is pruned; biases and tables are not.
PRODUCTS = {"MatMul": (0, 1), "Gemm": (0, 1), "Conv": (1,), "MatMulInteger": (1,)}
#: Those whose result stands for its first operand.
THROUGH = {"DequantizeLinear"}

Rule = tuple[str, float]


def parse_rule(text: str) -> Rule:
    """`0.9`, or `PATTERN=0.9`, as a pattern of names and a share."""
    match = re.fullmatch(r"(?:(.+)=)?(\d*\.?\d+)", text)
    share = float(match[2]) if match else -1.0
    if not match or not 0 <= share <= 1:
        raise Misuse(
            f"expected --prune SHARE or PATTERN=SHARE, from 0 to 1, but got '{text}'"
        )
    return match[1] or "*", share


def factors(graph: onnx.GraphProto) -> set[str]:
    """The names of values that products multiply by."""
    found: set[str] = set()
    for node in reversed(graph.node):
        for place in PRODUCTS.get(node.op_type, ()):
            found.update(node.input[place : place + 1])
        if node.op_type in THROUGH and node.output[0] in found:
            found.add(node.input[0])
    return found


def prune(
    weights: list[Weight], graph: onnx.GraphProto, rules: list[Rule]
) -> list[str]:
    """Prunes each weight of a product by the last rule whose pattern fits its name;
    says of each what is left."""
    said = []
    names = factors(graph)
    chosen = [weight for weight in weights if weight.onnx_name in names]
    for pattern, _ in rules:
        if not any(fnmatch.fnmatchcase(weight.name, pattern) for weight in chosen):
            raise Misuse(
                f"expected --prune to fit the weight of a product but got '{pattern}'; "
                f"there are: {', '.join(weight.name for weight in chosen) or 'none'}"
            )
    for weight in chosen:
        shares = [s for p, s in rules if fnmatch.fnmatchcase(weight.name, p)]
        if shares:
            weight.values = pruned(weight.values, shares[-1])
            left = np.count_nonzero(weight.values)
            said.append(f"{weight.name}: {left} of {weight.values.size} elements left")
    return said


def pruned(values: np.ndarray, share: float) -> np.ndarray:
    """A copy in which `share` of the elements is zero, rounded down: the smallest by
    magnitude, of equal ones the first."""
    flat = values.copy().reshape(-1)
    magnitudes = np.abs(flat.astype(np.float64))
    # Shares as 0.9 are below what they stand for.
    count = math.floor(share * flat.size + 1e-9)
    flat[np.argsort(magnitudes, kind="stable")[:count]] = 0
    return flat.reshape(values.shape)
