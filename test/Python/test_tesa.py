"""spindle.tesa: models are read, masks travel, and what can be left out is counted."""

import re
from pathlib import Path

import numpy as np
import pytest

import spindle
from models import IMPORTS, LAYER, load_import, prune
from spindle import _cli, tesa
from spindle._errors import SpindleTypeError, SpindleValueError


def make_layer(**masks: np.ndarray) -> tesa.Model:
    return tesa.load(LAYER, masks=masks)


def test_arguments_and_results() -> None:
    model = make_layer()
    assert [each.name for each in model.arguments] == ["X", "W", "B"]
    assert model.arguments[1].shape == (4, 6) and model.arguments[1].dtype == np.float32
    assert model.results == (tesa.Tensor("0", (3, 6), "f32"),)
    assert repr(model) == "Model(model, 3 arguments, 0 weights, 0 masks)"


def test_a_pruned_column_is_the_bias() -> None:
    kept = np.ones((4, 6), np.bool_)
    kept[:, 2] = False
    facts = tesa.propagate(make_layer(W=kept))
    np.testing.assert_array_equal(facts["W"].zero, ~kept)
    assert not facts["%Y"].zero.any() and not facts["B"].dead.any()
    assert facts["W"].before == facts["W"].after == 1 / 6


def test_masks_are_views_over_the_dimensions_they_vary_in() -> None:
    kept = np.ones((4, 6), np.bool_)
    kept[1] = False
    facts = tesa.propagate(make_layer(W=kept))
    dead = facts["X"].dead
    np.testing.assert_array_equal(dead, np.broadcast_to(~kept[:, 0], (3, 4)))
    assert dead.strides[0] == 0 and not dead.flags.writeable
    assert facts["W"].zero.strides == (1, 0)


@pytest.mark.parametrize("seed", range(5))
def test_facts_are_what_masks_of_any_blocks_say(seed: int) -> None:
    draw = np.random.default_rng(seed)
    blocks = draw.random((2, 3)) < 0.6
    kept = np.repeat(np.repeat(blocks, 2, axis=0), 2, axis=1)
    facts = tesa.propagate(make_layer(W=kept, B=np.zeros(6, np.bool_)))
    np.testing.assert_array_equal(facts["W"].zero, ~kept)
    np.testing.assert_array_equal(facts["%Y"].zero, np.tile(~kept.any(axis=0), (3, 1)))
    np.testing.assert_array_equal(facts["X"].dead, np.tile(~kept.any(axis=1), (3, 1)))


def test_masks_from_files_and_from_zeros(tmp_path: Path) -> None:
    weight = np.arange(24, dtype=np.float32).reshape(4, 6) % 3
    weight[1, 1] = -0.0
    np.savez(tmp_path / "weights.npz", W=weight)
    (tmp_path / "layer.mlir").write_text(LAYER, encoding="utf-8")
    zeros = tesa.load(tmp_path / "layer.mlir", tmp_path / "weights.npz", "zeros")
    np.testing.assert_array_equal(zeros.masks["W"], weight != 0)
    files = tesa.load(tmp_path / "layer.mlir", masks=tmp_path / "weights.npz")
    np.testing.assert_array_equal(files.masks["W"], weight != 0)
    assert repr(zeros) == "Model(layer, 3 arguments, 1 weights, 1 mask)"


def test_other_masks_replace_those_of_the_file(root: Path) -> None:
    model = tesa.load(root / "docs" / "examples" / "pruned.mlir")
    assert sorted(model.masks) == ["V", "W"]
    other = model.with_masks({"W": np.ones((8, 16), np.bool_)})
    assert sorted(other.masks) == ["V"] and sorted(model.masks) == ["V", "W"]
    again = other.with_masks({"B": np.arange(16) > 3})
    assert sorted(again.masks) == ["B", "V"]
    assert tesa.propagate(model, {"W": np.ones((8, 16), np.bool_)})["W"].zeros == 0


def test_a_model_without_elements_and_scalars() -> None:
    text = """
        func.func @empty(%X: tensor<0x4xf32>, %s: tensor<f32>) -> (tensor<0x4xf32>, tensor<f32>) {
          return %X, %s : tensor<0x4xf32>, tensor<f32>
        }
    """
    facts = tesa.propagate(tesa.load(text), {"arg1": np.zeros((), np.bool_)})
    assert facts["arg0"].zero.shape == (0, 4) and facts["arg0"].after == 0
    assert facts["arg1"].zero.shape == () and facts["arg1"].zero.all() and facts["arg1"].is_returned
    assert str(tesa.propagate(tesa.load(text))) == "nothing is known of any value"


