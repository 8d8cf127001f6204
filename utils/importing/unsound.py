"""What torch-mlir is known to lower wrongly: such models are refused before it runs.

A row of KNOWN is an operator of ONNX, when it is lowered wrongly, and what to do instead.
Nothing here needs onnx: nodes, attributes and tensors are asked for their fields.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from importing.errors import Refused

#: `TensorProto.UINT8`.
UINT8 = 2
#: The fields of an attribute that hold its value, by `AttributeProto.type`.
FIELDS = {1: "f", 2: "i", 3: "s", 6: "floats", 7: "ints"}


@dataclass
class Node:
    """A node, with what is known of the values that it reads."""

    proto: Any
    #: Of values: their sizes, the numbers of their types, and the arrays of constants.
    shapes: dict[str, list] = field(default_factory=dict)
    types: dict[str, int] = field(default_factory=dict)
    constants: dict[str, np.ndarray] = field(default_factory=dict)

    def attribute(self, name: str, default: Any) -> Any:
        for one in self.proto.attribute:
            if one.name == name:
                value = getattr(one, FIELDS[one.type])
                return value.decode() if isinstance(value, bytes) else value
        return default

    def input(self, place: int) -> str:
        """The name of an input, empty where there is none."""
        return self.proto.input[place] if place < len(self.proto.input) else ""

    def shape(self, place: int) -> list:
        return self.shapes.get(self.input(place), [])

    def may_hold(self, place: int, test: Callable[[np.ndarray], np.ndarray]) -> bool:
        """Whether a number of an input fits, or is not known; false without the input."""
        name = self.input(place)
        known = self.constants.get(name)
        return bool(name) and (known is None or bool(np.any(test(known))))


@dataclass(frozen=True)
class Row:
    """An operator that is lowered wrongly."""

    op: str
    #: What it has where it is, as the end of "expected the operator without".
    without: str
    #: Whether a node has that.
    fits: Callable[[Node], bool]
    #: What comes out, and what says the same otherwise.
    reason: str
    instead: str


def is_per_channel(node: Node, place: int) -> bool:
    """Whether there is a scale for each channel."""
    return int(np.prod(node.shape(place), dtype=np.int64)) > 1


def is_not_zero(values: np.ndarray) -> np.ndarray:
    return values != 0


def gives_a_number(node: Node) -> bool:
    """Whether an einsum sums up all of its dimensions."""
    left, arrow, right = node.attribute("equation", "").replace(" ", "").partition("->")
    if arrow:
        return not right
    return all(left.count(letter) != 1 for letter in left if letter != ",")


KNOWN = (
    Row(
        "QLinearConv",
        "a bias beside a scale for each channel",
        lambda node: bool(node.input(8)) and is_per_channel(node, 4),
        "the bias is added wrongly",
        "add it behind the convolution",
    ),
    Row(
        "QLinearMatMul",
        "zero points for tensors of three or more dimensions",
        lambda node: (
            max(len(node.shape(0)), len(node.shape(3))) > 2
            and any(node.may_hold(place, is_not_zero) for place in (2, 5))
        ),
        "zero points are lost",
        "reshape the operands to matrices",
    ),
    Row(
        "DequantizeLinear",
        "uint8 zero points of 128 or more for each channel",
        lambda node: (
            is_per_channel(node, 1)
            and node.types.get(node.input(2)) == UINT8
            and node.may_hold(2, lambda values: values >= 128)
        ),
        "they are read with a sign",
        "store the tensor as int8, 128 less",
    ),
    Row(
        "AveragePool",
        "ceil_mode together with count_include_pad",
        lambda node: (
            node.attribute("ceil_mode", 0) != 0
            and node.attribute("count_include_pad", 0) != 0
        ),
        "windows at the end are divided by another number",
        "pad before it",
    ),
    Row(
        "LSTM",
        "peepholes",
        lambda node: bool(node.input(7)),
        "they are left out",
        "write the cell out in its operators",
    ),
    Row(
        "SpaceToDepth",
        "several channels",
        lambda node: (
            node.attribute("blocksize", 1) != 1
            and (len(node.shape(0)) != 4 or node.shape(0)[1] != 1)
        ),
        "channels come in another order",
        "write it as Reshape and Transpose",
    ),
    Row(
        "DepthToSpace",
        "mode CRD",
        lambda node: node.attribute("mode", "DCR") == "CRD",
        "channels come in another order",
        "write it as Reshape and Transpose",
    ),
    Row(
        "LpNormalization",
        "lines that may be 0",
        lambda _: True,
        "a line of zeros becomes NaN",
        "divide by Max of the norm and a small number",
    ),
    Row(
        "Gelu",
        'approximate="tanh"',
        lambda node: node.attribute("approximate", "none") == "tanh",
        "the constant in it is 0.797724, not the square root of 2/pi",
        "write it out with Tanh",
    ),
    Row(
        "Einsum",
        "a sum over all dimensions",
        gives_a_number,
        "torch-mlir ends the process",
        "keep a dimension, and sum over it by ReduceSum",
    ),
    Row(
        "Pad",
        'mode="wrap"',
        lambda node: node.attribute("mode", "constant") == "wrap",
        "torch-mlir does not end",
        "write it as Slice and Concat",
    ),
)


def check(nodes: Iterator[Node]) -> None:
    """Refuses the first node that a row of KNOWN fits."""
    for node in nodes:
        if node.proto.domain not in ("", "ai.onnx"):
            continue
        for row in KNOWN:
            if row.op == node.proto.op_type and row.fits(node):
                raise Refused(
                    f"node '{node.proto.name}' (op {row.op}): expected {row.op} without "
                    f"{row.without}, which torch-mlir lowers wrongly: {row.reason}; "
                    f"{row.instead}"
                )
