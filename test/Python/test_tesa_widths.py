"""Widths of weights: rounding, the rule that lowers them, and models that run."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import IMPORTS, LAYER, load_import, load_reference
from spindle import _cli, tesa
from spindle._errors import ProgramError, SpindleTypeError, SpindleValueError
from spindle._tesa_arrays import write_arrays
from spindle._tesa_widths import compile_model, quantize


def make_layer(**masks: np.ndarray) -> tuple[tesa.Model, dict[str, np.ndarray]]:
    """A layer with random weights, and a sample of inputs."""
    draw = np.random.default_rng(7)
    weights = {
        "W": draw.standard_normal((4, 6)).astype(np.float32),
        "B": draw.standard_normal(6).astype(np.float32),
    }
    inputs = {"X": draw.standard_normal((3, 4)).astype(np.float32)}
    return tesa.load(LAYER, weights, masks), inputs


def run_layer(inputs: dict, weights: dict) -> list[np.ndarray]:
    return [inputs["X"] @ weights["W"] + weights["B"]]


@pytest.mark.parametrize("name", IMPORTS)
def test_imports_run_as_onnxruntime_ran_them(root: Path, name: str) -> None:
    model, arrays = load_import(root, name), load_reference(root, name)
    expected = arrays.pop("Y")
    (result,) = compile_model(model)(arrays, model.weights)
    allowed = 0 if name in ("integers", "qdq") else 1e-5 * np.abs(expected).max()
    assert result.dtype == expected.dtype and result.shape == expected.shape
    assert np.abs(result.astype(np.float64) - expected.astype(np.float64)).max() <= allowed


def test_marks_run() -> None:
    text = """
        func.func @marked(%X: tensor<2x4xf32>) -> tensor<2x4xf32> {
          %Y = tesa.mark %X keeps <[2, 4] by [2, 1] keeps "05"> : tensor<2x4xf32>
          return %Y : tensor<2x4xf32>
        }
    """
    x = np.arange(1, 9, dtype=np.float32).reshape(2, 4)
    (result,) = compile_model(tesa.load(text))({"arg0": x}, {})
    np.testing.assert_array_equal(result, x * [1, 0, 1, 0])


def test_what_cannot_run_is_refused() -> None:
    text = (
        "func.func @open(%X: tensor<?x4xf32>) -> tensor<?x4xf32> {\n return %X : tensor<?x4xf32>\n}"
    )
    with pytest.raises(ProgramError, match="expected argument 0 to be a tensor of static shape"):
        compile_model(tesa.load(text))
    call = """
        func.func private @other(tensor<2xf32>) -> tensor<2xf32>
        func.func @calls(%X: tensor<2xf32>) -> tensor<2xf32> {
          %Y = func.call @other(%X) : (tensor<2xf32>) -> tensor<2xf32>
          return %Y : tensor<2xf32>
        }
    """
    with pytest.raises(ProgramError, match=r"model.mlir:4:\d+: .*'func.call' op expected"):
        compile_model(tesa.load(call))


@given(st.integers(2, 16), st.integers(0, 100))
def test_rounded_floats_have_few_values(width: int, seed: int) -> None:
    array = np.random.default_rng(seed).standard_normal((5, 7))
    array[2] = 0
    rounded = quantize(array, width)
    most = 2 ** (width - 1) - 1
    step = np.abs(array).max() / most
    np.testing.assert_allclose(rounded / step, np.rint(rounded / step), atol=1e-6)
    assert np.abs(rounded - array).max() <= step * (0.5 + 1e-9)
    assert not rounded[2].any() and np.abs(rounded).max() == pytest.approx(np.abs(array).max())


def test_integers_with_no_more_bits_stay() -> None:
    array = np.array([-7, 0, 3, 7], np.int8)
    np.testing.assert_array_equal(quantize(array, 4), array)
    np.testing.assert_array_equal(quantize(array, 2), [-7, 0, 0, 7])
    assert quantize(array, 3).dtype == np.int8
    np.testing.assert_array_equal(quantize(np.zeros(3), 2), np.zeros(3))
    assert quantize(np.zeros((0, 4)), 2).shape == (0, 4)
    with pytest.raises(SpindleTypeError, match="expected floats or integers but got bool"):
        quantize(np.ones(2, np.bool_), 2)


def test_the_least_integer_has_no_opposite() -> None:
    array = np.array([-128, 127, 64], np.int8)
    for width in range(2, 8):
        rounded = quantize(array, width)
        assert rounded[0] == -128 and rounded[1] == 127 and rounded[2] >= 0


def test_arguments_are_not_written() -> None:
    text = """
        func.func @sum(%X: tensor<4xf32>, %Y: tensor<4xf32>) -> tensor<4xf32> {
          %Z = arith.addf %X, %Y : tensor<4xf32>
          return %Z : tensor<4xf32>
        }
    """
    run, x = compile_model(tesa.load(text)), np.arange(4, dtype=np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(run({"arg0": x, "arg1": x}, {})[0], 2 * np.arange(4))
    np.testing.assert_array_equal(x, np.arange(4))


def test_models_of_bfloat16_run() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    text = "func.func @same(%X: tensor<3xbf16>) -> tensor<3xbf16> {\n return %X : tensor<3xbf16>\n}"
    x = np.array([1, 2.5, -3], ml_dtypes.bfloat16)
    (result,) = compile_model(tesa.load(text))({"arg0": x}, {})
    assert result.dtype == x.dtype and result.tolist() == x.tolist()


def test_sizes_that_are_not_known_are_those_of_the_data() -> None:
    text = LAYER.replace("3x4xf32", "?x4xf32").replace("3x6xf32", "?x6xf32")
    text = text.replace(
        "%size = tensor.empty()", "%n = arith.constant 3 : index\n  %size = tensor.empty(%n)"
    )
    model, inputs = make_layer()
    open_model = tesa.load(text, model.weights)
    assert open_model.arguments[0].shape == (None, 4)
    found = tesa.lower_widths(open_model, inputs, 1e-3, run=run_layer)
    assert dict(found) == dict(tesa.lower_widths(model, inputs, 1e-3, run=run_layer))


def find_width(model: tesa.Model, inputs: dict, name: str, accept: float) -> int:
    """What the rule comes to for one tensor, step by step, in NumPy."""
    weights = dict(model.weights)
    (expected,) = run_layer(inputs, weights)
    least = 32
    for width in (16, 8, 7, 6, 5, 4, 3, 2):
        (got,) = run_layer(inputs, weights | {name: quantize(weights[name], width)})
        off = (
            np.square(got.astype(float) - expected).sum() / np.square(expected.astype(float)).sum()
        )
        if off > accept:
            break
        least = width
    return least


@pytest.mark.parametrize("accept", [0, 1e-8, 1e-5, 1e-3, 1e-2, 1])
def test_the_least_accepted_width_is_found(accept: float) -> None:
    model, inputs = make_layer()
    found = tesa.lower_widths(model, inputs, accept, run=run_layer)
    assert dict(found) == {"W": find_width(model, inputs, "W", accept)}
    assert found.error <= accept and found.before == {"W": 32}
    compiled = tesa.lower_widths(model, inputs, accept)
    assert dict(compiled) == dict(found) or accept == 0
    assert [step.is_accepted for step in found.steps[:-1]] == [True] * (len(found.steps) - 1)


def test_the_next_tensor_finds_the_last_one_lowered() -> None:
    model, inputs = make_layer()
    both = tesa.lower_widths(model, inputs, 1e-3, tensors=["W", "B"], run=run_layer)
    alone = tesa.lower_widths(model, inputs, 1e-3, tensors=["B"], run=run_layer)
    assert both["B"] >= alone["B"] and both.error <= 1e-3
    again = tesa.lower_widths(model, inputs, 1e-3, tensors=["W", "B"], run=run_layer)
    assert again == both and again.steps == both.steps and str(again) == str(both)
    for name in ("W", "B"):
        rounded = quantize(model.weights[name], both[name])
        np.testing.assert_array_equal(both.weights[name], rounded)
    assert tesa.lower_widths(model, inputs, np.float32(1e-3), run=run_layer)["W"] == both["W"]


def test_inputs_can_be_lowered() -> None:
    model, inputs = make_layer()
    found = tesa.lower_widths(model, inputs, 1e-3, tensors=["X"], run=run_layer)
    assert 2 < found["X"] < 16
    np.testing.assert_array_equal(found.weights["W"], model.weights["W"])


def test_recorded_results_and_several_samples(tmp_path: Path) -> None:
    model, inputs = make_layer()
    (expected,) = run_layer(inputs, model.weights)
    np.savez(tmp_path / "first.npz", **inputs, Y=expected)
    second = {"X": -inputs["X"]}
    found = tesa.lower_widths(model, [tmp_path / "first.npz", second], 1e-3, run=run_layer)
    assert found["W"] < 16
    # What was recorded is far from what the model gives: nothing is accepted.
    other = tesa.lower_widths(model, inputs | {"Y": expected + 9}, 1e-3, run=run_layer)
    assert other["W"] == 32 and len(other.steps) == 1 and other.error > 1e-3


def test_a_function_may_judge() -> None:
    model, inputs = make_layer()
    judged = []

    def accept(results: list, recorded: list) -> bool:
        judged.append(np.abs(results[0][0] - recorded[0][0]).max())
        return len(judged) < 4

    found = tesa.lower_widths(model, [inputs], accept, run=run_layer)
    assert found["W"] == 7 and len(found.steps) == 4 and judged == sorted(judged)


def test_masks_hold() -> None:
    kept = np.random.default_rng(1).random((4, 6)) < 0.5
    model, inputs = make_layer(W=kept)
    found = tesa.lower_widths(model, inputs, 1e-3)
    assert not found.weights["W"][~kept].any() and found.weights["W"].any()


def test_an_encoder(root: Path) -> None:
    model = load_import(root, "encoder")
    found = tesa.lower_widths(model, load_reference(root, "encoder"), 1e-4)
    order = ["query", "key", "value", "out"]
    names = [f"attention.{each}.weight" for each in order] + ["ffn.hidden.weight", "ffn.out.weight"]
    assert list(found) == names and found.error <= 1e-4
    assert all(2 <= width <= 16 for width in found.values())


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            {"data": {"X": np.ones((3, 4), np.float32), "W": np.ones((4, 6), np.float32)}},
            "data['W']: expected values of no weight but got those of one",
        ),
        ({"accept": -1}, "accept: expected an error of at least 0, or a function, but got -1"),
        ({"accept": float("nan")}, "accept: expected an error of at least 0"),
        ({"widths": []}, "widths: expected numbers of bits that fall, of at least 2, but got []"),
        ({"widths": [4, 8]}, "widths: expected numbers of bits that fall"),
        ({"widths": [4, 1]}, "widths: expected numbers of bits that fall"),
        ({"tensors": ["w"]}, "tensors['w']: expected the name of an argument but got 'w'; did"),
        ({"data": []}, "data: expected a sample or more but got none"),
        ({"data": {}}, "data: expected values of 'X', in weights or in data but got none"),
        ({"data": "none.npz"}, "data: expected arrays in an .npz file but got 'none.npz': No such"),
        (
            {"data": {"X": np.ones((3, 5), np.float32)}},
            "data['X']: expected 3 x 4 elements of f32 but got 3 x 5",
        ),
        (
            {"data": {"X": np.ones((3, 4), np.float32), "Y": np.ones(3), "Z": np.ones(3)}},
            "data: expected 1 results, or none, beside inputs but got Y, Z",
        ),
        (
            {"data": {"X": np.ones((3, 4), np.float32), "Y": np.ones((6, 3))}},
            "data: expected results of the shapes 3 x 6 in sample 0 but got 6 x 3",
        ),
    ],
)
def test_what_does_not_fit_is_refused(change: dict, error: str) -> None:
    model, inputs = make_layer()
    with pytest.raises(SpindleValueError) as raised:
        tesa.lower_widths(model, **({"data": inputs, "run": run_layer} | change))
    assert error in str(raised.value)


def test_a_model_without_weights_is_refused() -> None:
    with pytest.raises(SpindleValueError, match="model: expected weights of more than one dim"):
        tesa.lower_widths(tesa.load(LAYER), {}, run=run_layer)


def test_tensors_of_neither_floats_nor_integers_are_refused() -> None:
    text = "func.func @f(%X: tensor<2x2xi1>) -> tensor<2x2xi1> {\n return %X : tensor<2x2xi1>\n}"
    with pytest.raises(SpindleTypeError, match=r"tensors\['arg0'\]: expected floats or integers"):
        tesa.lower_widths(tesa.load(text), {"arg0": np.ones((2, 2), np.bool_)}, tensors=["arg0"])


def test_command_line(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    base = str(root / "test" / "Integration" / "Models" / "Inputs" / "qdq")
    command = ["tesa", f"{base}.mlir", "--weights", f"{base}.weights.npz"]
    command += ["--lower-widths", f"{base}.reference.npz", "--accept", "0.01"]
    assert _cli.main([*command, "--out", str(tmp_path / "lower.npz")]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[1].split()[:2] == ["W", "8"] and "\nerror: " in said
    with np.load(tmp_path / "lower.npz") as lowered:
        assert list(lowered) == ["W"] and lowered["W"].dtype == np.int8


def test_weights_are_written_with_masks_and_under_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    model, inputs = make_layer()
    Path("layer.mlir").write_text(LAYER.replace('"B"', '"file"'), encoding="utf-8")
    np.savez("data.npz", **inputs)
    kept = np.arange(6) % 2 == 0
    arrays = {"W": model.weights["W"], "file": model.weights["B"]}
    write_arrays("weights.npz", arrays)
    write_arrays("masks.npz", {"file": kept})
    command = "tesa layer.mlir --weights weights.npz --masks masks.npz --lower-widths data.npz"
    assert _cli.main([*command.split(), "--out", "lower.npz"]) == 0
    first = Path("lower.npz").read_bytes()
    assert _cli.main([*command.split(), "--out", "lower.npz"]) == 0
    assert Path("lower.npz").read_bytes() == first
    with np.load("lower.npz") as lowered:
        assert sorted(lowered) == ["W", "file"]
        np.testing.assert_array_equal(lowered["file"], np.where(kept, arrays["file"], 0))
    capsys.readouterr()
    for option in ("--report", "--draw=layer.svg"):
        assert _cli.main([*command.split(), option]) == 2
        assert "expected no --lower-widths beside it" in capsys.readouterr().err
    assert _cli.main(["tesa", "layer.mlir", "--accept", "0.1"]) == 2
    assert capsys.readouterr().err == "error: --accept: expected --lower-widths beside it\n"
