"""Where the boxes of a graph are, layer by layer, and the lines between them.

Every box lies below those that it depends on. A line that passes layers has a place in
each of them, as a box without a width. In a layer, boxes are in the order of the middles of
their neighbours, which keeps crossings few, and as near to these as room allows. The same
graph is arranged in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Box", "Line", "Arrangement", "arrange"]

#: Space between boxes of a layer, between lines that lie side by side, and above and below
#: the lines between two layers.
_GAP, _TRACK, _MARGIN = 24, 7, 9
_ROUNDS = 24
#: Ends of lines that are not farther apart lie below one another.
_NEAR = 12

Point = tuple[int, int]
#: How high the line between two boxes, by their ids, goes across.
_Tracks = dict[tuple[int, int], int]


@dataclass
class Box:
    """A box; of a line that passes a layer, one without a width.

    Attributes
    ----------
    width, height : int
        In pixels.
    x, y : int
        Of its left upper corner.
    """

    width: int
    height: int
    layer: int = 0
    middle: float = 0.0
    x: int = 0
    y: int = 0
    above: list[Box] = field(default_factory=list, repr=False)
    below: list[Box] = field(default_factory=list, repr=False)
    #: All boxes of the line that this one is of.
    line: list[Box] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class Line:
    """The corners of a line, from one box down to another; each part is straight."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Arrangement:
    """The picture's size, and its lines."""

    width: int
    height: int
    lines: tuple[Line, ...]


def arrange(boxes: Sequence[Box], edges: Sequence[tuple[int, int]]) -> Arrangement:
    """Gives boxes their places.

    Parameters
    ----------
    boxes : sequence of Box
        Each comes after those that it depends on.
    edges : sequence of pair of int
        The boxes that a line goes from and to, by number.

    Returns
    -------
    Arrangement
    """
    _find_layers(boxes, edges)
    layers: list[list[Box]] = [[] for _ in range(max((box.layer for box in boxes), default=0) + 1)]
    for box in boxes:
        layers[box.layer].append(box)
    chains = [_connect(boxes[start], boxes[end], layers) for start, end in edges]
    _place_across(layers)
    width = max((box.x + box.width for layer in layers for box in layer), default=0)
    height, tracks = _place_down(layers)
    return Arrangement(width, height, tuple(_draw_line(chain, tracks) for chain in chains))


def _find_layers(boxes: Sequence[Box], edges: Sequence[tuple[int, int]]) -> None:
    """Each box is below what it depends on; one that this leaves free, just above what
    depends on it, if no line gets longer."""
    above: list[list[int]] = [[] for _ in boxes]
    below: list[list[int]] = [[] for _ in boxes]
    for start, end in edges:
        below[start].append(end)
        above[end].append(start)
    for number, box in enumerate(boxes):
        box.layer = max((boxes[each].layer + 1 for each in above[number]), default=0)
    for number in reversed(range(len(boxes))):
        if below[number] and len(above[number]) <= (len(below[number]) == 1):
            boxes[number].layer = min(boxes[each].layer for each in below[number]) - 1


def _connect(start: Box, end: Box, layers: list[list[Box]]) -> list[Box]:
    """The boxes of a line, with one in each layer that it passes."""
    chain = [start]
    for layer in range(start.layer + 1, end.layer):
        chain.append(Box(0, 0, layer, line=chain))
        layers[layer].append(chain[-1])
    chain.append(end)
    for upper, lower in zip(chain, chain[1:], strict=False):
        upper.below.append(lower)
        lower.above.append(upper)
    return chain


