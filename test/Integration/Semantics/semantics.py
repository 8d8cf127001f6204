"""Runs a program that docs/Semantics.md quotes, and compares with its numbers.

usage: semantics.py PROGRAM

The program goes through the compiler and, by --check, through the interpreter.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
INF = np.inf
NAN = np.nan


def run(
    program: str, operands: dict, outputs: dict, options: tuple = ("--check",)
) -> dict[str, np.ndarray]:
    """Runs a program on arrays; gives what it wrote. `outputs` has the arrays'
    sizes by dimension name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = ["sparse-run", str(HERE / program), *options]
        for operand, array in operands.items():
            if isinstance(array, str):
                (folder / f"{operand}.mtx").write_text(array)
                command += ["--bind", f"{operand}={folder / operand}.mtx"]
            else:
                np.save(folder / f"{operand}.npy", array)
                command += ["--bind", f"{operand}={folder / operand}.npy"]
        for operand, sizes in outputs.items():
            command += ["--out", f"{operand}={folder / operand}-out.npy"]
            for dim, size in enumerate(sizes):
                command += ["--size", f"{operand}[{dim}]={size}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return {key: np.load(folder / f"{key}-out.npy") for key in outputs}


def expect(what: str, got: np.ndarray, expected: list) -> None:
    if not np.array_equal(got, np.array(expected, got.dtype), equal_nan=True):
        raise SystemExit(f"{what}: expected {expected} but got {got.tolist()}")
    print(f"{what}: right")


def row_maximum() -> None:
    elements = "1 1 -3\n1 3 -1\n2 2 -2\n2 3 0\n"
    matrix = f"%%MatrixMarket matrix coordinate real general\n3 3 4\n{elements}"
    got = run("row-maximum.mlir", {"A": matrix}, {"m": ()})
    expect("row maximum", got["m"], [-1, 0, -INF])


def missing() -> None:
    operands = {
        "pos": np.array([0, 1, 2], np.int32),
        "crd": np.array([1, 0], np.int32),
        "val": np.array([5.0, 0.0]),
    }
    got = run("missing.mlir", operands, {"y": (2, 3), "there": (2, 3)})
    expect("missing elements", got["y"], [[-1, 5, -1], [0, -1, -1]])
    expect("found", got["there"], [[0, 1, 0], [1, 0, 0]])


def order() -> None:
    operands = {"crd": np.array([7, 3, 9, 4], np.int32)}
    expect("order", run("order.mlir", operands, {"y": (1,)})["y"], [4])


def nan() -> None:
    largest = np.iinfo(np.int64).max
    for x, most, where in (
        ([1, 7, 3, 7], 7, 1),
        ([1, NAN, 9, NAN], NAN, 1),
        ([], -INF, largest),
    ):
        operands = {"x": np.array(x, float)}
        got = run("nan.mlir", operands, {"most": (1,), "where": (1,)})
        expect(f"maximum of {x}", got["most"], [most])
        expect(f"argmax of {x}", got["where"], [where])


def padding() -> None:
    values = np.zeros((2, 2, 2))
    values[0] = [[1, 0], [0, 2]]
    values[1, 0, 0] = 3
    operands = {
        "pos": np.array([0, 1, 2], np.int32),
        "crd": np.array([0, 1], np.int32),
        "bits": (values != 0).astype(np.int32),
        "val": values,
        "y": np.zeros(3),
    }
    for x, strict, finite in (
        ([1, 2, INF], [1, 4, INF], [1, 4, INF]),
        ([INF, 2, 3], [INF, 4, 9], [INF, NAN, 9]),
    ):
        given = operands | {"x": np.array(x, float)}
        got = run("padding.mlir", given, {"y": ()}, ("--check", "--strict"))
        expect(f"strict, x = {x}", got["y"], strict)
        # The interpreter is strict: what infinities show is not compared with it.
        check = ("--check",) if strict == finite else ()
        got = run("padding.mlir", given, {"y": ()}, check)
        expect(f"by default, x = {x}", got["y"], finite)


def border() -> None:
    operands = {"x": np.arange(1.0, 6.0), "w": np.zeros(3)}
    got = run("border.mlir", operands, {"y": ()}, ("--check", "--size", "I=3"))
    expect("border", got["y"], [2, 4, 5])


def workspace() -> None:
    elements = "1 1 1\n1 3 2\n3 2 -1\n"
    matrix = f"%%MatrixMarket matrix coordinate real general\n3 3 3\n{elements}"
    operands = {"A": matrix, "B": np.array([[1, 2], [3, 4], [5, 0]], np.float32)}
    for threads in ("1", "2", "3", "5"):
        options = ("--check", "--threads", threads)
        got = run("workspace.mlir", operands, {"y": ()}, options)
        expect(f"largest of a row, {threads} threads", got["y"], [11, 0, -3])


def expect_one_result(program: str, operands: dict, outputs: dict) -> None:
    """Runs a program with each schedule, by --check too, and compares all bits."""
    first = None
    for schedule in ("none", "auto", "cpu", "products", "dense_columns"):
        for check in ((), ("--threads", "3", "--check")):
            options = ("--schedule", schedule, *check)
            got = run(program, operands, outputs, options)
            bits = {name: array.view(np.uint32) for name, array in got.items()}
            # Which NaN it is has no meaning.
            for name, array in got.items():
                bits[name][np.isnan(array)] = 0x7FC00000
            first = first or bits
            for name in outputs:
                differ = np.count_nonzero(first[name] != bits[name])
                if differ:
                    raise SystemExit(f"{name}, {options}: {differ} numbers differ")
        print(f"{program}, {schedule}: the same bits")


def fused_products() -> None:
    random = np.random.default_rng(1)
    rows, columns, width = 40, 30, 37
    places = random.random((rows, columns)) < 0.2
    lines = [
        f"{i + 1} {j + 1} {random.standard_normal()}"
        for i, j in zip(*np.nonzero(places), strict=True)
    ]
    header = f"%%MatrixMarket matrix coordinate real general\n{rows} {columns}"
    operands = {
        "A": "\n".join([f"{header} {len(lines)}", *lines, ""]),
        "X": random.standard_normal((rows, width), np.float32),
        "B": random.standard_normal((columns, width), np.float32),
    }
    expect_one_result("fused-products.mlir", operands, {"Y": (), "Z": ()})


def functions() -> None:
    # Of each exponent some numbers, both signs.
    random = np.random.default_rng(2)
    bits = np.arange(4000, dtype=np.uint32) << np.uint32(20)
    bits += random.integers(0, 2**20, bits.size, np.uint32)
    small = random.standard_normal(1003).astype(np.float32)
    operands = {"X": np.concatenate([bits.view(np.float32), small])}
    names = "exp expm1 log log1p log2 tanh erf erfc sin".split()
    expect_one_result("functions.mlir", operands, dict.fromkeys(names, ()))


def casts() -> None:
    operands = {"a": np.array([7, 2**33 + 5, -(2**40) - 3, 2**31, 300], np.int64)}
    got = run("casts.mlir", operands, {"r": (5,), "u": (5,)})
    expect("through 32 bits", got["r"], [7, 5, -3, -(2**31), 300])
    expect("through 8 bits", got["u"], [7, 5, 253, 0, 44])


def loop() -> None:
    expect("while", run("while.mlir", {}, {"r": (2,)})["r"], [2, 3])


CASES = {
    "fused-products.mlir": fused_products,
    "functions.mlir": functions,
    "casts.mlir": casts,
    "while.mlir": loop,
    "row-maximum.mlir": row_maximum,
    "missing.mlir": missing,
    "order.mlir": order,
    "nan.mlir": nan,
    "padding.mlir": padding,
    "border.mlir": border,
    "workspace.mlir": workspace,
}

if __name__ == "__main__":
    CASES[Path(sys.argv[1]).name]()
