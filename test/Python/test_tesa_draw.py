"""Pictures of models: every operator has its box, above what reads it, and no two overlap."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import IMPORTS, LAYER, load_import, prune
from spindle import tesa
from spindle._errors import SpindleValueError
from spindle._tesa_layout import Box, arrange

SVG = "{http://www.w3.org/2000/svg}"


def find_group(svg: str, name: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    return next(group for group in root.iter(f"{SVG}g") if group.get("id") == name)


def list_texts(svg: str, style: str) -> list[str]:
    group = find_group(svg, "operators")
    return [text.text or "" for text in group if text.get("class") == style]


def test_boxes_of_the_example(root: Path) -> None:
    svg = tesa.draw(tesa.load(root / "docs" / "examples" / "pruned.mlir")).svg
    names = ["X", "product %sum", "addf %biased", "maximumf %hidden", "product %result"]
    assert list_texts(svg, "head") == names
    notes = list_texts(svg, "note")
    assert "with W 8 x 16" in notes and "with B 16" in notes and "6 x 16 f32" in notes
    shares = ["25 %", "50 %", "0 %", "25 %", "0 %", "25 %", "25 %", "25 %"]
    assert list_texts(svg, "index") == shares
    assert len(list(find_group(svg, "lines"))) == 4


def test_bars_are_as_long_as_the_shares(root: Path) -> None:
    svg = tesa.draw(tesa.load(root / "docs" / "examples" / "pruned.mlir")).svg
    bars = [each for each in find_group(svg, "operators") if each.tag == f"{SVG}path"]
    lengths = [(each.get("fill"), int(re.search(r"h(\d+)", each.get("d"))[1])) for each in bars]
    whole = lengths[0][1]
    # The first product: a bar of all, a quarter of it, and again, a half of it.
    assert lengths[1] == ("#b8bfc8", round(whole / 4))
    assert lengths[3] == ("#2f7be0", round(whole / 2))


@pytest.mark.parametrize("name", IMPORTS)
def test_imports(root: Path, name: str) -> None:
    model = load_import(root, name)
    facts = tesa.propagate(model, prune(model, 0.5))
    svg = tesa.draw(facts).svg
    assert svg == facts.draw().svg
    heads = list_texts(svg, "head")
    drawn = {head.split()[-1] for head in heads}
    products = {product.name for product in facts.report().products}
    assert products <= drawn and facts.model.arguments[0].name in drawn
    boxes = [each for each in find_group(svg, "operators") if each.tag == f"{SVG}rect"]
    places = [[int(box.get(key)) for key in ("x", "y", "width", "height")] for box in boxes]
    assert len(places) == len(heads)
    check_apart(places)


def check_apart(places: list[list[int]]) -> None:
    """No two boxes overlap, of those that lie in the same rows."""
    for at, (x, y, width, height) in enumerate(places):
        for other_x, other_y, other_width, other_height in places[:at]:
            beside = x + width <= other_x or other_x + other_width <= x
            assert beside or y + height <= other_y or other_y + other_height <= y


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    count = draw(st.integers(1, 12))
    pairs = [(start, end) for end in range(count) for start in range(end)]
    return count, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


@given(graphs())
def test_any_graph_is_arranged(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = graph
    boxes = [Box(50 + 10 * (at % 3), 20 + 7 * (at % 2)) for at in range(count)]
    plan = arrange(boxes, edges)
    check_apart([[box.x, box.y, box.width, box.height] for box in boxes])
    for (start, end), line in zip(edges, plan.lines, strict=True):
        upper, lower = boxes[start], boxes[end]
        assert upper.y + upper.height < lower.y
        (x, y), (last_x, last_y) = line.points[0], line.points[-1]
        assert y == upper.y + upper.height and last_y == lower.y
        assert upper.x <= x <= upper.x + upper.width and lower.x <= last_x <= lower.x + lower.width
        for a, b in zip(line.points, line.points[1:], strict=False):
            assert a[0] == b[0] or a[1] == b[1]
    for box in boxes:
        assert 0 <= box.x and box.x + box.width <= plan.width
        assert 0 <= box.y and box.y + box.height <= plan.height


def test_names_are_escaped_and_cut() -> None:
    long = "a<b & " + "c" * 60
    svg = tesa.draw(tesa.load(LAYER.replace('"W"', f'"{long}"'))).svg
    assert "with a<b & ccc" in "".join(list_texts(svg, "note")) and "c" * 40 not in svg


def test_files(tmp_path: Path) -> None:
    picture = tesa.draw(tesa.load(LAYER), tmp_path / "layer.svg")
    assert (tmp_path / "layer.svg").read_text(encoding="utf-8") == picture.svg
    with pytest.raises(SpindleValueError, match=r"expected the name of an \.svg or \.png file"):
        tesa.draw(tesa.load(LAYER), tmp_path / "layer.pdf")


def test_png_has_the_bars(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.image import imread

    model = tesa.load(LAYER, masks={"W": np.arange(24).reshape(4, 6) % 2 == 0})
    tesa.draw(model, tmp_path / "layer.png")
    image = np.round(imread(tmp_path / "layer.png")[:, :, :3] * 255).astype(int)
    colors = {tuple(color) for color in image.reshape(-1, 3)}
    for fill in ("b8bfc8", "2f7be0", "8c959f", "ddf4ff"):
        assert tuple(bytes.fromhex(fill)) in colors
