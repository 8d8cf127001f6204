# RUN: env PYTHONPATH=%spindle_src_root/utils %python %s | FileCheck %s
# CHECK: 11 rows, 0 wrong
"""Each operator that torch-mlir lowers wrongly is refused by name, and the same operator
without what is wrong passes. Nodes are what ONNX's have of fields, without its package."""

import sys
from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
from importing import unsound
from importing.errors import Refused

# Weights are tested without ONNX, whose types that module names.
sys.modules["onnx"] = MagicMock()
from importing.weights import Weight, stored

FLOAT, UINT8, INT8 = 1, 2, 3
KINDS = {float: (1, "f"), int: (2, "i"), bytes: (3, "s")}


def attribute(name: str, value) -> SimpleNamespace:
    kind, field = KINDS[type(value)]
    return SimpleNamespace(name=name, type=kind, **{field: value})


def make(op: str, inputs: dict | None = None, domain: str = "", **attributes):
    """A node; an input is an array, a shape, or None where it is left out."""
    inputs = inputs or {"x": (2, 2)}
    proto = SimpleNamespace(
        op_type=op,
        name="mine",
        domain=domain,
        input=["" if given is None else name for name, given in inputs.items()],
        attribute=[attribute(*item) for item in attributes.items()],
    )
    known = {n: given for n, given in inputs.items() if isinstance(given, np.ndarray)}
    shapes = {n: list(np.shape(g)) if n in known else list(g) for n, g in inputs.items() if g is not None}  # fmt: skip
    types = {n: UINT8 if n.startswith("u") else FLOAT for n in inputs}
    types |= {n: UINT8 if a.dtype == np.uint8 else INT8 for n, a in known.items()}
    return unsound.Node(proto, shapes, types, known)


def quantized(bias, scales: int) -> dict:
    names = ["x", "xs", "xz", "w", "ws", "wz", "ys", "yz", "bias"]
    shapes = [(1, 2, 4, 4), (), (), (3, 2, 1, 1), (scales,), (scales,), (), (), bias]
    return dict(zip(names, shapes, strict=True))


def product(rank: int, zero: int | tuple) -> dict:
    zeros = zero if isinstance(zero, tuple) else np.array(zero, np.int8)
    shape = (2,) * rank
    return {"a": shape, "as": (), "az": np.array(0, np.int8), "b": shape, "bs": (), "bz": zeros}  # fmt: skip


def dequantized(zeros, scales: int = 3) -> dict:
    return {"x": (3, 2), "scale": (scales,), "uz": zeros}


def lstm(peepholes) -> dict:
    names = ["x", "w", "r", "b", "lens", "h", "c", "p"]
    return dict.fromkeys(names[:-1], (1,)) | {"p": peepholes}


def cases():
    """Nodes that are refused, beside the same without what is wrong."""
    yield (
        make("QLinearConv", quantized((3,), 3)),
        make("QLinearConv", quantized((3,), 1)),
    )
    yield (
        make("QLinearConv", quantized((3,), 3)),
        make("QLinearConv", quantized(None, 3)),
    )
    yield make("QLinearMatMul", product(3, 1)), make("QLinearMatMul", product(3, 0))
    yield make("QLinearMatMul", product(3, ())), make("QLinearMatMul", product(2, 1))
    high, low = np.array([0, 128, 3], np.uint8), np.array([0, 127, 3], np.uint8)
    yield make("DequantizeLinear", dequantized(high)), make("DequantizeLinear", dequantized(low))  # fmt: skip
    signed = dequantized(np.array([0, -1, 3], np.int8))
    yield make("DequantizeLinear", dequantized((3,))), make("DequantizeLinear", signed)
    yield make("DequantizeLinear", dequantized(high)), make("DequantizeLinear", dequantized(high[1:2], 1))  # fmt: skip
    pool = {"ceil_mode": 1, "count_include_pad": 1}
    yield make("AveragePool", **pool), make("AveragePool", ceil_mode=1)
    yield make("AveragePool", **pool), make("AveragePool", count_include_pad=1)
    yield make("LSTM", lstm((6,))), make("LSTM", lstm(None))
    image, gray = {"x": (1, 3, 4, 4)}, {"x": (1, 1, 4, 4)}
    yield make("SpaceToDepth", image, blocksize=2), make("SpaceToDepth", gray, blocksize=2)  # fmt: skip
    yield make("DepthToSpace", blocksize=2, mode=b"CRD"), make("DepthToSpace", blocksize=2)  # fmt: skip
    yield make("LpNormalization"), make("LpNormalization", domain="other")
    yield make("Gelu", approximate=b"tanh"), make("Gelu", approximate=b"none")
    yield make("Einsum", equation=b"ij, ij ->"), make("Einsum", equation=b"ij,jk->ik")
    yield make("Einsum", equation=b"ij,ij"), make("Einsum", equation=b"ij,jk")
    yield make("Pad", mode=b"wrap"), make("Pad", mode=b"reflect")


def refusal(node: unsound.Node) -> str:
    try:
        unsound.check(iter([node]))
    except Refused as error:
        return str(error)
    return ""


def main() -> None:
    wrong, met = [], set()
    for bad, good in cases():
        op = bad.proto.op_type
        said = refusal(bad)
        start = f"node 'mine' (op {op}): expected {op} without "
        if not said.startswith(start) or "\n" in said:
            wrong.append(f"{op}: expected '{start}..' but got '{said}'")
        if said := refusal(good):
            wrong.append(f"{op}: expected it to pass but got '{said}'")
        met.add(op)
    wrong += [
        f"{row.op}: expected a case" for row in unsound.KNOWN if row.op not in met
    ]
    values = np.array([0, 128, 255], np.uint8)
    arrays = stored([Weight("a", "a", values), Weight("b", "b", values.astype("f4"))])
    if arrays["a"].tolist() != [0, -128, -1] or arrays["b"].dtype != np.float32:
        wrong.append(f"expected bytes of i8 and floats but got {arrays}")
    print("".join(f"{finding}\n" for finding in wrong), end="")
    print(f"{len(unsound.KNOWN)} rows, {len(wrong)} wrong")


main()
