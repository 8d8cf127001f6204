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
    "specialized": dict,
    "versions": list,
    "schedule": dict,
    "cached": bool,
    "compile_seconds": (int, float),
    "read_seconds": (int, float),
    "convert_seconds": (int, float),
    "seconds_median": (int, float),
    "seconds_min": (int, float),
    "seconds_max": (int, float),
    "seconds_low_quartile": (int, float),
    "seconds_high_quartile": (int, float),
    "spread": (int, float),
    "runs": int,
    "warm_up_runs": int,
    "bytes": int,
    "gbytes_per_second": (int, float),
    "gflops": (int, float),
    "gops": type(None),
    "body_runs": int,
    "max_error": (int, float),
    "max_relative_error": (int, float),
    "checked": bool,
    "wrong": type(None),
    "explain": type(None),
    "target": str,
    "counters": type(None),
    "features": list,
}
# Those that --check and --bench fill in.
MEASURED = {"seconds_median", "seconds_min", "seconds_max", "runs", "gflops"}
MEASURED |= {"seconds_low_quartile", "seconds_high_quartile", "spread", "warm_up_runs"}
MEASURED |= {
    "bytes",
    "gbytes_per_second",
    "body_runs",
    "max_error",
    "max_relative_error",
}


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
        low, median = report["seconds_low_quartile"], report["seconds_median"]
        high = report["seconds_high_quartile"]
        assert report["seconds_min"] <= low <= median <= high <= report["seconds_max"]
        assert abs(report["spread"] - (high - low) / median) <= 1e-9
        rate = report["bytes"] / median / 1e9
        assert abs(report["gbytes_per_second"] - rate) <= 1e-9 * rate
        # Positions, coordinates and values of A; B and C; all of 4 bytes.
        words = sizes["I"] + 1 + 2 * report["nnz"]
        words += (sizes["J"] + sizes["I"]) * sizes["K"]
        assert report["bytes"] == 4 * words, report["bytes"]
        flops = 2 * report["body_runs"] / report["seconds_median"] / 1e9
        assert abs(report["gflops"] - flops) <= 1e-9 * flops


main()
