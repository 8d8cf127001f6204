"""What a peer is: something that does the kernels of the table.

A new one is a class with this interface, added to `bench.peers.PEERS`, or in a file
that `utils/bench --add-peers` names.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from bench.errors import Missing
from bench.kernels import Problem
from bench.native import Call


@dataclass(frozen=True)
class Timed:
    """A program that times itself: seconds of so many runs, or of some of them."""

    time: Callable[[int], list[float]]


@dataclass
class Prepared:
    """A kernel of a peer on one problem, ready to be called again and again."""

    #: A compiled function with its arguments, a program, or a function of Python.
    run: Call | Timed | Callable[[], object]
    #: The results of the last call, by name; of a program, those of one before.
    results: Callable[[], Mapping[str, np.ndarray]]
    #: What the peer holds for it, released by `close`.
    close: Callable[[], None] = field(default=lambda: None)


class Peer(ABC):
    """A library, or a set of kernels."""

    name: str
    #: The OpenMP runtime that it brings. Peers of one runtime share a process.
    runtime = "libomp"
    #: Packages of PyPI that it needs, and of Debian.
    pypi: tuple[str, ...] = ()
    debian: tuple[str, ...] = ()
    #: Whether the packages of PyPI are installed without those that they name.
    without_dependencies = False
    #: Whether it is installed only when it is named.
    large = False

    def missing(self) -> str:
        """Why it cannot take part on this machine; empty if it can."""
        return ""

    @abstractmethod
    def version(self) -> str:
        """What belongs in a report."""

    @abstractmethod
    def prepare(self, problem: Problem, variant: str) -> Prepared:
        """Makes one of its variants ready; that without a name is the plain one.

        Raises `Missing` for what the peer has no kernel for. What is done here is
        not timed.
        """


def in_place(problem: Problem, run: Call) -> Prepared:
    """A call that writes to the results of the problem."""
    return Prepared(run, lambda: problem.results)


def returned(run: Callable[[], object], name: str, read: Callable) -> Prepared:
    """A function of Python that returns a result, which `read` makes an array."""
    last: list = [None]

    def keep() -> None:
        last[0] = run()

    return Prepared(keep, lambda: {name: read(last[0])})


def no_kernel(peer: Peer, problem: Problem, variant: str = "") -> Missing:
    """What is raised for kernels that a peer lacks."""
    what = f"{peer.name}:{variant}" if variant else peer.name
    form = "" if problem.a.format != "bsr" else " in blocks"
    return Missing(f"{what} has no {problem.kernel}{form} of {problem.dtype}")
