"""What a notebook shows of an array: a table, and a small picture of its pattern."""

from __future__ import annotations

import base64
import struct
import zlib
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from spindle._array import Array

__all__ = ["describe", "format_bytes", "make_table"]

# The most squares in a row or column of the picture, the most elements that are looked at
# for it, and the length of its longer side, in pixels.
_SQUARES, _MOST, _SIDE = 64, 32768, 192
# The colours of squares: none, then ever more elements.
_COLORS = ("#ffffff", "#9ecbff", "#62a5f5", "#2f7be0", "#1a55b0", "#0b2f6b")
_UNITS = ("B", "kB", "MB", "GB", "TB")


def describe(array: Array) -> str:
    """An HTML table about ``array`` with a small picture.

    Parameters
    ----------
    array : Array
        Its shape, type, format, number of elements, bytes and density are told. Of one
        with more than 32768 elements the picture is made from a sample, and so is the
        number of elements where the format does not say it.

    Returns
    -------
    str
        Less than 50 kB of HTML, which needs nothing else.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> "<td>4 x 4</td>" in spindle.array(np.eye(4))._repr_html_()
    True
    """
    shape = array.shape
    picture = ""
    if len(shape) == 2 and min(shape) > 0:
        rows, cols, _, squares, total, is_exact = array._tensor.density(_SQUARES, _MOST)
        counts = np.asarray(squares).reshape(rows, cols)
        picture = _make_picture(counts, total)
        count = f"{total:,.0f}" if is_exact else f"about {float(f'{total:.2g}'):,.0f}"
    else:
        total = array.nnz
        count = f"{total:,}"
    cells = float(np.prod(shape, dtype=np.float64))
    told = {
        "shape": " x ".join(map(str, shape)) or "scalar",
        "dtype": array.dtype.name,
        "format": array.format,
        "elements": count,
        "bytes": format_bytes(array.nbytes),
        "density": f"{total / cells:.3g}" if cells else "none",
    }
    rows_text = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td>{escape(value)}</td></tr>'
        for name, value in told.items()
    )
    return (
        '<div class="spindle-array" style="display:flex;gap:16px;align-items:flex-start">'
        f"<table><tbody>{rows_text}</tbody></table>{picture}</div>"
    )


def make_table(head: list[str], rows: list[list[str]]) -> str:
    """An HTML table of texts."""

    def join(tag: str, cells: list[str]) -> str:
        return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)

    body = "".join(f"<tr>{join('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{join('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def format_bytes(count: float) -> str:
    """``count`` bytes in a unit that leaves at most four digits before the point."""
    unit = 0
    while count >= 10_000 and unit + 1 < len(_UNITS):
        count /= 1000
        unit += 1
    return f"{count:.0f} {_UNITS[0]}" if unit == 0 else f"{count:.1f} {_UNITS[unit]}"


def _make_picture(counts: npt.NDArray[np.float64], total: float) -> str:
    """The squares, the darker the more elements they have, as an image."""
    longer = max(counts.shape)
    height, width = (max(1, round(_SIDE * side / longer)) for side in counts.shape)
    data = base64.b64encode(_make_png(_find_shades(counts))).decode("ascii")
    return (
        f'<img alt="{round(total):,} elements" width="{width}" height="{height}" '
        'style="image-rendering:pixelated;border:1px solid #57606a" '
        f'src="data:image/png;base64,{data}">'
    )


def _find_shades(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """The number of each square's colour: a step darker for as many times more elements."""
    shades = np.zeros(counts.shape, np.uint8)
    filled = counts > 0
    if filled.any():
        logs = np.log(counts[filled])
        least, most = logs.min(), logs.max()
        steps = len(_COLORS) - 1
        share = (logs - least) / (most - least) if most > least else np.ones_like(logs)
        shades[filled] = 1 + np.minimum(share * steps, steps - 1).astype(np.uint8)
    return shades


def _make_png(shades: npt.NDArray[np.uint8]) -> bytes:
    """A PNG file with a pixel for each number, which is that of a colour."""
    height, width = shades.shape

    def pack(name: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    palette = b"".join(bytes.fromhex(color[1:]) for color in _COLORS)
    # Each row begins with the filter that it has: none.
    lines = np.pad(shades, ((0, 0), (1, 0))).tobytes()
    # 8 bits a pixel, which is a number in the palette.
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + pack(b"IHDR", head)
        + pack(b"PLTE", palette)
        + pack(b"IDAT", zlib.compress(lines))
        + pack(b"IEND", b"")
    )
