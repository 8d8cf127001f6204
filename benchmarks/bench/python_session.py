"""A run of the suite `python`."""

import math

from bench import python_rows
from bench.measure import Cell, Contestant
from bench.rows import Row, split
from bench.session import Session, listed

#: Seconds and calls for which all warm up, as `sparse-run --bench` does.
SETTLING, MOST_CALLS = 0.05, 1000
#: Seconds that are timed as one at least: Python's clock takes a while to ask.
SHORTEST = 5e-5


class PythonCell(Cell):
    """A row on one matrix, as warm in Python as on the command line, whose turns are
    processes of their own."""

    def admit(self, contestant: Contestant) -> None:
        seconds = contestant.plan(self.plan.turn)
        if split(contestant.name)[0] != "command":
            contestant.repeats = math.ceil(SHORTEST / seconds)
            fitting = int(self.plan.turn / (seconds * contestant.repeats))
            contestant.samples = max(fitting, 1)
            contestant.warm_ups = min(math.ceil(SETTLING / seconds), MOST_CALLS)
        self.ready.append(contestant)


class PythonSession(Session):
    """One run of the command."""

    def suite_rows(self) -> list[Row]:
        return python_rows.all_rows()

    def usual_rows(self) -> list[str]:
        quick = self.options.quick
        rows = python_rows.QUICK_ROWS if quick else self.suite_rows()
        return [row if quick else row.name for row in rows]

    def usual_peers(self) -> list[str]:
        return ["python", "command", "scipy"]

    def chosen_peers(self) -> list[str]:
        ours = ["python", "command"]
        named = listed(self.options.peers) or self.usual_peers()
        return [*ours, *(name for name in named if name not in ours)]

    def cell(self, row: Row, path: str) -> Cell:
        return PythonCell(row, path, self.lanes, self.plan)

    def settings(self) -> dict:
        return {**super().settings(), "suite": "python"}
