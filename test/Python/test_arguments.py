"""Arguments that no function takes: each is refused by an exception of Spindle's."""

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from spindle import SpindleError, SpindleTypeError, SpindleValueError

A = spindle.array(np.array([[1.0, 0, 2], [0, 3, 0]]))
B = np.ones((3, 2))
#: What is none of the things that functions take, each in its way.
JUNK = [
    None, 3, -1, 2.5, "A", "", b"bytes", [1, 2], [[1], [1, 2]], {}, object(), float("nan"), 1 << 70,
    -(1 << 70), np.ones((2, 2)), np.ones(3, "u1"), np.array("a"), A, sp.eye_array(3), True, (),
    (0, 0), (1.5,), (-1, 2), (2**63, 2), np.ones((2, 3), object), np.float32(1), np.ma.ones((2, 2)),
    np.datetime64("2020-01-01"), 1j, len,
]  # fmt: skip

#: Functions with arguments that are right.
FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "array": (spindle.array, {"obj": np.eye(2), "format": "csr", "dtype": None}),
    "from_coo": (
        spindle.from_coo,
        {"coords": ([0, 1], [1, 0]), "values": [1.0, 2.0], "shape": (2, 2), "format": "csr",
         "dtype": None},
    ),
    "random_array": (
        spindle.random_array,
        {"shape": (3, 3), "density": 0.5, "format": "csr", "dtype": "f4", "rng": 1},
    ),
    "einsum": (
        lambda subscripts, a, x, **more: spindle.einsum(subscripts, a, x, **more),
        {"subscripts": "ij,j->i", "a": A, "x": np.ones(3), "semiring": "plus_times", "dtype": None,
         "out": None, "threads": 1, "optimize": True},
    ),
    "advise": (spindle.advise, {"array": A, "columns": 1, "dtype": None, "threads": 1}),
    "decompose": (spindle.decompose, {"array": A, "format": "hyb(1, 2)", "threads": 1}),
    "row_order": (spindle.row_order, {"matrix": sp.eye_array(4)}),
    "reorder": (spindle.reorder, {"matrix": sp.eye_array(4), "order": [3, 2, 1, 0]}),
    "draw": (spindle.draw, {"array": A, "kind": "pattern"}),
    "compile": (
        spindle.compile,
        {"program": "spmm", "schedule": "auto", "dtype": None, "knobs": None, "specialize": True,
         "entry": "", "threads": 1, "constant": (), "target": "cpu", "A": A, "B": B},
    ),
    "save_kernels": (spindle.save_kernels, {"path": "kernels.so", "kernels": []}),
    "load_kernels": (spindle.load_kernels, {"path": "none.so"}),
}  # fmt: skip
METHODS = (
    "to astype transpose equals to_scipy sum mean max any find_format at_pattern __getitem__ "
    "__matmul__ __rmatmul__ __add__ __mul__ __rmul__ __truediv__ __pow__ draw to_device"
).split()


def check(call: Callable[[Any], Any], junk: Any) -> None:
    """Calls with what may be wrong: it runs, or says in Spindle's words why it does not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call(junk)
        except MemoryError:
            pass
        except SpindleError as error:
            assert str(error)


@pytest.mark.parametrize(
    ("name", "argument"), [(name, key) for name, (_, given) in FUNCTIONS.items() for key in given]
)
def test_functions(name: str, argument: str, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    function, right = FUNCTIONS[name]
    by_place = [key for key in inspect.signature(function).parameters if key in right][:1]
    for junk in JUNK:
        given = {**right, argument: junk}
        first = [given.pop(key) for key in by_place]
        check(lambda _, first=first, given=given: function(*first, **given), junk)


@pytest.mark.parametrize("name", METHODS)
def test_methods(name: str, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for junk in JUNK:
        check(getattr(A, name), junk)


def test_kernels() -> None:
    kernel = spindle.compile("spmm", A=A, B=B)
    run = kernel.bind(A=A, B=B)
    calls: list[Callable[[Any], Any]] = [
        lambda junk: kernel(A=junk, B=B),
        lambda junk: kernel.bind(A, junk),
        lambda junk: kernel(A, B, out=junk),
        lambda junk: kernel(A, B, threads=junk),
        lambda junk: kernel(A, B, inspection=junk),
        lambda junk: run(threads=junk),
        kernel.ir,
        lambda junk: A.sum(dtype=junk),
        lambda junk: A.mean(dtype=junk),
        lambda junk: A.to("csr", junk),
    ]
    for call in calls:
        for junk in JUNK:
            check(call, junk)


@pytest.mark.parametrize(
    ("shape", "kind"),
    [((2**63, 2), SpindleValueError), ((-1, 5), SpindleValueError), ((), SpindleValueError),
     ((2.5, 2), SpindleTypeError), (3, SpindleTypeError), ("33", SpindleTypeError)],
)  # fmt: skip
def test_shapes_that_no_array_has(shape: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="shape: expected"):
        spindle.from_coo(([0], [0]), [1.0], shape)
    with pytest.raises(kind, match="shape: expected"):
        spindle.random_array(shape, 0.5, rng=1)


def test_random_arrays_of_any_size() -> None:
    empty = spindle.random_array((2**62, 2**62), 0.0, rng=1, format="coo")
    assert empty.nnz == 0 and empty.shape == (2**62, 2**62)
    # Cells without numbers of 64 bits are drawn by their coordinates.
    for seed in range(20):
        few = spindle.random_array((2**40, 2**40), 1e-22, rng=seed, format="coo")
        (rows, columns), _ = few.coords()
        assert few.nnz == round(1e-22 * 2**80) and rows.max() < 2**40 and columns.min() >= 0
    with pytest.raises(MemoryError, match="expected memory for"):
        spindle.random_array((2**31, 2**31), 0.5)
    assert spindle.random_array((0, 3), 0.5).nnz == 0


def test_coordinates_beyond_64_bits() -> None:
    for large in ([2**63], np.array([2**63], np.uint64)):
        with pytest.raises(SpindleValueError, match="coords: expected integers of 64 bits"):
            spindle.from_coo((large, [0]), [1.0])
    with pytest.raises(SpindleValueError, match="shape: expected"):
        spindle.from_coo(([2**63 - 1], [0]), [1.0])
