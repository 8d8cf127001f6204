"""Which step of an import runs: a bar on a terminal."""

import shutil
import sys
import time

#: Of what is done one after the other, the last one included.
STEPS = (
    "reading",
    "fixing shapes",
    "folding constants",
    "taking weights out",
    "converting to torch",
    "lowering to linalg",
    "making linalg generic",
    "writing",
    "computing a reference",
)


class Progress:
    """Counts steps. Draws nothing where there is no terminal."""

    def __init__(self) -> None:
        self.begin = time.monotonic()
        self.shown = sys.stderr.isatty()

    def step(self, name: str, detail: str = "") -> None:
        """Shows that a step begins, or how far it is."""
        if not self.shown:
            return
        done = STEPS.index(name)
        bar = "#" * done + "-" * (len(STEPS) - done)
        seconds = time.monotonic() - self.begin
        line = f"[{bar}] {seconds:.0f} s  {name}{detail and f': {detail}'}"
        width = shutil.get_terminal_size().columns - 1
        print("\r\033[K" + line[:width], end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
