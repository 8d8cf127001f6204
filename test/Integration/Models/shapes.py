# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: {{[0-9]+}} functions, 0 wrong
"""Functions over linalg and tensor that move elements and reduce them: sparse-run gives
what NumPy does, and the interpreter agrees."""

import subprocess
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(3)
ALL2 = "affine_map<(i, j) -> (i, j)>"
ALL3 = "affine_map<(i, j, k) -> (i, j, k)>"


def floats(*shape: int) -> np.ndarray:
    return RANDOM.integers(-8, 9, shape).astype(np.float32)


def generic(maps, kinds, ins, init, body, result) -> str:
    """An operation of linalg; `ins` and `init` are values with their types."""
    letters = {"p": '"parallel"', "r": '"reduction"'}
    arguments = ", ".join(
        f"%a{n}: {t[1].split('x')[-1].strip('>').removeprefix('tensor<')}"
        for n, t in enumerate([*ins, init])
    )
    given = (
        f"ins({', '.join(v for v, _ in ins)} : {', '.join(t for _, t in ins)}) "
        if ins
        else ""
    )
    return (
        f"{result} = linalg.generic {{indexing_maps = [{', '.join(maps)}], "
        f"iterator_types = [{', '.join(letters[k] for k in kinds)}]}} {given}"
        f"outs({init[0]} : {init[1]}) {{\n^bb0({arguments}):\n{body}\n}} -> {init[1]}\n"
    )


def twice(value: str, type: str, result: str) -> str:
    rank = type.count("x")
    dims = ", ".join("ijkl"[:rank])
    same = f"affine_map<({dims}) -> ({dims})>"
    body = "%t = arith.addf %a0, %a0 : f32\nlinalg.yield %t : f32"
    empty = f"{result}_e = tensor.empty() : {type}\n"
    return empty + generic(
        [same, same], "p" * rank, [(value, type)], (f"{result}_e", type), body, result
    )


def sums(value: str, type: str, maps: list[str], kinds: str, to: str, result: str):
    """The sum over dimensions; `maps` are those of the input and the output."""
    start = (
        f"{result}_c = arith.constant 0.0 : f32\n{result}_e = tensor.empty() : {to}\n"
        f"{result}_f = linalg.fill ins({result}_c : f32) outs({result}_e : {to}) -> {to}\n"
    )
    body = "%t = arith.addf %a1, %a0 : f32\nlinalg.yield %t : f32"
    return start + generic(
        maps, kinds, [(value, type)], (f"{result}_f", to), body, result
    )


def pad(value: str, type: str, low, high, to: str, result: str) -> str:
    arguments = ", ".join(f"%p{n}: index" for n in range(len(low)))
    return (
        f"{result}_b = arith.constant 7.0 : f32\n"
        f"{result} = tensor.pad {value} low{list(low)} high{list(high)} {{\n"
        f"^bb0({arguments}):\ntensor.yield {result}_b : f32\n}} : {type} to {to}\n"
    )


CASES = {}


def case(arguments: dict, results: str, body: str, expected, formats=()):
    """Adds a function: its arguments, the types of its results, its operations, and
    what NumPy has for the results."""
    name = f"f{len(CASES)}"
    CASES[name] = (arguments, results, body, expected, formats)


def type_of(array: np.ndarray) -> str:
    names = {"float32": "f32", "int64": "i64", "int8": "i8"}
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"tensor<{sizes}{names[str(array.dtype)]}>"


