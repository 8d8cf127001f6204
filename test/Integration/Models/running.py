# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK-DAG: bottleneck: right
# CHECK-DAG: encoder: right
# CHECK-DAG: integers: right
# CHECK-DAG: mobilenet: right
# CHECK-DAG: qdq: right
# CHECK: 5 models, 0 wrong
# CHECK: 5 pruned, 0 wrong
# CHECK: 5 rewritten, 0 wrong
"""The imports of Inputs, run by sparse-run, give what onnxruntime gave: on one thread and
on three, the same bits, and the interpreter agrees with both. So they do on the emulated
GPU, in which no fault is found. With weights that are
pruned, those that are stored sparse give what dense ones do, and so does what is
rewritten: with constants folded, and with 0 for what has no effect."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

INPUTS = Path(__file__).parent / "Inputs"
ROOT = Path(__file__).parents[3]
FOLDER = Path(sys.argv[1])
EXACT = ("integers", "qdq")
EMULATED = ("--target", "cuda", "--device", "emulator")
# What is pruned, and how its rows are stored.
PRUNED = {
    "encoder": {
        "ffn.hidden.weight": "csr",
        "ffn.out.weight": "bsr(2,2)",
        "attention.query.weight": "csc",
    },
    "qdq": {"W": "coo"},
    "bottleneck": {
        "expand.weight": "(o, i, r, s) -> (o : dense, i : compressed, r : dense, s : dense)",
        "reduce.weight": "bsr(2,2)",
        "spread.weight": "csr",
    },
    "mobilenet": {"conv2.pointwise.weight": "csr", "conv2.depthwise.weight": "csr"},
    "integers": {"W": "csr"},
}


def call(*command: str | Path, **options: dict[str, str]) -> str:
    """What a command says, which is to succeed."""
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True, **options
    )
    if done.returncode:
        raise SystemExit(f"{command[1]}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def sparse_run(
    name: str, *options: str | Path, model: Path | None = None
) -> np.ndarray:
    out = FOLDER / f"{name}.npy"
    model = model or INPUTS / f"{name}.mlir"
    call("sparse-run", model, "--out", f"Y={out}", *options)
    return np.load(out)


def is_off(name: str, result: np.ndarray, expected: np.ndarray) -> str:
    """In which way a result is wrong; empty for none."""
    if result.shape != expected.shape or result.dtype != expected.dtype:
        return f"expected {expected.dtype} of {expected.shape}"
    off = np.abs(result.astype(np.float64) - expected.astype(np.float64)).max()
    allowed = 0 if name in EXACT else 1e-5 * np.abs(expected).max()
    return "" if off <= allowed else f"expected at most {allowed} off but got {off}"


def expect(name: str) -> str:
    """What is wrong with a model; empty for nothing."""
    given = ("--weights", INPUTS / f"{name}.weights.npz")
    given += ("--weights", INPUTS / f"{name}.reference.npz")
    expected = np.load(INPUTS / f"{name}.reference.npz")["Y"]
    one = sparse_run(name, *given, "--check=force")
    three = sparse_run(name, *given, "--threads", "3")
    if one.tobytes() != three.tobytes():
        return "expected the same bits on three threads"
    plain = sparse_run(name, *given, "--schedule", "none")
    emulated = sparse_run(name, *given, *EMULATED)
    results = (one, plain, emulated)
    return next(filter(None, (is_off(name, x, expected) for x in results)), "")


def expect_pruned(name: str, share: float) -> str:
    random, formats = np.random.default_rng(7), PRUNED[name]
    weights = dict(np.load(INPUTS / f"{name}.weights.npz"))
    for key in formats:
        kept = random.random(weights[key].shape) >= share
        weights[key] = np.where(kept, weights[key], 0).astype(weights[key].dtype)
    np.savez(FOLDER / "pruned.npz", **weights)
    given = ("--weights", FOLDER / "pruned.npz")
    given += ("--weights", INPUTS / f"{name}.reference.npz")
    dense = sparse_run(name, *given)
    stored = [x for key in formats for x in ("--format", f"{key}={formats[key]}")]
    for where in (("--threads", "1"), ("--threads", "3"), EMULATED):
        sparse = sparse_run(name, *given, *stored, *where, "--check")
        if found := is_off(name, sparse, dense):
            return f"{share}, {' '.join(where)}: {found}"
    return ""


def rewrite(name: str, random: np.random.Generator) -> Path:
    """The model with a third of the rows, columns and elements of its weights pruned, in
    pruned.npz, as the passes of tesa leave it."""
    weights = dict(np.load(INPUTS / f"{name}.weights.npz"))
    for key, values in weights.items():
        kept = random.random(values.shape) < 0.7
        for axis in range(min(values.ndim, 2)):
            kept.swapaxes(0, axis)[random.random(values.shape[axis]) < 0.3] = False
        weights[key] = np.where(kept, values, 0).astype(values.dtype)
    np.savez(FOLDER / "pruned.npz", **weights)
    masked, made = FOLDER / "masked.mlir", FOLDER / "rewritten.mlir"
    command = [sys.executable, "-m", "masking", INPUTS / f"{name}.mlir"]
    command += ["--zeros", FOLDER / "pruned.npz", "--out", masked]
    call(*command, env=os.environ | {"PYTHONPATH": str(ROOT / "utils")})
    passes = ["--tesa-fold-constants", "--tesa-prune-dead"]
    call("sparse-opt", masked, *passes, "-o", made)
    return made


def expect_rewritten(name: str) -> str:
    made = rewrite(name, np.random.default_rng(11))
    text = made.read_text()
    if not re.search(r"tesa\.(mark|replace) |arith\.constant dense<[\[\"]", text):
        return "expected something to be rewritten"
    given = ("--weights", FOLDER / "pruned.npz")
    given += ("--weights", INPUTS / f"{name}.reference.npz")
    dense = sparse_run(name, *given)
    rewritten = sparse_run(name, *given, "--check=force", model=made)
    if found := is_off(name, rewritten, dense):
        return found
    formats = PRUNED.get(name, {})
    stored = [x for key in formats for x in ("--format", f"{key}={formats[key]}")]
    sparse = sparse_run(name, *given, *stored, "--check", model=made)
    return is_off(name, sparse, dense)


def main() -> None:
    names = sorted(path.stem for path in INPUTS.glob("*.mlir"))
    found = {name: expect(name) for name in names}
    for name, finding in found.items():
        print(f"{name}: {finding or 'right'}")
    print(f"{len(names)} models, {sum(map(bool, found.values()))} wrong")
    pruned = {
        name: expect_pruned(name, 0.5) or expect_pruned(name, 0.9) for name in PRUNED
    }
    for name, finding in pruned.items():
        if finding:
            print(f"{name}, pruned: {finding}")
    print(f"{len(pruned)} pruned, {sum(map(bool, pruned.values()))} wrong")
    rewritten = {name: expect_rewritten(name) for name in names}
    for name, finding in rewritten.items():
        if finding:
            print(f"{name}, rewritten: {finding}")
    print(f"{len(rewritten)} rewritten, {sum(map(bool, rewritten.values()))} wrong")


if __name__ == "__main__":
    main()
