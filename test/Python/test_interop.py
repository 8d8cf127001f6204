"""Operands of other packages: in and out without a copy, by one rule where one is needed."""

import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import matrices
import spindle
from spindle import CopyError, CopyWarning, SpindleError, SpindleTypeError, SpindleValueError
from spindle._interop import like_input, to_array, to_dense
from spindle._make import array
from spindle._types import to_dtype

FORMATS = ("csr", "csc", "coo", "bsr", "dia")
DTYPES = [name for name in matrices.DTYPES if name != "float16"]


def find_address(held):
    return held.__array_interface__["data"][0]


def list_arrays(scipy_array):
    """All arrays of one of SciPy, but the offsets of diagonals, whose sign Spindle turns."""
    names = ("data", "indices", "indptr")
    arrays = [getattr(scipy_array, name) for name in names if hasattr(scipy_array, name)]
    return arrays + list(getattr(scipy_array, "coords", []))


def make_scipy(format, dtype="float64", index=np.int32, is_matrix=False):
    """Six rows of eight, in order, with an empty row and an empty column."""
    dense = np.zeros((6, 8), dtype)
    dense[[0, 0, 1, 2, 2, 4, 5], [1, 5, 0, 2, 7, 3, 4]] = [1, 2, 3, 4, 5, 6, 7]
    made = (sp.csr_matrix if is_matrix else sp.csr_array)(dense)
    made = made.tobsr((2, 4)) if format == "bsr" else made.asformat(format)
    for name in ("indices", "indptr", "offsets"):
        if hasattr(made, name):
            setattr(made, name, getattr(made, name).astype(index))
    if format == "coo":
        made.coords = tuple(list.astype(index) for list in made.coords)
    return made, dense


@pytest.mark.parametrize("is_matrix", [False, True])
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("format", FORMATS)
def test_scipy_shares_memory_in_and_out(format, index, is_matrix):
    given, dense = make_scipy(format, index=index, is_matrix=is_matrix)
    before = [each.copy() for each in list_arrays(given)]
    made = array(given, copy=False)
    assert ("i64" in made.format) == (index == np.int64)
    assert np.array_equal(made.todense(), dense)
    back = made.to_scipy()
    assert back.format == format
    for ours, theirs in zip(list_arrays(back), list_arrays(given), strict=True):
        assert ours.dtype == theirs.dtype
        assert find_address(ours) == find_address(theirs)
        assert not ours.flags.writeable
    assert np.array_equal(back.toarray(), dense)
    for held, own in zip(list_arrays(given), before, strict=True):
        assert np.array_equal(held, own)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("format", FORMATS)
def test_scipy_of_each_type(format, dtype):
    given, dense = make_scipy(format, dtype)
    made = array(given, copy=False)
    assert made.dtype == dense.dtype
    assert np.array_equal(made.todense(), dense)


def test_scipy_matrices_and_arrays_of_other_ranks():
    vector = sp.coo_array(np.array([0.0, 2, 0, 3]))
    assert np.array_equal(array(vector, copy=False).todense(), vector.toarray())
    assert np.array_equal(array(vector.tocsr(), copy=False).todense(), vector.toarray())
    cube = np.zeros((2, 3, 4))
    cube[[0, 1, 1], [2, 0, 2], [3, 1, 0]] = [1, 2, 3]
    made = array(sp.coo_array(cube), copy=False)
    assert made.format.startswith("coo")
    assert np.array_equal(made.todense(), cube)
    assert np.array_equal(made.to_scipy().toarray(), cube)


# SciPy has no blocks without rows or columns.
EMPTY = [(format, (4, 6)) for format in FORMATS] + [
    (format, shape) for format in FORMATS if format != "bsr" for shape in ((0, 6), (4, 0), (0, 0))
]


@pytest.mark.parametrize(("format", "shape"), EMPTY)
def test_scipy_without_elements(format, shape):
    made = array(sp.csr_array(shape).asformat(format), copy=False)
    assert made.shape == made.to_scipy().shape == shape
    assert made.to_scipy().format == format
    assert (made @ np.ones((shape[1], 2))).shape == (shape[0], 2)
    assert made.sum() == 0


