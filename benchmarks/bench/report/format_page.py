"""Writes docs/Benchmarks/formats.md, its plots and a page for each row, from a file of
results of the suite `formats`."""

from pathlib import Path

from bench.report import format_tables, heat, page, tables
from bench.report.figures import Figures


def best_tables(figures: Figures) -> str:
    """For each row its plot, and the best format of each matrix."""
    parts = []
    for row in format_tables.measured_rows(figures):
        title = figures.rows[row]["title"]
        parts.append(f"### {title}\n")
        parts.append(f"![{row}](formats-{row}.svg)\n")
        parts.append(f"[Every format](formats-{row}.md).\n")
        parts.append(format_tables.matrices(figures, row))
    return "\n".join(parts)


def row_page(figures: Figures, row: str) -> str:
    """The page of a row."""
    title = figures.rows[row]["title"]
    return (
        f"# {title} in every format\n\n"
        "Made by `utils/bench --report`; not edited by hand.\n\n"
        "Times as fast as CSR, back to back. What was left out, and why, is in "
        "[Formats, measured](formats.md).\n\n"
        f"![map](formats-{row}-map.svg)\n\n"
        f"{format_tables.every_format(figures, row)}"
    )


def write(figures: Figures, target: Path) -> None:
    """Writes all of it beside the page `target`."""
    parts = {
        "machine": tables.machine(figures),
        "peers": tables.peers(figures),
        "goals": format_tables.goals(figures),
        "advisor": format_tables.advisor(figures),
        "formats": format_tables.each_format(figures),
        "best": best_tables(figures),
        "left out": format_tables.left_out(figures),
        "faults": format_tables.faults(figures),
    }
    page.replace(target, parts)
    for row in format_tables.measured_rows(figures):
        beside = target.parent
        (beside / f"formats-{row}.md").write_text(row_page(figures, row))
        (beside / f"formats-{row}-map.svg").write_text(heat.heat_map(figures, row))
        (beside / f"formats-{row}.svg").write_text(heat.speed_ups(figures, row))
