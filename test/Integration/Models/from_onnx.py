# REQUIRES: onnx-import
# RUN: rm -rf %t && mkdir %t && env PYTHONPATH=%spindle_src_root/utils:%spindle_src_root/build/import/packages %python %s %t | FileCheck %s
# CHECK: 5 models made and imported, {{[1-9][0-9]*}} refused, 0 wrong
"""What utils/import-onnx makes of models, with the packages of PyPI, which it installs:
the imports of Inputs to the byte, and one line about each model that it refuses."""

import sys
from pathlib import Path

import numpy as np
import onnx
import plain
from importing.__main__ import parse, run
from importing.errors import Misuse, Refused
from importing.progress import Progress
from models.__main__ import SIZES, make
from models.__main__ import parse as parse_model
from onnx import TensorProto, helper, numpy_helper

INPUTS = Path(__file__).parent / "Inputs"
FLOAT = TensorProto.FLOAT
FOLDER = Path(sys.argv[1])


def do_import(model: Path, *options: str) -> list[str]:
    return run(parse([str(model), *options]), Progress())


def differences(name: str) -> list[str]:
    """Makes and imports a model, twice."""
    model, found = FOLDER / f"{name}.onnx", []
    made = make(parse_model([name, "--small", str(model)]))
    model.write_bytes(made.SerializeToString(deterministic=True))
    for turn in ("once", "again"):
        base = FOLDER / turn / name
        base.parent.mkdir(exist_ok=True)
        reference = f"{base}.reference.npz"
        do_import(model, "--out", f"{base}.mlir", "--reference", reference)
        for suffix in ("mlir", "weights.npz"):
            got, known = Path(f"{base}.{suffix}"), INPUTS / f"{name}.{suffix}"
            if got.read_bytes() != known.read_bytes():
                found.append(f"{turn}: expected the bytes of {known.name}")
        known, got = (
            dict(np.load(p)) for p in (INPUTS / f"{name}.reference.npz", reference)
        )
        if known.keys() != got.keys():
            found.append(f"expected {sorted(known)} but got {sorted(got)}")
        elif not all(np.allclose(known[k], got[k], atol=1e-5) for k in known):
            found.append("expected the reference of the file")
    return found  # fmt: skip


def value(name: str, *shape: int | str, type: int = FLOAT) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, type, shape)


def write(name: str, nodes, inputs, outputs, weights=(), domains=()) -> Path:
    tensors = [numpy_helper.from_array(v, n) for n, v in dict(weights).items()]
    graph = helper.make_graph(nodes, name, inputs, outputs, tensors)
    sets = [helper.make_opsetid("", 17), *(helper.make_opsetid(d, 1) for d in domains)]
    model = helper.make_model(graph, ir_version=8, opset_imports=sets)
    path = FOLDER / f"{name}.onnx"
    path.write_bytes(model.SerializeToString())
    return path


def node(op: str, inputs: str, outputs: str, **more) -> onnx.NodeProto:
    name = more.pop("name", f"the {op.lower()}")
    return helper.make_node(op, inputs.split(), outputs.split(), name=name, **more)


def refusals():
    """Models that are refused, or misused: options, and what is said."""
    weight = {"W": np.ones((4, 3), np.float32)}
    product = [node("MatMul", "X W", "Y")]
    batch = write("batch", product, [value("X", "n", 4)], [value("Y", "n", 3)], weight)
    fixed = write("fixed", product, [value("X", 2, 4)], [value("Y", 2, 3)], weight)
    yield batch, (), "input 'X': expected a fixed size but dimension 0 is 'n'; give one"
    yield batch, ("--shape", "X=2x5"), "input 'X': expected a shape that fits nx4 but "
    yield batch, ("--shape", "Z=2x4"), "expected --shape to name an input but got 'Z'"
    yield batch, ("--shape", "X=0x4"), "expected --shape NAME=SIZExSIZE..., sizes at "
    yield fixed, ("--output", "Z"), "expected --output to name an output but got 'Z'"
    yield fixed, ("--prune", "2"), "expected --prune SHARE or PATTERN=SHARE, from 0 to"
    yield (
        fixed,
        ("--prune", "b*=0.5"),
        "expected --prune to fit the weight of a product",
    )
    own = [helper.make_node("Own", ["X"], ["Y"], name="mine", domain="a.b")]
    path = write("own", own, [value("X", 2)], [value("Y", 2)], domains=["a.b"])
    yield path, (), "node 'mine' (op a.b.Own): expected an operator of ONNX"
    found = [node("NonZero", "X", "Y")]
    path = write("found", found, [value("X", 2)], [value("Y", 1, "n", type=7)])
    yield path, (), "node 'the nonzero' (op NonZero): expected the shape of result 'Y'"
    pool = [node("MaxRoiPool", "X R", "Y", pooled_shape=[2, 2])]
    regions = [value("X", 1, 1, 4, 4), value("R", 1, 5)]
    path = write("pool", pool, regions, [value("Y", 1, 1, 2, 2)])
    yield (
        path,
        (),
        "node 'the maxroipool' (op MaxRoiPool): torch-mlir cannot convert it",
    )
    path = FOLDER / "text.onnx"
    path.write_text("no model")
    yield path, (), f"{path} is not a model of ONNX: "
    yield FOLDER / "absent.onnx", (), f"expected {FOLDER / 'absent.onnx'} to be a file"


