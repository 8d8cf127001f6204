"""Drawings: axes, lines, points and bars, as SVG."""

import math
from dataclasses import dataclass, field
from html import escape

#: Told apart also by those who see few colours (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
INK, FAINT = "#333333", "#dddddd"


@dataclass
class Axis:
    """Numbers from `low` to `high` on so many pixels from `start`."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = True

    def place(self, value: float) -> float:
        low, high, at = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, at = math.log(low), math.log(high), math.log(at)
        return self.start + (at - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round numbers in between."""
        if not self.logarithmic:
            step = 10 ** math.floor(math.log10((self.high - self.low) / 2))
            first = math.ceil(self.low / step)
            return [step * i for i in range(first, int(self.high / step) + 1)]
        decades = range(math.floor(math.log10(self.low)), 14)
        wide = self.high / self.low > 300
        steps = (1,) if wide else (1, 2, 5)
        held = [step * 10.0**decade for decade in decades for step in steps]
        return [tick for tick in held if self.low <= tick <= self.high]


def number(value: float) -> str:
    """A short text, as in 5, 0.2, 3k, 2M."""
    for limit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:g}{letter}"
    return f"{value:g}"


@dataclass
class Drawing:
    """Shapes, in the order in which they are drawn."""

    width: int
    height: int
    shapes: list[str] = field(default_factory=list)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str = INK
    ) -> None:
        self.shapes.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}"/>'
        )

    def text(
        self, x: float, y: float, words: str, anchor: str = "start", size: int = 11
    ) -> None:
        self.shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
            f'font-size="{size}" fill="{INK}">{escape(words)}</text>'
        )

    def bar(
        self, x: float, y: float, width: float, height: float, colour: str, said: str
    ) -> None:
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" '
            f'height="{height:.1f}" fill="{colour}"><title>{escape(said)}</title></rect>'
        )

    def frame(self, x: float, y: float, width: float, height: float) -> None:
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
            f'fill="none" stroke="{INK}" stroke-width="1.5"/>'
        )

    def upright(self, x: float, y: float, words: str, size: int = 11) -> None:
        """Text that goes up from a point."""
        self.shapes.append(
            f'<text transform="translate({x:.1f},{y:.1f}) rotate(-90)" '
            f'font-size="{size}" fill="{INK}">{escape(words)}</text>'
        )

    def point(self, x: float, y: float, colour: str, said: str) -> None:
        self.shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}">'
            f"<title>{escape(said)}</title></circle>"
        )

    def path(self, points: list[tuple[float, float]], colour: str) -> None:
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.shapes.append(
            f'<polyline points="{joined}" fill="none" stroke="{colour}" '
            'stroke-width="1.8"/>'
        )

    def horizontal(self, axis: Axis, top: float, bottom: float, title: str) -> None:
        """An axis below, with lines up from its ticks."""
        for tick in axis.ticks():
            x = axis.place(tick)
            self.line(x, top, x, bottom, FAINT)
            self.text(x, bottom + 14, number(tick), "middle")
        self.text((axis.start + axis.end) / 2, bottom + 30, title, "middle")

    def vertical(self, axis: Axis, left: float, right: float, title: str) -> None:
        """An axis on the left, with lines across from its ticks."""
        for tick in axis.ticks():
            y = axis.place(tick)
            self.line(left, y, right, y, FAINT)
            self.text(left - 6, y + 4, number(tick), "end")
        self.text(left, min(axis.start, axis.end) - 8, title)

    def legend(self, names: list[str], x: float, y: float) -> None:
        for index, name in enumerate(names):
            self.bar(x, y + 16 * index - 9, 10, 10, COLOURS[index % 7], name)
            self.text(x + 15, y + 16 * index, name)

    def svg(self) -> str:
        size = f'width="{self.width}" height="{self.height}"'
        box = f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>',
                '<rect width="100%" height="100%" fill="white"/>',
                *self.shapes,
                "</svg>\n",
            ]
        )
