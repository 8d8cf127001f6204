# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""--jitdump writes the file that perf reads: the kernel by its name, and its lines."""

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# What perf calls JIT_CODE_LOAD and JIT_CODE_DEBUG_INFO.
CODE, LINES = 0, 2
RUN = ["spmm", "--bind", "A=random", "--bind", "B=ones", "--size", "I=20"]
RUN += ["--size", "J=20", "--size", "K=8"]


def word_at(data: bytes, start: int) -> tuple[str, int]:
    """The text that ends in a zero, and where it has ended."""
    end = data.index(b"\0", start)
    return data[start:end].decode(), end + 1


def records_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The records, each with what it is; from the kernel's jitdump-specification."""
    magic, version, start = struct.unpack_from("=III", data)
    assert magic == 0x4A695444 and version == 1, data[:16]
    while start < len(data):
        kind, size, _ = struct.unpack_from("=IIQ", data, start)
        assert size >= 16, (kind, size)
        yield kind, data[start + 16 : start + size]
        start += size


def lines_of(record: bytes) -> Iterator[tuple[str, int]]:
    """The file and the line of each entry of a record of lines."""
    _, count = struct.unpack_from("=QQ", record)
    start = 16
    for _ in range(count):
        _, line, _ = struct.unpack_from("=QII", record, start)
        name, start = word_at(record, start + 16)
        yield name, line


def dump_of(arguments: list[str]) -> list[Path]:
    folder = Path("dumps").resolve()
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "JITDUMPDIR": str(folder), "HOME": str(folder)}
    subprocess.run(
        ["sparse-run", *arguments], check=True, capture_output=True, env=environment
    )
    return sorted(folder.rglob("jit-*.dump"))


def main() -> None:
    # Nobody who did not ask for it gets one.
    assert not dump_of(RUN) and not dump_of([*RUN, "--debug-info"])
    (path,) = dump_of([*RUN, "--jitdump"])
    functions, lines = {}, set()
    for kind, record in records_of(path.read_bytes()):
        if kind == CODE:
            name, end = word_at(record, 40)
            functions[name] = record[end:]
        if kind == LINES:
            lines.update(lines_of(record))
    assert functions.get("spmm"), functions.keys()
    command = ["sparse-run", "spmm", "--emit", "tensors"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    product = 1 + text[: text.index("arith.mulf")].count("\n")
    assert ("spmm.mlir", product) in lines, (product, lines)


if __name__ == "__main__":
    sys.exit(main())
