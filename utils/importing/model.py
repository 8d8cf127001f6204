"""The steps of an import, in order."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import onnx
from onnx import numpy_helper

from importing import (
    folding,
    linalg,
    norms,
    products,
    pruning,
    reference,
    shapes,
    text,
    unsound,
    weights,
)
from importing.errors import Misuse, Refused
from importing.progress import Progress
from importing.weights import Weight

#: Operators are those of this version at least, which torch-mlir knows best.
OPSET = 17
#: The version of the file that goes with them.
IR_VERSION = 8


class Import:
    """One model on its way."""

    def __init__(self, options: argparse.Namespace, progress: Progress):
        self.options = options
        self.progress = progress
        self.shapes = dict(map(shapes.parse_shape, options.shape))
        self.rules = list(map(pruning.parse_rule, options.prune))
        stem = options.model.name.removesuffix(".onnx")
        self.out: Path = options.out or Path(f"{stem}.mlir")
        self.weights_out: Path = options.weights or self.out.with_suffix(".weights.npz")
        self.function = weights.plain(options.name or stem).replace(".", "_")
        if self.function[0].isdigit():
            self.function = f"_{self.function}"

    def run(self) -> list[str]:
        """Returns what is said at the end."""
        model = self.read()
        folded = onnx.ModelProto()
        folded.CopyFrom(model)
        self.progress.step("folding constants")
        inferred = folding.fold(folded)
        if norms.fold(folded.graph):
            inferred = shapes.infer(folded)
        unsound.check(nodes_of(folded.graph, inferred))
        original = folded if self.rules else model
        if self.options.reference:
            kept = onnx.ModelProto()
            kept.CopyFrom(original)
        if products.flatten(folded, inferred):
            inferred = shapes.infer(folded)
        self.progress.step("taking weights out")
        taken = weights.take_out(folded, inferred)
        said = pruning.prune(taken, inferred.graph, self.rules)
        module = self.lower(inferred)
        self.write(inferred.graph, module, taken)
        if self.options.reference:
            self.progress.step("computing a reference")
            changed = taken if self.rules else []
            arrays = reference.compute(kept, changed, self.options.seed)
            weights.save(self.options.reference, arrays)
        return said + self.summary(taken)

    def read(self) -> onnx.ModelProto:
        """The model, with fixed inputs and the outputs that are asked for."""
        self.progress.step("reading", str(self.options.model))
        model = read(self.options.model)
        folding.name_nodes(model.graph)
        folding.keep_outputs(model.graph, self.options.output)
        folding.drop_unread(model.graph)
        self.progress.step("fixing shapes")
        shapes.fix(model, self.shapes)
        return model

    def lower(self, inferred: onnx.ModelProto) -> str:
        self.progress.step("converting to torch")
        module = linalg.to_torch(inferred)
        self.progress.step("lowering to linalg")
        lowered = linalg.to_linalg(module, inferred.graph)
        self.progress.step("making linalg generic")
        return linalg.make_generic(lowered)

    def write(self, graph: onnx.GraphProto, module: str, taken: list[Weight]) -> None:
        self.progress.step("writing")
        known = {weight.onnx_name: weight.name for weight in taken}
        values = [value.name for value in (*graph.input, *graph.output)]
        names = weights.plain_names(values) | known
        arguments = [names[value.name] for value in graph.input]
        results = [names[value.name] for value in graph.output]
        self.module = text.with_names(module, self.function, arguments, results)
        self.out.write_text(self.module)
        weights.save(self.weights_out, weights.stored(taken))

    def summary(self, taken: list[Weight]) -> list[str]:
        size = sum(weight.values.nbytes for weight in taken)
        counts = text.operations(self.module)
        said = [
            f"{self.out}: @{self.function}, {counts['linalg.generic']} linalg.generic",
            f"{self.weights_out}: {len(taken)} weights, {size / 1e6:.3g} MB",
        ]
        if self.options.reference:
            said.append(f"{self.options.reference}: a reference by onnxruntime")
        if self.options.ops:
            said += [
                f"{count:6} {name}"
                for name, count in sorted(counts.items(), key=lambda c: (-c[1], c[0]))
            ]
        return said


def nodes_of(
    graph: onnx.GraphProto, inferred: onnx.ModelProto
) -> Iterator[unsound.Node]:
    """The nodes of a graph, and of the graphs inside them, with what is known of what
    they read."""
    known = {one.name: one for one in graph.initializer}
    values = shapes.types(inferred).items()
    sizes = {name: shapes.sizes_of(value) for name, value in values}
    types = {name: value.type.tensor_type.elem_type for name, value in values}
    sizes |= {name: list(one.dims) for name, one in known.items()}
    types |= {name: one.data_type for name, one in known.items()}
    for node in graph.node:
        arrays = {n: numpy_helper.to_array(known[n]) for n in node.input if n in known}
        yield unsound.Node(node, sizes, types, arrays)
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from nodes_of(attribute.g, inferred)


def read(path: Path) -> onnx.ModelProto:
    """The model in a file, with operators of OPSET or later."""
    if not path.is_file():
        raise Misuse(f"expected {path} to be a file")
    try:
        model = onnx.load(path)
        onnx.checker.check_model(model)
    except Exception as error:
        raise Refused(
            f"{path} is not a model of ONNX: {shapes.first_line(error)}"
        ) from error
    version = max(
        (one.version for one in model.opset_import if one.domain in ("", "ai.onnx")),
        default=OPSET,
    )
    try:
        if version < OPSET:
            model = onnx.version_converter.convert_version(model, OPSET)
    except Exception as error:
        raise Refused(
            f"ONNX cannot convert it from operators of version {version} to {OPSET}: "
            f"{shapes.first_line(error)}"
        ) from error
    # In files of older versions weights are inputs as well.
    model.ir_version = max(model.ir_version, IR_VERSION)
    free = shapes.free_inputs(model.graph)
    del model.graph.input[:]
    model.graph.input.extend(free)
    return model
