"""From a typed ONNX model to linalg: torch-mlir, then the passes of LLVM 22."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import onnx
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras import onnx_importer
from torch_mlir.ir import Context, MLIRError, Module
from torch_mlir.passmanager import PassManager

from importing import unused
from importing.errors import Misuse, Refused

#: Named operations become generic ones, dimensions of size 1 go, and constants stand
#: where they are used. Nothing is fused: upstream's fusion puts what precedes a product
#: into its sum, to be computed again for each column.
PASSES = (
    "builtin.module(inline,canonicalize,cse,func.func(linalg-generalize-named-ops,"
    "linalg-fold-unit-extent-dims,linalg-inline-scalar-operands),canonicalize,cse,"
    "symbol-dce)"
)
TO_TORCH = "builtin.module(func.func(convert-torch-onnx-to-torch))"
TO_BACKEND = "builtin.module(torch-onnx-to-torch-backend-pipeline{backend-legal-ops=})"
TO_LINALG = "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"


def to_torch(model: onnx.ModelProto) -> Module:
    """The model in the dialect torch, each operation at the name of its node."""
    context = Context()
    torch_dialect.register_dialect(context)
    info = onnx_importer.ModelInfo(model)
    module = info.create_module(context=context)
    with refusing(model.graph, "torch-mlir cannot read it"):
        importer = onnx_importer.NodeImporter.define_function(
            info.main_graph, module.operation
        )
        importer.import_all()
    run(module, TO_TORCH, model.graph)
    return module


def to_linalg(module: Module, graph: onnx.GraphProto) -> str:
    """The module lowered to linalg on tensors, as text."""
    run(module, TO_BACKEND, graph)
    run(module, TO_LINALG, graph)
    unused.drop_results(module)
    return module.operation.get_asm(enable_debug_info=False)


def run(module: Module, pipeline: str, graph: onnx.GraphProto) -> None:
    with module.context, refusing(graph, "torch-mlir cannot convert it"):
        PassManager.parse(pipeline).run(module.operation)


@contextmanager
def refusing(graph: onnx.GraphProto, what: str) -> Iterator[None]:
    """Says which node torch-mlir cannot import."""
    try:
        yield
    except MLIRError as error:
        raise Refused(explain(graph, what, error)) from error
    except onnx_importer.OnnxImportError as error:
        raise Refused(f"{what}: {error}") from error


def explain(graph: onnx.GraphProto, what: str, error: MLIRError) -> str:
    for diagnostic in error.error_diagnostics:
        for name in re.findall(r'"((?:[^"\\]|\\.)*)"', str(diagnostic.location)):
            for node in graph.node:
                if node.name == name:
                    said = " ".join(diagnostic.message.split()).split(": %")[0][:200]
                    return f"node '{name}' (op {node.op_type}): {what}: {said}"
    lines = [line.strip() for line in str(error).splitlines() if "error:" in line]
    return f"{what}: {lines[0] if lines else str(error)[:300]}"


def find_tool(name: str) -> str:
    """A program of LLVM 22."""
    prefix = os.environ.get("SPINDLE_LLVM_PREFIX", "/usr/lib/llvm-22")
    for candidate in (f"{prefix}/bin/{name}", f"{name}-22"):
        if path := shutil.which(candidate):
            return path
    raise Misuse(f"expected {name} of LLVM 22 to be installed (utils/bootstrap)")


def make_generic(text: str) -> str:
    """Runs PASSES of LLVM 22, which also shows that LLVM 22 reads the text."""
    tool = find_tool("mlir-opt")
    result = subprocess.run(
        [tool, f"--pass-pipeline={PASSES}"],
        check=False,
        input=text,
        text=True,
        capture_output=True,
    )
    if result.returncode != 0:
        errors = [line for line in result.stderr.splitlines() if "error:" in line]
        said = errors[0] if errors else result.stderr[:300]
        raise Refused(f"mlir-opt of LLVM 22 refuses what torch-mlir made: {said}")
    return result.stdout
