"""Random runs whose results are to have the same bits on any number of threads: programs
that ship, networks of docs/examples, and models that are drawn, in f32 mostly."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.sparse as sp

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
#: About how many products a run may have.
MOST_PRODUCTS = 20_000_000


@dataclass
class Case:
    """A run of sparse-run: its words, and the operands that it writes."""

    words: list[str]
    outputs: tuple[str, ...]
    arrays: dict[str, np.ndarray | sp.coo_array] = field(default_factory=dict)
    #: A program that is drawn, in place of the first word.
    text: str = ""
    #: Arrays that a plan looks at.
    weights: dict[str, np.ndarray] = field(default_factory=dict)

    def write(self, folder: Path) -> list[str]:
        """Writes programs and operands; gives the words that name them."""
        words = list(self.words)
        if self.text:
            (folder / "drawn.mlir").write_text(self.text)
            words.insert(0, str(folder / "drawn.mlir"))
        for name, array in self.arrays.items():
            if sp.issparse(array):
                sp.save_npz(folder / f"{name}.npz", array, compressed=False)
                words.append(f"--bind={name}={folder / name}.npz")
            else:
                np.save(folder / f"{name}.npy", array)
                words.append(f"--bind={name}={folder / name}.npy")
        if self.weights:
            np.savez(folder / "weights.npz", **self.weights)
            words.append(f"--weights={folder / 'weights.npz'}")
        return words


def draw_size(rng: np.random.Generator, most: int) -> int:
    """A size whose order of magnitude is drawn; often one that vectors divide."""
    size = int(np.exp(rng.uniform(0, np.log(most))))
    return min(most, -(-size // 16) * 16) if rng.random() < 0.4 else max(size, 1)


def draw_reals(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Numbers of which each order of a sum makes another one."""
    return rng.standard_normal(shape).astype(np.float32)


