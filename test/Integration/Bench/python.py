"""The suite `python` runs on tiny matrices: each contestant computes what SciPy does, the
command line is timed by its own clock, and a report is made."""

# REQUIRES: python-package
# RUN: rm -rf %t && mkdir %t
# RUN: env -u SPINDLE_DATA SPINDLE_ROOT=%spindle_src_root SPINDLE_PROGRAM=%spindle_obj_root/bin/sparse-run %python %s %t

import shutil
import sys
import xml.etree.ElementTree
from pathlib import Path

from running import bench, expect, figures, write_data

ROWS = ("python-spmm-32", "python-serial-spmv", "python-sddmm-32")
MATRICES = {"reals", "pattern"}
CONTESTANTS = ("python:bound", "python", "command", "scipy")


def check(held: dict) -> None:
    """Every contestant was right and timed on every matrix."""
    expect("Python" in held["peers"]["python"]["version"], "Python's version")
    for row in ROWS:
        threads = "@1" if "serial" in row else ""
        expect(set(held["cells"][row]) == MATRICES, f"the matrices of {row}")
        for matrix, cell in held["cells"][row].items():
            names = {f"{name}{threads}" for name in CONTESTANTS}
            expect(set(cell["contestants"]) == names, f"contestants of {row}")
            for name, told in cell["contestants"].items():
                where = f"{name} of {row} on {matrix}"
                expect(told["status"] == "ready", f"{where} to be ready: {told}")
                expect(told["error_share"] <= 1, f"{where} within its bound")
                timed = told["modes"]["back to back"]
                expect(0 < timed["seconds"] < 1, f"a time of {where}: {timed}")


def check_report(path: Path, folder: Path) -> None:
    """The page has the rows, each with a page and a drawing that is well formed."""
    root = Path(__file__).resolve().parents[3]
    page = folder / "python.md"
    shutil.copy(root / "docs" / "Benchmarks" / "python.md", page)
    bench("--report", str(path), "--page", str(page))
    text = page.read_text()
    for row in ROWS:
        expect(f"]({row}.md)" in text, f"a link to the page of {row}")
        told = (folder / f"{row}.md").read_text()
        expect("| reals |" in told and "](python.md)" in told, f"the page of {row}")
        xml.etree.ElementTree.parse(folder / f"{row}.svg")
    expect("one thread" in (folder / "python-serial-spmv.md").read_text(), "threads")


def main() -> None:
    folder = Path(sys.argv[1])
    write_data(folder / "data")
    path = folder / "figures.json"
    options = ["--suite", "python", "--data", str(folder / "data"), "--json", str(path)]
    options += ["--matrices", ",".join(MATRICES), "--rows", ",".join(ROWS)]
    said = bench(*options)
    expect("x command (aim 1.00" in said, f"a line for a row but got:\n{said}")
    check(figures(path))
    check_report(path, folder)


if __name__ == "__main__":
    main()
