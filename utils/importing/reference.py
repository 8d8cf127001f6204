"""What onnxruntime computes, on inputs that are drawn from a seed."""

import numpy as np
import onnx
from onnx import TensorProto, helper

from importing import shapes
from importing.errors import Refused
from importing.weights import Weight, plain_names


def compute(
    model: onnx.ModelProto, weights: list[Weight], seed: int
) -> dict[str, np.ndarray]:
    """Inputs and outputs of the model, in which `weights` take their values."""
    import onnxruntime

    whole = onnx.ModelProto()
    whole.CopyFrom(model)
    changed = {weight.onnx_name: weight.values for weight in weights}
    for place, tensor in enumerate(whole.graph.initializer):
        if tensor.name in changed:
            new = onnx.numpy_helper.from_array(changed[tensor.name], tensor.name)
            whole.graph.initializer[place].CopyFrom(new)
    inputs = draw(whole.graph, seed)
    options = onnxruntime.SessionOptions()
    # One order of sums, and each operator as it is written: what onnxruntime makes of
    # products of rounded floats saturates on processors without VNNI.
    options.intra_op_num_threads = 1
    level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.graph_optimization_level = level
    outputs = [value.name for value in whole.graph.output]
    try:
        session = onnxruntime.InferenceSession(whole.SerializeToString(), options)
        results = session.run(outputs, inputs)
    except Exception as error:
        raise Refused(
            f"onnxruntime does not run it: {shapes.first_line(error)}"
        ) from error
    found = inputs | dict(zip(outputs, results, strict=True))
    names = plain_names(list(found))
    return {names[name]: values for name, values in found.items()}


def draw(graph: onnx.GraphProto, seed: int) -> dict[str, np.ndarray]:
    """Normal floats; short integers of all values; integers that are places in a table,
    of these; other integers and booleans, 0 or 1."""
    random = np.random.default_rng(seed)
    tables = {w.name: w.dims for w in graph.initializer}
    drawn = {}
    for value in shapes.free_inputs(graph):
        code = value.type.tensor_type.elem_type
        kind, shape = helper.tensor_dtype_to_np_dtype(code), shapes.sizes_of(value)
        if np.issubdtype(kind, np.floating):
            drawn[value.name] = random.standard_normal(shape).astype(kind)
            continue
        low, high = 0, 1
        if code in (TensorProto.INT8, TensorProto.UINT8):
            low, high = np.iinfo(kind).min, np.iinfo(kind).max
        for node in graph.node:
            if node.op_type == "Gather" and node.input[1] == value.name:
                axis = next((a.i for a in node.attribute if a.name == "axis"), 0)
                if node.input[0] in tables:
                    high = tables[node.input[0]][axis] - 1
        drawn[value.name] = random.integers(low, high + 1, shape).astype(kind)
    return drawn
