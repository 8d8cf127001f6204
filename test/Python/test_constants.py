"""Operands that are a part of the code."""

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from matrices import FORMATS, KINDS, fill

RNG = np.random.default_rng(82)
DISMANTLED = "docs/examples/dismantled.mlir"


def make(shape=(9, 7), density=0.3):
    """A sparse matrix of floats in CSR."""
    return sp.random_array(shape, density=density, rng=RNG, dtype=np.float32).tocsr()


A = make()
B = RNG.random((7, 5)).astype(np.float32)


@pytest.fixture(scope="module", params=["dismantled", "columns_first"])
def how(root, request):
    """A schedule that puts rows and elements into the code, and as many threads as it takes."""
    words = {"schedule": f"{root / DISMANTLED}:{request.param}", "knobs": {"vectors": 1}}
    return words | {"threads": {"dismantled": 1, "columns_first": 2}[request.param]}


@pytest.mark.parametrize("constant", [["A"], {"A": "structure"}], ids=["all", "structure"])
def test_awkward_matrices_in_each_format(constant, how):
    b = fill((7, 3), "dense", "float32", 1)
    for number, format in enumerate(FORMATS):
        kind = KINDS[number % len(KINDS)]
        dense = fill((6, 7), kind, "float32", number)
        a = spindle.array(dense, format=format)
        for words in ({}, {"schedule": "none"}, how | {"threads": 1}):
            kernel = spindle.compile("spmm", A=a, B=b, constant=constant, **words)
            np.testing.assert_array_equal(
                kernel(A=a, B=b), dense @ b, err_msg=f"{format}, {kind}, {words}"
            )


@pytest.mark.parametrize("kind", KINDS)
def test_awkward_matrices_in_the_code(kind, how):
    for shape in ((6, 7), (1, 7), (6, 1)):
        dense = fill(shape, kind, "int32", 3)
        a, b = spindle.array(dense), fill((shape[1], 9), "dense", "int32", 4)
        kernel = spindle.compile("spmm", A=a, B=b, constant=["A"], **how)
        np.testing.assert_array_equal(kernel(A=a, B=b), dense @ b)


def test_numbers_that_are_none(how):
    values = [np.inf, -0.0, np.nan, 0.0, 1e-45, 2.0]
    a = sp.csr_array((np.float32(values), [0, 2, 1, 0, 1, 2], [0, 2, 2, 3, 6]), shape=(4, 3))
    b = np.float32([[0, 1, -0.0], [np.inf, 0, 1], [1, np.nan, -np.inf]])
    plain = spindle.compile("spmm", A=a, B=b, schedule="none")(A=a, B=b)
    for words in ({"schedule": "none"}, how):
        got = spindle.compile("spmm", A=a, B=b, constant=["A"], **words)(A=a, B=b)
        np.testing.assert_array_equal(got, plain)
        np.testing.assert_array_equal(np.signbit(got), np.signbit(plain))


def test_values_may_be_others_where_the_structure_is_constant(how):
    kernel = spindle.compile("spmm", A=A, B=B, constant={"A": "structure"}, **how)
    other = A.copy()
    other.data = RNG.random(A.nnz).astype(np.float32)
    np.testing.assert_allclose(kernel(A=other, B=B), other @ B, rtol=1e-5)
    np.testing.assert_allclose(kernel(A=other, B=2 * B), other @ (2 * B), rtol=1e-5)


def test_others_are_refused():
    kernel = spindle.compile("spmm", A=A, B=B, constant="A")
    np.testing.assert_allclose(kernel(A=A.copy(), B=B), A @ B, rtol=1e-5)
    text = "expected the values of A to be as compiled, with 0 different entries but got "
    with pytest.raises(spindle.SpindleError, match=text + str(A.nnz)):
        kernel(A=2 * A, B=B)
    # A NaN is itself; a zero of the other sign is another.
    odd = A.copy()
    odd.data[:2] = [np.nan, 0]
    kernel = spindle.compile("spmm", A=odd, B=B, constant="A")
    assert np.isnan(kernel(A=odd.copy(), B=B)).any()
    odd.data[1] = -0.0
    with pytest.raises(spindle.SpindleError, match=text + "1"):
        kernel(A=odd, B=B)


def test_other_structures_are_refused(how):
    for constant in (["A"], {"A": "structure"}):
        kernel = spindle.compile("spmm", A=A, B=B, constant=constant, **how)
        with pytest.raises(spindle.SpindleError, match="of A to (have|be as compiled)"):
            kernel(A=make(density=0.5), B=B)
        moved = sp.csr_array(A.toarray()[:, ::-1])
        with pytest.raises(spindle.SpindleError, match="the coordinates of level 1 of A to be as"):
            kernel(A=moved, B=B)
        with pytest.raises(spindle.SpindleError, match="expected .*9.* but got .*10"):
            kernel(A=make((10, 7)), B=B)


def test_saved_functions_refuse_others(tmp_path, how):
    path = tmp_path / "spmm.so"
    kernel = spindle.compile("spmm", A=A, B=B, constant=["A"], **how)
    kernel.save(path)
    saved = spindle.load_kernels(path).spmm
    np.testing.assert_allclose(saved(A=A, B=B), A @ B, rtol=1e-5)
    with pytest.raises(spindle.SpindleError, match="the values of A to be as compiled"):
        saved(A=2 * A, B=B)


def test_what_is_asked_for_is_known():
    with pytest.raises(spindle.SpindleValueError, match="expected 'all' or 'structure' but got"):
        spindle.compile("spmm", A=A, B=B, constant={"A": "values"})
    for name in ("B", "X"):
        with pytest.raises(spindle.SpindleError, match=f"structure of its own .A. but got '{name}"):
            spindle.compile("spmm", A=A, B=B, constant=[name])
    with pytest.raises(spindle.SpindleError, match="expected constant for this processor but got"):
        spindle.compile("spmm", A=A, B=B, constant=["A"], target="cuda", device="emulator")
