"""Composite formats with the programs that ship, by twos, as in products.py.

Each is compared with NumPy and by the interpreter. Maxima, softmax and argmin combine
over parts; what cannot be done in parts is refused with the reason. Random compositions
come after them: the elements are divided in two, by a number that is drawn, and these
again.
"""

import random
import sys
import tempfile
from pathlib import Path

import products
from formats import Format
from pairwise import Choice
from references import PROGRAMS
from runs import Case, Runner, run_tool
from tensors import Pattern
from totals import Totals

TILE = {2: (1, 1), 3: (1, 1, 1)}
MATRICES = [
    "hyb(1,0)",
    "hyb(1,3)",
    "hyb(3,2)",
    "hyb(2,0)",
    "ell-coo(2)",
    "csr-coo(3)",
    "bsr-csr(2,3,4)",
    "dia-csr(3)",
    "dense-rows(2)",
    "columns(1)",
    "columns(3)",
    # Rows by ranges, and a predicate on coordinates.
    "composite<(i, j) -> (i below 3 : csr, rest : csc)>",
    "composite<(i, j) -> (j - i from 0 : csr, rest : coo)>",
    # Blocks of rows that hold much, in blocks, then the rest of long rows.
    (
        "composite<(i, j) -> (length(i floordiv 4) from 20 : bsr<4, 4>, "
        "length(i floordiv 4) below 20 and slot(j in i) below 4 : ell<4>, rest : dcsr)>"
    ),
    # Parts that have parts.
    (
        "composite<(i, j) -> (section(j of 2) is 0 : hyb<1, 2>, rest : "
        "composite<(i, j) -> (length(i) below 3 : dcsr, rest : coo)>)>"
    ),
    "composite<(i, j) -> (order(i by -length) below 2 : dcsr, rest : bsr_csr<2, 2, 3>)>",
    # Parts of arrays of other types; a part that never has an element.
    (
        "composite<(i, j) -> (section(i of 2) is 0 : csr<pos = i64, crd = i64>, "
        "section(i of 2) is 1 : panel<4, 8>, rest : csc)>"
    ),
]
TENSORS = [
    "composite<(i, j, k) -> (slot(k in i, j) below 2 : csf, rest : coo)>",
    (
        "composite<(i, j, k) -> (section(k of 3) is 1 : "
        "#sparse.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>, "
        "rest : csf<2, 0, 1>)>"
    ),
    "composite<(i, j, k) -> (order(i by -length) below 1 : coo, rest : csf)>",
    (
        "composite<(i, j, k) -> (i below 2 : composite<(i, j, k) -> "
        "(slot(k in i, j) below 1 : csf, rest : coo)>, rest : coo)>"
    ),
]

#: By the rank of the tensor.
FORMATS = {
    rank: [Format(text, TILE[rank]) for text in texts]
    for rank, texts in ((2, MATRICES), (3, TENSORS))
}


class Factors(products.Factors):
    """What is combined, by the rank of the sparse operand."""

    def __init__(self, rank: int):
        super().__init__(rank)
        self.values["format"] = FORMATS[rank]
        self.values["program"] = self.programs
        self.values["index"] = (("i32", "i32"),)

    def allowed(self, first: Choice, second: Choice) -> bool:
        both = {
            self.names[factor]: self.values[self.names[factor]][value]
            for factor, value in (first, second)
        }
        match both:
            case {"program": str(program), "element": str(element)}:
                return PROGRAMS[program].takes(element)
            case {"pattern": Pattern() as pattern, "file": "npy"}:
                return pattern.fits_array
        return True


NUMBERS = (
    "i",
    "j",
    "i - j",
    "i mod 3",
    "j floordiv 2 - i",
    "length(i)",
    "length(j)",
    "length(i floordiv 2, j floordiv 2)",
    "length(i, section(j of 2))",
    "slot(j in i)",
    "slot(i in j)",
    "slot(j in i, section(j of 3))",
    "order(i by -length)",
    "order(j by -length)",
    "section(i of 3)",
    "section(j of 2)",
)
LEAVES = (
    "csr",
    "csc",
    "coo",
    "dcsr",
    "bsr<2, 3>",
    "dbsr<4, 1>",
    "panel<4, 8>",
    "ell<?>",
    "dense<bitmap>",
    "#sparse.format<(i, j) -> (i : compressed, j : dense)>",
    "#sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(2))>",
    "#sparse.format<(i, j) -> (j : compressed(nonunique), i : fixed(3))>",
)
COMPOSITIONS = 60
SEED = 3