def wrong_refusal(model: Path, options: tuple[str, ...], expected: str) -> str:
    out = FOLDER / "refused.mlir"
    try:
        do_import(model, *options, "--out", str(out))
    except (Misuse, Refused) as error:
        said = str(error)
        is_one_line = said.startswith(expected) and "\n" not in said
        if is_one_line and not out.exists():
            return ""
        return f"expected '{expected}' and no file but got '{said}'"
    return f"expected '{expected}' but it was imported"


def pruned() -> str:
    """Of twelve weights three quarters go, the smallest by magnitude."""
    values = np.arange(-4, 8, dtype=np.float32).reshape(4, 3)
    nodes = [node("MatMul", "X W", "T"), node("Add", "T b", "Y")]
    weights = {"W": values, "b": np.ones(3, np.float32)}
    path = write("pruned", nodes, [value("X", 2, 4)], [value("Y", 2, 3)], weights)
    out = FOLDER / "pruned.mlir"
    said = do_import(path, "--prune", "0.75", "--out", str(out))
    left = dict(np.load(FOLDER / "pruned.weights.npz"))
    right = np.array_equal(left["W"], np.where(values >= 5, values, 0))
    right &= bool(np.all(left["b"] == 1))
    if right and said[0] == "W: 3 of 12 elements left":
        return ""
    return f"expected the three largest to be left but got {said} {left}"


def normed() -> str:
    """A batch norm goes into the convolution before it, and into none that another node
    reads as well."""
    draw = np.random.default_rng(0)
    names = ["W", "scale", "shift", "mean", "variance"]
    shapes = [(4, 2, 3, 3), (4,), (4,), (4,), (4,)]
    weights = {
        n: draw.uniform(0.5, 2, s).astype(np.float32)
        for n, s in zip(names, shapes, strict=True)
    }
    norm = " scale shift mean variance"
    nodes = [
        node("Conv", "X W", "T"),
        node("BatchNormalization", "T" + norm, "U", name="first"),
        node("BatchNormalization", "U" + norm, "V", name="second"),
        node("Add", "U V", "Y"),
    ]
    path = write("normed", nodes, [value("X", 1, 2, 5, 5)], [value("Y")], weights)
    out, reference = FOLDER / "normed.mlir", FOLDER / "normed.reference.npz"
    do_import(path, "--out", str(out), "--reference", str(reference))
    arrays = dict(np.load(FOLDER / "normed.weights.npz"))
    names = list(arrays)
    if names[:2] != ["W", "W.bias"] or len(names) != 6:
        return f"expected W, its bias, and one norm's numbers but got {names}"
    arrays |= dict(np.load(reference))
    expected = arrays.pop("Y")
    library = plain.build(out, FOLDER)
    got = plain.call(library, "normed", [arrays[n] for n in ["X", *names]], expected)
    off = float(np.abs(got - expected).max())
    return "" if off < 1e-5 * np.abs(expected).max() else f"norms: {off} off"


def old() -> str:
    """A file of an old version, in which weights are inputs as well, and one of them is
    computed from a shape that is, has its input and its weights alone."""
    values = np.array([3, 2], np.int64)
    nodes = [node("ConstantOfShape", "S", "W"), node("Gemm", "X W b", "Y")]
    weights = {"S": values, "b": np.ones(2, np.float32)}
    inputs = [value("X", 1, 3), value("b", 2), value("S", 2, type=TensorProto.INT64)]
    path = write("old", nodes, inputs, [value("Y", 1, 2)], weights)
    model = onnx.load(path)
    model.ir_version, model.opset_import[0].version = 3, 9
    onnx.save(model, path)
    do_import(path, "--out", str(FOLDER / "old.mlir"))
    names = list(np.load(FOLDER / "old.weights.npz"))
    named = (FOLDER / "old.mlir").read_text().count("sparse.name")
    if names == ["W", "b"] and named == 4:
        return ""
    return (
        f"expected weights W and b, 3 arguments and a result, but got {names}, {named}"
    )


def handed_on() -> str:
    """A constant that is a result, and is read by what comes behind."""
    weights = {name: np.ones(2, np.float32) for name in "AB"}
    nodes = [node("Add", "A B", "C"), node("Add", "X C", "Y")]
    outputs = [value("C", 2), value("Y", 2)]
    path = write("handed", nodes, [value("X", 2)], outputs, weights)
    do_import(path, "--out", str(FOLDER / "handed.mlir"))
    first = (FOLDER / "handed.mlir").read_text().partition("\n")[0]
    names = list(np.load(FOLDER / "handed.weights.npz"))
    if first.endswith("Results in order: C, Y.") and names == ["C.constant"]:
        return ""
    return f"expected results C and Y of one weight but got '{first}', {names}"


def main() -> None:
    wrong, refused = [], 0
    for name in SIZES:
        wrong += [f"{name}: {finding}" for finding in differences(name)]
    for model, options, expected in refusals():
        refused += 1
        wrong += filter(None, [wrong_refusal(model, options, expected)])
    wrong += filter(None, [pruned(), normed(), old(), handed_on()])
    print("\n".join(wrong))
    print(
        f"{len(SIZES)} models made and imported, {refused} refused, {len(wrong)} wrong"
    )


if __name__ == "__main__":
    main()
