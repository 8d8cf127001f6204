#!/usr/bin/env python3
"""Times products of bytes beside those of f32, dense and pruned in blocks of 32 x 32.

Each case is a function over linalg, of sizes that are constants, run by sparse-run on one
thread: a product of floats, or floats that are rounded to bytes, their product with bytes,
and sums that are scaled and rounded to bytes again. Cases come in turn, `--rounds` times;
the least time of all runs is taken. Results are not checked here: that is done by
test/Integration/Models/bytes.py and running.py.

usage: benchmarks/int8.py [--rounds N] [--only WORD]
"""

import argparse
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench import places

PROGRAM = places.ROOT / "build/release/bin/sparse-run"
KINDS = 'iterator_types = ["parallel", "parallel"]'
SAME = "affine_map<(i, j) -> (i, j)>"
ALL = f"indexing_maps = [{SAME}, {SAME}], {KINDS}"


@dataclass(frozen=True)
class Shape:
    """Tokens, and features before and behind; whether features are rows."""

    title: str
    tokens: int
    inputs: int
    outputs: int
    by_features: bool
    kept: float

    @property
    def left(self) -> tuple[int, int]:
        """The first factor: of the product by features, the weight."""
        return (
            (self.outputs, self.inputs)
            if self.by_features
            else (self.tokens, self.inputs)
        )

    @property
    def right(self) -> tuple[int, int]:
        return (
            (self.inputs, self.tokens)
            if self.by_features
            else (self.inputs, self.outputs)
        )


SHAPES = (
    Shape("128 x 768 x 3072, dense", 128, 768, 3072, False, 1),
    Shape("1024 x 512 x 2048, a tenth of the blocks", 1024, 512, 2048, True, 0.1),
)
DENSE = (("f32", "dense"), ("i8", "dense"))
PRUNED = (
    ("f32", "csr"),
    ("f32", "bsr(8,8)"),
    ("f32", "bsr(32,32)"),
    ("i8", "csr"),
    ("i8", "bsr(4,4)"),
    ("i8", "bsr(8,8)"),
    ("i8", "bsr(32,32)"),
)


def tensor(shape: tuple[int, int], element: str) -> str:
    return f"tensor<{shape[0]}x{shape[1]}x{element}>"


def each(name: str, of: str, shape, before: str, after: str, body: str) -> str:
    """`name`, made of each element of `of`."""
    return f"""
  %{name}_e = tensor.empty() : {tensor(shape, after)}
  %{name} = linalg.generic {{{ALL}}} ins(%{of} : {tensor(shape, before)}) outs(%{name}_e : {tensor(shape, after)}) {{
  ^bb0(%in: {before}, %out: {after}):{body}
  }} -> {tensor(shape, after)}"""


