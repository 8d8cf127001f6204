"""The suite `formats`: what is run in every format, and what the best is to reach."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.rows import ALTERNATING, BACK_TO_BACK, BOTH, Row

#: What stands before the name of a format in that of a contestant.
PREFIX = "format:"
#: What a format is to be better than.
CSR = f"{PREFIX}csr"
INSPECTED = "mkl:optimized"
PEERS = (INSPECTED, "mkl")
#: What the matrix and its vectors exceed where SpMV is memory's to decide.
SECOND_LEVEL = 2 << 20
#: Matrices whose rows are shifted copies of one another.
STRUCTURED = ("qp-CONT-300-A", "lp-maros-r7", "bcsstk16")


def row(name: str, title: str, kernel: str, columns: int = 0, threads: int = 0) -> Row:
    names = PEERS if threads == 0 else tuple(f"{one}@{threads}" for one in PEERS)
    sizes = (("K", columns),) if columns else ()
    return Row(name, title, kernel, names, sizes, modes=BOTH, threads=threads)


def all_rows() -> list[Row]:
    """Two threads first; the rows of one are run where they are named."""
    held = [row("spmv", "SpMV", "spmv")]
    held += [row(f"spmm-{k}", f"SpMM, {k} columns", "spmm", k) for k in (32, 128)]
    held.append(row("serial-spmv", "SpMV, one thread", "spmv", 0, 1))
    for k in (32, 128):
        title = f"SpMM, {k} columns, one thread"
        held.append(row(f"serial-spmm-{k}", title, "spmm", k, 1))
    return held


#: The rows that are run where none is named.
USUAL_ROWS = ("spmv", "spmm-32", "spmm-128")
QUICK_ROWS = ("spmv", "spmm-32")


@dataclass(frozen=True)
class Facts:
    """What a goal chooses matrices by."""

    name: str
    #: The folder of its file, or what kind of matrix was made.
    group: str
    shape: tuple[int, ...]
    stored: int

    @property
    def density(self) -> float:
        return self.stored / max(self.shape[0] * self.shape[1], 1)

    @property
    def bytes(self) -> int:
        """Those of the matrix in CSR with both vectors, in f32."""
        rows, columns = self.shape
        return 8 * self.stored + 4 * (rows + 1) + 4 * (rows + columns)


@dataclass(frozen=True)
class Goal:
    """How many times as fast the best format is to be as `against`, as a geometric
    mean over the matrices that `takes` chooses."""

    title: str
    row: str
    against: str
    reach: float
    stretch: float
    takes: Callable[[Facts], bool] = lambda facts: True
    mode: str = BACK_TO_BACK


def is_graph_beyond_cache(facts: Facts) -> bool:
    return facts.group in ("graphs", "power-law") and facts.bytes > SECOND_LEVEL


def is_structured(facts: Facts) -> bool:
    return facts.name in STRUCTURED


def is_dense_weight(facts: Facts) -> bool:
    return facts.group == "weights" and facts.density >= 0.05


def is_in_blocks(facts: Facts) -> bool:
    return facts.group == "blocks" or facts.name == "bcsstk16"


def is_large_power_law(facts: Facts) -> bool:
    return facts.group == "power-law" and 8 * facts.stored > 64e6


#: What the advisor is to reach: the share of the matrices on which its format is at most
#: so many times as slow as the best, how fast it is at least against CSR, and the runs of
#: SpMM with 32 columns that it takes at most.
ADVICE_SHARE, ADVICE_NEAR, ADVICE_LEAST, ADVICE_RUNS = 0.8, 1.1, 0.95, 3.0


def vector_goals() -> list[Goal]:
    best = "SpMV, best format, all matrices"
    return [
        Goal(best, "spmv", INSPECTED, 1.35, 1.6),
        Goal(f"{best}, alternating", "spmv", INSPECTED, 1.6, 2.0, mode=ALTERNATING),
        Goal(
            "SpMV on graphs that with their vectors exceed 2 MiB",
            "spmv",
            INSPECTED,
            2.5,
            3.5,
            is_graph_beyond_cache,
        ),
        Goal(
            "SpMV on banded and structured ones (" + ", ".join(STRUCTURED) + ")",
            "spmv",
            INSPECTED,
            1.8,
            3.0,
            is_structured,
        ),
    ]


def all_goals() -> list[Goal]:
    """The table of what is to be reached."""
    goals = vector_goals()
    for k in (32, 128):
        every = f"SpMM, {k} columns, best format, all matrices"
        goals.append(Goal(every, f"spmm-{k}", CSR, 1.1, 1.25))
    pruned = "SpMM, 128 columns, pruned weights with a density of 0.05 and more"
    goals.append(Goal(pruned, "spmm-128", CSR, 1.3, 1.6, is_dense_weight))
    for k in (32, 128):
        blocks = f"SpMM, {k} columns, matrices in blocks (bcsstk16, made 8x8)"
        goals.append(Goal(blocks, f"spmm-{k}", CSR, 1.4, 2.0, is_in_blocks))
        large = f"SpMM, {k} columns, power-law matrices over 64 MB"
        goals.append(Goal(large, f"spmm-{k}", CSR, 1.25, 1.6, is_large_power_law))
    return goals
