"""Programs compiled and called."""

import ctypes
import threading
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import spindle

RNG = np.random.default_rng(24)


def make(rows=60, columns=50, dtype=np.float32, format="csr"):
    """A sparse matrix of SciPy."""
    matrix = sp.random_array((rows, columns), density=0.1, rng=RNG, dtype=np.float64)
    return matrix.astype(dtype).asformat(format)


A = make()
B = RNG.random((50, 8)).astype(np.float32)
SPMM_FILE = Path(__file__).parents[2] / "programs" / "spmm.mlir"
SPMM_TEXT = SPMM_FILE.read_text()


@pytest.fixture(scope="module")
def spmm():
    """SpMM for A and B."""
    return spindle.compile("spmm", A=A, B=B)


@pytest.mark.parametrize(
    "program",
    ["spmm", SPMM_TEXT, "C[i,k] += A[i,j] * B[j,k]", SPMM_FILE],
    ids=["built-in", "text", "expression", "file"],
)
def test_programs_of_all_kinds(program):
    kernel = spindle.compile(program, A=A, B=B)
    np.testing.assert_allclose(kernel(A, B), A @ B, rtol=1e-5)
    np.testing.assert_allclose(kernel(B=B, A=A), A @ B, rtol=1e-5)


@pytest.mark.parametrize("dtype", [np.float64, np.int32, np.complex64])
def test_types_promote(dtype):
    b = B.astype(dtype)
    a = make(dtype=np.int32 if dtype == np.int32 else np.float32)
    kernel = spindle.compile("spmm", A=a, B=b)
    got = kernel(a.astype(kernel.operands[0].dtype), b.astype(kernel.operands[1].dtype))
    assert got.dtype == np.result_type(a.dtype, b.dtype)
    np.testing.assert_allclose(got, a @ b, rtol=1e-5)


def test_two_dense_results_of_one_shape():
    least, places = spindle.compile("argmin", A=A)(A)
    filled = np.where(A.toarray() == 0, np.inf, A.toarray())
    np.testing.assert_array_equal(least, filled.min(axis=1))
    is_there = np.diff(A.indptr) > 0
    np.testing.assert_array_equal(places[is_there], filled.argmin(axis=1)[is_there])


def test_out_is_written_and_returned(spmm):
    out = np.full((60, 8), 7, np.float32)
    assert spmm(A, B, out=out) is out
    np.testing.assert_allclose(out, A @ B, rtol=1e-5)
    out[:] = 0
    assert spmm(A=A, B=B, C=out) is out
    assert spmm(A, B, out={"C": out}) is out
    np.testing.assert_allclose(out, A @ B, rtol=1e-5)


def test_a_bound_call_sees_new_elements(spmm):
    b, out = B.copy(), np.zeros((60, 8), np.float32)
    run = spmm.bind(A, b, out=out)
    assert run() is out
    b[:] = 1
    run(threads=2)
    np.testing.assert_allclose(out, A @ b, rtol=1e-5)


def test_values_on_a_structure():
    a = spindle.array(A)
    u, v = RNG.random((60, 4)), RNG.random((4, 50))
    kernel = spindle.compile("S[i,j] = A[i,j]*U[i,k]*V[k,j]", A=a, U=u, V=v)
    assert [operand.name for operand in kernel.operands] == ["A", "U", "V", "S"]
    got = kernel(a.to(dtype=np.float64), u, v)
    assert isinstance(got, spindle.Array)
    np.testing.assert_allclose(got.todense(), A.todense() * (u @ v), rtol=1e-6)


def test_scalars_are_numbers():
    x = np.ones(50, np.float32)
    kernel = spindle.compile("y[i] = alpha * A[i,j] * x[j]", A=A, x=x, alpha=2.0)
    np.testing.assert_allclose(kernel(A=A, x=x, alpha=3.0), 3 * (A @ x), rtol=1e-5)
    with pytest.raises(spindle.SpindleTypeError, match="alpha: expected a number of float32"):
        kernel(A=A, x=x, alpha="much")


def test_what_does_not_fit_is_copied_with_a_warning(spmm):
    with pytest.warns(spindle.CopyWarning, match="B: copied"):
        got = spmm(A, np.asfortranarray(B))
    np.testing.assert_allclose(got, A @ B, rtol=1e-5)
    with pytest.raises(spindle.CopyError, match="B"):
        spmm(A, np.asfortranarray(B), copy=False)


