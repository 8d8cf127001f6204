"""Random graphs over linalg, tensor, arith and math, beside what they compute in NumPy:
arithmetic on elements, and what moves them. `layers` has the layers of networks.

Floats are f64, integers i32 and i8. A graph has the members that scrambling.check
reads: `values`, `result` and `run`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from bodies import REAL, WHOLE
from scrambling import Shape, pack

TYPES = {"f64": np.float64, "i32": np.int32, "i8": np.int8}


@dataclass
class Value:
    name: str
    shape: Shape
    type: str
    #: Its numbers, from those of the values before it.
    compute: Callable[[dict[str, np.ndarray]], np.ndarray]
    #: Elements that are 0 from the start, of an argument.
    pruned: np.ndarray | None = None

    @property
    def text(self) -> str:
        return f"tensor<{'x'.join(map(str, (*self.shape, self.type)))}>"

    def of(self, env: dict[str, np.ndarray]) -> np.ndarray:
        return env[self.name]


def affine(dims: int, results: list[str]) -> str:
    names = ", ".join(f"d{dim}" for dim in range(dims))
    return f"affine_map<({names}) -> ({', '.join(results)})>"


@dataclass
class Graph:
    random: np.random.Generator
    values: list[Value] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    #: Values of which nothing is asked.
    others: int = 0

    def draw(self, low: int, high: int) -> int:
        return int(self.random.integers(low, high))

    def pick(self, choices):
        return choices[self.draw(0, len(choices))]

    def add(self, shape: Shape, type: str, text: str, compute: Callable) -> Value:
        value = Value(f"%v{len(self.values)}", tuple(shape), type, compute)
        self.values.append(value)
        self.lines.append(f"{value.name} = {text}")
        return value

    def prune(self, shape: Shape) -> np.ndarray:
        """By rows of a dimension, blocks, elements, all, or not at all."""
        kind = self.draw(0, 9)
        if kind < 3:
            axis = self.draw(0, len(shape))
            sizes = [1] * len(shape)
            sizes[axis] = shape[axis]
            return np.broadcast_to(self.random.random(sizes) < 0.5, shape).copy()
        mask = self.random.random(shape) < self.pick([0.5, 0.9])
        if kind < 5:
            for axis in range(len(shape)):
                mask = mask.take(np.arange(shape[axis]) // 2 * 2, axis=axis)
        if kind >= 7:
            mask[...] = kind == 8 and self.draw(0, 3) == 0
        return mask

    def argument(self, shape: Shape, type: str) -> Value:
        value = Value(f"%v{len(self.values)}", tuple(shape), type, lambda env: None)
        value.pruned = self.prune(value.shape)
        self.values.append(value)
        return value

    def other(self, text: str) -> str:
        self.others += 1
        self.lines.append(f"%s{self.others} = {text}")
        return f"%s{self.others}"

    def start(self, shape: Shape, type: str, number: str = "") -> Value:
        """What sums start from: a constant or a fill."""
        number = number or ("0.0" if type[0] == "f" else "0")
        like = Value("", tuple(shape), type, lambda env: None)
        if self.draw(0, 2) or not math.prod(shape):
            scalar = self.other(f"arith.constant {number} : {type}")
            empty = self.other(f"tensor.empty() : {like.text}")
            like.name = self.other(
                f"linalg.fill ins({scalar} : {type}) outs({empty} : {like.text}) "
                f"-> {like.text}"
            )
        else:
            like.name = self.other(f"arith.constant dense<{number}> : {like.text}")
        return like

    def generic(
        self,
        ins: list[tuple[Value, list[str]]],
        out: tuple[Value, list[str]],
        kinds: str,
        body: str,
        compute: Callable,
    ) -> Value:
        """Operands and the start with their indices; `kinds` has p or r for each
        dimension, and the body yields %r of %a, %b, ... and %o."""
        names = [f"%{letter}" for letter in "abcdefg"[: len(ins)]]
        arguments = ", ".join(
            f"{n}: {v.type}"
            for n, v in zip([*names, "%o"], [v for v, _ in [*ins, out]], strict=True)
        )
        words = {"p": '"parallel"', "r": '"reduction"'}
        start = out[0]
        maps = ", ".join(affine(len(kinds), indices) for _, indices in [*ins, out])
        body = body.replace(" T", f" {start.type}")
        for word in ("zero", "one", "half", "six"):
            body = body.replace(f"%{word}", f"%{word}_{start.type}")
        return self.add(
            start.shape,
            start.type,
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            f"[{', '.join(words[k] for k in kinds)}]}} "
            f"ins({', '.join(v.name for v, _ in ins)} : "
            f"{', '.join(v.text for v, _ in ins)}) outs({start.name} : {start.text}) "
            f"{{ ^bb0({arguments}): {body} linalg.yield %r : {start.type} }} "
            f"-> {start.text}",
            compute,
        )

    def each(self, x: Value, body: str, compute: Callable, type: str = "") -> Value:
        """Element by element."""
        dims = [f"d{dim}" for dim in range(len(x.shape))]
        return self.generic(
            [(x, dims)],
            (self.start(x.shape, type or x.type), dims),
            "p" * len(dims),
            body,
            lambda env: compute(x.of(env)),
        )

    def spread(self, x: Value, y: Value, dims: list[int], body: str, compute) -> Value:
        """Of x and of y, which has the dimensions `dims` of x alone."""
        names = [f"d{dim}" for dim in range(len(x.shape))]
        shape = [size if d in dims else 1 for d, size in enumerate(x.shape)]
        return self.generic(
            [(x, names), (y, [names[dim] for dim in dims])],
            (self.start(x.shape, x.type), names),
            "p" * len(names),
            body,
            lambda env: compute(x.of(env), y.of(env).reshape(shape)),
        )

    # Arithmetic.

    def function(self, x: Value) -> Value:
        bodies = REAL if x.type == "f64" else WHOLE
        body, compute = bodies[self.pick(sorted(bodies))]
        return self.each(x, body, compute)

    def bias(self, x: Value) -> Value:
        dim = self.draw(0, len(x.shape))
        b = self.argument((x.shape[dim],), x.type)
        op, compute = self.pick([("add", np.add), ("mul", np.multiply)])
        body = f"%r = arith.{op}{x.type[0]} %a, %b : T"
        return self.spread(x, b, [dim], body, compute)

    def combine(self, x: Value) -> Value:
        """A residual, or a product of two tensors element by element."""
        same = [v for v in self.values if (v.shape, v.type) == (x.shape, x.type)]
        y = self.pick(same) if self.draw(0, 3) else self.argument(x.shape, x.type)
        op, compute = self.pick(
            [("add", np.add), ("add", np.add), ("mul", np.multiply)]
        )
        return self.add(
            x.shape,
            x.type,
            f"arith.{op}{x.type[0]} {x.name}, {y.name} : {x.text}",
            lambda env: compute(x.of(env), y.of(env)),
        )

    def reduce(self, x: Value) -> Value:
        if len(x.shape) < 2:
            return x
        axis = self.draw(0, len(x.shape))
        whole = x.type != "f64"
        least = "0xFFF0000000000000" if not whole else str(np.iinfo(TYPES[x.type]).min)
        largest = "maximumf" if x.type == "f64" else "maxsi"
        op, start, compute = self.pick(
            [
                (f"add{x.type[0]}", "", lambda a: a.sum(axis, dtype=a.dtype)),
                (largest, least, lambda a: a.max(axis, initial=_least(x.type))),
            ]
        )
        dims = [f"d{dim}" for dim in range(len(x.shape))]
        kept = dims[:axis] + dims[axis + 1 :]
        shape = [x.shape[int(dim[1:])] for dim in kept]
        return self.generic(
            [(x, dims)],
            (self.start(shape, x.type, start), kept),
            "".join("r" if dim == axis else "p" for dim in range(len(dims))),
            f"%r = arith.{op} %o, %a : T",
            lambda env: compute(x.of(env)),
        )

    def convert(self, x: Value) -> Value:
        if x.type == "f64":
            body = "%k = arith.mulf %a, %big : f64 %m = arith.minimumf %k, %big : f64 "
            body += (
                "%n = arith.maximumf %m, %small : f64 %r = arith.fptosi %n : f64 to i32"
            )
            return self.each(
                x, body, lambda a: np.clip(a * 100, -100, 100).astype(np.int32), "i32"
            )
        if x.type == "i8":
            return self.each(x, "%r = arith.extsi %a : i8 to i32", np.int32, "i32")
        return self.each(x, "%r = arith.sitofp %a : i32 to f64", np.float64, "f64")

    def mark(self, x: Value) -> Value:
        pruned = self.prune(x.shape)
        return self.add(
            x.shape,
            x.type,
            f"tesa.mark {x.name} keeps {pack(~pruned)} : {x.text}",
            lambda env: np.where(pruned, TYPES[x.type](0), x.of(env)),
        )

    # Movement.

    def transpose(self, x: Value) -> Value:
        order = [int(dim) for dim in self.random.permutation(len(x.shape))]
        out = self.start([x.shape[dim] for dim in order], x.type)
        return self.add(
            out.shape,
            x.type,
            f"linalg.transpose ins({x.name} : {x.text}) outs({out.name} : {out.text}) "
            f"permutation = {order}",
            lambda env: x.of(env).transpose(order),
        )

    def flatten(self, x: Value) -> Value:
        if len(x.shape) == 1:
            return x
        out = Value("", (math.prod(x.shape),), x.type, lambda env: None)
        dims = ", ".join(map(str, range(len(x.shape))))
        return self.add(
            out.shape,
            x.type,
            f"tensor.collapse_shape {x.name} [[{dims}]] : {x.text} into {out.text}",
            lambda env: x.of(env).ravel(),
        )

    def unfold(self, x: Value, shape: list[int]) -> Value:
        out = Value("", tuple(shape), x.type, lambda env: None)
        if len(shape) == 1:
            return x
        return self.add(
            shape,
            x.type,
            f"tensor.expand_shape {x.name} [{list(range(len(shape)))}] output_shape "
            f"{list(shape)} : {x.text} into {out.text}",
            lambda env: x.of(env).reshape(shape),
        )

    def reshape(self, x: Value) -> Value:
        left, shape = math.prod(x.shape), []
        if left == 0:
            return x
        for _ in range(self.draw(0, 4)):
            sizes = [size for size in range(1, min(left, 8) + 1) if left % size == 0]
            shape.append(self.pick(sizes))
            left //= shape[-1]
        return self.unfold(self.flatten(x), [*shape, left])

    def slice(self, x: Value) -> Value:
        if 0 in x.shape:
            return x
        offsets, sizes, strides = [], [], []
        for size in x.shape:
            strides.append(self.draw(1, 3))
            offsets.append(self.draw(0, size))
            most = -(-(size - offsets[-1]) // strides[-1])
            sizes.append(self.draw(1, most + 1))
        out = Value("", tuple(sizes), x.type, lambda env: None)
        places = tuple(
            slice(start, start + size * step, step)
            for start, size, step in zip(offsets, sizes, strides, strict=True)
        )
        return self.add(
            sizes,
            x.type,
            f"tensor.extract_slice {x.name}{offsets} {sizes} {strides} : "
            f"{x.text} to {out.text}",
            lambda env: x.of(env)[places],
        )

    def concat(self, x: Value) -> Value:
        dim = self.draw(0, len(x.shape))
        shape = list(x.shape)
        shape[dim] = self.draw(0, 4)
        y = self.argument(tuple(shape), x.type)
        shape[dim] += x.shape[dim]
        pair = [x, y] if self.draw(0, 2) else [y, x]
        out = Value("", tuple(shape), x.type, lambda env: None)
        return self.add(
            shape,
            x.type,
            f"tensor.concat dim({dim}) {pair[0].name}, {pair[1].name} : "
            f"({pair[0].text}, {pair[1].text}) -> {out.text}",
            lambda env: np.concatenate([v.of(env) for v in pair], dim),
        )

    def pad(self, x: Value, low: list[int] | None = None) -> Value:
        low = low or [self.draw(0, 2) for _ in x.shape]
        shape = [size + 2 * more for size, more in zip(x.shape, low, strict=True)]
        out = Value("", tuple(shape), x.type, lambda env: None)
        indices = ", ".join(f"%i{dim}: index" for dim in range(len(shape)))
        return self.add(
            shape,
            x.type,
            f"tensor.pad {x.name} low{low} high{low} {{ ^bb0({indices}): "
            f"tensor.yield %zero_{x.type} : {x.type} }} : {x.text} to {out.text}",
            lambda env: np.pad(x.of(env), [(more, more) for more in low]),
        )

    # As text, and as numbers.

    def text(self, name: str) -> str:
        """A line for each value: arguments first, in order."""
        arguments = ",\n".join(
            f"{v.name}: {v.text} {{tesa.mask = #tesa.mask{pack(~v.pruned)}}}"
            for v in self.values
            if v.pruned is not None
        )
        constants = [
            f"%{word}_{type} = arith.constant {number} : {type}"
            for type in TYPES
            for word, whole in (("zero", 0), ("one", 1), ("six", 6))
            for number in [f"{whole}.0" if type == "f64" else whole]
        ]
        constants += [
            f"%{word} = arith.constant {number} : f64"
            for word, number in (("half_f64", 0.5), ("big", 100.0), ("small", -100.0))
        ]
        return "\n".join(
            [
                f"func.func @{name}(\n{arguments}\n) -> {self.result.text} {{",
                *constants,
                *self.lines,
                f"return {self.result.name} : {self.result.text}\n}}\n",
            ]
        )

    def numbers(self, value: Value, random: np.random.Generator) -> np.ndarray:
        """For an argument: none is 0 where nothing is pruned."""
        sign = random.choice([-1, 1], value.shape)
        if value.type == "f64":
            drawn = sign * random.uniform(0.25, 2, value.shape)
        else:
            drawn = sign * random.integers(1, 6, value.shape)
        return np.where(value.pruned, 0, drawn).astype(TYPES[value.type])

    def run(self, change: Callable[[str, np.ndarray], np.ndarray], seed: int) -> dict:
        """The numbers of all values; `change` is made to each before it is used."""
        random, env = np.random.default_rng(seed), {}
        with np.errstate(over="ignore"):
            for value in self.values:
                if value.pruned is not None:
                    numbers = self.numbers(value, random)
                else:
                    numbers = value.compute(env)
                if numbers.dtype != TYPES[value.type] or numbers.shape != value.shape:
                    raise ValueError(f"{value}: {numbers.dtype} {numbers.shape}")
                env[value.name] = change(value.name, numbers)
        return env


def _least(type: str) -> float:
    return -np.inf if type == "f64" else np.iinfo(TYPES[type]).min
