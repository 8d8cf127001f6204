"""An encoder layer of a transformer, as BERT has it: attention, then a perceptron, each
with a residual and a layer norm behind."""

import numpy as np
from onnx import ModelProto

from models.graph import Graph


def make(seed: int, batch: int, tokens: int, width: int, heads: int) -> ModelProto:
    """X[batch, tokens, width] to Y of the same shape. The perceptron is four times as
    wide, as in BERT."""
    if width % heads:
        raise ValueError(f"expected a width that {heads} heads divide but got {width}")
    graph = Graph("encoder", seed)
    x = graph.input("X", [batch, tokens, width])
    graph.output("Y", [batch, tokens, width])
    mixed = attention(graph, x, batch, tokens, width, heads)
    hidden = norm(graph, "attention.norm", "attention.residual", x, mixed, width)
    wide = dense(graph, "ffn.hidden", hidden, width, 4 * width)
    out = dense(graph, "ffn.out", gelu(graph, wide), 4 * width, width)
    last = norm(graph, "ffn.norm", "ffn.residual", hidden, out, width)
    graph.node("Identity", "Y", last)
    return graph.model()


def dense(graph: Graph, name: str, x: str, inputs: int, outputs: int) -> str:
    """X W + b."""
    weight = graph.weight(f"{name}.weight", inputs, outputs)
    bias = graph.weight(f"{name}.bias", outputs)
    product = graph.node("MatMul", f"{name}.product", x, weight)
    return graph.node("Add", name, product, bias)


def attention(
    graph: Graph, x: str, batch: int, tokens: int, width: int, heads: int
) -> str:
    """softmax(Q Kᵀ / sqrt(size)) V, for each head."""
    size = width // heads
    split = np.array([batch, tokens, heads, size], np.int64)
    graph.constant("attention.split", split)
    graph.constant("attention.join", np.array([batch, tokens, width], np.int64))
    graph.constant("attention.scale", np.array(size**-0.5, np.float32))

    def head(name: str, order: list[int]) -> str:
        values = dense(graph, f"attention.{name}", x, width, width)
        parts = f"attention.{name}.heads"
        graph.node("Reshape", parts, values, "attention.split")
        return graph.node("Transpose", f"attention.{name}.turned", parts, perm=order)

    query = head("query", [0, 2, 1, 3])
    key = head("key", [0, 2, 3, 1])
    value = head("value", [0, 2, 1, 3])
    products = graph.node("MatMul", "attention.products", query, key)
    scores = graph.node("Mul", "attention.scores", products, "attention.scale")
    shares = graph.node("Softmax", "attention.shares", scores, axis=-1)
    mixed = graph.node("MatMul", "attention.mixed", shares, value)
    back = graph.node("Transpose", "attention.back", mixed, perm=[0, 2, 1, 3])
    joined = graph.node("Reshape", "attention.joined", back, "attention.join")
    return dense(graph, "attention.out", joined, width, width)


def norm(graph: Graph, name: str, sum: str, x: str, y: str, width: int) -> str:
    """The layer norm of x + y."""
    total = graph.node("Add", sum, x, y)
    scale = graph.draw.uniform(0.5, 1.5, width).astype(np.float32)
    graph.constant(f"{name}.weight", scale)
    bias = graph.weight(f"{name}.bias", width)
    return graph.node("LayerNormalization", name, total, f"{name}.weight", bias)


def gelu(graph: Graph, x: str) -> str:
    """x (1 + erf(x / sqrt(2))) / 2, as exporters write it."""
    for name, value in (("root", 2**0.5), ("one", 1.0), ("half", 0.5)):
        graph.constant(f"ffn.{name}", np.array(value, np.float32))
    inner = graph.node("Div", "ffn.scaled", x, "ffn.root")
    erf = graph.node("Erf", "ffn.erf", inner)
    share = graph.node("Add", "ffn.share", erf, "ffn.one")
    whole = graph.node("Mul", "ffn.whole", x, share)
    return graph.node("Mul", "ffn.gelu", whole, "ffn.half")