def test_longer_arrays_than_are_in_use():
    given, dense = make_scipy("csr")
    given.data = np.append(given.data, [9.0, 9.0])
    given.indices = np.append(given.indices, np.array([0, 0], np.int32))
    made = array(given, copy=False)
    assert np.array_equal(made.todense(), dense)


def test_arrays_that_may_only_be_read():
    given, dense = make_scipy("csr")
    for held in list_arrays(given):
        held.flags.writeable = False
    made = array(given, copy=False)
    assert np.array_equal(made.todense(), dense)
    assert not made._get_values()[0].flags.writeable
    assert not made.T._get_values()[0].flags.writeable
    assert (made * 2)._get_values()[0].flags.writeable
    # Nor does a kernel write into it, whatever its caller wants.
    kernel = spindle.compile("sddmm", A=made, X=np.ones((6, 2)), Y=np.ones((8, 2)))
    with pytest.raises(SpindleError, match="writ"):
        kernel(A=made, X=np.ones((6, 2)), Y=np.ones((8, 2)), out=made)
    frozen = np.ones((2, 2))
    frozen.flags.writeable = False
    assert to_dense(frozen, copy=False) is frozen


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr"])
def test_unsorted_and_duplicates_are_a_copy(format):
    rows, columns = np.array([3, 0, 0, 3, 0]), np.array([1, 3, 0, 1, 3])
    given = sp.coo_array((np.arange(1.0, 6.0), (rows, columns)), shape=(4, 4))
    dense = given.toarray()
    if format in ("csr", "csc"):
        inner, outer = (columns, rows) if format == "csr" else (rows, columns)
        order = np.argsort(outer, kind="stable")
        starts = np.searchsorted(outer[order], np.arange(5))
        make = sp.csr_array if format == "csr" else sp.csc_array
        given = make((given.data[order], inner[order], starts), shape=(4, 4))
    if format == "bsr":
        blocks = np.arange(12.0).reshape(3, 2, 2)
        given = sp.bsr_array((blocks, np.array([1, 0, 1]), np.array([0, 3, 3])), shape=(4, 4))
        dense = given.toarray()
    before = [each.copy() for each in list_arrays(given)]
    with pytest.raises(CopyError, match="A: expected elements in ascending order"):
        to_array(given, name="A", copy=False)
    with pytest.warns(CopyWarning, match="A: copied") as warned:
        made = to_array(given, name="A")
    assert warned[0].filename == __file__
    assert made.format.split("(")[0] == format
    assert np.array_equal(made.todense(), dense)
    for held, own in zip(list_arrays(given), before, strict=True):
        assert np.array_equal(held, own)


@pytest.mark.parametrize("offsets", [[-1, 0, 2], [2, 0, -1], [0, 2, -1]])
def test_diagonals(offsets):
    data = np.arange(1.0, 19.0).reshape(3, 6)
    given = sp.dia_array((data, offsets), shape=(5, 6))
    dense = given.toarray()
    # What lies outside of the matrix is not 0.
    with pytest.raises(CopyError, match="0 outside of the matrix"):
        array(given, copy=False)
    with pytest.warns(CopyWarning):
        made = array(given)
    assert np.array_equal(made.todense(), dense)
    column = np.arange(6) - np.array(offsets)[:, None]
    data[(column < 0) | (column >= 5)] = 0
    shared = array(sp.dia_array((data, offsets), shape=(5, 6)), copy=False)
    assert find_address(shared.to_scipy().data) == find_address(data)
    assert list(shared.to_scipy().offsets) == offsets
    assert np.array_equal(shared.to("csr").todense(), dense)


def test_diagonals_shorter_and_longer_than_a_row():
    for width in (2, 9):
        given = sp.dia_array((np.ones((1, width)), [0]), shape=(4, 5))
        with pytest.warns(CopyWarning):
            assert np.array_equal(array(given).todense(), given.toarray())


