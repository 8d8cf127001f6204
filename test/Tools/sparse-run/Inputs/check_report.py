"""Checks the fields of a JSON report: check_report.py FILE measured|unmeasured."""

import json
import sys
from pathlib import Path

# Every field, and its type where it was measured.
FIELDS = {
    "program": str,
    "formats": dict,
    "sizes": dict,
    "rows": int,
    "cols": int,
    "nnz": int,
    "dtype": str,
    "threads": int,
    "compile_seconds": (int, float),
    "read_seconds": (int, float),
    "convert_seconds": (int, float),
    "seconds_median": (int, float),
    "seconds_min": (int, float),
    "seconds_max": (int, float),
    "runs": int,
    "gflops": (int, float),
    "body_runs": int,
    "max_error": (int, float),
    "max_relative_error": (int, float),
    "checked": bool,
    "wrong": type(None),
    "target": str,
    "features": list,
}
# Those that --check and --bench fill in.
MEASURED = {"seconds_median", "seconds_min", "seconds_max", "runs", "gflops"}
MEASURED |= {"body_runs", "max_error", "max_relative_error"}


def main() -> None:
    report = json.loads(Path(sys.argv[1]).read_text())
    measured = {"measured": True, "unmeasured": False}[sys.argv[2]]
    assert set(report) == set(FIELDS), set(report) ^ set(FIELDS)
    for name, kind in FIELDS.items():
        if name in MEASURED and not measured:
            kind = type(None)
        assert isinstance(report[name], kind), (name, report[name])
    assert report["checked"] is measured
    assert report["program"] == "spmm" and report["dtype"] == "f32"
    assert report["formats"] == {"A": "csr", "B": "dense", "C": "dense"}
    sizes = report["sizes"]
    assert (report["rows"], report["cols"]) == (sizes["I"], sizes["J"])
    if measured:
        assert report["body_runs"] == report["nnz"] * sizes["K"]
        assert report["seconds_min"] <= report["seconds_median"]
        assert report["seconds_median"] <= report["seconds_max"]
        flops = 2 * report["body_runs"] / report["seconds_median"] / 1e9
        assert abs(report["gflops"] - flops) <= 1e-9 * flops


main()
