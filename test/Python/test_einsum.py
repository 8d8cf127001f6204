"""spindle.einsum gives what NumPy gives."""

from __future__ import annotations

import os
import warnings

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
import scipy.sparse as sp

import einsum_cases as cases
from spindle import _statement
from spindle._array import Array
from spindle._compile import compile as compile_program
from spindle._einsum import einsum
from spindle._errors import (
    CopyError,
    CopyWarning,
    ProgramError,
    SpindleError,
    SpindleTypeError,
    SpindleValueError,
)
from spindle._interop import to_array
from spindle._order import find_order, lay_out
from spindle._scratch import Scratch
from spindle._subscripts import parse_subscripts

#: How many of the random products are taken: all 500 where SPINDLE_EINSUM_CASES says so.
COUNT = int(os.environ.get("SPINDLE_EINSUM_CASES", "40"))


def densify(made: object, case: cases.Case) -> np.ndarray:
    """All cells of ``made``; where it has a pattern, that of the sparse operand."""
    if not isinstance(made, Array):
        return np.asarray(made)
    (sparse,) = (operand for operand in case.operands if isinstance(operand, Array))
    assert made.format == sparse.format
    assert made.nnz == sparse.nnz
    return made.todense()


def take(number: int, case: cases.Case, expected: np.ndarray) -> tuple[object, object]:
    """The product by Spindle, in one of several ways, and the memory that it was given."""
    is_mixed = len({array.dtype for array in case.dense}) > 1
    out = np.full(expected.shape, 7).astype(expected.dtype) if number % 5 == 1 else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if is_mixed else "error", CopyWarning)
        if number % 4 == 2 and case.semiring == "plus_times":
            text, named = cases.write_notation(case)
            return einsum(text, **named), None
        made = einsum(
            case.subscripts,
            *case.operands,
            semiring=case.semiring,
            out=out,
            optimize=number % 3 != 0,
            threads=1 + number % 2,
        )
    assert out is None or made is out
    return made, out


def complain(number: int) -> str:
    """What is wrong with the random product ``number``, if anything."""
    case = cases.draw_case(number)
    expected = cases.compute(case)
    made, out = take(number, case, expected)
    got = densify(made, case)
    terms, output = cases.split(case.subscripts)
    (place,) = (at for at, each in enumerate(case.operands) if isinstance(each, Array))
    if isinstance(made, Array) != (output == terms[place] and out is None):
        return f"{number}: {case}: expected no {type(made).__name__}"
    if isinstance(made, Array):
        # What is not stored is zero there, not what changes nothing.
        expected = np.where(case.masks[place], expected, np.zeros((), expected.dtype))
    if got.dtype != expected.dtype or got.shape != expected.shape:
        wanted, came = (f"{each.dtype} {each.shape}" for each in (expected, got))
        return f"{number}: {case}: expected {wanted} but got {came}"
    if not np.array_equal(got, expected):
        return f"{number}: {case}: expected\n{expected}\nbut got\n{got}"
    if case.semiring == "plus_times":
        numpy = np.einsum(case.subscripts, *case.dense)
        if not np.array_equal(got, numpy) or got.dtype != numpy.dtype:
            return f"{number}: {case}: numpy.einsum has {numpy}"
    return ""


def test_random_products_are_those_of_numpy() -> None:
    wrong = [text for text in map(complain, range(COUNT)) if text]
    assert not wrong, f"{len(wrong)} of {COUNT}:\n" + "\n".join(wrong[:5])


# Each is compiled: a hypothesis profile does not ask for more.
@hypothesis.settings(max_examples=8)
@hypothesis.given(st.integers(500, 2**30))
def test_other_products_are_those_of_numpy(number: int) -> None:
    assert complain(number) == ""


@hypothesis.given(st.lists(st.text("ijKL", max_size=3), min_size=1, max_size=3), st.text("ijKL"))
def test_letters_mean_what_numpy_makes_of_them(terms: list[str], output: str) -> None:
    arrays = [np.ones([3] * len(term)) for term in terms]
    # Letters twice in an operand are NumPy's alone.
    is_meant = all(len(set(term)) == len(term) for term in terms)
    for text in (",".join(terms), f"{','.join(terms)} -> {output}"):
        try:
            expected = np.einsum(text, *arrays)
        except ValueError:
            is_meant = False
        if is_meant:
            assert len(parse_subscripts(text).output) == expected.ndim
            assert np.array_equal(einsum(text, *arrays), expected)
        else:
            with pytest.raises(SpindleValueError):
                parse_subscripts(text)


