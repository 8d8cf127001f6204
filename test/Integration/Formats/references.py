"""What the programs that ship come to, by NumPy and SciPy, and how far off they may be.

Integers, truth values, maxima and what argmin finds are to be equal. A sum of n
products of f factors may be off by (n + f) u M: u the unit of rounding of the type that
sums are made in, M the sum of the products' absolute values (Higham, "Accuracy and
Stability of Numerical Algorithms", section 3.1; complex products: three times that).
What is made in f32 and returned in 16 bits is rounded once more. The references are
made in f64, and off by the same bound with its unit.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse
from elements import ELEMENTS
from storage import Elements, ravel

# The exponential, in units of rounding.
EXP_ERROR = 4
UNIT_HERE = 2.0**-53


@dataclass(frozen=True)
class Program:
    """A program that ships: its dense operands and its outputs with their dimensions."""

    # The dimensions of A, a letter each.
    sparse: str
    dense: dict[str, str]
    outputs: dict[str, str]
    # The outputs that have the structure of A, and those that have a type of their own.
    on_pattern: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()
    # What it takes beside floats: integers, truth values and complex numbers.
    others: str = "ibc"

    def takes(self, element: str) -> bool:
        """Whether the program has a meaning in the type."""
        if element.startswith("c"):
            return "c" in self.others
        if element == "i1":
            return "b" in self.others
        return not element.startswith("i") or "i" in self.others

    def output_element(self, output: str, element: str) -> str:
        """The type of the elements of an output."""
        if output == "n":
            return "i64"
        if output in self.wide and element in ("f16", "bf16"):
            return "f32"
        if output in self.wide or self.others != "ibc":
            return element
        return "i32" if element in ("i8", "i16") else element


PROGRAMS = {
    "spmm": Program("IJ", {"B": "JK"}, {"C": "IK"}),
    "spmm_t": Program("IJ", {"B": "IK"}, {"C": "JK"}),
    "spmv": Program("IJ", {"x": "J"}, {"y": "I"}),
    "sddmm": Program("IJ", {"X": "IK", "Y": "JK"}, {"C": "IJ"}, on_pattern=("C",)),
    "segment_reduce": Program("IJ", {}, {"y": "I"}),
    "row_max": Program("IJ", {}, {"y": "I"}, others="ib"),
    "argmin": Program("IJ", {}, {"y": "I", "n": "I"}, others="i"),
    "softmax": Program(
        "IJ", {}, {"m": "I", "s": "I", "P": "IJ"}, ("P",), ("m", "s"), others=""
    ),
    "fusedmm": Program(
        "IJ",
        {"Q": "ID", "K": "JD", "V": "JE"},
        {"m": "I", "s": "I", "O": "IE"},
        wide=("m", "s"),
        others="",
    ),
    "mttkrp": Program("IJK", {"B": "JR", "C": "KR"}, {"M": "IR"}),
    "ttm": Program("IJK", {"U": "KR"}, {"Y": "IJR"}),
    "ttv": Program("IJK", {"v": "K"}, {"Y": "IJ"}),
}


@dataclass(frozen=True)
class Reference:
    """What an output should be, and by how much it may be off."""

    expected: np.ndarray
    bound: np.ndarray | float = 0.0


def wide_type(element: str) -> type:
    """What the references are made in."""
    if element.startswith("c"):
        return np.complex128
    return np.int64 if element.startswith("i") else np.float64


def sum_unit(element: str) -> float:
    """The unit of rounding of what sums are made in, and of the reference."""
    unit = ELEMENTS["f32" if element in ("f16", "bf16") else element][1]
    return unit + UNIT_HERE


def smallest(element: str) -> float:
    """The largest number that may be lost where a result is too small."""
    if element == "f16":
        return 2.0**-24
    return float(np.finfo(ELEMENTS[element][0]).tiny)


def add_up(groups: np.ndarray, terms: np.ndarray, count: int) -> np.ndarray:
    """The sums of the rows of `terms` that have one of `count` groups."""
    if terms.size == 0 or count == 0:
        return np.zeros((count, *terms.shape[1:]), terms.dtype)
    ones = np.ones(len(groups), np.int64)
    places = (groups, np.arange(len(groups)))
    shape = (count, len(groups))
    return scipy.sparse.csr_array((ones, places), shape=shape) @ terms


def narrow(wide: np.ndarray, bound: np.ndarray, element: str) -> Reference:
    """The reference of a sum of floats that is returned in the type."""
    unit = ELEMENTS[element][1] if element in ("f16", "bf16") else 0
    lost = smallest(element) * (1 + np.zeros(bound.shape))
    return Reference(wide, bound + unit * (abs(wide) + bound) + lost)


def multiply(
    program: Program, elements: Elements, dense: dict[str, np.ndarray], element: str
) -> tuple[np.ndarray, int]:
    """The product of each element with its rows of the dense operands, a column for
    each coordinate of the dimension that is theirs alone; the number of factors."""
    wide = wide_type(element)
    places = dict(zip(program.sparse, elements.places, strict=True))
    terms = elements.values.astype(wide)[:, None]
    for name, dims in program.dense.items():
        rows = dense[name].astype(wide)[tuple(places[d] for d in dims if d in places)]
        terms = terms * (rows if rows.ndim == 2 else rows[:, None])
    return terms, 1 + len(program.dense)


def refer_product(
    program: Program, elements: Elements, dense: dict[str, np.ndarray], element: str
) -> dict[str, Reference]:
    """A sum of products."""
    ((output, dims),) = program.outputs.items()
    terms, factors = multiply(program, elements, dense, element)
    columns = terms.shape[1]
    if output in program.on_pattern:
        counts = np.full(len(terms), float(columns))
        sums, sizes = terms.sum(axis=1), abs(terms).sum(axis=1)
    else:
        letters = [program.sparse.index(d) for d in dims if d in program.sparse]
        shape = tuple(elements.shape[d] for d in letters)
        groups = ravel(elements.places[letters], shape)
        whole = (*shape, columns) if len(dims) > len(letters) else shape
        counts = np.ones(terms.shape) if columns else terms.real
        sums, sizes, counts = (
            add_up(groups, each, int(np.prod(shape))).reshape(whole)
            for each in (terms, abs(terms), counts)
        )
    counts = counts + elements.others + factors
    return {output: finish_sum(program, sums, sizes, counts, element)}


def finish_sum(
    program: Program,
    sums: np.ndarray,
    sizes: np.ndarray,
    steps: np.ndarray,
    element: str,
) -> Reference:
    """A sum in its type, of products whose sizes come to `sizes`."""
    (output,) = program.outputs
    found = program.output_element(output, element)
    if element == "i1":
        return Reference(sums != 0)
    if element.startswith("i"):
        return Reference(sums.astype(ELEMENTS[found][0]))
    times = 3 if element.startswith("c") else 1
    return narrow(sums, times * steps * sum_unit(element) * sizes, found)


def refer_row_max(elements: Elements, element: str) -> dict[str, Reference]:
    dtype = ELEMENTS[element][0]
    y = np.full(elements.shape[0], least(dtype), dtype)
    rows, starts = np.unique(elements.places[0], return_index=True)
    if len(rows):
        y[rows] = np.maximum.reduceat(elements.values, starts)
    return {"y": Reference(y)}


def refer_argmin(elements: Elements, element: str) -> dict[str, Reference]:
    dtype = ELEMENTS[element][0]
    integral = np.issubdtype(dtype, np.integer)
    greatest = np.iinfo(dtype).max if integral else np.inf
    y = np.full(elements.shape[0], greatest, dtype)
    n = np.full(elements.shape[0], -1)
    row, column = elements.places
    order = np.lexsort((column, elements.values, row))
    rows, starts = np.unique(row[order], return_index=True)
    y[rows] = elements.values[order][starts]
    n[rows] = column[order][starts]
    return {"y": Reference(y), "n": Reference(n)}


def least(dtype: type) -> float | int | bool:
    """What the maximum of nothing is."""
    if dtype is np.bool_:
        return False
    return np.iinfo(dtype).min if np.issubdtype(dtype, np.integer) else -np.inf


@dataclass(frozen=True)
class Shares:
    """A softmax over rows, and how far off everything may be."""

    m: Reference
    s: Reference
    p: Reference


def finite_or_zero(numbers: np.ndarray, bound: np.ndarray | float) -> np.ndarray:
    """The bounds of numbers; those that are not finite are to be the same."""
    return np.where(np.isfinite(numbers), bound, 0)


def share(elements: Elements, scores: Reference, element: str) -> Shares:
    """The softmax of the scores of elements."""
    unit, rows = sum_unit(element), elements.places[0]
    count = elements.shape[0]
    m, m_off = np.full(count, -np.inf), np.zeros(count)
    score_off = finite_or_zero(scores.expected, scores.bound)
    np.maximum.at(m, rows, scores.expected)
    np.maximum.at(m_off, rows, score_off)
    exponent = scores.expected - m[rows]
    off = finite_or_zero(exponent, score_off + m_off[rows] + unit * abs(exponent))
    power = np.exp(exponent)
    relative = np.expm1(off) + EXP_ERROR * unit
    s = add_up(rows, power, count)
    n = np.bincount(rows, minlength=count)
    s_off = add_up(rows, power * relative, count) + n * unit * s
    p = power / s[rows]
    p_off = p * (relative + (s_off / s)[rows] * 1.1 + unit)
    lost = smallest(element if element == "f64" else "f32")
    return Shares(
        Reference(m, m_off), Reference(s, s_off + n * lost), Reference(p, p_off + lost)
    )


def refer_softmax(elements: Elements, element: str) -> dict[str, Reference]:
    scores = Reference(
        elements.values.astype(np.float64), np.zeros(len(elements.values))
    )
    shares = share(elements, scores, element)
    p = narrow(shares.p.expected, shares.p.bound, element)
    return {"m": shares.m, "s": shares.s, "P": p}


def refer_fusedmm(
    elements: Elements, dense: dict[str, np.ndarray], element: str
) -> dict[str, Reference]:
    wide = "f64" if element == "f64" else "f32"
    sampled = {"X": dense["Q"], "Y": dense["K"]}
    scores = refer_product(PROGRAMS["sddmm"], elements, sampled, wide)["C"]
    shares = share(elements, scores, element)
    row, column = elements.places
    v = dense["V"].astype(np.float64)[column]
    terms = shares.p.expected[:, None] * v
    off = shares.p.bound[:, None] * abs(v)
    count = elements.shape[0]
    n = np.bincount(row, minlength=count)[:, None] + 2
    bound = add_up(row, off, count) + n * sum_unit(element) * add_up(
        row, abs(terms) + off, count
    )
    o = narrow(add_up(row, terms, count), bound, element)
    return {"m": shares.m, "s": shares.s, "O": o}


def refer(
    name: str, elements: Elements, dense: dict[str, np.ndarray], element: str
) -> dict[str, Reference]:
    """The references of all outputs; of those on the pattern, a value per element."""
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        if name == "row_max":
            return refer_row_max(elements, element)
        if name == "argmin":
            return refer_argmin(elements, element)
        if name == "softmax":
            return refer_softmax(elements, element)
        if name == "fusedmm":
            return refer_fusedmm(elements, dense, element)
        return refer_product(PROGRAMS[name], elements, dense, element)


def find_wrong(found: np.ndarray, reference: Reference) -> str:
    """Says where what was found is wrong, if anywhere."""
    expected = reference.expected
    if found.shape != expected.shape:
        return f"expected shape {expected.shape} but got {found.shape}"
    bound = np.broadcast_to(reference.bound, expected.shape)
    with np.errstate(invalid="ignore", over="ignore"):
        right = (found == expected) | (np.isnan(found) & np.isnan(expected))
        if np.issubdtype(expected.dtype, np.inexact):
            right |= np.isfinite(expected) & (abs(found - expected) <= bound)
    if right.all():
        return ""
    place = tuple(int(i) for i in np.argwhere(~right)[0])
    wanted = f"expected {expected[place]} within {bound[place]} at {place}"
    return f"{wanted} but got {found[place]}"
