"""Weights as inputs: which constants are, what they are called, and their file."""

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOATS = {TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.FLOAT16}
SHORT = {TensorProto.INT8, TensorProto.UINT8}
#: Integers of other types are sizes and places, which stay where they are read, unless
#: there are more.
MOST_INTEGERS = 256
#: Operands that only a constant can be, by the operator: their places.
CONSTANT_OPERANDS = {
    "QuantizeLinear": (1, 2),
    "DequantizeLinear": (1, 2),
    "QLinearMatMul": (1, 2, 4, 5, 6, 7),
    "QLinearConv": (1, 2, 4, 5, 6, 7),
    "MatMulInteger": (2, 3),
    "ConvInteger": (2, 3),
    "Resize": (1, 2, 3),
    "Upsample": (1,),
    "Pad": (1, 2, 3),
    "Clip": (1, 2),
}


@dataclass
class Weight:
    """A constant that is an argument."""

    #: What ONNX calls it, and what arguments and files do.
    onnx_name: str
    name: str
    values: np.ndarray


def plain(name: str) -> str:
    """A name of letters, digits, '_' and '.'."""
    return re.sub(r"[^A-Za-z0-9_.]", "_", name).strip(".") or "_"


def plain_names(names: list[str]) -> dict[str, str]:
    """A plain name for each, no two the same. A name that starts with a digit gets a
    '_' in front, since IR has numbers of its own."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        made = plain(name)
        if made[0].isdigit():
            made = f"_{made}"
        number, unique = 2, made
        while unique in taken:
            unique, number = f"{made}_{number}", number + 1
        taken.add(unique)
        found[name] = unique
    return found


def is_weight(tensor: onnx.TensorProto, constant: set[str]) -> bool:
    """Whether a constant becomes an argument."""
    size = int(np.prod(tensor.dims, dtype=np.int64))
    if size <= 1 or tensor.name in constant:
        return False
    known = tensor.data_type in FLOATS | SHORT
    return known or size > MOST_INTEGERS


def take_out(model: onnx.ModelProto, inferred: onnx.ModelProto) -> list[Weight]:
    """Makes the weights of `inferred`, the typed form of `model`, inputs behind the
    others, in the order in which nodes read them, and returns them."""
    constant = set()
    order: dict[str, None] = {}
    for node in model.graph.node:
        for place in CONSTANT_OPERANDS.get(node.op_type, ()):
            constant.update(node.input[place : place + 1])
        order |= dict.fromkeys(node.input)
    known = {tensor.name: tensor for tensor in model.graph.initializer}
    chosen = [n for n in order if n in known and is_weight(known[n], constant)]
    graph = inferred.graph
    small = [tensor for tensor in known.values() if tensor.name not in chosen]
    del graph.initializer[:]
    graph.initializer.extend(small)
    inputs = [value for value in graph.input if value.name not in known]
    names = plain_names([value.name for value in inputs] + chosen)
    for name in chosen:
        tensor = known[name]
        inputs.append(
            helper.make_tensor_value_info(name, tensor.data_type, list(tensor.dims))
        )
    del graph.input[:]
    graph.input.extend(inputs)
    return [Weight(n, names[n], numpy_helper.to_array(known[n])) for n in chosen]


def stored(weights: list[Weight]) -> dict[str, np.ndarray]:
    """The arrays of a file, by the arguments' names. Arguments have integers without a
    sign of their own: the bits of a uint8 are those of an i8."""
    return {
        one.name: one.values.view(np.int8)
        if one.values.dtype == np.uint8
        else one.values
        for one in weights
    }


def save(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Writes an .npz file, the same bytes for the same arrays."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, values in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.ascontiguousarray(values))
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content.getvalue())
