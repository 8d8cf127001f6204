#!/usr/bin/env python3
"""Times a feed-forward part with blocks of 32 x 32, in f32, bytes, halves and mixed.

Usage: PYTHONPATH=build/release/python benchmarks/widths.py --peers PYTHON [--threads 1,2]
           [--rounds N] [--residue SHARE] [--write]

1,024 tokens of 512 features, 2,048 inside, with ReLU between two products. A tenth of the
blocks of 32 x 32 of both weights is kept, and with --residue (0.01) of the other elements a
share in f32, for the mixed contestants and all others alike. Peers get the same weights,
dense, and as bytes with QuantizeLinear and DequantizeLinear, by scales of the inputs that are
computed. Contestants take turns as in benchmarks/models.py; each first result is compared
with what NumPy computes in f64, by the largest difference as a share of the largest element.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from contest import Contestant, describe, take_turns, write

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "Benchmarks" / "int8.md"
TOKENS, FEATURES, INSIDE, BLOCK = 1024, 512, 2048, 32


@dataclass(frozen=True)
class Model:
    """A feed-forward part, and how many bits elements of its weights need."""

    arrays: dict[str, np.ndarray]
    widths: dict[str, np.ndarray]
    tokens: np.ndarray

    def compute(self) -> tuple[np.ndarray, np.ndarray]:
        """What is inside, and the result."""
        wide = {name: array.astype(np.float64) for name, array in self.arrays.items()}
        inside = np.maximum(self.tokens @ wide["W"] + wide["B"], 0)
        return inside, inside @ wide["V"] + wide["C"]


def make_model(residue: float) -> Model:
    draw = np.random.default_rng(1)
    arrays, widths = {}, {}
    for name, shape in (("W", (FEATURES, INSIDE)), ("V", (INSIDE, FEATURES))):
        blocks = draw.random([size // BLOCK for size in shape]) < 0.1
        block = np.kron(blocks, np.ones((BLOCK, BLOCK), bool))
        rest = (draw.random(shape) < residue) & ~block
        weight = draw.standard_normal(shape) / np.sqrt(shape[0] / 10)
        arrays[name] = np.where(block | rest, weight, 0).astype(np.float32)
        widths[name] = np.where(block, 8, np.where(rest, 32, 0))
    arrays["B"] = draw.standard_normal(INSIDE).astype(np.float32)
    arrays["C"] = draw.standard_normal(FEATURES).astype(np.float32)
    return Model(
        arrays, widths, draw.standard_normal((TOKENS, FEATURES)).astype(np.float32)
    )


def write_program(path: Path) -> Path:
    def tensor(*shape: int) -> str:
        return f"tensor<{'x'.join(map(str, shape))}xf32>"

    def product(
        name: str, left: str, right: str, rows: int, inner: int, to: int
    ) -> str:
        of = tensor(rows, to)
        return f"""
  %e{name} = tensor.empty() : {of}
  %f{name} = linalg.fill ins(%zero : f32) outs(%e{name} : {of}) -> {of}
  %p{name} = linalg.matmul ins(%{left}, %{right} : {tensor(rows, inner)}, {tensor(inner, to)}) outs(%f{name} : {of}) -> {of}"""

    def add(name: str, of: str, bias: str, to: int, relu: bool) -> str:
        least = "\n    %m = arith.maximumf %s, %zero : f32" if relu else ""
        made = tensor(TOKENS, to)
        return f"""
  %{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}} ins(%{of}, %{bias} : {made}, {tensor(to)}) outs(%e{of[1:]} : {made}) {{
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32{least}
    linalg.yield {"%m" if relu else "%s"} : f32
  }} -> {made}"""

    arguments = (
        ("X", (TOKENS, FEATURES)),
        ("W", (FEATURES, INSIDE)),
        ("B", (INSIDE,)),
        ("V", (INSIDE, FEATURES)),
        ("C", (FEATURES,)),
    )
    given = ", ".join(
        f'%{name}: {tensor(*shape)} {{sparse.name = "{name}"}}'
        for name, shape in arguments
    )
    path.write_text(f"""func.func @ffn({given}) -> ({tensor(TOKENS, FEATURES)} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32{product("0", "X", "W", TOKENS, FEATURES, INSIDE)}{add("H", "p0", "B", INSIDE, True)}{product("1", "H", "V", TOKENS, INSIDE, FEATURES)}{add("Y", "p1", "C", FEATURES, False)}
  return %Y : {tensor(TOKENS, FEATURES)}
}}
""")
    return path


def write_onnx(model: Model, path: Path, quantized: bool) -> Path:
    """The same for peers; quantised with a scale for each output, and one for tokens."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, given = [], []

    def constant(name: str, array: np.ndarray) -> str:
        given.append(numpy_helper.from_array(array, name))
        return name

    def node(kind: str, inputs: list[str], output: str, **attributes: int) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def weight(name: str) -> str:
        array = model.arrays[name]
        if not quantized:
            return constant(name, array)
        largest = np.abs(array).max(axis=0)
        step = np.where(largest == 0, 1, largest / 127).astype(np.float32)
        stored = constant(f"{name}8", np.rint(array / step).astype(np.int8))
        zero = constant(f"{name}z", np.zeros(len(step), np.int8))
        scale = constant(f"{name}s", step)
        return node("DequantizeLinear", [stored, scale, zero], name, axis=1)

    def activation(name: str, values: np.ndarray) -> str:
        if not quantized:
            return name
        low, high = min(values.min(), 0), max(values.max(), 0)
        step = constant(f"{name}s", np.float32((high - low) / 255))
        zero = constant(f"{name}z", np.uint8(np.rint(-low / ((high - low) / 255))))
        stored = node("QuantizeLinear", [name, step, zero], f"{name}8")
        return node("DequantizeLinear", [stored, step, zero], f"{name}d")

    inside, _ = model.compute()
    first = node("MatMul", [activation("X", model.tokens), weight("W")], "p")
    biased = node("Add", [first, constant("B", model.arrays["B"])], "q")
    hidden = node("Relu", [biased], "H")
    second = node("MatMul", [activation(hidden, inside), weight("V")], "r")
    node("Add", [second, constant("C", model.arrays["C"])], "Y")
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [TOKENS, FEATURES])
        for name in "XY"
    ]
    graph = helper.make_graph(nodes, "ffn", ends[:1], ends[1:], given)
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), path)
    return path


