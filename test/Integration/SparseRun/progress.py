# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Long steps show how far they are, on a terminal and only there."""

import os
import re
import subprocess
import sys

from terminal import lines_left, run_on_terminal

#: Every step is shown at once.
AT_ONCE = {"SPARSE_RUN_PROGRESS_DELAY": "0"}
WRITE = ["spmm", "--bind", "A=random", "--bind", "B=random", "--out", "C=B.mtx"]
WRITE += ["--size", "I=20000", "--size", "J=3000", "--size", "K=16", "--check"]
#: B.mtx is read: I and J of this run are others.
READ = ["spmm", "--bind", "A=random", "--bind", "B=B.mtx", "--size", "I=2000"]
READ += ["--check", "--bench=1000"]

#: The steps whose work is counted, with what is told of a bar.
COUNTED = [
    ("reading B.mtx", r"\[#*\.*\] \d+ %, [\d.]+( [kMG])?B/s, \d+ s left"),
    ("checking", r"\[#*\.*\] \d+ %, [\d.]+( [kMG])? body runs/s, \d+ s left"),
    ("timing", r"\[#*\.*\] \d+ %, [\d.]+( [kMG])? runs/s, \d+ s left"),
]
#: Those that are shown with the time they have taken.
OTHERS = ["making A", "storing A", "compiling", "writing"]


def shown(screen: str) -> list[str]:
    return re.findall(r"\r\x1b\[K([^\r\x1b]+)", screen)


def main() -> None:
    written = run_on_terminal(WRITE, AT_ONCE)
    read = run_on_terminal(READ, AT_ONCE)
    assert written.status == 0 and read.status == 0, (written, read)
    lines = shown(written.screen) + shown(read.screen)
    for label, pattern in COUNTED:
        wanted = re.compile(re.escape(label) + " " + pattern)
        assert any(wanted.fullmatch(line) for line in lines), (label, set(lines))
    for label in OTHERS:
        wanted = re.compile(re.escape(label) + r", \d+ s")
        assert any(wanted.fullmatch(line) for line in lines), (label, set(lines))

    # Nothing of it is left.
    left = "\n".join(lines_left(read.screen))
    assert "right" in left and "%," not in left and "left" not in left, left

    # It never fills the line, which would break it.
    narrow = run_on_terminal(READ, AT_ONCE, columns=30)
    assert max(map(len, shown(narrow.screen))) == 29, shown(narrow.screen)

    # Steps that are soon over are not shown.
    patient = {"SPARSE_RUN_PROGRESS_DELAY": "1000000"}
    assert not shown(run_on_terminal(READ, patient).screen)

    # Nor is anything in a pipe.
    piped = subprocess.run(
        ["sparse-run", *READ], capture_output=True, env={**os.environ, **AT_ONCE}
    )
    assert piped.returncode == 0 and not piped.stderr, piped
    assert b"\r" not in piped.stdout and b"\x1b" not in piped.stdout, piped


if __name__ == "__main__":
    sys.exit(main())
