"""All rows run on tiny data of every kind of file. Each contestant computes what SciPy
does, the figures have the shape that is documented, and a report is made of them."""

# REQUIRES: avx512
# RUN: rm -rf %t && mkdir %t
# RUN: env SPINDLE_ROOT=%spindle_src_root SPINDLE_PROGRAM=%spindle_obj_root/bin/sparse-run %python %s %t

import shutil
import sys
import xml.etree.ElementTree
from pathlib import Path

from running import PEERS, bench, expect, figures, write_data

#: Rows without a cell on this data: no operand is large enough.
EMPTY = {"spmm-bf16"}
#: What is missing on processors without AVX-512.
MAY_BE_MISSING = "hand"


def check_contestant(row: str, matrix: str, name: str, told: dict, modes: list) -> None:
    """It was right, and timed in all modes."""
    where = f"{name} of {row} on {matrix}"
    if told["status"] == "missing" and name.startswith(MAY_BE_MISSING):
        return
    expect(told["status"] == "ready", f"{where} to be ready but got {told}")
    expect(0 <= told["error_share"] <= 1, f"{where} to be within its bound")
    expect(list(told["modes"]) == modes, f"{where} in {modes} but got {told['modes']}")
    for timed in told["modes"].values():
        low, high = timed["quartiles"]
        expect(timed["rounds"] == 2, f"two rounds of {where}")
        expect(0 < timed["seconds"] and low <= high, f"times of {where}")


def check(held: dict) -> None:
    """The figures of all rows."""
    expect(held["version"] == 1, "version 1")
    expect(bool(held["machine"]["processor"]), "a processor")
    expect("SciPy" in held["peers"]["scipy"]["version"], "SciPy's version")
    for kind in ("128 columns", "any number of columns"):
        expect(held["compile"][kind]["seconds"] > 0, "the time of compilation")
    expect(held["runtimes"] == ["libomp.so.5"], f"one runtime: {held['runtimes']}")
    for name, row in held["rows"].items():
        cells = held["cells"].get(name, {})
        expect(bool(cells) != (name in EMPTY), f"cells of {name}")
        for matrix, cell in cells.items():
            expect(cell["counts"]["flops"] >= cell["stored"], f"counts of {name}")
            for one, told in cell["contestants"].items():
                check_contestant(name, matrix, one, told, row["modes"])


def check_report(path: Path, folder: Path) -> None:
    """The page has a line for each row, and the drawings are well formed."""
    root = Path(__file__).resolve().parents[3]
    page = folder / "Benchmarks.md"
    shutil.copy(root / "docs" / "Benchmarks.md", page)
    bench("--report", str(path), "--page", str(page))
    text = page.read_text()
    for expected in ("SpMM, CSR, 32 columns", "compilation of SpMM", "banded-1e4"):
        expect(expected in text, f"'{expected}' in the page")
    expect("Not measured." not in text, "all parts of the page to be measured")
    drawn = sorted((folder / "Benchmarks").glob("*.svg"))
    expect({"aims.svg", "spmm-32.svg"} <= {one.name for one in drawn}, "the plots")
    for drawing in drawn:
        xml.etree.ElementTree.parse(drawing)
    rows = (folder / "Benchmarks" / "spmm-32.md").read_text()
    for matrix in ("pattern", "reals", "packed", "layer"):
        expect(f"| {matrix} |" in rows, f"{matrix} in the page of spmm-32")


def main() -> None:
    folder = Path(sys.argv[1])
    write_data(folder / "data")
    path = folder / "figures.json"
    options = ["--data", str(folder / "data"), "--peers", PEERS, "--largest", "1e4"]
    said = bench(*options, "--json", str(path))
    expect(
        "spmm-32          4 matrices" in said, f"a line for spmm-32 but got:\n{said}"
    )
    check(figures(path))
    check_report(path, folder)


if __name__ == "__main__":
    main()
