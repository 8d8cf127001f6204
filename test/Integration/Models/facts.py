# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK-COUNT-5: {{^[a-z]+: [0-9]+ values, 6 prunings, [1-9][0-9]* zeros found: (99[.][0-9]|100[.]0) % or more, [0-9]+ of samples only, 0 wrong; [1-9][0-9]* dead, results differ by .*, strictly by nothing: right}}
# CHECK: infinity: kept in strict mode, and lost otherwise
# CHECK-NOT: wrong{{$}}
"""Facts about the imports of Inputs are right, and the zeros that numbers show are found.

Weights are pruned by rows, columns, blocks and elements, by five seeds and one that is
drawn. Scrambling is the oracle (SparTA, section 3.2): the function, compiled by passes of
upstream, returns all its values for random numbers, 256 times. What is zero is 0 each
time, and of what is 0 each time 99 % are zero, or zero by their numbers, for each seed.
What is 0 in these samples and not in 256 of a wider range is counted apart. With all that is dead
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

REMARK = re.compile(r":(\d+):\d+: remark: result 0[^:]*: (.*)")
ZERO = re.compile(
    r"elements are (zero|zero by their numbers): "
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


def draw(
    name: str, like: Tensor, random: np.random.Generator, wide: bool
) -> np.ndarray:
    kind = every_value.TYPES[like.type]
    if "mask" in name:
        return np.ones(like.shape, kind)
    if np.issubdtype(kind, np.floating):
        # Sums stay near 1 through many layers: by inputs, or by all of a filter.
        terms = like.shape[-1] if len(like.shape) < 4 else np.prod(like.shape[1:])
        spread = 1 if len(like.shape) < 2 else float(terms) ** -0.5
        sign = random.choice([-1, 1], like.shape)
        sizes = random.uniform(0.5, 2, like.shape)
        if wide:
            sizes = 2.0 ** random.uniform(-6, 6, like.shape)
        return (sign * sizes * spread).astype(kind)
    most = min(np.iinfo(kind).max, 1000)
    least = max(np.iinfo(kind).min, -1000) if wide else 1
    return random.integers(least, most, like.shape).astype(kind)


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

    def sample(self, wide: bool = False) -> list[np.ndarray]:
        made = []
        for name, like in self.arguments.items():
            numbers = draw(name, like, self.random, wide)
            kept = self.kept.get(name, np.True_)
            made.append(np.where(kept, numbers, 0).astype(numbers.dtype))
        return made

    def zeros(self) -> dict[str, np.ndarray]:
        """By the names of values: those that stay where what is dead becomes 0, and
        those of numbers as they are."""
        flag = "--tesa-print=masks constants"
        said = optimise(self.masked, flag, "-o", os.devnull).stderr
        lines, found = self.masked.split("\n"), {}
        for line, facts in REMARK.findall(said):
            name = re.match(r" *(%\w+)", lines[int(line) - 1])[1]
            for _, *mask in ZERO.findall(facts):
                found[name] = found.get(name, False) | unpack(*mask)
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
    found: int = 0
    #: The least share of zeros that are found, in percent, of all prunings.
    share: float = 100.0
    accidents: int = 0
    wrong: int = 0
    dead: int = 0
    off: float = 0.0
    same: bool = True


def find_zeros(model: Model, samples: int, wide: bool = False) -> list[np.ndarray]:
    """For each value, what is 0 each time."""
    always = [np.ones(value.shape, bool) for value in model.values]
    first = len(model.everything.results) - len(always)
    for _ in range(samples):
        made = model.everything(model.sample(wide))[first:]
        for zero, numbers in zip(always, made, strict=True):
            zero &= numbers == 0
    return always


def check_zeros(model: Model, samples: int, totals: Totals) -> None:
    always, facts = find_zeros(model, samples), model.zeros()
    known = [
        facts.get(value.name, np.zeros(value.shape, bool)) for value in model.values
    ]
    missed = [zero & ~fact for zero, fact in zip(always, known, strict=True)]
    if any(mask.any() for mask in missed):
        for mask, zero in zip(missed, find_zeros(model, samples, True), strict=True):
            totals.accidents += int((mask & ~zero).sum())
            mask &= zero
    found = sum(int((f & z).sum()) for f, z in zip(known, always, strict=True))
    lost = sum(int(mask.sum()) for mask in missed)
    totals.found += found
    totals.share = min(totals.share, 100 * found / max(found + lost, 1))
    totals.wrong += sum(int((f & ~z).sum()) for f, z in zip(known, always, strict=True))
    for value, mask in zip(model.values, missed, strict=True):
        if mask.any():
            some = f"{mask.sum()} of {mask.size}"
            print(
                f"{model.name} {value.name}: {some} missed, seed {model.seed}",
                file=sys.stderr,
            )


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    """Signs of zeros included, and whatever is no number being one."""
    if a.dtype.kind != "f":
        return np.array_equal(a, b)
    numbers = ~np.isnan(a)
    signs = np.array_equal(np.signbit(a[numbers]), np.signbit(b[numbers]))
    return signs and np.array_equal(a, b, equal_nan=True)


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
            totals.same &= same_bits(a, b)


def check(path: Path, folder: Path, samples: int, seeds: list[int]) -> str:
    model, totals = Model(path, folder), Totals()
    for seed in seeds:
        model.prune(seed)
        check_zeros(model, samples, totals)
        check_dead(model, max(samples // 16, 2), totals)
    right = not totals.wrong and totals.share >= 99 and totals.off <= 1e-5
    return (
        f"{model.name}: {len(model.values)} values, {len(seeds)} prunings, "
        f"{totals.found} zeros found: {totals.share:.1f} % or more, "
        f"{totals.accidents} of samples only, {totals.wrong} wrong; {totals.dead} dead, "
        f"results differ by {totals.off:.1e}, strictly by "
        f"{'nothing' if totals.same else 'something'}: "
        f"{'right' if right and totals.same else 'wrong'}"
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
    drawn = int(np.random.default_rng().integers(1000, 1000000))
    seeds = [int(seed) for seed in more[2:]] or [1, 2, 3, 4, 5, drawn]
    print(f"seeds {seeds}", flush=True)
    for path in paths:
        print(check(path, Path(folder), samples, seeds), flush=True)
    if not more:
        print(f"infinity: {infinity(Path(folder))}")


if __name__ == "__main__":
    main()
