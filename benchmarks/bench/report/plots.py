"""The plots of docs/Benchmarks.md."""

from bench import summary
from bench.report.figures import Figures
from bench.report.svg import COLOURS, INK, Axis, Drawing
from bench.report.tables import size
from bench.rows import BACK_TO_BACK

LABELS, WIDTH = 230, 760


def limits(values: list[float]) -> tuple[float, float]:
    """Where a logarithmic axis begins and ends; 1 is between."""
    return min([*values, 0.8]) * 0.9, max([*values, 1.25]) * 1.1


def speed_ups(figures: Figures, name: str) -> str:
    """A bar for each matrix and aim of a row: how many times as fast ours is."""
    row = figures.typed_rows[name]
    held = [one for one in summary.outcomes(row, figures.cells(name)) if one.ratios]
    if not held:
        return ""
    matrices = sorted(held[0].ratios, key=held[0].ratios.get)
    each = 9 * len(held) + 5
    top = 24 + 16 * len(held)
    drawing = Drawing(WIDTH, top + each * len(matrices) + 45)
    every = [value for one in held for value in one.ratios.values()]
    axis = Axis(*limits(every), LABELS, WIDTH - 20)
    bottom = top + each * len(matrices)
    drawing.legend([f"against {one.against}" for one in held], LABELS, 18)
    drawing.horizontal(axis, top, bottom, "times as fast")
    for index, matrix in enumerate(matrices):
        y = top + each * index + 2
        drawing.text(LABELS - 6, y + each / 2 + 2, matrix, "end")
        for number, outcome in enumerate(held):
            value = outcome.ratios.get(matrix)
            if value:
                bar(drawing, axis, value, y + 9 * number, COLOURS[number], matrix)
    drawing.line(axis.place(1), top, axis.place(1), bottom)
    return drawing.svg()


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
    top, each = 40, 18
    drawing = Drawing(WIDTH, top + each * len(held) + 45)
    values = [one.mean for _, one in held] + [one.reach for _, one in held]
    axis = Axis(*limits(values), LABELS, WIDTH - 20)
    bottom = top + each * len(held)
    drawing.horizontal(axis, top, bottom, "times as fast, geometric mean")
    drawing.text(LABELS, 18, "bar: measured; stroke: to be reached")
    for index, (label, outcome) in enumerate(held):
        y = top + each * index + 3
        colour = COLOURS[2] if outcome.reached else COLOURS[1]
        drawing.text(LABELS - 6, y + 10, label, "end")
        bar(drawing, axis, outcome.mean, y + 2, colour, label)
        x = axis.place(outcome.reach)
        drawing.line(x, y, x, y + 12)
    drawing.line(axis.place(1), top, axis.place(1), bottom)
    return drawing.svg()


def frame(x: Axis, y: Axis, titles: tuple[str, str]) -> Drawing:
    """A drawing of curves, with its axes."""
    drawing = Drawing(WIDTH, 420)
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
    x = Axis(points[0]["bytes"], points[-1]["bytes"], 70, WIDTH - 150)
    y = Axis(min(every) * 0.8, max(every) * 1.2, 370, 30)
    drawing = frame(x, y, ("bytes of the array", "GB/s"))
    for index, values in enumerate(rates.values()):
        places = zip(points, values)
        path = [(x.place(point["bytes"]), y.place(value)) for point, value in places]
        drawing.path(path, COLOURS[index])
    names = ["read", "triad", *(f"{one} bytes anywhere" for one in (512, 128, 4))]
    drawing.legend(names, WIDTH - 140, 50)
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
    y = Axis(min(one for _, one in dots) * 0.8, peak * 1.3, 370, 30)
    drawing = frame(x, y, ("operations per byte", "GF/s"))
    for point in (points[0], points[len(points) // 2], points[-1]):
        rate = point["read"] / 1e9
        roof = [(x.place(i), y.place(min(peak, rate * i))) for i in steps(x)]
        drawing.path(roof, INK)
        at = max(x.low, peak / rate / 8)
        label = f"{size(point['bytes'])}, {rate:.0f} GB/s"
        drawing.text(x.place(at), y.place(rate * at) - 8, label)
    kernels = sorted({figures.rows[name]["kernel"] for name in names})
    for (name, matrix, _, _), (across, up) in zip(cells, dots):
        colour = COLOURS[kernels.index(figures.rows[name]["kernel"]) % 7]
        drawing.point(x.place(across), y.place(up), colour, f"{name}, {matrix}")
    drawing.legend(kernels, WIDTH - 140, 50)
    return drawing.svg()


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
    y = Axis(min(p[1] for p in every) * 0.8, max(p[1] for p in every) * 1.2, 370, 30)
    drawing = frame(x, y, ("stored elements", "ns per element"))
    for index, points in enumerate(curves.values()):
        path = [(x.place(across), y.place(up)) for across, up in points]
        drawing.path(path, COLOURS[index % 7])
    drawing.legend(list(curves), WIDTH - 190, 50)
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
