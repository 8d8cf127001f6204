"""Products by weights as products of two matrices."""

import math

import numpy as np
import onnx
from onnx import helper, numpy_helper

from importing import shapes


def flatten(model: onnx.ModelProto, inferred: onnx.ModelProto) -> bool:
    """Has each `MatMul` of a tensor of more than two dimensions by a matrix run over
    the rows of all, between two `Reshape`s: torch-mlir copies the matrix for each
    element of a batch. Says whether there was one."""
    known = {name: shapes.sizes_of(v) for name, v in shapes.types(inferred).items()}
    known |= {weight.name: list(weight.dims) for weight in model.graph.initializer}
    nodes, changed = [], False
    for node in model.graph.node:
        ranks = [len(known.get(name, ())) for name in node.input]
        if node.op_type == "MatMul" and ranks[0] > 2 and ranks[1] == 2:
            nodes += flat(model.graph, node, *(known[name] for name in node.input))
            changed = True
        else:
            nodes.append(node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return changed


def flat(graph, node, left: list[int], right: list[int]) -> list[onnx.NodeProto]:
    """The three nodes in place of one. All have its name, by which errors call it."""
    rows, result = math.prod(left[:-1]), node.output[0]
    operand = reshape(graph, node, node.input[0], f"{result}.rows", [rows, left[-1]])
    product = helper.make_node(
        "MatMul", [operand.output[0], node.input[1]], [f"{result}.flat"], name=node.name
    )
    shape = [*left[:-1], right[1]]
    return [operand, product, reshape(graph, node, f"{result}.flat", result, shape)]


def reshape(graph, node, value: str, result: str, shape: list[int]) -> onnx.NodeProto:
    name = f"{result}.shape"
    graph.initializer.append(numpy_helper.from_array(np.array(shape, np.int64), name))
    return helper.make_node("Reshape", [value, name], [result], name=node.name)
