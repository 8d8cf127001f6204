# RUN: %python %s
"""The schedules that are chosen, held against the table of docs/Schedules.md."""

import re
import sys
from pathlib import Path

import batch
from totals import Totals

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/Schedules.md"
#: A shape, then a program, a format and a schedule.
ROW = re.compile(r"^\| [^`|]+ \| `(\w+)` \| `([^`]+)` \| `(\w+)` \|$", re.MULTILINE)


def chosen(program: str, text: str) -> str:
    """The schedule for a program with A in a format, or the first error."""
    command = ["sparse-run", program, "--format", f"A={text}", "--explain"]
    done = batch.run(command, ROOT)
    found = re.search(r"^schedule (\w+)", done.stdout + done.stderr, re.MULTILINE)
    return found.group(1) if found else done.stderr.partition("\n")[0]


def main() -> int:
    totals = Totals()
    for program, text, schedule in ROW.findall(PAGE.read_text()):
        totals.compared += 1
        found = chosen(program, text)
        if found != schedule:
            totals.failures.append(
                f"{program}, {text}: expected '{schedule}', got '{found}'"
            )
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
