"""The folder that travels to the other machine."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import places, sparse
from bench.gpu.rows import Row, all_rows
from bench.kernels import KERNELS, Problem

FOLDER = places.ROOT / "build" / "gpu_machine"
#: The file there that lists what was packed.
ITEMS = "items.json"


@dataclass(frozen=True)
class Item:
    """An object of ours for a row, chosen for a matrix, with the matrix as it takes it."""

    row: str
    matrix: str
    #: Below the carried folder: the object, and where the arrays of the matrix are if it
    #: is in another format than CSR.
    object: str
    storage: str
    symbol: str


@dataclass
class Carried:
    """What was packed."""

    folder: Path
    items: list[Item]

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        held = {"items": [asdict(one) for one in self.items]}
        (self.folder / ITEMS).write_text(json.dumps(held, indent=1) + "\n")

    def rows(self) -> dict[str, Row]:
        names = {one.row for one in self.items}
        return {row.name: row for row in all_rows() if row.name in names}

    def chosen(self, rows: list[str] | None, matrices: list[str] | None) -> list[Item]:
        """The items of some rows and matrices; of all where they are not named."""
        return [
            one
            for one in self.items
            if (rows is None or one.row in rows)
            and (matrices is None or one.matrix in matrices)
        ]

    def matrix(self, name: str) -> sparse.Sparse:
        return sparse.load(self.folder / "matrices" / f"{name}.npz")

    def problem(self, row: Row, name: str) -> tuple[Problem, dict]:
        """A row on a matrix, with what its results must be."""
        kernel = KERNELS[row.kernel]
        made = kernel.problem(self.matrix(name), dict(row.sizes), row.dtype)
        return made, kernel.reference(made)


def load(folder: Path = FOLDER) -> Carried:
    held = json.loads((folder / ITEMS).read_text())
    return Carried(folder, [Item(**one) for one in held["items"]])
