# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 14 functions, 0 wrong
"""Operations of linalg that write some elements of their outputs: the others keep what they
were. sparse-run gives what NumPy does, and the interpreter agrees."""

import subprocess
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(5)
KINDS = {"p": '"parallel"', "r": '"reduction"'}
BODIES = {
    "sum": "%t = arith.addf %o, %a : f32\nlinalg.yield %t : f32",
    "max": "%t = arith.maximumf %a, %o : f32\nlinalg.yield %t : f32",
    "copy": "linalg.yield %a : f32",
    "number": "linalg.yield %number : f32",
    "index": "%i = linalg.index 0 : index\n%n = arith.index_cast %i : index to i32\n"
    "%f = arith.sitofp %n : i32 to f32\n%t = arith.mulf %f, %a : f32\nlinalg.yield %t : f32",
}


def floats(*shape: int) -> np.ndarray:
    return RANDOM.integers(-8, 9, shape).astype(np.float32)


def type_of(array: np.ndarray) -> str:
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + "f32>"


def spell(name: str, dims: str, kinds: str, maps: tuple, body: str, x, init) -> str:
    spelled = ", ".join(f"affine_map<({dims}) -> ({to})>" for to in maps)
    return (
        f'func.func @{name}(%x: {type_of(x)} {{sparse.name = "x"}}, %init: {type_of(init)} '
        f'{{sparse.name = "init"}}) -> ({type_of(init)} {{sparse.name = "y"}}) {{\n'
        "%number = arith.constant 3.5 : f32\n"
        f"%y = linalg.generic {{indexing_maps = [{spelled}], "
        f"iterator_types = [{', '.join(KINDS[kind] for kind in kinds)}]}} "
        f"ins(%x : {type_of(x)}) outs(%init : {type_of(init)}) {{\n"
        f"^bb0(%a: f32, %o: f32):\n{BODIES[body]}\n}} -> {type_of(init)}\n"
        f"return %y : {type_of(init)}\n}}\n"
    )


def combine(body: str, old: np.ndarray, x: np.ndarray, at: int) -> np.ndarray:
    """What the body gives at coordinate `at` of the first loop."""
    given = {"sum": old + x, "max": np.maximum(old, x), "copy": x, "index": at * x}
    return given[body] if body in given else np.full_like(old, 3.5)


def cases():
    """Loops, their kinds, maps, a body, operands, and the right result."""
    for body in BODIES:
        x, init = floats(4), floats(4, 3)
        right = init.copy()
        for i in range(4):
            right[i, 1] = combine(body, init[i, 1], x[i], i)
        yield "i", "p", ("i", "i, 1"), body, x, init, right
        x, init = floats(3), floats(3, 3)
        right = init.copy()
        for i in range(3):
            right[i, i] = combine(body, init[i, i], x[i], i)
        yield "i", "p", ("i", "i, i"), body, x, init, right
    for body, reduce in {"sum": np.sum, "max": np.max}.items():
        x, init = floats(4, 5), floats(2, 4, 3)
        right = init.copy()
        right[1, :, 2] = reduce(np.column_stack([init[1, :, 2], x]), axis=1)
        yield "i, j", "pr", ("i, j", "1, i, 2"), body, x, init, right
    x, init = floats(6), floats(5)
    right = init.copy()
    right[3] += x.sum()
    yield "i", "r", ("i", "3"), "sum", x, init, right
    none = floats(0)
    yield "i", "r", ("i", "3"), "sum", none, init, init


def main() -> None:
    listed, wrong = list(cases()), []
    program = FOLDER / "program.mlir"
    program.write_text(
        "".join(spell(f"f{n}", *one[:4], *one[4:6]) for n, one in enumerate(listed))
    )
    for number, (*_, maps, body, x, init, right) in enumerate(listed):
        for name, array in (("x", x), ("init", init)):
            np.save(FOLDER / f"{name}.npy", array)
        out = FOLDER / "y.npy"
        command = ["sparse-run", program, "--entry", f"f{number}", "--out", f"y={out}"]
        command += [
            "--bind",
            f"x={FOLDER / 'x.npy'}",
            "--bind",
            f"init={FOLDER / 'init.npy'}",
        ]
        command += ["--check", "--schedule", ("auto", "none")[number % 2]]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode or not np.array_equal(np.load(out), right):
            wrong.append(f"f{number} {maps} {body}: {run.stderr or run.stdout}")
    print("".join(f"{finding}\n" for finding in wrong), end="")
    print(f"{len(listed)} functions, {len(wrong)} wrong")


main()
