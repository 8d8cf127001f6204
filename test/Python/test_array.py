"""Arrays: what they tell of themselves, operators, and what they refuse."""

import itertools
import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from spindle import CopyWarning, SpindleError, SpindleTypeError, SpindleValueError


@pytest.fixture
def dense():
    return np.array([[0.0, 2, 0, 1], [0, 0, 0, 0], [4, 0, -3, 0]], np.float32)


def test_what_it_tells_of_itself(dense):
    A = spindle.array(dense)
    assert (A.shape, A.ndim, A.size, A.nnz, A.dtype) == ((3, 4), 2, 12, 4, np.float32)
    assert A.density == 4 / 12
    assert A.nbytes == 4 * 4 + 4 * 4 + 4 * 4
    assert repr(A) == "Array(shape=(3, 4), dtype=float32, format=csr, nnz=4)"
    assert A.stats()["empty_rows"] == 1
    names = {
        "hyb(1, 2)": "hyb(1, 2)",
        "coo": "coo",
        "coo(crd = i64)": "coo(crd = i64)",
        "ell": "ell(?)",
        "csf": "dcsr",
        "dense": "dense",
        "(i, j) -> (i : dense, j : compressed)": "csr",
        "(i, j) -> (j : compressed, i : dense) bitmap": "(i, j) -> (j : compressed, i : dense)",
    }
    for given, told in names.items():
        assert A.to(given).format == told
    csf = spindle.from_coo([[0], [1], [2]], [1.0], (2, 2, 3), format="csf")
    assert csf.format == "csf"
    assert csf.to("csf(2, 0, 1)").format == "csf(2, 0, 1)"


def test_to_does_nothing_where_nothing_changes(dense):
    A = spindle.array(dense)
    assert A.to("csr") is A
    assert A.to(dtype="f32") is A
    assert A.to("csr", "f64") is not A
    assert A.astype(np.float32) is A
    assert A.to("auto").equals(A)


def test_formats_that_cannot_hold_it(dense):
    A = spindle.array(dense)
    with pytest.raises(SpindleValueError, match="expected at most 1"):
        A.to("ell(1)")
    with pytest.raises(SpindleValueError, match="no_such"):
        A.to("no_such")
    with pytest.raises(SpindleTypeError):
        A.astype("uint8")


def test_values_of_one_structure(dense):
    A = spindle.array(dense)
    assert (A * 2)._tensor.structure == A._tensor.structure
    assert (A * 2 + A).equals(spindle.array(3 * dense))
    # Another object of the same pattern.
    assert (A + spindle.array(dense)).equals(A * 2)
    changed = A
    changed *= 2
    assert changed.equals(A * 2) and np.array_equal(A.todense(), dense)
    explicit = A - A
    assert explicit.nnz == 4 and not explicit.any()
    assert not explicit.equals(spindle.array(np.zeros_like(dense)))


def test_operators_that_are_refused(dense):
    A = spindle.array(dense)
    for function in (
        lambda: A + 1,
        lambda: A == 0,
        lambda: np.exp(A),
        lambda: A / 0,
        lambda: np.asarray(A),
        lambda: np.array(A),
        lambda: np.modf(A),
        # NumPy keeps what it gives to a reduction for ever, so that it is asked for by hand.
        lambda: A.__array_ufunc__(np.add, "reduce", A),
        lambda: np.add(A, A, out=dense),
        lambda: np.concatenate([A, A]),
    ):
        with pytest.raises(SpindleError, match=r"todense\(\)"):
            function()
    for compare in (np.array_equal, np.array_equiv):
        with pytest.raises(SpindleTypeError, match=r"equals\(\)"):
            compare(A, A)
    assert np.ndim(A) == 2 and np.shape(A) == A.shape
    with pytest.raises(SpindleTypeError, match="einsum"):
        A * np.ones(4)
    with pytest.raises(SpindleValueError, match="at the same coordinates"):
        A + A.to("csc")
    with pytest.raises(SpindleValueError, match=r"any\(\) or all\(\)"):
        bool(A)
    with pytest.raises(TypeError):
        hash(A)
    with pytest.raises(TypeError):
        iter(A)
    with pytest.raises(SpindleTypeError):
        dense += A


