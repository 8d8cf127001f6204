"""Models as pictures: each operator with what can be left out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from spindle._draw import Picture
from spindle._tesa_arrays import share, spell_shape, spell_share
from spindle._tesa_facts import Facts, Value, propagate
from spindle._tesa_layout import Box, Line, arrange
from spindle._tesa_model import Model

__all__ = ["draw"]

_PAD, _LINE, _BAR, _STEP, _EDGE = 8, 15, 6, 10, 16
#: The width of a letter of each style, in pixels, and the longest text.
_LETTERS = {"title": 9.1, "head": 7.3, "note": 7.3, "index": 5.5}
_LONGEST = 36
#: Of both bars, with what is right of them.
_BARS, _FIGURES = 110, 36
_COLORS = {"before": "#b8bfc8", "after": "#2f7be0", "bar": "#eef1f4", "line": "#8c959f"}
_STYLES = """<defs>
<style>
rect{stroke:#57606a;stroke-width:1}
.page{fill:#ffffff;stroke:#d0d7de}
.plain{fill:#ffffff}
.product{fill:#ddf4ff}
.input{fill:#fff8c5}
text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328}
.title{font-size:15px;font-weight:bold}
.head{font-size:12px;font-weight:bold}
.note{font-size:12px}
.index{font-size:9px;fill:#57606a}
</style>
</defs>
"""
_KEY = ("before: by masks alone", "after: by all that follows from them")


def draw(model: Model | Facts, path: str | os.PathLike[str] | None = None) -> Picture:
    """Draws a model: each operator with its shape, and how much of it can be left out.

    Operators are boxes, each below what it reads; weights stand in the boxes of the
    operators that alone read them. Of the two bars of a box, the upper one is the share of
    the operator's iterations that is skipped by masks alone, the lower one the share by all
    that follows from them. Empty tensors, and what fills them, are left out.

    Parameters
    ----------
    model : Model or Facts
        What :func:`spindle.tesa.load` or :func:`spindle.tesa.propagate` gave.
    path : str or path, optional
        A file to write to as well, as in :meth:`Picture.save`.

    Returns
    -------
    Picture
        The same bytes each time.

    Raises
    ------
    SpindleValueError
        A path that ends in neither ``.svg`` nor ``.png``.
    SpindleTypeError
        Something else than a model or facts.

    Examples
    --------
    >>> import spindle
    >>> spindle.tesa.draw(spindle.tesa.load("docs/examples/pruned.mlir"))
    Picture(...)
    """
    facts = model if isinstance(model, Facts) else propagate(model)
    picture = Picture(_draw(facts))
    if path is not None:
        picture.save(path)
    return picture


@dataclass(frozen=True)
class _Node:
    """What stands in a box."""

    value: Value
    #: The lines of text, the first of which is the name.
    texts: tuple[str, ...]
    #: What is read, by numbers of values.
    operands: tuple[int, ...]

    @property
    def height(self) -> int:
        return 2 * _PAD + _LINE * len(self.texts) + (2 * _STEP + 2 if self.has_bars else 0)

    @property
    def has_bars(self) -> bool:
        """Whether something is computed: what only moves elements has none."""
        return bool(self.value.op) and not self.value.op.startswith("tensor.")


def _draw(facts: Facts) -> str:
    nodes = dict(_make_nodes(facts))
    numbers = {number: place for place, number in enumerate(nodes)}
    widest = max((len(text) for node in nodes.values() for text in node.texts), default=0)
    width = max(round(widest * _LETTERS["note"]), _BARS + _FIGURES) + 2 * _PAD
    boxes = [Box(width, node.height) for node in nodes.values()]
    edges = [
        (numbers[read], numbers[number])
        for number, node in nodes.items()
        for read in node.operands
        if read in numbers
    ]
    plan = arrange(boxes, edges)
    report = facts.report()
    operators = sum(bool(node.value.op) for node in nodes.values())
    title = f"{facts.model.name}: {operators} operators"
    note = (
        f"{report.macs:,} multiplications, of which {spell_share(report.share_before)} "
        f"are skipped before propagation, {spell_share(report.share)} after"
    )
    parts = [*_draw_head(title, note)]
    top = 84
    parts.append(f'<g id="lines" transform="translate(0 {top})">\n')
    parts += [_draw_edge(line) for line in plan.lines]
    parts.append(f'</g>\n<g id="operators" transform="translate(0 {top})">\n')
    for node, box in zip(nodes.values(), boxes, strict=True):
        parts += _draw_box(node, box)
    parts.append("</g>\n")
    texts = [(title, "title"), (note, "note")]
    right = max(plan.width, *(round(len(text) * _LETTERS[style]) for text, style in texts))
    return _frame(title, "".join(parts), right, top + plan.height)


def _make_nodes(facts: Facts) -> Iterator[tuple[int, _Node]]:
    """The boxes, by the numbers of their values."""
    weights = _find_weights(facts)
    for number, value in enumerate(facts):
        if not value.of_arguments or number in weights:
            continue
        own = [facts[weights[each]] for each in value.operands if each in weights]
        texts = [_name(value), f"{spell_shape(value.shape)} {value.type}"]
        texts += [f"with {each.name} {spell_shape(each.shape)}" for each in own]
        read = tuple(each for each in value.operands if each not in weights)
        yield number, _Node(value, tuple(map(_shorten, texts)), read)


def _find_weights(facts: Facts) -> dict[int, int]:
    """Values that stand in the box of the operator which alone reads them, each with the
    argument that it is: arguments but the first one, as they are or under another shape,
    that are combined with what else the operator reads."""
    readers: dict[int, list[int]] = {}
    roots: dict[int, int] = {}
    for number, value in enumerate(facts):
        for each in value.operands:
            readers.setdefault(each, []).append(number)
        if not value.op and number > 0:
            roots[number] = number
        elif (moved := _find_moved(facts, value)) in roots:
            roots[number] = roots[moved]
    weights = {}
    for number in reversed(roots):
        if len(readers.get(number, [])) != 1:
            continue
        reader = readers[number][0]
        others = sum(facts[each].of_arguments for each in facts[reader].operands)
        if others > 1 or (reader in weights and reader in roots):
            weights[number] = roots[number]
    return weights


def _find_moved(facts: Facts, value: Value) -> int:
    """What an operator only moves elements of; -1 for no such operator."""
    read = [number for number in value.operands if facts[number].of_arguments]
    moves = value.op.startswith("tensor.") or (value.op.startswith("linalg.") and not value.body)
    return read[0] if moves and len(read) == 1 else -1


def _name(value: Value) -> str:
    """What an operator computes, and the name of its result."""
    if not value.op:
        return value.name
    if value.is_product:
        return f"product {value.name}"
    short = value.op.partition(".")[2] or value.op
    if short == "generic":
        short = ", ".join(value.body[:3]) + ", …" * (len(value.body) > 3) or "move"
    return f"{short} {value.name}"


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _text(x: int, y: int, text: str, style: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>\n'


def _rects(rects: list[tuple[int, int, int, int]], color: str) -> str:
    path = "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in rects)
    return f'<path fill="{color}" d="{path}"/>\n'


def _draw_head(title: str, note: str) -> Iterator[str]:
    yield '<g id="title">\n' + _text(0, 14, title, "title") + _text(0, 34, note, "note") + "</g>\n"
    yield '<g id="key">\n'
    for row, (word, text) in enumerate(zip(("before", "after"), _KEY, strict=True)):
        yield _rects([(0, 46 + 14 * row, 24, _BAR)], _COLORS[word])
        yield _text(32, 52 + 14 * row, text, "index")
    yield "</g>\n"


def _draw_edge(line: Line) -> str:
    rects = []
    for (x, y), (to_x, to_y) in zip(line.points, line.points[1:], strict=False):
        if (x, y) != (to_x, to_y):
            rects.append((min(x, to_x), min(y, to_y), abs(to_x - x) + 1, abs(to_y - y) + 1))
    x, y = line.points[-1]
    # Where it ends.
    rects.append((x - 2, y - 4, 5, 4))
    return _rects(rects, _COLORS["line"])


def _draw_box(node: _Node, box: Box) -> Iterator[str]:
    value = node.value
    style = "product" if value.is_product else "plain" if value.op else "input"
    yield (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" '
        f'class="{style}"/>\n'
    )
    left, y = box.x + _PAD, box.y + _PAD - 3
    for row, text in enumerate(node.texts):
        y += _LINE
        yield _text(left, y, text, "note" if row else "head")
    if not node.has_bars:
        return
    long = box.width - 2 * _PAD - _FIGURES
    for row, (word, skipped) in enumerate(
        (("before", value.skipped_before), ("after", value.skipped))
    ):
        part = share(skipped, value.iterations)
        top = y + 7 + _STEP * row
        yield _rects([(left, top, long, _BAR)], _COLORS["bar"])
        if skipped:
            yield _rects([(left, top, max(round(long * part), 1), _BAR)], _COLORS[word])
        yield _text(left + long + _FIGURES, top + _BAR, spell_share(part), "index", "end")


def _frame(title: str, body: str, width: int, height: int) -> str:
    width, height = width + 2 * _EDGE, height + 2 * _EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n<title>{escape(title)}</title>\n{_STYLES}'
        f'<rect x="0" y="0" width="{width}" height="{height}" class="page"/>\n'
        f'<g id="picture" transform="translate({_EDGE} {_EDGE})">\n{body}</g>\n</svg>\n'
    )
