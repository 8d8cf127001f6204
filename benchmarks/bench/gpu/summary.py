"""Ours against the hand-written kernels, from the figures of a file."""

import math
from dataclasses import dataclass

from bench.gpu.rows import RATIOS, Aim, Row

OURS = "spindle"


def counted(cell: dict, name: str) -> dict | None:
    """The counters of a contestant that was right."""
    one = cell["contestants"].get(name, {})
    return one.get("counters") if one.get("status") == "ready" else None


def best(cell: dict, figure: str, same: bool = True) -> float | None:
    """The least of the hand-written kernels; of the same algorithm, or of all."""
    held = [
        one["counters"][figure]
        for name, one in cell["contestants"].items()
        if "same" in one and one["status"] == "ready" and (one["same"] or not same)
    ]
    return min(held, default=None)


def winner(cell: dict) -> str:
    """The hand-written kernel of the same algorithm with the fewest sectors."""
    held = {
        name: one["counters"]["sectors"]
        for name, one in cell["contestants"].items()
        if one.get("same") and one["status"] == "ready"
    }
    return min(held, key=held.__getitem__, default="")


def ratio(cell: dict, figure: str, same: bool = True, ours: str = OURS) -> float | None:
    """How many times as many ours has."""
    mine, other = counted(cell, ours), best(cell, figure, same)
    if mine is None or not other:
        return None
    return mine[figure] / other


def mean(held: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, held)) / len(held))


def hot_kernel(cell: dict, ours: str = OURS) -> dict | None:
    """The static figures of ours with most instructions in its hot loop: where there
    are several versions they are of one algorithm."""
    one = cell["contestants"].get(ours, {})
    held = [told for told in one.get("static", {}).values() if "loop" in told]
    return max(held, key=lambda told: told["loop"]["elements"], default=None)


def least_sass(static: dict, same: bool = True) -> float | None:
    """Instructions for each element, of the best hand-written kernel."""
    held = [
        told["loop"]["per_element"]
        for told in static.values()
        if "loop" in told and (told["same"] or not same)
    ]
    return min(held, default=None)


@dataclass(frozen=True)
class Reached:
    """What a row came to by an aim: over the matrices, and on the worst of them."""

    aim: Aim
    value: float
    worst: float

    @property
    def word(self) -> str:
        """How far it is: the worst matrix counts where there is no mean."""
        if self.aim.figure == "active_lanes":
            good, better = self.value >= self.aim.reach, self.value >= self.aim.stretch
        else:
            good, better = self.value <= self.aim.reach, self.value <= self.aim.stretch
        return "stretch" if better else "yes" if good else "no"


def values(aim: Aim, cells: dict, static: dict) -> list[float]:
    """The figure of an aim on each matrix where it is known."""
    held: list[float | None] = []
    for cell in cells.values():
        if aim.figure in RATIOS:
            held.append(ratio(cell, aim.figure))
        elif aim.figure in ("active_lanes", "launches"):
            mine = counted(cell, OURS)
            held.append(mine[aim.figure] if mine else None)
        else:
            held.append(of_code(aim.figure, cell, static))
    return [one for one in held if one is not None]


def of_code(figure: str, cell: dict, static: dict) -> float | None:
    """A static figure of ours on one matrix."""
    if figure == "sass":
        told, other = hot_kernel(cell), least_sass(static)
        return told["loop"]["per_element"] / other if told and other else None
    mine = cell["contestants"].get(OURS, {})
    if figure == "image":
        return mine["image"] / 1024 if "image" in mine else None
    held = mine.get("static", {}).values()
    if figure == "spills":
        return max((one["local"] or 0 for one in held), default=None)
    return max((one[figure] for one in held), default=None)


def reached(row: Row, aim: Aim, cells: dict, static: dict) -> Reached | None:
    """None where nothing is known."""
    held = values(aim, cells, static)
    if not held:
        return None
    if aim.figure == "active_lanes":
        return Reached(aim, sum(held) / len(held), min(held))
    if aim.figure in (*RATIOS, "sass"):
        return Reached(aim, mean(held), max(held))
    return Reached(aim, max(held), max(held))


def lines(row: Row, cells: dict, static: dict) -> list[str]:
    """What is printed of a row."""
    said = []
    for aim in row.aims:
        one = reached(row, aim, cells, static)
        if one:
            figures = f"{one.value:7.2f}  worst {one.worst:7.2f}"
            goal = f"reach {aim.reach:g}, stretch {aim.stretch:g}: {one.word}"
            said.append(f"{row.name:14} {aim.figure:13} {figures}  ({goal})")
    for figure in RATIOS:
        held = [x for x in (ratio(c, figure, same=False) for c in cells.values()) if x]
        if held:
            text = f"{mean(held):7.2f}  worst {max(held):7.2f}"
            said.append(f"{row.name:14} {figure:13} {text}  (of every algorithm)")
    return said or [f"{row.name:14} nothing of ours was counted"]