def blocks(rows: int, columns: int) -> str:
    """Blocks of inputs by outputs, column by column of blocks."""
    return (
        f"(i, j) -> (j floordiv {columns} : dense, i floordiv {rows} : compressed, "
        f"j mod {columns} : dense, i mod {rows} : dense)"
    )


def list_contestants(args: argparse.Namespace, folder: Path) -> list[tuple]:
    """Names, openers, pythons, and what they are told."""
    mine = sys.executable
    size = blocks(args.size, args.size)
    bytes_ = {f"{name}_i8": size for name in "WV"}
    rest = {f"{name}_f32": "csc" for name in "WV"}
    mixed = {"widths": str(folder / "mixed.npz"), "plan": bytes_ | rest}
    # Elements that stand alone would fill blocks.
    whole = dict.fromkeys(bytes_, "csc") if args.residue else bytes_
    by_columns, in_blocks = (
        dict.fromkeys("WV", form) for form in ("csc", f"{size} full")
    )
    found = [
        (
            "ours, bytes",
            "planned",
            mine,
            {"widths": str(folder / "bytes.npz"), "plan": whole},
        ),
        ("ours, f32", "planned", mine, {"widths": None, "plan": by_columns}),
        (
            "ours, halves",
            "planned",
            mine,
            {
                "widths": str(folder / "halves.npz"),
                "plan": {name.replace("8", "4"): form for name, form in whole.items()},
            },
        ),
    ]
    if args.residue:
        found.insert(0, ("ours, mixed", "planned", mine, mixed))
    else:
        blocked = {"widths": None, "plan": in_blocks}
        found.append(("ours, f32 in blocks", "planned", mine, blocked))
    if args.peers:
        f32, bytes_onnx = str(folder / "f32.onnx"), str(folder / "int8.onnx")
        found += [
            ("OpenVINO, int8", "OpenVINO", args.peers, {"onnx": bytes_onnx}),
            ("OpenVINO, f32", "OpenVINO", args.peers, {"onnx": f32}),
            ("onnxruntime, int8", "onnxruntime", args.peers, {"onnx": bytes_onnx}),
            ("onnxruntime, f32", "onnxruntime", args.peers, {"onnx": f32}),
        ]
    return found


def compete(
    model: Model, title: str, args: argparse.Namespace, folder: Path
) -> list[str]:
    np.savez(folder / "weights.npz", **model.arrays)
    np.savez(folder / "inputs.npz", X=model.tokens)
    np.savez(folder / "mixed.npz", **model.widths)
    np.savez(folder / "bytes.npz", W=8, V=8)
    np.savez(folder / "halves.npz", W=4, V=4)
    base = {
        "program": str(write_program(folder / "ffn.mlir")),
        "weights": str(folder / "weights.npz"),
        "inputs": str(folder / "inputs.npz"),
        "output": "Y",
    }
    if args.peers:
        write_onnx(model, folder / "f32.onnx", False)
        write_onnx(model, folder / "int8.onnx", True)
    _, expected = model.compute()
    rows = []
    for threads in args.threads:
        contestants = [
            Contestant(
                name,
                python,
                base
                | own
                | {
                    "opener": opener,
                    "threads": threads,
                    "result": str(folder / f"result-{number}.npy"),
                },
            )
            for number, (name, opener, python, own) in enumerate(
                list_contestants(args, folder)
            )
        ]
        take_turns(contestants, args.rounds, threads)
        rows += describe(title, threads, contestants, expected, most=0.3)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", help="a Python with onnxruntime and openvino")
    parser.add_argument("--threads", default="1", help="numbers of threads (1)")
    parser.add_argument("--rounds", type=int, default=15, help="runs of each (15)")
    parser.add_argument("--residue", type=float, default=0.01, help="share in f32")
    parser.add_argument(
        "--size", type=int, default=BLOCK, help="blocks that are stored (32)"
    )
    parser.add_argument("--write", action="store_true", help="write the page's table")
    args = parser.parse_args()
    args.threads = [int(count) for count in args.threads.split(",")]
    rows, residue = [], args.residue
    for args.residue in (0.0, residue):
        title = f"blocks and {args.residue:.0%} f32" if args.residue else "blocks"
        with tempfile.TemporaryDirectory() as name:
            rows += compete(make_model(args.residue), title, args, Path(name))
    if args.write:
        write(PAGE, "widths", rows)


if __name__ == "__main__":
    main()
