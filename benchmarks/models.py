#!/usr/bin/env python3
"""Times whole models beside engines for ONNX, and prints a table.

Usage: PYTHONPATH=build/release/python benchmarks/models.py --data DATA [--threads 1,2]
           [--peers PYTHON] [--deepsparse PYTHON] [--minilm FILE.onnx] [--rounds N] [--write]
           [--cases encoder,half-8,minilm-0.9,convolutions,..]

The encoder layer has 8 sequences of 128 tokens, or `encoder-N` of N, 512 features and 2048
inside, and its six weights the patterns of the Deep Learning Matrix Collection at 0.9
(folder `weights` of DATA), with seeded values. `half-N` is the layer with half of the
features of each head, and half of those inside, pruned. MiniLM is a file of the package
that docs/Models.md names; its 18 weights are pruned by magnitude, to 0.9 and to 0.5, for
all contestants. Ours are all weights of products by columns, what `--plan auto` chooses,
and dense. Convolutions are those of ResNet-50's groups, each with its bias and the larger
of 0, for one image, planned and dense: patterns are those of the collection, where DATA
has one, or else drawn from a seed.

--peers is a Python that has onnxruntime and openvino, --deepsparse one that has
deepsparse (1.8.0). OpenVINO computes in f32. Each contestant is a process that holds its
model; they take turns, and a time is the median of all rounds. A turn is three runs, of
which the median counts; it is taken again where its processors were not free. Every first
result is compared with that of onnxruntime before anything is timed, by the largest
difference beside the largest element. Memory is the most that a process held (VmHWM),
its Python included. --write puts the tables into docs/Benchmarks/models.md.
"""

import argparse
import gzip
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from contest import Contestant, describe, take_turns, write

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "Benchmarks" / "models.md"
LAYERS = {
    "attention.query": "attn-q",
    "attention.key": "attn-k",
    "attention.value": "attn-v",
    "attention.out": "attn-output",
    "ffn.hidden": "ffn1",
    "ffn.out": "ffn2",
}
OURS = {"ours": "csc", "ours, plan": "plan", "ours, dense": "dense"}
# Group, channels, filters, window, stride, pixels of a side of the image, the share of
# zeros, and the pattern of the collection.
CONVOLUTIONS = (
    ("2", 64, 64, 3, 1, 56, 0.9, ""),
    ("2, expand", 64, 256, 1, 1, 56, 0.9, ""),
    ("3, first", 128, 128, 3, 2, 56, 0.9, ""),
    ("3", 128, 128, 3, 1, 28, 0.9, ""),
    ("4", 256, 256, 3, 1, 14, 0.9, ""),
    ("4, expand", 256, 1024, 1, 1, 14, 0.9, "0.9-g3-expand"),
    ("5", 512, 512, 3, 1, 7, 0.9, ""),
    ("5, reduce", 2048, 512, 1, 1, 7, 0.9, ""),
    ("5", 512, 512, 3, 1, 7, 0.7, "0.7-g4-conv3x3"),
    ("5, reduce", 2048, 512, 1, 1, 7, 0.98, "0.98-g4-reduce"),
)


# ---------------------------------------------------------------------------------------
# Models


def run_tool(*words: str | os.PathLike[str]) -> None:
    subprocess.run([os.fspath(word) for word in words], check=True, capture_output=True)


def make_layer(folder: Path, batch: int) -> Path:
    """The layer as ONNX, for so many sequences."""
    path = folder / "encoder.onnx"
    sizes = ["--batch", str(batch), "--tokens", "128", "--width", "512", "--heads", "8"]
    run_tool(ROOT / "utils" / "make-onnx", "encoder", path, *sizes)
    return path


def make_half(folder: Path, batch: int) -> tuple[Path, set[str]]:
    """The layer with half of its channels pruned: of each head, and inside."""

    def mask(name: str, array: np.ndarray) -> np.ndarray | None:
        if not re.match(r"(attention\.(query|key|value)|ffn\.hidden)\.", name):
            return None
        head = 64 if name.startswith("attention") else 2
        return np.broadcast_to(
            np.arange(array.shape[-1]) % head < head // 2, array.shape
        )

    return prune(make_layer(folder, batch), folder / "half.onnx", mask)


