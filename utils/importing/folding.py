"""Computing what constants alone decide, and dropping what nothing reads."""

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from importing import shapes
from importing.errors import Misuse, Refused

#: Nodes that stay though their operands are constants: a later step wants to see the
#: integers, or they are not the same each time.
KEPT = {"DequantizeLinear", "QuantizeLinear", "DynamicQuantizeLinear"}
KEPT |= {"RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike"}
KEPT |= {"Bernoulli", "Multinomial", "Dropout", "If", "Loop", "Scan"}
#: The names of nodes that hand a constant on as an output start so.
HANDS_ON = "constant output "
#: What is larger is left to be computed.
LARGEST = 1 << 26


def name_nodes(graph: onnx.GraphProto) -> None:
    """Gives each node a name that no other one has, by which errors call it."""
    taken: set[str] = set()
    for number, node in enumerate(graph.node):
        name = node.name or f"{node.op_type}_{number}"
        while name in taken:
            name += "_"
        node.name = name
        taken.add(name)


def keep_outputs(graph: onnx.GraphProto, names: list[str]) -> None:
    """Leaves only these outputs, in this order."""
    known = {value.name: value for value in graph.output}
    for name in names:
        if name not in known:
            raise Misuse(
                f"expected --output to name an output but got '{name}'; "
                f"there are: {', '.join(known)}"
            )
    if names:
        kept = [known[name] for name in names]
        del graph.output[:]
        graph.output.extend(kept)


def drop_unread(graph: onnx.GraphProto) -> None:
    """Drops nodes and weights that no output needs."""
    needed = {value.name for value in graph.output}
    kept = []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            kept.append(node)
            needed |= reads(node)
    kept.reverse()
    weights = [weight for weight in graph.initializer if weight.name in needed]
    del graph.node[:]
    graph.node.extend(kept)
    del graph.initializer[:]
    graph.initializer.extend(weights)


def op_of(node: onnx.NodeProto) -> str:
    """The operator, with its domain where it is not ONNX's own."""
    return f"{node.domain}.{node.op_type}" if node.domain else node.op_type


def reads(node: onnx.NodeProto) -> set[str]:
    """The values that a node reads, in its graphs too."""
    found = set(node.input) - {""}
    for attribute in node.attribute:
        for graph in [attribute.g] if attribute.HasField("g") else attribute.graphs:
            for inner in graph.node:
                found |= reads(inner)
    return found


def fold(model: onnx.ModelProto) -> onnx.ModelProto:
    """Folds until nothing changes, and returns the model with all types, which lacks
    the large weights."""
    while True:
        inferred = shapes.infer(model)
        if not fold_once(model, shapes.types(inferred)):
            break
        drop_unread(model.graph)
    for value in shapes.types(inferred).values():
        if not shapes.is_fixed(value):
            refuse_open(model.graph, value)
    return inferred


def fold_once(model: onnx.ModelProto, types: dict[str, onnx.ValueInfoProto]) -> bool:
    """Folds each node that can be, in order; says whether there was one."""
    graph = model.graph
    known = {weight.name: weight for weight in graph.initializer}
    kept = []
    for node in graph.node:
        results = results_of(node, known, types, model)
        if results is None:
            kept.append(node)
            continue
        written = [name for name in node.output if name]
        for name, result in zip(written, results, strict=True):
            known[name] = numpy_helper.from_array(np.asarray(result), name)
    changed = len(kept) < len(graph.node)
    del graph.node[:]
    graph.node.extend(kept)
    constant = [value.name for value in graph.output if value.name in known]
    for name in dict.fromkeys(constant):
        restore(graph, known, name)
    del graph.initializer[:]
    graph.initializer.extend(known.values())
    return changed or bool(constant)


def restore(graph: onnx.GraphProto, known: dict, name: str) -> None:
    """An output that is a constant is one that a node hands on, before all that read it."""
    weight = known.pop(name)
    weight.name = f"{name}.constant"
    known[weight.name] = weight
    node = helper.make_node("Identity", [weight.name], [name], name=HANDS_ON + name)
    others = list(graph.node)
    del graph.node[:]
    graph.node.extend([node, *others])


def results_of(node, known, types, model) -> list[np.ndarray] | None:
    """What a node computes, if it is known; else None."""
    if node.op_type == "Shape" and node.input[0] in types:
        value = types[node.input[0]]
        if shapes.is_fixed(value):
            return [evaluate(node, [np.empty(shapes.sizes_of(value), np.bool_)], model)]
    if node.op_type in KEPT or not all(name in known for name in reads(node)):
        return None
    if node.name.startswith(HANDS_ON):
        return None
    if sum(size_of(known[name]) for name in reads(node)) > LARGEST:
        return None
    if any(is_large(types[name]) for name in node.output if name in types):
        return None
    operands = [numpy_helper.to_array(known[n]) if n else None for n in node.input]
    results = evaluate(node, operands, model)
    return results if isinstance(results, list) else [results]


def is_large(value: onnx.ValueInfoProto) -> bool:
    fixed = shapes.is_fixed(value)
    return fixed and np.prod(shapes.sizes_of(value), dtype=float) > LARGEST


def size_of(weight: onnx.TensorProto) -> int:
    return int(np.prod(weight.dims, dtype=np.int64))


def evaluate(node: onnx.NodeProto, operands: list, model: onnx.ModelProto):
    """What ONNX's own reference computes for one node: an array, or a list of them."""
    names = [name for name in dict.fromkeys(node.input) if name]
    given = {
        name: operand
        for name, operand in zip(node.input, operands, strict=True)
        if name
    }
    inputs = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
        for name, v in given.items()
    ]  # fmt: skip
    outputs = [onnx.ValueInfoProto(name=name) for name in node.output if name]
    graph = helper.make_graph([node], "node", inputs, outputs)
    alone = helper.make_model(graph, opset_imports=list(model.opset_import))
    alone.ir_version = model.ir_version
    try:
        results = ReferenceEvaluator(alone).run(None, {n: given[n] for n in names})
    except Exception as error:
        raise Refused(
            f"node '{node.name}' (op {op_of(node)}): its constant operands have no "
            f"result: {shapes.first_line(error)}"
        ) from error
    return results[0] if len(results) == 1 else results


def refuse_open(graph: onnx.GraphProto, value: onnx.ValueInfoProto) -> None:
    """Names the node whose result has a size that is known only when it runs."""
    for node in graph.node:
        if value.name in node.output:
            if node.domain not in ("", "ai.onnx"):
                raise Refused(
                    f"node '{node.name}' (op {op_of(node)}): expected an operator of "
                    "ONNX itself"
                )
            sizes = shapes.sizes_of(value)
            places = [n for n, size in enumerate(sizes) if not isinstance(size, int)]
            what = f"dimension {places[0]}" if places else "its rank"
            raise Refused(
                f"node '{node.name}' (op {op_of(node)}): expected the shape of result "
                f"'{value.name}' to follow from those of the inputs, but {what} does "
                "not"
            )
