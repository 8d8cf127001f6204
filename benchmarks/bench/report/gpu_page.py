"""Writes docs/Benchmarks/gpu.md from a file of results of the suite `gpu`."""

from collections.abc import Iterator
from pathlib import Path

from bench.gpu import summary
from bench.gpu.rows import RATIOS, Row, all_rows
from bench.report import page, tables
from bench.report.figures import Figures

#: What an aim is called, and whether its worst value is of the least good matrix.
TITLES = {
    "sectors": "sectors of 32 bytes",
    "requests": "requests",
    "active_lanes": "active lanes of 32",
    "sass": "SASS of the hot loop per element",
    "registers": "registers",
    "spills": "loads and stores of spills",
    "launches": "launches",
    "image": "KiB of kernels for two chips, and PTX",
}


def rows_of(figures: Figures) -> list[Row]:
    """The rows that were counted."""
    return [row for row in all_rows() if figures.cells(row.name)]


def static_of(figures: Figures, row: Row) -> dict:
    return figures.data.get("static", {}).get(row.name, {})


def tools(figures: Figures) -> str:
    """What made the code that was counted."""
    held = [[name, told] for name, told in figures.data["tools"].items()]
    held.append(["chip", figures.data["settings"]["chip"]])
    held.append(["matrices", figures.data["settings"]["data"]])
    held.append(["counted on", figures.data["date"]])
    return tables.table(["what", "which"], held)


def aims(figures: Figures) -> str:
    """What was to be reached, and what was."""
    held = []
    for row in rows_of(figures):
        for aim in row.aims:
            one = summary.reached(
                row, aim, figures.cells(row.name), static_of(figures, row)
            )
            told = [row.title, TITLES[aim.figure], f"{aim.reach:g}", f"{aim.stretch:g}"]
            if one is None:
                held.append([*told, "not counted", "", ""])
            else:
                held.append([*told, f"{one.value:.2f}", f"{one.worst:.2f}", one.word])
    head = ["what", "figure", "reach", "stretch", "measured", "worst", "reached"]
    return tables.table(head, held)


def said(number: float | None, digits: int = 2) -> str:
    return "" if number is None else f"{number:.{digits}f}"


def matrix_row(name: str, cell: dict) -> list[str]:
    """A matrix: what the best hand-written kernel takes, and what ours."""
    told = [name, "x".join(map(str, cell["shape"])), str(cell["stored"])]
    told += [f"`{summary.winner(cell)}`" if summary.winner(cell) else ""]
    told += [said(summary.best(cell, one), 0) for one in RATIOS]
    mine = summary.counted(cell, summary.OURS) or {}
    told += [said(mine.get(one), 0) for one in RATIOS]
    told += [said(summary.ratio(cell, one)) for one in (*RATIOS, "instructions")]
    told += [said(summary.ratio(cell, "sectors", same=False))]
    return [*told, said(mine.get("active_lanes"), 1), said(mine.get("launches"), 0)]


def matrices(figures: Figures) -> str:
    """A table for each row."""
    head = ["matrix", "shape", "stored", "best by hand", "sectors", "requests"]
    head += ["ours: sectors", "requests", "ours to it: sectors", "requests"]
    head += ["instructions", "sectors, any algorithm", "active lanes", "launches"]
    parts = []
    for row in rows_of(figures):
        cells = figures.cells(row.name)
        held = [matrix_row(name, cell) for name, cell in cells.items()]
        parts.append(f"### {row.title}\n\n{tables.table(head, held)}")
        parts.append(left_out(cells))
    return "\n".join(part for part in parts if part)


def least(cell: dict, figure: str) -> float:
    """The least of the same algorithm, or of all where there is none of that."""
    held = summary.best(cell, figure)
    return held if held is not None else summary.best(cell, figure, same=False)


def kernel_row(row: Row, name: str, cells: dict) -> list[str]:
    """A hand-written kernel against the best of its algorithm, as geometric means over
    the matrices that it does."""
    held = {matrix: summary.counted(cell, name) for matrix, cell in cells.items()}
    held = {matrix: one for matrix, one in held.items() if one}
    told = [row.name, f"`{name}`", str(len(held))]
    for figure in (*RATIOS, "instructions"):
        ratios = [one[figure] / least(cells[m], figure) for m, one in held.items()]
        told.append(said(summary.mean(ratios)) if ratios else "")
    lanes = [one["active_lanes"] for one in held.values()]
    return [*told, said(sum(lanes) / len(lanes), 1) if lanes else ""]


def by_hand(figures: Figures) -> str:
    """Every hand-written kernel."""
    held = []
    for row in rows_of(figures):
        cells = figures.cells(row.name)
        names = [
            n
            for c in cells.values()
            for n, x in c["contestants"].items()
            if "same" in x
        ]
        held += [kernel_row(row, name, cells) for name in dict.fromkeys(names)]
    head = ["row", "kernel", "matrices", *RATIOS, "instructions", "active lanes"]
    return tables.table(head, held)


def left_out(cells: dict) -> str:
    """Why contestants were not counted, those of one reason together."""
    why: dict[str, list[str]] = {}
    for cell in cells.values():
        for name, one in cell["contestants"].items():
            if one["status"] != "ready":
                held = why.setdefault(f"{one['status']}: {one['reason']}", [])
                held += [name] if name not in held else []
    return "".join(
        f"- not counted everywhere, {reason}: {', '.join(names)}\n"
        for reason, names in why.items()
    )


def static_row(title: str, name: str, told: dict) -> list[str]:
    loop = told.get("loop")
    held = [title, f"`{name}`", str(told["registers"]), str(told["spills"] or 0)]
    share = told["occupancy"]
    held += ["" if share is None else f"{share:.0%}", said(told["instructions"], 0)]
    if not loop:
        return [*held, "", ""]
    most = ", ".join(f"{count} {key}" for key, count in list(loop["mix"].items())[:5])
    return [*held, f"{loop['per_element']:.2f}", f"{most} for {loop['elements']:g}"]


def of_ours(figures: Figures, row: Row) -> Iterator[tuple[str, dict]]:
    """The kernels of ours, of the first matrix on which there were any."""
    for cell in figures.cells(row.name).values():
        held = cell["contestants"].get(summary.OURS, {}).get("static", {})
        if held:
            yield from held.items()
            return


def code(figures: Figures) -> str:
    """The static figures of every kernel."""
    head = ["row", "kernel", "registers", "spills", "warps", "SASS in all"]
    head += ["SASS per element", "hot loop"]
    held = []
    for row in rows_of(figures):
        for name, told in of_ours(figures, row):
            held.append(static_row(f"{row.name}, ours", name, told))
        for name, told in static_of(figures, row).items():
            held.append(static_row(row.name, name, told))
    return tables.table(head, held)


def write(figures: Figures, target: Path) -> None:
    """Writes the generated parts of the page `target`."""
    parts = {
        "tools": tools(figures),
        "aims": aims(figures),
        "matrices": matrices(figures),
        "by hand": by_hand(figures),
        "code": code(figures),
    }
    page.replace(target, parts)
