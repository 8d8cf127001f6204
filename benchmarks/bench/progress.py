"""A bar on a terminal: how far the measuring is, and how long it will take."""

import shutil
import sys
import time


class Progress:
    """Counts cells of the table. Draws nothing where there is no terminal."""

    def __init__(self, total: int):
        self.total = total
        self.done = 0
        self.begin = time.monotonic()
        self.shown = sys.stderr.isatty()

    def draw(self, text: str) -> None:
        """Shows what is measured now."""
        if not self.shown:
            return
        share = self.done / max(self.total, 1)
        filled = int(20 * share)
        bar = "#" * filled + "-" * (20 - filled)
        line = f"[{bar}] {self.done}/{self.total}{self.left()}  {text}"
        width = shutil.get_terminal_size().columns - 1
        print("\r\033[K" + line[:width], end="", file=sys.stderr, flush=True)

    def left(self) -> str:
        """The time that the rest takes, if it takes as long as what is done."""
        if self.done == 0:
            return ""
        rate = (time.monotonic() - self.begin) / self.done
        minutes, seconds = divmod(int(rate * (self.total - self.done)), 60)
        return f" {minutes}:{seconds:02} left"

    def step(self) -> None:
        self.done += 1

    def say(self, line: str) -> None:
        """Prints a line, above the bar where there is one."""
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        print(line, flush=True)

    def end(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
