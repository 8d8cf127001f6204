"""Tables of cells: each has columns, which say something of a cell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.tiles.cells import Cell


@dataclass(frozen=True)
class Column:
    """What a table says of each cell."""

    says: str
    tell: Callable[[Cell], object]

    def text(self, cell: Cell) -> str:
        try:
            value = self.tell(cell)
        except KeyError:  # Of a contestant that has not run.
            return ""
        return f"{value:.2f}" if isinstance(value, float) else str(value)


def milliseconds(name: str) -> Column:
    def tell(cell: Cell) -> str:
        time = cell.times[name]
        return f"{time:.1f}" if time >= 10 else f"{time:.2f}"

    return Column(name, tell)


def ratio(name: str, of: str = "fused") -> Column:
    return Column(f"{name} / {of}", lambda cell: float(cell.ratio(name, of)))


def whole(number: float) -> str:
    return f"{number:.0f}" if number < float("inf") else "never"


#: What a cell is of.
PLACE = (
    Column("matrix", lambda cell: cell.problem.label),
    Column("product", lambda cell: cell.problem.product.says),
    Column("type", lambda cell: cell.problem.dtype),
    Column("columns", lambda cell: cell.problem.columns),
    Column("tile", lambda cell: cell.setting.tile),
    Column(
        "fused elements",
        lambda cell: ", ".join(f"{share:.2f}" for share in cell.shares),
    ),
)
#: What an inspection costs.
COST = (
    Column("finding", lambda cell: whole(cell.finding)),
    Column("pays", lambda cell: whole(cell.pays)),
)


def contest(names: Sequence[str]) -> tuple[Column, ...]:
    """The times of contestants, and how they compare with `fused`."""
    others = [name for name in names if name != "fused"]
    shown = [name for name in names if name != "again"]
    return (*PLACE, *map(milliseconds, shown), *map(ratio, others), *COST)


def head_of(names: Sequence[str]) -> str:
    return f"| {' | '.join(names)} |\n|{'---|' * len(names)}"


def row_of(texts: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, texts))} |"


def head(columns: Sequence[Column]) -> str:
    return head_of([column.says for column in columns])


def row(columns: Sequence[Column], cell: Cell) -> str:
    return row_of([column.text(cell) for column in columns])


def write(page: Path, name: str, text: str) -> None:
    """Puts a table between its marks in a page."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    before, found, rest = page.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page.name}: expected the marks of {name}")
    page.write_text(before + begin + text + end + after)
