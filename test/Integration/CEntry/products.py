# RUN: %python %s
"""Saved programs called from Python on matrices, against NumPy's numbers.

The numbers are small and whole, so that results are equal in every type of elements.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse
from elements import ELEMENTS, decode, encode
from kernels import Kernel, dense, structure
from layouts import FORMATS, lay_out
from totals import Totals

SHAPES = ((0, 0), (0, 5), (5, 0), (1, 1), (7, 6), (40, 33))


def to_memory(values: np.ndarray, element: str) -> np.ndarray:
    """The values as C has them; floats of 16 bits by their bits."""
    coded = encode(values, element)
    return coded.view(np.uint16) if element in ("f16", "bf16") else coded


def from_memory(stored: np.ndarray, element: str) -> np.ndarray:
    """The values of what `to_memory` gives."""
    plain = np.ascontiguousarray(stored)
    return decode(plain.view(np.float16) if element == "f16" else plain, element)


def draw(rng: np.random.Generator, shape: tuple, element: str) -> np.ndarray:
    """Whole numbers from -2 to 2, of few of which products and sums are exact."""
    dtype = ELEMENTS[element][0]
    if dtype is np.bool_:
        return rng.integers(0, 2, shape).astype(dtype)
    parts = rng.integers(-2, 3, (2, *shape))
    is_complex = np.issubdtype(dtype, np.complexfloating)
    return (parts[0] + 1j * parts[1] if is_complex else parts[0]).astype(dtype)


def matrices(rng: np.random.Generator, element: str) -> list[np.ndarray]:
    """Matrices with empty rows and columns, a full row, one element, none."""
    found = []
    for shape in SHAPES:
        cells = rng.random(shape) < 0.2
        cells[1::3] = False
        cells[4:5] = True
        found.append(np.where(cells, draw(rng, shape, element), 0))
    return [a.astype(ELEMENTS[element][0]) for a in found]


def product(a: np.ndarray, b: np.ndarray, element: str) -> np.ndarray:
    """A B in the type that the program sums in."""
    wide = np.complex128 if np.iscomplexobj(a) else np.int64
    exact = a.astype(wide) @ b.astype(wide)
    return exact.astype({"i8": "i4", "i16": "i4"}.get(element, a.dtype))


def check_spmm(totals: Totals, folder: Path, name: str, element: str) -> None:
    """Checks products with a part of a wider matrix, written to a part of one."""
    symbol = f"spmm_{name}_{''.join(c for c in element if c.isalnum())}"
    options = ["--format", f"A={FORMATS[name]}", "--dtype", element]
    kernel = Kernel(folder, "spmm", *options, symbol=symbol)
    rng = np.random.default_rng(7)
    for a in matrices(rng, element):
        b = draw(rng, (a.shape[1], 9), element)
        expected = product(a, b[:, 2:7], element)
        room = np.ones((a.shape[0], 11), to_memory(expected, element).dtype)
        factor = dense("B", to_memory(b, element)[:, 2:7])
        given = lay_out(name, to_memory(a, element)) | factor
        status, text = kernel(**given, **dense("C", room[:, 3:8]))
        found = (
            from_memory(room[:, 3:8], element)
            if expected.dtype == a.dtype
            else room[:, 3:8]
        )
        outside = np.delete(room, range(3, 8), axis=1)
        totals.compared += 1
        if status or not (np.array_equal(found, expected) and (outside == 1).all()):
            totals.failures.append(f"{symbol} on {a.shape}: {status} {text}")


def check_shared(totals: Totals, folder: Path) -> None:
    """Checks values on another operand's structure, and a vector of indices."""
    sddmm, argmin = Kernel(folder, "sddmm"), Kernel(folder, "argmin")
    rng = np.random.default_rng(8)
    for a in matrices(rng, "f32"):
        rows = scipy.sparse.csr_array(a)
        x, y = (draw(rng, (size, 4), "f32") for size in a.shape)
        values = np.full(rows.nnz, 9, np.float32)
        done = sddmm(
            **structure("A", rows), **dense("X", x), **dense("Y", y), C_values=values
        )
        expected = rows.multiply(x @ y.T).tocsr()
        right = np.array_equal(
            rows.astype(bool).multiply(expected).data, values[values != 0]
        )
        least = [
            min(row) if len(row) else np.inf
            for row in np.split(rows.data, rows.indptr[1:-1])
        ]
        place = [
            int(rows.indices[start:end][np.argmin(rows.data[start:end])])
            if end > start
            else -1
            for start, end in zip(rows.indptr, rows.indptr[1:])
        ]
        m, n = np.zeros(len(a), np.float32), np.zeros(len(a), np.int64)
        also = argmin(**structure("A", rows), **dense("y", m), **dense("n", n))
        right &= (
            np.array_equal(m, np.array(least[: len(a)], np.float32))
            and n.tolist() == place
        )
        totals.compared += 1
        if done[0] or also[0] or not right:
            totals.failures.append(f"sddmm, argmin on {a.shape}: {done} {also}")


def main() -> int:
    totals = Totals()
    with tempfile.TemporaryDirectory() as path:
        for name in FORMATS:
            check_spmm(totals, Path(path), name, "f32")
        for element in ELEMENTS:
            if element != "f32":
                check_spmm(totals, Path(path), "csr", element)
        check_shared(totals, Path(path))
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
