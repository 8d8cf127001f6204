"""spindle.tesa.compile: models are planned, compiled, pruned otherwise, and saved."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from models import load_import, load_reference, prune
from spindle import _cli, tesa
from spindle._errors import SpindleValueError

Arrays = dict[str, npt.NDArray[np.float32]]
PRUNED = "docs/examples/pruned.mlir"
#: One layer of 64 tokens, with room for formats.
LAYER = """
#each = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @layer(%X: tensor<512x64xf32> {sparse.name = "X"},
    %W: tensor<64x64xf32> {sparse.name = "W"},
    %B: tensor<64xf32> {sparse.name = "B"}) -> tensor<512x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x64xf32>) -> tensor<512x64xf32>
  %Y = linalg.matmul ins(%X, %W : tensor<512x64xf32>, tensor<64x64xf32>)
      outs(%f : tensor<512x64xf32>) -> tensor<512x64xf32>
  %Z = linalg.generic {indexing_maps = [#each, #column, #each],
      iterator_types = ["parallel", "parallel"]}
      ins(%Y, %B : tensor<512x64xf32>, tensor<64xf32>) outs(%e : tensor<512x64xf32>) {
  ^bb0(%y: f32, %b: f32, %o: f32):
    %s = arith.addf %y, %b : f32
    linalg.yield %s : f32
  } -> tensor<512x64xf32>
  return %Z : tensor<512x64xf32>
}
"""


CONVOLUTION = """
func.func @convolution(%X: tensor<2x16x19x17xf32> {sparse.name = "X"},
    %W: tensor<24x16x3x3xf32> {sparse.name = "W"}) -> (tensor<2x24x17x15xf32> {sparse.name = "Y"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x17x15xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x24x17x15xf32>) -> tensor<2x24x17x15xf32>
  %Y = linalg.conv_2d_nchw_fchw ins(%X, %W : tensor<2x16x19x17xf32>, tensor<24x16x3x3xf32>)
      outs(%f : tensor<2x24x17x15xf32>) -> tensor<2x24x17x15xf32>
  return %Y : tensor<2x24x17x15xf32>
}
"""


def make_arrays(seed: int = 1) -> Arrays:
    random = np.random.default_rng(seed)
    W, V = random.random((8, 16), np.float32), random.random((16, 4), np.float32)
    W[:, :4], V[12:] = 0, 0
    return {"W": W, "B": random.random(16, np.float32), "V": V}


def compute(
    X: npt.NDArray[np.float32],
    W: npt.NDArray[np.float32],
    B: npt.NDArray[np.float32],
    V: npt.NDArray[np.float32],
) -> npt.NDArray[np.float32]:
    hidden: npt.NDArray[np.float32] = np.maximum(X @ W + B, 0)
    return hidden @ V


def make_layer(share: float, seed: int = 2) -> Arrays:
    random = np.random.default_rng(seed)
    W = random.uniform(0.5, 1, (64, 64)).astype(np.float32)
    W[random.random((64, 64)) >= share] = 0
    return {"W": W, "B": random.random(64, np.float32)}


X = np.random.default_rng(3).random((6, 8), np.float32)
TOKENS = np.random.default_rng(4).random((512, 64), np.float32)


def test_a_planned_model_computes_what_it_did() -> None:
    arrays = make_arrays()
    model = tesa.compile(PRUNED, arrays)
    np.testing.assert_allclose(model(X=X), compute(X, **arrays), rtol=1e-5)
    assert model.plan.removed["arguments"] == 3
    assert [product.weight for product in model.plan.products] == ["W", "V"]
    assert model.plan.products[0].outputs == 12


def test_formats_are_given_by_name() -> None:
    arrays = make_arrays()
    model = tesa.compile(PRUNED, arrays, plan={"W": "csc", "V": "bsr(2, 2)"})
    np.testing.assert_allclose(model(X=X), compute(X, **arrays), rtol=1e-5)
    assert model.plan.products == ()


def test_sparse_weights_are_stored_sparse_and_dense_ones_are_not() -> None:
    for share in (0.03, 1):
        arrays = make_layer(share)
        model = tesa.compile(LAYER, arrays)
        np.testing.assert_allclose(model(X=TOKENS), TOKENS @ arrays["W"] + arrays["B"], rtol=1e-4)
        (product,) = model.plan.products
        assert (product.format == "dense") == (share == 1)
        assert "dense" in [candidate.format for candidate in product.candidates]


def test_another_mask_recompiles_only_another_format() -> None:
    arrays = make_layer(0.03)
    model = tesa.compile(LAYER, arrays)
    assert model.compilations == 1
    first = arrays["W"] != 0
    half = first & (np.arange(64) % 3 > 0)
    model.update_mask("W", half)
    assert model.compilations == 1
    np.testing.assert_allclose(
        model(X=TOKENS), TOKENS @ np.where(half, arrays["W"], 0) + arrays["B"], rtol=1e-4
    )
    dense = make_layer(1)
    model = tesa.compile(LAYER, dense)
    model.update_mask("W", first)
    assert model.compilations == 2
    np.testing.assert_allclose(
        model(X=TOKENS), TOKENS @ np.where(first, dense["W"], 0) + dense["B"], rtol=1e-4
    )


def test_new_weights_recompile_nothing() -> None:
    arrays = make_layer(0.03)
    model = tesa.compile(LAYER, arrays)
    other = {"W": arrays["W"] * 3, "B": arrays["B"] + 1}
    model.update_weights(other)
    assert model.compilations == 1
    np.testing.assert_allclose(model(X=TOKENS), TOKENS @ other["W"] + other["B"], rtol=1e-4)
    with pytest.raises(SpindleValueError, match="expected 0 where the mask keeps nothing"):
        model.update_weights({"W": np.ones_like(arrays["W"])})


def convolve(X: npt.NDArray[np.float32], W: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    windows = np.lib.stride_tricks.sliding_window_view(X, W.shape[2:], axis=(2, 3))
    result: npt.NDArray[np.float32] = np.einsum("ncyxhw,fchw->nfyx", windows, W)
    return result


@pytest.mark.parametrize("plan", ["auto", {"W": "csr"}, {"W": "bsr(4,4)"}, {}])
def test_weights_of_convolutions_are_stored_sparse(plan: str | dict[str, str]) -> None:
    random = np.random.default_rng(6)
    W = random.standard_normal((24, 16, 3, 3)).astype(np.float32)
    W[random.random(W.shape) >= 0.1] = 0
    image = random.standard_normal((2, 16, 19, 17)).astype(np.float32)
    model = tesa.compile(CONVOLUTION, {"W": W}, plan=plan)
    formats = {product.weight: product.format for product in model.plan.products}
    assert formats == ({"W": "csr"} if plan == "auto" else {})
    np.testing.assert_allclose(model(X=image), convolve(image, W), atol=1e-4)
    other = W * 2
    model.update_weights({"W": other})
    assert model.compilations == 1
    np.testing.assert_allclose(model(X=image), convolve(image, other), atol=1e-4)
    if plan == "auto":
        model.update_mask("W", np.zeros(W.shape, bool))
        np.testing.assert_array_equal(model(X=image), 0)


def test_formats_are_measured() -> None:
    model = tesa.compile(LAYER, make_layer(0.03), measure=1)
    (product,) = model.plan.products
    timed = [c.format for c in product.candidates if c.measured is not None]
    assert len(timed) == 2 and "dense" in timed
    assert product.seconds == min(c.measured for c in product.candidates if c.measured is not None)


def test_what_a_plan_takes_is_told() -> None:
    plan = tesa.compile(LAYER, make_layer(0.03)).plan
    latency, memory = plan.latency(), plan.memory()
    assert latency["total"] == latency["W"] > 0 and memory["total"] == memory["W"] > 0
    assert plan.draw().startswith("W: 64 x 64, ") and "us  dense" in plan.draw()


def test_a_weight_that_is_all_pruned_is_right() -> None:
    arrays = make_layer(0)
    model = tesa.compile(LAYER, arrays)
    np.testing.assert_allclose(model(X=TOKENS), np.broadcast_to(arrays["B"], (512, 64)), rtol=1e-6)


def test_what_does_not_fit_is_refused() -> None:
    arrays = make_arrays()
    with pytest.raises(SpindleValueError, match="expected 'auto' or formats by name"):
        tesa.compile(PRUNED, arrays, plan="fast")
    with pytest.raises(SpindleValueError, match="expected the name of a weight"):
        tesa.compile(PRUNED, arrays, plan={"Q": "csr"})
    with pytest.raises(SpindleValueError, match="expected inputs but got a weight"):
        tesa.compile(PRUNED, arrays)(X=X, W=arrays["W"])
    with pytest.raises(SpindleValueError, match="expected the name of a weight"):
        tesa.compile(PRUNED, arrays).update_mask("X", np.ones((6, 8), np.bool_))


@pytest.mark.parametrize("name", ["encoder", "bottleneck"])
def test_imports_compute_what_they_did(root: Path, name: str) -> None:
    model = load_import(root, name)
    masks = prune(model, 0.5)
    known = load_reference(root, name)
    inputs = {name: known[name] for name in known if name in [a.name for a in model.arguments]}
    expected = tesa.compile(model, masks=masks, plan={})(**inputs)
    planned = tesa.compile(model, masks=masks)
    np.testing.assert_allclose(planned(**inputs), expected, rtol=1e-4, atol=1e-4)


def test_a_saved_model_has_its_weights(tmp_path: Path) -> None:
    arrays = make_arrays()
    model = tesa.compile(PRUNED, arrays, plan={"V": "csc"})
    model.save(tmp_path / "model.so", "run_model")
    library = ctypes.CDLL(str(tmp_path / "model.so"))
    result = np.zeros((6, 4), np.float32)
    status = library.run_model(
        X.ctypes.data_as(ctypes.c_void_p), result.ctypes.data_as(ctypes.c_void_p), None
    )
    assert status == 0
    np.testing.assert_allclose(result, compute(X, **arrays), rtol=1e-5)
    needed = subprocess.run(
        ["readelf", "-d", tmp_path / "model.so"], capture_output=True, text=True
    ).stdout
    assert "spindle" not in needed.replace("run_model", "").lower() or "NEEDED" in needed
    source = tmp_path / "use.c"
    source.write_text(
        '#include "model.h"\nint main(void) { float X[48] = {0}, Y[24]; '
        "return run_model(X, Y, 0); }\n"
    )
    driver = next(word for word in ("clang-22", "clang", "cc", "gcc") if shutil.which(word))
    program = tmp_path / "use"
    subprocess.run(
        [
            driver,
            "-std=c99",
            "-Wall",
            "-Werror",
            source,
            tmp_path / "model.so",
            "-o",
            program,
            f"-Wl,-rpath,{tmp_path}",
        ],
        check=True,
    )
    assert subprocess.run([program]).returncode == 0


def test_the_command_line_tells_a_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.savez(tmp_path / "w.npz", **make_arrays())  # type: ignore[arg-type]
    assert _cli.main(["tesa", "plan", PRUNED, "--weights", str(tmp_path / "w.npz")]) == 0
    told = capsys.readouterr().out
    assert told.startswith("W: 12 x 8, ") and "3 arguments have" in told
