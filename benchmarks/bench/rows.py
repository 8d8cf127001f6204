"""The rows of the table: what is run on what, and what it is to reach."""

from dataclasses import dataclass, replace

from bench.errors import known

BACK_TO_BACK, ALTERNATING = "back to back", "alternating"
#: Ours first; the rest in the order in which they are shown.
OURS = ("spindle", "spindle:compiled")


@dataclass(frozen=True)
class Aim:
    """How many times as fast ours is to be as the best of `against`.

    Ours is the best of what the aim names: code for any size where the peer's is, and
    also that with the sizes compiled in where the peer's is that or a library.
    """

    against: tuple[str, ...]
    reach: float
    stretch: float | None = None
    #: What no matrix may be below.
    floor: float | None = None
    ours: tuple[str, ...] = OURS


@dataclass(frozen=True)
class Bound:
    """A time that ours is to stay under, in seconds."""

    reach: float
    stretch: float
    ours: str = "spindle"


@dataclass(frozen=True)
class Row:
    """A kernel with its sizes and types, on each matrix of a set, by contestants.

    A contestant is `peer`, `peer:variant`, and `peer@threads` where it does not run
    on the threads of all.
    """

    name: str
    title: str
    kernel: str
    contestants: tuple[str, ...]
    sizes: tuple[tuple[str, int], ...] = ()
    dtype: str = "f32"
    data: str = "matrices"
    aims: tuple[Aim, ...] = ()
    bounds: tuple[Bound, ...] = ()
    modes: tuple[str, ...] = (BACK_TO_BACK,)
    #: The bytes that the dense operand has at least, as f32.
    operand_bytes: int = 0
    #: Threads of contestants that are added to the row; 0: those of all.
    threads: int = 0


def split(contestant: str) -> tuple[str, str, int]:
    """The peer, `peer:variant`, and the threads; 0 where it has those of all."""
    what, _, threads = contestant.partition("@")
    return what.partition(":")[0], what, int(threads or 0)


def aim(against: str, reach: float, *rest: float | None, **more: object) -> Aim:
    """An aim; `against` names one or several, with blanks between."""
    return Aim(tuple(against.split()), reach, *rest, **more)


BOTH = (BACK_TO_BACK, ALTERNATING)
LIBRARIES = ("mkl", "mkl:optimized", "scipy", "torch", "eigen", "numba", "graphblas")
LIBRARIES += ("librsb",)
BY_HAND = ("hand:run-time", "hand:compiled")


def spmm(columns: int, *aims: Aim, modes: tuple[str, ...] = (BACK_TO_BACK,)) -> Row:
    return Row(
        f"spmm-{columns}",
        f"SpMM, CSR, {columns} columns",
        "spmm",
        OURS + BY_HAND + LIBRARIES,
        (("K", columns),),
        aims=aims,
        modes=modes,
    )


def run_time_aim(reach: float, stretch: float) -> Aim:
    return aim("hand:run-time", reach, stretch)


def compiled_aim(stretch: float) -> Aim:
    return aim("hand:compiled", 1.0, stretch, 0.93)


def products() -> list[Row]:
    """Products of matrices."""
    rows = [
        spmm(
            32,
            run_time_aim(1.1, 1.2),
            compiled_aim(1.1),
            aim("mkl", 2.2, 2.5, 1.0),
            modes=BOTH,
        ),
        spmm(
            128,
            run_time_aim(1.15, 1.35),
            compiled_aim(1.2),
            aim("mkl", 2.4, 2.8, 1.0),
            modes=BOTH,
        ),
    ]
    for columns in (8, 64, 100, 256, 512):
        both = (run_time_aim(1.05, 1.2), aim("mkl", 2.0))
        rows.append(spmm(columns, *both))
    for columns in (32, 128):
        rows.append(
            Row(
                f"spmm-f64-{columns}",
                f"SpMM, CSR, f64, {columns} columns",
                "spmm",
                OURS + BY_HAND + LIBRARIES,
                (("K", columns),),
                "f64",
                aims=(aim("mkl", 1.8),),
            )
        )
    return rows


def narrow() -> Row:
    """Elements of half the size, where memory decides."""
    return Row(
        "spmm-bf16",
        "SpMM, bf16 in, f32 sums, 512 columns, operands over 64 MB",
        "spmm",
        (*OURS, "spindle:f32"),
        (("K", 512),),
        "bf16",
        aims=(aim("spindle:f32", 1.3),),
        operand_bytes=64 << 20,
    )


def sampled(columns: int, reach: float) -> Row:
    return Row(
        f"sddmm-{columns}",
        f"SDDMM, {columns} columns",
        "sddmm",
        (*OURS, "hand:one", "hand:four", "torch", "numba", "scipy"),
        (("K", columns),),
        aims=(aim("torch", 2.0, 2.4, 1.2), aim("hand:one", reach)),
        modes=BOTH,
    )


def blocks(size: int) -> Row:
    return Row(
        f"bsr-{size}",
        f"BSR SpMM, blocks of {size} x {size}, 128 columns",
        "spmm",
        (*OURS, "spindle:csr", "hand", "mkl", "mkl:optimized", "scipy"),
        (("K", 128),),
        data=f"blocks-{size}",
        aims=(aim("mkl", 1.5, 2.0), aim("spindle:csr", 1.2)),
    )


