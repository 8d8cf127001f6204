"""Drawings: axes, lines, points and bars, as SVG."""

import math
from dataclasses import dataclass, field
from html import escape

#: Told apart also by those who see few colours (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
INK, FAINT = "#333333", "#dddddd"
#: What the title and the line below it take above everything else.
HEAD = 48
#: Digits of ticks, the coarsest first.
STEPS = (
    (1,),
    (1, 2, 5),
    (1, 1.5, 2, 3, 5, 7),
    (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 7, 8, 9),
)
#: How many ticks an axis has at the least, where there are such.
FEWEST = 5


@dataclass
class Axis:
    """Numbers from `low` to `high` on so many pixels from `start`."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = True
    #: Ticks are powers of two, of bytes.
    binary: bool = False

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
        if self.binary:
            powers = (2.0**power for power in range(0, 60, 2))
            return [tick for tick in powers if self.low <= tick <= self.high]
        ticks = []
        for steps in STEPS:
            ticks = self.digits(steps)
            if len(ticks) >= FEWEST:
                break
        return ticks

    def digits(self, steps: tuple[float, ...]) -> list[float]:
        """These digits in every decade of the axis."""
        decades = range(math.floor(math.log10(self.low)), 14)
        held = [round(step * 10.0**decade, 12) for decade in decades for step in steps]
        return [tick for tick in held if self.low <= tick <= self.high]

    def label(self, tick: float) -> str:
        return size(tick) if self.binary else number(tick)

    def labelled(self, apart: float) -> list[float]:
        """The ticks that have a text: 1, and what is so many pixels from others."""
        ticks = self.ticks()
        kept = [tick for tick in ticks if tick == 1]
        for tick in ticks:
            at = self.place(tick)
            if all(abs(at - self.place(other)) >= apart for other in kept):
                kept.append(tick)
        return kept


def size(count: float) -> str:
    """Bytes as a short text."""
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1024:
            return f"{count:g} {unit}"
        count /= 1024
    return f"{count:g} GiB"


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
        self,
        x: float,
        y: float,
        words: str,
        anchor: str = "start",
        size: int = 11,
        weight: str = "normal",
    ) -> None:
        self.shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'font-weight="{weight}" fill="{INK}">{escape(words)}</text>'
        )

    def heading(self, title: str, note: str) -> None:
        """What is drawn, and below it of which machine."""
        self.text(12, 18, title, size=13, weight="bold")
        self.text(12, 35, note)

    def along(self, x: float, y: float, angle: float, words: str) -> None:
        """Text from a point on, turned by so many degrees, on what lies below it."""
        self.shapes.append(
            f'<text transform="translate({x:.1f},{y:.1f}) rotate({angle:.1f})" '
            f'font-size="11" fill="{INK}" stroke="white" stroke-width="3" '
            f'paint-order="stroke">{escape(words)}</text>'
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

    def point(
        self, x: float, y: float, colour: str, said: str, opacity: float = 1
    ) -> None:
        self.shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}" '
            f'fill-opacity="{opacity:g}">'
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
        for tick in axis.labelled(50 if axis.binary else 30):
            self.text(axis.place(tick), bottom + 14, axis.label(tick), "middle")
        self.text((axis.start + axis.end) / 2, bottom + 30, title, "middle")

    def vertical(self, axis: Axis, left: float, right: float, title: str) -> None:
        """An axis on the left, with lines across from its ticks."""
        for tick in axis.ticks():
            y = axis.place(tick)
            self.line(left, y, right, y, FAINT)
        for tick in axis.labelled(14):
            self.text(left - 6, axis.place(tick) + 4, axis.label(tick), "end")
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
