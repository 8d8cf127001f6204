"""Notebooks show a small table and picture of an array of any size."""

import base64
import re
import zlib
from html.parser import HTMLParser

import numpy as np
import pytest
import scipy.sparse as sp

from spindle._array import Array
from spindle._html import describe, format_bytes
from spindle._interop import to_array

LIMIT = 50_000


class Table(HTMLParser):
    """The cells of the table, in their order, and whether all tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if tag != "img":
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.cells[-1] += data

    def get(self) -> dict[str, str]:
        return dict(zip(self.cells[::2], self.cells[1::2], strict=True))


def decode(html: str) -> np.ndarray:
    """The numbers of the colours of the picture's squares."""
    found = re.search(r"data:image/png;base64,([^\"]*)", html)
    assert found
    data = base64.b64decode(found[1])
    at, chunks = 8, {}
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        chunks[data[at + 4 : at + 8]] = data[at + 8 : at + 8 + size]
        at += size + 12
    width, height = (int.from_bytes(chunks[b"IHDR"][n : n + 4], "big") for n in (0, 4))
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    return lines[:, 1:]


def make(shape: tuple[int, int], count: int, format: str = "csr") -> Array:
    random = np.random.default_rng(2)
    places = tuple(random.integers(0, size, count) for size in shape)
    return to_array(sp.coo_array((np.ones(count), places), shape).tocsr(), format)


def test_table_tells_what_it_is() -> None:
    array = to_array(sp.csr_array(np.diag(np.arange(1.0, 5))), "csr")
    assert Table(array._repr_html_()).get() == {
        "shape": "4 x 4",
        "dtype": "float64",
        "format": "csr",
        "elements": "4",
        "bytes": "68 B",
        "density": "0.25",
    }
    assert decode(array._repr_html_()).tolist() == (5 * np.eye(4, dtype=int)).tolist()


def test_text_is_escaped() -> None:
    array = make((9, 9), 20, "(i, j) -> (i : compressed, j : fixed(9))")
    assert "->" in array.format and "->" not in describe(array)
    assert Table(describe(array)).get()["format"] == array.format


@pytest.mark.parametrize("format", ["csr", "coo", "bsr(2, 2)", "hyb(1, 3)"])
def test_squares_have_elements_where_the_array_has(format: str) -> None:
    array = make((640, 320), 900, format)
    counts = np.reshape(array._tensor.density(64, 1 << 40)[3], (64, 32))
    shades = decode(describe(array))
    np.testing.assert_array_equal(shades > 0, counts > 0)
    order = np.argsort(counts, axis=None)
    assert (np.diff(shades.flat[order].astype(int)) >= 0).all()


@pytest.mark.parametrize("format", ["csr", "coo", "ell", "hyb(1, 3)"])
def test_large_arrays_take_little(format: str) -> None:
    array = make((3000, 3000), 100_000, format)
    text = describe(array)
    assert len(text) < LIMIT
    table = Table(text).get()
    told = int(table["elements"].removeprefix("about ").replace(",", ""))
    assert abs(told - array.nnz) < 0.08 * array.nnz
    if format in ("csr", "coo"):
        assert told == array.nnz and "about" not in table["elements"]
    else:
        assert re.fullmatch("about [0-9]{1,3}(,[0-9]{3})*", table["elements"])
    assert (decode(text) > 0).mean() > 0.9


@pytest.mark.parametrize("shape", [(7,), (2, 3, 4), (0, 5), (5, 0)])
def test_what_has_no_picture(shape: tuple[int, ...]) -> None:
    text = describe(to_array(np.ones(shape, np.float32), f"dense({len(shape)})"))
    table = Table(text).get()
    assert "<img" not in text
    assert table["shape"] == " x ".join(map(str, shape))
    assert table["elements"] == str(int(np.prod(shape)))
    assert table["density"] == ("1" if np.prod(shape) else "none")


def test_bytes() -> None:
    told = [format_bytes(count) for count in (0, 9999, 10_000, 10_000_000, 3e13)]
    assert told == ["0 B", "9999 B", "10.0 kB", "10.0 MB", "30.0 TB"]