def test_other_formats_are_converted(spmm):
    csc = spindle.array(A, format="csc")
    with pytest.warns(spindle.CopyWarning, match="A: copied: expected an array in csr"):
        got = spmm(csc, B)
    np.testing.assert_allclose(got, A @ B, rtol=1e-5)


WRONG = {
    "missing": (lambda k: k(A), "B: expected an operand but got none"),
    "unknown": (lambda k: k(A, B, D=B), r"expected an operand \(A, B, C\) but got 'D'"),
    "twice": (lambda k: k(A, B, A=A), "A: expected one operand but got it twice"),
    "too many": (lambda k: k(A, B, B), "expected at most 2 operands but got 3"),
    "size": (lambda k: k(A, B[:49]), "B: expected size 50 of dimension J, as of A, but got 49"),
    "compiled size": (lambda k: k(A, np.ones((50, 9), np.float32)), "expected size 8 of .*K"),
    "rank": (lambda k: k(A, B[0]), r"B: expected shape \?x\? but got 8"),
    "overlap": (lambda k: (lambda b: k(make(50), b, out=b))(B.copy()), "C: expected memory of"),
    "read-only": (lambda k: k(A, B, out=freeze(make_out())), "may be written"),
    "out of type": (lambda k: k(A, B, out=np.empty((60, 8))), "C: expected elements of float32"),
    "out of strides": (lambda k: k(A, B, out=make_out(16)[:, ::2]), "row-major"),
    "out of names": (lambda k: k(A, B, out={"X": B}), "expected an operand"),
    "no array": (lambda k: k(A, object()), "B"),
    "sparse for dense": (lambda k: k(A, A), "B: expected a dense array"),
    "threads": (lambda k: k(A, B, threads=0), "threads: expected 1 to 1024 threads but got 0"),
}


def make_out(columns=8):
    """Memory for what the kernel writes."""
    return np.empty((60, columns), np.float32)


