"""The matrices and tensors that rows of the table run on.

They are read from the files of a folder, or made, once; then their arrays are kept
in the store, from which the lanes load them.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from bench import files, generated, meshes, places, sparse

#: Folders of a data folder whose files are no operands of these programs.
LEFT_OUT = {"hetero", "pointclouds"}
#: Bytes that a stored element of a generated matrix takes at most while it is made.
BYTES_WHILE_MADE = 40


@dataclass(frozen=True)
class Matrix:
    """A matrix or tensor, by name."""

    name: str
    #: What kind of data it is: the file's folder, or `generated`.
    group: str
    make: Callable[[], sparse.Sparse]
    #: What tells it from others of its name.
    origin: str

    @cached_property
    def path(self) -> Path:
        """The file of its arrays, written where it is not there yet."""
        digest = hashlib.sha256(self.origin.encode()).hexdigest()[:12]
        path = places.folder("matrices") / f"{self.name}-{digest}.npz"
        if not path.exists():
            self.make().save(path)
        return path


def of_file(path: Path) -> Matrix:
    origin = f"{path.resolve()} {path.stat().st_mtime_ns}"
    read = partial(files.read_matrix, path)
    return Matrix(files.stem(path), path.parent.name, read, origin)


def made(name: str, function: Callable, *arguments: object) -> Matrix:
    origin = f"{function.__name__} {arguments}"
    return Matrix(name, "generated", partial(function, *arguments), origin)


def found(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    """The files below a folder that end so, in the order of their names."""
    paths = [
        path
        for path in folder.rglob("*")
        if files.ending(path) in endings and not LEFT_OUT & set(path.parts)
    ]
    return sorted(paths, key=lambda path: (path.parent.name, path.name.lower()))


def generated_matrices() -> list[Matrix]:
    """What stands for a data folder where there is none."""
    return [
        of_file(places.ROOT / "data" / "cora.mtx.gz"),
        made("banded", generated.banded, 100000),
        made("scattered", generated.scattered, 300000),
        made("power-law", generated.power_law, 20000, 200000),
        made("pruned-0.9", generated.pruned, 2048, 512, 0.1),
        made("pruned-0.5", generated.pruned, 512, 512, 0.5),
    ]


def shapes(largest: int) -> list[Matrix]:
    """Matrices of shapes that no file has: rows that are very short, or very few. They
    are smaller where `largest` is less than a million stored elements."""
    share = min(largest / 1e6, 1)
    rows, side, tall = int(280000 * share), int(249 * share**0.5), int(33000 * share)
    few = max(int(25 * share), 1)
    return [
        made("short-and-hubs", generated.short_and_hubs, rows, 4, rows // 3),
        made("grid", generated.grid, side),
        made("few-rows", generated.few_columns, few, 100000, 5000),
        made("few-columns", generated.few_columns, tall, 512, 10),
    ]


def matrices(folder: Path | None) -> list[Matrix]:
    paths = found(folder, files.MATRICES) if folder else []
    return [of_file(path) for path in paths] or generated_matrices()


def mesh_matrices() -> list[Matrix]:
    """A band, and matrices of meshes of 300,000 rows and more in each order."""
    grids = {
        "points-5": ((700, 700), False, 1, "blocks-32"),
        "points-27": ((68, 68, 68), True, 1, "blocks-12"),
        "solid": ((47, 47, 47), True, 3, "blocks-8"),
        # Numbered along its longest side first, which is the wrong way round.
        "bar": ((8, 8, 1600), True, 3, "blocks-8"),
    }
    held = [made("band-100", meshes.band, 600000)]
    for name, (sides, corners, unknowns, blocks) in grids.items():
        for order in ("natural", "rcm", blocks):
            label = f"{name}-{order}"
            held.append(made(label, meshes.mesh, sides, corners, unknowns, order))
    return held


def repeated(matrix: Matrix, stored: int) -> Matrix:
    """A matrix again and again along the diagonal, for `stored` elements or more."""

    def repeat() -> sparse.Sparse:
        return meshes.repeated(matrix.make(), stored)

    origin = f"{matrix.origin} repeated {stored}"
    return Matrix(f"{matrix.name}-repeated", matrix.group, repeat, origin)


def of_tensor(path: Path, order: tuple[int, ...]) -> Matrix:
    name = f"{files.stem(path)}-{''.join(map(str, order))}"
    origin = f"{path.resolve()} {path.stat().st_mtime_ns} {order}"
    read = partial(files.read_tensor, path, order)
    return Matrix(name, path.parent.name, read, origin)


def tensors(folder: Path | None) -> list[Matrix]:
    """Each file by each of its first three dimensions, and made ones."""
    orders = [(0, 1, 2), (1, 0, 2), (2, 0, 1)]
    paths = found(folder, files.TENSORS) if folder else []
    held = [of_tensor(path, order) for path in paths for order in orders]
    shape = (2000, 1000, 500)
    return [*held, made("scattered-tensor", generated.tensor, shape, 400000)]


def block_matrices(size: int, all_matrices: list[Matrix]) -> list[Matrix]:
    """Matrices in blocks: a stiffness matrix for 3 x 3, and pruned layers."""
    held = [
        made(
            f"blocks-{size}-{rows}x{columns}-{density}",
            generated.blocks,
            rows // size * size,
            columns // size * size,
            size,
            density,
        )
        for rows, columns, density in [
            (2048, 512, 0.1),
            (2048, 512, 0.3),
            (1024, 4096, 0.05),
        ]
    ]
    stiffness = [one for one in all_matrices if one.name == "bcsstk16" and size == 3]
    return [*map(in_blocks, stiffness), *held]


def in_blocks(matrix: Matrix) -> Matrix:
    """The same matrix in blocks of 3 x 3."""

    def convert() -> sparse.Sparse:
        return sparse.of_scipy(matrix.make().in_scipy().tobsr((3, 3)))

    origin = matrix.origin + " in blocks"
    return Matrix(f"{matrix.name}-blocks-3", matrix.group, convert, origin)


def in_second_level() -> list[Matrix]:
    """What fits in a core's second level of cache with 64 columns."""
    return [
        made("banded-L2", generated.banded, 100000, 50),
        made("scattered-L2", generated.scattered, 100000, 50),
        made("pruned-L2", generated.pruned, 1000, 1000, 0.1),
    ]


