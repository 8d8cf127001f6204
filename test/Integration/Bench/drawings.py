"""Axes have ticks that can be read, and the plots of a report say of what they are."""

# RUN: %python %s %spindle_src_root

import re
import sys
from itertools import combinations
from pathlib import Path

ROOT = Path(sys.argv[1])
sys.path.insert(0, str(ROOT / "benchmarks"))

from bench.report import plots
from bench.report.svg import FEWEST, Axis, Drawing

#: Ranges of ratios, rates and sizes.
RANGES = [(0.64, 1.5), (0.8, 1.25), (0.35, 3.2), (0.5, 110), (0.1, 60), (1, 400)]
RANGES += [(1e4, 1e8), (2, 7), (0.02, 0.4)]


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise SystemExit(f"expected {what}")


def check_ticks() -> None:
    for low, high in RANGES:
        axis = Axis(low, high, 230, 710)
        ticks, labelled = axis.ticks(), axis.labelled(30)
        expect(len(labelled) >= min(FEWEST, 4), f"ticks from {low} to {high}: {ticks}")
        expect(all(low <= tick <= high for tick in ticks), f"ticks in range: {ticks}")
        expect(1 in labelled or not low <= 1 <= high, f"1 to be told: {labelled}")
        for one, other in combinations(labelled, 2):
            apart = abs(axis.place(one) - axis.place(other))
            expect(apart >= 30, f"{one} and {other} to be apart but got {apart}")
    axis = Axis(2**14, 2**30, 70, 610, binary=True)
    told = [axis.label(tick) for tick in axis.labelled(50)]
    expect(told[0] == "16 KiB" and told[-1] == "1 GiB", f"sizes but got {told}")


def check_roofs() -> None:
    """The texts of bandwidths lie along their lines, one below the other."""
    x, y = Axis(0.1, 80, 70, 610), Axis(0.4, 450, 418, 78)
    drawing = Drawing(760, 470)
    for size, rate in ((2**14, 285e9), (2**22, 120e9), (2**30, 30e9)):
        plots.roof(drawing, x, y, {"bytes": size, "read": rate}, 348)
    found = re.findall(r"translate\(([\d.]+),([\d.]+)\) rotate", drawing.svg())
    heights = [float(top) for _, top in found]
    expect(len(found) == 3 and len({left for left, _ in found}) == 1, f"{found}")
    expect(all(b - a >= 14 for a, b in zip(heights, heights[1:])), f"{heights}")


def check_summary() -> None:
    """Before the bars stand a title, the machine, and the mean of each peer."""
    held = {"against a": {"one": 2.0, "two": 0.5}, "against b": {"one": 1.5}}
    text = plots.compared("A row", "A machine, 2 threads", "times as fast", held)
    expect(text.count("<circle") == 3, "a point for each ratio")
    for said in ("A row", "A machine, 2 threads", "geometric mean: 1.50"):
        expect(said in text, said)
    mean, first = text.index("geometric mean"), text.index("one: 2.00</title></rect")
    expect(mean < first, "the summary before the bars")
    expect(plots.compared("A row", "", "", {}) == "", "nothing of nothing")


def check_pages() -> None:
    """Every plot of docs/Benchmarks has a title, and below it a machine."""
    drawn = sorted((ROOT / "docs/Benchmarks").glob("*.svg"))
    expect(bool(drawn), "plots")
    for path in drawn:
        found = re.search(r'y="35.0"[^>]*>[^<]*, \d+ threads?<', path.read_text())
        expect(found is not None, f"the machine and threads in {path.name}")


check_ticks()
check_roofs()
check_summary()
check_pages()