def add_cases() -> None:
    a, b, c = floats(2, 3), floats(2, 4), floats(2, 1)
    case(
        {"A": a, "B": b, "C": c},
        "tensor<2x8xf32>",
        twice("%B", "tensor<2x4xf32>", "%b")
        + "%r = tensor.concat dim(1) %A, %b, %C : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x8xf32>\n",
        [np.concatenate([a, 2 * b, c], 1)],
    )
    x, y = floats(5, 6), floats(3, 2)
    put = x.copy()
    put[1:4, 2:4] = 2 * y
    case(
        {"X": x, "Y": y},
        "tensor<5x6xf32>",
        twice("%Y", "tensor<3x2xf32>", "%y")
        + "%r = tensor.insert_slice %y into %X[1, 2] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<5x6xf32>\n",
        [put],
    )
    case(
        {"X": x},
        "tensor<2xf32>",
        "%s = tensor.extract_slice %X[1, 3] [2, 1] [2, 1] : tensor<5x6xf32> to tensor<2xf32>\n"
        + twice("%s", "tensor<2xf32>", "%r"),
        [2 * x[1::2, 3]],
    )
    t = floats(2, 3, 4)
    case(
        {"T": t},
        "tensor<6xf32>",
        twice("%T", "tensor<2x3x4xf32>", "%d")
        + "%c = tensor.collapse_shape %d [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>\n"
        + sums(
            "%c",
            "tensor<6x4xf32>",
            [ALL2, "affine_map<(i, j) -> (i)>"],
            "pr",
            "tensor<6xf32>",
            "%r",
        ),
        [2 * t.reshape(6, 4).sum(1)],
    )
    case(
        {"T": t},
        "tensor<6x4xf32>",
        "%c = tensor.collapse_shape %T [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>\n"
        + twice("%c", "tensor<6x4xf32>", "%r"),
        [2 * t.reshape(6, 4)],
    )
    case(
        {"X": x},
        "tensor<5x3xf32>",
        "%e = tensor.expand_shape %X [[0], [1, 2]] output_shape [5, 2, 3] : tensor<5x6xf32> into tensor<5x2x3xf32>\n"
        + sums(
            "%e",
            "tensor<5x2x3xf32>",
            [ALL3, "affine_map<(i, j, k) -> (i, k)>"],
            "prp",
            "tensor<5x3xf32>",
            "%r",
        ),
        [x.reshape(5, 2, 3).sum(1)],
    )
    case(
        {"X": x},
        "tensor<6x9xf32>",
        pad("%X", "tensor<5x6xf32>", (0, 1), (1, 2), "tensor<6x9xf32>", "%p")
        + twice("%p", "tensor<6x9xf32>", "%r"),
        [2 * np.pad(x, ((0, 1), (1, 2)), constant_values=7)],
    )
    v, w = floats(8), floats(3)
    strided = np.pad(v, (0, 1), constant_values=7)
    case(
        {"V": v, "W": w},
        "tensor<4xf32>",
        pad("%V", "tensor<8xf32>", (0,), (1,), "tensor<9xf32>", "%p")
        + "%c = arith.constant 0.0 : f32\n%e = tensor.empty() : tensor<4xf32>\n"
        "%f = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>\n"
        + generic(
            [
                "affine_map<(i, r) -> (2 * i + r)>",
                "affine_map<(i, r) -> (r)>",
                "affine_map<(i, r) -> (i)>",
            ],
            "pr",
            [("%p", "tensor<9xf32>"), ("%W", "tensor<3xf32>")],
            ("%f", "tensor<4xf32>"),
            "%m = arith.mulf %a0, %a1 : f32\n%t = arith.addf %a2, %m : f32\nlinalg.yield %t : f32",
            "%r",
        ),
        [np.array([strided[2 * i : 2 * i + 3] @ w for i in range(4)], np.float32)],
    )
    case(
        {"V": v},
        "tensor<3xf32>",
        "%c = arith.constant 0xFF800000 : f32\n%w = tensor.empty() : tensor<3xf32>\n"
        "%e = tensor.empty() : tensor<3xf32>\n"
        "%f = linalg.fill ins(%c : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>\n"
        + generic(
            [
                "affine_map<(i, r) -> (2 * i + r)>",
                "affine_map<(i, r) -> (r)>",
                "affine_map<(i, r) -> (i)>",
            ],
            "pr",
            [("%V", "tensor<8xf32>"), ("%w", "tensor<3xf32>")],
            ("%f", "tensor<3xf32>"),
            "%t = arith.maximumf %a2, %a0 : f32\nlinalg.yield %t : f32",
            "%r",
        ),
        [np.array([v[2 * i : 2 * i + 3].max() for i in range(3)], np.float32)],
    )
    case(
        {"X": x},
        "tensor<f32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<2x2xf32>",
        sums(
            "%X",
            "tensor<5x6xf32>",
            [ALL2, "affine_map<(i, j) -> ()>"],
            "rr",
            "tensor<f32>",
            "%r0",
        )
        + "%e = tensor.empty() : tensor<5x6xf32>\n"
        + generic(
            [ALL2, "affine_map<(i, j) -> ()>", ALL2],
            "pp",
            [("%X", "tensor<5x6xf32>"), ("%r0", "tensor<f32>")],
            ("%e", "tensor<5x6xf32>"),
            "%t = arith.addf %a0, %a1 : f32\nlinalg.yield %t : f32",
            "%r1",
        )
        + "%r3 = arith.constant dense<4.0> : tensor<2x2xf32>\n",
        [x.sum(), x + x.sum(), x, np.full((2, 2), 4, np.float32)],
    )
    m = floats(2, 5, 3)
    n = floats(2, 3, 4)
    case(
        {"M": m, "N": n},
        "tensor<2x4x5xf32>",
        "%c = arith.constant 0.0 : f32\n%e = tensor.empty() : tensor<2x5x4xf32>\n"
        "%f = linalg.fill ins(%c : f32) outs(%e : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>\n"
        "%p = linalg.batch_matmul ins(%M, %N : tensor<2x5x3xf32>, tensor<2x3x4xf32>) outs(%f : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>\n"
        "%to = tensor.empty() : tensor<2x4x5xf32>\n"
        "%r = linalg.transpose ins(%p : tensor<2x5x4xf32>) outs(%to : tensor<2x4x5xf32>) permutation = [0, 2, 1]\n",
        [(m @ n).transpose(0, 2, 1)],
    )
    numbers = np.array([[1, -2, 3], [4, 5, -6]], np.float32)
    case(
        {"A": a},
        "tensor<2x3xf32>",
        "%k = arith.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32>\n"
        "%e = tensor.empty() : tensor<2x3xf32>\n"
        "%r = linalg.mul ins(%A, %k : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>\n",
        [a * numbers],
    )
    ids = RANDOM.integers(-3, 4, (4,))
    case(
        {"I": ids, "X": x},
        "tensor<4x6xf32>",
        "%zero = arith.constant 0 : i64\n%z = arith.constant 0.0 : f32\n%e = tensor.empty() : tensor<4xi1>\n"
        + generic(
            ["affine_map<(i) -> (i)>"] * 2,
            "p",
            [("%I", "tensor<4xi64>")],
            ("%e", "tensor<4xi1>"),
            "%t = arith.cmpi sge, %a0, %zero : i64\nlinalg.yield %t : i1",
            "%is",
        )
        + "%g = tensor.empty() : tensor<4x6xf32>\n"
        + generic(
            ["affine_map<(i, j) -> (i)>", "affine_map<(i, j) -> (i)>", ALL2],
            "pp",
            [("%is", "tensor<4xi1>"), ("%I", "tensor<4xi64>")],
            ("%g", "tensor<4x6xf32>"),
            "%n = math.absi %a1 : i64\n%row = arith.index_cast %n : i64 to index\n"
            "%j = linalg.index 1 : index\n%x = tensor.extract %X[%row, %j] : tensor<5x6xf32>\n"
            "%t = arith.select %a0, %x, %z : f32\nlinalg.yield %t : f32",
            "%r",
        ),
        [np.where(ids[:, None] >= 0, x[np.abs(ids)], 0)],
    )
    pruned = np.where(RANDOM.random((5, 6)) < 0.4, x, 0)
    case(
        {"X": pruned},
        "tensor<5x6xf32>, tensor<6xf32>",
        twice("%X", "tensor<5x6xf32>", "%r0")
        + sums(
            "%X",
            "tensor<5x6xf32>",
            [ALL2, "affine_map<(i, j) -> (j)>"],
            "rp",
            "tensor<6xf32>",
            "%r1",
        ),
        [2 * pruned, pruned.sum(0)],
        ("X=csr",),
    )
    for format in ("csr", "csc", "bsr(2,2)", "coo"):
        add_looked_up(pruned, format)
    line = floats(5)
    case(
        {"P": line},
        "tensor<5xf32>",
        "%e = tensor.empty() : tensor<1x5xf32>\n"
        + generic(
            ["affine_map<(i, j) -> (j)>", ALL2],
            "pp",
            [("%P", "tensor<5xf32>")],
            ("%e", "tensor<1x5xf32>"),
            "%t = arith.negf %a0 : f32\nlinalg.yield %t : f32",
            "%w",
        )
        + "%r = tensor.collapse_shape %w [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>\n",
        [-line],
    )
    point = floats(3)
    case(
        {"P": point},
        "tensor<3x3x3xf32>",
        "%seven = arith.constant 7.0 : f32\n"
        "%e = tensor.expand_shape %P [[0, 1, 2]] output_shape [3, 1, 1] : tensor<3xf32> into tensor<3x1x1xf32>\n"
        "%r = tensor.pad %e low[0, 1, 1] high[0, 1, 1] {\n^bb0(%i: index, %j: index, %k: index):\n"
        "tensor.yield %seven : f32\n} : tensor<3x1x1xf32> to tensor<3x3x3xf32>\n",
        [np.pad(point.reshape(3, 1, 1), [(0, 0), (1, 1), (1, 1)], constant_values=7)],
    )
    row = np.where(RANDOM.random((1, 5)) < 0.6, floats(1, 5), 0)
    left = floats(4, 3)
    padded = np.pad(row, [(1, 1), (0, 0)], constant_values=7)
    case(
        {"W": row, "L": left},
        "tensor<4x5xf32>",
        "%seven = arith.constant 7.0 : f32\n%zero = arith.constant 0.0 : f32\n"
        "%p = tensor.pad %W low[1, 0] high[1, 0] {\n^bb0(%i: index, %j: index):\n"
        "tensor.yield %seven : f32\n} : tensor<1x5xf32> to tensor<3x5xf32>\n"
        "%e = tensor.empty() : tensor<4x5xf32>\n"
        "%f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>\n"
        "%r = linalg.matmul ins(%L, %p : tensor<4x3xf32>, tensor<3x5xf32>) outs(%f : tensor<4x5xf32>) -> tensor<4x5xf32>\n",
        [left @ padded],
        ("W=csr",),
    )


