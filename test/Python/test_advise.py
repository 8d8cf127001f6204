"""Advice names formats that an array can have, and parts tell what is in each."""

import re

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from spindle._advise import Advice, advise, decompose, list_parts
from spindle._array import Array
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._interop import to_array


def make(shape: tuple[int, int] = (600, 500), dtype: str = "float32") -> Array:
    random = np.random.default_rng(4)
    matrix = sp.random_array(shape, density=0.01, rng=random, dtype=np.float64, format="csr")
    return to_array(matrix.astype(dtype), "csr")


def check(advice: Advice, array: Array) -> None:
    times = [row.relative for row in advice]
    assert times == sorted(times) and len(advice) == len(advice.estimates)
    formats = [row.format for row in advice]
    assert advice.best in advice.estimates and len(set(formats)) == len(formats)
    csr = advice[formats.index("csr")]
    assert csr.relative == 1 and csr.padding == 0 and csr.conversion == 0
    assert advice.best is csr or advice.best.relative * advice.best.uncertainty < 1
    assert advice.reason and all(row.reason for row in advice)
    for row in advice:
        if not row.format.startswith("columns"):
            assert array.to(row.format).shape == array.shape


@pytest.mark.parametrize("columns", [1, 32])
@pytest.mark.parametrize("format", ["csr", "csr(pos = i64, crd = i64)", "csc", "hyb(1, 2)"])
def test_advice_ranks_formats(columns: int, format: str) -> None:
    array = make().to(format)
    advice = advise(array, columns, threads=1)
    check(advice, array)
    # The structure alone decides.
    assert advice.estimates[0].bytes > 0


def test_bytes_of_csr_are_those_of_the_array() -> None:
    array = make(dtype="float64")
    csr = next(row for row in advise(array, threads=1) if row.format == "csr")
    assert csr.bytes == pytest.approx(array.nbytes, rel=0.01)


def test_other_types_have_no_times() -> None:
    advice = advise(make(), dtype="int32", threads=1)
    assert [row.format for row in advice] == ["csr"]
    assert advice.reason == "times were measured with f32 and f64 alone"


def test_advice_as_text_and_html() -> None:
    advice = advise(make(), threads=1)
    first, head, *rows = str(advice).splitlines()
    assert first == f"{advice.best.format}: {advice.reason}"
    assert head.split() == ["format", "time", "bytes", "padding", "to", "make", "why"]
    assert [row.split()[0] for row in rows] == [row.format for row in advice]
    html = advice._repr_html_()
    assert html.count("<tr>") == len(advice) + 1
    assert re.findall(r"<tr><td>([^<]*)</td>", html) == [row.format for row in advice]


def test_what_is_not_advised_on() -> None:
    vector = to_array(np.ones(3, np.float32), "dense(1)")
    with pytest.raises(SpindleValueError, match="expected a matrix but got an array of 1 dim"):
        advise(vector)
    with pytest.raises(SpindleValueError, match="columns: expected 1 to 2147483647 but got 0"):
        advise(make(), columns=0)
    with pytest.raises(SpindleTypeError):
        advise(make(), dtype="uint8")


@pytest.mark.parametrize("format", ["auto", "hyb(2, 3)", "ell_coo(3)", "csr_coo(2)", "columns(4)"])
def test_parts_together_are_the_array(format: str) -> None:
    array = make()
    stored = decompose(array, format, threads=2)
    parts = stored.parts()
    assert parts == list_parts(stored) and len(parts) == len(stored._tensor.part_formats) > 1
    assert sum(part.elements for part in parts) == array.nnz
    assert sum(part.nbytes for part in parts) == stored.nbytes
    values = sum(stored._tensor.arrays(n)["values"].size for n in range(len(parts)))
    assert sum(part.padding for part in parts) == values - array.nnz
    assert stored.equals(array)


def test_widest_bucket_is_the_mean_row() -> None:
    """Rows of 5 elements fill buckets of 8."""
    columns = np.arange(5)[None, :] + np.arange(40)[:, None]
    rows = np.repeat(np.arange(40), 5)
    matrix = sp.csr_array((np.ones(200), (rows, columns.ravel())), (40, 50))
    stored = decompose(to_array(matrix, "csr"))
    assert stored.format == "hyb(1, 3)"


def test_an_array_of_levels_is_one_part() -> None:
    array = make().to("bsr(2, 2)")
    (part,) = array.parts()
    assert (part.format, part.elements, part.nbytes) == ("bsr<2, 2>", array.nnz, array.nbytes)
    assert part.padding == array._tensor.arrays()["values"].size - array.nnz > 0


def test_what_has_no_parts() -> None:
    with pytest.raises(SpindleValueError, match="format: expected a format of parts"):
        decompose(make(), "ell")
    with pytest.raises(SpindleValueError, match="expected a matrix but got an array of 3 dim"):
        decompose(to_array(np.ones((2, 2, 2), np.float32), "dense(3)"))


def test_matrices_of_scipy_are_taken() -> None:
    matrix = sp.eye_array(100, dtype=np.float32, format="csr")
    assert spindle.advise(matrix).best == spindle.advise(spindle.array(matrix)).best
    assert spindle.decompose(matrix, "ell_coo(1)").nnz == 100
    assert spindle.draw(matrix).svg == spindle.array(matrix).draw().svg
