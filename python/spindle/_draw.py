"""Pictures of arrays: where their elements are, and how they are stored."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spindle._arguments import take_text
from spindle._errors import SpindleValueError
from spindle._interop import to_array

if TYPE_CHECKING:
    from spindle._array import Array

__all__ = ["KINDS", "Picture", "draw"]

KINDS = ("pattern", "storage", "parts")
_GAP = 12


@dataclass(frozen=True)
class Picture:
    """A picture. A notebook shows it.

    Attributes
    ----------
    svg : str
        The text of an SVG file, which needs nothing else.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> spindle.array(np.eye(3)).draw("storage").svg[:4]
    '<svg'
    """

    svg: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, of a kind that its name tells.

        Parameters
        ----------
        path : str or path
            A name that ends in ``.svg`` or in ``.png``, which needs matplotlib.

        Raises
        ------
        SpindleValueError
            Another name, or a ``.png`` without matplotlib.
        OSError
            The file cannot be written.

        Examples
        --------
        >>> import pathlib, numpy as np, spindle, tempfile
        >>> A = spindle.array(np.eye(4))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     A.draw("storage").save(folder + "/A.svg")
        ...     pathlib.Path(folder, "A.svg").read_text()[:4]
        '<svg'
        """
        suffix = Path(path).suffix.lower()
        if suffix == ".svg":
            Path(path).write_text(self.svg, encoding="utf-8")
        elif suffix == ".png":
            from spindle import _png

            _png.write(self.svg, os.fspath(path))
        else:
            raise SpindleValueError(
                f"expected the name of an .svg or .png file but got '{os.fspath(path)}'",
                expected="the name of an .svg or .png file",
                got=os.fspath(path),
            )

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        width, height = _measure(self.svg)
        return f"Picture({width} x {height})"


def draw(
    array: Array, kind: str = "pattern", path: str | os.PathLike[str] | None = None
) -> Picture:
    """Draws an array.

    Parameters
    ----------
    array : Array
        What is drawn.
    kind : str
        ``pattern``: where the elements of a matrix are, and padding. A pixel stands for a
        square of cells, one cell where it has at most 200 rows and columns, and is the
        darker the more elements are there. Of an array in parts, that of all its elements.

        ``storage``: a small array, at most 64 in each of at most 3 dimensions, and the
        arrays it is stored in.

        ``parts``: where the elements of each part of a matrix in a format of parts are, a
        colour for each.
    path : str or path, optional
        A file to write to as well, as in :meth:`Picture.save`.

    Returns
    -------
    Picture

    Raises
    ------
    SpindleValueError
        No such kind, or an array that cannot be drawn so: too large for its storage, no
        matrix or one without cells for the others.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> spindle.array(np.eye(100)).draw()
    Picture(632 x 721)
    """
    if take_text(kind, "kind") not in KINDS:
        raise SpindleValueError(
            f"kind: expected one of {', '.join(KINDS)} but got '{kind}'",
            operand="kind",
            expected=f"one of {', '.join(KINDS)}",
            got=kind,
        )
    tensor = to_array(array)._tensor
    parts = len(tensor.part_formats)
    if kind == "storage" and parts > 1:
        svg = _stack([tensor.draw(kind, f"part {part}", part) for part in range(parts)])
    elif kind == "pattern" and parts > 1:
        svg = tensor.convert("csr").draw(kind, array.format)
    else:
        svg = tensor.draw(kind, array.format if kind == "parts" else "")
    picture = Picture(svg)
    if path is not None:
        picture.save(path)
    return picture


def _measure(svg: str) -> tuple[int, int]:
    """The width and the height of a picture, in pixels."""
    found = re.match(r'<svg [^>]*?width="(\d+)" height="(\d+)"', svg)
    assert found is not None
    return int(found[1]), int(found[2])


def _stack(pictures: list[str]) -> str:
    """The pictures as one, each below the one before."""
    sizes = [_measure(picture) for picture in pictures]
    width = max(size[0] for size in sizes)
    height = sum(size[1] for size in sizes) + _GAP * (len(sizes) - 1)
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">\n'
    ]
    top = 0
    for number, (picture, size) in enumerate(zip(pictures, sizes, strict=True)):
        # Names come once in a file; that of the hatching may stay, as it is the same.
        named = re.sub(r'<g id="([^"]*)"', rf'<g id="\1-{number}"', picture)
        if number:
            named = re.sub(r"<defs>.*?</defs>\n", "", named, flags=re.DOTALL)
        text.append(named.replace("<svg ", f'<svg y="{top}" ', 1))
        top += size[1] + _GAP
    return "".join([*text, "</svg>\n"])
