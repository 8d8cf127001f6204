"""Every format with every program, type and awkward tensor, by twos.

Each two of: format, program, type, tensor, extent of the dense operands, kind of file,
types of indices, strict or not, check mode or not come together in some run, but for a
format and a tensor: each two of these are stored and taken out by round_trips.py. Each
run is checked by the interpreter too. `utils/fuzz --all` runs all combinations of the
first four.
"""

import sys
import tempfile
from pathlib import Path

from elements import ELEMENTS
from formats import FORMATS, Format
from pairwise import Choice, cover_pairs
from references import PROGRAMS
from runs import Case, Runner
from tensors import Pattern, awkward
from totals import Totals

COLUMNS = (3, 1, 8, 17, 0)
INDICES = (("i32", "i32"), ("i64", "i64"), ("i64", "i32"), ("i32", "i16"))
FILES = {2: ("npz", "mtx", "tns", "npy"), 3: ("tns", "npy")}
SEED = 1


class Factors:
    """What is combined, by the rank of the sparse operand."""

    def __init__(self, rank: int):
        self.programs = [
            name for name, program in PROGRAMS.items() if len(program.sparse) == rank
        ]
        self.values = {
            "format": FORMATS[rank],
            "program": self.programs,
            "element": tuple(ELEMENTS),
            "pattern": awkward(rank),
            "columns": COLUMNS,
            "file": FILES[rank],
            "index": INDICES,
            "strict": (False, True),
            "check_mode": (False, True),
        }
        self.names = list(self.values)

    def allowed(self, first: Choice, second: Choice) -> bool:
        """Whether two values may come together."""
        both = {
            self.names[factor]: self.values[self.names[factor]][value]
            for factor, value in (first, second)
        }
        match both:
            case {"program": str(program), "element": str(element)}:
                return PROGRAMS[program].takes(element)
            case {"format": Format() as format, "pattern": Pattern() as pattern}:
                return format.refuse(pattern) is None
            case {"pattern": Pattern() as pattern, "file": "npy"}:
                return pattern.fits_array
        return True

    def cases(self) -> list[Case]:
        """Runs in which all values come together by twos."""
        sizes = [len(values) for values in self.values.values()]
        cases = []
        apart = {self.names.index(name) for name in ("format", "pattern")}
        for row in cover_pairs(sizes, self.allowed, SEED, apart):
            chosen = {
                name: self.values[name][value]
                for name, value in zip(self.names, row, strict=True)
            }
            pos, crd = chosen.pop("index")
            cases.append(Case(**chosen, pos=pos, crd=crd, check=True))
        return sorted(cases, key=lambda case: case.pattern.name)

    def refusals(self) -> list[Case]:
        """A run for each tensor that a format cannot hold."""
        return [
            Case(self.programs[0], format, "f32", pattern, file="tns")
            for pattern in self.values["pattern"]
            for format in self.values["format"]
            if format.refuse(pattern)
        ]


def main(rank: int) -> int:
    factors, totals = Factors(rank), Totals()
    refusals = factors.refusals()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(folder))
        for case in factors.cases() + refusals:
            totals.compared += 1
            if wrong := runner.compare(case):
                totals.failures.append(f"{case}: {wrong}")
    print(f"{len(refusals)} tensors that formats cannot hold")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
