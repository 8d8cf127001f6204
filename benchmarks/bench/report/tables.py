"""The tables of docs/Benchmarks.md, as Markdown."""

from bench import compile_time, summary
from bench.report import roofline
from bench.report.figures import Figures
from bench.report.svg import size
from bench.rows import ALTERNATING, BACK_TO_BACK
from bench.summary import Outcome


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "--|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def machine(figures: Figures) -> str:
    """The processor, and the settings."""
    told, settings = figures.data["machine"], figures.data["settings"]
    caches = ", ".join(f"{name} {size(one)}" for name, one in told["caches"].items())
    rows = [
        ["processor", f"{told['processor']}, {told['processors']} cores"],
        ["caches", caches],
        ["system", told["system"]],
        ["threads", str(settings["threads"])],
        ["turns of a contestant", str(settings["rounds"])],
        ["timed calls in a turn", f"{settings['turn'] * 1e3:g} ms, one at least"],
        ["matrices", settings["data"]],
    ]
    return table(["what", "figure"], rows)


def peers(figures: Figures) -> str:
    """The versions of peers, and which are missing."""
    rows = [
        [name, told["version"] or f"missing: {told['missing']}"]
        for name, told in figures.data["peers"].items()
    ]
    return table(["peer", "version"], rows)


def verdict(outcome: Outcome) -> str:
    if outcome.mean is None:
        return "not measured"
    if not outcome.reached:
        return "no"
    beyond = outcome.stretch is not None and outcome.mean >= outcome.stretch
    return "yes, and the stretch" if beyond else "yes"


def aim_row(title: str, outcome: Outcome, alternating: float | None) -> list[str]:
    """A line of the table of aims."""
    reach = f"{outcome.reach:.2f}"
    reach += f", {outcome.floor:.2f} everywhere" if outcome.floor else ""
    stretch = f"{outcome.stretch:.2f}" if outcome.stretch else ""
    mean = f"{outcome.mean:.2f}" if outcome.mean else ""
    other = f"{alternating:.2f}" if alternating else ""
    least = f"{outcome.least[1]:.2f} ({outcome.least[0]})" if outcome.least else ""
    against = outcome.against.replace(" or ", ", ")
    return [title, against, reach, stretch, mean, other, least, verdict(outcome)]


def aims(figures: Figures) -> str:
    """What every row is to reach, and what it does."""
    rows = []
    for name in figures.compared():
        row, cells = figures.typed_rows[name], figures.cells(name)
        title = f"[{row.title}](Benchmarks/{name}.md)"
        others = summary.outcomes(row, cells, ALTERNATING)
        for outcome, other in zip(summary.outcomes(row, cells), others):
            rows.append(aim_row(title, outcome, other.mean))
        for bound in row.bounds:
            timed = [summary.seconds(cell, bound.ours) for cell in cells.values()]
            timed = [one for one in timed if one is not None]
            rows.append(bound_row(title, max(timed, default=None), bound))
    rows += compilation(figures)
    head = ["what", "against", "reach", "stretch", "measured", "alternating"]
    return table([*head, "least", "reached"], rows)


def bound_row(title: str, seconds: float | None, bound: object) -> list[str]:
    """A line for a time that is not to be passed."""
    reach, stretch = (f"{one * 1e6:g} µs" for one in (bound.reach, bound.stretch))
    if seconds is None:
        return [title, "", reach, stretch, "", "", "", "not measured"]
    reached = "yes" if seconds <= bound.reach else "no"
    reached = "yes, and the stretch" if seconds <= bound.stretch else reached
    return [title, "", reach, stretch, f"{seconds * 1e6:.2f} µs", "", "", reached]


def compilation(figures: Figures) -> list[list[str]]:
    """The lines for the compiler's own time."""
    rows = []
    for name, told in figures.data.get(compile_time.ROW, {}).items():
        seconds = told["seconds"]
        reached = "yes" if seconds <= compile_time.REACH else "no"
        if seconds <= compile_time.STRETCH:
            reached = "yes, and the stretch"
        limits = [
            f"{compile_time.REACH * 1e3:g} ms",
            f"{compile_time.STRETCH * 1e3:g} ms",
        ]
        title = f"compilation of SpMM, IR to callable, {name}"
        rows.append([title, "", *limits, f"{seconds * 1e3:.1f} ms", "", "", reached])
    return rows


