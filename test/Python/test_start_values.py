"""Statements that go on from what their left side holds."""

import numpy as np
import pytest
import scipy.sparse as sp

import spindle

A = spindle.array(np.array([[1.0, 0, 2], [0, 0, 0], [0, -5.0, 1]]))
DENSE = A.todense()
START = np.array([2.5, 10.0, -1.0])
STORED = [DENSE[i][DENSE[i] != 0] for i in range(3)]

#: A statement, and what it makes of `START`, and of nothing.
STATEMENTS = {
    "Y[i] += A[i,j]": (START + DENSE.sum(axis=1), DENSE.sum(axis=1)),
    "Y[i] max= A[i,j]": (
        [max([y, *row]) for y, row in zip(START, STORED, strict=True)],
        [max([-np.inf, *row]) for row in STORED],
    ),
    "Y[i] min= A[i,j]": (
        [min([y, *row]) for y, row in zip(START, STORED, strict=True)],
        [min([np.inf, *row]) for row in STORED],
    ),
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_call_starts_from_what_it_is_given(text):
    wanted, _ = STATEMENTS[text]
    kernel = spindle.compile(text, A=A, Y=np.zeros(3))
    for call in (kernel, kernel.bind(A=A, Y=(bound := START.copy()))):
        y = bound if call is not kernel else START.copy()
        assert (call(A=A, Y=y) if call is kernel else call()) is y
        np.testing.assert_array_equal(y, wanted)
    np.testing.assert_array_equal(kernel(A, out=START.copy()), wanted)
    with pytest.raises(spindle.SpindleTypeError, match="Y: expected an operand but got none"):
        kernel(A)


@pytest.mark.parametrize("text", STATEMENTS)
def test_what_was_compiled_for_starts_nothing(text):
    """The operands given to compile() are examples: they stay as they are."""
    example = START.copy()
    kernel = spindle.compile(text, A=A, Y=example)
    np.testing.assert_array_equal(example, START)
    np.testing.assert_array_equal(kernel(A=A, Y=START.copy()), STATEMENTS[text][0])


@pytest.mark.parametrize("text", STATEMENTS)
def test_without_a_start_each_call_begins_anew(text):
    kernel = spindle.compile(text, A=A)
    for _ in range(2):
        np.testing.assert_array_equal(kernel(A), STATEMENTS[text][1])
    for given in ({"Y": START}, {"out": START}):
        with pytest.raises(
            spindle.SpindleTypeError, match=r"Y: expected none, .*; give Y= to compile\(\) too"
        ):
            kernel(A, **given)


@pytest.mark.parametrize("text", STATEMENTS)
def test_saved_kernels_start_from_what_they_are_given(text, tmp_path):
    spindle.compile(text, A=A, Y=START).save(tmp_path / "start.so")
    saved = spindle.load_kernels(tmp_path / "start.so").expression
    assert saved.operands[1].access == "update"
    np.testing.assert_array_equal(saved(A, START.copy()), STATEMENTS[text][0])


def test_a_dense_start_of_what_would_be_sparse():
    x, start = np.arange(3.0), np.ones((3, 3))
    kernel = spindle.compile("C[i,j] += A[i,j] * x[j]", A=A, x=x, C=start)
    np.testing.assert_array_equal(kernel(A, x, start.copy()), 1 + DENSE * x)
    kernel = spindle.compile("C[i,j] += A[i,j] * x[j]", A=A, x=x)
    assert sp.issparse(kernel(A, x).to_scipy())


def test_numbers_and_devices():
    x = np.arange(4.0)
    kernel = spindle.compile("s[] += x[i]", x=x, s=np.array(0.0))
    assert kernel(x, np.array(5.0)) == 11
    kernel = spindle.compile("C[i] += x[i]", x=x, C=x, target="cuda", device="emulator")
    given, start = (spindle.to_device(each, "emulator") for each in (x, np.ones(4)))
    np.testing.assert_array_equal(kernel(given, start).to_device("cpu"), 1 + x)
