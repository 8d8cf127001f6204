"""What the scripts for a machine with a GPU make of what its tools print, and of times."""

# RUN: env PYTHONPATH=%spindle_src_root/benchmarks %python %s

import json
import sys
import tempfile
from pathlib import Path

from gpu_machine import report, tools

NAMES = ["ID", "Kernel Name", "Grid Size", *tools.METRICS]
UNITS = ["", "", "", *("" for _ in tools.METRICS)]


def quoted(cells: list[str]) -> str:
    return ",".join(f'"{cell}"' for cell in cells)


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def launch(number: int, name: str, figure: int) -> str:
    """A line of ncu, with the same figure for each counter."""
    held = [f"{figure:,}" for _ in tools.METRICS]
    return quoted([str(number), f"{name}(int, const int *)", "(4, 1, 1)", *held])


TEXT = "\n".join(
    [
        "==PROF== Connected to process 1",
        "spmm-128 cora spindle right 0.01",
        quoted(NAMES),
        quoted(UNITS),
        launch(0, "spmm_csr_128_f32", 1234),
        launch(1, "spmv_csr_8_f32", 7),
        "check: 0 wrong",
    ]
)

held = tools.kernels_of(TEXT)
names = [one["kernel"] for one in held]
expect(names == ["spmm_csr_128_f32", "spmv_csr_8_f32"], f"two launches but got {names}")
expect(held[0]["sectors"] == 4 * 1234, f"loads, stores and atomics added up: {held[0]}")
expect(held[1]["active_lanes"] == 7, f"a mean as it is: {held[1]}")
expect(tools.kernels_of("==ERROR== no counters") == [], "nothing of what has none")


def median(milliseconds: float) -> dict[str, float]:
    return {"median": milliseconds}


times = {
    "spindle": median(0.02),
    "by_one": median(0.04),
    "by_two": median(0.01),
    "torch": median(0.03),
}
failed = {"row": "spmv", "matrix": "b", "reason": "no workspace"}
measured = {
    "device": "a GPU",
    "date": "2026-01-02",
    "times": [{"row": "spmv", "matrix": "a", "milliseconds": times}, failed],
}
layer = {
    "pattern": "a tenth",
    "element": "f32",
    "form": "csr",
    "off": 0.0,
    "milliseconds": 0.5,
}
with tempfile.TemporaryDirectory() as name:
    folder, page = Path(name), Path(name) / "page.md"
    (folder / "measure.json").write_text(json.dumps(measured))
    (folder / "layers.json").write_text(json.dumps({"layers": [layer]}))
    page.write_text(report.PAGE.read_text())
    report.write(folder, page)
    text = page.read_text()
for row in (
    "| GPU | a GPU |",
    "| spmv | 1 | 0.50 | 0.50 | 1.50 | 1.50 |",
    "| spmv | a | 20.0 | 10.0 | `by_two` | 30.0 |  |",
    "| spmv | b | no workspace | | | | |",
    "| a tenth | f32 | `csr` | 500 | 0e+00 |",
):
    expect(row in text.splitlines(), f"the page to hold {row}")
expect("as-caida" not in text.split("matrices: begin")[1], "no rows of before")
