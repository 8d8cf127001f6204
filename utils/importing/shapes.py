"""Fixing the shapes of a model's inputs, and inferring all others from them."""

import re

import onnx

from importing.errors import Misuse, Refused

Shapes = dict[str, list[int]]
#: Tensors of so many elements stay out of what shapes are inferred from.
LARGE = 1024


def parse_shape(text: str) -> tuple[str, list[int]]:
    """`NAME=1x128` as a name and a shape."""
    match = re.fullmatch(r"(.+)=((?:[1-9]\d*(?:x[1-9]\d*)*)?)", text)
    if not match:
        raise Misuse(
            f"expected --shape NAME=SIZExSIZE..., sizes at least 1, but got '{text}'"
        )
    return match[1], [int(size) for size in match[2].split("x") if size]


def free_inputs(graph: onnx.GraphProto) -> list[onnx.ValueInfoProto]:
    """The inputs that no weight gives a value."""
    known = {weight.name for weight in graph.initializer}
    return [value for value in graph.input if value.name not in known]


def sizes_of(value: onnx.ValueInfoProto) -> list[int | str | None]:
    """Each dimension's size, else its name, else None."""
    dims = value.type.tensor_type.shape.dim
    return [
        dim.dim_value if dim.HasField("dim_value") else dim.dim_param or None
        for dim in dims
    ]


def fix(model: onnx.ModelProto, shapes: Shapes) -> None:
    """Gives inputs the shapes that are asked for; refuses where a size is open."""
    inputs = {value.name: value for value in free_inputs(model.graph)}
    for name, shape in shapes.items():
        if name not in inputs:
            raise Misuse(
                f"expected --shape to name an input but got '{name}'; "
                f"there are: {', '.join(inputs)}"
            )
        fix_input(inputs[name], shape)
    for name, value in inputs.items():
        kind = value.type.WhichOneof("value")
        if kind != "tensor_type" or not value.type.tensor_type.HasField("shape"):
            raise Refused(
                f"input '{name}': expected a tensor whose rank is known but got "
                f"{kind or 'nothing'}"
            )
        for place, size in enumerate(sizes_of(value)):
            if not isinstance(size, int):
                raise Refused(
                    f"input '{name}': expected a fixed size but dimension {place} is "
                    f"{repr(size) if size else 'open'}; give one by --shape "
                    f"{name}={example(value)}"
                )
    # What was inferred from other shapes does not hold.
    del model.graph.value_info[:]
    for value in model.graph.output:
        value.type.tensor_type.ClearField("shape")


def fix_input(value: onnx.ValueInfoProto, shape: list[int]) -> None:
    tensor = value.type.tensor_type
    sizes = sizes_of(value)
    fits = len(sizes) == len(shape) and all(
        not isinstance(old, int) or old == new
        for old, new in zip(sizes, shape, strict=True)
    )
    if tensor.HasField("shape") and not fits:
        open_shape = "x".join("?" if size is None else str(size) for size in sizes)
        raise Misuse(
            f"input '{value.name}': expected a shape that fits {open_shape} but got "
            f"{'x'.join(map(str, shape))}"
        )
    tensor.ClearField("shape")
    for size in shape:
        tensor.shape.dim.add().dim_value = size
    tensor.shape.SetInParent()


def example(value: onnx.ValueInfoProto) -> str:
    """A shape for an input whose sizes are open, 1 for each of these."""
    return "x".join(
        str(size) if isinstance(size, int) else "1" for size in sizes_of(value)
    )


def infer(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with the types of all values, without the large weights, which have
    their place in the inputs."""
    light = onnx.ModelProto()
    light.CopyFrom(without_large(model))
    try:
        return onnx.shape_inference.infer_shapes(
            light, check_type=True, strict_mode=True, data_prop=True
        )
    except onnx.shape_inference.InferenceError as error:
        raise Refused(f"the shapes do not fit: {first_line(error)}") from error


def without_large(model: onnx.ModelProto) -> onnx.ModelProto:
    graph, old = onnx.GraphProto(), model.graph
    graph.name = old.name
    graph.node.extend(old.node)
    graph.value_info.extend(old.value_info)
    graph.output.extend(old.output)
    graph.input.extend(free_inputs(old))
    for weight in old.initializer:
        size = 1
        for dim in weight.dims:
            size *= dim
        if size > LARGE:
            graph.input.append(
                onnx.helper.make_tensor_value_info(
                    weight.name, weight.data_type, list(weight.dims)
                )
            )
        else:
            graph.initializer.append(weight)
    light = onnx.ModelProto(
        ir_version=model.ir_version, opset_import=model.opset_import, graph=graph
    )
    light.functions.extend(model.functions)
    return light


def types(inferred: onnx.ModelProto) -> dict[str, onnx.ValueInfoProto]:
    """The type of each value that is an input or is computed."""
    graph = inferred.graph
    values = (*graph.input, *graph.value_info, *graph.output)
    return {value.name: value for value in values}


def is_fixed(value: onnx.ValueInfoProto) -> bool:
    """Whether the shape is known."""
    has = value.type.tensor_type.HasField("shape")
    return has and all(isinstance(size, int) for size in sizes_of(value))


def first_line(error: Exception) -> str:
    """What an error of ONNX says, on one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines)[:300]
