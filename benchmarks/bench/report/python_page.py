"""Writes docs/Benchmarks/python.md, its plots and a page for each row, from a file of
results of the suite `python`."""

from collections.abc import Callable
from pathlib import Path

from bench import summary
from bench.report import page, plots, tables
from bench.report.figures import Figures


def aims(figures: Figures) -> str:
    """What every row is to reach, and what it does."""
    rows = []
    for name in figures.compared():
        row = figures.typed_rows[name]
        for outcome in summary.outcomes(row, figures.cells(name)):
            title = f"[{row.title}]({name}.md)"
            told = tables.aim_row(title, outcome, None)
            rows.append([told[0], outcome.ours, *told[1:3], told[4], *told[6:]])
    head = ["what", "ours", "against", "reach", "measured", "least", "reached"]
    return tables.table(head, rows)


def means(figures: Figures) -> str:
    """How many times as fast each contestant is as SciPy's expression."""
    rows = []
    for name in figures.compared():
        held = []
        for one in figures.contestants(name):
            scipy = next(o for o in figures.contestants(name) if o.startswith("scipy"))
            ratios = summary.ratios(
                figures.cells(name), (one,), (scipy,), "back to back"
            )
            mean = summary.mean(list(ratios.values()))
            held.append(f"{mean:.2f}" if mean else "")
        rows.append([f"[{name}]({name}.md)", str(len(figures.cells(name))), *held[:3]])
    head = ["row", "matrices", "bound", "expression", "command line"]
    return tables.table(head, rows)


def write(figures: Figures, target: Path, row_page: Callable) -> None:
    """Writes all of it beside the page `target`."""
    parts = {
        "machine": tables.machine(figures),
        "peers": tables.peers(figures),
        "aims": aims(figures),
        "means": means(figures),
    }
    page.replace(target, parts)
    for name in figures.compared():
        text = row_page(figures, name, True, f"[Python, measured]({target.name})")
        (target.parent / f"{name}.md").write_text(text)
        drawn = plots.speed_ups(figures, name)
        (target.parent / f"{name}.svg").write_text(drawn)