def as_csr(matrix: Matrix, group: str) -> Matrix:
    """The same matrix in CSR."""

    def convert() -> sparse.Sparse:
        return matrix.make().csr()

    return Matrix(matrix.name, group, convert, matrix.origin + " in csr")


def for_formats(all_matrices: list[Matrix], megabytes: float) -> list[Matrix]:
    """Those of the suite `formats`: all there are, some in blocks of 8 x 8, and three
    that have so many megabytes in CSR."""
    blocks = [as_csr(one, "blocks") for one in block_matrices(8, [])]
    if megabytes <= 0:
        return [*all_matrices, *blocks]
    stored = int(megabytes * 1e6 / 8)
    kinds = {
        "power-law": generated.hubs,
        "uniform": generated.scattered,
        "banded": generated.banded,
    }
    large = [
        replace(made(f"{kind}-{megabytes:g}MB", function, stored), group=kind)
        for kind, function in kinds.items()
    ]
    return [*all_matrices, *blocks, *large]


def growing(memory: int, largest: int) -> list[Matrix]:
    """Banded and scattered matrices of 10^4 stored elements and on, as memory has
    room and `largest` says."""
    held = []
    for power in range(4, 9):
        if 10**power * BYTES_WHILE_MADE > memory or 10**power > largest:
            break
        for kind in (generated.banded, generated.scattered):
            held.append(made(f"{kind.__name__}-1e{power}", kind, 10**power))
    return held


def default_folder() -> Path | None:
    """The folder that the environment names."""
    named = os.environ.get("SPINDLE_DATA")
    return Path(named).resolve() if named else None