def add_elements() -> None:
    """Operations on tensors by elements, constants that are many, and marks."""
    table, x = floats(40, 40), floats(40, 40)
    chosen = np.where(x * table > table, x * table, x)
    case(
        {"X": x},
        "tensor<40x40xf32>",
        f"%c = arith.constant dense<{table.tolist()}> : tensor<40x40xf32>\n"
        "%m = arith.mulf %X, %c : tensor<40x40xf32>\n"
        "%b = arith.cmpf ogt, %m, %c : tensor<40x40xf32>\n"
        "%r = arith.select %b, %m, %X : tensor<40x40xi1>, tensor<40x40xf32>\n",
        [chosen],
    )
    columns = np.broadcast_to(floats(1500)[None, :], (3, 1500))
    wide = floats(3, 1500)
    case(
        {"X": wide},
        "tensor<3x1500xf32>, tensor<3xf32>",
        f"%c = arith.constant dense<{columns.tolist()}> : tensor<3x1500xf32>\n"
        "%r0 = arith.mulf %X, %c : tensor<3x1500xf32>\n"
        + sums(
            "%r0",
            "tensor<3x1500xf32>",
            [ALL2, "affine_map<(i, j) -> (i)>"],
            "pr",
            "tensor<3xf32>",
            "%r1",
        ),
        [wide * columns, (wide * columns).sum(1)],
    )
    x, w = floats(4, 6), np.where(RANDOM.random((6, 6)) < 0.5, floats(6, 6), 0)
    rows = np.array([1, 0, 0, 1, 1, 1])[:, None]
    twos = np.kron([[0, 1, 1], [1, 0, 1], [1, 1, 0]], np.ones((2, 2)))
    for format in ("", "W=csr", "W=csc", "W=bsr(2,2)", "W=coo"):
        add_marked(x, w, '[6, 6] by [1, 6] keeps "39"', rows, format)
        add_marked(x, w, '[6, 6] by [2, 2] keeps "ee00"', twos, format)


