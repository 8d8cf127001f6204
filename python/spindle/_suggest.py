"""What a user may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["suggest"]


def suggest(name: str, known: Iterable[str]) -> str:
    """``"; did you mean 'x'?"`` with the one of ``known`` that is nearest; empty for none."""
    by_lower = {each.lower(): each for each in known}
    close = get_close_matches(name.lower(), by_lower, n=1)
    return f"; did you mean '{by_lower[close[0]]}'?" if close else ""