def test_functions_of_numpy_that_ask_for_methods(dense):
    A = spindle.array(dense)
    assert np.sum(A) == dense.sum()
    assert np.array_equal(np.max(A, axis=1), dense.max(axis=1))
    assert np.mean(A) == dense.mean()
    assert np.array_equal(np.any(A, axis=0), dense.any(axis=0))
    assert np.transpose(A).shape == np.shape(A)[::-1] == (4, 3)
    assert np.array_equal(abs(A).todense(), abs(dense))
    with pytest.raises(SpindleTypeError, match="out"):
        np.sum(A, axis=0, out=np.zeros(4))


def test_single_elements(dense):
    A = spindle.array(dense)
    assert (A[0, 1], A[-1, -2], A[1, 1]) == (2, -3, 0)
    for index in (0, (slice(None), 1), (0, 1, 2), ("a", 0), None):
        with pytest.raises(SpindleTypeError, match="to_scipy"):
            A[index]
    with pytest.raises(IndexError):
        A[3, 0]


def test_todense_is_the_callers_own(dense):
    for format in ("dense", "csr"):
        A = spindle.array(dense, format=format)
        A.todense()[:] = 9
        assert np.array_equal(A.todense(), dense)
    given = dense.copy()
    shared = spindle.array(given, format="dense", copy=False)
    assert shared._get_values()[0].ctypes.data == given.ctypes.data


def test_to_scipy(dense):
    A = spindle.array(dense)
    assert A.to("ell").to_scipy().format == "csr"
    assert A.to_scipy("bsr(1, 2, full)").format == "bsr"
    own = A.to_scipy(copy=True)
    own.data[:] = 0
    assert A.sum() == dense.sum()
    assert A.to("csr(pos = i32, crd = i64)").to_scipy().indptr.dtype == np.int64
    with pytest.raises(SpindleTypeError, match="float16"):
        A.astype("float16").to_scipy()


@pytest.mark.parametrize("format", ["csr", "hyb(1, 1)", "sell(2, 2)", "csr(pos = i64, crd = i64)"])
def test_products(dense, format):
    A = spindle.array(dense, format=format)
    B = np.arange(8, dtype=np.float32).reshape(4, 2)
    assert np.array_equal(A @ B, dense @ B)
    assert np.array_equal(A @ B[:, 0].copy(), dense @ B[:, 0])
    C = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert np.array_equal(C @ A, C @ dense)
    assert np.array_equal(C[0] @ A, C[0] @ dense)


@pytest.mark.parametrize("offsets", [[-1, 0, 2], [2, 0, -1], [0, 2, -1]])
def test_products_of_diagonals_of_scipy(offsets):
    given = sp.dia_array((np.zeros((3, 4)), offsets), shape=(3, 4))
    for number, offset in enumerate(offsets):
        given.data[number, max(offset, 0) : min(4, 3 + offset)] = number + 1
    B = np.arange(8.0).reshape(4, 2)
    for A, wanted in (
        (spindle.array(given, copy=False), given.toarray()),
        (spindle.array(given).T, given.toarray().T),
    ):
        right = B[: wanted.shape[1]]
        assert np.array_equal(A @ right, wanted @ right)


AXES = [(), (0,), (1,), (-1,), (0, 1), (1, 0), (-1, 0), 0, -2, np.int64(1), None]


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr(2, 2)", "ell", "dense", "hyb(1, 2)"])
def test_reductions_over_any_axes(dense, format):
    A = spindle.array(dense, format)
    for axis, keeps in itertools.product(AXES, (False, True)):
        for name in ("sum", "prod", "mean", "max", "min", "any", "all"):
            expected = getattr(dense, name)(axis=axis, keepdims=keeps)
            made = getattr(A, name)(axis=axis, keepdims=keeps)
            is_equal = np.shape(made) == np.shape(expected) and np.allclose(made, expected)
            assert is_equal, (name, axis, keeps)
    assert np.array_equal(np.max(A, axis=()), dense)


@pytest.mark.parametrize(
    ("axis", "kind"),
    [(2, ValueError), (-3, ValueError), ((0, 0), ValueError), ((0, -2), ValueError),
     ([0], TypeError), (1.0, TypeError), ("0", TypeError), ((0, None), TypeError)],
)  # fmt: skip
def test_axes_that_there_are_not(dense, axis, kind):
    for reduce in (np.sum, np.mean):
        with pytest.raises(SpindleError, match="axis: expected") as raised:
            reduce(spindle.array(dense), axis=axis)
        assert isinstance(raised.value, kind) and raised.value.operand == "axis"


