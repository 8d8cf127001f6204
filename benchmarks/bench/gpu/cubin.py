"""Cubins: found in any file, and what they say of their kernels.

A cubin is an ELF file for the machine 190. A kernel is a section `.text.NAME`; the
sections `.nv.info` and `.nv.info.NAME` are lists of attributes: a byte for the form, a
byte for the attribute, then two bytes, which of form 4 are the size of what follows.
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

MACHINE = 190
#: Attributes, each a symbol's index and a number, but for the last: three numbers.
FRAME_SIZE, REGISTERS, MOST_THREADS = 0x11, 0x2F, 0x05
WITH_SIZE = 4
#: The version of the format from which the flags have another order.
OF_TODAY = 8


@dataclass
class Section:
    """A section of an ELF file."""

    name: str
    kind: int
    offset: int
    size: int


@dataclass
class Kernel:
    """What an assembled kernel needs."""

    name: str
    registers: int = 0
    #: Bytes of a thread's stack: what is spilled, and arrays in memory.
    stack: int = 0
    #: Bytes of shared memory of a block, as far as they are known.
    shared: int = 0
    #: Threads of a block at most, where the kernel says so; else 0.
    threads: int = 0
    #: Bytes of code.
    code: int = 0
    #: Bytes that are stored and loaded again, where ptxas said so.
    spills: int | None = None


def sections(elf: bytes) -> list[Section]:
    """The sections of an ELF file of 64 bits."""
    (table,) = struct.unpack_from("<Q", elf, 40)
    each, count, names = struct.unpack_from("<HHH", elf, 58)
    rows = [struct.unpack_from("<IIQQQQ", elf, table + each * i) for i in range(count)]
    base = rows[names][4]

    def text(at: int) -> str:
        return elf[base + at : elf.index(b"\0", base + at)].decode()

    return [Section(text(row[0]), row[1], row[4], row[5]) for row in rows]


def length(elf: bytes) -> int:
    """The bytes of an ELF file that may have others behind it."""
    (programs, table) = struct.unpack_from("<QQ", elf, 32)
    program_size, program_count, each, count = struct.unpack_from("<HHHH", elf, 54)
    no_bits = 8
    ends = [one.offset + one.size for one in sections(elf) if one.kind != no_bits]
    return max(*ends, table + each * count, programs + program_size * program_count)


def chip(elf: bytes) -> str:
    """The GPU of a cubin, as `sm_90`: its number is the second byte of the flags, of
    old files the first."""
    (flags,) = struct.unpack_from("<I", elf, 48)
    of_today = elf[8] >= OF_TODAY
    return f"sm_{flags >> 8 & 0xFF if of_today else flags & 0xFF}"


def embedded(data: bytes) -> list[bytes]:
    """The cubins in a file: itself, or those of a fat binary or an object that are
    not compressed."""
    found = []
    for match in re.finditer(b"\x7fELF\x02", data):
        rest = data[match.start() :]
        if struct.unpack_from("<H", rest, 18) == (MACHINE,):
            found.append(rest[: length(rest)])
    return found


def ptx(data: bytes) -> list[bytes]:
    """The texts in PTX in a file."""
    return re.findall(rb"\.version \d+\.\d+\s+\.target sm_[^\0]*", data)


def attributes(info: bytes) -> list[tuple[int, bytes]]:
    """The attributes of a section, those with a size."""
    at, found = 0, []
    while at + 4 <= len(info):
        form, attribute, size = struct.unpack_from("<BBH", info, at)
        at += 4
        if form == WITH_SIZE:
            found.append((attribute, info[at : at + size]))
            at += size
    return found


def symbol_names(elf: bytes, held: list[Section]) -> list[str]:
    """The names of symbols, by index."""
    symbols = next(one for one in held if one.name == ".symtab")
    strings = next(one for one in held if one.name == ".strtab")
    names = []
    for at in range(symbols.offset, symbols.offset + symbols.size, 24):
        begin = strings.offset + struct.unpack_from("<I", elf, at)[0]
        names.append(elf[begin : elf.index(b"\0", begin)].decode())
    return names


def kernels(elf: bytes) -> dict[str, Kernel]:
    """The kernels of a cubin by name."""
    held = sections(elf)
    found: dict[str, Kernel] = {}
    for one in held:
        if one.name.startswith(".text."):
            name = one.name.removeprefix(".text.")
            found[name] = Kernel(name, code=one.size)
    names = symbol_names(elf, held)
    for one in held:
        info = elf[one.offset : one.offset + one.size]
        if one.name == ".nv.info":
            take_numbers(found, names, info)
        name = one.name.partition(".nv.info.")[2]
        if name in found:
            found[name].threads = most_threads(info)
        name = one.name.partition(".nv.shared.")[2]
        if name in found:
            found[name].shared = one.size
    return found


def take_numbers(found: dict[str, Kernel], names: list[str], info: bytes) -> None:
    """Writes registers and stack of the attributes that name a kernel."""
    fields = {FRAME_SIZE: "stack", REGISTERS: "registers"}
    for attribute, data in attributes(info):
        if attribute in fields:
            symbol, number = struct.unpack("<II", data)
            if names[symbol] in found:
                setattr(found[names[symbol]], fields[attribute], number)


def most_threads(info: bytes) -> int:
    for attribute, data in attributes(info):
        if attribute == MOST_THREADS:
            x, y, z = struct.unpack("<III", data)
            return x * y * z
    return 0


def take_spills(found: dict[str, Kernel], log: str) -> None:
    """Writes what `ptxas -v` says of spills."""
    pattern = (
        r"entry function '(\w+)'.*?(\d+) bytes spill stores, (\d+) bytes spill loads"
    )
    for name, stores, loads in re.findall(pattern, log, re.DOTALL):
        if name in found:
            found[name].spills = int(stores) + int(loads)


def read(path: Path, log: str = "") -> dict[str, Kernel]:
    """The kernels of a cubin, with what ptxas said as it was made."""
    found = kernels(path.read_bytes())
    take_spills(found, log)
    return found
