"""What the cells of a row come to."""

import statistics
from dataclasses import dataclass

from bench.rows import BACK_TO_BACK, OURS, Row


def seconds(cell: dict, contestant: str, mode: str = BACK_TO_BACK) -> float | None:
    """The median of a contestant; None where it was not timed."""
    told = cell["contestants"].get(contestant, {})
    return told.get("modes", {}).get(mode, {}).get("seconds")


def best(cell: dict, contestants: tuple[str, ...], mode: str) -> float | None:
    """The shortest time of several contestants."""
    timed = [seconds(cell, name, mode) for name in contestants]
    return min((one for one in timed if one is not None), default=None)


def mean(ratios: list[float]) -> float | None:
    return statistics.geometric_mean(ratios) if ratios else None


@dataclass
class Outcome:
    """An aim of a row, by what was measured."""

    against: str
    reach: float
    stretch: float | None
    floor: float | None
    #: How many times as fast ours is, by matrix.
    ratios: dict[str, float]
    #: Which of ours.
    ours: str = ""

    @property
    def mean(self) -> float | None:
        return mean(list(self.ratios.values()))

    @property
    def least(self) -> tuple[str, float] | None:
        return min(self.ratios.items(), key=lambda item: item[1], default=None)

    @property
    def reached(self) -> bool:
        if self.mean is None:
            return False
        return self.mean >= self.reach and (
            self.floor is None or self.least[1] >= self.floor
        )


def ratios(
    cells: dict, ours: tuple[str, ...], against: tuple[str, ...], mode: str
) -> dict[str, float]:
    """How many times as fast the best of ours is as the best of the others."""
    held = {}
    for matrix, cell in cells.items():
        mine, theirs = best(cell, ours, mode), best(cell, against, mode)
        if mine and theirs:
            held[matrix] = theirs / mine
    return held


def outcomes(row: Row, cells: dict, mode: str = BACK_TO_BACK) -> list[Outcome]:
    """The aims of a row."""
    return [
        Outcome(
            " or ".join(aim.against),
            aim.reach,
            aim.stretch,
            aim.floor,
            ratios(cells, aim.ours, aim.against, mode),
            " or ".join(aim.ours),
        )
        for aim in row.aims
    ]


def faults(cells: dict) -> list[tuple[str, str, str, str]]:
    """What was wrong, failed or died: matrix, contestant, status and reason."""
    return [
        (matrix, name, told["status"], told["reason"])
        for matrix, cell in cells.items()
        for name, told in cell["contestants"].items()
        if told["status"] in ("wrong", "failed", "died")
    ]


def aim_text(outcome: Outcome) -> str:
    """An aim, what was measured and the matrix on which ours does worst."""
    name, least = outcome.least
    return (
        f"{outcome.mean:.2f}x {outcome.against} (aim {outcome.reach:.2f}, "
        f"least {least:.2f} on {name})"
    )


def bound_texts(row: Row, cells: dict) -> list[str]:
    """Times that are not to be passed."""
    held = []
    for bound in row.bounds:
        timed = [seconds(cell, bound.ours) for cell in cells.values()]
        timed = [one for one in timed if one is not None]
        if timed:
            microseconds = max(timed) * 1e6
            held.append(f"{microseconds:.2f} us (bound {bound.reach * 1e6:.1f})")
    return held


def other_texts(row: Row, cells: dict) -> list[str]:
    """Ours against each contestant that no aim names."""
    aimed = {name for aim in row.aims for name in aim.against}
    names = {name for cell in cells.values() for name in cell["contestants"]}
    shown = []
    for name in sorted(names - aimed):
        if name.startswith("spindle"):
            continue
        value = mean(list(ratios(cells, OURS, (name,), BACK_TO_BACK).values()))
        shown += [f"{value:.2f}x {name}"] if value else []
    return shown


def variant_texts(row: Row, cells: dict) -> list[str]:
    """Variants of ours that no aim names, by each aim."""
    named = {name for aim in row.aims for name in (*aim.ours, *aim.against)}
    names = {name for cell in cells.values() for name in cell["contestants"]}
    shown = []
    for name in sorted(names - named - set(OURS)):
        for aim in row.aims if name.startswith("spindle:") else ():
            held = ratios(cells, (name,), aim.against, BACK_TO_BACK)
            value = mean(list(held.values()))
            shown += (
                [f"{name} {value:.2f}x {' or '.join(aim.against)}"] if value else []
            )
    return shown


def line(row: Row, cells: dict) -> str:
    """A row of the table in one line: how many times as fast ours is."""
    parts = [f"{row.name:14} {len(cells):3} matrices"]
    parts += [aim_text(one) for one in outcomes(row, cells) if one.ratios]
    parts += bound_texts(row, cells) + other_texts(row, cells)
    parts += variant_texts(row, cells)
    parts += [f"{len(faults(cells))} WRONG OR FAILED"] if faults(cells) else []
    return "  ".join(parts)
