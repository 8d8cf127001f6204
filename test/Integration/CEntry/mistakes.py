# RUN: rm -rf %t && mkdir %t && cd %t && %python %s %S/Inputs/numbers.mlir
"""Calls of saved kernels with random mistakes in them, each array at the edge of memory.

A kernel answers with a status that the header asks for, and then has written nothing;
or it runs. Its text fits where it goes. What a caller promises holds in all calls.
"""

import ctypes
import os
import random
import sys
from pathlib import Path

import numpy as np
from arena import Arena
from contract import BAD_CALL, OVERLAP, Contract
from kernels import C_TYPES, Call, Kernel
from storage import SIZES, store
from totals import Totals

CALLS = int(os.environ.get("SPINDLE_COUNT", "300"))
SEED = int(os.environ.get("SPINDLE_SEED", "0"))
#: Names of kernels, programs, and formats of A.
CASES = [
    ("rows", "spmm", "csr"),
    ("pairs", "spmm", "dbsr(2,3,pos=i64,crd=i64)"),
    ("bits", "spmm", "dense(bitmap)"),
    ("padded", "spmv", "ell"),
    ("ragged", "segment_reduce", "ragged"),
    ("tree", "ttv", "csf"),
    ("whole", "sddmm", "bsr(2,3,full)"),
    ("numbers", "", ""),
]
NUMBERS = (0, 1, -1, 2, 5, 2**31, 2**62, 2**63 - 1, -(2**63))
ROOM = 200
UNTOUCHED = 0x55


def sound_arguments(kernel: Kernel, contract: Contract, stored: dict) -> dict:
    """What the kernel takes; arrays are flat, and strides null pointers."""
    given = dict(stored)
    for operand in contract.operands:
        shape = [SIZES[dim] for dim in operand.dims]
        if operand.is_dense and shape:
            given[f"{operand.name}_sizes"] = np.array(shape, np.int64)
            given[f"{operand.name}_strides"] = None
        for ctype, pointer, name in kernel.parameters:
            if name == operand.name and pointer:
                dtype = C_TYPES[ctype][1][0]
                given[name] = np.ones(int(np.prod(shape)), dtype)
    for _, _, name in kernel.parameters:
        if name.endswith("_values") and name not in given:
            given[name] = np.ones(given["A_values"].size, np.float32)
        if name.endswith("_count"):
            given[name] = given[name.removesuffix("_count")].size
    numbers = {"z_real": 2, "z_imaginary": 3, "n": 5, "s": 7}
    names = [parameter[2] for parameter in kernel.parameters]
    return {name: value for name, value in (numbers | given).items() if name in names}


