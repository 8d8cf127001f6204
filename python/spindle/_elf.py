"""The names of the functions that a shared object of Spindle has."""

from __future__ import annotations

import os
import struct

__all__ = ["list_symbols"]

#: A section of the symbols that others may use.
_DYNSYM = 11


def list_symbols(path: str | os.PathLike[str]) -> list[str]:
    """The symbols that the shared object at ``path`` gives others, in its order.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        It is no shared object of a 64-bit machine with the least byte first.
    """
    with open(path, "rb") as file:
        data = file.read()
    if data[:6] != b"\x7fELF\x02\x01":
        text = "expected a shared object but got another file"
        raise ValueError(text)
    try:
        return _read_symbols(data)
    except struct.error as error:
        text = "expected a whole shared object but got a part of one"
        raise ValueError(text) from error


def _read_symbols(data: bytes) -> list[str]:
    """The same of the bytes of the file."""
    (first,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, first + n * size) for n in range(count)]
    names = []
    for section in sections:
        if section[1] != _DYNSYM:
            continue
        texts = sections[section[6]][4]
        for offset in range(section[4], section[4] + section[5], 24):
            name, _, _, where = struct.unpack_from("<IBBH", data, offset)
            # What the object needs from others is in no section of it.
            if where:
                end = data.index(b"\0", texts + name)
                names.append(data[texts + name : end].decode())
    return names
