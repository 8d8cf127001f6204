"""spindle.tesa.compile: weights in fewer bits, and in two widths."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from spindle import tesa
from spindle._errors import SpindleValueError

Arrays = dict[str, npt.NDArray[np.float32]]
PRUNED = "docs/examples/pruned.mlir"
X = np.random.default_rng(3).random((6, 8), np.float32)


def make_arrays() -> Arrays:
    random = np.random.default_rng(1)
    draw = random.standard_normal
    W, V = draw((8, 16)).astype(np.float32), draw((16, 4)).astype(np.float32)
    W[:, :4], V[12:] = 0, 0
    return {"W": W, "B": random.random(16, np.float32), "V": V}


def make_widths() -> npt.NDArray[np.int64]:
    """Half of the columns of W in bytes."""
    return np.where(np.arange(16) < 10, 8, 32) + np.zeros((8, 1), np.int64)


def compute(arrays: Arrays) -> npt.NDArray[np.float64]:
    wide = {name: array.astype(np.float64) for name, array in arrays.items()}
    hidden = np.maximum(X @ wide["W"] + wide["B"], 0)
    made: npt.NDArray[np.float64] = hidden @ wide["V"]
    return made


@pytest.mark.parametrize("plan", [{}, {"W_i8": "csc", "W_f32": "csr"}])
def test_two_widths_are_near(plan: dict[str, str]) -> None:
    arrays = make_arrays()
    model = tesa.compile(PRUNED, arrays, plan=plan, widths={"W": make_widths()})
    expected = compute(arrays)
    off = float(np.abs(model(X=X) - expected).max() / np.abs(expected).max())
    assert 1e-5 < off < 2e-2
    assert model.error(X=X) == pytest.approx(off, rel=1e-3)


def test_the_part_in_floats_is_exact() -> None:
    arrays = make_arrays()
    exact = tesa.compile(PRUNED, arrays, plan={}).error(X=X)
    mixed = tesa.compile(PRUNED, arrays, plan={}, widths={"W": make_widths()})
    # What comes of columns in bytes is not read.
    arrays["V"][:10] = 0
    mixed.update_weights({"V": arrays["V"]})
    assert exact < 1e-6 and mixed.error(X=X) < 1e-6
    assert mixed.compilations == 1


def test_inputs_are_kept_on_request() -> None:
    arrays = make_arrays()
    # Integers of 8 bits are what they are.
    arrays["W"] = np.rint(arrays["W"] * 20).clip(-128, 127).astype(np.float32)
    rounded = tesa.compile(PRUNED, arrays, plan={}, widths={"W": 8})
    kept = tesa.compile(PRUNED, arrays, plan={}, widths={"W": 8}, keep_inputs=True)
    assert 1e-5 < rounded.error(X=X) < 2e-2
    assert kept.error(X=X) < 1e-6


def test_more_bits_are_nearer() -> None:
    arrays = make_arrays()
    errors = []
    for width in (32, 16, 8, 4, 3):
        widths = {"W": width, "V": width}
        model = tesa.compile(PRUNED, arrays, plan={}, widths=widths, keep_inputs=True)
        errors.append(model.error(X=X))
    assert errors[0] < errors[1] < errors[2] < errors[3] == errors[4]


def test_other_weights_and_masks_are_divided_anew() -> None:
    arrays = make_arrays()
    model = tesa.compile(PRUNED, arrays, plan={"W_i8": "csc"}, widths={"W": 8})
    other = arrays | {"W": 3 * arrays["W"]}
    model.update_weights({"W": other["W"]})
    np.testing.assert_allclose(model(X=X), compute(other), atol=0.05 * 3)
    mask = arrays["W"] != 0
    mask[:4] = False
    model.update_mask("W", mask)
    pruned = arrays | {"W": np.where(mask, other["W"], 0).astype(np.float32)}
    np.testing.assert_allclose(model(X=X), compute(pruned), atol=0.05 * 3)
    assert model.compilations == 1


def test_a_saved_model_has_the_parts_in_it(tmp_path: Path) -> None:
    import ctypes

    arrays = make_arrays()
    model = tesa.compile(PRUNED, arrays, plan={"W_i8": "csc"}, widths={"W": make_widths()})
    model.save(tmp_path / "model.so", "run_model")
    library = ctypes.CDLL(str(tmp_path / "model.so"))
    result = np.zeros((6, 4), np.float32)
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (X, result)]
    assert library.run_model(*pointers, None) == 0
    np.testing.assert_allclose(result, model(X=X), rtol=1e-6)


@pytest.mark.parametrize("form", ["dense", "csr", "csc", "bsr(4,2)", "bsr(3,5)"])
@pytest.mark.parametrize("keep_inputs", [False, True])
def test_halves_of_bytes_are_exact_where_they_can_be(
    form: str, keep_inputs: bool, tmp_path: Path
) -> None:
    import ctypes

    arrays = make_arrays()
    arrays["W"] = np.clip(np.rint(arrays["W"] * 4), -8, 7).astype(np.float32)
    plan = {} if form == "dense" else {"W_i4": form}
    model = tesa.compile(PRUNED, arrays, plan=plan, widths={"W": 4}, keep_inputs=keep_inputs)
    assert "tensor<8x16xi4>" in model._text or "tensor<8x16xi4," in model._text
    # By bytes the inputs are rounded, and W is not.
    near = 1e-6 if keep_inputs else 1e-2
    expected = compute(arrays)
    np.testing.assert_allclose(model(X=X), expected, atol=near * np.abs(expected).max())
    assert model.error(X=X) < near
    again = arrays | {"W": -arrays["W"].clip(-7, 7)}
    model.update_weights({"W": again["W"]})
    expected = compute(again)
    np.testing.assert_allclose(model(X=X), expected, atol=near * np.abs(expected).max())
    model.save(tmp_path / "model.so", "run_model")
    library = ctypes.CDLL(str(tmp_path / "model.so"))
    result = np.zeros((6, 4), np.float32)
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (X, result)]
    assert library.run_model(*pointers, None) == 0
    np.testing.assert_allclose(result, model(X=X), rtol=1e-6)


def test_widths_that_do_not_fit_are_refused() -> None:
    arrays = make_arrays()
    for widths, words in (
        ({"Q": 8}, "expected the name of a weight"),
        ({"W": 33}, "expected integers from 0 to 32"),
        ({"W": 7.5}, "expected integers from 0 to 32"),
        ({"W": np.full((2, 2), 8)}, "expected bits for each element of W"),
        ({"B": 8}, "expected 'B' to be a matrix"),
    ):
        with pytest.raises(SpindleValueError, match=words):
            tesa.compile(PRUNED, arrays, widths=widths)
    arrays["W"][0, 5] = np.nan
    with pytest.raises(SpindleValueError, match="expected a finite number to round to si8"):
        tesa.compile(PRUNED, arrays, plan={}, widths={"W": 8})


def make_wide() -> tuple[Arrays, npt.NDArray[np.float32]]:
    """What docs/examples/widths.mlir multiplies."""
    draw = np.random.default_rng(5).standard_normal
    return {"W": draw((128, 512)).astype(np.float32)}, draw((64, 128)).astype(np.float32)


def test_a_plan_rounds_where_that_is_faster() -> None:
    arrays, tokens = make_wide()
    model = tesa.compile("docs/examples/widths.mlir", arrays)
    (widths,) = model.plan.widths
    assert [way.types for way in widths.ways] == [("f32",), ("i8",)]
    assert widths.choice.types == ("i8",) and widths.choice.rounds_inputs
    assert widths.choice.seconds + widths.rounding_seconds < widths.ways[0].seconds
    assert [product.weight for product in model.plan.products] == ["W_i8"]
    assert model.plan.latency()["total"] == pytest.approx(
        widths.choice.seconds + widths.rounding_seconds
    )
    drawn = model.plan.draw()
    assert "W: stored as i8: it is surely faster" in drawn and "to round inputs" in drawn
    assert 1e-5 < model.error(X=tokens) < 2e-2


def test_a_plan_keeps_what_few_bits_do_not_make_faster() -> None:
    arrays, widths = make_arrays(), make_widths()
    model = tesa.compile(PRUNED, arrays, widths={"W": widths})
    (told,) = model.plan.widths
    assert told.choice.types == ("f32",) and "too short" in told.reason
    assert [sorted(way.types) for way in told.ways] == [["f32"], ["f32", "i8"]]
    assert model.error(X=X) < 1e-6
    # Inputs that stay floats leave nothing to gain.
    arrays, tokens = make_wide()
    kept = tesa.compile("docs/examples/widths.mlir", arrays, keep_inputs=True)
    assert kept.plan.widths[0].choice.types == ("f32",)
    assert kept.error(X=tokens) < 1e-5


def test_masks_change_the_widths_that_are_chosen() -> None:
    arrays, tokens = make_wide()
    model = tesa.compile("docs/examples/widths.mlir", arrays)
    mask = np.zeros((128, 512), bool)
    mask[:, ::256] = True
    model.update_mask("W", mask)
    assert model.plan.widths[0].choice.types == ("f32",)
    assert model.compilations == 2
    expected = tokens.astype(np.float64) @ np.where(mask, arrays["W"], 0)
    np.testing.assert_allclose(model(X=tokens), expected, atol=1e-4)


def test_measured_widths_are_products_of_bytes() -> None:
    arrays, tokens = make_wide()
    model = tesa.compile("docs/examples/widths.mlir", arrays, measure=1)
    for way in model.plan.widths[0].ways:
        assert all(part.choice.measured for part in way.parts)
    assert model.error(X=tokens) < 2e-2