def means(figures: Figures) -> str:
    """How many times as fast ours is as each contestant, over the matrices."""
    rows = []
    for name in figures.compared():
        cells, ours = figures.cells(name), figures.ours(name)
        held = {}
        for one in figures.contestants(name):
            if one not in ours:
                ratios = summary.ratios(cells, ours, (one,), BACK_TO_BACK)
                held[one] = summary.mean(list(ratios.values()))
        nearest = sorted((mean, one) for one, mean in held.items() if mean)
        said = ", ".join(f"{one} {mean:.2f}" for mean, one in nearest)
        rows.append([f"[{name}](Benchmarks/{name}.md)", str(len(cells)), said])
    return table(["row", "matrices", "against"], rows)


def share_row(figures: Figures, name: str) -> list[str]:
    """The rate of a row, and its shares of the roofline, as geometric means."""
    cells, row = figures.cells(name), figures.rows[name]
    rates, least, gathered = [], [], []
    for matrix, seconds in figures.least(name).items():
        held = roofline.shares(figures, name, cells[matrix], seconds)
        rates.append(cells[matrix]["counts"]["flops"] / seconds / 1e9)
        least.append(held["roofline"])
        gathered.append(held["gathered"])
    if not rates:
        return [name, row["dtype"], "", "", "", ""]
    values = [summary.mean(one) for one in (rates, least, gathered)]
    shares = [f"{one:.0%}" for one in (*values[1:], max(gathered))]
    return [name, row["dtype"], f"{values[0]:.1f}", *shares]


def rooflines(figures: Figures) -> str:
    if not figures.curves:
        return "Not measured.\n"
    head = ["row", "type", "GF/s", "of the roofline", "of that with gathers", "most"]
    return table(head, [share_row(figures, name) for name in figures.compared()])


def curves(figures: Figures) -> str:
    """Bandwidth by size."""
    if not figures.curves:
        return "Not measured.\n"
    rows = []
    for point in figures.curves["points"]:
        gigabytes = [
            point["read"],
            point["triad"],
            point["wide_rows"] * 512,
            point["rows"] * 128,
            point["elements"] * 4,
        ]
        rows.append([size(point["bytes"]), *(f"{one / 1e9:.1f}" for one in gigabytes)])
    peaks = figures.curves["peak_flops"]
    reads = ["rows of 512 bytes", "rows of 128 bytes", "elements"]
    text = table(["bytes", "read", "triad", *reads], rows)
    said = ", ".join(f"{one / 1e9:.0f} GF/s of {name}" for name, one in peaks.items())
    return f"GB/s on all threads:\n\n{text}\nIn registers: {said}.\n"


def growth(figures: Figures) -> str:
    """Time per stored element by size."""
    rows = []
    for name in figures.rows:
        if not name.startswith("growth-"):
            continue
        for matrix, cell in figures.cells(name).items():
            for one in figures.contestants(name):
                seconds = summary.seconds(cell, one)
                if seconds is not None:
                    each = seconds / cell["stored"] * 1e9
                    rows.append([name, matrix, one, f"{each:.3f}"])
    return table(["row", "matrix", "contestant", "ns per element"], rows)


def matrices(figures: Figures, name: str) -> str:
    """Every contestant of a row on every matrix, in GF/s."""
    names, row = figures.contestants(name), figures.rows[name]
    lines = []
    for mode in row["modes"]:
        lines.append(f"\n{mode[0].upper()}{mode[1:]}, GF/s:\n")
        rows = []
        for matrix, cell in figures.cells(name).items():
            timed = [summary.seconds(cell, one, mode) for one in names]
            flops = cell["counts"]["flops"]
            rates = [f"{flops / one / 1e9:.2f}" if one else "" for one in timed]
            shape = "x".join(map(str, cell["shape"]))
            rows.append([matrix, shape, str(cell["stored"]), *rates])
        lines.append(table(["matrix", "shape", "stored", *names], rows))
    return "\n".join(lines)


def missing(figures: Figures, name: str) -> str:
    """Why contestants of a row were not timed."""
    said: dict[str, str] = {}
    for cell in figures.cells(name).values():
        for one, told in cell["contestants"].items():
            if told["status"] != "ready":
                said.setdefault(one, f"{told['status']}: {told['reason']}")
    lines = [f"- {one} was not timed everywhere ({why})" for one, why in said.items()]
    return "\n".join(lines) + ("\n" if lines else "")
