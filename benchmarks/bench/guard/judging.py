"""When a row is reported: it leaves the spread that one build shows against itself.

Contestants take turns, so in each round all of them have the processors in about the same
state. A ratio is therefore taken in each round, and its median counts.
"""

import math
import statistics
from dataclasses import dataclass

#: The factor that a row may lose whatever its spread is.
LEAST = 1.08
#: The factor by which a ratio to the hand-written kernel may differ from one day to the
#: next besides: arrays and code lie elsewhere in memory.
ELSEWHERE = 1.15

SLOWER, FASTER, FAILED, UNJUDGED, SAME = "SLOWER", "faster", "FAILED", "-", ""


def ratio(ours: list[float], theirs: list[float]) -> float:
    """How many times as fast ours is: the median over the rounds that both have."""
    return statistics.median(t / o for o, t in zip(ours, theirs, strict=False))


def spread(ours: list[float], again: list[float], block: int) -> float:
    """The largest factor by which one build differs from itself over `block` rounds."""
    starts = range(0, min(len(ours), len(again)), block)
    logarithms = [
        abs(math.log(ratio(ours[start : start + block], again[start : start + block])))
        for start in starts
    ]
    return math.exp(max(logarithms, default=0.0))


def limit(spread: float) -> float:
    """The factor past which a difference is reported."""
    return max(LEAST, spread)


def judge(ratio: float | None, limit: float) -> str:
    """What is said of a row that is `ratio` times as fast as it is to be."""
    if ratio is None:
        return UNJUDGED
    if ratio * limit < 1:
        return SLOWER
    return FASTER if ratio > limit else SAME


@dataclass
class Judged:
    """What was measured of a row, and what is said of it."""

    name: str
    #: The median seconds of ours; None where it was not timed.
    seconds: float | None = None
    #: How many times as fast ours is as the hand-written kernel, and as the other build.
    of_hand: float | None = None
    of_other: float | None = None
    #: How many times as fast the other build is as the hand-written kernel.
    other_of_hand: float | None = None
    #: What ours is held to, as a ratio to the hand-written kernel.
    bound: float | None = None
    limit: float = LEAST
    verdict: str = UNJUDGED
    #: Why contestants are missing.
    notes: tuple[str, ...] = ()

    @property
    def reported(self) -> bool:
        return self.verdict in (SLOWER, FAILED)


def against_other(name: str, times: dict[str, list[float]], block: int) -> Judged:
    """Judges ours by another build; `times` are of the rounds, by contestant."""
    judged = measured(name, times, block)
    judged.verdict = judge(judged.of_other, judged.limit)
    return judged


def against_bound(
    name: str, times: dict[str, list[float]], block: int, bound: float | None
) -> Judged:
    """Judges ours by a bound on its ratio to the hand-written kernel."""
    judged = measured(name, times, block)
    judged.limit *= ELSEWHERE
    judged.bound = bound
    if judged.of_hand is not None and bound is not None:
        judged.verdict = judge(judged.of_hand / bound, judged.limit)
    return judged


def measured(name: str, times: dict[str, list[float]], block: int) -> Judged:
    """The ratios of a row; what was not timed has none."""
    ours, again = times.get("ours", []), times.get("again", [])
    other, hand = times.get("other", []), times.get("hand", [])
    if not ours:
        return Judged(name)
    return Judged(
        name,
        statistics.median(ours),
        ratio(ours, hand) if hand else None,
        ratio(ours, other) if other else None,
        ratio(other, hand) if other and hand else None,
        None,
        limit(spread(ours, again, block)) if again else LEAST,
    )
