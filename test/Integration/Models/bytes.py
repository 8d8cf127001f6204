# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: dense: right
# CHECK: csr: right
# CHECK: csc: right
# CHECK: bsr(4,4): right
# CHECK: bsr(8,8): right
# CHECK: bsr(32,32): right
# CHECK: zero points: right
# CHECK: 7 checks, 0 wrong
"""Products of bytes are those of NumPy's integers, bit for bit: on 1, 2, 3 and 5 threads
all 65,536 pairs, each added up 37 times, beyond what 16 bits hold; with and without sign on
either side; X W and W X, with weights dense and in the formats that they may have; and
zero points of both sides; and products that linalg has a name for. Options of sparse-run behind the folder, as those for a GPU, have
one thread."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
OPTIONS = sys.argv[2:]
RANDOM = np.random.default_rng(5)
THREADS = (1,) if OPTIONS else (1, 2, 3, 5)
# All bytes, by steps of which neither 4 nor a block is a divisor.
BYTES, STEPS = 256, 37
WIDEN = {"s": "extsi", "u": "extui"}


def sum_of_products(name: str, operands: str, maps: str, types: str, signs: str) -> str:
    """A sum of products in i32, of factors with signs as `signs` says."""
    first, second = signs
    return f"""
    %{name} = linalg.generic {{indexing_maps = [{maps}, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins({operands} : {types}) outs(%zeros : tensor<{BYTES}x{BYTES}xi32>) {{
    ^bb0(%a: i8, %b: i8, %sum: i32):
      %c = arith.{WIDEN[first]} %a : i8 to i32
      %d = arith.{WIDEN[second]} %b : i8 to i32
      %p = arith.muli %c, %d : i32
      %s = arith.addi %sum, %p : i32
      linalg.yield %s : i32
    }} -> tensor<{BYTES}x{BYTES}xi32>"""


def named_product(name: str, types: str, sign: str) -> str:
    """X W by an operation that linalg has a name for."""
    cast = " {cast = #linalg.type_fn<cast_unsigned>}" if sign == "u" else ""
    sums = f"tensor<{BYTES}x{BYTES}xi32>"
    return f"""
    %{name} = linalg.matmul{cast} ins(%X, %W : {types}) outs(%zeros : {sums}) -> {sums}"""


def make_program() -> str:
    """X W and V Z, for all signs: the first factor is that of the left. N is X W, too."""
    rows, columns = f"{BYTES}x{STEPS}xi8", f"{STEPS}x{BYTES}xi8"
    left, right = "affine_map<(i, j, k) -> (i, k)>", "affine_map<(i, j, k) -> (k, j)>"
    names = [a + b for a, b in product("su", "su")]
    body = ""
    for name in names:
        body += sum_of_products(
            f"Y{name}",
            "%X, %W",
            f"{left}, {right}",
            f"tensor<{rows}>, tensor<{columns}>",
            name,
        )
        body += sum_of_products(
            f"Z{name}",
            "%V, %Z",
            f"{left}, {right}",
            f"tensor<{rows}>, tensor<{columns}>",
            name,
        )
    for sign in "su":
        body += named_product(f"N{sign}", f"tensor<{rows}>, tensor<{columns}>", sign)
    results = [f"{letter}{name}" for name in names for letter in "YZ"] + ["Ns", "Nu"]
    sums = f"tensor<{BYTES}x{BYTES}xi32>"
    return f"""
func.func @bytes(%X: tensor<{rows}> {{sparse.name = "X"}}, %W: tensor<{columns}> {{sparse.name = "W"}}, %V: tensor<{rows}> {{sparse.name = "V"}}, %Z: tensor<{columns}> {{sparse.name = "Z"}}) -> ({", ".join(f'{sums} {{sparse.name = "{r}"}}' for r in results)}) {{
    %zero = arith.constant 0 : i32
    %none = tensor.empty() : {sums}
    %zeros = linalg.fill ins(%zero : i32) outs(%none : {sums}) -> {sums}{body}
    return {", ".join(f"%{r}" for r in results)} : {", ".join([sums] * len(results))}
}}
"""


def run(program: Path, arrays: dict, results: list[str], *options: str) -> dict:
    given = FOLDER / "given.npz"
    np.savez(given, **arrays)
    command = ["sparse-run", program, "--weights", given, *OPTIONS, *options]
    for name in results:
        command += ["--out", f"{name}={FOLDER / name}.npy"]
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{options}: {done.stdout}{done.stderr}")
    return {name: np.load(FOLDER / f"{name}.npy") for name in results}


def read(array: np.ndarray, sign: str) -> np.ndarray:
    return array.view(np.uint8 if sign == "u" else np.int8).astype(np.int64)


def check(
    program: Path, arrays: dict, expected: dict, threads: tuple, *options: str
) -> str:
    """What is wrong with the results; empty for nothing."""
    for number in threads:
        given = (*options, "--threads", str(number))
        made = run(program, arrays, list(expected), *given)
        for name, array in expected.items():
            if made[name].tobytes() != array.astype(np.int32).tobytes():
                wrong = tuple(np.argwhere(made[name] != array)[0])
                return (
                    f"{name} on {number} threads: expected {array[wrong]} at "
                    f"{wrong} but got {made[name][wrong]}"
                )
    return ""


def check_format(program: Path, name: str) -> str:
    """All pairs, and random bytes, most of which are 0 in blocks."""
    every = np.arange(BYTES, dtype=np.uint8).view(np.int8)
    pairs = {
        "X": np.repeat(every[:, None], STEPS, 1),
        "W": np.repeat(every[None, :], STEPS, 0),
    }
    random = {
        "X": RANDOM.integers(-128, 128, (BYTES, STEPS), np.int8),
        "W": RANDOM.integers(-128, 128, (STEPS, BYTES), np.int8),
    }
    kept = np.kron(RANDOM.random((5, 32)) < 0.3, np.ones((8, 8), bool))[:STEPS]
    random["W"] = np.where(kept, random["W"], 0).astype(np.int8)
    formats = (
        [] if name == "dense" else ["--format", f"W={name}", "--format", f"V={name}"]
    )
    for arrays, threads in ((pairs, THREADS), (random, THREADS[-1:])):
        arrays |= {"V": arrays["W"].T.copy(), "Z": arrays["X"].T.copy()}
        expected = {}
        for a, b in product("su", "su"):
            expected[f"Y{a}{b}"] = read(arrays["X"], a) @ read(arrays["W"], b)
            expected[f"Z{a}{b}"] = read(arrays["V"], a) @ read(arrays["Z"], b)
        expected |= {f"N{sign}": expected[f"Y{sign}{sign}"] for sign in "su"}
        if found := check(program, arrays, expected, threads, *formats):
            return found
    return ""


def check_zero_points(program: Path) -> str:
    """(x - 3) (w + 5), summed in i64 and truncated, as MatMulInteger is imported."""
    program.write_text(f"""
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>
func.func @points(%X: tensor<19x{STEPS}xi8> {{sparse.name = "X"}}, %W: tensor<{STEPS}x33xi8> {{sparse.name = "W"}}) -> (tensor<19x33xi32> {{sparse.name = "Y"}}) {{
    %zero = arith.constant 0 : i64
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %e0 = tensor.empty() : tensor<19x{STEPS}xi32>
    %wide = linalg.generic {{indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}} ins(%X : tensor<19x{STEPS}xi8>) outs(%e0 : tensor<19x{STEPS}xi32>) {{
    ^bb0(%in: i8, %out: i32):
      %x = arith.extui %in : i8 to i32
      %y = arith.subi %x, %three : i32
      linalg.yield %y : i32
    }} -> tensor<19x{STEPS}xi32>
    %none = tensor.empty() : tensor<19x33xi64>
    %zeros = linalg.fill ins(%zero : i64) outs(%none : tensor<19x33xi64>) -> tensor<19x33xi64>
    %sums = linalg.generic {{indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%wide, %W : tensor<19x{STEPS}xi32>, tensor<{STEPS}x33xi8>) outs(%zeros : tensor<19x33xi64>) {{
    ^bb0(%a: i32, %b: i8, %sum: i64):
      %c = arith.extsi %a : i32 to i64
      %w = arith.extsi %b : i8 to i32
      %v = arith.addi %w, %five : i32
      %d = arith.extsi %v : i32 to i64
      %p = arith.muli %c, %d : i64
      %s = arith.addi %sum, %p : i64
      linalg.yield %s : i64
    }} -> tensor<19x33xi64>
    %e1 = tensor.empty() : tensor<19x33xi32>
    %Y = linalg.generic {{indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}} ins(%sums : tensor<19x33xi64>) outs(%e1 : tensor<19x33xi32>) {{
    ^bb0(%in: i64, %out: i32):
      %y = arith.trunci %in : i64 to i32
      linalg.yield %y : i32
    }} -> tensor<19x33xi32>
    return %Y : tensor<19x33xi32>
}}
""")
    arrays = {
        "X": RANDOM.integers(-128, 128, (19, STEPS), np.int8),
        "W": RANDOM.integers(-128, 128, (STEPS, 33), np.int8),
    }
    expected = (read(arrays["X"], "u") - 3) @ (read(arrays["W"], "s") + 5)
    for formats in ([], ["--format", "W=csc"], ["--format", "W=bsr(4,4)"]):
        if found := check(program, arrays, {"Y": expected}, THREADS[::2], *formats):
            return f"{formats}: {found}"
    return ""


def main() -> None:
    program = FOLDER / "bytes.mlir"
    program.write_text(make_program())
    found = {
        name: check_format(program, name)
        for name in ("dense", "csr", "csc", "bsr(4,4)", "bsr(8,8)", "bsr(32,32)")
    }
    found["zero points"] = check_zero_points(FOLDER / "points.mlir")
    for name, finding in found.items():
        print(f"{name}: {finding or 'right'}")
    print(f"{len(found)} checks, {sum(map(bool, found.values()))} wrong")


if __name__ == "__main__":
    main()
