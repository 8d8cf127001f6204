"""The rows of the suite `gpu`: what is counted, and what is to be reached."""

from dataclasses import dataclass

#: Where fewer is better, ours is to have at most so many times as many as the best
#: hand-written kernel of the same algorithm.
RATIOS = ("sectors", "requests")


@dataclass(frozen=True)
class Aim:
    """A bound on a figure of a row; `lanes` are to be at least so many."""

    figure: str
    reach: float
    stretch: float


@dataclass(frozen=True)
class Row:
    """A program with its sizes, on each matrix."""

    name: str
    title: str
    kernel: str
    #: The instructions of the hot loop by which elements of a warp are counted: those
    #: of one element of A, or of 32 where each lane has one of its own.
    unit: str
    sizes: tuple[tuple[str, int], ...] = ()
    dtype: str = "f32"
    #: The format of A.
    form: str = "csr"
    aims: tuple[Aim, ...] = ()


#: Of a product, whether or not it is fused with its sum.
PRODUCTS = {"f32": "FFMA,FMUL", "f64": "DFMA,DMUL"}
LANES = Aim("active_lanes", 28, 31)
SASS = Aim("sass", 1.10, 0.95)
REGISTERS, SPILLS = Aim("registers", 40, 32), Aim("spills", 0, 0)
LAUNCHES = Aim("launches", 2, 1)
EVERY = (SASS, SPILLS, LAUNCHES)
#: KiB of the cubins and the PTX in an object.
IMAGE = Aim("image", 160, 160)
OF_SPMM = (LANES, REGISTERS, IMAGE)


def sectors(reach: float) -> Aim:
    return Aim("sectors", reach, 1.0)


def spmm(columns: int, dtype: str, *aims: Aim) -> Row:
    operation = PRODUCTS[dtype]
    typed = "" if dtype == "f32" else f"{dtype}-"
    return Row(
        f"spmm-{typed}{columns}",
        f"SpMM, {columns} columns" + (f", {dtype}" if typed else ""),
        "spmm",
        f"{operation}/{columns // 32}",
        (("K", columns),),
        dtype,
        aims=(*aims, *EVERY),
    )


def sddmm(columns: int, *aims: Aim) -> Row:
    title, unit = f"SDDMM, {columns} columns", f"FFMA/{columns // 32}"
    sizes = (("K", columns),)
    return Row(f"sddmm-{columns}", title, "sddmm", unit, sizes, aims=(*aims, *EVERY))


def in_format(kernel: str, form: str, columns: int = 0) -> Row:
    """A product with A in another format, which has no aims."""
    family = form.partition("(")[0]
    name, title = f"{kernel}-{family}", {"spmm": "SpMM", "spmv": "SpMV"}[kernel]
    unit, sizes = f"{PRODUCTS['f32']}/{max(columns // 32, 1)}", ()
    if columns:
        name, title, sizes = (
            f"{name}-{columns}",
            f"{title}, {columns} columns",
            (("K", columns),),
        )
    return Row(name, f"{title}, {family.upper()}", kernel, unit, sizes, form=form)


def transposed(columns: int) -> Row:
    unit, sizes = f"REDG,RED,ATOMG/{columns // 32}", (("K", columns),)
    title = f"Transposed SpMM, {columns} columns"
    return Row(f"spmm_t-{columns}", title, "spmm_t", unit, sizes)


#: SELL as the hand-written kernels have it.
SELL = "sell(32,1024)"


def all_rows() -> list[Row]:
    """Those with aims first."""
    held = [
        spmm(128, "f32", sectors(1.05), Aim("requests", 1.10, 1.0), *OF_SPMM),
        spmm(32, "f32", sectors(1.10), *OF_SPMM),
        Row(
            "spmv",
            "SpMV",
            "spmv",
            PRODUCTS["f32"],
            aims=(sectors(1.10), *EVERY, REGISTERS),
        ),
        sddmm(128, sectors(1.10), LANES, REGISTERS),
        Row("softmax", "Softmax", "softmax", "MUFU.EX2", aims=(sectors(1.10), *EVERY)),
        spmm(128, "f64"),
        Row("spmv-f64", "SpMV, f64", "spmv", PRODUCTS["f64"], dtype="f64", aims=EVERY),
        sddmm(32),
        Row(
            "fusedmm-64",
            "FusedMM, 64 columns",
            "fusedmm",
            "LDG.128/1",
            (("D", 64), ("E", 64)),
        ),
        transposed(128),
        transposed(32),
    ]
    held += [in_format("spmv", form) for form in (SELL, "ell", "coo")]
    held += [
        in_format("spmm", form, k) for k in (128, 32) for form in (SELL, "ell", "coo")
    ]
    return held


#: The rows of a quick run.
QUICK_ROWS = ("spmm-128", "spmm-32", "spmv", "sddmm-128", "softmax")
#: Matrices with short rows, long ones, rows of one length, and a few that are longest by
#: far; the last has the most elements.
MATRICES = (
    "cora",
    "pubmed",
    "mesh-4elt",
    "memplus",
    "bcsstk16",
    "as-caida20071105",
    "dlmc-tr-mag-0.9-enc0-ffn1",
    "soc-Slashdot0902",
)
QUICK_MATRICES = MATRICES[:4]
