"""What is wrong is reported and not timed, and what fails or dies takes nobody along."""

# RUN: rm -rf %t && mkdir %t
# RUN: env -u SPINDLE_DATA SPINDLE_ROOT=%spindle_src_root SPINDLE_PROGRAM=%spindle_obj_root/bin/sparse-run %python %s %t %S/Inputs/faulty.py

import sys
from pathlib import Path

from running import bench, expect, figures

#: The status of each, and what the reason has.
FAULTS = {
    "wrong": ("wrong", "expected y[2707] to be "),
    "lazy": ("wrong", "but got nan; 100.0% of y is wrong"),
    "throwing": ("failed", "ValueError: out of order"),
    "dying": ("died", "its process ended with signal 6"),
    "elsewhere": ("missing", "it is elsewhere"),
}


def main() -> None:
    path = Path(sys.argv[1]) / "figures.json"
    options = ["--rows", "spmv", "--matrices", "cora", "--add-peers", sys.argv[2]]
    peers = ["--peers", ",".join(["scipy", *FAULTS])]
    said = bench(*options, *peers, "--json", str(path), status=1)
    told = figures(path)["cells"]["spmv"]["cora"]["contestants"]
    for name, (status, reason) in FAULTS.items():
        expect(told[name]["status"] == status, f"{name} to be {status}: {told[name]}")
        expect(reason in told[name]["reason"], f"'{reason}' of {name}: {told[name]}")
        expect("modes" not in told[name], f"no time of {name}")
        if status != "missing":
            line = f"bench: spmv on cora: {name} {status}: "
            expect(line in said, f"'{line}' but got:\n{said}")
    for name in ("spindle", "scipy"):
        expect(bool(told[name].get("modes")), f"a time of {name} but got {told[name]}")
    expect("4 WRONG OR FAILED" in said, f"four faults in the line but got:\n{said}")
    expect("bench: 4 results were wrong or not to be had" in said, "the verdict")


if __name__ == "__main__":
    main()
