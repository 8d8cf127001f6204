"""The formats that the suite `formats` tries on a matrix, by the names that sparse-run
takes, and when one is left out.

Nothing here knows how a format stores a matrix: how large it would be, and what it
refuses, is asked of `sparse-run` (`bench.conversion`).
"""

import math
import string

import numpy as np

from bench.errors import Misuse
from bench.sparse import Sparse

#: A format is left out where its arrays have more bytes than those of CSR, times this.
MOST_BYTES = 4.0

#: Names with numbers that are found from the matrix (`numbers_of`) in braces.
LEVELS = (
    "csr",
    "csc",
    "coo",
    "dcsr",
    "bsr(2,2)",
    "bsr(3,3)",
    "bsr(4,4)",
    "bsr(8,8)",
    "dbsr(4,4)",
    "ell",
    "sell(16,64)",
    "sell(16,1024)",
    "sell(16,8192)",
    "rowlen(1024)",
    "dia",
    "ldia(16)",
    "sr-bcrs(8,16)",
    "panel(256,64)",
    "nm(2,4)",
    "bitmap",
    "dense",
)
PARTS = (
    "hyb(1,{log})",
    "hyb(4,{log})",
    "ell-coo({mean})",
    "csr-coo({mean})",
    "bsr-csr(4,4,8)",
    "bsr-csr(8,8,32)",
    "dia-csr({half})",
    "dense-rows(16)",
    "columns(4)",
    "columns(16)",
)
TEMPLATES = (*LEVELS, *PARTS)
QUICK = ("csr", "sell(16,64)", "ldia(16)", "bsr(4,4)", "hyb(1,{log})")


def numbers_of(a: Sparse) -> dict[str, int]:
    """The numbers that templates name: the mean length of a row, rounded up; the
    power of two of at least that, as `hyb` has it; half of the rows."""
    lengths = np.diff(a.arrays["positions1"])
    mean = max(math.ceil(lengths.mean()), 1) if len(lengths) else 1
    return {
        "mean": mean,
        "log": (mean - 1).bit_length(),
        "half": max(a.shape[0] // 2, 1),
    }


def split(text: str) -> list[str]:
    """Names with commas between; those in parentheses are of a name."""
    names, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            names.append("")
        else:
            names[-1] += letter
    return [name for name in names if name]


def chosen(text: str | None, quick: bool) -> tuple[str, ...]:
    """The templates to try: those that are named, with CSR, by which the others go."""
    if not text:
        return QUICK if quick else TEMPLATES
    names = split(text)
    for name in names:
        check_numbers(name)
    return tuple(dict.fromkeys(["csr", *names]))


def check_numbers(name: str) -> None:
    """A number in braces has to be one of a matrix."""
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(name) if field]
    except ValueError as error:
        raise Misuse(f"expected the name of a format but got '{name}'") from error
    known = numbers_of(Sparse("csr", (0, 0), {"positions1": np.zeros(1)}))
    for field in fields:
        if field not in known:
            raise Misuse(
                f"expected {{{'}, {'.join(known)}}} in the name of a format but got "
                f"{{{field}}}"
            )


def named(templates: tuple[str, ...], a: Sparse) -> dict[str, str]:
    """The formats of these templates for a matrix, each with the first that names it."""
    numbers = numbers_of(a)
    held: dict[str, str] = {}
    for template in templates:
        held.setdefault(template.format(**numbers), template)
    return held


def typed(name: str) -> str:
    """A name as a command line has it: `sr-bcrs(8,16)` for `sr_bcrs<8, 16>`."""
    if "->" in name:
        return name
    return name.translate(str.maketrans({"<": "(", ">": ")", "_": "-", " ": None}))


def too_large(size: dict, csr: dict) -> str:
    """Why a format of this size is left out; empty where it is tried."""
    ratio = size["bytes"] / max(csr["bytes"], 1)
    if ratio <= MOST_BYTES:
        return ""
    cells = size["values"] / max(size["elements"], 1)
    return (
        f"{ratio:.1f} times the bytes of CSR, more than {MOST_BYTES:g}; "
        f"{cells:.1f} cells an element"
    )
