# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Drawings of tensors show the numbers that are stored, each once, and agree with
themselves: an element has one colour in the grid and in the arrays."""

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import batch
from refusals import check_all

SVG = "{http://www.w3.org/2000/svg}"
#: 7 x 8, with empty rows, an explicit zero, and sizes that no block divides.
MATRIX = """\
%%MatrixMarket matrix coordinate real general
7 8 11
1 1 1
1 2 2
1 8 3
2 1 4
2 2 5
3 5 6
4 4 7
4 5 0
4 6 8
7 3 9
7 8 -1.5
"""
SEGMENTS = """\
%%MatrixMarket matrix coordinate real general
3 4 4
1 1 1
1 2 2
3 1 3
3 2 4
"""
TENSOR = """\
# order 3 dims 3 4 5 nnz 4
1 1 1 1
1 3 2 2
3 2 5 3
3 4 1 4
"""
EMPTY = """\
%%MatrixMarket matrix coordinate real general
2 3 0
"""

SPMV = "spmv --bind x=ones --bind A="
MATRIX_FORMATS = [
    "dense",
    "dense(bitmap)",
    "csr",
    "csr(pos=i64,crd=i64)",
    "csc",
    "coo",
    "dcsr",
    "bsr(2,3)",
    "bsr(4,4)",
    "bsr(2,3,full)",
    "dbsr(2,3)",
    "ell",
    "ell(5)",
    "ell(4,bitmap)",
    "panel(4,4)",
    "sell(2,4)",
    "rowlen(4)",
    "sr-bcrs(2,2)",
    "dia",
    "ldia(4)",
    "nm(2,4)",
    "(i, j) -> (i : dense, j floordiv 2 : compressed, j mod 2 : fixed(2))",
    "(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 3 : fixed(?), "
    "i mod 2 : dense of io, j mod 3 : dense of jo)",
]
CASES = [
    *((f"{SPMV}matrix.mtx", name) for name in MATRIX_FORMATS),
    *((f"{SPMV}empty.mtx", name) for name in ("csr", "coo", "bsr(2,2)", "dense")),
    ("segment_reduce --bind A=segments.mtx", "ragged"),
    *(
        ("ttv --bind v=ones --bind A=tensor.tns", name)
        for name in ("csf", "csf(2,0,1)", "coo", "dense")
    ),
]


def run(arguments: list[str]) -> str:
    done = batch.run(["sparse-run", *arguments], check=True)
    return done.stdout


class Picture:
    """A drawing, read back."""

    def __init__(self, path: str):
        self.root = ElementTree.parse(path).getroot()
        groups = self.root.iter(SVG + "g")
        self.groups = {group.get("id"): group for group in groups}

    def styles(self, group: str) -> list[str]:
        """The classes of the cells of a group."""
        return [rect.get("class") for rect in self.groups[group].iter(SVG + "rect")]

    def texts(self, group: str, style: str) -> list[str]:
        texts = self.groups[group].iter(SVG + "text")
        return [text.text for text in texts if text.get("class") == style]

    def numbers(self, group: str) -> list[float]:
        return [float(text) for text in self.texts(group, "number")]


def stored_arrays(dump: str) -> dict[str, tuple[str, list[float]]]:
    """What --dump-storage printed: for each array its line and its numbers, by the
    name that its group has in a drawing."""
    arrays, level, name = {}, "", ""
    for line in dump.splitlines()[1:]:
        if not line.startswith("  "):
            break
        if match := re.match(r"  (level \d+): ", line):
            level = match.group(1).replace(" ", "-") + "-"
            continue
        if match := re.match(r"    (\w+)(: .*?)( =.*)?$", line):
            name, rest, row = match.groups()
            label = name + rest
            name = name if name in ("bitmap", "values") else level + name
            arrays[name] = (label, [])
            line = (row or "").removeprefix(" =")
        arrays[name][1].extend(map(float, line.split()))
    return arrays


def is_colour(style: str) -> bool:
    return re.fullmatch("c[0-7]", style) is not None


def check_arrays(picture: Picture, dump: str) -> None:
    """Every array is there, with its numbers in order, and no other."""
    arrays = stored_arrays(dump)
    places = ("level-", "bitmap", "values")
    drawn = {name for name in picture.groups if name and name.startswith(places)}
    assert drawn == set(arrays), (drawn, set(arrays))
    for name, (label, numbers) in arrays.items():
        assert picture.texts(name, "note") == [label], (name, label)
        assert picture.numbers(name) == numbers, (name, numbers)
        assert len(picture.styles(name)) == len(numbers), name
    if "bitmap" in arrays:
        bits = [bool(bit) for bit in arrays["bitmap"][1]]
        assert [is_colour(style) for style in picture.styles("bitmap")] == bits
        assert picture.styles("values") == picture.styles("bitmap")


def check_elements(picture: Picture, dump: str) -> None:
    """The grid has the elements of the values, in their colours; the rest of the
    values is padding."""
    count = int(re.search(r", (\d+) elements", dump).group(1))
    styles = picture.styles("values")
    coloured = Counter(
        (style, number)
        for style, number in zip(styles, picture.numbers("values"), strict=True)
        if is_colour(style)
    )
    assert coloured.total() == count, (coloured, count)
    assert set(styles) <= {style for style, _ in coloured} | {"padding", "outside"}
    grid = [style for style in picture.styles("grid") if is_colour(style)]
    numbers = picture.numbers("grid")
    assert Counter(zip(grid, numbers, strict=True)) == coloured
    title = " ".join(picture.texts("title", "note"))
    padding = len(styles) - count
    assert f" {padding} of {len(styles)} values are padding" in title, title


def check_places(picture: Picture) -> None:
    """Nothing is cut off, and no cell lies on another."""
    width, height = (int(picture.root.get(name)) for name in ("width", "height"))
    boxes = []
    for rect in picture.groups["picture"].iter(SVG + "rect"):
        x, y, w, h = (int(rect.get(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x and x + w + 32 <= width and 0 <= y and y + h + 32 <= height
        boxes.append((x, y, x + w, y + h))
    for index, one in enumerate(boxes):
        for other in boxes[:index]:
            across = min(one[2], other[2]) > max(one[0], other[0])
            down = min(one[3], other[3]) > max(one[1], other[1])
            assert not (across and down), (one, other)
    for text in picture.groups["picture"].iter(SVG + "text"):
        if text.get("text-anchor") == "start":
            assert int(text.get("x")) + 6 * len(text.text) + 32 <= width, text.text


def check_case(command: str, name: str) -> None:
    arguments = [*command.split(), "--format", f"A={name}"]
    dump = run([*arguments, "--dump-storage", "A", "--draw", "A=one.svg"])
    picture = Picture("one.svg")
    check_arrays(picture, dump)
    check_elements(picture, dump)
    check_places(picture)


def check_blocks() -> None:
    """Blocks: padding in the matrix, and beyond it; one colour for each block."""
    run(f"{SPMV}matrix.mtx --format A=bsr(2,3) --draw A=one.svg".split())
    picture = Picture("one.svg")
    grid = Counter(picture.styles("grid"))
    # 5 blocks of 6 cells, 11 elements; 9 cells of them are beyond the border.
    assert grid["outside"] == 9 and grid["padding"] == 30 - 9 - 11, grid
    assert sum(map(is_colour, picture.styles("grid"))) == 11
    # The other cells of the matrix.
    assert grid["absent"] == 7 * 8 - (30 - 9), grid
    coordinates = picture.styles("level-1-coordinates")
    assert coordinates == ["c0", "c1", "c2", "c3", "c4"], coordinates


def check_fibres() -> None:
    """There is space between fibres, and none inside of them."""
    run(f"{SPMV}matrix.mtx --format A=csr --draw A=one.svg".split())
    picture = Picture("one.svg")
    # Where rows 0, 1, 2, 3 and 6 start.
    starts = [0, 3, 5, 6, 9]
    for name in ("level-1-coordinates", "values"):
        cells = list(picture.groups[name].iter(SVG + "rect"))
        ends = [int(cell.get("x")) + int(cell.get("width")) for cell in cells]
        after = zip(cells[1:], ends, strict=False)
        gaps = [int(cell.get("x")) - end for cell, end in after]
        assert [i for i, gap in enumerate(gaps, 1) if gap > 0] == starts[1:], gaps
        assert set(gaps) == {0, 10}, gaps


def check_structure() -> None:
    """All of a small drawing."""
    Path("small.mtx").write_text(MATRIX.splitlines()[0] + "\n2 2 2\n1 2 5\n2 1 -3\n")
    run([*f"{SPMV}small.mtx --format A=csr --draw A=one.svg".split()])
    picture = Picture("one.svg")
    assert picture.root.find(SVG + "title").text == "A: csr"
    assert picture.texts("title", "note") == [
        "(i, j) -> (i : dense, j : compressed)",
        "2x2 f32, 2 elements, 28 bytes; 0 of 2 values are padding (0 %)",
    ]
    names = [name for name in picture.groups if name != "picture"]
    arrays = ["level-1-positions", "level-1-coordinates", "values"]
    assert names == ["title", "grid", "legend", *arrays], names
    assert picture.styles("grid") == ["absent", "absent", "c0", "c1"]
    assert picture.texts("grid", "index") == ["0", "1", "0", "1"]
    assert picture.styles("level-1-positions") == ["c0", "c1", "plain"]
    assert picture.texts("level-1-positions", "number") == ["0", "1", "2"]
    assert picture.texts("level-1-coordinates", "number") == ["1", "0"]
    assert picture.texts("values", "number") == ["5", "-3"]
    run([*f"{SPMV}small.mtx --format A=csr --draw A=two.svg".split()])
    assert Path("one.svg").read_bytes() == Path("two.svg").read_bytes()
    heads = picture.texts("picture", "head")
    assert heads == ["level 0: i : dense", "level 1: j : compressed", "cells"], heads


def check_results() -> None:
    """What the program writes is drawn as it leaves it."""
    run(f"{SPMV}matrix.mtx --draw y=one.svg".split())
    assert Picture("one.svg").numbers("values") == [6, 9, 6, 15, 0, 0, 7.5]
    assert Picture("one.svg").texts("grid", "index") == list("0123456")


def check_large() -> None:
    """A tensor of the largest size has no values in its grid, but all cells."""
    run("spmv --bind A=random --size I=64 --size J=64 --bind x=ones "
        "--format A=dense --draw A=one.svg".split())  # fmt: skip
    picture = Picture("one.svg")
    assert len(picture.styles("grid")) == len(picture.styles("values")) == 4096
    assert not picture.texts("grid", "number")


SOUND = f"{SPMV}matrix.mtx"
CUBE = "spmv --bind x=ones --bind A=random --size"
REFUSED = [
    (f"{SOUND} --draw A=A.png", "expected --draw ARG=FILE.svg but got 'A=A.png'"),
    (f"{SOUND} --draw .svg", "expected --draw ARG=FILE.svg but got '.svg'"),
    (
        f"{SOUND} --draw Z=Z.svg",
        "expected --draw of a tensor (A, x, y) but got 'Z'",
    ),
    (
        f"{SOUND} --draw A=A.svg --draw A=B.svg",
        "expected one --draw of A but got 'A.svg' and 'B.svg'",
    ),
    (
        f"{SOUND} --draw A=A.svg --json A.svg",
        "expected --json to be a file of its own but got 'A.svg', which is that of "
        "--draw A",
    ),
    (
        f"{SOUND} --draw A=no/A.svg",
        "no/A.svg: no such directory",
    ),
    (
        f"{CUBE} I=65 --size J=2 --draw A=A.svg",
        "A: expected a tensor of at most 4096 cells, and 64 in each dimension, to draw "
        "but got one of 65x2",
    ),
    (
        f"{CUBE} I=2 --size J=2 --format A=bsr(65,65) --draw A=A.svg",
        "A: expected at most 4096 numbers in an array to draw but got 4225",
    ),
    (
        "ttv --bind v=ones --bind A=random --size I=17 --size J=17 --size K=17 "
        "--draw A=A.svg",
        "A: expected a tensor of at most 4096 cells, and 64 in each dimension, to draw "
        "but got one of 17x17x17",
    ),
    (
        "four.mlir --bind A=zeros --draw A=A.svg",
        "A: expected a tensor of at most 3 dimensions to draw but got one of 4",
    ),
]
FOUR = """\
func.func @four(
    %A: !sparse.tensor<1x2x1x2xf32, #sparse.dense> {
      sparse.name = "A", sparse.dims = ["I", "J", "K", "L"], sparse.access = "read"}) {
  return
}
"""


def main() -> int:
    files = {"matrix.mtx": MATRIX, "segments.mtx": SEGMENTS, "tensor.tns": TENSOR}
    files |= {"empty.mtx": EMPTY, "four.mlir": FOUR}
    for name, text in files.items():
        Path(name).write_text(text)
    for command, name in CASES:
        check_case(command, name)
    checks = (check_blocks, check_fibres, check_structure, check_results, check_large)
    for check in checks:
        check()
    for path in Path().glob("*.svg"):
        path.unlink()
    return check_all(REFUSED)


if __name__ == "__main__":
    sys.exit(main())