class Mistakes:
    """Makes mistakes in arguments, such that arrays are as long as they are said to
    be."""

    def __init__(self, draw: random.Random, contract: Contract):
        self.draw = draw
        self.contract = contract

    def make(self, given: dict) -> None:
        """Makes one to three of them."""
        for _ in range(self.draw.choice((1, 1, 1, 2, 3))):
            self.change(given, self.draw.choice(sorted(given)))

    def change(self, given: dict, name: str) -> None:
        value = given[name]
        owner = name.removesuffix("_sizes").removesuffix("_strides")
        if name.endswith("_count"):
            self.change_count(given, name)
        elif isinstance(value, int):
            given[name] = self.draw.choice(NUMBERS)
        elif name.endswith("_sizes") and value is not None:
            value[self.draw.randrange(value.size)] = self.draw.choice(NUMBERS)
        elif name.endswith("_strides") and given[f"{owner}_sizes"] is not None:
            given[name] = self.strides(given[f"{owner}_sizes"])
        elif "positions" in name and value is not None and self.draw.random() < 0.7:
            self.change_positions(value)
        elif self.draw.random() < 0.4:
            given[name] = None
        self.refill(given, owner)

    def change_count(self, given: dict, name: str) -> None:
        array = given[name.removesuffix("_count")]
        size = 0 if array is None else array.size
        count = self.draw.choice((0, size - 1, size + 1, size + 7, -1, -(2**63)))
        given[name] = count
        if count > 0 and array is not None:
            last = array[-1:] if "positions" in name else array[:1]
            longer = np.append(array[:count], np.repeat(last, max(0, count - size)))
            given[name.removesuffix("_count")] = longer

    def change_positions(self, positions: np.ndarray) -> None:
        """They rise still."""
        if self.draw.random() < 0.3:
            positions[:1] = self.draw.choice((1, -1, 5))
            return
        last = int(positions[-1]) if positions.size else 0
        last = self.draw.choice((-1, -(2**31), 0, last + 1, max(last - 1, 0)))
        positions[:] = np.minimum(positions, last)
        positions[-1:] = last

    def strides(self, sizes: np.ndarray) -> np.ndarray:
        """With gaps, without, or wrong ones."""
        clipped = np.clip(sizes, 1, 9)
        found = np.append(np.cumprod(clipped[:0:-1])[::-1], 1).astype(np.int64)
        place = self.draw.randrange(found.size)
        if self.draw.random() < 0.5:
            found[:-1] += self.draw.choice((0, 1, 5))
        else:
            found[place] = self.draw.choice(NUMBERS)
        return found

    def refill(self, given: dict, name: str) -> None:
        """Makes a dense operand as long as it is said to be, where that is little."""
        for operand in self.contract.operands:
            if operand.name != name or not operand.is_dense or given[name] is None:
                continue
            shape = operand.given_sizes(given)
            entries = operand.reach(given) if shape and min(shape) >= 0 else -1
            if 0 <= entries < 1000:
                given[name] = np.resize(given[name], entries)


class Caller:
    """Calls one kernel on memory of its own."""

    def __init__(self, kernel: Kernel, contract: Contract, draw: random.Random):
        self.kernel, self.draw, self.contract = kernel, draw, contract
        self.arena = Arena(len(kernel.parameters))
        self.text = np.empty(ROOM + 100, np.uint8)
        #: What the kernel has answered.
        self.statuses: set[int] = set()

    def place(self, given: dict) -> dict:
        """The arguments with their arrays in the arena; sometimes one that is written
        lies where another one does."""
        names = [name for name, value in given.items() if isinstance(value, np.ndarray)]
        placed = given | {
            name: self.arena.put(piece, given[name]) for piece, name in enumerate(names)
        }
        written = [
            name
            for operand in self.contract.operands
            if operand.is_written
            for name in (operand.name, f"{operand.name}_values")
            if name in names
        ]
        if written and self.draw.random() < 0.3:
            moved, other = self.draw.choice(written), self.draw.choice(names)
            size = placed[other].size
            offset = self.draw.choice((0, 1, size, size - 1)) + placed[moved].size
            there = self.arena.move(placed[moved], names.index(other), offset)
            placed[moved] = there
        return placed

    def make_call(self) -> Call:
        """A sound `spindle_call` mostly."""
        size = ctypes.sizeof(Call)
        size = self.draw.choice([size] * 20 + [0, 7, size - 1, size + 1, 2**32 - 1])
        threads = self.draw.choice([0] * 20 + [1, 2**31 - 1, -1, -(2**31)])
        room = self.draw.choice((ROOM, ROOM, 0, 1, 2, 9))
        self.text[:] = UNTOUCHED
        address = ctypes.cast(self.text.ctypes.data, ctypes.c_char_p)
        return Call(size, threads, None, None, 0, address, room)

    def __call__(self, given: dict) -> str:
        """Says what is wrong, if anything."""
        call, placed = self.make_call(), self.place(given)
        is_bad = call.size < ctypes.sizeof(Call) or call.threads < 0
        expected = {BAD_CALL} if is_bad else self.contract.violations(placed)
        if not expected and not self.holds_promises(placed):
            return ""
        before = self.arena.contents()
        arguments = [
            self.argument(*parameter, placed)
            for parameter in self.kernel.parameters
            if parameter[2] != "call"
        ]
        status = self.kernel.function(*arguments, ctypes.byref(call))
        self.statuses.add(status)
        if status not in (expected or {0}):
            return f"expected a status of {expected} but got {status}"
        if status and self.arena.contents() != before:
            return f"expected nothing to be written with status {status}"
        return self.wrong_text(call, status)

    def argument(self, ctype: str, pointer: str, name: str, placed: dict) -> object:
        if not pointer:
            return C_TYPES[ctype][0](placed[name])
        value = placed[name]
        return ctypes.c_void_p(None if value is None else value.ctypes.data)

    def holds_promises(self, placed: dict) -> bool:
        """Whether coordinates are in range, and dense operands as long as they are
        said to be."""
        extents = [SIZES[dim] for dim in self.contract.operands[0].dims]
        for d, extent in enumerate(extents):
            if placed.get(f"A_size{d}", extent) < extent:
                return False
        return all(
            placed.get(f"A_size{d}", 0) < 1000 for d in range(len(extents))
        ) and self.is_as_long_as_said(placed)

    def is_as_long_as_said(self, placed: dict) -> bool:
        """Whether dense operands are."""
        return all(
            placed[operand.name] is None
            or operand.reach(placed) <= placed[operand.name].size
            for operand in self.contract.operands
            if operand.is_dense
        )

    def wrong_text(self, call: Call, status: int) -> str:
        """Whether a text that is cut off and ends in a zero says what is wrong."""
        room = call.error_bytes if call.size >= ctypes.sizeof(Call) and status else 0
        said, rest = self.text[:room].tobytes(), self.text[room:]
        if (rest != UNTOUCHED).any():
            return f"expected {room} bytes of text but got {self.text.tobytes()!r}"
        if room and not (b"expected " + bytes(ROOM)).startswith(
            said[: min(room - 1, 9)]
        ):
            return f"expected a text but got {said!r}"
        return "" if not room or 0 in said else f"expected a zero behind {said!r}"


