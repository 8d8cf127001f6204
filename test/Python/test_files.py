"""Arrays in files: what is written is read."""

import gzip

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import spindle
from spindle import SpindleValueError


@pytest.fixture
def array():
    return spindle.random_array((6, 5), 0.4, rng=3)


@pytest.mark.parametrize("name", ["A.mtx", "A.tns", "A.npz"])
def test_round_trips(tmp_path, array, name):
    spindle.save(array, tmp_path / name)
    read = spindle.read(tmp_path / name)
    assert np.array_equal(read.todense()[:6, :5], array.todense()[: read.shape[0], : read.shape[1]])
    assert read.dtype == np.float64 and read.format == "csr"
    again = spindle.read(tmp_path / name, format="ell", dtype="float32")
    assert (again.format, again.dtype) == ("ell(?)", np.float32)


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


def test_compressed_text_and_dense_arrays(tmp_path, array):
    spindle.save(array, tmp_path / "A.mtx")
    with gzip.open(tmp_path / "B.mtx.gz", "wb") as file:
        file.write((tmp_path / "A.mtx").read_bytes())
    assert spindle.read(tmp_path / "B.mtx.gz").equals(array)
    np.save(tmp_path / "A.npy", array.todense().astype(np.float32))
    read = spindle.read(tmp_path / "A.npy")
    assert read.dtype == np.float32 and read.format == "csr"
    cube = np.zeros((2, 3, 4))
    cube[1, 2, 3] = 5
    np.save(tmp_path / "B.npy", cube)
    assert spindle.read(tmp_path / "B.npy").format == "coo"
    assert np.array_equal(spindle.read(str(tmp_path / "B.npy")).todense(), cube)


def test_automatic_format(tmp_path, array):
    spindle.save(array, tmp_path / "A.mtx")
    assert spindle.read(tmp_path / "A.mtx", format="auto").equals(array)


def test_what_is_refused(tmp_path, array):
    with pytest.raises(SpindleValueError, match="no_such"):
        spindle.read(tmp_path / "no_such.mtx")
    with pytest.raises(SpindleValueError):
        spindle.save(array, tmp_path / "A.png")
    (tmp_path / "A.mtx").write_text("not a matrix\n")
    with pytest.raises(SpindleValueError, match="A.mtx"):
        spindle.read(tmp_path / "A.mtx")
    assert [path.name for path in tmp_path.iterdir()] == ["A.mtx"]
