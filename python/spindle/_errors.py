"""Exceptions. All of Spindle's own are :class:`SpindleError`."""

from __future__ import annotations

import errno
import os
import sys
import warnings

__all__ = [
    "CopyError",
    "CopyWarning",
    "ProgramError",
    "SpindleError",
    "SpindleFutureWarning",
    "SpindleMemoryError",
    "SpindleTypeError",
    "SpindleValueError",
    "SpindleWarning",
]


class SpindleError(Exception):
    """What went wrong, in one line or with notes on lines of their own.

    Attributes
    ----------
    operand : str
        The operand that it is about; empty for none.
    expected, got : str
        What was expected, and what came instead; empty where the text does not say.
    """

    operand: str
    expected: str
    got: str

    def __init__(self, text: str, operand: str = "", expected: str = "", got: str = "") -> None:
        super().__init__(text)
        self.operand = operand
        self.expected = expected
        self.got = got


def name_operand(error: SpindleError, name: str, way: str = "") -> SpindleError:
    """``error`` of the operand that the user calls ``name``, and what to do instead."""
    where = f"{name}: " if name and not error.operand else ""
    return type(error)(f"{where}{error}{way}", error.operand or name, error.expected, error.got)


class SpindleValueError(SpindleError, ValueError):
    """A shape, an extent, a text or a number is not one that fits."""


class SpindleTypeError(SpindleError, TypeError):
    """An object or its elements are of a type that does not fit."""


class CopyError(SpindleValueError):
    """A copy would be needed, and ``copy=False`` forbids it."""


class ProgramError(SpindleValueError):
    """A program, a schedule or an expression is wrong.

    Attributes
    ----------
    file : str
        The file, or what a text without one is called.
    line, column : int
        The place, from 1 on; 0 where it is not known.
    source : str
        The line that it is about; empty where it is not known.
    """

    file: str
    line: int
    column: int
    source: str

    def __init__(
        self,
        text: str,
        operand: str = "",
        expected: str = "",
        got: str = "",
        file: str = "",
        line: int = 0,
        column: int = 0,
    ) -> None:
        super().__init__(text, operand, expected, got)
        self.file = file
        self.line = line
        self.column = column
        self.source = _find_quoted(text)


class _SystemError(SpindleValueError, OSError):
    """An error of the system; a subclass adds the class that Python has for it.

    Attributes
    ----------
    filename : str
        The file that it is about.
    errno, strerror : int, str
        As of OSError.
    """

    _number = 0

    def __init__(self, text: str, operand: str = "", expected: str = "", got: str = "") -> None:
        super().__init__(text, operand, expected, got)
        self.errno = self._number
        self.strerror = os.strerror(self._number)
        self.filename = text.removesuffix(": no such file").split(": expected ")[0]

    def __str__(self) -> str:
        return str(self.args[0])


class SpindleFileNotFoundError(_SystemError, FileNotFoundError):
    """There is no such file, or no such directory to write to."""

    _number = errno.ENOENT


class SpindleIsADirectoryError(_SystemError, IsADirectoryError):
    """A directory is where a file was expected."""

    _number = errno.EISDIR


class SpindlePermissionError(_SystemError, PermissionError):
    """A file may not be read, or not be written."""

    _number = errno.EACCES


class SpindleMemoryError(SpindleValueError, MemoryError):
    """There is no memory for what is asked; what a kernel writes is as it was."""


class SpindleWarning(UserWarning):
    """What a user may want to know; nothing is wrong."""


class CopyWarning(SpindleWarning):
    """An operand was copied, because its order, strides or type do not fit."""


class SpindleFutureWarning(SpindleWarning, FutureWarning):
    """What a text means has changed with this release, or will with the next."""


def warn(text: str, kind: type[SpindleWarning] = SpindleWarning) -> None:
    """Warns of ``text`` at the line of the user that called Spindle."""
    warnings.warn(text, kind, stacklevel=_count_own_frames())


def _count_own_frames() -> int:
    """The level of the first caller that is of neither this package nor NumPy's operators."""
    level, frame = 2, sys._getframe(2)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(_INNER):
        level, frame = level + 1, frame.f_back
    return level


_INNER = ("spindle.", "numpy.lib.mixins")


def _find_quoted(text: str) -> str:
    """The line of a program that stands in ``text`` above a caret; empty without one."""
    lines = text.splitlines()
    for above, below in zip(lines, lines[1:], strict=False):
        if below.strip() == "^":
            return above.strip()
    return ""


_TYPES = (
    "values of",
    "elements of",
    "a number of",
    "a tensor in",
    "a tensor called",
    "plain memory",
)


def _find_system_class(expected: str, got: str) -> type[SpindleValueError] | None:
    """The class of an error that Python has a class for; None for others."""
    if got == "permission denied":
        return SpindlePermissionError
    if (expected, got) == ("a file", "a directory"):
        return SpindleIsADirectoryError
    if got != "none":
        return None
    if expected in ("file", "directory"):
        return SpindleFileNotFoundError
    is_memory = expected.startswith("memory") or " bytes of memory" in expected
    return SpindleMemoryError if is_memory else None


def make_error(
    text: str,
    operand: str = "",
    expected: str = "",
    got: str = "",
    file: str = "",
    line: int = 0,
    column: int = 0,
) -> SpindleError:
    """The exception for an error of C++, by its parts."""
    of_system = _find_system_class(expected, got)
    if of_system is not None:
        return of_system(text, operand, expected, got)
    if line > 0:
        return ProgramError(text, operand, expected, got, file, line, column)
    if expected.startswith(_TYPES):
        return SpindleTypeError(text, operand, expected, got)
    return SpindleValueError(text, operand, expected, got)
