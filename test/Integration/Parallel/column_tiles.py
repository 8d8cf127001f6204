# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s sparse-run %t | FileCheck %s
# CHECK: 72 runs in tiles, 0 wrong
"""Has layers with sparse weights go through their tokens in tiles.

usage: column_tiles.py SPARSE_RUN FOLDER

Two layers with a bias, ReLU and a sum over the features between them, and weights in
each of some formats. In tiles of any size, on any number of threads, results have the
bits of those without tiles, which NumPy checks; where a tile has tokens of its own, the
loops show it. Tokens are as many as tiles divide, and not.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

SECTIONS = "(i, j) -> (i floordiv 16 : dense, j : dense, i mod 16 : compressed)"
BLOCKS = (
    "(i, j) -> (j floordiv 4 : dense, i floordiv 4 : compressed, "
    "j mod 4 : dense, i mod 4 : dense) full"
)
FORMATS = {"csc": "csc", "sections": SECTIONS, "blocks": BLOCKS}
INPUTS, INSIDE, OUTPUTS = 40, 52, 24
SAME, ROW = "affine_map<(i, j) -> (i, j)>", "affine_map<(i, j) -> (i)>"


def write_model(path: Path, tokens: int) -> Path:
    def tensor(*sizes: int) -> str:
        return f"tensor<{'x'.join(map(str, sizes))}xf32>"

    inside, out = tensor(tokens, INSIDE), tensor(tokens, OUTPUTS)
    path.write_text(f"""#same = {SAME}
#row = {ROW}
#column = affine_map<(i, j) -> (j)>
func.func @layers(%X: {tensor(tokens, INPUTS)} {{sparse.name = "X"}}, %W: {tensor(INPUTS, INSIDE)} {{sparse.name = "W"}}, %B: {tensor(INSIDE)} {{sparse.name = "B"}}, %V: {tensor(INSIDE, OUTPUTS)} {{sparse.name = "V"}}) -> ({out} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : {inside}
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : {inside}) -> {inside}
  %p0 = linalg.matmul ins(%X, %W : {tensor(tokens, INPUTS)}, {tensor(INPUTS, INSIDE)}) outs(%f0 : {inside}) -> {inside}
  %h = linalg.generic {{indexing_maps = [#same, #column, #same], iterator_types = ["parallel", "parallel"]}} ins(%p0, %B : {inside}, {tensor(INSIDE)}) outs(%e0 : {inside}) {{
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  }} -> {inside}
  %e1 = tensor.empty() : {tensor(tokens)}
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : {tensor(tokens)}) -> {tensor(tokens)}
  %sum = linalg.generic {{indexing_maps = [#same, #row], iterator_types = ["parallel", "reduction"]}} ins(%h : {inside}) outs(%f1 : {tensor(tokens)}) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  }} -> {tensor(tokens)}
  %g = linalg.generic {{indexing_maps = [#same, #row, #same], iterator_types = ["parallel", "parallel"]}} ins(%h, %sum : {inside}, {tensor(tokens)}) outs(%e0 : {inside}) {{
  ^bb0(%x: f32, %t: f32, %o: f32):
    %s = arith.subf %x, %t : f32
    linalg.yield %s : f32
  }} -> {inside}
  %e2 = tensor.empty() : {out}
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : {out}) -> {out}
  %Y = linalg.matmul ins(%g, %V : {inside}, {tensor(INSIDE, OUTPUTS)}) outs(%f2 : {out}) -> {out}
  return %Y : {out}
}}
""")
    return path


def make_arrays(folder: Path, tokens: int) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(tokens)
    sizes = {
        "X": (tokens, INPUTS),
        "W": (INPUTS, INSIDE),
        "B": (INSIDE,),
        "V": (INSIDE, OUTPUTS),
    }
    arrays = {k: draw.standard_normal(v).astype(np.float32) for k, v in sizes.items()}
    for name in "WV":
        arrays[name][draw.random(arrays[name].shape) < 0.8] = 0
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    return arrays


def expect(arrays: dict[str, np.ndarray]) -> np.ndarray:
    X, W, B, V = (arrays[name].astype(np.float64) for name in "XWBV")
    hidden = np.maximum(X @ W + B, 0)
    return (hidden - hidden.sum(axis=1, keepdims=True)) @ V


class Runs:
    def __init__(self, program: str, folder: Path, tokens: int, form: str):
        model = write_model(folder / "layers.mlir", tokens)
        self.folder = folder
        self.command = [program, str(model)]
        self.command += [f"--bind={name}={folder / name}.npy" for name in "XWBV"]
        self.command += [f"--format={name}={form}" for name in "WV"]

    def __call__(self, tile: int, *options: str) -> str:
        words = [*self.command, f"--knob=column_tile={tile}", *options]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def compute(self, threads: int, tile: int) -> np.ndarray:
        out = self.folder / "Y.npy"
        self(tile, f"--threads={threads}", f"--out=Y={out}")
        return np.load(out)


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2])
    count = wrong = 0
    for tokens in (128, 100, 7):
        arrays = make_arrays(folder, tokens)
        for name, form in FORMATS.items():
            run = Runs(program, folder, tokens, form)
            plain = run.compute(1, 0)
            np.testing.assert_allclose(plain, expect(arrays), rtol=1e-3, atol=1e-3)
            for threads in (1, 2, 3, 5):
                for tile in (16, 128):
                    count += 1
                    if run.compute(threads, tile).tobytes() != plain.tobytes():
                        wrong += 1
                        print(f"{tokens} tokens, {name}, {threads} threads, {tile}")
            loops = run(32, "--schedule=auto", "--emit=positions")
            assert f"{INSIDE}x{min(tokens, 32)}xf32>" in loops or tokens % 32, name
    print(f"{count} runs in tiles, {wrong} wrong")


if __name__ == "__main__":
    main()