def add_marked(
    x: np.ndarray, w: np.ndarray, keeps: str, kept: np.ndarray, format: str
) -> None:
    """Products by what a mark leaves of a matrix, which is returned as well."""
    case(
        {"X": x, "W": w},
        "tensor<4x6xf32>, tensor<6x6xf32>, tensor<4x6xf32>, tensor<6x6xf32>",
        f"%m = tesa.mark %W keeps <{keeps}> : tensor<6x6xf32>\n"
        "%z = arith.constant 0.0 : f32\n%e = tensor.empty() : tensor<4x6xf32>\n"
        "%f = linalg.fill ins(%z : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>\n"
        "%r0 = linalg.matmul ins(%X, %m : tensor<4x6xf32>, tensor<6x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>\n"
        "%r1 = arith.addf %m, %m : tensor<6x6xf32>\n"
        '%r3 = tesa.replace %W keeps <[6, 6] by [6, 3] keeps "02"> with dense<7.0> : tensor<1xf32> : tensor<6x6xf32>\n',
        [
            x @ (w * kept).astype(np.float32),
            (2 * w * kept).astype(np.float32),
            x,
            np.concatenate([np.full((6, 3), 7, np.float32), w[:, 3:]], 1),
        ],
        (format,) if format else (),
    )


def add_looked_up(pruned: np.ndarray, format: str) -> None:
    """A part of a pruned matrix, and sums in which what it lacks counts, too."""
    body = "%o = arith.addf %a0, %one : f32\n%t = arith.addf %a1, %o : f32\nlinalg.yield %t : f32"
    case(
        {"X": pruned},
        "tensor<3x4xf32>, tensor<6xf32>",
        "%one = arith.constant 1.0 : f32\n%zero = arith.constant 0.0 : f32\n"
        "%r0 = tensor.extract_slice %X[0, 0] [3, 4] [1, 1] : tensor<5x6xf32> to tensor<3x4xf32>\n"
        "%e = tensor.empty() : tensor<6xf32>\n"
        "%f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>\n"
        + generic(
            [ALL2, "affine_map<(i, j) -> (j)>"],
            "rp",
            [("%X", "tensor<5x6xf32>")],
            ("%f", "tensor<6xf32>"),
            body,
            "%r1",
        ),
        [pruned[:3, :4], (pruned + 1).sum(0)],
        (f"X={format}",),
    )


