"""A graph of ONNX that grows node by node, with weights drawn from a seed."""

import math

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: The operators of ONNX 1.12, which everything reads.
OPSET, IR_VERSION = 17, 8


class Graph:
    """Nodes in order, and the weights that they read, by name."""

    def __init__(self, name: str, seed: int):
        self.name = name
        self.draw = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.inputs: list[onnx.ValueInfoProto] = []
        self.outputs: list[onnx.ValueInfoProto] = []

    def input(self, name: str, shape: list[int], type: int = TensorProto.FLOAT) -> str:
        self.inputs.append(helper.make_tensor_value_info(name, type, shape))
        return name

    def output(self, name: str, shape: list[int], type: int = TensorProto.FLOAT):
        self.outputs.append(helper.make_tensor_value_info(name, type, shape))

    def constant(self, name: str, values: np.ndarray) -> str:
        """A weight that holds `values`."""
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def weight(self, name: str, *shape: int, fan: int = 0) -> str:
        """A weight drawn from a normal distribution; what it multiplies keeps its
        variance where `fan` products are added up, by default those of the first
        dimension."""
        scale = 1 / math.sqrt(fan or shape[0])
        drawn = self.draw.standard_normal(shape, np.float32)
        return self.constant(name, drawn * np.float32(scale))

    def integers(self, name: str, low: int, high: int, type: type, *shape: int) -> str:
        """A weight of integers from `low` to `high`."""
        drawn = self.draw.integers(low, high + 1, shape)
        return self.constant(name, drawn.astype(type))

    def node(self, op: str, name: str, *operands: str, **attributes) -> str:
        """A node whose one result is called as the node is."""
        made = helper.make_node(op, list(operands), [name], name=name, **attributes)
        self.nodes.append(made)
        return name

    def model(self) -> onnx.ModelProto:
        """The whole, checked."""
        graph = helper.make_graph(
            self.nodes, self.name, self.inputs, self.outputs, self.weights
        )
        model = helper.make_model(
            graph,
            producer_name="spindle",
            ir_version=IR_VERSION,
            opset_imports=[helper.make_opsetid("", OPSET)],
        )
        onnx.checker.check_model(model, full_check=True)
        return model
