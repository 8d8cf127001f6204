"""Runs sparse-run on a terminal of its own, for the tests of this folder."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

#: No run of a test takes as long.
LIMIT_SECONDS = 60


@contextmanager
def heeding_interrupts() -> Iterator[None]:
    """Children heed Ctrl-C, even where the caller has us ignore it, as shells do in
    the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass
class Finished:
    #: All that the terminal was sent.
    screen: str
    #: As subprocess has it: -n for an end by signal n.
    status: int


def run_on_terminal(
    arguments: list[str],
    environment: dict[str, str] | None = None,
    columns: int = 100,
    watch: Callable[[str, subprocess.Popen], None] | None = None,
) -> Finished:
    """Runs it with stdout and stderr on a terminal. `watch` is told what has come so
    far, whenever more has, and may send signals."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with heeding_interrupts():
        process = subprocess.Popen(
            ["sparse-run", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
        )
    os.close(theirs)
    screen, start = b"", time.monotonic()
    while time.monotonic() - start < LIMIT_SECONDS:
        if not select.select([ours], [], [], 0.05)[0]:
            continue
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        screen += piece
        if not piece:
            break
        if watch:
            watch(screen.decode(errors="replace"), process)
    else:
        process.kill()
    os.close(ours)
    return Finished(screen.decode(errors="replace"), process.wait())


def lines_left(screen: str) -> list[str]:
    """What can be read on the terminal at the end: a return to the first column with
    an order to wipe out the line leaves nothing of what stood there."""
    return [line.split("\r\x1b[K")[-1].rstrip("\r") for line in screen.split("\n")]
