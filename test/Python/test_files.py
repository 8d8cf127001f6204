"""Arrays in files: what is written is read, or refused with the reason."""

import gzip
import itertools
import os
import pickle
import re
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp
import sparse

import spindle
from spindle import SpindleTypeError, SpindleValueError

DTYPES = [
    np.dtype(name)
    for name in (
        *("bool", "int8", "int16", "int32", "int64", "float16"),
        *("float32", "float64", "complex64", "complex128"),
    )
] + [np.dtype(ml_dtypes.bfloat16)]
SHAPES = [(7,), (5, 4), (2, 3, 4), (2, 3, 1, 4)]
PAGE = Path(__file__).parents[2] / "docs" / "PythonArrays.md"


@pytest.fixture
def array():
    return spindle.random_array((6, 5), 0.4, rng=3)


def list_elements(array):
    """Coordinates in row-major order and values, byte by byte."""
    coordinates, values = array._tensor.entries(True)
    return [list(each) for each in coordinates], values.tobytes()


def assert_same(read, array):
    assert (read.shape, read.dtype) == (array.shape, array.dtype)
    assert list_elements(read) == list_elements(array)


# The table of PythonArrays.md


def read_kinds():
    """What each kind of file holds, as the page says: ranks, types, and elements."""
    rows = re.findall(r"^\| `(\.\w+)`.*\| (.+) \| (.+) \| (.+) \|$", PAGE.read_text(), re.M)
    kinds = {}
    for ending, ranks, types, elements in rows:
        first, *last = [int(number) for number in re.findall(r"\d+", ranks)]
        names = re.findall(r"`(\w+)`", types)
        held = {
            dtype.name
            for dtype in DTYPES
            if types == "all" or (dtype.name in names) != types.startswith("all but")
        }
        kinds[ending] = (range(first, (last or [first])[0] + 1), held, elements)
    assert set(kinds) == {".mtx", ".smtx", ".tns", ".npz", ".npy"}
    return kinds


KINDS = read_kinds()


def draw_values(dtype, count):
    """The awkward numbers of a type, an explicit zero last."""
    if dtype.kind == "b":
        return np.array(([True] * count)[: count - 1] + [False])
    if dtype.kind == "i":
        limits = np.iinfo(dtype)
        some = [limits.min, limits.max, limits.max - 1, 1, -1]
    else:
        limits = ml_dtypes.finfo(dtype)
        some = [limits.max, limits.smallest_subnormal, -np.inf, np.nan, 1 / 3, -limits.eps]
        if dtype.kind == "c":
            parts = np.array([float(each) for each in some], limits.dtype)
            some = [complex(*pair) for pair in zip(parts, parts[::-1], strict=True)]
    values = np.array(list(itertools.islice(itertools.cycle(some), count)), dtype)
    values[-1] = 0
    return values


def make_contents(shape, dtype):
    """Arrays of a shape and a type by what is in them."""
    rng = np.random.default_rng(len(shape))
    cells = int(np.prod(shape))
    places = np.sort(rng.choice(cells, min(cells, 7), replace=False))
    coords = np.unravel_index(places, shape)
    values = draw_values(dtype, len(places))
    kept = [each[:-1] for each in coords]
    empty = tuple(0 if dim == 0 else size for dim, size in enumerate(shape))
    nothing = [np.array([], np.int64)] * len(shape)
    yield "explicit zero", spindle.from_coo(coords, values, shape)
    yield "any", spindle.from_coo(kept, values[:-1], shape)
    yield "ones", spindle.from_coo(kept, np.ones(len(kept[0]), dtype), shape)
    yield "one element", spindle.from_coo([[0]] * len(shape), np.ones(1, dtype), (1,) * len(shape))
    yield "no elements", spindle.from_coo(nothing, values[:0], shape)
    yield "no cells", spindle.from_coo(nothing, values[:0], empty)


