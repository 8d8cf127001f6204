"""What a kernel is to refuse, by its header alone.

A `Contract` reads the declaration: which sizes are fixed, how many entries arrays have,
what is written. Its `violations` are the statuses that docs/CInterface.md promises; it
knows nothing of how a kernel finds them.
"""

import math
import re
from dataclasses import dataclass, field

import numpy as np

OPERAND = re.compile(r"^    /\* (\w+)(?:\[(.*?)\], (\w+): .*|, a number) \*/$")
PARAMETER = re.compile(r"^    (?:const )?\w+ \*?(\w+)[,)];? /\* (.*) \*/$")
LENGTH = "the number of its entries: "
BAD_CALL, NULL_POINTER, BAD_SIZE, BAD_COUNT, BAD_POSITIONS, BAD_STRIDE, OVERLAP = range(
    1, 8
)


@dataclass
class Operand:
    """An operand, and what the header says of each of its parameters."""

    name: str
    dims: list[str]
    is_written: bool
    said: dict[str, str] = field(default_factory=dict)

    @property
    def is_dense(self) -> bool:
        return self.said.get(self.name, "").startswith("the elements")

    @property
    def arrays(self) -> list[str]:
        """The arrays whose number of entries is given."""
        return [name for name in self.said if f"{name}_count" in self.said]

    def fixed_sizes(self) -> list[int | None]:
        """The size of each dimension, where the type says it."""
        words = self.said.get(f"{self.name}_sizes", "").split(", ")
        if not self.is_dense:
            said = [
                self.said.get(f"{self.name}_size{d}", "") for d in range(len(self.dims))
            ]
            words = [text.replace(": ", " = ") for text in said]
        parts = [word.split(" = ") for word in words]
        return [int(part[1]) if len(part) > 1 else None for part in parts]

    def given_sizes(self, given: dict) -> list[int] | None:
        """The size of each dimension; None for a null pointer."""
        if not self.is_dense:
            names = [f"{self.name}_size{d}" for d in range(len(self.dims))]
            return [given[name] for name in names if name in given]
        if not self.dims:
            return []
        found = given[f"{self.name}_sizes"]
        return None if found is None else found.tolist()

    def given_strides(self, given: dict) -> list[int] | None:
        """Those of a dense operand; None for no gaps."""
        found = given.get(f"{self.name}_strides")
        return None if found is None else found.tolist()

    def reach(self, given: dict) -> int:
        """The elements from the first to the last of a dense operand."""
        shape, strides = self.given_sizes(given), self.given_strides(given)
        if strides is None or 0 in shape:
            return math.prod(shape)
        return 1 + sum(
            (size - 1) * stride for size, stride in zip(shape, strides, strict=True)
        )


def read_operands(declaration: str) -> list[Operand]:
    """The operands that a declaration lists."""
    operands: list[Operand] = []
    for line in declaration.splitlines():
        if match := OPERAND.match(line):
            name, dims, access = match.groups()
            is_written = access in ("write", "update")
            operands.append(Operand(name, dims.split(", ") if dims else [], is_written))
        elif (match := PARAMETER.match(line)) and match[1] != "call":
            operands[-1].said[match[1]] = match[2]
    return operands


class Contract:
    """What one declaration asks for."""

    def __init__(self, declaration: str):
        self.operands = read_operands(declaration)

    def violations(self, given: dict) -> set[int]:
        """The statuses of all that is wrong with what is given for the parameters:
        numbers, and flat arrays, None for null pointers."""
        found = self.wrong_sizes(given)
        for operand in self.operands:
            for name in operand.arrays:
                found |= wrong_array(operand, name, given)
            if operand.is_dense:
                found |= wrong_dense(operand, given)
        return found or self.overlaps(given)

    def wrong_sizes(self, given: dict) -> set[int]:
        known: dict[str, int] = {}
        found = set()
        for operand in self.operands:
            sizes = operand.given_sizes(given)
            if sizes is None:
                found.add(NULL_POINTER)
                continue
            widths = [n for n in operand.said if n.startswith(f"{operand.name}_width")]
            if any(number < 0 for number in (*sizes, *(given[n] for n in widths))):
                found.add(BAD_SIZE)
            for dim, size, fixed in zip(operand.dims, sizes, operand.fixed_sizes()):
                if fixed not in (None, size) or known.setdefault(dim, size) != size:
                    found.add(BAD_SIZE)
        return found

    def overlaps(self, given: dict) -> set[int]:
        spans = []
        for operand in self.operands:
            for name in operand.arrays:
                is_written = operand.is_written and name.endswith("_values")
                spans.append((*place(given[name], given[f"{name}_count"]), is_written))
            if operand.is_dense:
                reach = operand.reach(given)
                spans.append((*place(given[operand.name], reach), operand.is_written))
        for i, (a, a_end, a_written) in enumerate(spans):
            for b, b_end, b_written in spans[:i]:
                if max(a, b) < min(a_end, b_end) and (a_written or b_written):
                    return {OVERLAP}
        return set()


def wrong_array(operand: Operand, name: str, given: dict) -> set[int]:
    """What is wrong with one of the arrays of a format."""
    array, count = given[name], given[f"{name}_count"]
    words = operand.said[f"{name}_count"].removeprefix(LENGTH)
    wanted = evaluate(words.removeprefix("at least "), given)
    found = {NULL_POINTER} if count and array is None else set()
    short = wanted is not None and count < wanted
    long = wanted is not None and count > wanted and not words.startswith("at least")
    if count < 0 or short or long:
        found.add(BAD_COUNT)
    is_positions = re.search(r"_positions\d$", name) is not None
    if is_positions and not found and count > 0 and (array[0] != 0 or array[-1] < 0):
        found.add(BAD_POSITIONS)
    return found


def wrong_dense(operand: Operand, given: dict) -> set[int]:
    """What is wrong with a dense operand."""
    shape, strides = operand.given_sizes(given), operand.given_strides(given)
    if shape is None:
        return {NULL_POINTER}
    if math.prod(shape) == 0:
        return set()
    found = {NULL_POINTER} if given[operand.name] is None else set()
    gaps = "the last 1" in operand.said.get(f"{operand.name}_strides", "")
    least = 1
    for dim in reversed(range(len(shape) if strides else 0)):
        stride = strides[dim] if shape[dim] > 1 else least
        exact = dim + 1 == len(shape) or not gaps
        if stride != least if exact else stride < least:
            found.add(BAD_STRIDE)
        least = stride * shape[dim]
    if not found and not ends_in_memory(operand, given):
        found.add(BAD_STRIDE)
    return found


def ends_in_memory(operand: Operand, given: dict) -> bool:
    """Whether a dense operand has a last byte, wherever memory ends."""
    array = given[operand.name]
    bytes_ = operand.reach(given) * array.itemsize
    return array.ctypes.data + bytes_ < 2**63 - 1


def evaluate(words: str, given: dict) -> int | None:
    """How many entries `words` say; None where that is any number, or nothing to
    tell."""
    if words == "any number":
        return None
    if match := re.match(r"the last of (\w+)", words):
        array = given[match[1]]
        if array is None or not array.size:
            return None
        words = words.replace(match[0], str(int(array[-1])))
    words = re.sub(r"ceil\((\w+) / (\d+)\)", r"-(-\1 // \2)", words)
    return eval(words, {}, given)


def place(array: np.ndarray | None, entries: int) -> tuple[int, int]:
    """The first address of so many entries, and that behind them."""
    if array is None or not entries:
        return 0, 0
    start = array.ctypes.data
    return start, start + entries * array.itemsize
