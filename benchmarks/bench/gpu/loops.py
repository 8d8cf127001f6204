"""The loops of machine code, and what one pass has for each element.

How many elements a pass handles is told by an instruction of which an element needs a
known number, such as `FFMA/4` where a lane has four columns (`Unit`).
"""

from collections import Counter
from dataclasses import dataclass

from bench.errors import Misuse
from bench.gpu.sass import Block, Instruction

#: Modifiers that tell accesses to memory apart.
WIDTHS = ("64", "128")


@dataclass(frozen=True)
class Unit:
    """An element has `count` instructions, each with all parts of one of `names`."""

    names: tuple[tuple[str, ...], ...]
    count: float

    def of(self, instructions: list[Instruction]) -> float:
        """How many elements these instructions handle."""
        found = sum(
            any(
                one.base == name[0] and set(name[1:]) <= set(one.opcode.split("."))
                for name in self.names
            )
            for one in instructions
        )
        return found / self.count


def unit(text: str) -> Unit:
    """A unit as one writes it: `FFMA`, `FFMA,DFMA/4`, `LDG.128`."""
    names, _, count = text.partition("/")
    try:
        number = float(count or 1)
    except ValueError:
        number = 0
    if not names or number <= 0:
        raise Misuse(f"expected a unit such as FFMA/4 but got '{text}'")
    return Unit(tuple(tuple(n.upper().split(".")) for n in names.split(",")), number)


def dominators(blocks: list[Block]) -> dict[int, set[int]]:
    """For each block that is reached, those that every way to it goes through."""
    before: dict[int, list[int]] = {0: []}
    waiting = [0]
    while waiting:
        i = waiting.pop()
        for j in blocks[i].after:
            if j not in before:
                before[j] = []
                waiting.append(j)
            before[j].append(i)
    held = {i: set(before) for i in before} | {0: {0}}
    changed = True
    while changed:
        changed = False
        for i in sorted(set(before) - {0}):
            new = {i} | set.intersection(*(held[j] for j in before[i]))
            changed |= new != held[i]
            held[i] = new
    return held


def body(blocks: list[Block], header: int, ends: list[int], reached: set[int]) -> set:
    """The blocks of a loop: what leads to its ends without its header."""
    found, waiting = {header}, list(ends)
    while waiting:
        i = waiting.pop()
        if i not in found:
            found.add(i)
            waiting += [j for j in reached if i in blocks[j].after]
    return found


def natural_loops(blocks: list[Block]) -> list[set[int]]:
    """The loops, each as the numbers of its blocks."""
    held = dominators(blocks)
    ends: dict[int, list[int]] = {}
    for i in held:
        for j in blocks[i].after:
            if j in held[i]:
                ends.setdefault(j, []).append(i)
    return [body(blocks, header, found, set(held)) for header, found in ends.items()]


def innermost(blocks: list[Block]) -> list[list[Instruction]]:
    """The instructions of each loop that has no other in it."""
    found = natural_loops(blocks)
    inner = [one for one in found if not any(other < one for other in found)]
    return [[x for i in sorted(one) for x in blocks[i].instructions] for one in inner]


def key(one: Instruction) -> str:
    """The name under which an instruction is counted."""
    widths = [part for part in one.opcode.split(".") if part in WIDTHS]
    accesses = one.base.startswith(("LD", "ST")) and one.base != "LDC"
    return ".".join([one.base, *widths[:1]]) if accesses else one.base


def mix(instructions: list[Instruction]) -> Counter[str]:
    return Counter(key(one) for one in instructions)


@dataclass
class HotLoop:
    """The innermost loop that handles most elements in a pass."""

    elements: float
    instructions: int
    mix: Counter[str]

    @property
    def per_element(self) -> float:
        return self.instructions / self.elements


def hot_loop(blocks: list[Block], one: Unit) -> HotLoop | None:
    """None where no loop has the unit's instruction."""
    best = max(innermost(blocks), key=one.of, default=[])
    elements = one.of(best)
    return HotLoop(elements, len(best), mix(best)) if elements else None
