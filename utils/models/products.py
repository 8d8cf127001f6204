"""Products of matrices of 8 bit integers, in the two ways that exporters write them."""

import numpy as np
from onnx import ModelProto, TensorProto

from models.graph import Graph


def qdq(seed: int, rows: int, inner: int, columns: int) -> ModelProto:
    """Y = X W of floats, which stand for integers: X becomes one by a scale and a zero
    point, W is one, and Y is rounded to one."""
    graph = Graph("qdq", seed)
    x = graph.input("X", [rows, inner])
    graph.output("Y", [rows, columns])
    graph.integers("W", -127, 127, np.int8, inner, columns)
    scale = 2.0 ** -round(np.log2(127 * 2 * inner**0.5))
    for name, size, zero in (("X", 1 / 32, 3), ("W", scale, 0), ("Y", 1 / 16, -5)):
        graph.constant(f"{name}.scale", np.array(size, np.float32))
        graph.constant(f"{name}.zero", np.array(zero, np.int8))
    given = both_ways(graph, x, "X")
    weight = dequantize(graph, "W.float", "W", "W")
    product = graph.node("MatMul", "product", given, weight)
    graph.node("Identity", "Y", both_ways(graph, product, "Y"))
    return graph.model()


def both_ways(graph: Graph, x: str, name: str) -> str:
    """Rounds floats to integers of the scale and zero point called `name`, and back."""
    rounded = f"{name}.rounded"
    graph.node("QuantizeLinear", rounded, x, f"{name}.scale", f"{name}.zero")
    return dequantize(graph, f"{name}.float", rounded, name)


def dequantize(graph: Graph, result: str, x: str, name: str) -> str:
    return graph.node("DequantizeLinear", result, x, f"{name}.scale", f"{name}.zero")


def integers(seed: int, rows: int, inner: int, columns: int) -> ModelProto:
    """Y = (X - 7) W of i8 and i8, summed in i32: `MatMulInteger`."""
    graph = Graph("integers", seed)
    x = graph.input("X", [rows, inner], TensorProto.INT8)
    graph.output("Y", [rows, columns], TensorProto.INT32)
    graph.integers("W", -127, 127, np.int8, inner, columns)
    graph.constant("X.zero", np.array(7, np.int8))
    graph.constant("W.zero", np.array(0, np.int8))
    graph.node("MatMulInteger", "Y", x, "W", "X.zero", "W.zero")
    return graph.model()
