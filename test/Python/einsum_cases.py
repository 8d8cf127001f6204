"""Random products: expressions, operands in many formats and types, and NumPy's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from spindle import _spindle
from spindle._array import Array
from spindle._types import to_buffer

#: The seed of the random products.
SEED = 24

FORMATS = {
    1: ["csf", "(i) -> (i : compressed)"],
    2: ["csr", "csc", "coo", "bsr(2, 2)", "dcsr", "ell", "sell(2, 4)", "hyb(1, 2)",
        "csr<pos = i64, crd = i64>"],
    3: ["csf", "coo", "csf(2, 0, 1)"],
}  # fmt: skip
DTYPES = ["float32", "float64", "int32", "int64", "complex64", "bool", "int8", "float16"]
#: What the sum and the product are in NumPy, and the sum of nothing.
SEMIRINGS: dict[str, tuple[Any, Any, Any]] = {
    "plus_times": (np.add, np.multiply, 0),
    "max_plus": (np.maximum, np.add, -np.inf),
    "min_plus": (np.minimum, np.add, np.inf),
    "max_times": (np.maximum, np.multiply, -np.inf),
    "min_times": (np.minimum, np.multiply, np.inf),
    "max_min": (np.maximum, np.minimum, -np.inf),
    "or_and": (np.logical_or, np.logical_and, False),
    "plus_first": (np.add, lambda a, b: a, 0),
}


@dataclass
class Case:
    """A product."""

    subscripts: str
    operands: list[Any]
    #: All cells of each operand, and which of them are elements.
    dense: list[np.ndarray]
    masks: list[np.ndarray]
    semiring: str
    format: str

    def __str__(self) -> str:
        shapes = [array.shape for array in self.dense]
        dtypes = [array.dtype.name for array in self.dense]
        return f"{self.subscripts} {self.semiring} {self.format} {shapes} {dtypes}"


def get_identity(number: Any, dtype: np.dtype[Any]) -> Any:
    """What changes nothing: ``number``, an infinite one as integers and truth values have it."""
    if dtype.kind == "b":
        return bool(number > 0)
    if dtype.kind == "i" and np.isinf(number):
        return np.iinfo(dtype).max if number > 0 else np.iinfo(dtype).min
    return number


def compute(case: Case) -> np.ndarray:
    """The result, written out in NumPy: all cells of all indices, masked."""
    terms, output = split(case.subscripts)
    letters = "".join(dict.fromkeys(output + "".join(terms)))
    sizes: dict[str, int] = {}
    for term, array in zip(terms, case.dense, strict=True):
        sizes.update(zip(term, array.shape, strict=True))
    shape = [sizes[letter] for letter in letters]

    def spread(array: np.ndarray, term: str) -> np.ndarray:
        order = sorted(range(len(term)), key=lambda dim: letters.index(term[dim]))
        fits = [sizes[letter] if letter in term else 1 for letter in letters]
        return np.broadcast_to(array.transpose(order).reshape(fits), shape)

    add, multiply, identity = SEMIRINGS[case.semiring]
    dtype = np.result_type(*case.dense)
    if case.semiring == "or_and":
        dtype = np.dtype(bool)
    product = spread(case.dense[0], terms[0]).astype(dtype)
    where = np.ones(shape, bool)
    for number, term in enumerate(terms):
        where &= spread(case.masks[number], term)
        if number:
            product = multiply(product, spread(case.dense[number], term).astype(dtype))
    summed = tuple(range(len(output), len(letters)))
    start = get_identity(identity, dtype)
    # NumPy adds up narrow integers in wide ones, if it is left to it.
    return add.reduce(product, axis=summed, where=where, initial=start, dtype=dtype)


def split(subscripts: str) -> tuple[list[str], str]:
    """The letters of each operand and of the result."""
    inputs, arrow, output = subscripts.partition("->")
    if not arrow:
        output = "".join(sorted(x for x in set(inputs) - {","} if inputs.count(x) == 1))
    return inputs.split(","), output


def draw_values(random: np.random.Generator, size: Any, dtype: str) -> np.ndarray:
    """Small integers, of which every sum is exact."""
    most = 1 if dtype in ("float16", "int8") else 3
    values = random.integers(-most, most + 1, size)
    if dtype.startswith("complex"):
        return (values + 1j * random.integers(-1, 2, size)).astype(dtype)
    return np.asarray(values).astype(dtype)


def draw_sparse(
    random: np.random.Generator, shape: tuple[int, ...], format: str, dtype: str
) -> tuple[Array, np.ndarray, np.ndarray]:
    """An array, explicit zeros among its elements; all its cells; which are elements."""
    cells = int(np.prod(shape))
    chosen = np.sort(random.choice(cells, random.integers(0, cells + 1), replace=False))
    coordinates = [np.ascontiguousarray(list) for list in np.unravel_index(chosen, shape)]
    values = draw_values(random, len(chosen), dtype)
    tensor = _spindle.store(format, list(shape), coordinates, to_buffer(values))
    dense, mask = np.zeros(shape, dtype), np.zeros(shape, bool)
    dense[tuple(coordinates)] = values
    mask[tuple(coordinates)] = True
    return Array(tensor), dense, mask


def draw_case(number: int) -> Case:
    """The random product ``number``."""
    random = np.random.default_rng([SEED, number])
    sizes = {
        letter: int(random.integers(0 if random.random() < 0.1 else 1, 6)) for letter in "ijklm"
    }
    rank = int(random.choice([1, 2, 2, 2, 3]))
    term = "".join(random.permutation(list("ijk"))[:rank])
    dtype = str(random.choice(DTYPES))
    format = str(random.choice(FORMATS[rank]))
    terms = [term]
    for _ in range(random.integers(0, 4)):
        letters = random.permutation(list("ijklm"))[: random.integers(0, 4)]
        terms.append("".join(letters))
    place = int(random.integers(len(terms)))
    terms[0], terms[place] = terms[place], terms[0]
    used = sorted(set("".join(terms)))
    output = "".join(random.permutation(used)[: random.integers(0, len(used) + 1)])
    kind = random.random()
    subscripts = ",".join(terms)
    if kind < 0.3:
        subscripts += f"->{term}"
    elif kind < 0.9:
        subscripts += f"->{output}"
    elif not split(subscripts)[1]:
        subscripts += "->"
    case = Case(subscripts, [], [], [], "plus_times", format)
    # Some operands have a type of their own, and some without letters are numbers.
    others = [dtype] if random.random() < 0.8 else [dtype, *DTYPES[:5]]
    for at, letters in enumerate(terms):
        shape = tuple(sizes[letter] for letter in letters)
        if at == place:
            operand, dense, mask = draw_sparse(random, shape, format, dtype)
        else:
            is_number = not letters and random.random() < 0.5
            own = dtype if is_number else str(random.choice(others))
            dense = draw_values(random, shape, own)
            operand = dense.item() if is_number else dense
            mask = np.ones(shape, bool)
        case.operands.append(operand)
        case.dense.append(dense)
        case.masks.append(mask)
    is_ordered = np.result_type(*case.dense).kind != "c"
    names = list(SEMIRINGS) if is_ordered else ["plus_times", "plus_first"]
    case.semiring = str(random.choice(["plus_times", *random.choice(names, 1)]))
    return case


def write_notation(case: Case) -> tuple[str, dict[str, Any]]:
    """The product in index notation, and its operands by name."""
    terms, output = split(case.subscripts)
    named = {f"T{number}": operand for number, operand in enumerate(case.operands)}
    factors = [
        f"{name}[{','.join(term)}]" if isinstance(operand, (Array, np.ndarray)) else name
        for (name, operand), term in zip(named.items(), terms, strict=True)
    ]
    return f"R[{','.join(output)}] += {' * '.join(factors)}", named
