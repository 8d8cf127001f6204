"""The tables of docs/Benchmarks/gpu-times.md, of what `measure` and `layers` wrote."""

import json
import math
from pathlib import Path

from bench import places

PAGE = places.ROOT / "docs" / "Benchmarks" / "gpu-times.md"
LIBRARIES = ("torch", "cupy")


def microseconds(times: dict, name: str) -> float:
    return times[name]["median"] * 1e3


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def shown(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def by_hand(times: dict) -> list[str]:
    return [name for name in times if name not in ("spindle", *LIBRARIES)]


def of_matrices(told: list[dict]) -> str:
    """A row for each product and matrix: ours, the best by hand, PyTorch's, CuPy's."""
    lines = [
        "| product | matrix | ours, µs | by hand, the fastest, µs | | PyTorch, µs | CuPy, µs |",
        "|--|--|--|--|--|--|--|",
    ]
    for one in told:
        times = one.get("milliseconds")
        if not times:
            lines.append(
                f"| {one['row']} | {one['matrix']} | {one['reason']} | | | | |"
            )
            continue
        best = min(by_hand(times), key=lambda n: microseconds(times, n), default=None)
        hand = microseconds(times, best) if best else None
        others = [
            shown(microseconds(times, name) if name in times else None)
            for name in LIBRARIES
        ]
        cells = [shown(microseconds(times, "spindle")), shown(hand)]
        cells += [f"`{best}`" if best else "", *others]
        lines.append(f"| {one['row']} | {one['matrix']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def of_rows(told: list[dict]) -> str:
    """Geometric means of ratios of times to ours, product by product."""
    rows: dict[str, list[dict]] = {}
    for one in told:
        if "milliseconds" in one:
            rows.setdefault(one["row"], []).append(one["milliseconds"])
    lines = [
        "| product | matrices | fastest by hand | worst | PyTorch | worst |",
        "|--|--|--|--|--|--|",
    ]
    for row, held in rows.items():
        cells = []
        for names in (by_hand, lambda times: [n for n in times if n == "torch"]):
            ratios = [
                min(microseconds(x, n) for n in names(x)) / microseconds(x, "spindle")
                for x in held
                if names(x)
            ]
            cells += (
                [f"{mean(ratios):.2f}", f"{min(ratios):.2f}"] if ratios else ["", ""]
            )
        lines.append(f"| {row} | {len(held)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def of_layers(told: list[dict]) -> str:
    lines = [
        "| weight | elements | format | µs | differs by |",
        "|--|--|--|--|--|",
    ]
    for one in told:
        taken = one.get("milliseconds")
        cells = [one.get("pattern", ""), one.get("element", ""), f"`{one['form']}`"]
        cells += [shown(taken * 1e3) if taken else one["reason"]]
        cells += [f"{one['off']:.0e}" if "off" in one else ""]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def put(text: str, name: str, table: str) -> str:
    first, last = f"<!-- {name}: begin -->\n", f"\n<!-- {name}: end -->"
    before, rest = text.split(first)
    return before + first + table + last + rest.split(last)[1]


def write(folder: Path, page: Path = PAGE) -> None:
    """Puts what a folder of figures has into the page."""
    text = page.read_text()
    measured = json.loads((folder / "measure.json").read_text())
    about = (
        f"| GPU | {measured['device']} |\n|--|--|\n| measured on | {measured['date']} |"
    )
    text = put(text, "about", about)
    text = put(text, "rows", of_rows(measured["times"]))
    text = put(text, "matrices", of_matrices(measured["times"]))
    layers = json.loads((folder / "layers.json").read_text())
    page.write_text(put(text, "layers", of_layers(layers["layers"])))