def make_encoder(folder: Path, data: Path, batch: int) -> tuple[Path, set[str]]:
    """The layer with pruned weights, and the names of these."""
    path = make_layer(folder, batch)
    masks = {}
    for layer, name in LAYERS.items():
        file = data / "weights" / f"dlmc-tr-mag-0.9-enc0-{name}.mtx.gz"
        masks[f"{layer}.weight"] = read_pattern(file).T
    return prune(
        path, folder / "encoder-pruned.onnx", lambda name, array: masks.get(name)
    )


def make_minilm(folder: Path, model: Path, share: float) -> tuple[Path, set[str]]:
    """MiniLM for one text of 128 tokens, with `share` of each weight 0."""

    def mask(name: str, array: np.ndarray) -> np.ndarray | None:
        if array.ndim != 2 or not set(array.shape) <= {384, 1536}:
            return None
        return np.abs(array) > np.quantile(np.abs(array), share)

    return prune(model, folder / f"minilm-{share}.onnx", mask)


def read_pattern(file: Path) -> np.ndarray:
    """A pattern of the collection, whose rows are outputs."""
    import scipy.io

    with gzip.open(file) as text:
        return scipy.io.mmread(text).toarray() != 0


def make_convolution(folder: Path, data: Path, number: int) -> tuple[Path, set[str]]:
    """A layer as ONNX, of seeded values where its pattern has some."""
    sys.path.insert(0, str(ROOT / "build" / "import" / "packages"))
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    _, channels, filters, window, stride, side, zeros, name = CONVOLUTIONS[number]
    draw = np.random.default_rng(number)
    shape = (filters, channels, window, window)
    if name:
        file = data / "weights" / f"dlmc-rn50-mag-{name}.mtx.gz"
        # Columns of the collection are rows and columns of the window, and channels.
        kept = read_pattern(file).reshape(filters, window, window, channels)
        kept = kept.transpose(0, 3, 1, 2)
    else:
        kept = draw.random(shape) >= zeros
    weights = {
        "W": (draw.standard_normal(shape) * kept).astype(np.float32),
        "B": draw.standard_normal(filters).astype(np.float32),
    }
    around = [window // 2] * 4
    sides = [(side - 1) // stride + 1] * 2
    nodes = [
        helper.make_node(
            "Conv", ["X", "W", "B"], ["S"], pads=around, strides=[stride, stride]
        ),
        helper.make_node("Relu", ["S"], ["Y"]),
    ]

    def tell(name: str, sizes: list[int]) -> object:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)

    graph = helper.make_graph(
        nodes,
        "convolution",
        [tell("X", [1, channels, side, side])],
        [tell("Y", [1, filters, *sides])],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    opsets = [helper.make_opsetid("", 17)]
    path = folder / f"convolution-{number}.onnx"
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), path)
    return path, {"W"}


def prune(model: Path, path: Path, choose: object) -> tuple[Path, set[str]]:
    """Has weights of `model` be 0 where the masks that are chosen for them are."""
    sys.path.insert(0, str(ROOT / "build" / "import" / "packages"))
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(model)
    pruned = set()
    for tensor in graph.graph.initializer:
        array = numpy_helper.to_array(tensor)
        mask = choose(tensor.name, array)  # type: ignore[operator]
        if mask is not None:
            tensor.CopyFrom(numpy_helper.from_array(array * mask, tensor.name))
            pruned.add(re.sub(r"[^A-Za-z0-9_.]", "_", tensor.name))
    onnx.save(graph, path)
    return path, pruned


# ---------------------------------------------------------------------------------------
# The contest