def test_sizes_that_are_not_known_have_no_facts() -> None:
    text = (
        "func.func @open(%X: tensor<?x4xf32>) -> tensor<?x4xf32> {\n return %X : tensor<?x4xf32>\n}"
    )
    model = tesa.load(text)
    assert model.arguments[0].shape == (None, 4)
    assert len(tesa.propagate(model)) == 0
    with pytest.raises(
        SpindleValueError, match=r"masks\['arg0'\]: expected the shape \? x 4 but got"
    ):
        tesa.propagate(model, {"arg0": np.ones((3, 4), np.bool_)})


def test_several_results_have_numbers() -> None:
    text = """
        #each = affine_map<(i) -> (i)>
        func.func @two(%X: tensor<2xf32>) -> tensor<2xf32> {
          %empty = tensor.empty() : tensor<2xf32>
          %both:2 = linalg.generic {
              indexing_maps = [#each, #each, #each],
              iterator_types = ["parallel"]}
              ins(%X : tensor<2xf32>) outs(%empty, %empty : tensor<2xf32>, tensor<2xf32>) {
          ^bb0(%x: f32, %a: f32, %b: f32):
            linalg.yield %x, %x : f32, f32
          } -> (tensor<2xf32>, tensor<2xf32>)
          return %both#1 : tensor<2xf32>
        }
    """
    facts = tesa.propagate(tesa.load(text))
    assert [value.name for value in facts] == ["arg0", "%empty", "%both#0", "%both#1"]
    assert facts["%both#0"].dead.all() and facts["%both#1"].is_returned


def test_tables(root: Path) -> None:
    facts = tesa.propagate(tesa.load(root / "docs" / "examples" / "pruned.mlir"))
    text, html = str(facts), facts._repr_html_()
    for name in ("W", "B", "V", "%sum", "%biased", "%hidden"):
        assert re.search(rf"^{name} ", text, re.MULTILINE) and f"<td>{name}</td>" in html
    assert "%result" not in text and "%no_hidden" not in text
    assert facts["%sum"].location.endswith("pruned.mlir:21:10")
    assert facts["%sum"].body == ("mulf", "addf") and facts["%sum"].is_product
    assert "<td>41.7 %</td>" in facts.report()._repr_html_()
    with pytest.raises(SpindleValueError, match="did you mean '%hidden'"):
        facts["%hiden"]


def count_skipped(kept: np.ndarray, dead_columns: np.ndarray) -> int:
    """Products of 3 rows by a matrix, of which what is not kept or in a dead column is left out."""
    return 3 * int((~kept | dead_columns).sum())


@pytest.mark.parametrize("seed", range(5))
def test_products_are_counted(seed: int) -> None:
    kept = np.random.default_rng(seed).random((4, 6)) < 0.5
    report = tesa.propagate(make_layer(W=kept)).report()
    assert report.macs == 3 * 4 * 6
    assert report.skipped == report.skipped_before == count_skipped(kept, np.zeros(6, np.bool_))
    assert report.products[0].weight == "W" and report.weights[0].pruned == (~kept).sum()


def test_a_dead_result_is_not_computed(root: Path) -> None:
    report = tesa.propagate(tesa.load(root / "docs" / "examples" / "pruned.mlir")).report()
    first, second = report.products
    # 4 columns are 0, and 4 are dead.
    assert (first.macs, first.skipped_before, first.skipped) == (6 * 8 * 16, 6 * 8 * 4, 6 * 8 * 8)
    assert (second.macs, second.skipped_before, second.skipped) == (384, 96, 96)


def test_padding_is_counted_by_its_elements(root: Path) -> None:
    report = tesa.propagate(load_import(root, "mobilenet")).report()
    # 2 channels of 16 x 16 by 3 of 3 x 3, of a padding below and to the right: of 16 places
    # in a dimension, the last one has a third outside.
    inside = (16 * 3 - 1) ** 2
    first = report.products[0]
    assert first.macs == 2 * 3 * 16 * 16 * 9 and first.skipped == first.macs - 2 * 3 * inside
    assert first.weight == "conv0.weight"