def divide(draw: random.Random, ranges: list[str], depth: int) -> list[str]:
    """Parts of the elements that are in `ranges`."""
    if depth == 0:
        return [f"{' and '.join(ranges) or 'rest'} : {draw.choice(LEAVES)}"]
    # A range that no number meets is refused.
    fresh = [number for number in NUMBERS if not any(number in r for r in ranges)]
    number, bound = draw.choice(fresh), draw.randrange(-1, 6)
    below = draw.randrange(depth)
    return divide(draw, [*ranges, f"{number} below {bound}"], below) + divide(
        draw, [*ranges, f"{number} from {bound}"], draw.randrange(depth)
    )


def draw_cases(seed: int) -> list[Case]:
    """Programs on matrices in random compositions."""
    draw, factors = random.Random(seed), Factors(2)
    cases = []
    while len(cases) < COMPOSITIONS:
        program = draw.choice(factors.programs)
        element = draw.choice(factors.values["element"])
        if not PROGRAMS[program].takes(element):
            continue
        parts = divide(draw, [], draw.randrange(1, 4))
        format = Format(f"composite<(i, j) -> ({', '.join(parts)})>", TILE[2])
        pattern = draw.choice(factors.values["pattern"])
        cases.append(Case(program, format, element, pattern, check=True))
    return cases


REFUSED = [
    (
        [
            "spmv",
            "--format",
            "A=composite<(i, j) -> (i below 2 : csr, i from 1 : coo)>",
        ],
        (
            "A: element (1, 2): expected one part of #sparse.composite<(i, j) -> (i below 2 : "
            "#sparse.csr, i from 1 : #sparse.coo)> to hold it but got parts 0 and 1"
        ),
    ),
    (
        [
            "spmv",
            "--format",
            "A=composite<(i, j) -> (j below 3 : csr, j from 4 : coo)>",
        ],
        (
            "A: element (2, 3): expected one part of #sparse.composite<(i, j) -> (j below 3 : "
            "#sparse.csr, j from 4 : #sparse.coo)> to hold it but got none"
        ),
    ),
    (
        [
            "spmv",
            "--format",
            "A=composite<(i, j) -> (j below 9 : composite<(i, j) -> (j is 0 : csr)>)>",
        ],
        (
            "A: part 0: element (1, 2): expected one part of #sparse.composite<(i, j) -> (j is "
            "0 : #sparse.csr)> to hold it but got none"
        ),
    ),
    (
        ["spmv", "--format", "A=composite<(i, j) -> (i below 3 : ell<1>, rest : csr)>"],
        "A: part 0: row 1: expected at most 1 element for ell<1> but got 2",
    ),
]
MATRIX = """%%MatrixMarket matrix coordinate real general
4 5 6
3 4 1.0
1 1 2.0
2 5 3.0
2 3 4.0
4 1 5.0
3 1 6.0
"""


def check_refused(folder: Path, totals: Totals) -> None:
    """A cover with an overlap or a gap, by its first element in row-major order."""
    path = folder / "refused.mtx"
    path.write_text(MATRIX)
    for command, expected in REFUSED:
        totals.compared += 1
        binds = ["--bind", f"A={path}", "--bind", "x=random"]
        status, error = run_tool(["sparse-run", *command, *binds])
        if status != 2 or expected not in error:
            totals.failures.append(f"{command}: expected '{expected}', got '{error}'")


def main(what: str) -> int:
    """Compares `matrices`, `tensors` or `compositions`."""
    totals = Totals()
    cases = {
        "matrices": lambda: Factors(2).cases(),
        "tensors": lambda: Factors(3).cases(),
        "compositions": lambda: draw_cases(SEED),
    }[what]()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(folder))
        for case in cases:
            totals.compared += 1
            if wrong := runner.compare(case):
                totals.failures.append(f"{case}: {wrong}")
        check_refused(Path(folder), totals)
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
