# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s sparse-run %t | FileCheck %s
# CHECK: 126 runs, 0 wrong
"""Has what is stored in another order than it is read be turned in registers.

usage: turned.py SPARSE_RUN FOLDER

A matrix is transposed, with a number for each row and one for each column added, for elements
of all types, in sizes that squares divide and others, on 1, 2 and 3 threads. Results are
NumPy's to the last bit. Loops have shuffles, for processors with vectors of any width, and
stores of one element only where squares do not divide the sizes.
"""

import sys
from itertools import product
from pathlib import Path

import batch
import numpy as np

SIZES = ((32, 48), (16, 16), (64, 16), (33, 48), (48, 20), (5, 3), (0, 16))
TYPES = ("f32", "f64", "f16", "i8", "i16", "i64")
DTYPES = {"f": "float", "i": "int"}
CHIPS = ("znver4", "haswell", "x86-64")


def tensor(*words: object) -> str:
    return f"tensor<{'x'.join(map(str, words))}>"


def write_program(path: Path, rows: int, columns: int, element: str) -> Path:
    add = "arith.addf" if element[0] == "f" else "arith.addi"
    given, made = tensor(rows, columns, element), tensor(columns, rows, element)
    row, column = tensor(rows, element), tensor(columns, element)
    path.write_text(f"""func.func @turn(%A: {given} {{sparse.name = "A"}}, %R: {row} {{sparse.name = "R"}}, %C: {column} {{sparse.name = "C"}}) -> ({made} {{sparse.name = "B"}}) {{
  %e = tensor.empty() : {made}
  %B = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}} ins(%A, %R, %C : {given}, {row}, {column}) outs(%e : {made}) {{
  ^bb0(%a: {element}, %r: {element}, %c: {element}, %o: {element}):
    %s = {add} %a, %r : {element}
    %t = {add} %s, %c : {element}
    linalg.yield %t : {element}
  }} -> {made}
  return %B : {made}
}}
""")
    return path


def run(words: list[str]) -> str:
    done = batch.run(words)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2])
    draw = np.random.default_rng(1)
    count = wrong = 0
    for (rows, columns), element in product(SIZES, TYPES):
        dtype = np.dtype(f"{DTYPES[element[0]]}{element[1:]}")
        arrays = {
            name: (draw.standard_normal(shape) * 9).astype(dtype)
            for name, shape in (("A", (rows, columns)), ("R", rows), ("C", columns))
        }
        for name, array in arrays.items():
            np.save(folder / f"{name}.npy", array)
        model = write_program(folder / "turn.mlir", rows, columns, element)
        command = [program, str(model)]
        command += [f"--bind={name}={folder / name}.npy" for name in arrays]
        expected = (arrays["A"] + arrays["R"][:, None]).T + arrays["C"][:, None]
        for threads in (1, 2, 3):
            out = folder / "B.npy"
            run([*command, f"--threads={threads}", f"--out=B={out}"])
            count += 1
            if np.load(out).tobytes() != np.ascontiguousarray(expected).tobytes():
                wrong += 1
                print(f"{rows} x {columns}, {element}, {threads} threads")
        if element == "f32" and min(rows, columns) >= 16:
            for chip in CHIPS:
                options = [f"--cpu={chip}", "--schedule=auto", "--emit=loops"]
                loops = run([*command, *options])
                assert "vector.shuffle" in loops, (rows, columns, chip)
                is_whole = rows % 16 == columns % 16 == 0
                assert ("memref.store" in loops) != is_whole, (rows, columns, chip)
    print(f"{count} runs, {wrong} wrong")


if __name__ == "__main__":
    main()
