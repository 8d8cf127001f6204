# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Pictures of a pattern have each pixel in the shade that the elements in it ask for,
whatever the format, and show padding where the format stores some."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import batch
import numpy as np
from refusals import check_all

SVG = "{http://www.w3.org/2000/svg}"
PADDING = "#ffe2b8"
FORMATS = ["csr", "csc", "coo", "dcsr", "ell", "bsr(4,4)", "dbsr(3,5)", "dense(bitmap)"]


def write_matrix(name: str, shape: tuple[int, int], places: np.ndarray) -> None:
    """Writes a matrix with ones at the cells, 0-based rows and columns."""
    lines = ["%%MatrixMarket matrix coordinate real general"]
    lines.append(f"{shape[0]} {shape[1]} {len(places)}")
    lines += [f"{row + 1} {col + 1} 1" for row, col in places]
    Path(name).write_text("\n".join(lines) + "\n")


def draw(matrix: str, format_name: str) -> ElementTree.Element:
    """The picture of a matrix in a format."""
    command = f"sparse-run spmv --bind A={matrix} --bind x=ones --draw-pattern A=A.svg"
    batch.run([*command.split(), "--format", f"A={format_name}"], check=True)
    return ElementTree.parse("A.svg").getroot()


def group(picture: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(g for g in picture.iter(f"{SVG}g") if g.get("id") == name)


def find_pixels(picture: ElementTree.Element, side: int, top: int) -> dict:
    """The colour of each pixel that has one."""
    pixels = {}
    for path in group(picture, "pattern").iter(f"{SVG}path"):
        for x, y, width, height in re.findall(
            r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path.get("d")
        ):
            assert int(height) == side and int(width) % side == 0
            for step in range(int(width) // side):
                place = ((int(y) - top) // side, int(x) // side + step)
                assert place not in pixels, f"two colours at {place}"
                pixels[place] = path.get("fill")
    return pixels


def read_key(picture: ElementTree.Element) -> dict[str, tuple[int, int]]:
    """For each colour of the key how many elements it stands for."""
    key = group(picture, "key")
    ranges = {}
    for path, text in zip(key.iter(f"{SVG}path"), key.iter(f"{SVG}text")):
        numbers = [int(n) for n in re.findall(r"\d+", text.text)] or [0]
        ranges[path.get("fill")] = (numbers[0], numbers[-1])
    return ranges


def check(matrix: str, shape: tuple[int, int], places: np.ndarray, name: str) -> None:
    picture = draw(matrix, name)
    cells = -(-max(shape) // 200)
    longer = -(-max(shape) // cells)
    frame = next(group(picture, "pattern").iter(f"{SVG}rect"))
    side = min(600 // longer, 16)
    rows, cols = -(-shape[0] // cells), -(-shape[1] // cells)
    assert int(frame.get("width")) == cols * side
    assert int(frame.get("height")) == rows * side
    counts = np.zeros((rows, cols), int)
    np.add.at(counts, (places[:, 0] // cells, places[:, 1] // cells), 1)
    pixels = find_pixels(picture, side, int(frame.get("y")))
    key = read_key(picture)
    for (row, col), color in pixels.items():
        least, most = key[color]
        assert least <= counts[row, col] <= most, (name, row, col)
    shown = [limit for color, pair in key.items() if color != PADDING for limit in pair]
    assert (min(shown), max(shown)) == (counts[counts > 0].min(), counts.max()), name
    colored = {place for place, color in pixels.items() if color != PADDING}
    assert colored == set(zip(*(axis.tolist() for axis in counts.nonzero())))
    note = group(picture, "title").findall(f"{SVG}text")[1].text
    assert f"{len(places)} elements" in note, note
    padded = "bsr" in name or name.startswith(("ell", "dense"))
    assert padded == (not re.search(r" 0 of \d+ values are padding", note)), note
    if "bsr" in name or name.startswith("dense"):
        assert PADDING in pixels.values(), name


def check_matrices() -> None:
    random = np.random.default_rng(7)
    for number, (shape, count) in enumerate(
        [((1, 1), 1), ((7, 9), 12), ((900, 300), 2500), ((50, 1201), 90)]
    ):
        drawn = random.choice(shape[0] * shape[1], count, replace=False)
        places = np.stack(np.divmod(np.sort(drawn), shape[1]), axis=1)
        write_matrix(f"{number}.mtx", shape, places)
        for name in FORMATS if shape != (1, 1) else ["csr", "coo"]:
            check(f"{number}.mtx", shape, places, name)


def check_full() -> None:
    """Shades lie between the fewest elements of a pixel, 2 at the right border, and the
    most, 4."""
    places = np.argwhere(np.ones((400, 3)))
    write_matrix("full.mtx", (400, 3), places)
    check("full.mtx", (400, 3), places, "csr")


def check_empty() -> None:
    """A matrix without elements has a frame and an empty key."""
    write_matrix("empty.mtx", (3, 4), np.zeros((0, 2), int))
    picture = draw("empty.mtx", "csr")
    assert find_pixels(picture, 16, 64) == {} and read_key(picture) == {}


def check_refusals() -> int:
    write_matrix("none.mtx", (0, 4), np.zeros((0, 2), int))
    write_matrix("one.mtx", (1, 1), np.zeros((1, 2), int))
    run = "spmv --bind x=ones --bind A="
    return check_all(
        [
            (
                f"{run}none.mtx --draw-pattern A=A.svg",
                (
                    "A: expected a matrix of some rows and columns to draw the pattern "
                    "of but got one of 0x4"
                ),
            ),
            (
                f"{run}one.mtx --draw-pattern x=x.svg --size J=1",
                (
                    "x: expected a matrix to draw the pattern of but got a tensor of 1 "
                    "dimensions"
                ),
            ),
            (
                f"{run}one.mtx --draw-pattern A=A.png",
                "expected --draw-pattern ARG=FILE.svg but got 'A=A.png'",
            ),
            (
                f"{run}one.mtx --draw-pattern B=B.svg",
                "expected --draw-pattern of a tensor (A, x, y) but got 'B'",
            ),
            (
                f"{run}one.mtx --draw-pattern A=one.svg --draw A=one.svg",
                (
                    "expected --draw-pattern A to be a file of its own but got "
                    "'one.svg', which is that of --draw A"
                ),
            ),
        ]
    )


if __name__ == "__main__":
    check_matrices()
    check_full()
    check_empty()
    Path("A.svg").unlink()
    sys.exit(check_refusals())