def find_obstacle(ending, array, content):
    """What the error names where this kind of file cannot hold the array; empty where it can."""
    ranks, held, elements = KINDS[ending]
    if array.ndim not in ranks:
        return f"which has {array.ndim} dimension"
    if array.dtype.name not in held:
        return f"of {array.dtype.name} "
    if elements == "ones alone" and content in ("explicit zero", "any"):
        return r"all 1 .* but got"
    if elements == "no explicit zeros" and content == "explicit zero":
        return r"other than 0 .* got 0 as the element \("
    assert elements in ("any", "ones alone", "no explicit zeros")
    return ""


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_what_is_written_is_read(tmp_path, dtype):
    written = 0
    for shape in SHAPES:
        for content, array in make_contents(shape, dtype):
            for ending in (*KINDS, ".mtx.gz", ".smtx.gz", ".tns.gz"):
                path = tmp_path / f"A{ending}"
                obstacle = find_obstacle(ending.removesuffix(".gz"), array, content)
                if obstacle:
                    with pytest.raises(SpindleValueError, match=obstacle):
                        spindle.save(array, path)
                    assert not os.listdir(tmp_path), (ending, content)
                    continue
                spindle.save(array, path)
                assert_same(spindle.read(path), array)
                path.unlink()
                written += 1
    assert written > 50


@pytest.mark.parametrize("format", ["csc", "bsr(2, 2)", "ell", "dcsr", "hyb(1, 2)", "dia"])
def test_arrays_in_any_format(tmp_path, format):
    dense = np.zeros((6, 4))
    dense[[0, 0, 3, 5], [0, 1, 1, 3]] = [1, 2, 3, 4]
    array = spindle.array(dense).to(format)
    for ending in (".mtx", ".tns", ".npz", ".npy"):
        spindle.save(array, tmp_path / f"A{ending}")
        assert_same(spindle.read(tmp_path / f"A{ending}"), spindle.array(dense))
    assert np.array_equal(sp.load_npz(tmp_path / "A.npz").toarray(), dense)


@pytest.mark.parametrize("name", ["A.mtx", "A.tns", "A.npz"])
def test_format_and_type_that_are_asked_for(tmp_path, array, name):
    spindle.save(array, tmp_path / name)
    assert spindle.read(tmp_path / name).format == "csr"
    again = spindle.read(tmp_path / name, format="ell", dtype="float32")
    assert (again.format, again.dtype) == ("ell(?)", np.float32)
    assert spindle.read(tmp_path / name, format="auto").equals(array)


def test_large_coordinates(tmp_path):
    size = 2**40
    for rank in (1, 2, 3):
        places = [[0, size - 1, 2**31]] * rank
        array = spindle.from_coo(places, [1.0, 2.0, 3.0], (size,) * rank, "coo")
        for ending in (".tns", ".npz", *([".mtx"] if rank == 2 else [])):
            spindle.save(array, tmp_path / f"A{ending}")
            assert_same(spindle.read(tmp_path / f"A{ending}", "coo"), array)


# Files of others


def test_files_of_scipy(tmp_path, array):
    scipy.io.mmwrite(tmp_path / "A.mtx", array.to_scipy())
    assert np.allclose(spindle.read(tmp_path / "A.mtx").todense(), array.todense())
    spindle.save(array, tmp_path / "B.mtx")
    assert np.allclose(scipy.io.mmread(tmp_path / "B.mtx").toarray(), array.todense())
    for format in ("csr", "csc", "coo", "bsr", "dia"):
        sp.save_npz(tmp_path / "A.npz", array.to_scipy(copy=True).asformat(format))
        assert np.array_equal(spindle.read(tmp_path / "A.npz").todense(), array.todense())
    for format in ("csr", "csc", "coo"):
        spindle.save(array.to(format), tmp_path / "C.npz")
        assert np.array_equal(sp.load_npz(tmp_path / "C.npz").toarray(), array.todense())
    # A diagonal outside of the matrix.
    sp.save_npz(tmp_path / "A.npz", sp.dia_array((np.ones((2, 3)), [-5, 1]), shape=(3, 3)))
    assert spindle.read(tmp_path / "A.npz").nnz == 2


