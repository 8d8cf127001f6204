# RUN: %python %s %spindle_src_root/docs/Parallel.md
"""Which outermost loops of the programs that ship run in parallel, in each format.

usage: parallel_loops.py PAGE [--write]

Compares the table of PAGE, between two comments, with what `spindle-parallelize-loops`
says; with --write it puts the table there. Fills are all parallel, and left out.
"""

import difflib
import re
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path

MATRICES = ["csr", "csc", "coo", "dcsr", "bsr(4,4)", "dbsr(4,4)", "ell(8)", "dense"]
TENSORS = ["csf", "coo", "dense"]
PROGRAMS = {
    "spmv": MATRICES,
    "spmm": MATRICES,
    "spmm_t": MATRICES,
    "sddmm": MATRICES,
    "row_max": MATRICES,
    "argmin": MATRICES,
    "softmax": MATRICES,
    "fusedmm": MATRICES,
    "segment_reduce": ["ragged", *MATRICES],
    "mttkrp": TENSORS,
    "ttv": TENSORS,
    "ttm": TENSORS,
}
PIPELINE = "builtin.module(func.func(spindle-parallelize-loops{report}))"
REMARK = re.compile(
    r"^<stdin>:(?P<line>\d+):\d+: remark: loop over (?P<dims>.*) of nest '(?P<nest>.*)' "
    r"(?:is parallel|stays serial: (?P<reason>.*))$",
    re.MULTILINE,
)
#: Stands between programs.
SPLIT = "// -----\n"
#: How most reasons end, which the page says above the table.
ENDING = ", which other iterations may write too"
TABLE = re.compile(
    r"(?<=<!-- parallel-loops -->\n).*(?=<!-- /parallel-loops -->)", re.DOTALL
)

#: The loops that are parallel, and those that are not, with the reason.
Outcome = tuple[str, str]


def loops_of(case: tuple[str, str]) -> str:
    """The loops of a program with its operand A in a format."""
    program, stored = case
    emit = ["sparse-run", program, "--format", f"A={stored}", "--emit", "positions"]
    return subprocess.run(emit, capture_output=True, text=True, check=True).stdout


def remarks_on(texts: list[str]) -> list[list[re.Match[str]]]:
    """What is said of the loops of each text, which is told by its lines."""
    optimise = ["sparse-opt", f"--pass-pipeline={PIPELINE}", "--split-input-file"]
    report = subprocess.run(
        optimise, input=SPLIT.join(texts), capture_output=True, text=True, check=True
    )
    ends = list(accumulate(text.count("\n") + 1 for text in texts))
    remarks: list[list[re.Match[str]]] = [[] for _ in texts]
    for remark in REMARK.finditer(report.stderr):
        remarks[bisect_left(ends, int(remark.group("line")))].append(remark)
    return remarks


def outcome_of(remarks: list[re.Match[str]]) -> Outcome:
    parallel, serial = [], []
    for remark in remarks:
        dims, nest, reason = remark.group("dims", "nest", "reason")
        if nest == "fill":
            assert not reason, remark.group()
        elif reason:
            serial.append(f"{nest} over {dims}: {reason.removesuffix(ENDING)}")
        else:
            parallel.append(f"{nest} over {dims}")
    return ", ".join(parallel), "; ".join(serial)


def rows() -> Iterator[str]:
    """The lines of the table: formats of one outcome share one."""
    yield "| program | A is stored as | run in parallel | stay serial, since |"
    yield "|---|---|---|---|"
    cases = [(program, stored) for program in PROGRAMS for stored in PROGRAMS[program]]
    with ThreadPoolExecutor(max_workers=2) as pool:
        texts = list(pool.map(loops_of, cases))
    outcomes = dict(zip(cases, map(outcome_of, remarks_on(texts)), strict=True))
    assert all(map(any, outcomes.values())), "expected a loop in each program"
    for program, formats in PROGRAMS.items():
        for end in dict.fromkeys(outcomes[program, stored] for stored in formats):
            alike = [f"`{s}`" for s in formats if outcomes[program, s] == end]
            yield f"| {program} | {', '.join(alike)} | {' | '.join(end)} |"


def main(arguments: list[str]) -> int:
    page = Path(arguments[0])
    text, wanted = page.read_text(), "\n".join(rows()) + "\n"
    found = TABLE.search(text)
    if not found:
        print(f"{page}: expected '<!-- parallel-loops -->' around a table")
        return 1
    if arguments[1:] == ["--write"]:
        page.write_text(TABLE.sub(lambda _: wanted, text))
        return 0
    lines = found.group().splitlines(), wanted.splitlines()
    print("\n".join(difflib.unified_diff(*lines, str(page), "computed", lineterm="")))
    return int(found.group() != wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
