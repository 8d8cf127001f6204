# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: zeros of an archive: 96 x 64, 256 elements: csc
# CHECK: nothing is pruned: 96 x 64, 6144 elements: dense
# CHECK: bound on its own: no weight
# CHECK: a mask of the model: 96 x 64, 3072 elements:
# CHECK: no plan: no weight
# CHECK: wrong: 0
# CHECK: error: expected size 96 of dimension W[1], as of the type of W, but got 5
"""What --weights has as 0, -0.0 among it, is pruned for a plan, unless the model itself has
a mask, or the weight another source."""

import re
import subprocess
import sys
from pathlib import Path

import batch
import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(17)
TOKENS, INPUTS, OUTPUTS = 256, 64, 96


def write_model(path: Path, mask: str = "") -> Path:
    path.write_text(f"""
func.func @layer(%X: tensor<{TOKENS}x{INPUTS}xf32> {{sparse.name = "X"}}, %W: tensor<{INPUTS}x{OUTPUTS}xf32> {{sparse.name = "W"{mask}}}) -> (tensor<{TOKENS}x{OUTPUTS}xf32> {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %none = tensor.empty() : tensor<{TOKENS}x{OUTPUTS}xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%none : tensor<{TOKENS}x{OUTPUTS}xf32>) -> tensor<{TOKENS}x{OUTPUTS}xf32>
  %Y = linalg.matmul ins(%X, %W : tensor<{TOKENS}x{INPUTS}xf32>, tensor<{INPUTS}x{OUTPUTS}xf32>) outs(%zeros : tensor<{TOKENS}x{OUTPUTS}xf32>) -> tensor<{TOKENS}x{OUTPUTS}xf32>
  return %Y : tensor<{TOKENS}x{OUTPUTS}xf32>
}}
""")
    return path


def run(model: Path, *options: str | Path) -> subprocess.CompletedProcess:
    command = [
        "sparse-run",
        model,
        "--bind",
        f"X={FOLDER}/X.npy",
        "--explain",
        "--check",
    ]
    command += ["--out", f"Y={FOLDER}/Y.npy", *options]
    return batch.run(list(map(str, command)))


def describe(text: str) -> str:
    """What was chosen for W."""
    found = re.search(r"^  W, (.*), \d+ columns: (.*), since", text, re.MULTILINE)
    return f"{found[1]}: {found[2]}" if found else "no weight"


def main() -> None:
    model = write_model(FOLDER / "model.mlir")
    upper = (
        f'#tesa.mask<[{INPUTS}, {OUTPUTS}] by [{INPUTS // 2}, {OUTPUTS}] keeps "01">'
    )
    masked = write_model(FOLDER / "masked.mlir", f", tesa.mask = {upper}")
    X = RANDOM.random((TOKENS, INPUTS), np.float32)
    full = 1 + RANDOM.random((INPUTS, OUTPUTS), np.float32)
    # Half of the inputs are pruned, and of each other one all but 8.
    kept = (np.arange(OUTPUTS) % 12 == 0) & (np.arange(INPUTS) % 2 == 0)[:, None]
    few = np.where(kept, full, np.float32(-0.0))
    few[:, 1] = np.copysign(0, few[:, 1])
    half = np.where(np.arange(INPUTS)[:, None] < INPUTS // 2, full, 0)
    half[0] = 0
    np.save(FOLDER / "X.npy", X)
    np.save(FOLDER / "few.npy", few)
    np.savez(FOLDER / "few.npz", W=few)
    np.savez(FOLDER / "full.npz", W=full)
    np.savez(FOLDER / "half.npz", W=half)
    np.savez(FOLDER / "other.npz", W=few[:, :5])
    plan = ("--plan", "auto", "--weights")
    cases = {
        "zeros of an archive": (few, model, *plan, FOLDER / "few.npz"),
        "nothing is pruned": (full, model, *plan, FOLDER / "full.npz"),
        "bound on its own": (
            few,
            model,
            *plan,
            FOLDER / "full.npz",
            "--bind",
            f"W={FOLDER}/few.npy",
        ),
        "a mask of the model": (half, masked, *plan, FOLDER / "half.npz"),
        "no plan": (few, model, "--weights", FOLDER / "few.npz"),
    }
    wrong = 0
    for name, (weight, *words) in cases.items():
        done = run(*words)
        print(f"{name}: {describe(done.stdout)}")
        if done.returncode:
            wrong += 1
            print(done.stderr, file=sys.stderr)
        elif not np.allclose(np.load(FOLDER / "Y.npy"), X @ weight, rtol=1e-5):
            wrong += 1
    print(f"wrong: {wrong}")
    print(run(model, *plan, FOLDER / "other.npz").stderr)


main()