def test_any_rank_of_scipy_and_pydata(tmp_path):
    path = tmp_path / "A.npz"
    for shape in SHAPES:
        made = sparse.random(shape, density=0.3, random_state=1, idx_dtype=np.uint8)
        dense = made.todense()
        for compressed in (True, False):
            sp.save_npz(path, sp.coo_array(dense), compressed=compressed)
            assert_same(spindle.read(path), spindle.array(dense))
            sparse.save_npz(path, made, compressed=compressed)
            assert_same(spindle.read(path), spindle.array(dense))
        spindle.save(spindle.array(dense), path)
        assert np.array_equal(sp.load_npz(path).toarray(), dense)
        for count in range(1, len(shape)):
            for axes in itertools.combinations(range(len(shape)), count):
                sparse.save_npz(path, sparse.GCXS(made, compressed_axes=axes))
                assert_same(spindle.read(path), spindle.array(dense))
    vector = np.array([0.0, 2, 0, 3])
    for save, obj in (
        (sp.save_npz, sp.csr_array(vector)),
        (sparse.save_npz, sparse.GCXS.from_numpy(vector)),
    ):
        save(path, obj)
        assert spindle.read(path).todense().tolist() == vector.tolist()
    for kind in (sparse.COO, sparse.GCXS):
        sparse.save_npz(path, kind.from_numpy(np.array([[1.0, 0]]), fill_value=1))
        with pytest.raises(SpindleValueError, match="fill_value.npy: expected 0 but got 1"):
            spindle.read(path)
    # Versions before 0.19 named no format.
    np.savez(path, data=[5.0], coords=[[1], [2], [0]], shape=[2, 3, 4], fill_value=0.0)
    assert spindle.read(path).todense()[1, 2, 0] == 5


def test_unsorted_and_repeated_elements(tmp_path):
    row, col, data = np.array([1, 0, 1]), np.array([0, 1, 0]), np.array([1.0, 2, 4])
    sp.save_npz(tmp_path / "A.npz", sp.coo_array((data, (row, col)), shape=(2, 2)))
    head = "%%MatrixMarket matrix coordinate real general\n2 2 3\n"
    lines = [f"{r + 1} {c + 1} {v}\n" for r, c, v in zip(row, col, data, strict=True)]
    (tmp_path / "A.mtx").write_text(head + "".join(lines))
    (tmp_path / "A.tns").write_text("".join(lines))
    for ending in ("npz", "mtx", "tns"):
        assert spindle.read(tmp_path / f"A.{ending}").todense().tolist() == [[0, 2], [5, 0]]


@pytest.mark.parametrize("order", ["<", ">"])
def test_orders_of_bytes_and_unsigned_integers(tmp_path, order):
    for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"):
        dense = np.array([[0, 5], [127, 0]], order + name)
        if name[0] == "u" and name != "u8":
            dense[0, 1] = np.iinfo(dense.dtype).max
        dtype = np.dtype({"u1": "i2", "u2": "i4", "u4": "i8", "u8": "i8"}.get(name, name))
        np.save(tmp_path / "A.npy", dense)
        rows = np.array([0, 1], order + "u4"), np.array([1, 0], order + "i4")
        np.savez(
            tmp_path / "A.npz",
            **{"format": np.array("coo", order + "U3"), "shape": np.array([2, 2], order + "i8")},
            **{"row": rows[0], "col": rows[1], "data": dense[[0, 1], [1, 0]]},
        )
        for path in (tmp_path / "A.npy", tmp_path / "A.npz"):
            assert_same(spindle.read(path), spindle.array(dense.astype(dtype)))
    np.save(tmp_path / "A.npy", np.array([0, 2**63], order + "u8"))
    got = "expected element 1 to be a value of type int64 but got 9223372036854775808"
    with pytest.raises(SpindleValueError, match=got):
        spindle.read(tmp_path / "A.npy")


def write_mtx(path, field, *numbers):
    lines = [f"1 1 {number}\n" for number in numbers]
    head = f"%%MatrixMarket matrix coordinate {field} general\n1 1 {len(numbers)}\n"
    path.write_text(head + "".join(lines))


