"""The plots of docs/Benchmarks.md."""

import math

from bench import summary
from bench.report.figures import Figures
from bench.report.svg import COLOURS, HEAD, INK, Axis, Drawing, size
from bench.rows import BACK_TO_BACK

LABELS, WIDTH = 230, 760
#: The height of a strip of points.
STRIP = 20
#: Where curves begin and end.
TOP, BOTTOM = HEAD + 30, HEAD + 370


def limits(values: list[float]) -> tuple[float, float]:
    """Where a logarithmic axis begins and ends; 1 is between."""
    return min([*values, 0.8]) * 0.9, max([*values, 1.25]) * 1.1


def speed_ups(figures: Figures, name: str) -> str:
    """How many times as fast ours is: a summary of each aim of a row, then a bar for
    each matrix."""
    row = figures.typed_rows[name]
    held = {
        f"against {one.against}": one.ratios
        for one in summary.outcomes(row, figures.cells(name))
        if one.ratios
    }
    return compared(row.title, figures.note(name), "times as fast", held)


def compared(
    title: str, note: str, unit: str, held: dict[str, dict[str, float]]
) -> str:
    """A strip of points for each label, and bars for each matrix; in the order of the
    first label's ratios."""
    if not held:
        return ""
    first = next(iter(held.values()))
    matrices = sorted(first, key=first.get)
    top = HEAD + STRIP * len(held) + 24
    each = 9 * len(held) + 5
    bottom = top + each * len(matrices)
    drawing = Drawing(WIDTH, bottom + 45)
    drawing.heading(title, note)
    every = [value for ratios in held.values() for value in ratios.values()]
    axis = Axis(*limits(every), LABELS, WIDTH - 50)
    drawing.horizontal(axis, HEAD, bottom, unit)
    for tick in axis.labelled(30):
        drawing.text(axis.place(tick), top - 8, axis.label(tick), "middle")
    for number, (label, ratios) in enumerate(held.items()):
        strip(drawing, axis, HEAD + STRIP * number, label, ratios, COLOURS[number])
    for index, matrix in enumerate(matrices):
        y = top + each * index + 2
        drawing.text(LABELS - 6, y + each / 2 + 2, matrix, "end")
        for number, ratios in enumerate(held.values()):
            if matrix in ratios:
                place = y + 9 * number
                bar(drawing, axis, ratios[matrix], place, COLOURS[number], matrix)
    drawing.line(axis.place(1), HEAD, axis.place(1), bottom)
    return drawing.svg()


def strip(
    drawing: Drawing,
    axis: Axis,
    y: float,
    label: str,
    ratios: dict[str, float],
    colour: str,
) -> None:
    """A point for each matrix, and a stroke for the geometric mean, which is told."""
    middle, mean = y + STRIP / 2, summary.mean(list(ratios.values()))
    drawing.bar(12, middle - 5, 10, 10, colour, label)
    drawing.text(27, middle + 4, label)
    for matrix, value in ratios.items():
        said = f"{matrix}: {value:.2f}"
        drawing.point(axis.place(value), middle, colour, said, 0.35)
    x = axis.place(mean)
    drawing.bar(x - 1.5, y + 2, 3, STRIP - 4, INK, f"geometric mean: {mean:.2f}")
    drawing.text(WIDTH - 12, middle + 4, f"{mean:.2f}", "end", weight="bold")


def bar(
    drawing: Drawing, axis: Axis, value: float, y: float, colour: str, said: str
) -> None:
    """A bar from 1 to a value."""
    left, right = sorted((axis.place(1), axis.place(value)))
    drawing.bar(left, y, right - left, 8, colour, f"{said}: {value:.2f}")


def aims(figures: Figures) -> str:
    """Every aim: the geometric mean that was measured, and what is to be reached."""
    held = [
        (f"{name} / {outcome.against.split(' or ')[0]}", outcome)
        for name in figures.compared()
        for outcome in summary.outcomes(figures.typed_rows[name], figures.cells(name))
        if outcome.mean
    ]
    if not held:
        return ""
    top, each = HEAD + 18, 18
    drawing = Drawing(WIDTH, top + each * len(held) + 45)
    values = [one.mean for _, one in held] + [one.reach for _, one in held]
    axis = Axis(*limits(values), LABELS, WIDTH - 20)
    bottom = top + each * len(held)
    drawing.horizontal(axis, top, bottom, "times as fast, geometric mean")
    drawing.heading("Times as fast as peers, and what is to be reached", figures.note())
    drawing.text(LABELS, HEAD + 6, "bar: measured; stroke: to be reached")
    for index, (label, outcome) in enumerate(held):
        y = top + each * index + 3
        colour = COLOURS[2] if outcome.reached else COLOURS[1]
        drawing.text(LABELS - 6, y + 10, label, "end")
        bar(drawing, axis, outcome.mean, y + 2, colour, label)
        x = axis.place(outcome.reach)
        drawing.line(x, y, x, y + 12)
    drawing.line(axis.place(1), top, axis.place(1), bottom)
    return drawing.svg()


def frame(x: Axis, y: Axis, titles: tuple[str, str], title: str, note: str) -> Drawing:
    """A drawing of curves, with its axes and its heading."""
    drawing = Drawing(WIDTH, BOTTOM + 50)
    drawing.heading(title, note)
    drawing.horizontal(x, y.end, y.start, titles[0])
    drawing.vertical(y, x.start, x.end, titles[1])
    return drawing


