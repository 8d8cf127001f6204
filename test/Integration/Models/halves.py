# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: dense: right
# CHECK: csr: right
# CHECK: csc: right
# CHECK: coo: right
# CHECK: dcsr: right
# CHECK: ell: right
# CHECK: bsr(3,3): right
# CHECK: bsr(4,4): right
# CHECK: bsr(8,8): right
# CHECK: bsr(32,32): right
# CHECK: 10 formats, 0 wrong
# CHECK: error: W: expected integers of 4 bits, from -8 to 7, but got 8 as element 3
"""Products of halves of bytes and bytes are those of NumPy's integers, bit for bit: all 16
by all 256, each added up 37 times, with and without sign on either side; X W and W X, with W
dense and in formats of odd and even numbers of elements, on 1, 2 and 3 threads and on an
emulated GPU; random halves, most of which are 0, and none at all."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(11)
# All halves, and one more so that their number is odd.
BYTES, STEPS, HALVES = 256, 37, 17
WIDEN = {"s": "extsi", "u": "extui"}
NAMES = [a + b for a, b in product("su", "su")]
PLACES = (["--threads", "1"], ["--threads", "2"], ["--threads", "3"])
GPU = ["--target", "cuda", "--device", "emulator"]
FORMATS = ("dense", "csr", "csc", "coo", "dcsr", "ell")
FORMATS += tuple(f"bsr({size},{size})" for size in (3, 4, 8, 32))


def sum_of_products(
    name: str, operands: str, types: tuple[str, str], signs: str
) -> str:
    """A sum of products in i32, of factors with signs as `signs` says."""
    (rows, _, first), (_, columns, second) = (kind.split("x") for kind in types)
    of = f"tensor<{rows}x{columns}xi32>"
    maps = "affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>"
    return f"""
    %e{name} = tensor.empty() : {of}
    %f{name} = linalg.fill ins(%zero : i32) outs(%e{name} : {of}) -> {of}
    %{name} = linalg.generic {{indexing_maps = [{maps}, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins({operands} : tensor<{types[0]}>, tensor<{types[1]}>) outs(%f{name} : {of}) {{
    ^bb0(%a: {first}, %b: {second}, %sum: i32):
      %c = arith.{WIDEN[signs[0]]} %a : {first} to i32
      %d = arith.{WIDEN[signs[1]]} %b : {second} to i32
      %p = arith.muli %c, %d : i32
      %s = arith.addi %sum, %p : i32
      linalg.yield %s : i32
    }} -> {of}"""


def make_program() -> str:
    """X W and V Z, for all signs: the first factor is that of the left."""
    x, w = f"{BYTES}x{STEPS}xi8", f"{STEPS}x{HALVES}xi4"
    v, z = f"{HALVES}x{STEPS}xi4", f"{STEPS}x{BYTES}xi8"
    body, results = "", []
    for name in NAMES:
        body += sum_of_products(f"Y{name}", "%X, %W", (x, w), name)
        body += sum_of_products(f"Z{name}", "%V, %Z", (v, z), name)
        results.append((f"Y{name}", f"tensor<{BYTES}x{HALVES}xi32>"))
        results.append((f"Z{name}", f"tensor<{HALVES}x{BYTES}xi32>"))
    named = ", ".join(f'{of} {{sparse.name = "{name}"}}' for name, of in results)
    given = ", ".join(
        f'%{name}: tensor<{of}> {{sparse.name = "{name}"}}'
        for name, of in (("X", x), ("W", w), ("V", v), ("Z", z))
    )
    return f"""
func.func @halves({given}) -> ({named}) {{
    %zero = arith.constant 0 : i32{body}
    return {", ".join(f"%{name}" for name, _ in results)} : {", ".join(of for _, of in results)}
}}
"""


def run(program: Path, arrays: dict, *options: str) -> subprocess.CompletedProcess:
    given = FOLDER / "given.npz"
    np.savez(given, **arrays)
    command = ["sparse-run", program, "--weights", given, *options]
    for letter, name in product("YZ", NAMES):
        command += ["--out", f"{letter}{name}={FOLDER / letter}{name}.npy"]
    return subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True
    )


def read(array: np.ndarray, sign: str, bits: int) -> np.ndarray:
    wide = array.astype(np.int64)
    return wide & (2**bits - 1) if sign == "u" else wide


def check(program: Path, arrays: dict, *options: str) -> str:
    """What is wrong with the results; empty for nothing."""
    done = run(program, arrays, *options)
    if done.returncode:
        return f"{options}: {done.stdout}{done.stderr}"
    for a, b in product("su", "su"):
        expected = {
            "Y": read(arrays["X"], a, 8) @ read(arrays["W"], b, 4),
            "Z": read(arrays["V"], a, 4) @ read(arrays["Z"], b, 8),
        }
        for letter, array in expected.items():
            made = np.load(FOLDER / f"{letter}{a}{b}.npy")
            if made.tobytes() != array.astype(np.int32).tobytes():
                wrong = tuple(np.argwhere(made != array)[0])
                return (
                    f"{options}: {letter}{a}{b}: expected {array[wrong]} at {wrong} "
                    f"but got {made[wrong]}"
                )
    return ""


def make_inputs() -> list[dict]:
    every = np.arange(BYTES, dtype=np.uint8).view(np.int8)
    halves = np.append(np.arange(-8, 8), 7).astype(np.int8)
    kept = np.kron(RANDOM.random((5, 3)) < 0.3, np.ones((8, 8), bool))[:STEPS, :HALVES]
    x = RANDOM.integers(-128, 128, (BYTES, STEPS), np.int8)
    w = RANDOM.integers(-8, 8, (STEPS, HALVES), np.int8)
    pairs = [
        (np.repeat(every[:, None], STEPS, 1), np.repeat(halves[None, :], STEPS, 0)),
        (x, np.where(kept, w, 0).astype(np.int8)),
        (x, np.zeros_like(w)),
    ]
    return [{"X": a, "W": b, "V": b.T.copy(), "Z": a.T.copy()} for a, b in pairs]


def check_format(program: Path, name: str, inputs: list[dict]) -> str:
    formats = ["--format", f"W={name}", "--format", f"V={name}"]
    given = [] if name == "dense" else formats
    # The first has all pairs, and runs everywhere.
    for arrays, place in product(inputs, (*PLACES, GPU)):
        if arrays is inputs[0] or place is PLACES[1]:
            if found := check(program, arrays, *given, *place, "--check"):
                return found
    return ""


def main() -> None:
    program = FOLDER / "halves.mlir"
    program.write_text(make_program())
    inputs = make_inputs()
    found = {name: check_format(program, name, inputs) for name in FORMATS}
    for name, finding in found.items():
        print(f"{name}: {finding or 'right'}")
    print(f"{len(found)} formats, {sum(map(bool, found.values()))} wrong")
    inputs[0]["W"][0, 3] = 8
    print(run(program, inputs[0]).stderr)


if __name__ == "__main__":
    main()
