#!/usr/bin/env python3
"""What CUDA kernels come to without running: registers, spills, stack, shared memory,
the share of a multiprocessor's warps that fit, and the instructions of the hot loop
for each element.

FILE is CUDA (.cu, by nvcc), PTX (.ptx, by ptxas), a cubin, or anything that has cubins
in it, such as what `sparse-run --target cuda --save` wrote. Code of libraries whose
licence forbids it, such as cuSPARSE, is not to be disassembled.

    benchmarks/static_figures.py benchmarks/hand/spmm.cu --kernels csr_128 --unit FFMA/4
    benchmarks/static_figures.py spmm.ptx --chip sm_80 --json spmm.json
"""

import argparse
import json
import sys
from pathlib import Path

from bench.errors import Missing, Misuse
from bench.gpu import loops, static
from bench.gpu.static import Static

HEAD = ("kernel", "registers", "spills", "stack", "shared", "warps", "instructions")
HEAD = (*HEAD, "loop", "elements", "per element", "most of it")


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("file", type=Path, metavar="FILE")
    add("--chip", default="sm_90", help="(default: sm_90)")
    add("--kernels", default="", help="only those that have this in their names")
    add(
        "--unit",
        default="FFMA,DFMA",
        help="the instructions by which elements are counted, and how many of them an "
        "element has, as in FFMA/4 or LDG.128 (default: FFMA,DFMA)",
    )
    add("--threads", type=int, default=128, help="of a block (default: 128)")
    add("--json", type=Path, metavar="FILE", help="where figures go too")
    return parser.parse_args(arguments)


def shown(number: float | None, digits: int = 0) -> str:
    return "?" if number is None else f"{number:.{digits}f}"


def row(name: str, one: Static) -> list[str]:
    """A line of the table."""
    kernel, hot = one.kernel, one.hot
    told = [name, *(shown(x) for x in (kernel.registers, kernel.spills, kernel.stack))]
    told += [shown(kernel.shared), shown(one.resident), shown(one.instructions)]
    if hot is None:
        return [*told, "", "", "", ""]
    most = " ".join(f"{count} {name}" for name, count in hot.mix.most_common(6))
    return [
        *told,
        str(hot.instructions),
        f"{hot.elements:g}",
        shown(hot.per_element, 2),
        most,
    ]


def print_table(rows: list[list[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for one in rows:
        cells = (f"{text:<{width}}" for text, width in zip(one, widths, strict=True))
        print("  ".join(cells).rstrip())


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    unit = loops.unit(options.unit)
    rows, told, missing = [list(HEAD)], {}, ""
    for made in static.cubins(options.file, options.chip):
        held, missing = static.read(made, options.threads, unit)
        chosen = {name: one for name, one in held.items() if options.kernels in name}
        rows += [row(name, one) for name, one in sorted(chosen.items())]
        told |= {name: one.told() for name, one in chosen.items()}
    print_table(rows)
    if missing:
        print(f"static_figures: {missing}", file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps(told, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Misuse, Missing) as error:
        print(f"static_figures: error: {error}", file=sys.stderr)
        sys.exit(2)
