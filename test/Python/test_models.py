"""Models over linalg, compiled by spindle.compile with arrays by their names."""

from pathlib import Path

import numpy as np
import pytest

import spindle

INPUTS = Path(__file__).parents[1] / "Integration" / "Models" / "Inputs"


def load(name: str) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """What a model reads, and what onnxruntime computed of it."""
    arrays = dict(np.load(INPUTS / f"{name}.weights.npz"))
    arrays |= dict(np.load(INPUTS / f"{name}.reference.npz"))
    return arrays, arrays.pop("Y")


def test_a_model_gives_what_onnxruntime_does() -> None:
    arrays, expected = load("encoder")
    kernel = spindle.compile(INPUTS / "encoder.mlir", threads=2, **arrays)
    np.testing.assert_allclose(kernel(**arrays), expected, atol=1e-5 * np.abs(expected).max())


def test_the_text_of_a_model_is_enough() -> None:
    arrays, expected = load("qdq")
    kernel = spindle.compile((INPUTS / "qdq.mlir").read_text(), **arrays)
    np.testing.assert_array_equal(kernel(**arrays), expected)


@pytest.mark.parametrize("format", ["csr", "csc", "bsr<2, 2>"])
def test_a_sparse_weight_is_stored_as_it_is_given(format: str) -> None:
    arrays, _ = load("encoder")
    weight = arrays["ffn.hidden.weight"]
    weight = np.where(np.arange(weight.size).reshape(weight.shape) % 5 == 0, weight, 0)
    dense = arrays | {"ffn.hidden.weight": weight}
    expected = spindle.compile(INPUTS / "encoder.mlir", **dense)(**dense)
    sparse = arrays | {"ffn.hidden.weight": spindle.array(weight, format=format)}
    kernel = spindle.compile(INPUTS / "encoder.mlir", **sparse)
    np.testing.assert_allclose(kernel(**sparse), expected, atol=1e-5)


UNNAMED = """
func.func @product(%A: tensor<4x5xf32>, %x: tensor<5xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.matvec ins(%A, %x : tensor<4x5xf32>, tensor<5xf32>)
      outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
"""


@pytest.mark.parametrize("format", ["dense", "csr"])
def test_arguments_without_names_have_numbers(format: str) -> None:
    x, y = np.arange(5, dtype=np.float32), np.ones(4, np.float32)
    A = np.eye(4, 5, dtype=np.float32)
    given = A if format == "dense" else spindle.array(A, format=format)
    named = {"arg0": given, "arg1": x, "arg2": y}
    kernel = spindle.compile(UNNAMED, **named)
    assert [operand.name for operand in kernel.operands] == ["arg0", "arg1", "arg2", "result"]
    np.testing.assert_array_equal(kernel(**named), A @ x + 1)
    model = spindle.tesa.load(UNNAMED)
    assert [argument.name for argument in model.arguments] == ["arg0", "arg1", "arg2"]
    np.testing.assert_array_equal(spindle.tesa.compile(model)(arg0=A, arg1=x, arg2=y), A @ x + 1)
    with pytest.raises(spindle.SpindleError, match=r"\(arg0, arg1, arg2.* but got 'A'"):
        spindle.compile(UNNAMED, A=given, x=x, y=y)


def test_an_operation_without_a_counterpart_is_named() -> None:
    text = """
func.func @calls(%x: tensor<4xf32> {sparse.name = "x"}) -> tensor<4xf32> {
  %y = func.call @other(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @other(tensor<4xf32>) -> tensor<4xf32>
"""
    with pytest.raises(spindle.ProgramError, match=r"<text>:3:8: .*'func.call' op expected"):
        spindle.compile(text, x=np.ones(4, np.float32))


def test_a_saved_model_is_called_through_its_c_entry(tmp_path: Path) -> None:
    arrays, expected = load("integers")
    spindle.compile(INPUTS / "integers.mlir", **arrays).save(tmp_path / "integers.so")
    saved = spindle.load_kernels(tmp_path / "integers.so").integers
    np.testing.assert_array_equal(saved(**arrays), expected)


def test_many_constants_are_saved_with_the_model(tmp_path: Path) -> None:
    table = np.random.default_rng(3).integers(-8, 9, (40, 40)).astype(np.float32)
    text = f"""
func.func @scale(%x: tensor<40x40xf32> {{sparse.name = "x"}}) -> tensor<40x40xf32> {{
  %c = arith.constant dense<{table.tolist()}> : tensor<40x40xf32>
  %y = arith.mulf %x, %c : tensor<40x40xf32>
  return %y : tensor<40x40xf32>
}}
"""
    x = np.full((40, 40), 2, np.float32)
    spindle.compile(text, x=x).save(tmp_path / "scale.so")
    saved = spindle.load_kernels(tmp_path / "scale.so").scale
    np.testing.assert_array_equal(saved(x=x), 2 * table)
