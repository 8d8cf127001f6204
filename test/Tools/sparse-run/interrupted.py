# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""A run that is interrupted while it writes leaves no file behind."""

import signal
import subprocess
import sys
import time
from pathlib import Path

COMMAND = [
    *("sparse-run", "spmm", "--bind", "A=random", "--bind", "B=random"),
    *("--size", "I=40000", "--size", "J=100", "--size", "K=100"),
    *("--out", "C=C.mtx.gz", "--json", "report.json"),
]
LIMIT_SECONDS = 60


def interrupt(number: signal.Signals) -> str:
    """Sends the signal once a file has begun; says what is wrong, if anything."""
    # The caller may have us ignore it, as shells do in the background.
    before = signal.signal(number, signal.SIG_DFL)
    run = subprocess.Popen(COMMAND, stdout=subprocess.DEVNULL)
    signal.signal(number, before)
    start = time.monotonic()
    while not any(Path().iterdir()):
        if run.poll() is not None or time.monotonic() - start > LIMIT_SECONDS:
            return f"expected a file to be begun but got status {run.wait()}"
        time.sleep(0.001)
    run.send_signal(number)
    if run.wait() != -number:
        return f"expected an end by signal {number} but got status {run.returncode}"
    left = [path.name for path in Path().iterdir()]
    return f"expected no files but got {left}" if left else ""


if __name__ == "__main__":
    wrong = [interrupt(number) for number in (signal.SIGINT, signal.SIGTERM)]
    print(*wrong, sep="\n")
    sys.exit(1 if any(wrong) else 0)