def make_program(shape: Shape, element: str) -> str:
    activation, weight = ("Z", "V") if shape.by_features else ("X", "W")
    first, second = (weight, activation) if shape.by_features else (activation, weight)
    result = (shape.left[0], shape.right[1])
    types = {first: shape.left, second: shape.right}
    wide = "f32" if element == "f32" else "i32"
    rounded = """
    %r = math.roundeven %d : f32
    %a = arith.addf %r, %point : f32
    %m = arith.maximumf %a, %least : f32
    %n = arith.minimumf %m, %most : f32
    %q = arith.fptosi %n : f32 to i8
    linalg.yield %q : i8"""
    text = ""
    if element == "i8":
        body = "\n    %d = arith.divf %in, %step : f32" + rounded
        text += each("bytes", activation, types[activation], "f32", "i8", body)
    read = {weight: weight, activation: "bytes" if element == "i8" else activation}
    factors = (
        """
    %p = arith.mulf %x, %w : f32
    %t = arith.addf %sum, %p : f32"""
        if element == "f32"
        else """
    %c = arith.extsi %x : i8 to i32
    %d = arith.extsi %w : i8 to i32
    %p = arith.muli %c, %d : i32
    %t = arith.addi %sum, %p : i32"""
    )
    if element == "i8":
        moved = "%d" if shape.by_features else "%c"
        factors = factors.replace(
            "    %p", f"    %z = arith.subi {moved}, %three : i32\n    %p"
        )
        factors = factors.replace(
            "muli %c, %d", "muli %c, %z" if shape.by_features else "muli %z, %d"
        )
    text += f"""
  %e = tensor.empty() : {tensor(result, wide)}
  %zeros = linalg.fill ins(%zero : {wide}) outs(%e : {tensor(result, wide)}) -> {tensor(result, wide)}
  %sums = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%{read[first]}, %{read[second]} : {tensor(shape.left, element)}, {tensor(shape.right, element)}) outs(%zeros : {tensor(result, wide)}) {{
  ^bb0(%x: {element}, %w: {element}, %sum: {wide}):{factors}
    linalg.yield %t : {wide}
  }} -> {tensor(result, wide)}"""
    if element == "i8":
        body = (
            "\n    %f = arith.sitofp %in : i32 to f32\n    %d = arith.mulf %f, %scale : f32"
            + rounded
        )
        text += each("Y", "sums", result, "i32", "i8", body)
    given = {weight: element, activation: "f32"}
    arguments = ", ".join(
        f'%{name}: {tensor(types[name], given[name])} {{sparse.name = "{name}"}}'
        for name in (first, second)
    )
    end = "Y" if element == "i8" else "sums"
    number = "0.0" if wide == "f32" else "0"
    return f"""
func.func @product({arguments}) -> ({tensor(result, element)} {{sparse.name = "Y"}}) {{
  %zero = arith.constant {number} : {wide}
  %three = arith.constant 3 : i32
  %step = arith.constant 3.125e-02 : f32
  %scale = arith.constant 9.765625e-04 : f32
  %point = arith.constant 3.0 : f32
  %least = arith.constant -128.0 : f32
  %most = arith.constant 127.0 : f32{text}
  return %{end} : {tensor(result, element)}
}}
"""


def make_arrays(shape: Shape, element: str) -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    dtype = np.int8 if element == "i8" else np.float32
    activation, weight = ("Z", "V") if shape.by_features else ("X", "W")
    size = shape.left if shape.by_features else shape.right
    values = random.integers(-128, 128, size).astype(dtype)
    if shape.kept < 1:
        blocks = random.random([-(-n // 32) for n in size]) < shape.kept
        kept = np.kron(blocks, np.ones((32, 32), bool))[: size[0], : size[1]]
        values = np.where(kept, values, 0).astype(dtype)
    tokens = shape.right if shape.by_features else shape.left
    return {
        weight: values,
        activation: random.standard_normal(tokens, dtype=np.float32),
    }


def run(program: Path, arrays: Path, weight: str, form: str, runs: int) -> float:
    """The least time of a run, in milliseconds."""
    command = [PROGRAM, program, "--weights", arrays, "--threads", "1"]
    command += [] if form == "dense" else ["--format", f"{weight}={form}"]
    done = subprocess.run(
        [*map(str, command), f"--bench={runs}"],
        check=True,
        capture_output=True,
        text=True,
    )
    found = re.search(r"([\d.]+) (ms|us|µs) to [\d.]+ (?:ms|us|µs) in all", done.stdout)
    if not found:
        raise SystemExit(f"{program}: expected times in {done.stdout!r}")
    return float(found[1]) * (1 if found[2] == "ms" else 1e-3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--only", default="", help="cases whose title has this")
    arguments = parser.parse_args()
    print("| product | elements | format | ms |\n|--|--|--|--|")
    with tempfile.TemporaryDirectory() as name:
        for shape in SHAPES:
            if arguments.only not in shape.title:
                continue
            cases = DENSE if shape.kept == 1 else PRUNED
            weight = "V" if shape.by_features else "W"
            least: dict[tuple[str, str], float] = {}
            for _ in range(arguments.rounds):
                for element, form in cases:
                    program = Path(name) / f"{element}.mlir"
                    program.write_text(make_program(shape, element))
                    arrays = Path(name) / f"{element}.npz"
                    if not arrays.exists() or (element, form) not in least:
                        np.savez(arrays, **make_arrays(shape, element))
                    time = run(program, arrays, weight, form, arguments.runs)
                    before = least.get((element, form), time)
                    least[element, form] = min(before, time)
            for (element, form), time in least.items():
                print(f"| {shape.title} | {element} | `{form}` | {time:.2f} |")


if __name__ == "__main__":
    main()
