# RUN: %python %s 1 150 | FileCheck %s
# CHECK: 150 models, {{[1-9][0-9]*}} zeros and {{[1-9][0-9]*}} dead elements found, 0 wrong, 0 zeros missed
"""Facts about random models are right, and all zeros that numbers show are found.

Models are made beside what they compute in NumPy, in integers. Scrambling is the
oracle (SparTA, section 3.2): of 24 runs with random numbers where nothing is pruned,
an element that is zero has 0 in each, and one that has 0 in each is zero. Dead
elements, of all values at once, become 0 and others, and no result changes.

usage: scrambling.py SEED MODELS
"""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

SAMPLES = 24
REMARK = re.compile(
    r":(\d+):\d+: remark: (?:result|argument) (\d+)[^:]*: (.*)", re.MULTILINE
)
FACT = re.compile(
    r"are (zero|dead|zero by their numbers): "
    r"#tesa\.mask<\[(.*?)\] by \[(.*?)\] keeps (\w+|\"\w*\")>"
)

Shape = tuple[int, ...]


def tensor(shape: Shape) -> str:
    return f"tensor<{'x'.join(map(str, (*shape, 'i64')))}>"


def unpack(shape: str, block: str, digits: str) -> np.ndarray:
    """The elements of a mask in text."""
    sizes = [int(size) for size in shape.split(",") if size.strip()]
    blocks = [int(size) for size in block.split(",") if size.strip()]
    grid = [-(-size // step) for size, step in zip(sizes, blocks, strict=True)]
    packed = np.frombuffer(bytes.fromhex(digits.strip('"')), dtype=np.uint8)
    cells = np.unpackbits(packed, bitorder="little")[: int(np.prod(grid))]
    mask = cells.reshape(grid).astype(bool)
    for dim, step in enumerate(blocks):
        mask = np.repeat(mask, step, axis=dim).take(range(sizes[dim]), axis=dim)
    return mask


def pack(mask: np.ndarray) -> str:
    bits = np.packbits(mask.ravel(), bitorder="little").tobytes().hex()
    sizes = ", ".join(map(str, mask.shape))
    ones = ", ".join("1" for _ in mask.shape)
    return f'<[{sizes}] by [{ones}] keeps "{bits}">'


@dataclass
class Value:
    name: str
    shape: Shape
    #: Its numbers, from those of the values before it.
    compute: Callable[[dict[str, np.ndarray]], np.ndarray]
    #: Elements that are 0 from the start, of an argument.
    pruned: np.ndarray | None = None


@dataclass
class Model:
    """A function of arguments, and an operation in a line for each other value."""

    random: np.random.Generator
    values: list[Value] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    #: Operations of which nothing is asked: what sums start from.
    starts: int = 0

    def add(self, shape: Shape, text: str, compute: Callable) -> Value:
        value = Value(f"%v{len(self.values)}", shape, compute)
        self.values.append(value)
        self.lines.append(f"{value.name} = {text}")
        return value

    def prune(self, shape: Shape) -> np.ndarray:
        """By channels, by blocks, by elements, or not at all."""
        kind = self.random.integers(4)
        if kind == 0:
            return np.zeros(shape, bool)
        if kind == 1:
            axis = self.random.integers(len(shape))
            sizes = [1] * len(shape)
            sizes[axis] = shape[axis]
            return np.broadcast_to(self.random.random(sizes) < 0.5, shape).copy()
        mask = self.random.random(shape) < 0.5
        if kind == 2:
            for axis in range(len(shape)):
                mask = mask.take(np.arange(shape[axis]) // 2 * 2, axis=axis)
        return mask

    def argument(self, shape: Shape) -> Value:
        value = Value(f"%v{len(self.values)}", shape, lambda env: None)
        value.pruned = self.prune(shape)
        self.values.append(value)
        return value

    def start(self, shape: Shape) -> str:
        self.starts += 1
        name = f"%s{self.starts}"
        self.lines.append(f"{name} = arith.constant dense<0> : {tensor(shape)}")
        return name

    def product(self, x: Value) -> Value:
        w = self.argument((x.shape[1], int(self.random.integers(1, 6))))
        shape = (x.shape[0], w.shape[1])
        start = self.start(shape)
        return self.add(
            shape,
            f"linalg.matmul ins({x.name}, {w.name} : {tensor(x.shape)}, "
            f"{tensor(w.shape)}) outs({start} : {tensor(shape)}) -> {tensor(shape)}",
            lambda env: env[x.name] @ env[w.name],
        )

    def bias(self, x: Value) -> Value:
        """A row added to all, and the larger of that and 0, now and then."""
        b = self.argument((x.shape[1],))
        relu = bool(self.random.integers(2))
        start = self.start(x.shape)
        body = "%t = arith.addi %a, %b : i64 "
        body += (
            "%r = arith.maxsi %t, %z : i64 linalg.yield %r : i64"
            if relu
            else ("linalg.yield %t : i64")
        )
        maps = "affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>"
        return self.add(
            x.shape,
            f"linalg.generic {{indexing_maps = [{maps}, affine_map<(i, j) -> (i, j)>], "
            'iterator_types = ["parallel", "parallel"]} '
            f"ins({x.name}, {b.name} : {tensor(x.shape)}, {tensor(b.shape)}) "
            f"outs({start} : {tensor(x.shape)}) {{ ^bb0(%a: i64, %b: i64, %o: i64): "
            f"{body} }} -> {tensor(x.shape)}",
            lambda env: (
                np.maximum(env[x.name] + env[b.name], 0)
                if relu
                else env[x.name] + env[b.name]
            ),
        )

    def scale(self, x: Value) -> Value:
        other = self.argument(x.shape)
        return self.add(
            x.shape,
            f"arith.muli {x.name}, {other.name} : {tensor(x.shape)}",
            lambda env: env[x.name] * env[other.name],
        )

    def residual(self, x: Value) -> Value:
        same = [value for value in self.values if value.shape == x.shape]
        y = same[self.random.integers(len(same))]
        return self.add(
            x.shape,
            f"arith.addi {x.name}, {y.name} : {tensor(x.shape)}",
            lambda env: env[x.name] + env[y.name],
        )

    def transpose(self, x: Value) -> Value:
        shape = x.shape[::-1]
        start = self.start(shape)
        return self.add(
            shape,
            f"linalg.generic {{indexing_maps = [affine_map<(i, j) -> (j, i)>, "
            'affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} '
            f"ins({x.name} : {tensor(x.shape)}) outs({start} : {tensor(shape)}) "
            "{ ^bb0(%a: i64, %o: i64): linalg.yield %a : i64 } "
            f"-> {tensor(shape)}",
            lambda env: env[x.name].T,
        )

    def slice(self, x: Value) -> Value:
        offset = int(self.random.integers(x.shape[0]))
        size = int(self.random.integers(1, x.shape[0] - offset + 1))
        shape = (size, x.shape[1])
        return self.add(
            shape,
            f"tensor.extract_slice {x.name}[{offset}, 0] [{size}, {shape[1]}] [1, 1] : "
            f"{tensor(x.shape)} to {tensor(shape)}",
            lambda env: env[x.name][offset : offset + size],
        )

    def concat(self, x: Value) -> Value:
        y = self.argument((int(self.random.integers(1, 4)), x.shape[1]))
        shape = (x.shape[0] + y.shape[0], x.shape[1])
        return self.add(
            shape,
            f"tensor.concat dim(0) {x.name}, {y.name} : "
            f"({tensor(x.shape)}, {tensor(y.shape)}) -> {tensor(shape)}",
            lambda env: np.concatenate([env[x.name], env[y.name]]),
        )

    def pad(self, x: Value) -> Value:
        low, high = (int(size) for size in self.random.integers(0, 3, 2))
        shape = (x.shape[0], x.shape[1] + low + high)
        return self.add(
            shape,
            f"tensor.pad {x.name} low[0, {low}] high[0, {high}] {{ "
            "^bb0(%i: index, %j: index): tensor.yield %z : i64 } : "
            f"{tensor(x.shape)} to {tensor(shape)}",
            lambda env: np.pad(env[x.name], ((0, 0), (low, high))),
        )

    def reshape(self, x: Value) -> Value:
        flat = (x.shape[0] * x.shape[1],)
        middle = self.add(
            flat,
            f"tensor.collapse_shape {x.name} [[0, 1]] : "
            f"{tensor(x.shape)} into {tensor(flat)}",
            lambda env: env[x.name].ravel(),
        )
        sizes = [size for size in range(1, flat[0] + 1) if flat[0] % size == 0]
        rows = sizes[self.random.integers(len(sizes))]
        shape = (rows, flat[0] // rows)
        return self.add(
            shape,
            f"tensor.expand_shape {middle.name} [[0, 1]] output_shape "
            f"[{shape[0]}, {shape[1]}] : {tensor(flat)} into {tensor(shape)}",
            lambda env: env[middle.name].reshape(shape),
        )

    def convolve(self, x: Value) -> Value:
        """Along rows, by a window, with a stride."""
        window = int(self.random.integers(1, min(3, x.shape[0]) + 1))
        stride = int(self.random.integers(1, 3))
        w = self.argument((window, x.shape[1], int(self.random.integers(1, 5))))
        count = (x.shape[0] - window) // stride + 1
        shape = (count, w.shape[2])
        start = self.start(shape)
        maps = (
            f"affine_map<(i, f, k, c) -> (i * {stride} + k, c)>, "
            "affine_map<(i, f, k, c) -> (k, c, f)>, affine_map<(i, f, k, c) -> (i, f)>"
        )
        return self.add(
            shape,
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            '["parallel", "parallel", "reduction", "reduction"]} '
            f"ins({x.name}, {w.name} : {tensor(x.shape)}, {tensor(w.shape)}) "
            f"outs({start} : {tensor(shape)}) {{ ^bb0(%a: i64, %b: i64, %o: i64): "
            "%p = arith.muli %a, %b : i64 %t = arith.addi %o, %p : i64 "
            f"linalg.yield %t : i64 }} -> {tensor(shape)}",
            lambda env: np.stack(
                [
                    np.einsum(
                        "kc,kcf->f", env[x.name][i * stride :][:window], env[w.name]
                    )
                    for i in range(count)
                ]
            ),
        )

    def mark(self, x: Value) -> Value:
        pruned = self.prune(x.shape)
        return self.add(
            x.shape,
            f"tesa.mark {x.name} keeps {pack(~pruned)} : {tensor(x.shape)}",
            lambda env: np.where(pruned, 0, env[x.name]),
        )

    def build(self) -> None:
        x = self.argument(tuple(int(size) for size in self.random.integers(1, 7, 2)))
        steps = (self.product, self.bias, self.scale, self.residual, self.transpose)
        steps += (self.slice, self.concat, self.pad, self.reshape, self.convolve)
        steps += (self.mark, self.product, self.bias)
        for _ in range(self.random.integers(2, 9)):
            x = steps[self.random.integers(len(steps))](x)
        self.result = x

    def text(self, name: str) -> str:
        """A line for each value: arguments first, in order."""
        arguments = ",\n".join(
            f"{value.name}: {tensor(value.shape)} "
            f"{{tesa.mask = #tesa.mask{pack(~value.pruned)}}}"
            for value in self.values
            if value.pruned is not None
        )
        return (
            f"func.func @{name}(\n{arguments}\n) -> {tensor(self.result.shape)} {{\n"
            "%z = arith.constant 0 : i64\n" + "\n".join(self.lines) + "\n"
            f"return {self.result.name} : {tensor(self.result.shape)}\n}}\n"
        )

    def run(self, change: Callable[[str, np.ndarray], np.ndarray], seed: int) -> dict:
        """The numbers of all values; `change` is made to each before it is used."""
        random, env = np.random.default_rng(seed), {}
        for value in self.values:
            if value.pruned is not None:
                numbers = random.integers(1, 50, value.shape)
                numbers *= random.choice([-1, 1], value.shape)
                numbers = np.where(value.pruned, 0, numbers)
            else:
                numbers = value.compute(env)
            env[value.name] = change(value.name, numbers)
        return env


def read_facts(remarks: str, lines: list[str]) -> dict[tuple[str, str], np.ndarray]:
    """For each value, by function and name, the elements of "zero" and of "dead"."""
    facts, functions = {}, []
    for line in lines:
        named = re.match(r"func\.func @(\w+)", line)
        functions.append(named[1] if named else functions[-1] if functions else "")
    for number, _, text in REMARK.findall(remarks):
        line = lines[int(number) - 1]
        name = re.match(r"%\w+", line)[0]
        for kind, shape, block, digits in FACT.findall(text):
            key = functions[int(number) - 1], name, kind
            facts[key] = unpack(shape, block, digits)
    return facts


def find_facts(text: str) -> dict[tuple[str, str], np.ndarray]:
    """What sparse-opt says of a program, as read_facts has it."""
    command = ["sparse-opt", "-", "--tesa-print=masks constants", "-o", "/dev/null"]
    done = subprocess.run(
        command, check=False, input=text, text=True, capture_output=True
    )
    if done.returncode:
        sys.exit(done.stderr[:2000])
    return read_facts(done.stderr, text.split("\n"))


@dataclass
class Totals:
    zeros: int = 0
    dead: int = 0
    wrong: int = 0
    missed: int = 0
    #: Models with numbers that are not finite, of which nothing is said.
    skipped: int = 0


def agree(a: np.ndarray, b: np.ndarray) -> bool:
    """Integers are the same, and floats as close as their sums are."""
    if a.dtype.kind == "i":
        return np.array_equal(a, b)
    return np.allclose(a, b, rtol=1e-9, atol=1e-9 * np.abs(b).max(initial=0))


def check(model: Model, name: str, facts: dict, totals: Totals) -> None:
    runs = [model.run(lambda _, numbers: numbers, seed) for seed in range(SAMPLES)]
    if not all(np.isfinite(numbers).all() for run in runs for numbers in run.values()):
        totals.skipped += 1
        return

    def without_dead(value: str, numbers: np.ndarray) -> np.ndarray:
        dead = facts.get((name, value, "dead"))
        return numbers if dead is None else np.where(dead, 0, numbers)

    for value in model.values:
        none = np.zeros(value.shape, bool)
        zero = facts.get((name, value.name, "zero"), none)
        zero = zero | facts.get((name, value.name, "zero by their numbers"), none)
        always = np.all([run[value.name] == 0 for run in runs], axis=0)
        totals.zeros += int(zero.sum())
        totals.dead += int(facts.get((name, value.name, "dead"), none).sum())
        totals.wrong += int((zero & ~always).sum())
        totals.missed += int((always & ~zero).sum())
    last = model.result.name
    for seed in range(4):
        changed = model.run(without_dead, seed)
        same = agree(changed[last], runs[seed][last])
        totals.wrong += 0 if same else 1
        if not same:
            print(f"{name}: dead elements have an effect", file=sys.stderr)


def main() -> int:
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    models = {}
    for number in range(seed, seed + count):
        model = Model(np.random.default_rng(number))
        model.build()
        models[f"m{number}"] = model
    facts = find_facts("".join(model.text(name) for name, model in models.items()))
    totals = Totals()
    for name, model in models.items():
        check(model, name, facts, totals)
    print(
        f"{count} models, {totals.zeros} zeros and {totals.dead} dead elements found, "
        f"{totals.wrong} wrong, {totals.missed} zeros missed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
