"""The tables of docs/Benchmarks/formats.md, as Markdown."""

import statistics
from collections import Counter

from bench import format_rows, format_summary, formats, summary
from bench.report import tables
from bench.report.figures import Figures
from bench.rows import ALTERNATING, BACK_TO_BACK

table = tables.table


def measured_rows(figures: Figures) -> list[str]:
    """The rows that have cells, in the order of the suite."""
    names = [row.name for row in format_rows.all_rows()]
    return [name for name in names if figures.cells(name)]


def templates(figures: Figures) -> list[str]:
    """All formats by their templates, in the order in which they were tried."""
    told = figures.data["formats"].values()
    names = (form["template"] for one in told for form in one["formats"].values())
    return list(dict.fromkeys(names))


def of_template(figures: Figures, matrix: str, template: str) -> str:
    """The format of a template on a matrix; empty where another one has that name."""
    for form, told in figures.data["formats"][matrix]["formats"].items():
        if told["template"] == template:
            return form
    return ""


def figure(value: float | None, places: int = 2) -> str:
    return "" if value is None else f"{value:.{places}f}"


def mean(values: list[float]) -> float | None:
    return statistics.geometric_mean(values) if values else None


def goals(figures: Figures) -> str:
    """What every line of the table is to reach, and what was measured."""
    rows = []
    for goal, held in format_summary.outcomes(figures.data):
        least = f"{held.least[1]:.2f} ({held.least[0]})" if held.least else ""
        against = "CSR" if goal.against == format_rows.CSR else "MKL, inspected"
        reach = [f"{goal.reach:.2f}", f"{goal.stretch:.2f}"]
        count = str(len(held.ratios))
        said = [figure(held.mean), count, least, tables.verdict(held)]
        rows.append([goal.title, against, *reach, *said])
    head = ["what", "against", "reach", "stretch", "measured", "matrices", "least"]
    return table([*head, "reached"], rows)


def advisor(figures: Figures) -> str:
    """What the format that is advised comes to."""
    rows = []
    for one in format_summary.advice(figures.data):
        csr, least = min(one.against_csr.items(), key=lambda item: item[1])
        slowest, most = max(one.runs.items(), key=lambda item: item[1], default=("", 0))
        near = f"{one.share:.0%} of {len(one.slower)}"
        runs = f"{most:.1f} ({slowest})" if slowest else ""
        said = "yes" if one.reached else "no"
        rows.append([one.row, near, f"{least:.2f} ({csr})", runs, said])
    if not rows:
        return "There was no advice.\n"
    head = ["row", "within 10 % of the best", "least x CSR"]
    return table([*head, "most runs of SpMM with 32 columns", "reached"], rows)


def matrix_line(figures: Figures, row: str, matrix: str) -> list[str]:
    """The best format of a matrix, with what it costs."""
    cell = figures.cells(row)[matrix]
    form, _ = format_summary.best(cell)
    told = figures.data["formats"][matrix]["formats"]
    bytes_ratio = told[form]["bytes"] / max(told["csr"]["bytes"], 1)
    cells = told[form]["values"] / max(told[form]["elements"], 1)
    csr, inspected = format_rows.CSR, format_rows.INSPECTED
    microseconds = format_summary.forms(cell)["csr"] * 1e6
    return [
        matrix,
        str(cell["stored"]),
        f"{microseconds:.1f}",
        f"`{form}`",
        figure(format_summary.ratio(cell, csr)),
        figure(format_summary.ratio(cell, csr, ALTERNATING)),
        figure(format_summary.ratio(cell, inspected)),
        figure(format_summary.ratio(cell, inspected, ALTERNATING)),
        figure(bytes_ratio),
        figure(cells),
        figure(format_summary.runs(told[form], cell), 0),
    ]


def matrices(figures: Figures, row: str) -> str:
    """The best format on every matrix."""
    names = [
        name
        for name, cell in figures.cells(row).items()
        if format_summary.best(cell) and "csr" in format_summary.forms(cell)
    ]
    head = ["matrix", "stored", "CSR, µs", "best", "x CSR", "alternating", "x MKL"]
    head += ["alternating", "bytes", "cells", "conversion, runs"]
    return table(head, [matrix_line(figures, row, name) for name in names])


