# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 23 masks of weights, 0 wrong
# CHECK: zeros and masks: the same
# CHECK: 4 refused
"""utils/mask-model writes what sparse-opt reads: elements that are zero are those of the
arrays, whether they are read from weights or from masks."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

INPUTS = Path(__file__).parent / "Inputs"
ROOT = Path(__file__).parents[3]
FACT = re.compile(r"argument (\d+): (\d+) of (\d+) elements are zero")


def mask_model(*arguments: str | Path) -> subprocess.CompletedProcess:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "utils")}
    command = [sys.executable, "-m", "masking", *map(str, arguments)]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, env=environment
    )


def check(
    name: str, folder: Path, random: np.random.Generator
) -> tuple[int, int, bool]:
    """Masks, those that are wrong, and whether zeros and masks gave one text."""
    model = INPUTS / f"{name}.mlir"
    weights = dict(np.load(INPUTS / f"{name}.weights.npz"))
    masks = {}
    for number, (key, values) in enumerate(weights.items()):
        shape = (
            values.shape if number % 2 else (values.shape[0], *[1] * (values.ndim - 1))
        )
        masks[key] = np.broadcast_to(random.random(shape) < 0.6, values.shape)
        weights[key] = np.where(masks[key], np.where(values == 0, 1, values), -0.0)
    np.savez(folder / "weights.npz", **weights)
    np.savez(folder / "masks.npz", **masks)
    zeros = mask_model(model, "--zeros", folder / "weights.npz")
    same = mask_model(model, "--masks", folder / "masks.npz").stdout == zeros.stdout
    done = subprocess.run(
        ["sparse-opt", "-", "--tesa-print", "-o", "/dev/null"],
        check=True,
        input=zeros.stdout,
        capture_output=True,
        text=True,
    )
    names = re.findall(r'sparse\.name = "(.*?)"', zeros.stdout)
    found = {names[int(n)]: (int(z), int(of)) for n, z, of in FACT.findall(done.stderr)}
    wrong = [
        key
        for key, mask in masks.items()
        if found.get(key, (0, mask.size)) != (int((~mask).sum()), mask.size)
    ]
    return len(masks), len(wrong), same


def refusals(folder: Path) -> int:
    """Refused: a shape, a name, a file that is cut, and one that is not there."""
    model = INPUTS / "qdq.mlir"
    weights = dict(np.load(INPUTS / "qdq.weights.npz"))
    name, values = next(iter(weights.items()))
    np.savez(folder / "shape.npz", **{name: values[:1]})
    np.savez(folder / "name.npz", other=values)
    whole = (folder / "name.npz").read_bytes()
    (folder / "cut.npz").write_bytes(whole[: len(whole) // 2])
    expected = {
        "shape": f"error: '{name}': expected an array of the shape of tensor<",
        "name": "error: expected an argument called 'other' but got: ",
        "cut": "cut.npz: expected arrays in an .npz file: ",
        "nothing": "nothing.npz: expected arrays in an .npz file: ",
    }
    count = 0
    for file, message in expected.items():
        done = mask_model(model, "--masks", folder / f"{file}.npz")
        refused = done.returncode == 1 and message in done.stderr and not done.stdout
        count += refused
        if not refused:
            print(f"{file}: {done.stderr}", file=sys.stderr)
    return count


def main() -> None:
    folder, random = Path(sys.argv[1]), np.random.default_rng(0)
    found = [check(name, folder, random) for name in ("encoder", "qdq", "bottleneck")]
    masks, wrong, same = zip(*found, strict=True)
    print(f"{sum(masks)} masks of weights, {sum(wrong)} wrong")
    print(f"zeros and masks: {'the same' if all(same) else 'different'}")
    print(f"{refusals(folder)} refused")


if __name__ == "__main__":
    main()
