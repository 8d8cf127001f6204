# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK-COUNT-5: {{^[a-z]+: [0-9]+ values, [1-9][0-9]* zeros found: (99[.][0-9]|100[.]0) %, 0 wrong; [1-9][0-9]* dead, results differ by .*, strictly by nothing: right}}
# CHECK: infinity: kept in strict mode, and lost otherwise
# CHECK-NOT: wrong{{$}}
"""Facts about the imports of Inputs are right, and the zeros that numbers show are found.

Weights are pruned by rows, columns, blocks and elements. Scrambling is the oracle
(SparTA, section 3.2): the function, compiled by passes of upstream, returns all its
values for random numbers, 256 times. What is zero is 0 each time. With all that is dead
made 0, results differ by no more than 1e-5 of the largest; in strict mode by nothing, with
an infinity or what is no number among the operands.

usage: facts.py FOLDER [MODEL.mlir [SAMPLES [SEED...]]]
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import every_value
import numpy as np
from every_value import Function, Tensor

INPUTS = Path(__file__).parent / "Inputs"
ROOT = Path(__file__).parents[3]
sys.path += [str(ROOT / "utils"), str(INPUTS.parents[1] / "Propagation")]
from masking.model import with_masks
from scrambling import unpack

FACT = re.compile(
    r":(\d+):\d+: remark: result 0[^:]*: (?:.*; )?\d+ of \d+ elements are zero: "
    r"#tesa\.mask<\[(.*?)\] by \[(.*?)\] keeps (\w+|\"\w*\")>"
)
DEAD = re.compile(
    r"argument (\d+): (?:.*; )?\d+ of \d+ elements are dead: "
    r"#tesa\.mask<\[(.*?)\] by \[(.*?)\] keeps (\w+|\"\w*\")>"
)
TO_LINALG = ["--convert-tesa-to-arith", "--convert-elementwise-to-linalg"]


def prune(shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
    """The elements that are kept: by rows, columns, blocks, elements, all or none."""
    kind, share = random.integers(8), random.choice([0.3, 0.7])
    sizes = [1] * len(shape)
    if kind == 7:
        return np.full(shape, random.random() < 0.8)
    if kind in (0, 1, 2) or len(shape) == 1:
        sizes[min(kind // 2, len(shape) - 1)] = -1
    mask = random.random([n if size == -1 else size for n, size in zip(shape, sizes)])
    if kind in (5, 6) and len(shape) > 1:
        mask = random.random(shape)
    if kind in (3, 4) and len(shape) > 1:
        mask = random.random(shape)
        for axis in range(2):
            mask = mask.take(np.arange(shape[axis]) // 4 * 4, axis=axis)
    return np.broadcast_to(mask < share, shape).copy()


def draw(name: str, like: Tensor, random: np.random.Generator) -> np.ndarray:
    kind = every_value.TYPES[like.type]
    if "mask" in name:
        return np.ones(like.shape, kind)
    if np.issubdtype(kind, np.floating):
        spread = 1 if len(like.shape) < 2 else like.shape[-1] ** -0.5
        sign = random.choice([-1, 1], like.shape)
        return (sign * random.uniform(0.5, 2, like.shape) * spread).astype(kind)
    return random.integers(1, min(np.iinfo(kind).max, 1000), like.shape).astype(kind)


def optimise(text: str, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["sparse-opt", "-", *options],
        check=True,
        input=text,
        capture_output=True,
        text=True,
    )


class Model:
    """An import, with masks that depend on the seed."""

    def __init__(self, path: Path, folder: Path):
        self.text, self.folder, self.name = path.read_text(), folder, path.stem
        self.arguments = every_value.arguments(self.text)
        self.weights = np.load(path.with_name(f"{path.stem}.weights.npz")).files
        self.values = every_value.values(self.text)
        everything = every_value.with_all_values(self.text)
        self.everything = Function(everything, folder, f"{self.name}.all")
        self.plain = Function(self.text, folder, f"{self.name}.plain")

    def prune(self, seed: int) -> None:
        self.random, self.seed = np.random.default_rng(seed), seed
        self.kept = {
            name: prune(self.arguments[name].shape, self.random)
            for name in self.weights
            if "embed" not in name
        }
        self.masked = with_masks(self.text, self.kept)

    def sample(self) -> list[np.ndarray]:
        made = []
        for name, like in self.arguments.items():
            numbers = draw(name, like, self.random)
            kept = self.kept.get(name, np.True_)
            made.append(np.where(kept, numbers, 0).astype(numbers.dtype))
        return made

    def zeros(self) -> dict[str, np.ndarray]:
        """By the names of values."""
        said = optimise(self.masked, "--tesa-print=masks", "-o", os.devnull).stderr
        lines, found = self.masked.split("\n"), {}
        for line, shape, block, digits in FACT.findall(said):
            name = re.match(r" *(%\w+)", lines[int(line) - 1])[1]
            found[name] = unpack(shape, block, digits)
        return found

    def pruned(self, strict: bool) -> Function:
        """With what is dead made 0."""
        flag = f"--tesa-prune-dead=strict={str(strict).lower()}"
        text = optimise(self.masked, flag, *TO_LINALG).stdout
        # What is said of arguments has no meaning for what comes.
        text = re.sub(r", tesa\.mask = #tesa\.mask<.*?>", "", text)
        kind = "strict" if strict else "pruned"
        # A library that is open is not read again.
        return Function(text, self.folder, f"{self.name}.{kind}{self.seed}")


def with_infinity(
    arrays: list[np.ndarray], dead: dict[int, np.ndarray], random: np.random.Generator
) -> list[np.ndarray]:
    """An element of a float that is not 0 becomes infinite, or no number: one that is
    dead where numbers are finite, if there is one in the chosen array."""
    made = [array.copy() for array in arrays]
    floats = [n for n, array in enumerate(made) if array.dtype.kind == "f"]
    if not floats:
        return made
    chosen = random.choice([n for n in floats if n in dead] or floats)
    array = made[chosen]
    places = np.flatnonzero(dead.get(chosen, np.True_) & (array != 0))
    if len(places) == 0:
        places = np.flatnonzero(array)
    if len(places):
        array.flat[random.choice(places)] = random.choice([np.inf, -np.inf, np.nan])
    return made


@dataclass
class Totals:
    shown: int = 0
    found: int = 0
    wrong: int = 0
    dead: int = 0
    off: float = 0.0
    same: bool = True


def check_zeros(model: Model, samples: int, totals: Totals) -> None:
    always = [np.ones(value.shape, bool) for value in model.values]
    first = len(model.everything.results) - len(always)
    for _ in range(samples):
        made = model.everything(model.sample())[first:]
        for zero, numbers in zip(always, made, strict=True):
            zero &= numbers == 0
    facts = model.zeros()
    for value, zero in zip(model.values, always, strict=True):
        known = facts.get(value.name, np.zeros(value.shape, bool))
        totals.shown += int(zero.sum())
        totals.found += int((known & zero).sum())
        totals.wrong += int((known & ~zero).sum())
        if (zero & ~known).sum() > 0.01 * zero.size:
            missed = f"{(zero & ~known).sum()} of {zero.size}"
            print(f"{model.name} {value.name}: {missed} missed", file=sys.stderr)


def check_dead(model: Model, samples: int, totals: Totals) -> None:
    """By how much of the largest element results differ where dead elements are 0, and
    whether they are the same in strict mode."""
    said = optimise(model.masked, "--tesa-print=masks", "-o", os.devnull).stderr
    dead = {int(number): unpack(*rest) for number, *rest in DEAD.findall(said)}
    totals.dead += int(sum(mask.sum() for mask in dead.values()))
    pruned, strict = model.pruned(False), model.pruned(True)
    for _ in range(samples):
        arrays = model.sample()
        for a, b in zip(model.plain(arrays), pruned(arrays), strict=True):
            a, b = a.astype(np.float64), b.astype(np.float64)
            largest = np.abs(a).max(initial=0) or 1
            totals.off = max(totals.off, np.abs(a - b).max(initial=0) / largest)
        arrays = with_infinity(arrays, dead, model.random)
        for a, b in zip(model.plain(arrays), strict(arrays), strict=True):
            totals.same &= np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def check(path: Path, folder: Path, samples: int, seeds: list[int]) -> str:
    model, totals = Model(path, folder), Totals()
    for seed in seeds:
        model.prune(seed)
        check_zeros(model, samples, totals)
        check_dead(model, max(samples // 16, 2), totals)
    share = 100 * totals.found / max(totals.shown, 1)
    right = not totals.wrong and share >= 99 and totals.off <= 1e-5 and totals.same
    return (
        f"{model.name}: {len(model.values)} values, {totals.found} zeros found: "
        f"{share:.1f} %, {totals.wrong} wrong; {totals.dead} dead, results differ by "
        f"{totals.off:.1e}, strictly by {'nothing' if totals.same else 'something'}: "
        f"{'right' if right else 'wrong'}"
    )


PRODUCT = """
module {
  func.func @product(
    %X: tensor<2x4xf32> {sparse.name = "X"},
    %W: tensor<4x3xf32> {sparse.name = "W"}) -> tensor<2x3xf32> {
    %zero = arith.constant dense<0.0> : tensor<2x3xf32>
    %0 = linalg.matmul ins(%X, %W : tensor<2x4xf32>, tensor<4x3xf32>)
      outs(%zero : tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
"""


def infinity(folder: Path) -> str:
    """Of a product with a row of W pruned, an infinity in the column of X."""
    path = folder / "product.mlir"
    path.write_text(PRODUCT)
    np.savez(folder / "product.weights.npz", W=np.ones((4, 3), np.float32))
    model = Model(path, folder)
    model.prune(0)
    kept = np.array([[True], [False], [True], [True]])
    model.masked = with_masks(model.text, {"W": np.broadcast_to(kept, (4, 3))})
    x = np.ones((2, 4), np.float32)
    x[0, 1] = np.inf
    arrays = [x, np.where(kept, np.ones((4, 3), np.float32), np.float32(0))]
    plain, lost, strict = (
        function(arrays)[0]
        for function in (model.plain, model.pruned(False), model.pruned(True))
    )
    same = np.array_equal(plain, strict, equal_nan=True)
    right = same and np.isnan(plain[0]).all() and np.isfinite(lost).all()
    return "kept in strict mode, and lost otherwise" if right else "wrong"


def main() -> None:
    folder, *more = sys.argv[1:]
    paths = [Path(more[0])] if more else sorted(INPUTS.glob("*.mlir"))
    samples = int(more[1]) if len(more) > 1 else 256
    seeds = [int(seed) for seed in more[2:]] or [1, 2, 3, 5]
    for path in paths:
        print(check(path, Path(folder), samples, seeds), flush=True)
    if not more:
        print(f"infinity: {infinity(Path(folder))}")


if __name__ == "__main__":
    main()
