# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s sparse-run %t | FileCheck %s
# CHECK: 64 runs, 0 wrong
"""Has sums of bytes become bytes again while a tile of tokens is in the cache.

usage: requantised_tiles.py SPARSE_RUN FOLDER

Floats are rounded to bytes with a zero point, multiplied by a weight in bytes, scaled,
rounded again, and so on through a second weight. Weights are in blocks or by columns; what
they multiply has a sign or none. On any number of threads, in tiles and without, results
are NumPy's to the last bit. In tiles the sums of 32 bits are those of a tile alone.
"""

import sys
from itertools import product
from pathlib import Path

import batch
import numpy as np

BLOCKS = (
    "(i, j) -> (j floordiv 4 : dense, i floordiv 4 : compressed, "
    "j mod 4 : dense, i mod 4 : dense)"
)
FORMATS = {"csc": "csc", "blocks": BLOCKS}
INPUTS, INSIDE, OUTPUTS = 40, 52, 24
STEP, SCALE = np.float32(0.03), np.float32(0.02)
#: The zero point, the least and the most of bytes with a sign and without.
BYTES = {"s": (-3, -128, 127), "u": (100, 0, 255)}


def tensor(*words: object) -> str:
    return f"tensor<{'x'.join(map(str, words))}>"


def make_each(name: str, of: str, before: str, after: str, body: str) -> str:
    return f"""
  %{name}_e = tensor.empty() : {after}
  %{name} = linalg.generic {{indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}} ins(%{of} : {before}) outs(%{name}_e : {after}) {{
  ^bb0(%in: {before[:-1].split("x")[-1]}, %out: {after[:-1].split("x")[-1]}):{body}
  }} -> {after}"""


def make_product(name: str, tokens: int, inner: int, outer: int, sign: str) -> str:
    left, weight = name.split("_")
    sums = tensor(tokens, outer, "i32")
    widen = {"s": "extsi", "u": "extui"}[sign]
    return f"""
  %{name}_e = tensor.empty() : {sums}
  %{name}_f = linalg.fill ins(%zero : i32) outs(%{name}_e : {sums}) -> {sums}
  %{name} = linalg.generic {{indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%{left}, %{weight} : {tensor(tokens, inner, "i8")}, {tensor(inner, outer, "i8")}) outs(%{name}_f : {sums}) {{
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %c = arith.{widen} %a : i8 to i32
    %z = arith.subi %c, %point : i32
    %d = arith.extsi %b : i8 to i32
    %p = arith.muli %z, %d : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  }} -> {sums}"""


def write_model(path: Path, tokens: int, sign: str) -> Path:
    point, least, most = BYTES[sign]
    convert = {"s": "fptosi", "u": "fptoui"}[sign]
    rounded = f"""
    %r = math.roundeven %d : f32
    %a = arith.addf %r, %shift : f32
    %m = arith.maximumf %a, %least : f32
    %n = arith.minimumf %m, %most : f32
    %q = arith.{convert} %n : f32 to i8
    linalg.yield %q : i8"""
    scaled = """
    %f = arith.sitofp %in : i32 to f32
    %d = arith.mulf %f, %scale : f32"""
    floats, made = tensor(tokens, INPUTS, "f32"), tensor(tokens, OUTPUTS, "f32")
    body = make_each(
        "Q",
        "X",
        floats,
        tensor(tokens, INPUTS, "i8"),
        "\n    %d = arith.divf %in, %step : f32" + rounded,
    )
    body += make_product("Q_W", tokens, INPUTS, INSIDE, sign)
    body += make_each(
        "H",
        "Q_W",
        tensor(tokens, INSIDE, "i32"),
        tensor(tokens, INSIDE, "i8"),
        scaled + rounded,
    )
    body += make_product("H_V", tokens, INSIDE, OUTPUTS, sign)
    body += make_each(
        "Y",
        "H_V",
        tensor(tokens, OUTPUTS, "i32"),
        made,
        scaled + "\n    linalg.yield %d : f32",
    )
    path.write_text(f"""#same = affine_map<(i, j) -> (i, j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
func.func @layers(%X: {floats} {{sparse.name = "X"}}, %W: {tensor(INPUTS, INSIDE, "i8")} {{sparse.name = "W"}}, %V: {tensor(INSIDE, OUTPUTS, "i8")} {{sparse.name = "V"}}) -> ({made} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0 : i32
  %point = arith.constant {point} : i32
  %shift = arith.constant {point}.0 : f32
  %least = arith.constant {least}.0 : f32
  %most = arith.constant {most}.0 : f32
  %step = arith.constant {STEP} : f32
  %scale = arith.constant {SCALE} : f32{body}
  return %Y : {made}
}}
""")
    return path


def make_arrays(folder: Path, tokens: int) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(tokens)
    arrays = {"X": draw.standard_normal((tokens, INPUTS)).astype(np.float32)}
    for name, shape in (("W", (INPUTS, INSIDE)), ("V", (INSIDE, OUTPUTS))):
        kept = np.kron(
            draw.random([size // 4 for size in shape]) < 0.3, np.ones((4, 4))
        )
        arrays[name] = (draw.integers(-128, 128, shape) * kept).astype(np.int8)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    return arrays


def expect(arrays: dict[str, np.ndarray], sign: str) -> np.ndarray:
    point, least, most = BYTES[sign]

    def round_off(values: np.ndarray) -> np.ndarray:
        return np.clip(np.rint(values) + point, least, most).astype(np.int32)

    def multiply(left: np.ndarray, weight: np.ndarray) -> np.ndarray:
        sums = (left - point) @ weight.astype(np.int32)
        return sums.astype(np.float32) * SCALE

    inside = multiply(round_off(arrays["X"] / STEP), arrays["W"])
    return multiply(round_off(inside), arrays["V"])


def run(words: list[str]) -> str:
    done = batch.run(words)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2])
    count = wrong = 0
    for tokens, sign in product((128, 100), BYTES):
        arrays = make_arrays(folder, tokens)
        expected = expect(arrays, sign)
        model = write_model(folder / "layers.mlir", tokens, sign)
        command = [program, str(model)]
        command += [f"--bind={name}={folder / name}.npy" for name in arrays]
        for name, form in FORMATS.items():
            formed = [*command, *(f"--format={weight}={form}" for weight in "WV")]
            for threads, tile in product((1, 2, 3, 5), (0, 32)):
                out = folder / "Y.npy"
                options = [f"--threads={threads}", f"--knob=column_tile={tile}"]
                run([*formed, *options, f"--out=Y={out}"])
                count += 1
                if np.load(out).tobytes() != expected.tobytes():
                    wrong += 1
                    print(f"{tokens} tokens, {sign}, {name}, {threads}, {tile}")
            loops = run(
                [
                    *formed,
                    "--knob=column_tile=32",
                    "--schedule=auto",
                    "--emit=positions",
                ]
            )
            # Nothing of 32 bits is kept of all tokens.
            assert f"{INSIDE}x{tokens}xi32>" not in loops, (name, tokens, sign)
    print(f"{count} runs, {wrong} wrong")


if __name__ == "__main__":
    main()
