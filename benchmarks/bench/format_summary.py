"""What the cells of the suite `formats` come to."""

import statistics
from collections import Counter
from dataclasses import dataclass

from bench import summary
from bench.format_rows import (
    ADVICE_LEAST,
    ADVICE_NEAR,
    ADVICE_RUNS,
    ADVICE_SHARE,
    CSR,
    INSPECTED,
    PREFIX,
    Facts,
    Goal,
    all_goals,
)
from bench.rows import ALTERNATING, BACK_TO_BACK, Row
from bench.summary import Outcome

#: Formats beside the best that the line of a cell names.
ALSO_NAMED = 3


def forms(cell: dict, mode: str = BACK_TO_BACK) -> dict[str, float]:
    """The seconds of each format that was timed."""
    held = {}
    for name in cell["contestants"]:
        seconds = summary.seconds(cell, name, mode)
        if name.startswith(PREFIX) and seconds is not None:
            held[name.removeprefix(PREFIX).partition("@")[0]] = seconds
    return held


def best(cell: dict, mode: str = BACK_TO_BACK) -> tuple[str, float] | None:
    """The fastest format, and its seconds."""
    return min(forms(cell, mode).items(), key=lambda item: item[1], default=None)


def rival(cell: dict, name: str, mode: str = BACK_TO_BACK) -> float | None:
    """The seconds of a contestant by its name without threads."""
    if name.startswith(PREFIX):
        return forms(cell, mode).get(name.removeprefix(PREFIX))
    for one in cell["contestants"]:
        if one.partition("@")[0] == name:
            return summary.seconds(cell, one, mode)
    return None


def ratio(cell: dict, against: str, mode: str = BACK_TO_BACK) -> float | None:
    """How many times as fast the best format is."""
    mine, theirs = best(cell, mode), rival(cell, against, mode)
    return theirs / mine[1] if mine and theirs else None


def ratios(cells: dict, against: str, mode: str = BACK_TO_BACK) -> dict[str, float]:
    held = {name: ratio(cell, against, mode) for name, cell in cells.items()}
    return {name: one for name, one in held.items() if one is not None}


def runs(told: dict, cell: dict) -> float | None:
    """The time of a conversion, in runs of the row in CSR."""
    seconds, run = told.get("convert_seconds"), forms(cell).get("csr")
    return seconds / run if seconds and run else None


def facts(name: str, cell: dict) -> Facts:
    return Facts(name, cell["group"], tuple(cell["shape"]), cell["stored"])


def outcome(goal: Goal, cells: dict) -> Outcome:
    """A goal, over the matrices that it chooses."""
    held = {name: cell for name, cell in cells.items() if goal.takes(facts(name, cell))}
    values = ratios(held, goal.against, goal.mode)
    return Outcome(goal.against, goal.reach, goal.stretch, None, values)


def outcomes(data: dict) -> list[tuple[Goal, Outcome]]:
    """All goals, by a file of figures."""
    return [
        (goal, outcome(goal, data["cells"].get(goal.row, {}))) for goal in all_goals()
    ]


@dataclass
class AdviceOutcome:
    """What the advisor's formats come to on the matrices of a row."""

    row: str
    #: How many times as slow as the best its format is, and as fast as CSR, by matrix.
    slower: dict[str, float]
    against_csr: dict[str, float]
    #: The runs of SpMM with 32 columns that it took.
    runs: dict[str, float]

    @property
    def share(self) -> float:
        """Of the matrices, on how many its format is near the best."""
        near = sum(one <= ADVICE_NEAR for one in self.slower.values())
        return near / max(len(self.slower), 1)

    @property
    def reached(self) -> bool:
        least = min(self.against_csr.values(), default=0.0)
        most = max(self.runs.values(), default=0.0)
        quick = most <= ADVICE_RUNS
        return self.share >= ADVICE_SHARE and least >= ADVICE_LEAST and quick


def advice(data: dict) -> list[AdviceOutcome]:
    """The advisor, row by row."""
    held = []
    products = data["cells"].get("spmm-32", {})
    for row, cells in data["cells"].items():
        one = AdviceOutcome(row, {}, {}, {})
        for matrix, cell in cells.items():
            times, advised = forms(cell), cell.get("advice", {})
            mine = times.get(advised.get("format", ""))
            if mine is None or "csr" not in times:
                continue
            one.slower[matrix] = mine / min(times.values())
            one.against_csr[matrix] = times["csr"] / mine
            run = forms(products[matrix]).get("csr") if matrix in products else None
            if run:
                one.runs[matrix] = advised["seconds"] / run
        held += [one] if one.slower else []
    return held


def advice_line(one: AdviceOutcome) -> str:
    """The advisor on a row, in words."""
    name, least = min(one.against_csr.items(), key=lambda item: item[1])
    said = (
        f"format advisor, {one.row}: within {ADVICE_NEAR - 1:.0%} of the best on "
        f"{one.share:.0%} of {len(one.slower)}, to reach {ADVICE_SHARE:.0%}; at least "
        f"{least:.2f}x csr ({name}), to reach {ADVICE_LEAST:.2f}"
    )
    if one.runs:
        slowest, most = max(one.runs.items(), key=lambda item: item[1])
        said += f"; at most {most:.1f} runs of spmm-32 ({slowest}), of {ADVICE_RUNS:g}"
    return said


def cell_line(row: Row, matrix: str, cell: dict) -> str:
    """The best format on a matrix, and those that follow."""
    found = best(cell)
    if not found:
        return f"{row.name} on {matrix}: in no format"
    form, seconds = found
    parts = [f"{row.name} on {matrix}: {form} {seconds * 1e6:.1f} us"]
    for name, against in (("csr", CSR), (INSPECTED, INSPECTED)):
        value, other = ratio(cell, against), ratio(cell, against, ALTERNATING)
        if value and other:
            parts.append(f"{value:.2f}x {name} ({other:.2f}x alternating)")
    order = sorted(forms(cell).items(), key=lambda item: item[1])[1 : 1 + ALSO_NAMED]
    others = [f"{name} {one / seconds:.2f}" for name, one in order]
    return ", ".join(parts) + ("; then " + ", ".join(others) if others else "")


def row_line(row: Row, cells: dict) -> str:
    """A row in one line: the best format against CSR and each peer."""
    parts = [f"{row.name:14} {len(cells):3} matrices  best format"]
    names = dict.fromkeys([CSR, *(one.partition("@")[0] for one in row.contestants)])
    for name in names:
        values = list(ratios(cells, name).values())
        other = list(ratios(cells, name, ALTERNATING).values())
        if values and other:
            means = statistics.geometric_mean(values), statistics.geometric_mean(other)
            parts.append(f"{means[0]:.2f}x {name} ({means[1]:.2f}x alternating)")
    count = Counter(found[0] for cell in cells.values() if (found := best(cell)))
    parts.append(", ".join(f"{form} {times}" for form, times in count.most_common(4)))
    wrong = summary.faults(cells)
    return "  ".join(parts) + (f"  {len(wrong)} WRONG OR FAILED" if wrong else "")


def goal_lines(data: dict) -> list[str]:
    """The table of what is to be reached, as far as there are figures."""
    lines = []
    for goal, held in outcomes(data):
        if held.mean:
            word = "reached" if held.reached else "not reached"
            name, least = held.least
            lines.append(
                f"{goal.title}: {held.mean:.2f}x {goal.against} over "
                f"{len(held.ratios)}, to reach {goal.reach:g}: {word} "
                f"(least {least:.2f} on {name})"
            )
    return lines + [advice_line(one) for one in advice(data)]
