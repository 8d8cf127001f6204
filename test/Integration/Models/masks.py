# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 23 masks of weights, 0 wrong
# CHECK: zeros and masks: the same
# CHECK: resources: the same
# CHECK: smtx: the same
# CHECK: 11 refused
"""utils/mask-model writes what sparse-opt reads: elements that are zero are those of the
arrays, whether they are read from weights, in which both zeros count, or from masks,
and whether bits stand in the text or in resources."""

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
        # Both zeros are 0.
        zeros = np.where(random.random(values.shape) < 0.5, 0.0, -0.0)
        weights[key] = np.where(masks[key], np.where(values == 0, 1, values), zeros)
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


def write_smtx(path: Path, mask: np.ndarray) -> None:
    """As the Deep Learning Matrix Collection has it."""
    starts = np.concatenate([[0], np.cumsum(mask.sum(axis=1))])
    lines = [f"{mask.shape[0]}, {mask.shape[1]}, {mask.sum()}"]
    lines += [" ".join(map(str, starts)), " ".join(map(str, mask.nonzero()[1]))]
    path.write_text("\n".join(lines) + "\n")


def stored(folder: Path) -> tuple[bool, bool]:
    """Whether resources say what digits do, and .smtx what an array does."""
    model, masks = INPUTS / "qdq.mlir", folder / "one.npz"
    name, values = next(iter(np.load(INPUTS / "qdq.weights.npz").items()))
    mask = np.random.default_rng(1).random(values.shape) < 0.5
    np.savez(masks, **{name: mask})
    write_smtx(folder / "one.smtx", mask)
    digits = mask_model(model, "--masks", masks)
    resources = mask_model(model, "--masks", masks, "--resources")
    smtx = mask_model(model, "--masks", f"{name}={folder / 'one.smtx'}")
    facts = []
    for text in (digits.stdout, resources.stdout):
        done = subprocess.run(
            ["sparse-opt", "-", "--tesa-print=masks=true", "-o", "/dev/null"],
            check=True,
            input=text,
            capture_output=True,
            text=True,
        )
        facts.append(re.findall(r"remark: (.*)", done.stderr))
    behind = "dense_resource<" in resources.stdout and facts[0]
    return bool(behind) and facts[0] == facts[1], smtx.stdout == digits.stdout != ""


def refusals(folder: Path) -> int:
    """Refused: a shape, a name, a file that is cut, and one that is not there, of both
    kinds, and patterns that are none."""
    model = INPUTS / "qdq.mlir"
    weights = dict(np.load(INPUTS / "qdq.weights.npz"))
    name, values = next(iter(weights.items()))
    np.savez(folder / "shape.npz", **{name: values[:1]})
    np.savez(folder / "name.npz", other=values)
    whole = (folder / "name.npz").read_bytes()
    (folder / "cut.npz").write_bytes(whole[: len(whole) // 2])
    mask = np.ones(values.shape, bool)
    write_smtx(folder / "whole.smtx", mask)
    write_smtx(folder / "shape.smtx", mask[:1])
    text = (folder / "whole.smtx").read_text()
    (folder / "cut.smtx").write_text(text[: len(text) // 2])
    (folder / "columns.smtx").write_text("1, 2, 1\n0 1\n2\n")
    (folder / "starts.smtx").write_text("1, 2, 1\n0 2\n0\n")
    shape = f"error: '{name}': expected an array of the shape of tensor<"
    expected = {
        "shape.npz": shape,
        "name.npz": "error: expected an argument called 'other' but got: ",
        "cut.npz": "cut.npz: expected arrays in an .npz file: ",
        "nothing.npz": "nothing.npz: expected arrays in an .npz file: ",
        f"{name}={folder}/shape.smtx": shape,
        f"other={folder}/whole.smtx": "error: expected an argument called 'other'",
        f"{name}={folder}/cut.smtx": "cut.smtx: expected ",
        f"{name}={folder}/nothing.smtx": "nothing.smtx: expected text as .smtx has it",
        f"{name}={folder}/columns.smtx": "expected columns from 0 to 1 but got 2 to 2",
        f"{name}={folder}/starts.smtx": "expected starts of rows that rise from 0 to 1",
        f"{folder}/whole.smtx": "whole.smtx: expected NAME=FILE.smtx",
    }
    count = 0
    for file, message in expected.items():
        done = mask_model(
            model, "--masks", file if file.endswith(".smtx") else folder / file
        )
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
    for what, is_same in zip(("resources", "smtx"), stored(folder), strict=True):
        print(f"{what}: {'the same' if is_same else 'different'}")
    print(f"{refusals(folder)} refused")


if __name__ == "__main__":
    main()