def copy(given: dict) -> dict:
    return {
        name: value.copy() if isinstance(value, np.ndarray) else value
        for name, value in given.items()
    }


def check(totals: Totals, symbol: str, program: str, layout: str) -> set[int]:
    """Calls a kernel of a case; returns its answers."""
    options = ["--format", f"A={layout}"] if layout else []
    source = program or sys.argv[1]
    kernel = Kernel(Path().absolute(), source, *options, symbol=symbol)
    contract = Contract(kernel.declaration)
    read = [
        operand.name
        for operand in contract.operands
        if operand.is_dense and not operand.is_written
    ]
    for operand in contract.operands:
        shape = [SIZES[dim] for dim in operand.dims]
        np.save(f"{operand.name}.npy", np.ones(shape, np.float32))
    stored = store(program, read, *options) if program else {}
    sound = sound_arguments(kernel, contract, stored)
    seed = SEED + len(totals.failures) + totals.compared
    return make_calls(totals, sound, Caller(kernel, contract, random.Random(seed)))


def make_calls(totals: Totals, sound: dict, caller: Caller) -> set[int]:
    """Calls a kernel often, the first time without mistakes; returns its answers."""
    mistakes = Mistakes(caller.draw, caller.contract)
    for number in range(CALLS):
        given = copy(sound)
        if number:
            mistakes.make(given)
        totals.compared += 1
        if wrong := caller(given):
            what = f"{caller.kernel.symbol}, call {number}"
            totals.failures.append(f"{what}: {wrong}: {given}")
    return caller.statuses


def main() -> int:
    totals = Totals()
    answers = set().union(*(check(totals, *case) for case in CASES))
    if answers != set(range(OVERLAP + 1)):
        totals.failures.append(f"expected all statuses but got {answers}")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
