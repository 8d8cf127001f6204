"""The suite `formats` runs tiny matrices in every format: each computes what SciPy does,
the figures have the shape that is documented, a run is gone on with, and a report is
made. A variant of the other suite may name a format too."""

# RUN: rm -rf %t && mkdir %t
# RUN: env -u SPINDLE_DATA SPINDLE_ROOT=%spindle_src_root SPINDLE_PROGRAM=%spindle_obj_root/bin/sparse-run %python %s %t

import json
import shutil
import sys
import xml.etree.ElementTree
from pathlib import Path

from running import bench, expect, figures, write_data

ROWS = ("spmv", "spmm-32")
#: Formats that any matrix can be in, however small.
ALWAYS = {"csr", "csc", "coo", "dcsr"}
#: Seconds that no time is.
MARK = 12345.0


def check_formats(told: dict) -> None:
    """Bytes, cells and conversion of a matrix in each format, or why it is not in it."""
    for form, one in told["formats"].items():
        expect(one["status"] != "failed", f"{form} not to fail: {one}")
        if one["status"] == "left out":
            expect(bool(one["reason"]), f"a reason for {form}")
            continue
        expect(one["bytes"] > 0, f"bytes of {form}")
        expect(one["values"] >= one["elements"] > 0, f"cells of {form}: {one}")
        expect(one["convert_seconds"] >= 0, f"the conversion to {form}")
    stored = {
        name for name, one in told["formats"].items() if one["status"] == "stored"
    }
    expect(stored >= ALWAYS, f"{ALWAYS} to be stored but got {stored}")


def check_cell(where: str, cell: dict, told: dict) -> None:
    """Each format that is stored was right, and timed."""
    for form, one in told["formats"].items():
        name = f"format:{form}"
        expect(
            (name in cell["contestants"]) == (one["status"] == "stored"),
            f"{form} of {where} to be measured where it is stored",
        )
    for name, one in cell["contestants"].items():
        if one["status"] == "missing" and name.startswith("mkl"):
            continue
        expect(one["status"] == "ready", f"{name} of {where} to be ready: {one}")
        expect(one["error_share"] <= 1, f"{name} of {where} within its bound")
        timed = one["modes"]["back to back"]
        expect(timed["seconds"] > 0, f"a time of {name} of {where}")
        expect(0 < timed["rounds"] <= 2, f"rounds of {name} of {where}: {timed}")


def check_report(path: Path, folder: Path) -> None:
    """The page has the table, and the drawings are well formed."""
    root = Path(__file__).resolve().parents[3]
    page = folder / "formats.md"
    shutil.copy(root / "docs" / "Benchmarks" / "formats.md", page)
    bench("--report", str(path), "--page", str(page))
    text = page.read_text()
    for expected in ("SpMV, best format, all matrices", "| `coo` |", "| reals |"):
        expect(expected in text, f"'{expected}' in the page")
    expect("Not measured." not in text, "all parts of the page")
    for row in ROWS:
        expect(f"formats-{row}.md" in text, f"a link to the page of {row}")
        for drawn in (f"formats-{row}.svg", f"formats-{row}-map.svg"):
            xml.etree.ElementTree.parse(folder / drawn)
        expect("| reals |" in (folder / f"formats-{row}.md").read_text(), "matrices")


def check_going_on(path: Path, options: list[str]) -> None:
    """What is there is kept; what is lacking, or asked for again, is measured."""
    held = figures(path)
    for row in ROWS:
        told = held["cells"][row]["reals"]["contestants"]["format:csr"]
        told["modes"]["back to back"]["seconds"] = MARK
    del held["cells"]["spmm-32"]["layer"]
    path.write_text(json.dumps(held))
    bench(*options)
    cells = figures(path)["cells"]
    expect("layer" in cells["spmm-32"], "what was lacking to be measured")
    times = [
        cells[row]["reals"]["contestants"]["format:csr"]["modes"]["back to back"]
        for row in ROWS
    ]
    expect(all(one["seconds"] == MARK for one in times), "the rest to be kept")
    bench(*options, "--again", "--rows", "spmv", "--matrices", "reals")
    timed = figures(path)["cells"]["spmv"]["reals"]["contestants"]["format:csr"]
    expect(timed["modes"]["back to back"]["seconds"] < MARK, "a time again")


def check_choices(folder: Path) -> None:
    """Formats that are named, one thread, made matrices, and a variant."""
    path = folder / "some.json"
    options = ["--suite", "formats", "--data", str(folder / "data"), "--peers", "scipy"]
    options += ["--json", str(path), "--synthetic-size", "0.02"]
    names = "hyb(1,{log}),ell(3),(i, j) -> (i : dense, j : compressed(crd = i16))"
    said = bench(
        *options,
        *("--rows", "serial-spmv", "--formats", names),
        *("--matrices", "reals,power-law-0.02MB,uniform-0.02MB,banded-0.02MB"),
    )
    expect("serial-spmv    " in said, f"a line for the row but got:\n{said}")
    held = figures(path)
    told = held["formats"]["reals"]["formats"]
    expect(set(told) >= {"csr", "ell(3)"} and len(told) == 4, f"four formats: {told}")
    expect(told["ell(3)"]["status"] == "left out", f"rows too long: {told['ell(3)']}")
    cell = held["cells"]["serial-spmv"]["power-law-0.02MB"]
    expect("format:csr@1" in cell["contestants"], "one thread in the names")
    expect(
        all(one["status"] == "ready" for one in cell["contestants"].values()), "right"
    )


def check_variant(folder: Path) -> None:
    """A variant of the suite `cpu` in another format, on arrays that are converted."""
    path = folder / "variant.json"
    options = ["--data", str(folder / "data"), "--rows", "spmv,spmm-32"]
    options += ["--peers", "scipy", "--json", str(path)]
    variants = {"sell": "--format A=sell(4,16)", "parts": "--format A=ell-coo(1)"}
    for name, text in variants.items():
        options += ["--variant", f"{name}={text}"]
    options += ["--variant", "named=--format A=bsr(2,2) --schedule cpu"]
    bench(*options)
    for row in ("spmv", "spmm-32"):
        told = figures(path)["cells"][row]["reals"]["contestants"]
        for name in ("sell", "parts", "named"):
            one = told[f"spindle:{name}"]
            expect(one["status"] == "ready", f"the variant {name} of {row}: {one}")


def main() -> None:
    folder = Path(sys.argv[1])
    write_data(folder / "data")
    path = folder / "figures.json"
    options = ["--suite", "formats", "--data", str(folder / "data")]
    options += ["--synthetic-size", "0", "--rows", ",".join(ROWS)]
    options += ["--matrices", "reals,layer", "--json", str(path)]
    said = bench(*options)
    expect("spmv on reals: " in said, f"a line for a matrix but got:\n{said}")
    expect("SpMM, 32 columns, best format" in said, f"the table:\n{said}")
    held = figures(path)
    expect(set(held["cells"]) == set(ROWS), "both rows")
    for row in ROWS:
        for matrix, cell in held["cells"][row].items():
            check_cell(f"{row} on {matrix}", cell, held["formats"][matrix])
    for told in held["formats"].values():
        check_formats(told)
    check_report(path, folder)
    check_going_on(path, options)
    check_choices(folder)
    check_variant(folder)


if __name__ == "__main__":
    main()
