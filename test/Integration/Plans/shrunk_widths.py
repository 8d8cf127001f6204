# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 12 weights, 0 wrong
"""What is pruned everywhere is removed before a weight is divided: max(X W, 0) V, with columns
of W that are 0, so that rows of V are dead, whatever is in them, and have no part in steps;
V in bytes, and in bytes and floats, by a plan."""

import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
TOKENS, INPUTS, HIDDEN, OUTPUTS = 9, 12, 40, 24
PLAN = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @plan(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    %parts, %told = transform.tesa.round_widths %root operand "V" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.tesa.store %root operand "V" format(%parts) : !transform.any_op, !transform.any_param
    %form = transform.param.constant "FORM" -> !transform.any_param
    transform.tesa.store %root operand "V_i8" format(%form) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
"""


def tensor(rows: int, columns: int) -> str:
    return f"tensor<{rows}x{columns}xf32>"


def write(alive: np.ndarray, needs: list[str], form: str) -> list[Path]:
    kept = np.repeat(alive[None], INPUTS, axis=0)
    bits = np.packbits(kept.reshape(-1), bitorder="little").tobytes().hex()
    x, w = tensor(TOKENS, INPUTS), tensor(INPUTS, HIDDEN)
    h, v, y = tensor(TOKENS, HIDDEN), tensor(HIDDEN, OUTPUTS), tensor(TOKENS, OUTPUTS)
    model, plan = FOLDER / "model.mlir", FOLDER / "plan.mlir"
    plan.write_text(PLAN.replace("FORM", form))
    model.write_text(f"""
func.func @layers(%X: {x} {{sparse.name = "X"}},
    %W: {w} {{sparse.name = "W", tesa.mask = #tesa.mask<[{INPUTS}, {HIDDEN}] by [1, 1] keeps "{bits}">}},
    %V: {v} {{sparse.name = "V", tesa.constant, tesa.width = #tesa.width<[{HIDDEN}, {OUTPUTS}] by [{HIDDEN}, 12] holds [{", ".join(needs)}]>}})
    -> ({y} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {h}
  %f = linalg.fill ins(%zero : f32) outs(%e : {h}) -> {h}
  %p = linalg.matmul ins(%X, %W : {x}, {w}) outs(%f : {h}) -> {h}
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}} ins(%p : {h}) outs(%e : {h}) {{
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %zero : f32
    linalg.yield %m : f32
  }} -> {h}
  %d = tensor.empty() : {y}
  %g = linalg.fill ins(%zero : f32) outs(%d : {y}) -> {y}
  %Y = linalg.matmul ins(%r, %V : {h}, {v}) outs(%g : {y}) -> {y}
  return %Y : {y}
}}
""")
    return [model, plan]


def expect(x: np.ndarray, w: np.ndarray, v: np.ndarray, narrow: np.ndarray):
    """With `v` of the inputs that are left, and columns that are bytes."""
    hidden = np.maximum(x.astype(np.float64) @ w, 0)
    steps = np.abs(v).max(axis=0) / np.float32(127)
    step = hidden.max(axis=1, keepdims=True) / 127
    rounded = (np.rint(hidden / step) @ np.rint(v / steps)) * step * steps
    return np.where(narrow, rounded, hidden @ v)


def check(seed: int, needs: list[str], form: str) -> bool:
    draw = np.random.default_rng(seed)
    alive = draw.random(HIDDEN) < 0.6
    w = draw.standard_normal((INPUTS, HIDDEN)).astype(np.float32) * alive
    v = draw.standard_normal((HIDDEN, OUTPUTS)).astype(np.float32)
    # Of dead rows, elements that all others would be 0 beside.
    v[~alive] *= 1000
    x = draw.standard_normal((TOKENS, INPUTS)).astype(np.float32)
    np.savez(FOLDER / "weights.npz", W=w, V=v)
    np.save(FOLDER / "X.npy", x)
    model, plan = write(alive, needs, form)
    command = ["sparse-run", model, "--plan", plan, "--check"]
    command += ["--weights", FOLDER / "weights.npz", "--bind", f"X={FOLDER / 'X.npy'}"]
    command += ["--out", f"Y={FOLDER / 'Y.npy'}"]
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True
    )
    if done.returncode:
        print(done.stderr)
        return False
    narrow = np.repeat([need == "si8" for need in needs], 12)
    expected = expect(x, w[:, alive], v[alive], narrow)
    # A quotient that lies between two integers may be either of them.
    most = 2 * np.abs(x).max() * np.abs(v[alive]).max() / 127
    made = np.load(FOLDER / "Y.npy")
    is_near = np.isclose(made, expected, rtol=1e-4, atol=1e-3)
    return bool(is_near.mean() > 0.9 and np.abs(made - expected).max() < most)


def main() -> None:
    cases = list(
        itertools.product(
            (1, 2, 3),
            (["si8", "si8"], ["si8", "f32"]),
            ("csc", "dense"),
        )
    )
    print(f"{len(cases)} weights, {sum(not check(*case) for case in cases)} wrong")


if __name__ == "__main__":
    main()
