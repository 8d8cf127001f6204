"""Kernels written together to shared objects, and called again."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import spindle

RNG = np.random.default_rng(51)
HOPS = Path(__file__).parents[2] / "docs" / "examples" / "hops.mlir"
A = sp.random_array((30, 30), density=0.2, rng=RNG, format="csr").astype(np.float32)
X = RNG.random((30, 7)).astype(np.float32)

UPDATES = """
!vec = !sparse.tensor<?xf64, #sparse.dense>
func.func private @times(%x: f64, %y: f64) -> f64 {
  %t = arith.mulf %x, %y : f64
  return %t : f64
}
func.func @scale(
    %y: !vec {sparse.name = "y", sparse.dims = ["I"], sparse.access = "update"},
    %alpha: f64 {sparse.name = "alpha"}) {
  sparse.generic ins(%y : !vec) outs(%y : !vec)
      maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%x: f64):
    %t = func.call @times(%x, %alpha) : (f64, f64) -> f64
    sparse.yield %t : f64
  }
  return
}
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """The two functions of a file, each compiled for operands."""
    path = tmp_path_factory.mktemp("saved") / "hops.so"
    multiply = spindle.compile(HOPS, entry="multiply", A=A, B=X)
    hops = spindle.compile(HOPS, entry="hops", A=A, X=X)
    np.testing.assert_allclose(hops(A, X), A @ (A @ X), rtol=1e-5)
    spindle.save_kernels(path, [multiply, hops])
    assert path.with_suffix(".h").exists()
    return spindle.load_kernels(path)


def test_by_name_and_attribute(kernels):
    assert sorted(kernels) == ["hops", "multiply"]
    assert len(kernels) == 2
    assert "hops" in kernels
    np.testing.assert_allclose(kernels["multiply"](A, X), A @ X, rtol=1e-5)
    np.testing.assert_allclose(kernels.hops(A=A, X=X), A @ (A @ X), rtol=1e-5)
    assert repr(kernels.hops) == "<spindle.SavedKernel hops(A, X, Y)>"


def test_given_outputs_are_written(kernels):
    Y = np.empty((30, 7), np.float32)
    assert kernels.hops(A, X, Y=Y) is Y
    np.testing.assert_allclose(Y, A @ (A @ X), rtol=1e-5)


def test_other_formats_are_converted(kernels):
    with (
        pytest.warns(spindle.CopyWarning, match="A: copied: expected an array in csr"),
        pytest.warns(spindle.CopyWarning, match="X: copied"),
    ):
        got = kernels.hops(A.tocsc(), np.asfortranarray(X))
    np.testing.assert_allclose(got, A @ (A @ X), rtol=1e-5)


def test_an_unknown_name_lists_those_there_are(kernels):
    expected = r"expected a kernel \(hops, multiply\) but got 'hop'; did you"
    with pytest.raises(spindle.SpindleValueError, match=expected):
        kernels["hop"]
    with pytest.raises(AttributeError, match=expected):
        _ = kernels.hop


@pytest.mark.parametrize(
    ("operands", "error", "text"),
    [
        ({"A": A}, spindle.SpindleTypeError, "X: expected an operand but got none"),
        ({"A": A, "X": X, "Z": X}, spindle.SpindleTypeError, r"\(A, X, Y\) but got 'Z'"),
        ({"A": A, "X": X.astype(np.float64)}, spindle.SpindleTypeError, "that float32 can hold"),
        ({"A": A, "X": X[:5]}, spindle.SpindleValueError, r"expected X_sizes\[0\] to be 30"),
        ({"A": A, "X": X, "Y": X.T}, spindle.SpindleTypeError, "Y: expected a row-major array"),
    ],
)
def test_operands_that_do_not_fit(kernels, operands, error, text):
    with pytest.raises(error, match=text):
        kernels.hops(**operands)


@pytest.mark.parametrize("format", ["csc", "coo", "bsr(2, 2)", "ell(?)", "dia", "hyb(1, 2)"])
def test_formats(format, tmp_path):
    matrix = spindle.array(A, format=format)
    x = X[:, 0].copy()
    spindle.compile("spmv", A=matrix, x=x).save(tmp_path / "spmv.so")
    saved = spindle.load_kernels(tmp_path / "spmv.so")
    np.testing.assert_allclose(saved.spmv(matrix, x), A @ x, rtol=1e-4, atol=1e-5)


def test_results_on_a_structure(tmp_path):
    Y = RNG.random((30, 7)).astype(np.float32)
    kernel = spindle.compile("sddmm", A=A, X=X, Y=Y)
    kernel.save(tmp_path / "sddmm.so")
    wanted = kernel(A, X, Y)
    got = spindle.load_kernels(tmp_path / "sddmm.so").sddmm(A, X, Y)
    np.testing.assert_array_equal(got.todense(), wanted.todense())


def test_names_and_numbers(tmp_path):
    y = np.arange(5.0)
    kernel = spindle.compile(UPDATES, y=y, alpha=2.0)
    largest = spindle.compile("row_max", A=A)
    spindle.save_kernels(tmp_path / "two.so", {"twice": kernel, "largest": largest})
    saved = spindle.load_kernels(tmp_path / "two.so")
    assert saved.twice(y, 3.0) is y
    np.testing.assert_array_equal(y, 3 * np.arange(5.0))
    assert saved.largest(A).shape == (30,)


def test_two_of_one_name(tmp_path):
    kernel = spindle.compile("row_max", A=A)
    with pytest.raises(spindle.SpindleError, match="different names.*two called 'row_max'"):
        spindle.save_kernels(tmp_path / "two.so", [kernel, kernel])
    with pytest.raises(spindle.SpindleError, match="at least one kernel but got none"):
        spindle.save_kernels(tmp_path / "two.so", [])
    assert not (tmp_path / "two.so").exists()


def test_no_object(tmp_path):
    with pytest.raises(spindle.SpindleValueError, match="No such file"):
        spindle.load_kernels(tmp_path / "none.so")
    (tmp_path / "text.so").write_text("text")
    with pytest.raises(spindle.SpindleValueError, match="a shared object but got another file"):
        spindle.load_kernels(tmp_path / "text.so")


def test_a_call_that_does_not_fit():
    text = HOPS.read_text().replace("%A: !matrix {", "%A: !other {", 1)
    text = "!other = !sparse.tensor<?x?xf32, #sparse.csc>\n" + text
    text = text.replace(": !matrix, !dense)\n      outs", ": !other, !dense)\n      outs")
    with pytest.raises(
        spindle.ProgramError,
        match=r"operand 0 \('A'\) of the call of @multiply to be .*csc.*got .*csr",
    ):
        spindle.compile(text, entry="hops", A=A, X=X)
