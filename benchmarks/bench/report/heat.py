"""Plots of the suite `formats`: a map of formats and matrices, and what the best is."""

import math

from bench import format_rows, format_summary
from bench.report import format_tables, plots
from bench.report.figures import Figures
from bench.report.plots import LABELS, WIDTH
from bench.report.svg import HEAD, Drawing

#: Pixels of a cell of the map.
CELL_WIDTH, CELL_HEIGHT = 30, 15
#: Slower than CSR, as fast, faster: told apart also by those who see few colours.
SLOW, SAME, FAST = (213, 94, 0), (255, 255, 255), (0, 114, 178)
#: The ratio whose colour is the strongest, either way.
STRONGEST = 3.0


def shade(ratio: float) -> str:
    """The colour of a ratio."""
    share = max(-1.0, min(1.0, math.log(ratio) / math.log(STRONGEST)))
    end = FAST if share > 0 else SLOW
    mixed = (round(a + abs(share) * (b - a)) for a, b in zip(SAME, end))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def heat_map(figures: Figures, row: str) -> str:
    """A cell for each matrix and format: how many times as fast as CSR."""
    held = format_tables.speeds(figures, row)
    timed = {form for one in held.values() for form in one}
    forms = [one for one in format_tables.templates(figures) if one in timed]
    top = HEAD + 10 + 7 * max(map(len, forms), default=0)
    width = max(LABELS + CELL_WIDTH * len(forms) + 20, WIDTH)
    drawing = Drawing(width, top + CELL_HEIGHT * len(held) + 30)
    title = f"{figures.rows[row]['title']}: every format"
    drawing.heading(title, figures.note())
    for number, form in enumerate(forms):
        x = LABELS + CELL_WIDTH * number + CELL_WIDTH / 2 + 4
        drawing.upright(x, top - 6, form)
    for line, (matrix, ratios) in enumerate(held.items()):
        y = top + CELL_HEIGHT * line
        drawing.text(LABELS - 6, y + 11, matrix, "end")
        best = max(ratios, key=ratios.get)
        for number, form in enumerate(forms):
            if form in ratios:
                place = (LABELS + CELL_WIDTH * number, y)
                map_cell(drawing, place, ratios[form], form == best, matrix, form)
    bottom = top + CELL_HEIGHT * len(held) + 18
    drawing.text(LABELS, bottom, "times as fast as CSR; framed: the best")
    return drawing.svg()


def map_cell(
    drawing: Drawing,
    place: tuple[float, float],
    ratio: float,
    is_best: bool,
    matrix: str,
    form: str,
) -> None:
    x, y = place
    said = f"{matrix} in {form}: {ratio:.2f}"
    drawing.bar(x, y, CELL_WIDTH - 1, CELL_HEIGHT - 1, shade(ratio), said)
    drawing.text(x + CELL_WIDTH / 2, y + 10, f"{ratio:.2f}", "middle", 9)
    if is_best:
        drawing.frame(x, y, CELL_WIDTH - 1, CELL_HEIGHT - 1)


def speed_ups(figures: Figures, row: str) -> str:
    """The best format of each matrix against CSR and MKL."""
    cells = figures.cells(row)
    names = {format_rows.CSR: "CSR", format_rows.INSPECTED: "MKL, inspected"}
    held = {
        f"against {said}": format_summary.ratios(cells, against)
        for against, said in names.items()
    }
    held = {said: ratios for said, ratios in held.items() if ratios}
    title = f"{figures.rows[row]['title']}: the best format of each matrix"
    return plots.compared(title, figures.note(), "times as fast", held)