def bandwidth(figures: Figures) -> str:
    """The curves of memory."""
    points = figures.curves.get("points", [])
    if not points:
        return ""
    widths = {"read": 1, "triad": 1, "wide_rows": 512, "rows": 128, "elements": 4}
    rates = {
        name: [point[name] * width / 1e9 for point in points]
        for name, width in widths.items()
    }
    every = [value for one in rates.values() for value in one]
    ends = points[0]["bytes"], points[-1]["bytes"]
    x = Axis(*ends, 70, WIDTH - 150, binary=True)
    y = Axis(min(every) * 0.8, max(every) * 1.2, BOTTOM, TOP)
    titles = ("bytes of the array", "GB/s")
    drawing = frame(x, y, titles, "Bandwidth of memory", figures.note())
    for index, values in enumerate(rates.values()):
        places = zip(points, values)
        path = [(x.place(point["bytes"]), y.place(value)) for point, value in places]
        drawing.path(path, COLOURS[index])
    names = ["read", "triad", *(f"{one} bytes anywhere" for one in (512, 128, 4))]
    drawing.legend(names, WIDTH - 140, TOP + 20)
    return drawing.svg()


def roofline(figures: Figures) -> str:
    """Rates over operations per byte, under bandwidth and arithmetic."""
    points = figures.curves.get("points", [])
    names = [
        name for name in figures.compared() if figures.rows[name]["dtype"] == "f32"
    ]
    cells = [
        (name, matrix, figures.cells(name)[matrix]["counts"], seconds)
        for name in names
        for matrix, seconds in figures.least(name).items()
    ]
    if not points or not cells:
        return ""
    peak = figures.curves["peak_flops"]["f32"] / 1e9
    dots = [(c["flops"] / c["bytes"], c["flops"] / s / 1e9) for _, _, c, s in cells]
    x = Axis(0.1, max(max(one for one, _ in dots) * 1.5, 10), 70, WIDTH - 150)
    y = Axis(min(one for _, one in dots) * 0.8, peak * 1.3, BOTTOM, TOP)
    titles = ("operations per byte", "GF/s")
    title = "Rooflines of f32, by bandwidth of arrays of three sizes"
    drawing = frame(x, y, titles, title, figures.note())
    kernels = sorted({figures.rows[name]["kernel"] for name in names})
    for (name, matrix, _, _), (across, up) in zip(cells, dots):
        colour = COLOURS[kernels.index(figures.rows[name]["kernel"]) % 7]
        said = f"{name}, {matrix}"
        drawing.point(x.place(across), y.place(up), colour, said, 0.6)
    for point in (points[0], points[len(points) // 2], points[-1]):
        roof(drawing, x, y, point, peak)
    drawing.legend(kernels, WIDTH - 140, TOP + 20)
    return drawing.svg()


def roof(drawing: Drawing, x: Axis, y: Axis, point: dict, peak: float) -> None:
    """The line of a bandwidth and of the arithmetic, with its text along it."""
    rate = point["read"] / 1e9
    line = [(x.place(i), y.place(min(peak, rate * i))) for i in steps(x)]
    drawing.path(line, INK)
    (left, low), (right, high) = line[0], line[1]
    angle = math.degrees(math.atan2(high - low, right - left))
    label = f"{size(point['bytes'])}, {rate:.0f} GB/s"
    drawing.along(left + 8, low + 8 * (high - low) / (right - left) - 5, angle, label)


def steps(axis: Axis) -> list[float]:
    ratio = axis.high / axis.low
    return [axis.low * ratio ** (i / 60) for i in range(61)]


def growth(figures: Figures, name: str) -> str:
    """Nanoseconds of an element by the size of the matrix, and of a read in any order
    from as large an operand."""
    cells = figures.cells(name)
    curves = {
        f"{kind}, {one}": [
            (cell["stored"], seconds / cell["stored"] * 1e9)
            for matrix, cell in cells.items()
            if matrix.startswith(kind)
            and (seconds := summary.seconds(cell, one, BACK_TO_BACK)) is not None
        ]
        for kind in ("banded", "scattered")
        for one in figures.contestants(name)
    }
    curves["reads in any order"] = reads(figures, name)
    curves = {label: points for label, points in curves.items() if len(points) > 1}
    if not curves:
        return ""
    every = [point for points in curves.values() for point in points]
    x = Axis(min(p[0] for p in every), max(p[0] for p in every), 70, WIDTH - 200)
    ends = min(p[1] for p in every) * 0.8, max(p[1] for p in every) * 1.2
    y = Axis(*ends, BOTTOM, TOP)
    title = f"{figures.rows[name]['title']}: the cost of an element"
    titles = ("stored elements", "ns per element")
    drawing = frame(x, y, titles, title, figures.note())
    for index, points in enumerate(curves.values()):
        path = [(x.place(across), y.place(up)) for across, up in points]
        drawing.path(path, COLOURS[index % 7])
    drawing.legend(list(curves), WIDTH - 190, TOP + 20)
    return drawing.svg()


def reads(figures: Figures, name: str) -> list[tuple[float, float]]:
    """The measured time of reading what an element reads by its coordinate."""
    from bench.report.roofline import gathering

    if not figures.curves:
        return []
    row = figures.rows[name]
    held = [
        (cell["stored"], gathering(figures, cell, row) / cell["stored"] * 1e9)
        for matrix, cell in figures.cells(name).items()
        if matrix.startswith("scattered")
    ]
    return held