@pytest.mark.parametrize("name", IMPORTS)
def test_imports(root: Path, name: str) -> None:
    model = load_import(root, name)
    assert set(model.weights) < {each.name for each in model.arguments}
    masks = prune(model, 0.7)
    facts = tesa.propagate(model, masks)
    for weight, kept in masks.items():
        np.testing.assert_array_equal(facts[weight].zero, ~kept)
    report = facts.report()
    assert report.skipped_before <= report.skipped < report.macs and report.products
    # Weights of 8 bits are widened first, by an operation of their own.
    assert report.share_before == 0 if name == "integers" else report.share_before > 0.4
    assert report.share > 0.4
    again = tesa.propagate(load_import(root, name, masks))
    assert str(again) == str(facts) and str(again.report()) == str(report)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"masks": {"V": np.ones(3)}}, "masks['V']: expected the name of an argument but got 'V'"),
        ({"masks": {"W": np.ones((6, 4))}}, "masks['W']: expected the shape 4 x 6 but got 6 x 4"),
        ({"masks": "zeros"}, "masks: expected weights, to find their zeros, but got none"),
        ({"masks": "none.npz"}, "masks: expected arrays in an .npz file but got 'none.npz': No"),
        ({"masks": 3}, "masks: expected arrays by name, or an .npz file, but got int"),
        ({"masks": {"B": np.array(list("abcdef"))}}, "masks['B']: expected bools but got <U1"),
        ({"weights": {"Bias": np.ones(6)}}, "weights['Bias']: expected the name of an argument"),
        (
            {"weights": {"B": np.ones(6)}},
            "weights['B']: expected 6 elements of f32 but got 6 of float64",
        ),
        (
            {"weights": {"B": np.ones(5, np.float32)}},
            "weights['B']: expected 6 elements of f32 but got 5",
        ),
        ({"entry": "layers"}, "expected entry to name a function (layer) but got 'layers'; did"),
        ({"path": "none.mlir"}, "path: expected a file with a model but got 'none.mlir': No such"),
        ({"path": "\n"}, "model.mlir: expected a function but got none"),
        (
            {"path": "func.func @f(%n: index) {\n return\n}"},
            "expected argument 0 of @f to be a tensor but got index",
        ),
        ({"path": "func.func @f(\n"}, "model.mlir:1:14: "),
    ],
)
def test_what_does_not_fit_is_refused(change: dict, error: str) -> None:
    with pytest.raises((SpindleValueError, SpindleTypeError)) as raised:
        tesa.load(**({"path": LAYER} | change))
    assert error in str(raised.value)


def test_a_file_of_one_array_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.ones(3))
    with pytest.raises(SpindleValueError, match="masks: expected arrays in an .npz file but got"):
        tesa.load(LAYER, masks=tmp_path / "one.npy")


def test_two_arguments_of_one_name_are_refused() -> None:
    text = LAYER.replace('"B"', '"W"')
    with pytest.raises(SpindleValueError, match="names of their own but got two called 'W'"):
        tesa.load(text)


def test_masks_of_other_things_are_refused() -> None:
    text = "func.func @f(%n: tensor<2xindex>) {\n return\n}"
    with pytest.raises(SpindleValueError, match="a tensor of numbers with a static shape"):
        tesa.load(text, masks={"arg0": np.array([True, False])})


@pytest.mark.parametrize("wrong", ["model.mlir", Path("model.mlir"), None, 3])
@pytest.mark.parametrize(
    "function", [tesa.propagate, tesa.draw, lambda model: tesa.lower_widths(model, {}, 1.0)]
)
def test_what_is_no_model_is_refused(function, wrong: object) -> None:
    got = repr(wrong) if isinstance(wrong, str | Path) else type(wrong).__name__
    expected = f"model: expected a model, as spindle.tesa.load reads it from a file, but got {got}"
    with pytest.raises(SpindleTypeError, match=re.escape(expected)):
        function(wrong)


def test_a_wrong_program_says_where() -> None:
    with pytest.raises(spindle.ProgramError) as raised:
        tesa.load("func.func @f(%X: tensor<2xf32>) {\n  return %Y : f32\n}\n")
    assert (raised.value.file, raised.value.line) == ("model.mlir", 2)


def test_command_line(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    model = str(root / "docs" / "examples" / "pruned.mlir")
    picture = tmp_path / "pruned.svg"
    assert _cli.main(["tesa", model, "--draw", str(picture)]) == 0
    said = capsys.readouterr().out
    facts = tesa.propagate(tesa.load(model))
    assert said == f"{facts}\n\n{facts.report()}\n"
    assert picture.read_text(encoding="utf-8") == facts.draw().svg
    np.savez(tmp_path / "masks.npz", B=np.arange(16) % 2)
    assert _cli.main(["tesa", model, "--masks", str(tmp_path / "masks.npz"), "--report"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("product") and re.search(r"^B +16 +50 %", said, re.MULTILINE)
    assert _cli.main(["tesa", model, "--masks", "zeros"]) == 2
    assert capsys.readouterr().err.startswith("error: masks: expected weights")
    assert _cli.main(["tesa", model, "--out", "W.npz"]) == 2
    assert "expected --lower-widths" in capsys.readouterr().err