def compete(
    name: str, onnx: Path, pruned: set[str], inputs: dict, args: argparse.Namespace
) -> list[str]:
    """Rows of the table: a model on each number of threads."""
    folder = onnx.parent
    program, archive = folder / f"{onnx.stem}.mlir", folder / f"{onnx.stem}.in.npz"
    shapes = [
        w
        for k, v in inputs.items()
        for w in ("--shape", f"{k}={'x'.join(map(str, v.shape))}")
    ]
    output = ["--output", args.output[name]] if name in args.output else []
    run_tool(ROOT / "utils" / "import-onnx", onnx, "--out", program, *shapes, *output)
    np.savez(archive, **inputs)
    rows = []
    for threads in args.threads:
        job = {
            "onnx": str(onnx),
            "program": str(program),
            "weights": str(program.with_suffix("")) + ".weights.npz",
            "inputs": str(archive),
            "pruned": sorted(pruned),
            "threads": threads,
            "output": args.output.get(name, "Y"),
        }
        contestants = []
        for kind, python in args.contestants.items():
            own = {"opener": kind.split(",")[0], "format": OURS.get(kind)}
            if name in args.plans and own["opener"] == "ours":
                if kind not in args.plans[name]:
                    continue
                own |= {"format": "plan", "plan": args.plans[name][kind]}
            own["result"] = str(folder / f"result-{len(contestants)}.npy")
            contestants.append(Contestant(kind, python, job | own))
        take_turns(contestants, args.rounds, threads)
        reference = next(
            (c for c in contestants if c.name == "onnxruntime"), contestants[0]
        )
        expected = np.load(reference.result)
        rows += describe(name, threads, contestants, expected, most=1e-3)
    return rows


def compete_convolutions(folder: Path, args: argparse.Namespace) -> list[str]:
    draw, rows = np.random.default_rng(0), []
    for number, layer in enumerate(CONVOLUTIONS):
        group, channels, filters, window, stride, side, zeros, _ = layer
        title = f"{group}: {channels} to {filters}, {window} x {window}"
        title += f"{' by 2' if stride > 1 else ''}, {side} x {side}, {zeros}"
        args.plans[title] = {"ours": "auto", "ours, dense": {}}
        image = draw.standard_normal((1, channels, side, side)).astype(np.float32)
        model = make_convolution(folder, args.data, number)
        rows += compete(title, *model, {"X": image}, args)
    return rows


def compete_case(case: str, folder: Path, args: argparse.Namespace) -> list[str]:
    """Rows of the table: those of `case`, as `--cases` names it."""
    draw = np.random.default_rng(0)
    model, _, number = case.partition("-")
    if model == "convolutions":
        return compete_convolutions(folder, args)
    if model == "minilm":
        title = f"MiniLM, {number}"
        args.output[title] = "461"
        ids = draw.integers(1000, 20000, (1, 128))
        inputs = {"input_ids": ids, "attention_mask": np.ones((1, 128), np.int64)}
        made = make_minilm(folder, args.minilm, float(number))
        return compete(title, *made, inputs, args)
    batch = int(number or 8)
    inputs = {"X": draw.standard_normal((batch, 128, 512)).astype(np.float32)}
    if model == "half":
        return compete(f"half, batch {batch}", *make_half(folder, batch), inputs, args)
    title = "encoder, 0.9" + ("" if batch == 8 else f", batch {batch}")
    return compete(title, *make_encoder(folder, args.data, batch), inputs, args)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="the data folder")
    parser.add_argument("--threads", default="1", help="numbers of threads (1)")
    parser.add_argument("--peers", help="a Python with onnxruntime and openvino")
    parser.add_argument("--deepsparse", help="a Python with deepsparse")
    parser.add_argument("--minilm", type=Path, help="MiniLM as ONNX")
    parser.add_argument("--cases", help="models, with numbers behind a -")
    parser.add_argument("--rounds", type=int, default=15, help="runs of each (15)")
    parser.add_argument("--write", action="store_true", help="write the page's table")
    return parser.parse_args()


def main() -> None:
    args = parse()
    if not args.data:
        raise SystemExit("models.py: error: expected --data")
    args.threads = [int(count) for count in args.threads.split(",")]
    args.output, args.plans = {}, {}
    args.contestants = dict.fromkeys(OURS, sys.executable)
    if args.peers:
        args.contestants |= dict.fromkeys(("onnxruntime", "OpenVINO"), args.peers)
    if args.deepsparse:
        args.contestants["DeepSparse"] = args.deepsparse
    tables: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as name:
        usual = "encoder-8" + (",minilm-0.9,minilm-0.5" if args.minilm else "")
        for case in (args.cases or usual).split(","):
            table = "convolutions" if case == "convolutions" else "models"
            tables.setdefault(table, []).extend(compete_case(case, Path(name), args))
    for table, rows in tables.items() if args.write else ():
        write(PAGE, table, rows)


if __name__ == "__main__":
    main()
