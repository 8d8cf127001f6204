"""Writes docs/Benchmarks.md, its plots and a page for each row, from a file of
results. Nothing is measured."""

from pathlib import Path

from bench import places, results
from bench.report import format_page, gpu_page, page, plots, python_page, tables
from bench.report.figures import Figures

#: The page of a suite.
PAGES = {
    "cpu": places.ROOT / "docs" / "Benchmarks.md",
    "formats": places.ROOT / "docs" / "Benchmarks" / "formats.md",
    "gpu": places.ROOT / "docs" / "Benchmarks" / "gpu.md",
    "python": places.ROOT / "docs" / "Benchmarks" / "python.md",
}
#: The plots that stand below each generated part.
SHOWN = {
    "aims": ("aims",),
    "rooflines": ("roofline",),
    "curves": ("bandwidth",),
    "growth": ("growth-spmv", "growth-spmm"),
}


def parts(figures: Figures, drawn: dict[str, str]) -> dict[str, str]:
    """The generated parts of the page, with the plots that there are."""
    held = {
        "machine": tables.machine(figures),
        "peers": tables.peers(figures),
        "aims": tables.aims(figures),
        "means": tables.means(figures),
        "rooflines": tables.rooflines(figures),
        "curves": tables.curves(figures),
        "growth": tables.growth(figures),
    }
    for part, names in SHOWN.items():
        shown = [f"![{name}](Benchmarks/{name}.svg)" for name in names if name in drawn]
        held[part] += "\n" + "\n".join(shown) if shown else ""
    return held


#: Where the page of a row says that its aims are.
TABLE = "[Benchmarks](../Benchmarks.md)"


def row_page(figures: Figures, name: str, drawn: bool, table: str = TABLE) -> str:
    """The page of a row; `table` is a link to that of its aims."""
    row = figures.rows[name]
    text = f"# {name}\n\nMade by `utils/bench --report`; not edited by hand.\n\n"
    text += f"{row['title'][0].upper()}{row['title'][1:]}. "
    text += f"The aims and what was measured are in {table}.\n\n"
    text += f"![how many times as fast]({name}.svg)\n" if drawn else ""
    text += tables.matrices(figures, name)
    said = tables.missing(figures, name)
    return text + (f"\n{said}" if said else "")


def drawings(figures: Figures) -> dict[str, str]:
    """All plots by the names of their files; without those that have nothing."""
    held = {name: plots.speed_ups(figures, name) for name in figures.compared()}
    held |= {
        "aims": plots.aims(figures),
        "bandwidth": plots.bandwidth(figures),
        "roofline": plots.roofline(figures),
    }
    for name in figures.rows:
        if name.startswith("growth-"):
            held[name] = plots.growth(figures, name)
    return {name: text for name, text in held.items() if text}


def write(path: Path, named: Path | None) -> int:
    """Writes all of it beside the page that is named, or that of the suite."""
    figures = Figures(results.load(path))
    suite = figures.data["settings"].get("suite", "cpu")
    target = named or PAGES[suite]
    if suite == "formats":
        format_page.write(figures, target)
        print(f"bench: wrote {target.name}")
        return 0
    if suite == "gpu":
        gpu_page.write(figures, target)
        print(f"bench: wrote {target.name}")
        return 0
    if suite == "python":
        python_page.write(figures, target, row_page)
        print(f"bench: wrote {target.name}")
        return 0
    drawn = drawings(figures)
    page.replace(target, parts(figures, drawn))
    folder = target.with_suffix("")
    folder.mkdir(exist_ok=True)
    for name, text in drawn.items():
        (folder / f"{name}.svg").write_text(text)
    for name in figures.compared():
        (folder / f"{name}.md").write_text(row_page(figures, name, name in drawn))
    print(f"bench: wrote {target.name} and {folder.name}/")
    return 0
