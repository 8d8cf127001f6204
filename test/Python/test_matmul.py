"""Products that are computed again and again, and the memory of their results."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from spindle import _spindle

RNG = np.random.default_rng(24)
#: Its products with 40 columns and more are large.
MATRIX = sp.random_array((300, 200), density=0.02, rng=RNG, format="csr", dtype=np.float64)


def draw(*shape: int) -> np.ndarray:
    return RNG.integers(-4, 5, shape).astype(np.float64)


def test_a_product_again_has_the_operands_that_are_given() -> None:
    A = spindle.array(MATRIX)
    first = draw(200, 5)
    made = [A @ first, A @ (2 * first), (3 * A) @ first]
    for factor, result in zip((1, 2, 3), made, strict=True):
        assert np.allclose(result, factor * (MATRIX @ first))
    assert not np.shares_memory(made[0], made[1])


@pytest.mark.filterwarnings("ignore::spindle.CopyWarning")
def test_a_product_again_of_other_shapes_and_types() -> None:
    A = spindle.array(MATRIX)
    A @ draw(200, 5)
    for other in (draw(200, 6), draw(200), draw(200, 5).astype(np.float32)):
        result = A @ other
        assert result.dtype == np.result_type(A.dtype, other.dtype)
        assert np.allclose(result, MATRIX @ other)
    with pytest.raises(spindle.SpindleValueError, match="expected 200 rows"):
        A @ draw(199, 5)


def test_a_product_again_of_an_operand_with_gaps() -> None:
    A, B = spindle.array(MATRIX), draw(200, 5)
    A @ B
    with pytest.warns(spindle.CopyWarning):
        assert np.allclose(A @ np.asfortranarray(B), MATRIX @ B)


def test_a_product_again_by_other_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    A, B = spindle.array(MATRIX), draw(200, 5)
    for threads in ("1", "2", "1"):
        monkeypatch.setenv("SPINDLE_NUM_THREADS", threads)
        assert np.allclose(A @ B, MATRIX @ B)
    assert {key[0] for key in A._kernels if isinstance(key[0], int)} == {1, 2}


@pytest.mark.parametrize("columns", [1, 40, 64])
def test_large_results_begin_at_multiples_of_64(columns: int) -> None:
    A, B = spindle.array(MATRIX), draw(200, columns)
    kernel = spindle.compile("spmm", A=A, B=B)
    for _ in range(3):
        for result in (A @ B, spindle.einsum("ij,jk->ik", A, B), kernel(A, B)):
            assert result.shape == (300, columns)
            assert np.allclose(result, MATRIX @ B)
            assert result.flags.c_contiguous and result.flags.writeable
            if result.nbytes >= 1 << 15:
                assert result.ctypes.data % 64 == 0


@pytest.mark.parametrize("format", ["csr", "ell", "hyb(1, 2)"])
@pytest.mark.parametrize("dtype", ["float32", "complex64", "int8", "bool"])
def test_zeros_of_a_structure(format: str, dtype: str) -> None:
    tensor = spindle.array(MATRIX, format=format)._tensor
    zeros = tensor.zeros(dtype)
    assert zeros.dtype == dtype and zeros.format == tensor.format
    assert zeros.structure == tensor.structure
    for part in range(len(tensor.part_formats)):
        made, given = zeros.arrays(part), tensor.arrays(part)
        assert made["values"].shape == given["values"].shape
        assert not made["values"].any()
        assert all(
            a is None or a.ctypes.data == b.ctypes.data
            for a, b in zip(made["coordinates"], given["coordinates"], strict=True)
        )
    with pytest.raises(spindle.SpindleTypeError):
        tensor.zeros("uint8")


def test_the_address_of_an_array() -> None:
    array = np.zeros(3)
    assert _spindle.get_address(array) == array.ctypes.data