def every_format(figures: Figures, row: str) -> str:
    """How many times as fast as CSR each format is, on every matrix."""
    held = speeds(figures, row)
    timed = {name for one in held.values() for name in one} - {"csr"}
    names = [one for one in templates(figures) if one in timed]
    rows = [
        [matrix, *(figure(ratios.get(name)) for name in names)]
        for matrix, ratios in held.items()
    ]
    return table(["matrix", *(f"`{name}`" for name in names)], rows)


def stored_as(figures: Figures, template: str) -> dict[str, dict]:
    """What is known of the format of a template, by the matrices that are in it."""
    held = {}
    for matrix, told in figures.data["formats"].items():
        one = told["formats"].get(of_template(figures, matrix, template), {})
        if one.get("status") == "stored":
            held[matrix] = one
    return held


def format_line(figures: Figures, template: str) -> list[str]:
    """A format over all matrices that it was tried on."""
    held = stored_as(figures, template)
    line = [f"`{template}`", str(len(held))]
    for row in measured_rows(figures):
        by_matrix = speeds(figures, row).values()
        ratios = [one[template] for one in by_matrix if template in one]
        best = sum(max(one, key=one.get) == template for one in by_matrix)
        line += [figure(mean(ratios)), str(best or "")]
    cells, told = figures.cells("spmm-32"), figures.data["formats"]
    runs = [
        format_summary.runs(one, cells[name])
        for name, one in held.items()
        if name in cells
    ]
    bytes_ratios = [
        one["bytes"] / max(told[name]["formats"]["csr"]["bytes"], 1)
        for name, one in held.items()
    ]
    line.append(figure(mean(bytes_ratios)))
    line.append(figure(mean([one for one in runs if one]), 1))
    return line


def each_format(figures: Figures) -> str:
    """What each format comes to over the matrices that it was tried on."""
    head = ["format", "matrices"]
    for row in measured_rows(figures):
        head += [f"{row}, x CSR", "best on"]
    head += ["bytes of CSR's", "conversion, runs of SpMM with 32 columns"]
    names = [one for one in templates(figures) if stored_as(figures, one)]
    return table(head, [format_line(figures, one) for one in names])


def left_out(figures: Figures) -> str:
    """Which formats were left out, on how many matrices, and why, by an example."""
    rows = []
    for template in templates(figures):
        held = {
            matrix: told["formats"][form]
            for matrix, told in figures.data["formats"].items()
            if (form := of_template(figures, matrix, template))
            and told["formats"][form]["status"] != "stored"
        }
        if held:
            matrix, told = next(iter(held.items()))
            status = Counter(one["status"] for one in held.values())
            said = ", ".join(f"{kind} on {times}" for kind, times in status.items())
            rows.append([f"`{template}`", said, f"{matrix}: {told['reason']}"])
    bound = f"{formats.MOST_BYTES:g}"
    text = f"Formats of more than {bound} times the bytes of CSR are left out.\n\n"
    return text + table(["format", "how often", "for example"], rows)


def faults(figures: Figures) -> str:
    """What was wrong or failed."""
    rows = [
        [row, matrix, name, f"{status}: {reason}"]
        for row in measured_rows(figures)
        for matrix, name, status, reason in summary.faults(figures.cells(row))
    ]
    return table(["row", "matrix", "contestant", "what"], rows) if rows else "None.\n"


def speeds(figures: Figures, row: str, mode: str = BACK_TO_BACK) -> dict:
    """How many times as fast as CSR each format is, by matrix and template."""
    held = {}
    for matrix, cell in figures.cells(row).items():
        times = format_summary.forms(cell, mode)
        told = figures.data["formats"][matrix]["formats"]
        if "csr" in times:
            held[matrix] = {
                told[form]["template"]: times["csr"] / one
                for form, one in times.items()
            }
    return held
