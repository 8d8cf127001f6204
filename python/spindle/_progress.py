"""How far long work is, told on a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

__all__ = ["Bar", "bar"]

# Work that ends before is not told of.
_SECONDS_BEFORE = 1.0
# The unit of bytes, and how many of them are told as one.
_BYTES, _MEGABYTE = "B", 1_000_000


class Bar:
    """One line about work that takes long, written over itself.

    It is called as the extension module calls it. The line goes when the bar is closed,
    or when nobody has it any more.

    Parameters
    ----------
    label : str
        What is done, where the work does not say.
    stream : file
        Where the line goes.
    seconds : float
        The time before the first line, in seconds.

    Examples
    --------
    >>> import io
    >>> stream = io.StringIO()
    >>> with Bar("reading", stream, seconds=0) as progress:
    ...     progress("reading A.mtx", "B", 2_500_000, 10_000_000)
    >>> stream.getvalue().split("\\r")[1]
    'reading A.mtx: 25 % (2.5 of 10.0 MB)'
    """

    def __init__(self, label: str, stream: TextIO, seconds: float = _SECONDS_BEFORE) -> None:
        self._label = label
        self._stream = stream
        self._begin = time.monotonic()
        self._seconds = seconds
        self._shown = ""

    def __call__(self, label: str, unit: str, done: int, total: int) -> None:
        """Tells that ``done`` of ``total`` of ``unit`` are done; a total of 0 is not known."""
        passed = time.monotonic() - self._begin
        if passed < self._seconds:
            return
        self._write(f"{label or self._label}: {_describe(unit, done, total, passed)}")

    def close(self) -> None:
        """Takes the line away."""
        if self._shown:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # The stream may be gone by now.
        try:
            self.close()
        except (OSError, ValueError):
            pass

    def _write(self, text: str) -> None:
        text = text[: shutil.get_terminal_size().columns - 1]
        if text == self._shown:
            return
        # Spaces hide the rest of a longer line, where no codes can be sent too.
        self._stream.write("\r" + text.ljust(len(self._shown)))
        self._stream.flush()
        self._shown = text


def bar(label: str) -> Bar | None:
    """A progress bar on stderr, or None where nobody would look at one.

    Parameters
    ----------
    label : str
        What is done, as in ``"reading A.mtx"``.

    Returns
    -------
    Bar or None
        What to give to the extension module as ``progress``. It begins to write after a
        second, if stderr is a terminal or a notebook's.

    Examples
    --------
    >>> import contextlib, io
    >>> with contextlib.redirect_stderr(io.StringIO()):
    ...     print(bar("reading"))
    None
    """
    stream = sys.stderr
    if stream is None:
        return None
    isatty = getattr(stream, "isatty", None)
    is_seen = (isatty is not None and isatty()) or type(stream).__module__.startswith("ipykernel")
    return Bar(label, stream) if is_seen else None


def _describe(unit: str, done: int, total: int, seconds: float) -> str:
    """Such as ``25 % (2.5 of 10.0 MB)``; the seconds that passed where there is no total."""
    if total <= 0:
        return f"{seconds:.0f} s"
    share = f"{100 * done // total} %"
    if unit == _BYTES:
        return f"{share} ({done / _MEGABYTE:.1f} of {total / _MEGABYTE:.1f} MB)"
    return f"{share} ({done} of {total} {unit})" if unit else share
