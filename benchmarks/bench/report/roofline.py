"""The least time that the machine allows a call, by what was measured of it."""

from bisect import bisect_left

from bench.report.figures import Figures


def interpolated(points: list[dict], key: str, size: float) -> float:
    """A curve at arrays of `size` bytes."""
    sizes = [point["bytes"] for point in points]
    index = bisect_left(sizes, size)
    if index == 0 or index == len(points):
        return points[min(index, len(points) - 1)][key]
    low, high = points[index - 1], points[index]
    share = (size - low["bytes"]) / (high["bytes"] - low["bytes"])
    return low[key] + share * (high[key] - low[key])


def streaming(figures: Figures, cell: dict) -> float:
    """Seconds for every operand read once and every result written once, at the
    bandwidth of arrays of that size."""
    size = cell["counts"]["bytes"]
    return size / interpolated(figures.curves["points"], "read", size)


def arithmetic(figures: Figures, cell: dict, dtype: str) -> float:
    """Seconds for the operations, in registers."""
    peaks = figures.curves["peak_flops"]
    return cell["counts"]["flops"] / peaks["f64" if dtype == "f64" else "f32"]


def gathering(figures: Figures, cell: dict, row: dict) -> float:
    """Seconds for what is read by coordinates, at the measured rate of reads in any
    order from an array of that size: of 512 or 128 bytes, or of 4 for vectors."""
    counts, points = cell["counts"], figures.curves["points"]
    if not counts["gathered"]:
        return 0.0
    key, width = ("elements", 4) if row["kernel"] == "spmv" else ("rows", 128)
    if max(dict(row["sizes"]).values(), default=0) >= 128:
        key, width = "wide_rows", 512
    reads = counts["gathered"] / width
    return reads / interpolated(points, key, counts["gathered_from"])


def shares(figures: Figures, name: str, cell: dict, seconds: float) -> dict[str, float]:
    """What share of its time a call would take at the least: by the roofline, and by
    the roofline with what is read by coordinates counted as often as it is."""
    row = figures.rows[name]
    least = max(streaming(figures, cell), arithmetic(figures, cell, row["dtype"]))
    gathered = max(least, gathering(figures, cell, row))
    return {"roofline": least / seconds, "gathered": gathered / seconds}
