"""Pictures as PNG files, by matplotlib.

It draws what Spindle's pictures are made of, rectangles and texts, not any SVG.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from spindle._errors import SpindleValueError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SVG = "{http://www.w3.org/2000/svg}"
# Pixels of the file along one of the picture, and inches along one of the picture.
_SCALE, _INCH = 2, 1 / 96
_POINTS = 72 * _INCH
_ALIGNMENTS = {"start": "left", "middle": "center", "end": "right"}
Style = dict[str, str]


def write(svg: str, path: str) -> None:
    """Writes the picture ``svg``, which Spindle drew, as a PNG file.

    Raises
    ------
    SpindleValueError
        matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise SpindleValueError(
            "expected the package matplotlib, to write a .png, but got none; "
            "a .svg is written without it",
            expected="the package matplotlib",
            got="none",
        ) from error
    root = ElementTree.fromstring(svg)
    width, height = int(root.get("width", 0)), int(root.get("height", 0))
    figure = Figure(figsize=(width * _INCH, height * _INCH), dpi=_SCALE / _INCH)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    _draw(axes, root, _read_styles(svg), (0, 0))
    figure.savefig(path, format="png")


def _read_styles(svg: str) -> dict[str, Style]:
    """The rules of the style sheet, by their selectors."""
    found = re.search(r"<style>(.*?)</style>", svg, flags=re.DOTALL)
    styles = {}
    for selector, rules in re.findall(r"(\S+)\{([^}]*)\}", found[1] if found else ""):
        styles[selector] = dict(rule.split(":", 1) for rule in rules.split(";"))
    return styles


def _draw(
    axes: Axes, group: ElementTree.Element, styles: dict[str, Style], origin: tuple[float, float]
) -> None:
    """Draws what is in ``group``, whose own origin is at ``origin``."""
    for element in group:
        name = element.tag.removeprefix(_SVG)
        if name in ("svg", "g"):
            _draw(axes, element, styles, _move(element, origin))
        elif name in _DRAWN:
            style = dict(styles.get(name, {}))
            for word in element.get("class", "").split():
                style |= styles.get("." + word, {})
            _DRAWN[name](axes, element, style, origin)


def _move(element: ElementTree.Element, origin: tuple[float, float]) -> tuple[float, float]:
    numbers = re.findall(r"-?[\d.]+", element.get("transform", "")) or ["0", "0"]
    x, y = float(numbers[0]), float(numbers[1]) + float(element.get("y", 0))
    return origin[0] + x, origin[1] + y


def _draw_rect(
    axes: Axes, element: ElementTree.Element, style: Style, origin: tuple[float, float]
) -> None:
    from matplotlib.patches import Rectangle

    x, y, width, height = (float(element.get(key, 0)) for key in ("x", "y", "width", "height"))
    fill = style.get("fill", "#ffffff")
    is_hatched = fill.startswith("url")
    options: dict[str, Any] = {"hatch": "////", "hatch_linewidth": 0.4} if is_hatched else {}
    axes.add_patch(
        Rectangle(
            (origin[0] + x, origin[1] + y),
            width,
            height,
            facecolor="#f6f8fa" if is_hatched else fill,
            edgecolor=style.get("stroke", "none"),
            linestyle="--" if "stroke-dasharray" in style else "-",
            linewidth=_POINTS,
            **options,
        )
    )


def _draw_path(
    axes: Axes, element: ElementTree.Element, style: Style, origin: tuple[float, float]
) -> None:
    from matplotlib.collections import PolyCollection

    corners = []
    for found in re.findall(r"M(-?\d+) (-?\d+)h(\d+)v(\d+)", element.get("d", "")):
        x, y, width, height = (float(number) for number in found)
        left, top = origin[0] + x, origin[1] + y
        right, bottom = left + width, top + height
        corners.append([(left, top), (right, top), (right, bottom), (left, bottom)])
    color = element.get("fill", "none")
    axes.add_collection(
        PolyCollection(corners, facecolors=color, linewidths=0, antialiaseds=False),
        autolim=False,
    )


def _draw_text(
    axes: Axes, element: ElementTree.Element, style: Style, origin: tuple[float, float]
) -> None:
    axes.text(
        origin[0] + float(element.get("x", 0)),
        origin[1] + float(element.get("y", 0)),
        # No formulas: a dollar is one.
        (element.text or "").replace("$", r"\$"),
        fontsize=float(style.get("font-size", "12px").removesuffix("px")) * _POINTS,
        fontweight=style.get("font-weight", "normal"),
        color=style.get("fill", "#1f2328"),
        family="monospace",
        ha=_ALIGNMENTS[element.get("text-anchor", "start")],
        va="baseline",
    )


_DRAWN = {"rect": _draw_rect, "path": _draw_path, "text": _draw_text}
