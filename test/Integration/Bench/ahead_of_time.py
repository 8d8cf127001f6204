"""What the scripts for a machine with a GPU do there they do in the emulator: objects and
hand-written kernels are packed, give right numbers, and replay in graphs."""

# UNSUPPORTED: sanitizers
# RUN: rm -rf %t && mkdir -p %t
# RUN: env -u SPINDLE_DATA SPINDLE_CUDA_DRIVER=%spindle_obj_root/lib/libspindle_emulator.so PYTHONPATH=%spindle_src_root/benchmarks %python %s %t %spindle_obj_root/bin/sparse-run

import json
import subprocess
import sys
from pathlib import Path

folder, program = map(Path, sys.argv[1:])
ROWS = {"spmm-32", "sddmm-32", "spmv-sell", "fusedmm-64"}


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def run(command: str, *options: str | Path, status: int = 0) -> str:
    parts = [sys.executable, "-m", "gpu_machine", command, *map(str, options)]
    done = subprocess.run(parts, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    expect(done.returncode == status, f"status {status} of {command} but got:\n{said}")
    return said


packed = folder / "packed"
chosen = ("--rows", ",".join(sorted(ROWS)), "--matrices", "cora")
said = run("pack", *chosen, "--folder", packed, "--program", program)
expect("pack: 4 objects" in said, f"four objects but got:\n{said}")
for command, key in (("check", "checks"), ("graph", "graphs")):
    run(command, "--folder", packed, "--out", folder)
    told = json.loads((folder / f"{command}.json").read_text())
    expect({one["row"] for one in told[key]} == ROWS, f"all rows in {command}")
    for one in told[key]:
        expect(one["status"] == "right", f"right numbers of {command} but got {one}")

# A folder of something else is not removed.
(folder / "mine").mkdir()
said = run("pack", "--folder", folder / "mine", status=2)
expect("expected a folder that was packed" in said, f"a refusal but got:\n{said}")
