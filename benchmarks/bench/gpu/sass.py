"""Machine code of NVIDIA's GPUs, as nvdisasm prints it, in blocks.

A block ends at a branch or before a label. `BRA.DIV` goes to code for warps that have
come apart, and `CALL` to a function for rare operands, such as the division of
subnormal numbers: both are cold, and what only they lead to is no part of a loop.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

SECTION = re.compile(r"^\s*\.section\s+\.text\.([\w$]+)", re.MULTILINE)
LABEL = re.compile(r"^(\.L_x_\d+):")
INSTRUCTION = re.compile(
    r"\s*/\*[0-9a-f]{4,}\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z][\w.]*)(.*)"
)
TARGET = re.compile(r"`\((\.L_x_\d+)\)")
ENDS = ("EXIT", "RET", "BPT")
JUMPS = ("BRA", "JMP", "BRX")


@dataclass
class Instruction:
    """One instruction: `opcode` with its modifiers, as `LDG.E.128.CONSTANT`."""

    opcode: str
    operands: str
    predicate: str

    @property
    def base(self) -> str:
        return self.opcode.partition(".")[0]

    @property
    def target(self) -> str | None:
        """The label that a branch goes to."""
        match = TARGET.search(self.operands)
        return match[1] if match and self.base in JUMPS else None

    @property
    def is_cold_branch(self) -> bool:
        return self.base == "BRA" and ".DIV" in self.opcode

    @property
    def goes_on(self) -> bool:
        """Whether the next instruction can follow: it does not after a branch that is
        always taken, whose operands are the label alone."""
        if self.base not in (*ENDS, *JUMPS) or self.predicate:
            return True
        conditional = self.base == "BRA" and "," in self.operands
        return conditional or self.is_cold_branch

    @property
    def ends_block(self) -> bool:
        return self.base in (*ENDS, *JUMPS)


@dataclass
class Block:
    """Instructions that follow each other, and the numbers of the blocks after."""

    instructions: list[Instruction] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    @property
    def calls(self) -> bool:
        return any(one.base == "CALL" for one in self.instructions)


def lines_of(text: str) -> Iterator[str | Instruction]:
    """The labels and instructions of a section, in order."""
    for line in text.splitlines():
        label = LABEL.match(line.strip())
        if label:
            yield label[1]
        match = INSTRUCTION.match(line)
        if match and match[2] != "NOP":
            yield Instruction(match[2], match[3].rstrip(" ;"), match[1] or "")


def blocks_of(text: str) -> list[Block]:
    """The blocks of a section, joined by their branches."""
    blocks = [Block()]
    for one in lines_of(text):
        if isinstance(one, str):
            if blocks[-1].instructions:
                blocks.append(Block())
            blocks[-1].labels.append(one)
            continue
        blocks[-1].instructions.append(one)
        if one.ends_block:
            blocks.append(Block())
    join(blocks)
    return blocks


def join(blocks: list[Block]) -> None:
    """Finds the blocks that follow each, cold ones left out."""
    number = {label: i for i, block in enumerate(blocks) for label in block.labels}
    for i, block in enumerate(blocks):
        last = block.instructions[-1] if block.instructions else None
        if last and last.target in number and not last.is_cold_branch:
            block.after.append(number[last.target])
        goes_on = last is None or last.goes_on
        if goes_on and i + 1 < len(blocks):
            block.after.append(i + 1)
    cold = {i for i, block in enumerate(blocks) if block.calls}
    for block in blocks:
        block.after = [i for i in block.after if i not in cold]


def functions(text: str) -> dict[str, list[Block]]:
    """The blocks of every kernel in what nvdisasm printed."""
    parts = SECTION.split(text)
    return {parts[i]: blocks_of(parts[i + 1]) for i in range(1, len(parts), 2)}
