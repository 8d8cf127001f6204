# RUN: %python %s %spindle_src_root
"""Every error of a verifier or parser that names a rule has the note on that rule: those
of all programs in test/Dialect that are refused, which have every message."""

import re
import subprocess
import sys
from pathlib import Path

#: Not what the tests themselves expect, which is missed here.
ERROR = re.compile(r': error: (?!expected error ").*?\((C\d+)\) expected')
COMMAND = ["sparse-opt", "--split-input-file", "--allow-unregistered-dialect"]


def check(path: Path) -> tuple[int, list[str]]:
    """How many errors of the program name a rule, and those that lack its note."""
    done = subprocess.run([*COMMAND, path], text=True, capture_output=True)
    count, bare = 0, []
    for text in re.split(r"^(?=\S+: error: )", done.stderr, flags=re.MULTILINE):
        named = ERROR.search(text.split("\n", 1)[0])
        if named:
            count += 1
            if text.count(f"note: rule ({named[1]}) of ") != 1:
                bare.append(text.split("\n", 1)[0])
    return count, bare


def main() -> int:
    paths = sorted((Path(sys.argv[1]) / "test" / "Dialect").rglob("*invalid*.mlir"))
    found = [check(path) for path in paths]
    lacking = [line for _, lines in found for line in lines]
    print("\n".join(lacking), file=sys.stderr)
    errors = sum(count for count, _ in found)
    print(f"{errors} errors, {len(lacking)} without a note")
    return 1 if lacking or errors < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