def test_types_of_text_by_its_numbers(tmp_path):
    path = tmp_path / "A.mtx"
    for field, number, value, dtype in (
        ("integer", "9007199254740993", 9007199254740993, np.int64),
        ("real", "0.1", 0.1, np.float64),
        ("complex", "1.5 -2", 1.5 - 2j, np.complex128),
        ("pattern", "", 1.0, np.float64),
    ):
        write_mtx(path, field, number)
        read = spindle.read(path)
        assert (read.todense()[0, 0], read.dtype) == (value, dtype)
    write_mtx(path, "integer", 2**63)
    with pytest.raises(SpindleValueError, match=r":3: .* int64 but got '9223372036854775808'"):
        spindle.read(path)


def test_compressed_text_and_dense_arrays(tmp_path, array):
    spindle.save(array, tmp_path / "A.mtx")
    (tmp_path / "B.mtx.gz").write_bytes(gzip.compress((tmp_path / "A.mtx").read_bytes()))
    assert spindle.read(tmp_path / "B.mtx.gz").equals(array)
    np.save(tmp_path / "A.npy", array.todense().astype(np.float32))
    read = spindle.read(tmp_path / "A.npy")
    assert read.dtype == np.float32 and read.format == "csr"
    cube = np.zeros((2, 3, 4), order="F")
    cube[1, 2, 3] = 5
    np.save(tmp_path / "B.npy", cube)
    assert spindle.read(tmp_path / "B.npy").format == "coo"
    assert np.array_equal(spindle.read(str(tmp_path / "B.npy")).todense(), cube)
    np.save(tmp_path / "A.npy", np.float64(3))
    with pytest.raises(SpindleValueError, match=r"A.npy: expected .* 1 dimension but got a number"):
        spindle.read(tmp_path / "A.npy")


# Types that are asked for


def write_number(tmp_path, value):
    """Files of every kind that have the number alone, at (0, 0)."""
    dense = np.array([[value]])
    field = {"i": "integer", "f": "real", "c": "complex"}[dense.dtype.kind]
    text = f"{value.real} {value.imag}" if field == "complex" else str(value)
    write_mtx(tmp_path / "A.mtx", field, text)
    sp.save_npz(tmp_path / "A.npz", sp.csr_array(dense))
    np.save(tmp_path / "A.npy", dense)
    if field == "complex":
        return [".mtx", ".npz", ".npy"]
    (tmp_path / "A.tns").write_text(f"1 1 {text}\n")
    return [".mtx", ".tns", ".npz", ".npy"]


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (300, "int8", None),
        (-129, "int8", None),
        (1.5, "int32", None),
        (2, "bool", None),
        (1e39, "float32", None),
        (70000, "float16", None),
        (float("nan"), "int64", None),
        (1 + 0j, "float64", None),
        (-128, "int8", -128),
        (2.0, "int32", 2),
        (1.0, "bool", True),
        (0.1, "float32", np.float32(0.1)),
        (2**53 + 1, "float64", 2.0**53),
        (float("inf"), "float16", np.inf),
        (7, "complex64", 7),
        (0.5, "complex128", 0.5),
    ],
)
def test_one_rule_for_types_that_are_asked_for(tmp_path, value, dtype, expected):
    for ending in write_number(tmp_path, value):
        path = tmp_path / f"A{ending}"
        if expected is not None:
            read = spindle.read(path, dtype=dtype)
            assert (read.dtype, read.todense()[0, 0]) == (dtype, expected), ending
            continue
        with pytest.raises(SpindleValueError) as error:
            spindle.read(path, dtype=dtype)
        text = str(error.value)
        assert text.startswith(str(path)) and f"of type {dtype} but got" in text, text
        if not isinstance(value, complex):
            place = "element (0, 0)" if ending in (".npz", ".npy") else "entry 1"
            assert place in text, text


# Paths and the system


