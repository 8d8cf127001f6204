"""What is said to whoever runs the benchmarks."""

import difflib
from collections.abc import Iterable


class Misuse(Exception):
    """The command line asks for what cannot be; exit status 2."""


class Missing(Exception):
    """A peer, or what it needs, is not on this machine or does not do this."""


class Wrong(Exception):
    """A result that is not what SciPy computes."""


def known(kind: str, name: str, names: Iterable[str]) -> str:
    """`name`, if it is one of `names`; else a `Misuse` that suggests the nearest."""
    names = list(names)
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.4)
    hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
    raise Misuse(f"expected the name of a {kind} but got '{name}'; {hint}")
