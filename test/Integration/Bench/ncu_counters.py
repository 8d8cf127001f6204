"""What the scripts for a machine with a GPU make of what its tools print."""

# RUN: env PYTHONPATH=%spindle_src_root/benchmarks %python %s

import sys

from gpu_machine import tools

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
