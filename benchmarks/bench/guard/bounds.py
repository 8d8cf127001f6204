"""What each row is to reach where there is no second build: a ratio to the hand-written
kernel, of this processor where one was met, else a general one.

The file is made by `utils/guard --write-bounds`, which writes what it measures as the
bounds of its processor, and makes the general ones of all processors anew.
"""

import json
from datetime import date
from pathlib import Path

from bench import places
from bench.errors import Misuse

PATH = places.SOURCES / "guard.json"
GENERAL = "general"
#: The share of the least ratio of all processors that another one is to reach.
SHARE = 0.75


class Bounds:
    """The bounds of a file."""

    def __init__(self, path: Path):
        self.path = path
        self.held: dict[str, dict] = {}
        if path.exists():
            self.held = read(path)

    def rows(self, processor: str) -> tuple[str, dict[str, float]]:
        """The bounds by row, and whose and of when they are."""
        name = processor if processor in self.held else GENERAL
        told = self.held.get(name)
        if told is None:
            return "none", {}
        return f"{name}, {told['date']}", told["rows"]

    def write(self, processor: str, ratios: dict[str, float]) -> None:
        """Has a processor have these bounds of today; rows without one keep theirs."""
        today = date.today().isoformat()
        before = self.held.pop(processor, {}).get("rows", {})
        self.held.pop(GENERAL, None)
        rows = before | {name: round(ratio, 2) for name, ratio in ratios.items()}
        self.held[processor] = {"date": today, "rows": rows}
        self.held[GENERAL] = {"date": today, "rows": general(self.held)}
        text = json.dumps(
            {name: self.held[name] for name in sorted(self.held)}, indent=1
        )
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(text + "\n")
        part.rename(self.path)


def general(held: dict[str, dict]) -> dict[str, float]:
    """A share of the least bound of each row."""
    least: dict[str, float] = {}
    for told in held.values():
        for name, ratio in told["rows"].items():
            least[name] = min(ratio, least.get(name, ratio))
    return {name: round(SHARE * ratio, 2) for name, ratio in least.items()}


def read(path: Path) -> dict[str, dict]:
    """The bounds of a file, by processor."""
    try:
        held = json.loads(path.read_text())
        for told in held.values():
            date.fromisoformat(told["date"])
            if not all(float(ratio) > 0 for ratio in told["rows"].values()):
                raise ValueError("a bound is not positive")
    except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
        raise Misuse(
            f"expected bounds by processor in {path} but got: {error}"
        ) from None
    return held