def freeze(array):
    """``array``, which may not be written any more."""
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("call, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_calls_are_refused(spmm, call, message):
    with pytest.raises(spindle.SpindleError, match=message):
        call(spmm)


class Copied:
    """What NumPy takes a copy of."""

    def __array__(self, dtype=None, copy=None):
        return np.zeros((60, 8), np.float32)


@pytest.mark.parametrize("out", [[[0.0] * 8] * 60, Copied()], ids=["list", "copied"])
def test_what_is_written_is_no_copy(spmm, out):
    for call in (spmm, spmm.bind):
        with pytest.raises(spindle.SpindleTypeError, match="C: expected an array, to write to"):
            call(A, B, out=out)


def test_values_stay_on_their_structure():
    a = spindle.array(sp.eye_array(4, dtype=np.float32, format="csr"))
    other = spindle.array(a.to_scipy()[::-1].tocsr())
    x = np.ones((4, 2), np.float32)
    kernel = spindle.compile("sddmm", A=a, X=x, Y=np.ascontiguousarray(x))
    for call in (kernel, kernel.bind):
        with pytest.raises(spindle.SpindleValueError, match="C: expected elements at .* of A"):
            call(A=a, X=x, Y=x, C=other)


def test_errors_have_parts(spmm):
    with pytest.raises(ValueError) as caught:
        spmm(A, B[:49])
    error = caught.value
    assert (error.operand, error.got) == ("B", "49")
    assert error.expected.startswith("size 50 of dimension J")
    with pytest.raises(TypeError):
        spmm(A, B, out=np.empty((60, 8)))


def test_errors_of_programs_have_places():
    with pytest.raises(spindle.ProgramError) as caught:
        spindle.compile("C[i,k] += A[i,j * B[j,k]", A=A, B=B)
    assert (caught.value.line, caught.value.column) == (1, 17)
    assert caught.value.source == "C[i,k] += A[i,j * B[j,k]"
    with pytest.raises(spindle.ProgramError) as caught:
        spindle.compile(SPMM_TEXT.replace("arith.mulf", "arith.mulx"), A=A, B=B)
    assert "arith.mulx" in caught.value.source
    with pytest.raises(spindle.SpindleError, match="spmn"):
        spindle.compile("spmn", A=A, B=B)


def test_sizes_may_be_left_open():
    kernel = spindle.compile("spmm", A=A, B=B, specialize=False)
    for columns in (1, 8, 33):
        b = RNG.random((50, columns)).astype(np.float32)
        np.testing.assert_allclose(kernel(A, b), A @ b, rtol=1e-5)


def test_shown_at_any_stage(spmm):
    texts = [spmm.ir(stage) for stage in ("tensors", "positions", "loops", "asm", "tensors")]
    assert "sparse.generic" in texts[0] and texts[0] == texts[-1]
    assert "iter.loop" in texts[1]
    assert len(set(texts)) == 4
    message = "expected a stage .* but got 'loop'; did you mean 'loops'"
    with pytest.raises(spindle.SpindleValueError, match=message):
        spmm.ir("loop")


def test_explains_what_was_chosen(spmm):
    explanation = spmm.explain()
    assert explanation.strategy["schedule"] == "dense_columns"
    assert "since" in str(explanation) and "instructions" in str(explanation)
    assert explanation.details["instructions"] > 0


def test_saved_for_c(spmm, tmp_path):
    spmm.save(tmp_path / "spmm.so", symbol="my_spmm")
    header = (tmp_path / "spmm.h").read_text()
    assert "my_spmm(" in header
    assert ctypes.CDLL(str(tmp_path / "spmm.so")).my_spmm
    # It can be called and saved after that.
    np.testing.assert_allclose(spmm(A, B), A @ B, rtol=1e-5)


def test_schedules_and_knobs():
    kernel = spindle.compile("spmm", A=A, B=B, schedule="dense_columns", knobs={"vectors": 1})
    np.testing.assert_allclose(kernel(A, B), A @ B, rtol=1e-5)
    with pytest.raises(spindle.SpindleError, match="vektors"):
        spindle.compile("spmm", A=A, B=B, schedule="dense_columns", knobs={"vektors": 1})


def test_programs_that_return_tensors():
    text = """
func.func @to_csc(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"})
    -> !sparse.tensor<?x?xf32, #sparse.csc> {
  %B = sparse.convert %A
    : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.csc>
  return %B : !sparse.tensor<?x?xf32, #sparse.csc>
}
"""
    kernel = spindle.compile(text, A=A)
    got = kernel(A)
    assert got.format == "csc"
    np.testing.assert_array_equal(got.todense(), A.todense())
    run = kernel.bind(A)
    assert run() is not run()


def test_threads_call_one_kernel(spmm):
    expected = spmm(A, B, threads=1)
    wrong = []

    def call(threads):
        for _ in range(20):
            if not np.array_equal(spmm(A, B, threads=threads), expected):
                wrong.append(threads)

    callers = [threading.Thread(target=call, args=(1 + n % 3,)) for n in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert not wrong


def test_threads_of_the_environment(spmm, monkeypatch):
    for text in ("0", "many"):
        monkeypatch.setenv("SPINDLE_NUM_THREADS", text)
        with pytest.raises(spindle.SpindleError, match="SPINDLE_NUM_THREADS"):
            spmm(A, B)
    monkeypatch.setenv("SPINDLE_NUM_THREADS", "3")
    np.testing.assert_allclose(spmm(A, B), A @ B, rtol=1e-5)


def test_zero_sizes(spmm):
    kernel = spindle.compile("spmm", A=A, B=B, specialize=False)
    empty = sp.csr_array((0, 50), dtype=np.float32)
    assert kernel(empty, B).shape == (0, 8)
    assert kernel(A, np.empty((50, 0), np.float32)).shape == (60, 0)
    none = sp.csr_array((60, 0), dtype=np.float32)
    np.testing.assert_array_equal(kernel(none, np.empty((0, 8), np.float32)), np.zeros((60, 8)))


def test_temporaries_are_kept_and_released():
    matrix = sp.random_array((9000, 9000), density=0.001, rng=RNG, dtype=np.float32)
    graph = spindle.array(matrix.tocsr())
    layer = {"X": (9000, 16), "W": (16, 16), "u": (16,), "v": (16,)}
    operands = {name: RNG.random(shape, np.float32) for name, shape in layer.items()}
    network = Path(__file__).parents[2] / "docs" / "examples" / "gat.mlir"
    kernel = spindle.compile(network, A=graph, **operands)
    first = kernel(A=graph, **operands)
    # At least X W.
    assert spindle.release_memory() >= first.nbytes
    assert spindle.release_memory() == 0
    np.testing.assert_array_equal(kernel(A=graph, **operands), first)