def test_arrays_that_break_the_rules():
    given, _ = make_scipy("csr")
    given.indices[-1] = 8
    with pytest.raises(SpindleValueError, match="8"):
        array(given)
    given, _ = make_scipy("csr")
    given.indptr[1] = 7
    with pytest.raises(SpindleValueError):
        array(given)
    given, _ = make_scipy("coo")
    given.coords[1][0] = -1
    with pytest.raises(SpindleValueError):
        array(given)


@pytest.mark.parametrize("shape", [(5, 5), (4, 5), (5, 4), (4, 4), (1, 1)])
def test_blocks_that_end_beyond_the_matrix(shape):
    dense = np.arange(1.0, np.prod(shape) + 1).reshape(shape)
    back = array(dense, "bsr(2, 2, full)").to_scipy()
    assert back.shape == shape and np.array_equal(back.toarray(), dense)
    assert back.format == ("bsr" if shape == (4, 4) else "csr")


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (5, 2), (0, 3), (3, 0)])
def test_diagonals_outside_of_the_matrix_have_no_cells(shape):
    offsets = np.arange(-6, 7)[np.random.default_rng(1).permutation(13)]
    given = sp.dia_array((np.ones((13, shape[1])), offsets), shape=shape)
    with pytest.warns(CopyWarning, match="copied: expected its diagonals alone"):
        made = array(given)
    assert np.array_equal(made.todense(), given.toarray())
    with pytest.raises(CopyError):
        array(given, copy=False)


def test_types_that_spindle_has_not():
    for kind in ("uint8", "uint64", "longdouble"):
        given = sp.csr_array(np.eye(2, dtype=kind))
        with pytest.raises(SpindleTypeError, match="A: expected a type of elements") as raised:
            to_array(given, name="A")
        assert raised.value.operand == "A"
        with pytest.raises(SpindleTypeError):
            to_dense(np.eye(2, dtype=kind), np.float64)
    for given in (object(), None, 3.0, "text", np.array(["a"]), [[1], [2, 3]], np.ma.ones(2), {}):
        with pytest.raises(SpindleTypeError):
            to_array(given)


def test_other_formats_of_scipy_are_copied():
    given = sp.lil_array(np.eye(3))
    with pytest.warns(CopyWarning, match="lil"):
        assert np.array_equal(array(given).todense(), np.eye(3))
    with pytest.raises(CopyError):
        array(given, copy=False)


def test_a_warning_comes_once_for_a_line():
    given = np.ones((2, 3)).T
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("default")
        for _ in range(3):
            to_dense(given)
    assert len(warned) == 1
    assert warned[0].filename == __file__


@pytest.mark.parametrize(
    "given",
    [
        np.ones((2, 3)).T,
        np.ones((4, 4))[::2],
        np.ones(3, ">f4"),
        np.ones(25, np.uint8)[1:].view(np.float64),
        np.broadcast_to(np.ones(3), (2, 3)),
    ],
)
def test_dense_arrays_that_are_copied(given):
    with pytest.raises(CopyError, match="x: expected"):
        to_dense(given, name="x", copy=False)
    with pytest.warns(CopyWarning, match="x: copied"):
        made = to_dense(given, name="x")
    assert made.flags.c_contiguous and made.flags.aligned and made.dtype.isnative
    assert np.array_equal(made, given)


def test_dense_arrays_that_are_shared():
    given = np.arange(6.0).reshape(2, 3)
    assert to_dense(given) is given
    assert find_address(to_dense(given.view(np.matrix), copy=False)) == find_address(given)
    assert find_address(to_dense(memoryview(given), copy=None)) == find_address(given)
    copied = to_dense(given, copy=True)
    assert not np.shares_memory(copied, given)
    with pytest.warns(CopyWarning, match="float32"):
        assert to_dense(given, np.float32).dtype == np.float32
    assert to_dense([1, 2.5]).dtype == np.float64
    assert to_dense(2).shape == ()
    for shape in ((0,), (0, 3), (3, 0)):
        assert to_dense(np.zeros(shape), copy=False).shape == shape


