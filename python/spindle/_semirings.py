"""Semirings: what takes the place of the sum and of the product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spindle._arguments import take_text
from spindle._errors import SpindleValueError
from spindle._suggest import suggest

__all__ = ["SEMIRINGS", "Semiring", "look_up_semiring"]


@dataclass(frozen=True)
class Semiring:
    """A sum and a product, in index notation.

    Attributes
    ----------
    name : str
        As users call it.
    assignment : str
        How the result takes what is summed up: ``=``, ``max=`` or ``min=``.
    product : callable
        The text of the product of factors, from their texts.
    is_ordered : bool
        It compares elements.
    is_of_truth : bool
        It is of truth values alone.
    """

    name: str
    assignment: str
    product: Callable[[Sequence[str]], str]
    is_ordered: bool = False
    is_of_truth: bool = False


def _join(operator: str) -> Callable[[Sequence[str]], str]:
    return lambda factors: operator.join(factors)


def _nest(function: str) -> Callable[[Sequence[str]], str]:
    """Calls of a function of two arguments, one inside of the other."""

    def product(factors: Sequence[str]) -> str:
        text = factors[0]
        for factor in factors[1:]:
            text = f"{function}({text}, {factor})"
        return text

    return product


SEMIRINGS = {
    semiring.name: semiring
    for semiring in (
        Semiring("plus_times", "=", _join(" * ")),
        Semiring("max_plus", "max=", _join(" + "), is_ordered=True),
        Semiring("min_plus", "min=", _join(" + "), is_ordered=True),
        Semiring("max_times", "max=", _join(" * "), is_ordered=True),
        Semiring("min_times", "min=", _join(" * "), is_ordered=True),
        Semiring("max_min", "max=", _nest("min"), is_ordered=True),
        # Of truth values, a sum is an or and a product an and.
        Semiring("or_and", "=", _join(" * "), is_of_truth=True),
        Semiring("plus_first", "=", _nest("first")),
    )
}


def look_up_semiring(name: str) -> Semiring:
    """The semiring called ``name``.

    Raises
    ------
    SpindleValueError
        No such semiring.
    """
    found = SEMIRINGS.get(take_text(name, "semiring"))
    if found is not None:
        return found
    hint = suggest(name, SEMIRINGS)
    raise SpindleValueError(
        f"semiring: expected one of {', '.join(SEMIRINGS)} but got '{name}'{hint}",
        operand="semiring",
        expected=", ".join(SEMIRINGS),
        got=name,
    )
