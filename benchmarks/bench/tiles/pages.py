"""The tables of docs/Benchmarks/row-tiles.md, and what each is of."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench import data
from bench.tiles import saved, tables
from bench.tiles.cells import Bench
from bench.tiles.contestants import CONTESTANTS
from bench.tiles.problem import Problem, Setting
from bench.tiles.tables import Column

#: Small matrices that are repeated along the diagonal, for so many elements.
REPEATED = {"matrices/bcsstk16": 18000000, "matrices/mesh-4elt": 2200000}
REPEATED["matrices/cryg2500"] = 1600000


def repeated() -> list[str]:
    """Those of the data folder, if there is one."""
    folder = data.default_folder()
    return [
        f"{folder}/{name}.mtx.gz*{stored}"
        for name, stored in REPEATED.items()
        if folder and Path(f"{folder}/{name}.mtx.gz").exists()
    ]


def graphs() -> list[str]:
    """Files of the data folder that are graphs or matrices."""
    folder = data.default_folder()
    return [
        str(path)
        for name in ("graphs", "matrices")
        for path in sorted((Path(folder) / name).glob("*.mtx.gz") if folder else ())
    ]


def meshes() -> list[str]:
    return [matrix.name for matrix in data.mesh_matrices()]


@dataclass(frozen=True)
class Page:
    """What a table is of, unless options say otherwise."""

    #: A row for each cell, or, where `measure` is another, what that gives.
    contestants: tuple[str, ...] = ("default", "control", "fused", "again")
    matrices: tuple[str, ...] = ("band-1000000",)
    products: tuple[str, ...] = ("dense", "sparse")
    types: tuple[str, ...] = ("f32",)
    columns: tuple[int, ...] = (32,)
    tiles: tuple[int, ...] = (2048,)
    caches: tuple[int, ...] = (0,)
    threads: int = 2
    rounds: int = 5
    knobs: dict[str, int] = field(
        default_factory=lambda: {"stream": 67108864, "row_block": 256}
    )
    #: Matrices of which tiles fuse a larger share are left out.
    most_fused: float = 1.0
    #: What is measured: `times`, `choice`, `shares`, `busy` or `misses`.
    measure: str = "times"


def make_pages() -> dict[str, Page]:
    near = ("band-600000", "points-5-blocks-32", "bar-rcm")
    powers = tuple(2**power for power in range(8, 14))
    return {
        "pairs": Page(
            ("default", "mkl", "control", "fused", "private", "again"),
            types=("f32", "f64"),
            columns=(32, 64, 128),
        ),
        "transposed": Page(
            ("default", "mkl", "control", "fused", "again"),
            products=("transposed",),
            types=("f32", "f64"),
            columns=(32, 64, 128),
        ),
        "chains": Page(products=("chain", "layers")),
        "long-row": Page(
            matrices=("long-row-1000000",), products=("dense", "sparse", "chain")
        ),
        "sweep": Page(
            ("control", "fused", "again"), types=("f32", "f64"), tiles=powers
        ),
        "meshes": Page(
            ("default", "mkl", "control", "fused", "private", "again"),
            matrices=(*meshes(), *repeated()),
            columns=(128,),
            rounds=3,
        ),
        "elsewhere": Page(
            ("default", "chosen", "fused", "again"),
            matrices=(*meshes(), *graphs()),
            types=("f32", "f64"),
            columns=(128,),
            rounds=9,
            most_fused=0.5,
            measure="choice",
        ),
        "ablation": Page(
            ("control", "fused", "again"),
            matrices=near,
            products=("dense",),
            columns=(32, 128),
            caches=(0, 524288, 1048576, 4194304),
        ),
        "shares": Page(
            matrices=(*meshes(), *repeated()), tiles=powers, measure="shares"
        ),
        "busy": Page(("default", "control", "fused"), matrices=near, measure="busy"),
        "misses": Page(
            ("control", "fused"),
            matrices=("band-20000",),
            tiles=(512,),
            knobs={},
            measure="misses",
        ),
    }


def settings(page: Page) -> Iterator[Setting]:
    for tile in page.tiles:
        for cache in page.caches:
            yield Setting(tile, cache, page.threads, page.knobs)


#: What tells settings apart, where there are several.
CACHE = Column("cache", lambda cell: cell.setting.cache)
TILES = Column("tiles", lambda cell: cell.counts[0])
BEST = Column("best", lambda cell: "yes" if cell.is_best else "")


def write_times(page: Page, problems: Iterator[Problem], folder: Path) -> Iterator[str]:
    """A row for each setting; of several of a problem, one is the best."""
    columns = [*tables.contest(page.contestants)]
    several = len(list(settings(page))) > 1
    if len(page.caches) > 1:
        columns[len(tables.PLACE) : len(tables.PLACE)] = [CACHE, TILES]
    yield tables.head([*columns, *([BEST] * several)])
    for problem in problems:
        bench = Bench(problem, folder)
        cells = [
            bench.measure(page.contestants, setting, page.rounds)
            for setting in settings(page)
        ]
        if "fused" in page.contestants:
            min(cells, key=lambda cell: cell.times["fused"]).is_best = True
        for cell in cells:
            yield tables.row([*columns, *([BEST] * several)], cell)


#: What `auto` chooses, and how that compares with what it chooses where structures
#: may change.
CHOICE = (
    *tables.PLACE,
    *map(tables.milliseconds, ("default", "chosen", "fused")),
    Column("chosen is", lambda cell: cell.schedules["chosen"]),
    tables.ratio("default", "chosen"),
    tables.ratio("default"),
    tables.ratio("again"),
)


def write_choice(
    page: Page, problems: Iterator[Problem], folder: Path
) -> Iterator[str]:
    """A row for each matrix of which little is fused."""
    yield tables.head(CHOICE)
    for problem in problems:
        if not problem.fits or problem.fused_share > page.most_fused:
            continue
        bench = Bench(problem, folder)
        for setting in settings(page):
            cell = bench.measure(page.contestants, setting, page.rounds)
            yield tables.row(CHOICE, cell)


def write_shares(
    page: Page, problems: Iterator[Problem], folder: Path
) -> Iterator[str]:
    """The share of elements that are fused, by rows of a tile. It depends on the
    pattern alone."""
    yield tables.head_of(["matrix", "rows", "elements", *map(str, page.tiles)])
    seen = set()
    for problem in problems:
        if problem.name in seen:
            continue
        seen.add(problem.name)
        shares = []
        for setting in settings(page):
            kernel, operands = CONTESTANTS["fused"].compile(problem, setting, folder)
            counts = kernel.inspect(**operands)["tile_fusion_counts"]
            shares.append(f"{int(counts[3]) / max(1, problem.pattern.nnz):.2f}")
        rows, elements = problem.pattern.shape[0], problem.pattern.nnz
        yield tables.row_of([problem.label, rows, elements, *shares])


def write_saved(page: Page, problems: Iterator[Problem], folder: Path) -> Iterator[str]:
    """How evenly threads are at work, or how often a cache misses."""
    is_busy = page.measure == "busy"
    what = ["least", "most", "most / mean"] if is_busy else ["misses", "saved", "model"]
    place = ["matrix", "product", "type", "columns", "tile", "contestant"]
    yield tables.head_of([*place, *what])
    for problem in problems:
        for setting in settings(page):
            missed = {}
            for name in page.contestants:
                kernel, operands = CONTESTANTS[name].compile(problem, setting, folder)
                kept = folder / "saved"
                saved.save(kernel, operands, kept)
                if is_busy:
                    seconds = saved.busy(kept, page.rounds, setting.threads)
                    most, mean = max(seconds), float(np.mean(seconds))
                    told = [f"{1e3 * min(seconds):.1f}", f"{1e3 * most:.1f}"]
                    told.append(f"{most / mean:.2f}")
                else:
                    missed[name] = saved.misses(kept)
                    told = [f"{missed[name]:.0f}", "", ""]
                    if name == "fused":
                        told[1] = f"{missed['control'] - missed[name]:.0f}"
                        found = kernel.inspect(**operands)
                        told[2] = f"{reread_lines(problem, found):.0f}"
                yield tables.row_of(
                    [
                        problem.label,
                        problem.product.says,
                        problem.dtype,
                        problem.columns,
                        setting.tile,
                        name,
                        *told,
                    ]
                )


def reread_lines(problem: Problem, found: dict[str, np.ndarray]) -> float:
    """Lines of the intermediate that fused rows read, each once in a tile: what comes
    from a cache if the tile fits into it, and from memory in the control."""
    starts = found["tile_fusion_fused_starts"]
    matrix, rows = problem.pattern, 0
    for tile in range(int(found["tile_fusion_counts"][0])):
        fused = found["tile_fusion_fused"][starts[tile] : starts[tile + 1]]
        rows += np.unique(matrix[fused].indices).size
    size = np.dtype({"f32": "f4", "f64": "f8"}[problem.dtype]).itemsize
    return rows * problem.columns * size / 64


WRITERS = {
    "times": write_times,
    "choice": write_choice,
    "shares": write_shares,
    "busy": write_saved,
    "misses": write_saved,
}


def write(page: Page, problems: Iterator[Problem], folder: Path) -> Iterator[str]:
    """The lines of a table."""
    return WRITERS[page.measure](page, problems, folder)
