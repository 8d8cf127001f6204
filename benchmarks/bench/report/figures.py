"""What a file of results has, for tables and plots."""

from dataclasses import dataclass
from functools import cached_property

from bench import summary
from bench.rows import BACK_TO_BACK, Aim, Bound, Row, all_rows

#: Rows that are no comparison over a set of matrices, and have parts of their own.
APART = ("growth-",)


@dataclass
class Figures:
    """The file of results."""

    data: dict

    @property
    def curves(self) -> dict:
        return self.data["curves"]

    @property
    def rows(self) -> dict[str, dict]:
        return self.data["rows"]

    def note(self, name: str = "") -> str:
        """The machine and the threads, of a row or of all, for plots."""
        held = {one.partition("@")[2] for one in self.ours(name)} if name else {""}
        threads = held.pop() if len(held) == 1 else ""
        threads = int(threads or self.data["settings"]["threads"])
        many = "s" * (threads != 1)
        return f"{self.data['machine']['processor']}, {threads} thread{many}"

    def cells(self, name: str) -> dict[str, dict]:
        return self.data["cells"].get(name, {})

    @cached_property
    def typed_rows(self) -> dict[str, Row]:
        """The rows, as they were when they were measured."""
        return {name: typed(row) for name, row in self.rows.items()}

    def compared(self) -> list[str]:
        """The rows that compare, which have cells."""
        names = [name for name in self.rows if not name.startswith(APART)]
        return [name for name in in_order(names) if self.cells(name)]

    def contestants(self, name: str) -> list[str]:
        """Those that were timed on a matrix of a row, in the row's order."""
        timed = {
            one
            for cell in self.cells(name).values()
            for one in cell["contestants"]
            if summary.seconds(cell, one) is not None
        }
        listed = list(self.rows[name]["contestants"])
        return [one for one in listed if one in timed] + sorted(timed - set(listed))

    def ours(self, name: str) -> tuple[str, ...]:
        """Our variants in a row; the serial one where it has no other."""
        names = self.contestants(name)
        held = [one for one in ("spindle", "spindle:compiled") if one in names]
        held = held or [one for one in names if one.startswith("spindle")]
        return tuple(held or self.typed_rows[name].aims[0].ours)

    def least(self, name: str, mode: str = BACK_TO_BACK) -> dict[str, float]:
        """Our best time on each matrix of a row."""
        held = {
            matrix: summary.best(cell, self.ours(name), mode)
            for matrix, cell in self.cells(name).items()
        }
        return {matrix: one for matrix, one in held.items() if one is not None}


def in_order(names: list[str]) -> list[str]:
    """Names of rows as the suite has them; others after."""
    suite = [row.name for row in all_rows()]
    return sorted(names, key=lambda one: suite.index(one) if one in suite else 999)


def typed(row: dict) -> Row:
    """A row from the form that it has in a file."""
    held = dict(row)
    for key in ("contestants", "modes"):
        held[key] = tuple(held[key])
    held["sizes"] = tuple(tuple(pair) for pair in held["sizes"])
    held["bounds"] = tuple(Bound(**bound) for bound in held["bounds"])
    held["aims"] = tuple(
        Aim(
            **{
                **aim,
                "against": tuple(aim["against"]),
                "ours": tuple(aim["ours"]),
            }
        )
        for aim in held["aims"]
    )
    return Row(**held)
