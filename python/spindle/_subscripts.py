"""Subscripts in letters, as NumPy's einsum has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from spindle._errors import SpindleValueError

__all__ = ["Subscripts", "parse_subscripts"]


@dataclass(frozen=True)
class Subscripts:
    """What subscripts say.

    Attributes
    ----------
    inputs : tuple of str
        The letters of each operand, one for each dimension.
    output : str
        The letters of the result.
    """

    inputs: tuple[str, ...]
    output: str


@lru_cache(maxsize=1024)
def parse_subscripts(text: str) -> Subscripts:
    """The subscripts ``text``, such as ``"ij,jk->ik"``.

    Without ``->`` the result has the letters that appear once, in alphabetical order.

    Raises
    ------
    SpindleValueError
        What is no letter, a letter twice in an operand or in the result, a letter of the
        result that no operand has.
    """
    inputs, arrow, output = text.replace(" ", "").partition("->")
    terms = tuple(inputs.split(","))
    for number, term in enumerate(terms, 1):
        _check_term(term, f"operand {number}")
    if not arrow:
        counts = Counter("".join(terms))
        output = "".join(sorted(letter for letter, count in counts.items() if count == 1))
    _check_term(output, "the result")
    for letter in output:
        if letter not in inputs:
            raise SpindleValueError(
                f"the result '{output}': expected letters of the operands ({inputs}) "
                f"but got '{letter}'",
                expected="letters of the operands",
                got=letter,
            )
    return Subscripts(terms, output)


def _check_term(term: str, owner: str) -> None:
    """Raises unless ``term`` is of letters that differ."""
    seen: set[str] = set()
    for letter in term:
        if not (letter.isascii() and letter.isalpha()):
            # Dimensions without a letter are none that a kernel can be made for.
            got = "..." if "..." in term else letter
            raise SpindleValueError(
                f"{owner} '{term}': expected a letter for each dimension but got '{got}'",
                operand=owner,
                expected="a letter for each dimension",
                got=got,
            )
        if letter in seen:
            raise SpindleValueError(
                f"{owner} '{term}': expected different letters but got {letter} twice",
                operand=owner,
                expected="different letters",
                got=f"{letter} twice",
            )
        seen.add(letter)
