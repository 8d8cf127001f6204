"""Batch norms of trained networks as part of the convolutions before them."""

from collections import Counter

import numpy as np
import onnx
from onnx import numpy_helper

from importing import folding


def fold(graph: onnx.GraphProto) -> bool:
    """Folds each batch norm whose numbers are constants into the convolution that it
    alone reads; says whether there was one. Convolutions keep the names of their
    weights, and get a bias."""
    known = {weight.name: weight for weight in graph.initializer}
    makers = {name: node for node in graph.node for name in node.output}
    uses = Counter(name for node in graph.node for name in node.input)
    uses.update(value.name for value in graph.output)
    dropped = []
    for norm in graph.node:
        if norm.op_type != "BatchNormalization" or len(norm.output) > 1:
            continue
        before = makers.get(norm.input[0])
        if before is None or before.op_type != "Conv" or uses[norm.input[0]] > 1:
            continue
        constants = [*norm.input[1:], *before.input[1:]]
        if all(name in known for name in constants) and uses[before.input[1]] == 1:
            fold_one(graph, known, before, norm)
            dropped.append(norm)
    for norm in dropped:
        graph.node.remove(norm)
    folding.drop_unread(graph)
    return bool(dropped)


def fold_one(graph, known, convolution: onnx.NodeProto, norm: onnx.NodeProto) -> None:
    """scale (W x + b - mean) / sqrt(variance + epsilon) + shift, as one convolution."""
    numbers = [numpy_helper.to_array(known[name]) for name in norm.input[1:]]
    scale, shift, mean, variance = (array.astype(np.float64) for array in numbers)
    epsilon = next((a.f for a in norm.attribute if a.name == "epsilon"), 1e-5)
    factor = scale / np.sqrt(variance + epsilon)
    weight = numpy_helper.to_array(known[convolution.input[1]])
    bias = np.zeros_like(mean)
    if len(convolution.input) > 2:
        bias = numpy_helper.to_array(known[convolution.input[2]]).astype(np.float64)
    name = f"{convolution.input[1]}.bias"
    while name in known:
        name += "_"
    for tensor, values in (
        (convolution.input[1], weight * factor.reshape(-1, *[1] * (weight.ndim - 1))),
        (name, (bias - mean) * factor + shift),
    ):
        made = numpy_helper.from_array(values.astype(weight.dtype), tensor)
        if tensor in known:
            known[tensor].CopyFrom(made)
        else:
            graph.initializer.append(made)
            known[tensor] = graph.initializer[-1]
    del convolution.input[2:]
    convolution.input.append(name)
    convolution.output[0] = norm.output[0]
