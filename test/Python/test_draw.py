"""Pictures show the elements that an array has, in each format."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import scipy.sparse as sp

from spindle._advise import decompose
from spindle._array import Array
from spindle._draw import draw
from spindle._errors import SpindleValueError
from spindle._interop import to_array

SVG = "{http://www.w3.org/2000/svg}"
FORMATS = ["csr", "csc", "coo", "dcsr", "ell", "bsr(2, 3)", "sell(2, 4)", "hyb(1, 2)"]


def make(shape: tuple[int, int], count: int, format: str = "csr") -> tuple[np.ndarray, Array]:
    """Which cells have elements, and the array of them."""
    random = np.random.default_rng(3)
    cells = np.zeros(shape, np.float32)
    cells.flat[random.choice(cells.size, count, replace=False)] = 1
    return cells, to_array(sp.csr_array(cells), format)


def find_pixels(svg: str, group: str) -> dict[tuple[int, int], str]:
    """The colour of each pixel that has one, by row and column."""
    root = ElementTree.fromstring(svg)
    drawn = next(g for g in root.iter(f"{SVG}g") if g.get("id") == group)
    top = int(drawn.find(f"{SVG}rect").get("y"))
    pixels = {}
    for path in drawn.iter(f"{SVG}path"):
        for found in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", path.get("d")):
            x, y, width, side = map(int, found)
            for step in range(width // side):
                pixels[(y - top) // side, x // side + step] = path.get("fill")
    return pixels


def list_colors(svg: str) -> list[str]:
    """The colours of the key, in its order."""
    root = ElementTree.fromstring(svg)
    key = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "key")
    return [path.get("fill") for path in key.iter(f"{SVG}path")]


@pytest.mark.parametrize("format", FORMATS)
def test_pattern_has_the_elements(format: str) -> None:
    cells, array = make((23, 17), 60, format)
    picture = array.draw()
    padding = "#ffe2b8"
    filled = {at for at, color in find_pixels(picture.svg, "pattern").items() if color != padding}
    assert filled == set(zip(*(axis.tolist() for axis in cells.nonzero()), strict=True))
    assert picture._repr_svg_() == picture.svg


def test_pixels_of_many_rows_are_squares() -> None:
    cells, array = make((12_000, 30), 4000)
    side = 60
    counts = np.add.reduceat(np.add.reduceat(cells, np.arange(0, 12_000, side)), [0], axis=1)
    pixels = find_pixels(array.draw().svg, "pattern")
    assert {row for row, _ in pixels} == set(np.flatnonzero(counts).tolist())


def test_each_part_has_a_color() -> None:
    cells, array = make((20, 30), 120)
    picture = decompose(array, "ell_coo(2)").draw("parts")
    slots = cells.cumsum(axis=1)
    colors = list_colors(picture.svg)
    expected = {
        (row, col): colors[0 if slots[row, col] <= 2 else 1]
        for row, col in zip(*(axis.tolist() for axis in cells.nonzero()), strict=True)
    }
    assert find_pixels(picture.svg, "parts") == expected
    texts = [text.text or "" for text in ElementTree.fromstring(picture.svg).iter(f"{SVG}text")]
    assert f"ell_coo{(2,)}".replace(",)", ")") in texts
    for color in range(2):
        count = sum(found == colors[color] for found in expected.values())
        assert any(text.startswith(f"{count} elements") for text in texts)


def test_pixel_of_several_parts_has_the_color_of_the_greatest_share() -> None:
    cells, array = make((400, 400), 2000)
    picture = decompose(array, "ell_coo(4)").draw("parts")
    slots = cells.cumsum(axis=1)
    shares = []
    for part in (cells * (slots <= 4), cells * (slots > 4)):
        shares.append(part.reshape(200, 2, 200, 2).sum(axis=(1, 3)) / part.sum())
    both = (shares[0] > 0) & (shares[1] > 0)
    assert both.any()
    pixels, colors = find_pixels(picture.svg, "parts"), list_colors(picture.svg)
    for row, col in zip(*(axis.tolist() for axis in both.nonzero()), strict=True):
        assert pixels[row, col] == colors[int(shares[1][row, col] > shares[0][row, col])]


def test_storage_of_parts_is_one_picture() -> None:
    _, array = make((9, 9), 20)
    svg = decompose(array, "ell_coo(1)").draw("storage").svg
    root = ElementTree.fromstring(svg)
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))
    inner = root.findall(f"{SVG}svg")
    assert len(inner) == 2 and svg.count("<style>") == 1
    first, second = (int(each.get("y", 0)) for each in inner)
    assert second >= first + int(inner[0].get("height"))
    assert int(root.get("height")) == second + int(inner[1].get("height"))


def test_files(tmp_path: Path) -> None:
    _, array = make((9, 9), 20)
    picture = draw(array, "storage", tmp_path / "A.svg")
    assert (tmp_path / "A.svg").read_text(encoding="utf-8") == picture.svg
    with pytest.raises(SpindleValueError, match=r"expected the name of an \.svg or \.png file"):
        picture.save(tmp_path / "A.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["A.svg"]


@pytest.mark.parametrize("kind", ["pattern", "storage", "parts"])
def test_png_has_the_colors(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.image import imread

    _, array = make((4, 5), 9)
    picture = decompose(array, "ell_coo(1)").draw(kind, tmp_path / "A.png")
    image = imread(tmp_path / "A.png")
    root = ElementTree.fromstring(picture.svg)
    assert image.shape[:2] == (2 * int(root.get("height")), 2 * int(root.get("width")))
    colors = {tuple(color) for color in np.round(image[:, :, :3] * 255).astype(int).reshape(-1, 3)}
    drawn = {path.get("fill") for path in root.iterfind(f"./{SVG}g//{SVG}path")}
    fills = {"#9ecbff", "#ffd08a"} if kind == "storage" else drawn
    assert len(fills) >= 1
    for fill in fills:
        assert tuple(bytes.fromhex(fill[1:])) in colors


def test_png_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    _, array = make((3, 3), 3)
    with pytest.raises(SpindleValueError, match="expected the package matplotlib"):
        array.draw("pattern", tmp_path / "A.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("kind", "shape", "text"),
    [
        ("spy", (3, 3), "kind: expected one of pattern, storage, parts but got 'spy'"),
        ("pattern", (3, 3, 3), "expected a matrix to draw the pattern of"),
        ("parts", (3,), "expected a matrix to draw the pattern of"),
        ("pattern", (0, 3), "expected a matrix of some rows and columns"),
        ("storage", (100, 2), "expected a tensor of at most 4096 cells"),
    ],
)
def test_what_cannot_be_drawn(kind: str, shape: tuple[int, ...], text: str) -> None:
    array = to_array(np.ones(shape, np.float32), f"dense({len(shape)})")
    with pytest.raises(SpindleValueError, match=re.escape(text)):
        array.draw(kind)


@pytest.mark.parametrize("format", FORMATS)
def test_density_counts_elements(format: str) -> None:
    cells, array = make((130, 70), 900, format)
    rows, cols, side, squares, total, is_exact = array._tensor.density(16, 1 << 40)
    assert (rows, cols, side) == (15, 8, 9) and (total, is_exact) == (900, True)
    padded = np.pad(cells, ((0, rows * side - 130), (0, cols * side - 70)))
    expected = padded.reshape(rows, side, cols, side).sum(axis=(1, 3))
    np.testing.assert_array_equal(np.reshape(squares, (rows, cols)), expected)


@pytest.mark.parametrize("format", FORMATS)
def test_density_of_a_sample_has_no_bias(format: str) -> None:
    """Elements grow more to the right and downwards, in rows of any length."""
    random = np.random.default_rng(5)
    size, count = 3000, 120_000
    places = (size * np.sqrt(random.random((2, count)))).astype(np.int64)
    matrix = sp.coo_array((np.ones(count, np.float32), tuple(places)), (size, size)).tocsr()
    array = to_array(matrix, format)
    exact = np.reshape(array._tensor.density(4, 1 << 40)[3], (4, 4))
    first = array._tensor.density(4, 40_000)
    assert first == array._tensor.density(4, 40_000)
    sample = np.reshape(first[3], (4, 4))
    assert not np.array_equal(sample, exact)
    # A square has some thousands of the sample, a corner some hundred.
    tolerance = 0.5 if format.startswith("bsr") else 0.2
    np.testing.assert_allclose(sample, exact, rtol=tolerance)
    np.testing.assert_allclose(sample.sum(), exact.sum(), rtol=0.05)