def _place_across(layers: list[list[Box]]) -> None:
    for layer in layers:
        _spread(layer, [0.0] * len(layer))
    for number in range(_ROUNDS):
        down = number % 2 == 0
        for layer in layers if down else reversed(layers):
            wanted = []
            for box in layer:
                # The last rounds see to lines on both sides.
                near = box.above if down else box.below
                if number >= _ROUNDS - 2:
                    near = box.above + box.below
                wanted.append(_find_middle(box, near))
            order = sorted(range(len(layer)), key=lambda at: (wanted[at], layer[at].middle, at))
            if number < _ROUNDS - 2:
                layer[:] = [layer[at] for at in order]
                wanted = [wanted[at] for at in order]
            _spread(layer, wanted)
    left = min((box.middle - box.width / 2 for layer in layers for box in layer), default=0.0)
    for layer in layers:
        for box in layer:
            box.x = round(box.middle - box.width / 2 - left)


def _find_middle(box: Box, near: Sequence[Box]) -> float:
    """Where ``box`` is wanted: amid ``near``, and all of a line at one place."""
    others = box.line or near
    return sum(each.middle for each in others) / len(others) if others else box.middle


def _spread(layer: list[Box], wanted: Sequence[float]) -> None:
    """Puts boxes, which stay in their order, as near to where they are wanted as they can be:
    the sum of the squares of the distances is the least."""
    shifts, shift = [], 0.0
    for at, box in enumerate(layer):
        if at:
            shift += (layer[at - 1].width + box.width) / 2 + _GAP
        shifts.append(shift)
    # Runs of boxes that touch, as (their mean, how many they are).
    runs: list[tuple[float, int]] = []
    for want, own in zip(wanted, shifts, strict=True):
        mean, count = want - own, 1
        while runs and runs[-1][0] > mean:
            before, many = runs.pop()
            mean, count = (before * many + mean * count) / (many + count), many + count
        runs.append((mean, count))
    places = [mean for mean, count in runs for _ in range(count)]
    for box, place, own in zip(layer, places, shifts, strict=True):
        box.middle = place + own


def _find_port(box: Box, others: Sequence[Box], other: Box) -> int:
    """Where the line between ``box`` and ``other``, one of ``others``, is at ``box``."""
    order = sorted(range(len(others)), key=lambda at: (others[at].middle, at))
    place = [others[at] is other for at in order].index(True)
    return box.x + round(box.width * (place + 1) / (len(others) + 1))


def _find_ends(upper: Box, lower: Box) -> tuple[int, int]:
    """Where the line between two boxes leaves and comes: straight down if that is near."""
    start, end = _find_port(upper, upper.below, lower), _find_port(lower, lower.above, upper)
    if abs(end - start) <= _NEAR and lower.width:
        return start, start
    if abs(end - start) <= _NEAR and upper.width:
        return end, end
    return start, end


def _place_down(layers: list[list[Box]]) -> tuple[int, _Tracks]:
    """The height of the picture, and of the lines across."""
    heights: _Tracks = {}
    top = 0
    for layer in layers:
        tall = max((box.height for box in layer), default=0)
        for box in layer:
            box.y = top
            # A line that passes goes on to the next layer's.
            box.height = box.height or tall
        # The lines that go across, from left to right, each on the first track that is free.
        spans = []
        for box in layer:
            for lower in box.below:
                start, end = _find_ends(box, lower)
                spans.append((min(start, end), max(start, end), id(box), id(lower), start == end))
        spans.sort(key=lambda span: span[:2])
        ends: list[int] = []
        for left, right, upper, lower_id, is_straight in spans:
            if is_straight:
                heights[upper, lower_id] = 0
                continue
            track = next((at for at, end in enumerate(ends) if end + 2 < left), len(ends))
            ends[track : track + 1] = [right]
            heights[upper, lower_id] = top + tall + _MARGIN + _TRACK * track
        top += tall + 2 * _MARGIN + _TRACK * max(len(ends) - 1, 0)
    return top - 2 * _MARGIN, heights


def _draw_line(chain: list[Box], tracks: _Tracks) -> Line:
    points: list[Point] = []
    for upper, lower in zip(chain, chain[1:], strict=False):
        start, end = _find_ends(upper, lower)
        points.append((start, upper.y + upper.height))
        if start != end:
            across = tracks[id(upper), id(lower)]
            points += [(start, across), (end, across)]
        points.append((end, lower.y))
    return Line(tuple(points))
