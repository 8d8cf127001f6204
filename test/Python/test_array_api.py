"""What docs/PythonArrays.md lists agrees with NumPy, in all formats and types."""

import copy
import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from matrices import dense_matrices, fill, formats
from spindle._errors import SpindleError, SpindleValueError
from spindle._make import array, from_coo, random_array

AXES = st.sampled_from([None, 0, 1, -1, (0, 1), (-2,), ()])


def check_same(made, wanted):
    """One type, shape and value; NaN equals NaN."""
    assert np.asarray(made).dtype == np.asarray(wanted).dtype
    assert np.shape(made) == np.shape(wanted)
    np.testing.assert_allclose(made, wanted, rtol=1e-6)


def check_array(made, wanted):
    """The same of an array, whose storage is right: to be pickled is to be checked."""
    check_same(made.todense(), wanted)
    assert pickle.loads(pickle.dumps(made)).equals(made)


@given(dense_matrices(), formats, formats)
def test_conversions(dense, first, second):
    made = array(dense, format="csr")
    there = made.to(first)
    assert there.equals(made)
    again = there.to(second)
    assert again.equals(made) and made.equals(again)
    assert again.nnz == np.count_nonzero(dense)
    check_array(again, dense)


@given(dense_matrices(), formats)
def test_transposes(dense, format):
    made = array(dense, format="csr").to(format)
    if len(made._tensor.part_formats) > 1:
        with pytest.raises(SpindleValueError, match="one part"):
            made.transpose()
        return
    turned = made.T
    assert turned.shape == dense.T.shape
    check_array(turned, dense.T)
    assert turned.T.equals(made)
    assert made.transpose((0, 1)).equals(made)
    for ours, theirs in zip(made._get_values(), turned._get_values(), strict=True):
        assert ours.ctypes.data == theirs.ctypes.data


@given(dense_matrices(), formats)
def test_round_trips(dense, format):
    made = array(dense, format="csr").to(format)
    assert copy.copy(made).equals(made)
    assert copy.deepcopy(made).equals(made)
    assert from_coo(*made.coords(), made.shape).equals(made)
    if dense.dtype != np.float16:
        check_same(made.to_scipy().toarray(), dense)
        assert array(made.to_scipy(), copy=False).equals(made)


@given(dense_matrices(), formats, AXES, st.booleans())
def test_reductions(dense, format, axis, keepdims):
    made = array(dense, format="csr").to(format)
    for name in ("sum", "prod", "mean", "any", "all", "max", "min"):
        reduce = getattr(dense, name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                wanted = reduce(axis=axis, keepdims=keepdims)
        except ValueError:
            with pytest.raises(SpindleValueError, match="at least one cell"):
                getattr(made, name)(axis=axis, keepdims=keepdims)
            continue
        check_same(getattr(made, name)(axis=axis, keepdims=keepdims), wanted)


KEEP_ZERO = (
    np.negative,
    np.abs,
    np.conjugate,
    np.square,
    np.sin,
    np.sign,
    np.isnan,
    np.logical_and,
    lambda x: 2 * x,
    lambda x: x * np.float32(0.5),
    lambda x: x / 2,
    lambda x: -x,
    lambda x: x != 0,
    lambda x: x + x,
    lambda x: x - 2 * x,
    lambda x: x * x,
    lambda x: np.maximum(x, x * 2),
    lambda x: x.real,
    lambda x: x.imag,
)


@given(dense_matrices(), formats, st.sampled_from(KEEP_ZERO))
def test_functions_that_keep_zero(dense, format, function):
    made = array(dense, format="csr").to(format)
    with np.errstate(all="ignore"):
        try:
            wanted = function(dense)
        except TypeError:
            with pytest.raises(TypeError):
                function(made)
            return
        check_array(function(made), wanted)
    assert made.equals(array(dense, format="csr"))


FILL = (
    np.cos,
    np.exp,
    lambda x: x + 1,
    lambda x: 1 - x,
    lambda x: x == 0,
    lambda x: x / 0,
    lambda x: x * np.inf,
    lambda x: x >= 0,
    lambda x: x**0,
)


@given(dense_matrices(dtypes=("float32", "float64")), formats, st.sampled_from(FILL))
def test_functions_that_fill(dense, format, function):
    made = array(dense, format="csr").to(format)
    with pytest.raises(SpindleValueError, match="todense"):
        function(made)


@given(dense_matrices(), st.sampled_from(["bool", "int64", "float32", "complex128"]), formats)
def test_types(dense, dtype, format):
    made = array(dense, format="csr").to(format)
    other = np.ones((), dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
        assert (made * other).dtype == np.result_type(dense, other)
        check_array(made.astype(dtype), dense.astype(dtype))


@given(dense_matrices(), formats, st.data())
def test_single_cells(dense, format, data):
    made = array(dense, format="csr").to(format)
    if not dense.size:
        return
    cell = tuple(data.draw(st.integers(-size, size - 1)) for size in dense.shape)
    check_same(made[cell], dense[cell])


@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(["int64", "float32"]))
def test_lists_of_elements_in_any_order(seed, rank, dtype):
    rng = np.random.default_rng(seed)
    shape = tuple(int(size) for size in rng.integers(1, 5, rank))
    coords = [rng.integers(0, size, 12) for size in shape]
    values = rng.integers(-9, 9, 12).astype(dtype)
    dense = np.zeros(shape, dtype)
    np.add.at(dense, tuple(coords), values)
    made = from_coo(coords, values, shape)
    check_array(made, dense)
    check_same(made.sum(axis=0), dense.sum(axis=0))
    check_array(made.transpose(), dense.T)


@given(dense_matrices(), st.integers(0, 2**32), st.sampled_from(["csr", "csc", "coo"]))
def test_unsorted_and_duplicates(dense, seed, format):
    rng = np.random.default_rng(seed)
    if not dense.size or dense.dtype in (np.float16, np.bool_):
        return
    coords = [rng.integers(0, size, 12) for size in dense.shape]
    given_ = sp.coo_array((np.ones(12, dense.dtype), coords), shape=dense.shape)
    made = array(given_, format=format, copy=True)
    check_array(made, given_.toarray())


@given(st.floats(0, 1), st.integers(0, 9), st.integers(0, 9), st.integers(0, 99))
def test_random_arrays(density, rows, columns, seed):
    made = random_array((rows, columns), density, dtype="float32", rng=seed)
    assert made.nnz == round(density * rows * columns)
    assert made.equals(random_array((rows, columns), density, dtype="float32", rng=seed))


@given(dense_matrices(dtypes=("float64", "int32", "complex64")), st.integers(0, 99))
def test_arrays_of_other_structures(dense, seed):
    made = array(dense, format="csr")
    other = fill(dense.shape, "sparse", dense.dtype, seed)
    if np.array_equal(other != 0, dense != 0):
        check_array(made + array(other), dense + other)
        return
    with pytest.raises(SpindleError, match="at the same coordinates"):
        made + array(other)