def draw_matrix(
    rng: np.random.Generator, rows: int, columns: int, most: int = 200_000
) -> sp.coo_array:
    """A matrix of at most so many elements: anywhere, near the diagonal, in blocks, of
    uneven rows, or with a full row."""
    count = int(min(most, rows * columns) * rng.choice([0.01, 0.1, 0.3, 1])) + 1
    kind = rng.choice(["anywhere", "band", "blocks", "uneven", "full"])
    i = rng.integers(0, rows, count)
    j = rng.integers(0, columns, count)
    if kind == "band":
        j = np.clip(i * columns // rows + rng.integers(-8, 9, count), 0, columns - 1)
    elif kind == "blocks":
        i, j = i - i % 4 + rng.integers(0, 4, count), j - j % 4
        i, j = np.minimum(i, rows - 1), np.minimum(j, columns - 1)
    elif kind == "uneven":
        i = (rows * rng.power(0.3, count)).astype(np.int64)
    elif kind == "full":
        full = np.arange(columns)
        i = np.concatenate([i, np.full(columns, rows // 2)])
        j = np.concatenate([j, full])
    places = np.unique(np.stack([i, j], 1), axis=0)
    values = draw_reals(rng, (len(places),))
    return sp.coo_array((values, (places[:, 0], places[:, 1])), shape=(rows, columns))


# Programs that ship.

#: The dimensions of the dense operands and of what is written.
PROGRAMS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "spmv": ({"x": "J"}, ("y",)),
    "spmm": ({"B": "JK"}, ("C",)),
    "spmm_t": ({"B": "IK"}, ("C",)),
    "sddmm": ({"X": "IK", "Y": "JK"}, ("C",)),
    "segment_reduce": ({}, ("y",)),
    "softmax": ({}, ("m", "s", "P")),
    "fusedmm": ({"Q": "ID", "K": "JD", "V": "JE"}, ("m", "s", "O")),
}
FORMATS = [
    *("auto", "csr", "csc", "coo", "dcsr", "ell", "bsr(4,4)", "bsr(2,3)"),
    *("sell(8,32)", "hyb(2,3)", "ell-coo(3)", "csr-coo(3)", "dense-rows(2)"),
    *("columns(3)", "bsr-csr(2,2,2)", "dense"),
]
#: Those that fusedmm and softmax are worth trying in.
FEW_FORMATS = ["csr", "coo", "dcsr", "bsr(4,4)", "sell(8,32)"]


def draw_program(rng: np.random.Generator) -> Case:
    """A program that ships, in some format."""
    name = str(rng.choice(list(PROGRAMS)))
    dense, outputs = PROGRAMS[name]
    has_functions = name in ("softmax", "fusedmm")
    rows, columns = draw_size(rng, 4000), draw_size(rng, 4000)
    if rng.random() < 0.1:
        # A row that is cut.
        rows, columns = draw_size(rng, 20), 70_000
    sizes = {"I": rows, "J": columns}
    matrix = draw_matrix(rng, rows, columns)
    for dim in "KDE":
        sizes[dim] = draw_size(rng, max(1, min(700, MOST_PRODUCTS // matrix.nnz)))
    form = str(rng.choice(FEW_FORMATS if has_functions else FORMATS))
    if form in ("ell", "dense", "dense-rows(2)") and rows * columns > 2_000_000:
        form = "csr"
    words = [name, f"--format=A={form}"]
    if matrix.nnz <= 1000 and form == "csr" and rng.random() < 0.5:
        words += ["--constant", "A"]
    arrays = {"A": matrix}
    for operand, dims in dense.items():
        arrays[operand] = draw_reals(rng, tuple(sizes[dim] for dim in dims))
    return Case(words, outputs, arrays)


# Networks of docs/examples.

NETWORKS: dict[str, tuple[dict[str, str], str]] = {
    "hops": ({"A": "NN", "X": "ND"}, "Y"),
    "features": ({"A": "NN", "X": "NF", "W": "FH"}, "Y"),
    "gcn": (
        {"A": "NN", "X": "NF", "W0": "FH", "b0": "H", "W1": "HC", "b1": "C"},
        "Z",
    ),
    "gat": ({"A": "NN", "X": "NF", "W": "FH", "u": "H", "v": "H"}, "Z"),
    "attention": (
        {"A": "NN", "X": "NF", "WQ": "FD", "WK": "FD", "WV": "FH", "WO": "HF"},
        "Z",
    ),
}
#: Those whose text names no axes of A.
OTHER_FORMATS = ("hops", "features", "gcn")


def draw_network(rng: np.random.Generator) -> Case:
    """A network of docs/examples, with A in some format."""
    name = str(rng.choice(list(NETWORKS)))
    operands, output = NETWORKS[name]
    nodes = draw_size(rng, 2000)
    graph = draw_matrix(rng, nodes, nodes, most=60_000)
    most = max(1, min(300, MOST_PRODUCTS // (graph.nnz + nodes)))
    sizes = {dim: draw_size(rng, most) for dim in "DFHC"} | {"N": nodes}
    text = (EXAMPLES / f"{name}.mlir").read_text()
    if name in OTHER_FORMATS:
        form = str(rng.choice(["csr", "csr", "dcsr", "coo", "bsr<4, 4>", "sell<4, 8>"]))
        text = text.replace("#sparse.csr", f"#sparse.{form}")
    arrays = {
        operand: graph
        if operand == "A"
        else draw_reals(rng, tuple(sizes[dim] for dim in dims))
        for operand, dims in operands.items()
    }
    return Case([f"--entry={name}"], (output,), arrays, text)


# Models.

GELU = """\
  ^bb0(%x: f32, %o: f32):
    %r = arith.mulf %x, %root : f32
    %e = math.erf %r : f32
    %p = arith.addf %e, %one : f32
    %h = arith.mulf %x, %half : f32
    %y = arith.mulf %h, %p : f32
    linalg.yield %y : f32"""
RELU = """\
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32"""
ADD = """\
  ^bb0(%x: f32, %b: f32, %o: f32):
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32"""
SUM = """\
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32"""


class Model:
    """The text of a model on `tokens` rows, and its weights."""

    def __init__(self, tokens: int, width: int):
        self.tokens, self.width = tokens, width
        self.arguments = [f'%X: {self.type()} {{sparse.name = "X"}}']
        self.lines: list[str] = []
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.count = 0

    def type(self, *sizes: int) -> str:
        sizes = sizes or (self.tokens, self.width)
        return f"tensor<{'x'.join(map(str, sizes))}xf32>"

    def name(self) -> str:
        self.count += 1
        return f"%t{self.count}"

    def weight(self, *shape: int) -> str:
        name = f"W{len(self.shapes)}"
        self.shapes[name] = shape
        self.arguments.append(
            f'%{name}: {self.type(*shape)} {{sparse.name = "{name}"}}'
        )
        return f"%{name}"

    def start(self, *sizes: int) -> str:
        """A tensor of zeros."""
        empty, filled, type = self.name(), self.name(), self.type(*sizes)
        self.lines += [
            f"{empty} = tensor.empty() : {type}",
            f"{filled} = linalg.fill ins(%zero : f32) outs({empty} : {type}) -> {type}",
        ]
        return filled

    def product(self, x: str, outputs: int) -> str:
        weight, before = self.weight(self.width, outputs), self.type()
        inner, self.width = self.width, outputs
        start, y = self.start(), self.name()
        self.lines.append(
            f"{y} = linalg.matmul ins({x}, {weight} : {before}, "
            f"{self.type(inner, outputs)}) outs({start} : {self.type()}) -> {self.type()}"
        )
        return y

    def generic(self, inputs: list[tuple[str, str, str]], body: str, out="i, j") -> str:
        """Elements of the inputs, which have names, types and maps."""
        sizes = () if out == "i, j" else (self.tokens,)
        start, y, type = self.start(*sizes), self.name(), self.type(*sizes)
        maps = [f"affine_map<(i, j) -> ({of})>" for *_, of in inputs]
        kinds = '"parallel", "parallel"' if out == "i, j" else '"parallel", "reduction"'
        self.lines.append(
            f"{y} = linalg.generic {{indexing_maps = [{', '.join(maps)}, "
            f"affine_map<(i, j) -> ({out})>], iterator_types = [{kinds}]}} "
            f"ins({', '.join(one for one, *_ in inputs)} : "
            f"{', '.join(type for _, type, _ in inputs)}) outs({start} : {type}) {{\n"
            f"{body}\n}} -> {type}"
        )
        return y

    def text(self, result: str) -> str:
        lines = "\n  ".join(self.lines)
        return f"""func.func @drawn({", ".join(self.arguments)}) -> ({self.type()} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %root = arith.constant 0.70710678 : f32
  {lines}
  return {result} : {self.type()}
}}
"""


def add_layer(model: Model, rng: np.random.Generator, x: str, outputs: int) -> str:
    """A product by a weight, and some of what may follow."""
    before, width = x, model.width
    y = model.product(x, outputs)
    same = "i, j"
    if rng.random() < 0.5:
        bias = model.weight(outputs)
        y = model.generic(
            [(y, model.type(), same), (bias, model.type(outputs), "j")], ADD
        )
    if body := [GELU, RELU, ""][rng.integers(3)]:
        y = model.generic([(y, model.type(), same)], body)
    if rng.random() < 0.2:
        sums = model.generic([(y, model.type(), same)], SUM, "i")
        inputs = [(y, model.type(), same), (sums, model.type(model.tokens), "i")]
        y = model.generic(inputs, ADD)
    if width == outputs and rng.random() < 0.5:
        y = model.generic([(y, model.type(), same), (before, model.type(), same)], ADD)
    return y


def prune(rng: np.random.Generator, weight: np.ndarray) -> np.ndarray:
    """A weight with zeros, one by one or in blocks."""
    share = rng.choice([0, 0.5, 0.8, 0.9, 0.97])
    block = rng.choice([1, 1, 4, 16])
    kept = rng.random([-(-size // block) for size in weight.shape]) >= share
    kept = np.kron(kept, np.ones((block, block), bool))
    return weight * kept[: weight.shape[0], : weight.shape[1]]


def draw_model(rng: np.random.Generator) -> Case:
    """Some layers, by a plan or with formats for some weights."""
    tokens = draw_size(rng, 600)
    most = max(2, min(1100, int((MOST_PRODUCTS / tokens) ** 0.5)))
    model = Model(tokens, draw_size(rng, most))
    inputs, x = model.width, "%X"
    for _ in range(rng.integers(1, 4)):
        same = rng.random() < 0.3
        x = add_layer(model, rng, x, model.width if same else draw_size(rng, most))
    weights = {name: draw_reals(rng, shape) for name, shape in model.shapes.items()}
    matrices = [name for name, shape in model.shapes.items() if len(shape) == 2]
    for name in matrices:
        weights[name] = prune(rng, weights[name])
    words = ["--plan=auto"]
    if rng.random() < 0.4:
        forms = rng.choice(["csr", "csc", "bsr(4,4)", "coo", "dense"], len(matrices))
        words = [
            f"--format={n}={form}" for n, form in zip(matrices, forms, strict=True)
        ]
    arrays = {"X": draw_reals(rng, (tokens, inputs))}
    return Case(words, ("Y",), arrays, model.text(x), weights)


KINDS: list[Callable[[np.random.Generator], Case]] = [
    draw_program,
    draw_network,
    draw_model,
]


def draw_case(seed: int) -> Case:
    """The case that a seed names."""
    rng = np.random.default_rng(seed)
    return KINDS[seed % len(KINDS)](rng)