def run(name: str, threads: int) -> str:
    """What is wrong with a function; empty for nothing."""
    arguments, results, body, expected, formats = CASES[name]
    names = (
        ["result"]
        if len(expected) == 1
        else [f"result{n}" for n in range(len(expected))]
    )
    values = ["%r"] if len(expected) == 1 else [f"%r{n}" for n in range(len(expected))]
    if "%r2" in values:  # An argument, as it is.
        values[2] = "%X"
    listed = ", ".join(
        f'%{key}: {type_of(array)} {{sparse.name = "{key}"}}'
        for key, array in arguments.items()
    )
    text = (
        f"func.func @{name}({listed}) -> ({results}) {{\n{body}"
        f"return {', '.join(values)} : {results}\n}}\n"
    )
    (FOLDER / f"{name}.mlir").write_text(text)
    np.savez(FOLDER / f"{name}.npz", **arguments)
    command = ["sparse-run", FOLDER / f"{name}.mlir", "--check=force"]
    command += ["--weights", FOLDER / f"{name}.npz", "--threads", threads]
    for format in formats:
        command += ["--format", format]
    for result in names:
        command += ["--out", f"{result}={FOLDER / result}.npy"]
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True
    )
    if done.returncode:
        return f"{done.stdout}{done.stderr}"
    for result, known in zip(names, expected, strict=True):
        got = np.load(FOLDER / f"{result}.npy")
        if got.shape != known.shape or not np.array_equal(got, known):
            return f"{result}: expected {known} but got {got}"
    return ""


def main() -> None:
    add_cases()
    add_elements()
    wrong = 0
    for name in CASES:
        if finding := run(name, 1) or run(name, 3):
            wrong += 1
            print(f"{name}: {finding}")
    print(f"{len(CASES)} functions, {wrong} wrong")


if __name__ == "__main__":
    main()