def test_products_of_other_shapes_and_types(dense):
    A = spindle.array(dense)
    stack = np.arange(24, dtype=np.float32).reshape(3, 4, 2)
    assert np.array_equal(A @ stack, dense @ stack)
    vector = spindle.from_coo([[0, 2]], np.float32([3, 5]), (3,))
    column = dense[:, 0].copy()
    assert vector @ column == vector.todense() @ column
    assert np.array_equal(vector @ dense, vector.todense() @ dense)
    with pytest.warns(CopyWarning):
        made = A @ np.ones((4, 2), np.int32)
    assert made.dtype == (dense @ np.ones((4, 2), np.int32)).dtype == np.float64
    with pytest.warns(CopyWarning) as warned:
        A @ np.ones((2, 4), np.float32).T
    assert warned[0].filename == __file__
    assert (A @ np.zeros((4, 0), np.float32)).shape == (3, 0)


def test_products_that_are_refused(dense):
    A = spindle.array(dense)
    with pytest.raises(SpindleTypeError, match="to_scipy"):
        A @ A.T
    with pytest.raises(SpindleTypeError, match="to_scipy"):
        A @ sp.eye_array(4)
    # SciPy asks nobody: it makes an array of NumPy, which is refused.
    with pytest.raises(SpindleTypeError, match="todense"):
        sp.eye_array(3) @ A
    with pytest.raises(SpindleTypeError):
        A @ 2
    with pytest.raises(SpindleValueError, match="expected 4 rows on the right"):
        A @ np.ones(3)
    with pytest.raises(SpindleValueError, match="dimensions for @"):
        spindle.from_coo([[0], [1], [2]], [1.0]) @ np.ones(3)


def test_values_at_the_pattern(dense):
    A = spindle.array(dense, format="csr")
    U = np.arange(6, dtype=np.float32).reshape(3, 2)
    V = np.arange(8, dtype=np.float32).reshape(2, 4)
    made = A.at_pattern(U, V)
    assert np.array_equal(made.todense(), np.where(dense != 0, U @ V, 0))
    assert made.nnz == A.nnz
    times = A.at_pattern("ik,jk->ij", U, np.ascontiguousarray(V.T), times=True)
    assert np.array_equal(times.todense(), dense * (U @ V))
    zeros = A * 0.0
    assert np.array_equal(zeros.at_pattern(U, V).todense(), made.todense())
    rows = A.at_pattern("i,j->ij", U[:, 0].copy(), V[0])
    assert np.array_equal(rows.todense(), np.where(dense != 0, np.outer(U[:, 0], V[0]), 0))
    for wrong in ((U,), ("ik,kj", U, V), ("ik,kj->i", U, V)):
        with pytest.raises(SpindleError):
            A.at_pattern(*wrong)


def test_lists_that_are_wrong():
    for coords, values, shape in (
        (([0, 5], [0, 0]), [1.0, 2], (2, 2)),
        (([0, -1], [0, 0]), [1.0, 2], (2, 2)),
        (([0, 1], [0]), [1.0, 2], (2, 2)),
        (([0, 1], [0, 1]), [1.0], (2, 2)),
        (([0], [0]), [1.0], (2, 2, 2)),
        (([0.5], [0]), [1.0], (2, 2)),
        ((), [1.0], ()),
    ):
        with pytest.raises(SpindleError):
            spindle.from_coo(coords, values, shape)
    with pytest.raises(SpindleTypeError):
        spindle.from_coo(([0], [0]), np.ones(1, np.uint8))
    assert spindle.from_coo(([], []), [], (2, 3)).shape == (2, 3)
    assert spindle.from_coo(([1], [2]), 4, dtype="f32").todense()[1, 2] == 4


def test_indices_of_lists_are_as_narrow_as_they_may():
    assert spindle.from_coo(([0], [1]), [1.0]).format == "csr"
    wide = spindle.from_coo(([0], [2**33]), [1.0], (1, 2**34), format="dcsr")
    assert wide.format == "dcsr(pos = i64, crd = i64)"
    assert wide[0, 2**33] == 1


def test_random_arrays_that_are_wrong():
    for density in (-0.1, 1.5, float("nan")):
        with pytest.raises(SpindleValueError, match="share from 0 to 1"):
            spindle.random_array((3, 3), density)


def test_as_array_gives_itself(dense):
    A = spindle.asarray(dense)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert spindle.asarray(A) is A
        assert spindle.asarray(A, dtype="f64").dtype == np.float64
    assert spindle.convert(A, "coo").format == "coo"
