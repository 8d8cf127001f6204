# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""A run that is interrupted says so, ends by the signal (a shell tells 130 of Ctrl-C)
and leaves neither a file nor a piece of a bar behind, whatever it was doing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from endless import ENDLESS
from terminal import (
    LIMIT_SECONDS,
    Finished,
    heeding_interrupts,
    lines_left,
    run_on_terminal,
)

AT_ONCE = {"SPARSE_RUN_PROGRESS_DELAY": "0"}
#: Takes minutes to interpret, and moments to run.
LARGE = ["--size", "I=20000", "--size", "J=1000", "--size", "K=600"]
OUTPUTS = ["--out", "C=C.mtx.gz", "--json", "report.json"]
RANDOM = ["spmm", "--bind", "A=random", "--bind", "B=random"]
#: A step, as its bar calls it, and a run in which it takes long.
STEPS = [
    ("reading long.mtx", ["spmm", "--bind", "A=long.mtx", "--bind", "B=random"]),
    ("checking", [*RANDOM, *LARGE, "--check", *OUTPUTS]),
    ("timing", [*RANDOM, *LARGE, "--bench=100000", *OUTPUTS]),
    ("running", ["endless.mlir", "--bind", "x=ones", "--size", "I=3"]),
    ("writing", [*RANDOM, *LARGE, *OUTPUTS]),
]


def write_inputs() -> None:
    Path("endless.mlir").write_text(ENDLESS)
    count = 1500000
    with Path("long.mtx").open("w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{count} {count} {count}\n")
        file.writelines(f"{i} {i} 1\n" for i in range(1, count + 1))


def interrupt(step: str, arguments: list[str], number: signal.Signals) -> str:
    """Sends the signal once the step is shown; says what is wrong, if anything."""
    before, sent = set(Path().iterdir()), []

    def watch(screen: str, process: subprocess.Popen) -> None:
        if step in screen and not sent:
            sent.append(number)
            process.send_signal(number)

    finished = run_on_terminal(arguments, AT_ONCE, watch=watch)
    left = sorted(path.name for path in set(Path().iterdir()) - before)
    if not sent:
        return f"expected the step to be shown but got {finished}"
    return f"expected no files but got {left}" if left else verdict(finished, number)


def verdict(finished: Finished, number: signal.Signals) -> str:
    if finished.status != -number:
        return f"expected an end by signal {number} but got status {finished.status}"
    said = ["interrupted", ""] if number == signal.SIGINT else [""]
    if lines_left(finished.screen) != said:
        return f"expected {said} but got {lines_left(finished.screen)}"
    return ""


def interrupt_linker() -> str:
    """Sends the signal to sparse-run alone while its linker runs, which writes the
    object later; says what is wrong, if anything."""
    Path("linker").write_text("#!/bin/sh\ntouch linking\nsleep 0.5\ntouch $3\n")
    Path("linker").chmod(0o755)
    Path("folder").mkdir()
    before, own = set(Path().iterdir()), Path().absolute()
    places = {"SPINDLE_CC": str(own / "linker"), "TMPDIR": str(own / "folder")}
    with heeding_interrupts():
        process = subprocess.Popen(
            ["sparse-run", "spmv", "--save", "spmv.so"], env={**os.environ, **places}
        )
    while process.poll() is None and not Path("linking").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    status = process.wait(LIMIT_SECONDS)
    time.sleep(0.6)
    left = set(Path().iterdir()) - before - {Path("linking")}
    left |= set(Path("folder").iterdir())
    if left or status != -signal.SIGINT:
        return f"expected no files but got {left}, and status {status}"
    return ""


def shell_status() -> int:
    """What a shell tells of a run that is interrupted."""
    script = "sparse-run endless.mlir --bind x=ones --size I=3 & sleep 1; kill -INT $!"
    script = f"set -m; {script}; wait $!; echo $?"
    with heeding_interrupts():
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    return int(done.stdout.split()[-1])


def main() -> int:
    write_inputs()
    failures = 0
    runs = [(step, run, signal.SIGINT) for step, run in STEPS]
    runs.append((*STEPS[-1], signal.SIGTERM))
    for step, arguments, number in runs:
        if wrong := interrupt(step, arguments, number):
            failures += 1
            print(f"{step}: {wrong}")
    if wrong := interrupt_linker():
        failures += 1
        print(f"linking: {wrong}")
    if (status := shell_status()) != 130:
        failures += 1
        print(f"expected a shell to tell 130 but got {status}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