class Named:
    """A path of no class that is known."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


def test_any_path(tmp_path, array):
    path = os.fsencode(tmp_path / "A") + b"\xff.npz"
    for each in (path, Named(path), os.fsdecode(path), Named(os.fsdecode(path))):
        spindle.save(array, each)
        assert spindle.read(each).equals(array)
    missing = os.fsencode(tmp_path) + b"/\xff/A.mtx"
    with pytest.raises(FileNotFoundError, match="no such file"):
        spindle.read(missing)
    for bad in (None, 1, [path]):
        for call in (spindle.read, lambda each: spindle.save(array, each)):
            with pytest.raises(SpindleTypeError, match=r"path: expected a path .* but got"):
                call(bad)
    with pytest.raises(SpindleValueError, match="zero byte"):
        spindle.read("A.mtx\0.npz")


def test_errors_of_the_system(tmp_path, array):
    missing, folder = tmp_path / "no_such.mtx", tmp_path / "folder.mtx"
    folder.mkdir()
    for error, call in (
        (FileNotFoundError, lambda: spindle.read(missing)),
        (FileNotFoundError, lambda: spindle.save(array, tmp_path / "no" / "A.mtx")),
        (IsADirectoryError, lambda: spindle.read(folder)),
        (IsADirectoryError, lambda: spindle.save(array, folder)),
    ):
        with pytest.raises(error) as caught:
            call()
        assert isinstance(caught.value, SpindleValueError)
        assert caught.value.errno and "[Errno" not in str(caught.value)
    with pytest.raises(FileNotFoundError) as caught:
        spindle.read(missing)
    assert caught.value.filename == str(missing)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (type(caught.value), str(caught.value))
    if os.geteuid():
        sealed = tmp_path / "sealed.mtx"
        sealed.touch(mode=0o000)
        for call in (spindle.read, lambda path: spindle.save(array, path)):
            with pytest.raises(PermissionError):
                call(sealed)


def test_memory_that_cannot_be_had(tmp_path):
    huge = spindle.from_coo([[0], [0]], [1.0], (2**25, 2**25), "coo")
    with pytest.raises(MemoryError, match="bytes of memory but got none") as caught:
        spindle.save(huge, tmp_path / "A.npy")
    assert isinstance(caught.value, SpindleValueError)
    assert not os.listdir(tmp_path)


def test_a_save_that_fails_leaves_the_old_file(tmp_path, array):
    resource, signal = pytest.importorskip("resource"), pytest.importorskip("signal")
    large = spindle.random_array((100, 100), 0.9, rng=1)
    for ending in (".mtx", ".tns", ".npz", ".npy", ".mtx.gz"):
        path = tmp_path / f"A{ending}"
        spindle.save(array, path)
        before = path.read_bytes()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
        try:
            with pytest.raises(SpindleValueError, match="file too large"):
                spindle.save(large, path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, handler)
        assert path.read_bytes() == before
        spindle.save(large, path)
        assert spindle.read(path).equals(large)
        path.unlink()
        assert not os.listdir(tmp_path)


def test_links_stay_links(tmp_path, array):
    (tmp_path / "link.npz").symlink_to("A.npz")
    spindle.save(array, tmp_path / "A.npz")
    spindle.save(array.to("csc"), tmp_path / "link.npz")
    assert (tmp_path / "link.npz").is_symlink()
    with np.load(tmp_path / "A.npz") as arrays:
        assert arrays["format"].item() == b"csc"


def test_what_is_refused(tmp_path, array):
    kinds = "of a .mtx, .smtx, .tns, .npz or .npy file but got"
    for name in ("A.png", "A", "A.npz.gz"):
        with pytest.raises(SpindleValueError, match=kinds):
            spindle.save(array, tmp_path / name)
    (tmp_path / "A.mtx").write_text("not a matrix\n")
    with pytest.raises(SpindleValueError, match="A.mtx"):
        spindle.read(tmp_path / "A.mtx")
    assert [path.name for path in tmp_path.iterdir()] == ["A.mtx"]


def test_files_that_are_cut_short(tmp_path, array):
    for ending in (".mtx.gz", ".smtx", ".npz", ".npy"):
        path = tmp_path / f"A{ending}"
        ones = spindle.from_coo(array._tensor.entries()[0], np.ones(array.nnz), array.shape)
        spindle.save(ones, path)
        whole = path.read_bytes()
        for size in range(0, len(whole) - 5, 7):
            path.write_bytes(whole[:size])
            with pytest.raises(SpindleValueError):
                spindle.read(path)
