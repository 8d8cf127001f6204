"""What was measured, in a file of JSON that grows cell by cell.

    {"version": 1, "machine": {..}, "settings": {..}, "peers": {name: {..}},
     "curves": {..}, "rows": {name: {..}}, "cells": {row: {matrix: cell}}}

A cell has the counts of the work and, by mode and contestant, what was measured:

    {"shape": [..], "stored": .., "group": .., "compiler": .., "counts": {..},
     "contestants": {name: {"status": "ready"|"missing"|"wrong"|"failed"|"died",
                            "reason": .., "modes": {mode: {"seconds": ..}}}}}
"""

import dataclasses
import fcntl
import json
from pathlib import Path
from typing import TextIO

from bench.errors import Misuse
from bench.rows import Row

VERSION = 1


class Results:
    """The figures of one machine, by one set of settings."""

    def __init__(self, path: Path | None, machine: dict, settings: dict):
        self.path = path
        self.data = {
            "version": VERSION,
            "machine": machine,
            "settings": settings,
            "peers": {},
            "curves": {},
            "rows": {},
            "cells": {},
        }
        #: What keeps other runs from the file.
        self.lock = hold(path) if path else None
        if path and path.exists():
            self.take(load(path))

    def take(self, held: dict) -> None:
        """Goes on from what the file has, if it is of this machine and settings."""
        for part in ("machine", "settings"):
            if held[part] != self.data[part]:
                differing = sorted(
                    name
                    for name in held[part] | self.data[part]
                    if held[part].get(name) != self.data[part].get(name)
                )
                raise Misuse(
                    f"expected {self.path} to have figures of this machine and these "
                    f"settings but its {part} differs in {', '.join(differing)}; "
                    "name another file, or remove it"
                )
        self.data = held

    def has(self, row: Row, matrix: str, contestants: list[str], compiler: str) -> bool:
        """Says whether a cell is measured, with all of these and this compiler."""
        cell = self.data["cells"].get(row.name, {}).get(matrix)
        if cell is None or cell["compiler"] != compiler:
            return False
        return set(contestants) <= set(cell["contestants"])

    def add_row(self, row: Row) -> None:
        self.data["rows"][row.name] = dataclasses.asdict(row)

    def add(self, row: Row, matrix: str, cell: dict) -> None:
        """Adds a cell; contestants that it has not are kept as they were."""
        cells = self.data["cells"].setdefault(row.name, {})
        before = cells.get(matrix, {}).get("contestants", {})
        cells[matrix] = cell | {"contestants": before | cell["contestants"]}
        self.write()

    def write(self) -> None:
        """Writes the file, whole or not at all."""
        if self.path is None:
            return
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(json.dumps(self.data, indent=1) + "\n")
        part.rename(self.path)


def hold(path: Path) -> TextIO:
    """A lock on a file of figures, held until it is closed."""
    lock = path.with_name(path.name + ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Misuse(
            f"expected {path} to be written by one run but another one writes it"
        ) from None
    return lock


def load(path: Path) -> dict:
    """The figures of a file."""
    try:
        held = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Misuse(f"expected figures in {path} but got: {error}") from error
    if not isinstance(held, dict) or held.get("version") != VERSION:
        raise Misuse(f"expected {path} to have figures of version {VERSION}")
    return held