def transposed() -> Row:
    """A^T B, A by rows."""
    # What `mkl:optimized` does before it is timed is to transpose the matrix.
    rivals = ("plain:columns", "plain:copies", "mkl", "eigen", "torch", "scipy")
    return Row(
        "spmm_t-32",
        "transposed SpMM (A^T B) without transposing, 32 columns",
        "spmm_t",
        (*OURS, *rivals, "mkl:optimized"),
        (("K", 32),),
        aims=(Aim(rivals, 1.5),),
    )


def mttkrp(rank: int) -> Row:
    return Row(
        f"mttkrp-{rank}",
        f"MTTKRP, order 3, rank {rank}",
        "mttkrp",
        (*OURS, "plain", "numba", "scipy"),
        (("R", rank),),
        data="tensors",
        aims=(aim("plain numba scipy", 1.5),),
    )


def attention() -> list[Row]:
    """Softmax over the rows, alone and between two products."""
    rivals = ("plain", "numba", "torch", "scipy")
    aims = (Aim(rivals, 1.5),)
    alone = Row(
        "softmax", "softmax over rows", "softmax", ("spindle", *rivals), aims=aims
    )
    between = Row(
        "fusedmm-64",
        "FusedMM (SDDMM, softmax, SpMM), 64 columns",
        "fusedmm",
        (*OURS, *rivals),
        (("D", 64), ("E", 64)),
        aims=aims,
    )
    return [alone, between]


def vector() -> Row:
    return Row(
        "spmv",
        "SpMV, CSR",
        "spmv",
        ("spindle", "hand:loads", "hand:gathers", "hand:scalar", *LIBRARIES),
        aims=(aim("mkl", 0.95, 1.1), aim("scipy", 3.0), aim("eigen", 1.5)),
        modes=BOTH,
    )


def shapes() -> list[Row]:
    """Shapes that a choice by the mean length of rows serves badly."""
    rows = [
        replace(spmm(columns), name=f"shapes-spmm-{columns}") for columns in (32, 128)
    ]
    rows.append(replace(vector(), name="shapes-spmv", modes=(BACK_TO_BACK,)))
    against = {"shapes-spmv": "hand:loads"}
    return [
        replace(
            row,
            title=f"{row.title}, rows that are very short or very few",
            data="shapes",
            aims=(aim(against.get(row.name, "hand:run-time"), 0.95),),
        )
        for row in rows
    ]


def overheads() -> list[Row]:
    """Threads, small calls, and a compiler that has one thread alone."""
    return [
        Row(
            "threads",
            "SpMM, 64 columns, two threads against one, data in L2",
            "spmm",
            ("spindle", "spindle@1", "hand:run-time", "hand:run-time@1"),
            (("K", 64),),
            data="second level",
            aims=(aim("spindle@1", 1.8, ours=("spindle",)),),
        ),
        Row(
            "tiny",
            "one call of SpMM, 4 x 4 with 4 elements, 4 columns",
            "spmm",
            ("spindle", "hand:run-time", "mkl", "scipy"),
            (("K", 4),),
            data="tiny",
            bounds=(Bound(3e-6, 0.5e-6),),
        ),
        Row(
            "serial-spmm",
            "SpMM, 64 columns, one thread against MLIR's --sparsifier",
            "spmm",
            ("spindle@1", "mlir@1", "hand:run-time@1", "scipy@1"),
            (("K", 64),),
            aims=(aim("mlir@1", 1.0, ours=("spindle@1",)),),
        ),
        Row(
            "serial-spmv",
            "SpMV, one thread against MLIR's --sparsifier",
            "spmv",
            ("spindle@1", "mlir@1", "hand:scalar@1", "scipy@1"),
            aims=(aim("mlir@1", 1.0, ours=("spindle@1",)),),
        ),
    ]


def growth() -> list[Row]:
    """How the time grows with the matrix."""
    rows = []
    for kernel, sizes, hand in [
        ("spmv", (), "hand:loads"),
        ("spmm", (("K", 32),), "hand:run-time"),
    ]:
        rows.append(
            Row(
                f"growth-{kernel}",
                f"{kernel} of banded and scattered matrices, 10 elements a row",
                kernel,
                ("spindle", hand, "mkl"),
                sizes,
                data="growing",
            )
        )
    return rows


def all_rows() -> list[Row]:
    """The suite `cpu`, in the order of the report."""
    rows = [*products(), narrow(), vector()]
    rows += [sampled(32, 1.3), sampled(64, 1.1), sampled(128, 1.05)]
    rows += [blocks(size) for size in (3, 4, 8, 16)]
    rows += [transposed(), mttkrp(16), mttkrp(32), *attention()]
    return rows + shapes() + overheads() + growth()


#: What `--quick` runs, by whom, and on which matrices where there is a data folder.
QUICK_ROWS = ("spmm-32", "spmm-128", "spmv", "sddmm-128")
QUICK_PEERS = ("spindle", "hand", "scipy")
QUICK_MATRICES = ("pubmed", "wiki-Vote", "cit-HepPh", "bcsstk16", "mesh-4elt")
QUICK_MATRICES += ("dlmc-tr-mag-0.9-enc0-ffn1",)


def chosen(rows: list[Row], names: list[str] | None) -> list[Row]:
    """The rows of these names, in the order of the suite. A name that ends in a hyphen
    stands for all that begin so."""
    if names is None:
        return rows
    wanted: set[str] = set()
    for name in names:
        begun = {
            row.name for row in rows if name[-1:] == "-" and row.name.startswith(name)
        }
        wanted |= begun or {known("row", name, [row.name for row in rows])}
    return [row for row in rows if row.name in wanted]
