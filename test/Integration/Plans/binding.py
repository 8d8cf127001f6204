# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 6 ways to bind weights, 0 wrong
# CHECK: error: expected size 12 of dimension V[0], as of the type of V, but got 16 of V
"""A planned model takes arrays of the shape that it had, or what is left of them: as
files, in archives, sparse and dense. Others are refused."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

FOLDER = Path(sys.argv[1])
MODEL = Path(__file__).resolve().parents[3] / "docs/examples/pruned.mlir"
PLAN = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @plan(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    %columns = transform.param.constant "csc" -> !transform.any_param
    transform.tesa.store %root operand "V" format(%columns) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
"""


def run(plan: Path | str, *words: str | Path) -> subprocess.CompletedProcess:
    command = [
        "sparse-run",
        MODEL,
        "--plan",
        plan,
        "--out",
        f"result={FOLDER}/Y.npy",
        "--check",
    ]
    return subprocess.run(
        [*command, *words], check=False, capture_output=True, text=True
    )


def main() -> None:
    random = np.random.default_rng(5)
    W, V = random.random((8, 16), np.float32), random.random((16, 4), np.float32)
    W[:, :4], V[12:] = 0, 0
    X, B = random.random((6, 8), np.float32), random.random(16, np.float32)
    expected = np.maximum(X @ W + B, 0) @ V
    plan = FOLDER / "plan.mlir"
    plan.write_text(PLAN)
    np.savez(FOLDER / "whole.npz", W=W, B=B, V=V)
    np.save(FOLDER / "X.npy", X)
    scipy.io.mmwrite(FOLDER / "V.mtx", scipy.sparse.coo_array(V))
    np.save(FOLDER / "other.npy", V[:, :3])
    weights = ["--weights", FOLDER / "whole.npz", "--bind", f"X={FOLDER}/X.npy"]
    ways = [
        run("none", *weights),
        run("auto", *weights),
        run(plan, *weights),
        run(plan, *weights, "--bind", f"V={FOLDER}/V.mtx"),
        run("auto", *weights, "--measure", "1"),
        run(plan, *weights, "--threads", "2"),
    ]
    wrong = 0
    for way in ways:
        found = np.load(FOLDER / "Y.npy")
        wrong += way.returncode != 0 or not np.allclose(found, expected, rtol=1e-5)
        if way.returncode:
            print(way.stderr, file=sys.stderr)
    print(f"{len(ways)} ways to bind weights, {wrong} wrong")
    print(run(plan, *weights, "--bind", f"V={FOLDER}/other.npy").stderr)


main()