# Real numbers


def draw_real(random: np.random.Generator, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    values = random.normal(size=shape)
    return (values + 1j * random.normal(size=shape) if dtype[0] == "c" else values).astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_real_numbers_are_close_to_numpys(dtype: str) -> None:
    random = np.random.default_rng(3)
    A = sp.random_array((60, 50), density=0.1, format="csr", rng=random).astype(dtype)
    A.data[:] = draw_real(random, A.data.shape, dtype)
    B, C = draw_real(random, (50, 7), dtype), draw_real(random, (7, 9), dtype)
    got = einsum("ij,jk,kl->il", A, B, C)
    expected = np.einsum("ij,jk,kl->il", A.toarray(), B, C)
    assert got.dtype == expected.dtype
    bound = 1e-4 if dtype != "float64" else 1e-12
    assert np.allclose(got, expected, rtol=bound, atol=bound)


def test_any_number_of_threads_gives_the_same_bits() -> None:
    random = np.random.default_rng(5)
    A = to_array(sp.random_array((900, 300), density=0.05, format="csr", rng=random))
    for text, rows in (("ij,jk->ik", 300), ("ij,ik->jk", 900)):
        B = random.normal(size=(rows, 16))
        first, *others = [einsum(text, A, B, threads=threads) for threads in (1, 2, 3, 5)]
        for other in others:
            assert first.tobytes() == other.tobytes()


def test_what_is_not_stored_meets_no_infinity() -> None:
    A = sp.csr_array(np.array([[0.0, 2.0], [0.0, 0.0]]))
    assert np.array_equal(einsum("ij,j->i", A, np.array([np.inf, 1.0])), [2, 0])
    explicit = sp.csr_array(([0.0, 2.0], [0, 1], [0, 2, 2]), shape=(2, 2))
    made = einsum("ij,j->i", explicit, np.array([np.inf, 1.0]))
    assert np.isnan(made[0]) and made[1] == 0


def test_extremes_are_nan_where_a_number_is() -> None:
    A = sp.csr_array(np.array([[1.0, np.nan], [3.0, 0.0]]))
    x = np.array([1.0, np.nan])
    assert np.array_equal(einsum("ij,j->i", A, x, semiring="max_plus"), [np.nan, 4], equal_nan=True)
    assert np.array_equal(einsum("ij,j->i", A, x, semiring="max_min"), [np.nan, 1], equal_nan=True)


def test_sums_of_nothing() -> None:
    A = sp.csr_array((0, 3), dtype=np.float32)
    assert einsum("ij,jk->ik", A, np.ones((3, 2), np.float32)).shape == (0, 2)
    assert np.array_equal(einsum("ij->j", A), np.zeros(3))
    assert np.array_equal(einsum("ij->j", A, semiring="max_plus"), [-np.inf] * 3)
    empty = sp.csr_array((2, 0), dtype=np.int32)
    lowest = np.iinfo(np.int32).min
    assert np.array_equal(einsum("ij->i", empty, semiring="max_times"), [lowest] * 2)


# Results


def test_the_result_goes_to_out() -> None:
    A = sp.csr_array(np.array([[0.0, 2.0], [1.0, 0.0]]))
    B = np.array([[1.0, 2.0], [3.0, 4.0]])
    out = np.full((2, 2), np.nan)
    assert einsum("ij,jk->ik", A, B, out=out) is out
    assert np.array_equal(out, A.toarray() @ B)
    # On the pattern of A, but in dense memory.
    einsum("ij,ij->ij", A, B, out=out)
    assert np.array_equal(out, A.toarray() * B)
    einsum("C[i,k] += A[i,j] * B[j,k]", A, B, out=out)
    assert np.array_equal(out, A.toarray() * B + A.toarray() @ B)
    einsum("C[i,k] max= A[i,j] * B[j,k]", A, B, out=out)
    assert out[0, 0] == 6
    einsum("C[i,k] = A[i,j] * B[j,k]", A, B, out=out)
    assert np.array_equal(out, A.toarray() @ B)


def test_a_result_on_a_pattern_keeps_the_structure() -> None:
    A = sp.csr_array(np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
    S = Array(to_array(A)._tensor.convert("bsr(2, 2)"))
    made = einsum("ij,ik,jk->ij", S, np.ones((2, 4)), np.ones((3, 4)))
    assert made.format == S.format
    assert np.array_equal(made.todense(), 4 * A.toarray())
    assert np.array_equal(S.todense(), A.toarray())


def test_dense_operands_on_the_left_are_transposed_between() -> None:
    random = np.random.default_rng(9)
    A = sp.random_array((300, 200), density=0.1, format="csr", rng=random)
    C = random.normal(size=(16, 300))
    expected, out = C @ A, np.full((16, 200), np.nan)
    made = einsum("ki,ij->kj", C, A, out=out)
    assert made is out and np.allclose(out, expected)
    made = einsum("ki,ij->kj", C, A)
    assert made.flags.c_contiguous and np.allclose(made, expected)
    expected = np.max(np.where(A.toarray().T != 0, A.toarray().T, -np.inf)[None] + C[:, None], 2)
    assert np.array_equal(einsum("ki,ij->kj", C, A, semiring="max_plus"), expected)


def test_memory_between_steps_is_no_result() -> None:
    random = np.random.default_rng(9)
    A = sp.random_array((300, 200), density=0.1, format="csr", rng=random)
    C = random.normal(size=(16, 300))
    first = einsum("ki,ij->kj", C, A)
    kept = first.copy()
    einsum("ki,ij->kj", 2 * C, A)
    assert np.array_equal(first, kept)
    # A value inside of another's lifetime has memory of its own.
    with Scratch() as outer, Scratch() as inner:
        arrays = [each.take((2, 3), np.dtype(dtype)) for each in (outer, inner) for dtype in "fd"]
    for number, array in enumerate(arrays):
        assert array.shape == (2, 3)
        assert not any(np.shares_memory(array, other) for other in arrays[:number])


def test_inputs_are_not_changed() -> None:
    A = sp.csr_array(np.array([[0.0, 2.0], [1.0, 0.0]]))
    B = np.array([[1.0, 2.0], [3.0, 4.0]])
    before = A.data.copy(), A.indices.copy(), A.indptr.copy(), B.copy()
    einsum("ij,jk->ik", A, B)
    einsum("ij,ij->ij", A, B)
    for old, new in zip(before, (A.data, A.indices, A.indptr, B), strict=True):
        assert np.array_equal(old, new)


# Index notation


def test_statements_of_several_terms() -> None:
    A, P = np.diag([1.0, 2.0]), np.array([[0.0, 3.0], [0.0, 0.0]])
    x = np.array([10.0, 100.0])
    made = einsum("y[i] = A[i,j]*x[j] + c*P[i,j]*x[j] - 1", sp.csr_array(A), x, 2, sp.csc_array(P))
    assert np.array_equal(made, A @ x + 2 * P @ x - 1)
    made = einsum("y[i] = max(tanh(A[i,j]), 0)", A=sp.csr_array(A))
    assert np.allclose(made, np.tanh([1, 2]))


def test_sums_of_indices_and_borders() -> None:
    random = np.random.default_rng(5)
    x, A, W = random.random(9), random.random((9, 2)), random.random((3, 2, 4))
    S = sp.random_array((9, 9), density=0.4, rng=random).tocsr()
    padded = np.pad(x, 1)
    made = einsum("y[i] = border(x[i-1], 0) - 2*x[i] + border(x[i+1], 0)", x=x)
    np.testing.assert_allclose(made, padded[:-2] - 2 * x + padded[2:])
    np.testing.assert_allclose(einsum("d[i] = S[i,i] * x[i]", S=S, x=x), S.diagonal() * x)
    text = "C[i,f] += A[2*i + r, c] * W[r,c,f]"
    with pytest.raises(SpindleValueError, match="C: expected an operand that gives"):
        einsum(text, A=A, W=W)
    out = np.zeros((4, 4))
    kernel = compile_program(text, A=A, W=W, C=out)
    kernel(A=A, W=W, out=out)
    windows = A[2 * np.arange(4)[:, None] + np.arange(3)]
    np.testing.assert_allclose(out, np.einsum("irc,rcf->if", windows, W))
    with pytest.raises(SpindleError, match="expected dimension 0 of A to be at least 11"):
        compile_program(text, A=A, W=W, C=np.zeros((5, 4)))


def test_operands_by_name_and_by_position() -> None:
    A, x = sp.csr_array(np.diag([1.0, 2.0])), np.array([10.0, 100.0])
    for made in (
        einsum("y[i] = A[i,j] * x[j]", A, x=x),
        einsum("y[i] = A[i,j] * x[j]", x=x, A=A),
        einsum("y[i] = x[j] * A[i,j]", x, A),
    ):
        assert np.array_equal(made, [10, 200])


# Kernels


def test_kernels_are_kept_for_a_structure(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    prepare = _statement.Statement.__init__

    def count(self: _statement.Statement, text: str, *args: object, **named: object) -> None:
        made.append(text)
        prepare(self, text, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(_statement.Statement, "__init__", count)
    A = sp.csr_array(np.array([[0.0, 2.0, 7.0], [1.0, 0.0, 0.0]]))
    S = to_array(A)
    B = np.ones((3, 2))
    assert np.array_equal(einsum("ij,jk->ik", S, B), A @ B)
    assert made == ["out[i,k] = A[i,j] * B[j,k]"]
    # Other values, SciPy's own array, other names of the indices.
    assert np.array_equal(einsum("ij,jk->ik", S, 2 * B), A @ (2 * B))
    assert np.array_equal(einsum("ij,jk->ik", 3 * A, B), 3 * A @ B)
    assert len(made) == 1
    # Another size, another structure.
    einsum("ij,jk->ik", S, np.ones((3, 4)))
    einsum("ij,jk->ik", sp.csr_array(np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 7.0]])), B)
    assert len(made) == 3


def test_steps_are_taken_where_they_are_less_work() -> None:
    sizes = {"i": 10_000, "j": 10_000, "k": 64, "l": 64}
    nnz = 100_000

    def order(text: str, sparse: int = 0) -> list[str]:
        inputs, output = cases.split(text)
        steps = find_order(inputs, output, sizes, sparse, nnz)
        steps = lay_out(steps, len(inputs), sizes, nnz)
        return [f"{','.join(step.inputs)}->{step.output}" for step in steps]

    # SDDMM, and a product of one matrix, are one kernel.
    assert order("ij,ik,jk->ij") == ["ij,ik,jk->ij"]
    assert order("ij,jk->ik") == ["ij,jk->ik"]
    # Sums that no other operand takes part in come first.
    assert order("ij,jk->i") == ["jk->j", "ij,j->i"]
    assert order("ij,k->k")[0] == "ij->"
    assert order("ij,jk,kl->il") == ["jk,kl->jl", "ij,jl->il"]
    assert order("ij,jk,il->kl") == ["ij,jk->ik", "il,ik->kl"]
    # What has the pattern of the sparse operand is made by the last step.
    assert order("ij,ik,kl,jl->ij")[-1] in ("ij,ik,jk->ij", "ij,jl,il->ij")
    # Kernels run along rows of dense values.
    assert order("ki,ij->kj", 1) == ["ki->ik", "ik,ij->jk", "jk->kj"]
    assert order("ij,ki,kj->ij") == ["ki->ik", "kj->jk", "ij,ik,jk->ij"]


# What is refused

A = sp.csr_array(np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
B = np.ones((3, 4))
READ_ONLY = np.zeros((2, 4))
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("given", "named", "kind", "text"),
    [
        (("ij,jk->ik", A, sp.csc_array(B)), {}, SpindleValueError,
         "expected one sparse operand but got 2: operand 1 (csr) and operand 2 (csc)"),
        (("ij,jk->iz", A, B), {}, SpindleValueError,
         "the result 'iz': expected letters of the operands (ij,jk) but got 'z'"),
        (("ij,jk->ii", A, B), {}, SpindleValueError,
         "the result 'ii': expected different letters but got i twice"),
        (("ii->i", A), {}, SpindleValueError,
         "operand 1 'ii': expected different letters but got i twice"),
        (("i...,jk", A, B), {}, SpindleValueError,
         "operand 1 'i...': expected a letter for each dimension but got '...'"),
        (("ij,j1", A, B), {}, SpindleValueError,
         "operand 2 'j1': expected a letter for each dimension but got '1'"),
        (("ij,jk", A, B.T), {}, SpindleValueError,
         "operand 2: expected size 3 of j, as that of operand 1, but got 4"),
        (("ij,jk", A), {}, SpindleValueError,
         "expected 2 operands, for 'ij,jk', but got 1"),
        (("ijl,jk", A, B), {}, SpindleValueError,
         "operand 1: expected 3 dimensions, for 'ijl', but got 2"),
        (("ij,jk", A, B), {"semiring": "max_pluss"}, SpindleValueError,
         "but got 'max_pluss'; did you mean 'max_plus'?"),
        (("ij,jk", A, B * 1j), {"semiring": "max_plus"}, SpindleTypeError,
         "semiring max_plus: expected elements that have an order but got complex128"),
        (("ij,jk", A, B), {"dtype": "int32"}, SpindleTypeError,
         "operand 1: expected elements that int32 can hold but got float64"),
        (("ij,jk", A, B), {"B": B}, SpindleValueError,
         "expected operands by position, for letters, but got 'B'"),
        (("ij,jk", A, B), {"out": np.zeros((2, 3))}, SpindleValueError,
         "out: expected shape (2, 4) but got (2, 3)"),
        (("ij,jk", A, B), {"out": np.zeros((2, 4), "f")}, SpindleTypeError,
         "out: expected elements of float64 but got float32"),
        (("ij,jk", A, B), {"out": np.zeros((4, 2)).T}, SpindleValueError,
         "out: expected a row-major array without gaps but got strides (8, 16)"),
        (("ij,jk", A, B), {"out": READ_ONLY}, SpindleValueError,
         "out: expected memory that may be written but got a read-only array"),
        (("ij,jk", A, B), {"out": B[:2]}, SpindleValueError,
         "out: expected memory of its own but got that of operand 2"),
        (("ij,jk", A, B), {"out": [0]}, SpindleTypeError,
         "out: expected an array of NumPy but got list"),
        (("ij,jk", A, B), {"threads": 0}, SpindleValueError,
         "threads: expected 1 to 1024 threads but got 0"),
        (("ij,jk", A, "B"), {}, SpindleTypeError, "operand 2: expected"),
        ((A, "ij"), {}, SpindleTypeError,
         "subscripts: expected letters or a statement but got csr_array"),
        (("y[i] = A[i,j", A), {}, ProgramError, "expected ',' or ']' but got the end"),
        (("y[i] = exp(A[i,j])", A), {}, ProgramError, "to be a factor of its term"),
        (("C[i,k] = A[i,j] * B[j,k]", A, sp.csr_array(B)), {}, ProgramError,
         "expected one sparse operand in a term but got A[i,j] and B[j,k]"),
        (("C[i,k] = A[i,j] * B[j,k]", A), {}, SpindleValueError,
         "B: expected an operand of 'C[i,k] = A[i,j] * B[j,k]' but got none"),
        (("C[i,k] = A[i,j] * B[j,k]", A), {"b": B}, SpindleValueError,
         "(A, B) but got 'b'; did you mean 'B'?"),
        (("C[i,k] = A[i,j] * B[j,k]", A, B), {"A": A}, SpindleValueError,
         "A: expected one operand but got one by position and one by name"),
        (("C[i,k] = A[i,j] * B[j,k]", A, B, B), {}, SpindleValueError,
         "expected 2 operands (A, B) but got 3"),
        (("C[i,k] = A[i,j] * B[j,k]", A, B.T), {}, SpindleValueError,
         "B: expected size 3 of dimension J, as that of A, but got 4"),
        (("C[i,k] = A[i,j] * B[j,k]", A, B[0]), {}, SpindleValueError,
         "B: expected 2 dimensions but got 1"),
        (("y[i] = c * A[i,j]", B[0], A), {}, SpindleTypeError,
         "c: expected a number, as it has no indices, but got shape (4,)"),
        (("y[i] = A[i,j]", A), {"semiring": "max_plus"}, SpindleValueError,
         "semiring: expected none with index notation"),
    ],
)  # fmt: skip
def test_refusals(given: tuple, named: dict, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind) as caught:
        einsum(*given, **named)
    assert text in str(caught.value)


def test_a_copy_is_warned_of_or_refused() -> None:
    with pytest.warns(CopyWarning, match="operand 2"):
        made = einsum("ij,jk->ik", A, np.asfortranarray(B))
    assert np.array_equal(made, A @ B)
    with pytest.raises(CopyError, match="operand 2"):
        einsum("ij,jk->ik", A, np.asfortranarray(B), copy=False)
    with pytest.raises(CopyError, match="operand 2"):
        einsum("ij,jk->ik", A, B.astype(np.float32), copy=False)
    with pytest.warns(CopyWarning, match="operand 1: copied: expected elements of float64"):
        einsum("ij,jk->ik", A.astype(np.float32), B)
    with pytest.raises(CopyError, match="operand 1"):
        einsum("ij,jk->ik", A.astype(np.float32), B, copy=False)
    # What is asked for is no surprise.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert einsum("ij,jk->ik", A, B, dtype=np.float32).dtype == np.float32
        assert einsum("ij,jk->ik", A, B, semiring="or_and").dtype == bool
