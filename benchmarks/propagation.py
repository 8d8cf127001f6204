#!/usr/bin/env python3
"""How much of a pruned MobileNet is zero or dead once facts have travelled.

MODEL.mlir is the import of `utils/make-onnx mobilenet`, with its weights beside it. Each
convolution is pruned by itself, depthwise ones too and the classifier not, by magnitude:
filters by the sum of their absolute values ("structured"), or elements ("unstructured").
With a filter its bias goes or stays. Counted are elements of the weights of
convolutions, without biases: those that are pruned, and those that are zero or dead.

usage: benchmarks/propagation.py MODEL.mlir [--write]
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "utils"))
from masking.model import ARGUMENT, with_masks

PAGE = ROOT / "docs" / "Dialects" / "Tesa.md"
MARKS = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"
REMARK = re.compile(r"remark: argument (\d+): (.*)")
FACT = re.compile(
    r"are (zero|dead): #tesa\.mask<\[(.*?)\] by \[(.*?)\] keeps (\w+|\"\w*\")>"
)
HEAD = "| what | share | biases | pruned | zero or dead | in the paper |"


@dataclass
class Pruning:
    structured: bool
    share: float
    #: Whether a filter takes its bias along.
    biases: bool
    #: What the paper has (SparTA, Fig. 14).
    paper: str

    def keep(self, weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The elements of each array that are kept."""
        kept = {}
        for name in filters(weights):
            size = np.abs(weights[name])
            if self.structured:
                size = size.sum(axis=tuple(range(1, size.ndim)), keepdims=True)
            order = np.argsort(size, axis=None, kind="stable")
            mask = np.ones(size.shape, bool)
            mask.ravel()[order[: round(self.share * size.size)]] = False
            kept[name] = np.broadcast_to(mask, weights[name].shape)
            bias = name.replace(".weight", ".bias")
            if self.structured and self.biases:
                kept[bias] = mask.ravel()
        return kept


PRUNINGS = [
    Pruning(True, 0.5, True, "89.7 %"),
    Pruning(True, 0.5, False, "89.7 %"),
    Pruning(True, 0.9, True, "100 %"),
    Pruning(True, 0.9, False, "100 %"),
    Pruning(False, 0.9, False, "95.3 %"),
]


def filters(weights: dict[str, np.ndarray]) -> list[str]:
    return [name for name, array in weights.items() if array.ndim == 4]


def unpack(shape: str, block: str, digits: str) -> np.ndarray:
    sizes, blocks = ([int(n) for n in text.split(",")] for text in (shape, block))
    grid = [-(-size // step) for size, step in zip(sizes, blocks, strict=True)]
    packed = np.frombuffer(bytes.fromhex(digits.strip('"')), dtype=np.uint8)
    bits = np.unpackbits(packed, bitorder="little")[: int(np.prod(grid))]
    mask = bits.reshape(grid).astype(bool)
    for dim, step in enumerate(blocks):
        mask = np.repeat(mask, step, axis=dim).take(range(sizes[dim]), axis=dim)
    return mask


def propagate(text: str) -> dict[str, dict[str, np.ndarray]]:
    """What is known of each argument, by its name."""
    done = subprocess.run(
        ["sparse-opt", "-", "--tesa-print=masks", "-o", os.devnull],
        check=True,
        input=text,
        capture_output=True,
        text=True,
    )
    names = re.findall(r'sparse\.name = "(.*?)"', text)
    facts: dict[str, dict[str, np.ndarray]] = {}
    for number, said in REMARK.findall(done.stderr):
        facts[names[int(number)]] = {
            kind: unpack(*rest) for kind, *rest in FACT.findall(said)
        }
    return facts


def measure(text: str, weights: dict[str, np.ndarray], pruning: Pruning) -> str:
    kept = pruning.keep(weights)
    masked = with_masks(text, kept)
    facts = propagate(masked)
    total = pruned = either = 0
    for name in filters(weights):
        none = np.zeros(weights[name].shape, bool)
        known = facts.get(name, {})
        zeros, dead = known.get("zero", none), known.get("dead", none)
        total += none.size
        pruned += int((~kept[name]).sum())
        either += int((zeros | dead).sum())
    kind = "filters" if pruning.structured else "elements"
    biases = "with them" if pruning.biases else "kept"
    shares = " | ".join(f"{100 * n / total:.1f} %" for n in (pruned, either))
    return (
        f"| {kind} | {100 * pruning.share:.0f} % | {biases} | {shares} | "
        f"{pruning.paper} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", type=Path, metavar="MODEL.mlir")
    parser.add_argument("--write", action="store_true", help="the figures of the page")
    options = parser.parse_args()
    text = options.model.read_text()
    names = {name for _, _, _, name in ARGUMENT.findall(text)}
    arrays = np.load(options.model.with_name(f"{options.model.stem}.weights.npz"))
    weights = {name: arrays[name] for name in arrays.files if name in names}
    lines = [HEAD, "|--" * (HEAD.count("|") - 1) + "|"]
    lines += [measure(text, weights, pruning) for pruning in PRUNINGS]
    figures = "\n".join(lines) + "\n"
    print(figures)
    if options.write:
        before, rest = PAGE.read_text().split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        PAGE.write_text(before + MARKS[0] + "\n" + figures + "\n" + MARKS[1] + after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
