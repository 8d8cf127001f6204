#!/usr/bin/env python3
"""Holds the sources to lib/rooms.toml, which says who may include whom.

usage: room_lint.py [ROOT]

A room is a folder that the file names, with what is below it unless that is a room
of its own; a file of include/Spindle belongs to the room of that name. The rules:

  room     sources lie in a room; each room has sources, the one to start with too
  order    a room may include rooms before it in the file alone
  layer    the file names the rooms of lower layers first
  include  a source includes its own room, or one that its room may include
  link     a library links libraries of its own room, or of such a one
  unused   what a room may include is included by it
  word     a word that rooms own (`own_words`, regular expressions) is in no other
  option   no text or comment of a room names an option of a command line: it is for
           whoever calls the room to say how things are set

The last line says how many sources were read and how many findings there are. Exit
status: 0 without findings, 1 with findings, 2 if there was nothing to read.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

SUFFIXES = {".cpp", ".h", ".td"}
INCLUDE = re.compile(r'^#?include "(Spindle/[^"]+)"', re.MULTILINE)
LIBRARY = re.compile(r"^add_spindle\w*_library\((\w+)([^)]*)\)", re.MULTILINE)
LINK = re.compile(r"^target_link_libraries\((\w+)([^)]*)\)", re.MULTILINE)
OPTION = re.compile(r'(?:"(?:[^"]* )?|//.* )(--[a-z][-a-z]*)')
#: Headers that programs include: they name all rooms.
ALL_ROOMS = {Path("include/Spindle/InitAll.h")}


class Rooms:
    """The rooms of a tree, and which of them each source needs."""

    def __init__(self, root: Path):
        self.root = root
        self.table = tomllib.loads((root / "lib/rooms.toml").read_text())
        self.layers = self.table.pop("layers")
        self.used: dict[str, set[str]] = {name: set() for name in self.table}
        self.sources = [
            path.relative_to(root)
            for folder in ("lib", "include/Spindle")
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in SUFFIXES
        ]
        self.sources = [path for path in self.sources if path not in ALL_ROOMS]
        self.libraries = {
            match[1]: self.room_of(path.relative_to(root))
            for path in sorted((root / "lib").rglob("CMakeLists.txt"))
            for match in LIBRARY.finditer(path.read_text())
        }

    def room_of(self, path: Path) -> str | None:
        """The innermost room that a file, or a header as it is included, is in."""
        parts = path.parts[1 if path.parts[0] in ("lib", "Spindle") else 2 :]
        for length in range(len(parts) - 1, 0, -1):
            if (name := "/".join(parts[:length])) in self.table:
                return name
        return None

    def height(self, name: str) -> int:
        """How many layers are below that of a room."""
        layer = self.table[name]["layer"]
        return self.layers.index(layer) if layer in self.layers else 0

    def check_table(self) -> Iterator[str]:
        before: list[str] = []
        filled = {self.room_of(path) for path in self.sources}
        for name, room in self.table.items():
            for other in room["may"]:
                if other not in before:
                    yield f"lib/rooms.toml: order: no room {other} before {name}"
            above = [
                other for other in before if self.height(other) > self.height(name)
            ]
            if above and room["layer"] in self.layers:
                yield f"lib/rooms.toml: layer: {above[-1]} is above {name}"
            before.append(name)
            if room["layer"] not in self.layers:
                yield f"lib/rooms.toml: layer: {name} is in no layer"
            if name not in filled:
                yield f"lib/rooms.toml: room: {name} has no sources"
            if not (self.root / room["start"]).exists():
                yield f"lib/rooms.toml: room: {name} starts with no {room['start']}"

    def check_need(self, path: Path, room: str, other: str | None) -> str | None:
        """What is wrong with a room that needs another; notes that it does."""
        if other is None or other == room:
            return None
        self.used[room].add(other)
        if other in self.table[room]["may"]:
            return None
        return f"{room} may not include {other} (lib/rooms.toml)"

    def check_sources(self) -> Iterator[str]:
        for path in self.sources:
            room = self.room_of(path)
            if room is None:
                yield f"{path}:1: room: expected a folder that lib/rooms.toml names"
                continue
            text = (self.root / path).read_text()
            for match in INCLUDE.finditer(text):
                wrong = self.check_need(path, room, self.room_of(Path(match[1])))
                if wrong:
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{path}:{line}: include: {wrong}"

    def check_words(self) -> Iterator[str]:
        owned = {
            name: re.compile(rf"\b(?:{'|'.join(room['own_words'])})\b", re.IGNORECASE)
            for name, room in self.table.items()
            if "own_words" in room
        }
        for path in self.sources:
            own = owned.get(self.room_of(path))
            for number, line in enumerate((self.root / path).open(), 1):
                for owner, pattern in owned.items():
                    words = [match[0] for match in pattern.finditer(line)]
                    if own:
                        words = [word for word in words if not own.fullmatch(word)]
                    if words:
                        yield f"{path}:{number}: word: '{words[0]}' is {owner}'s"

    def check_options(self) -> Iterator[str]:
        for path in self.sources:
            for number, line in enumerate((self.root / path).open(), 1):
                if match := OPTION.search(line):
                    yield f"{path}:{number}: option: '{match[1]}' is a program's"

    def check_links(self) -> Iterator[str]:
        for path in sorted((self.root / "lib").rglob("CMakeLists.txt")):
            text = path.read_text()
            for match in (*LIBRARY.finditer(text), *LINK.finditer(text)):
                room = self.libraries.get(match[1])
                for word in match[2].split():
                    other = self.libraries.get(word)
                    wrong = room and self.check_need(path, room, other)
                    if wrong:
                        line = text.count("\n", 0, match.start()) + 1
                        where = f"{path.relative_to(self.root)}:{line}"
                        yield f"{where}: link: {match[1]} links {word}: {wrong}"

    def check_unused(self) -> Iterator[str]:
        for name, room in self.table.items():
            for other in room["may"]:
                if other not in self.used[name]:
                    yield f"lib/rooms.toml: unused: {name} does not include {other}"

    def check(self) -> Iterator[str]:
        yield from self.check_table()
        yield from self.check_sources()
        yield from self.check_words()
        yield from self.check_options()
        yield from self.check_links()
        yield from self.check_unused()


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    rooms = Rooms(root)
    findings = list(rooms.check())
    for finding in findings:
        print(finding)
    print(f"room-lint: {len(rooms.sources)} sources read, {len(findings)} findings")
    return 2 if not rooms.sources else int(bool(findings))


if __name__ == "__main__":
    sys.exit(main())
