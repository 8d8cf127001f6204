"""The suite `gpu` counts the hand-written kernels on a matrix, keeps the figures in a file,
and writes the page of them."""

# UNSUPPORTED: sanitizers
# RUN: rm -rf %t && mkdir -p %t
# RUN: env -u SPINDLE_DATA SPINDLE_CUDA_DRIVER=%spindle_obj_root/lib/libspindle_emulator.so PYTHONPATH=%spindle_src_root/benchmarks %python %s %t %spindle_src_root

import json
import subprocess
import sys
from pathlib import Path

folder, root = map(Path, sys.argv[1:])
figures, page = folder / "gpu.json", folder / "gpu.md"
bench = [sys.executable, "-m", "bench", "--suite", "gpu"]


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def run(*options: str | Path) -> str:
    done = subprocess.run(
        [*bench, *map(str, options)], capture_output=True, text=True, check=False
    )
    expect(done.returncode == 0, f"status 0 but got:\n{done.stdout}{done.stderr}")
    return done.stdout


run("--rows", "sddmm-128,spmv-coo", "--matrices", "cora", "--json", figures)
held = json.loads(figures.read_text())
for row, name in (("sddmm-128", "sddmm_csr_128_f32"), ("spmv-coo", "spmv_coo_f32")):
    cell = held["cells"][row]["cora"]
    one = cell["contestants"][name]
    expect(one["status"] == "ready", f"{name} to be counted but got {one}")
    counters = one["counters"]
    expect(counters["launches"] == 1, f"one launch but got {counters}")
    # Each element is loaded at least: a coordinate and a value, 8 to a sector.
    least = 2 * cell["stored"] // 8
    expect(counters["sectors"] >= least, f"{least} sectors but got {counters}")

page.write_text((root / "docs" / "Benchmarks" / "gpu.md").read_text())
run("--report", figures, "--page", page)
text = page.read_text()
for part in ("### SDDMM, 128 columns", "| cora | 2708x2708 |", "`spmv_coo_f32`"):
    expect(part in text, f"'{part}' in the page")
