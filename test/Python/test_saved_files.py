"""What calls of loaded kernels check, objects that are saved again, and names in C."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import spindle

A = spindle.array(np.array([[1.0, 0, 2], [0, 3, 0], [0, 0, 4]]))
B = np.arange(6.0).reshape(3, 2)
ENCODER = Path(__file__).parents[1] / "Integration" / "Models" / "Inputs" / "encoder.mlir"

NAMED = """
!vec = !sparse.tensor<?xf64, #sparse.dense>
!matrix = !sparse.tensor<?x?xf64, #sparse.csr>
func.func @{function}(
    %A: !matrix {{sparse.name = "{matrix}", sparse.dims = ["I", "J"]}},
    %x: !vec {{sparse.name = "{vector}", sparse.dims = ["J"]}},
    %alpha: f64 {{sparse.name = "{number}"}},
    %y: !vec {{sparse.name = "{result}", sparse.dims = ["I"], sparse.access = "write"}}) {{
  %zero = arith.constant 0.0 : f64
  %rows, %sums = sparse.unpack %y : !vec -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  sparse.fill %sums, %zero : !sparse.buffer<?xf64>
  sparse.generic driver(%A) ins(%A, %x : !matrix, !vec) outs(%y : !vec)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [add] {{
  ^bb0(%a: f64, %b: f64):
    %t = arith.mulf %a, %b : f64
    %s = arith.mulf %t, %alpha : f64
    sparse.yield %s : f64
  }}
  return
}}
"""


def save(program, path, **operands):
    spindle.compile(program, **operands).save(path)
    return spindle.load_kernels(path)


@pytest.fixture(scope="module")
def spmm(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "spmm.so"
    spindle.compile("spmm", A=A, B=B, specialize=False).save(path)
    return spindle.load_kernels(path).spmm


@pytest.mark.parametrize(
    ("operands", "text"),
    [
        ({"B": np.ones((3, 2, 1))}, "B: expected 2 dimensions but got 3"),
        ({"B": np.ones(3)}, "B: expected 2 dimensions but got 1"),
        ({"C": np.ones(6)}, "C: expected 2 dimensions but got 1"),
        ({"C": np.ones((3, 2, 1))}, "C: expected 2 dimensions but got 3"),
        ({"A": np.ones(3)}, "A: expected 2 dimensions but got 1"),
        ({"A": np.ones((3, 3, 1))}, "A: expected 2 dimensions but got 3"),
    ],
)
def test_ranks_are_those_of_the_program(spmm, operands, text):
    written = operands.get("C")
    before = None if written is None else written.copy()
    with pytest.raises(spindle.SpindleValueError, match=text):
        spmm(**({"A": A, "B": B} | operands))
    if written is not None:
        np.testing.assert_array_equal(written, before)


def test_ranks_of_vectors_and_numbers(tmp_path):
    names = {"function": "f", "matrix": "A", "vector": "x", "number": "alpha", "result": "y"}
    one = np.ones(3)
    kernel = save(NAMED.format(**names), tmp_path / "f.so", A=A, x=one, alpha=2.0).f
    for given, text in (
        ({"x": np.ones((3, 1))}, "x: expected 1 dimension but got 2"),
        ({"alpha": one}, "alpha: expected 0 dimensions but got 1"),
        ({"y": np.ones((3, 1))}, "y: expected 1 dimension but got 2"),
    ):
        with pytest.raises(spindle.SpindleValueError, match=text):
            kernel(**({"A": A, "x": one, "alpha": 2.0} | given))


def test_parts_of_other_formats_are_refused(tmp_path):
    x = np.ones(3)
    given = spindle.array(A.todense(), format="hyb(1, 2)")
    kernel = save("spmv", tmp_path / "hyb.so", A=given, x=x).spmv
    np.testing.assert_array_equal(kernel(given, x), A.todense() @ x)
    other = spindle.array(A.todense(), format="hyb(1, 3)")
    with pytest.raises(spindle.SpindleTypeError, match="A: expected a format of the parts"):
        kernel(other, x)


def test_an_object_saved_again_is_loaded_again(tmp_path):
    """Each load gives what is there, and kernels of earlier loads go on."""
    path, x = tmp_path / "again.so", np.ones(3)
    wanted, kernels = [], []
    for factor in range(2, 6):
        text = f"y[i] = A[i,j] * x[j] * {factor}"
        kernels.append(save(text, path, A=A, x=x).expression)
        wanted.append(factor * (A.todense() @ x))
        for kernel, result in zip(kernels, wanted, strict=True):
            np.testing.assert_array_equal(kernel(A, x), result)
    np.testing.assert_array_equal(spindle.load_kernels(path).expression(A, x), wanted[-1])


def test_an_object_that_ctypes_has_loaded_is_loaded_again(tmp_path):
    import ctypes

    path, x = tmp_path / "foreign.so", np.ones(3)
    spindle.compile("spmv", A=A, x=x).save(path)
    held = ctypes.CDLL(str(path))
    kernel = save("y[i] = A[i,j] * x[j] * 2", path, A=A, x=x).expression
    np.testing.assert_array_equal(kernel(A, x), 2 * (A.todense() @ x))
    assert held.spmv


def test_links_lead_to_what_is_there_now(tmp_path):
    link, x = tmp_path / "link.so", np.ones(3)
    for factor in (2, 3):
        text, path = f"y[i] = A[i,j] * x[j] * {factor}", tmp_path / f"{factor}.so"
        spindle.compile(text, A=A, x=x).save(path)
        link.unlink(missing_ok=True)
        link.symlink_to(path)
        got = spindle.load_kernels(link).expression(A, x)
        np.testing.assert_array_equal(got, factor * (A.todense() @ x))


#: Names of the function, the matrix, the vector, the number and the result, and those in C.
NAMES = [
    ("f", "layer.0.weight", "layer.0.bias", "a b", "out/0", "layer_0_weight_values layer_0_bias"),
    ("f", "int", "for", "class", "double", "p_int_values p_for p_class p_double"),
    ("f", "0", "1st", "2.5", "_", "p0_values p1st p2_5 p"),
    ("f", "α", "größe", "β", "矩阵", "xceb1_values grxc3b6c39fe xceb2 xe79fa9e998b5"),
    ("f", "int64_t", "call", "spindle_call", "NULL", "p_int64_t_values p_call p_spindle_call"),
    ("f", "f", "spindle", "_a_", "a__b", "f_values p_spindle a a_b"),
    ("main", "x*/y", "/*", "self", "lambda", "x_y_values p self lambda"),
    ("f", "%d", "\\\\n", "'", "size", "d_values n p size"),
]


@pytest.mark.parametrize("names", NAMES, ids=[" ".join(names[:5]) for names in NAMES])
def test_names_are_names_in_c(names, tmp_path):
    function, matrix, vector, number, result, spelled = names
    text = NAMED.format(
        function=function, matrix=matrix, vector=vector, number=number, result=result
    )
    vector = vector.replace("\\\\", "\\")
    x, path = np.arange(3.0), tmp_path / "named.so"
    given = {matrix: A, vector: x, number: 2.0}
    saved = save(text, path, **given)
    (kernel,) = saved.values()
    assert [operand.name for operand in kernel.operands] == [matrix, vector, number, result]
    np.testing.assert_array_equal(kernel(**given), 2 * (A.todense() @ x))
    np.testing.assert_array_equal(kernel(A, x, 2.0), 2 * (A.todense() @ x))
    header = path.with_suffix(".h").read_text()
    for name in spelled.split():
        assert f"{name}," in header
    check_header(path.with_suffix(".h"))


def check_header(path):
    """Has C and C++ compile the header of an object."""
    for words in (["-xc", "-std=c99"], ["-xc++", "-std=c++17"]):
        command = ["clang-22", *words, "-pedantic", "-Wall", "-Werror", "-fsyntax-only", "-"]
        subprocess.run(command, input=f'#include "{path}"\n', check=True, text=True)


def test_models_with_dotted_names(tmp_path):
    arrays = dict(np.load(ENCODER.with_suffix(".weights.npz")))
    arrays["X"] = np.load(ENCODER.with_suffix(".reference.npz"))["X"]
    assert any("." in name for name in arrays)
    kernel = spindle.compile(ENCODER, **arrays)
    kernel.save(tmp_path / "encoder.so")
    loaded = spindle.load_kernels(tmp_path / "encoder.so").encoder
    np.testing.assert_array_equal(loaded(**arrays), kernel(**arrays))
    check_header(tmp_path / "encoder.h")


@pytest.mark.parametrize(
    ("vector", "matrix", "both"),
    [("a.b", "a_b", None), ("A_values", "A", "A_values"), ("α", "xceb1", None)],
)
def test_two_names_that_are_one_in_c(vector, matrix, both, tmp_path):
    number = "a b" if both is None and "α" not in vector else "alpha"
    if vector == "α":
        number, matrix = "xceb1", "A"
    text = NAMED.format(function="f", matrix=matrix, vector=vector, number=number, result="y")
    kernel = spindle.compile(text, **{matrix: A, vector: np.ones(3), number: 2.0})
    expected = f"'{matrix if both else vector}' and '{vector if both else number}', which both"
    with pytest.raises(spindle.SpindleError, match=expected):
        kernel.save(tmp_path / "two.so")
    assert not os.listdir(tmp_path)
