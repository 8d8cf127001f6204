"""The rows that the guard times: each a kernel on one matrix, on one thread or two."""

from collections.abc import Callable
from dataclasses import dataclass

from bench import data, generated
from bench.errors import known
from bench.rows import Row


@dataclass(frozen=True)
class Watched:
    """A row of the table, its matrix, its threads, and the kernel that sets the bar."""

    row: Row
    matrix: str
    hand: str
    threads: int = 2
    #: Whether it is one of those that tell most.
    quick: bool = False

    @property
    def name(self) -> str:
        return self.row.name


#: Made, so that figures are of the same matrices everywhere: rows of one length, a few
#: rows and columns with most of the elements, rows of four elements, pruned weights.
MATRICES: dict[str, tuple[Callable, tuple]] = {
    "even": (generated.banded, (200000,)),
    "skewed": (generated.power_law, (20000, 200000)),
    "short": (generated.grid, (150,)),
    "pruned": (generated.pruned, (2048, 512, 0.1)),
    "square": (generated.pruned, (512, 512, 0.1)),
    "blocks-3": (generated.blocks, (2046, 510, 3, 0.1)),
    "blocks-4": (generated.blocks, (2048, 512, 4, 0.1)),
}
#: Of a kernel with a matrix in CSR, what sets the bar.
HAND = {
    "spmm": "hand:run-time",
    "spmv": "hand:loads",
    "sddmm": "hand:one",
    "fusedmm": "plain",
    "layer": "hand",
}


def watched(kernel: str, columns: int, matrix: str, **more: object) -> Watched:
    """A row, called by its kernel, its columns, its matrix and one thread."""
    sizes = {"spmv": (), "fusedmm": (("D", columns), ("E", columns))}.get(
        kernel, (("K", columns),)
    )
    parts = [kernel, *([str(columns)] if sizes else []), matrix]
    name = "-".join(parts) + ("@1" if more.get("threads") == 1 else "")
    row = Row(name, name, kernel, (), sizes)
    hand = "hand" if matrix.startswith("blocks") else HAND[kernel]
    return Watched(row, matrix, hand, **more)


ROWS: tuple[Watched, ...] = (
    watched("spmm", 8, "pruned", quick=True),
    watched("spmm", 32, "pruned", quick=True),
    watched("spmm", 32, "skewed"),
    watched("spmm", 128, "pruned"),
    watched("spmm", 128, "skewed", quick=True),
    watched("spmm", 32, "blocks-3", quick=True),
    watched("spmm", 128, "blocks-4"),
    watched("spmv", 1, "skewed", quick=True),
    watched("spmv", 1, "short"),
    watched("sddmm", 128, "pruned", quick=True),
    watched("fusedmm", 64, "short", quick=True),
    watched("layer", 128, "square", quick=True),
    watched("spmm", 32, "pruned", threads=1, quick=True),
    watched("spmm", 128, "even", threads=1),
    watched("spmv", 1, "even", threads=1, quick=True),
    watched("sddmm", 32, "short", threads=1),
)


def chosen(names: list[str] | None, quick: bool) -> list[Watched]:
    """The rows of these names, else the quick ones, or all."""
    if names is None:
        return [one for one in ROWS if one.quick or not quick]
    wanted = {known("row", name, [one.name for one in ROWS]) for name in names}
    return [one for one in ROWS if one.name in wanted]


def matrix_of(one: Watched) -> data.Matrix:
    """The matrix of a row."""
    function, arguments = MATRICES[one.matrix]
    return data.made(f"guard-{one.matrix}", function, *arguments)
