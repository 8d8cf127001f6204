"""After Ctrl-C what was measured is there, and a run with the same file goes on; two
runs do not write one file."""

# RUN: rm -rf %t && mkdir %t
# RUN: env -u SPINDLE_DATA SPINDLE_ROOT=%spindle_src_root SPINDLE_PROGRAM=%spindle_obj_root/bin/sparse-run %python %s %t

import fcntl
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from running import bench, command, expect, figures

OPTIONS = ["--rows", "spmm-8,spmv", "--matrices", "cora,pruned-0.5", "--peers", "scipy"]
#: Seconds that no time is.
MARK = 12345.0


def interrupt(path: Path) -> str:
    """Starts a run, and stops it when the first cell is measured."""
    process = subprocess.Popen(
        command([*OPTIONS, "--json", str(path), "--turn", "100"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while process.poll() is None:
        if path.exists() and figures(path)["cells"]:
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.02)
    said, _ = process.communicate(timeout=60)
    expect(process.returncode == 130, f"exit status 130: {process.returncode}\n{said}")
    return said


def main() -> None:
    # lit ignores Ctrl-C in its processes, and what is ignored is inherited.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    path = Path(sys.argv[1]) / "figures.json"
    said = interrupt(path)
    expect("bench: interrupted; what was measured is in " in said, f"a word:\n{said}")
    held = figures(path)
    expect(list(held["cells"]["spmm-8"]) == ["cora"], "the first cell alone")

    told = held["cells"]["spmm-8"]["cora"]["contestants"]["scipy"]
    told["modes"]["back to back"]["seconds"] = MARK
    path.write_text(json.dumps(held))
    options = [*OPTIONS, "--json", str(path)]
    bench(*options, "--turn", "100")
    cells = figures(path)["cells"]
    expect(set(cells) == {"spmv", "spmm-8"}, "both rows")
    expect(set(cells["spmv"]) == {"cora", "pruned-0.5"}, "both matrices")
    kept = cells["spmm-8"]["cora"]["contestants"]["scipy"]["modes"]["back to back"]
    expect(kept["seconds"] == MARK, "what was measured to be kept")

    bench(*options, "--turn", "100", "--again", "--rows", "spmm-8")
    cells = figures(path)["cells"]
    kept = cells["spmm-8"]["cora"]["contestants"]["scipy"]["modes"]["back to back"]
    expect(kept["seconds"] < MARK, "the row to be measured again")
    expect("spmv" in cells, "the other row to be kept")

    with path.with_name(path.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = bench(*options, "--turn", "100", status=2)
    expect("by one run but another one writes it" in said, f"but:\n{said}")

    said = bench(*options, status=2)
    expect("its settings differs in turn; name another file" in said, f"but:\n{said}")


if __name__ == "__main__":
    main()