class OnDevice:
    """What speaks DLPack, on a device of CUDA."""

    def __dlpack__(self, **_):
        raise AssertionError("asked for memory of a device")

    def __dlpack_device__(self):
        return (2, 0)


class ByDlpack:
    """What speaks DLPack and nothing else."""

    def __init__(self, held):
        self.held = held

    def __dlpack__(self, **given):
        return self.held.__dlpack__(**given)

    def __dlpack_device__(self):
        return self.held.__dlpack_device__()


def test_dlpack():
    given = np.arange(4.0)
    assert find_address(to_dense(ByDlpack(given), copy=False)) == find_address(given)
    with pytest.raises(SpindleTypeError, match="x: expected an array in the host's memory.* 2:0"):
        to_dense(OnDevice(), name="x")


def test_sparse_where_dense_is_wanted():
    for given in (sp.eye_array(2), array(np.eye(2))):
        with pytest.raises(SpindleTypeError, match="x: expected a dense array"):
            to_dense(given, name="x")


def test_bfloat16():
    pytest.importorskip("ml_dtypes")
    brain = to_dtype("bfloat16")
    dense = np.eye(3, dtype=brain)
    assert to_dense(dense, copy=False) is dense
    made = array(sp.eye_array(3, format="csr"), dtype="bfloat16")
    assert made.dtype == brain
    assert made.to("ell").todense().dtype == brain
    assert np.array_equal(made.todense(), dense)
    assert pickle.loads(pickle.dumps(made)).equals(made)
    assert (made * 2).sum() == 6


def test_formats_and_types_that_are_asked_for():
    given, dense = make_scipy("csr")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = array(given, format="sell(2, 4)", dtype="float32")
    assert (made.format, made.dtype) == ("sell(2, 4)", np.float32)
    assert np.array_equal(made.todense(), dense)
    for wrong in ({"format": "ell"}, {"dtype": "f32"}):
        with pytest.raises(CopyError):
            array(given, copy=False, **wrong)
    copied = array(given, copy=True)
    assert not np.shares_memory(copied.to_scipy().data, given.data)
    assert array(copied) is copied
    assert array(copied, "csr", copy=False) is copied
    assert array(copied, copy=True) is not copied


def test_wide_indices_stay_wide():
    given, dense = make_scipy("csr", index=np.int64)
    made = array(given)
    for format in ("csc", "coo", "ell", "bsr(2, 2)", "sell(2, 4)", "bsr(2, 4, full)"):
        other = made.to(format)
        assert "crd = i64" in other.format
        assert np.array_equal(other.todense(), dense)
    narrow = made.to("csr(pos = i32, crd = i32)")
    assert narrow.format == "csr"


def test_results_like_the_inputs():
    made = np.ones(2)
    assert like_input(made, np.ones(3), 2.0) is made


def test_pydata():
    sparse = pytest.importorskip("sparse")
    dense = np.zeros((3, 4, 5))
    dense[[0, 1, 2], [3, 1, 0], [4, 0, 2]] = [1, 2, 3]
    given = sparse.COO.from_numpy(dense)
    made = array(given)
    assert np.array_equal(made.todense(), dense)
    assert find_address(made._get_values()[0]) == find_address(given.data)
    for axes in ((0,), (1,)):
        matrix = sparse.GCXS.from_numpy(dense[1], compressed_axes=axes)
        made = array(matrix)
        assert made.format.startswith("csr" if axes == (0,) else "csc")
        assert np.array_equal(made.todense(), dense[1])
        assert find_address(made._get_values()[0]) == find_address(matrix.data)
    with pytest.warns(CopyWarning, match="GCXS of 3 dimensions"):
        assert np.array_equal(array(sparse.GCXS.from_numpy(dense)).todense(), dense)
    with pytest.raises(SpindleValueError, match="fill value 0"):
        array(sparse.COO.from_numpy(np.ones((2, 2)), fill_value=1.0))
    with pytest.raises(SpindleTypeError, match="DOK"):
        array(sparse.DOK((2, 2)))
