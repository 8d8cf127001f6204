"""Models that tests of spindle.tesa share."""

from pathlib import Path

import numpy as np

from spindle import tesa

#: Y = X W + B, as a function and as NumPy has it.
LAYER = """
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#product = affine_map<(i, j, k) -> (i, j)>
func.func @layer(%X: tensor<3x4xf32> {sparse.name = "X"},
                 %W: tensor<4x6xf32> {sparse.name = "W"},
                 %B: tensor<6xf32> {sparse.name = "B"}) -> tensor<3x6xf32> {
  %size = tensor.empty() : tensor<3x6xf32>
  %start = linalg.broadcast ins(%B : tensor<6xf32>) outs(%size : tensor<3x6xf32>) dimensions = [0]
  %Y = linalg.matmul ins(%X, %W : tensor<3x4xf32>, tensor<4x6xf32>)
      outs(%start : tensor<3x6xf32>) -> tensor<3x6xf32>
  return %Y : tensor<3x6xf32>
}
"""
IMPORTS = ("bottleneck", "encoder", "integers", "mobilenet", "qdq")


def load_import(root: Path, name: str, masks: tesa.Model | None = None) -> tesa.Model:
    """A model that utils/import-onnx wrote, with its weights."""
    base = root / "test" / "Integration" / "Models" / "Inputs" / name
    return tesa.load(f"{base}.mlir", weights=f"{base}.weights.npz", masks=masks)


def load_reference(root: Path, name: str) -> dict[str, np.ndarray]:
    """Inputs of such a model, and what onnxruntime made of them."""
    path = root / "test" / "Integration" / "Models" / "Inputs" / f"{name}.reference.npz"
    with np.load(path) as arrays:
        return dict(arrays)


def prune(model: tesa.Model, share: float) -> dict[str, np.ndarray]:
    """Masks of weights of more than one dimension, drawn from a seed."""
    draw = np.random.default_rng(4)
    return {
        name: draw.random(weight.shape) >= share
        for name, weight in model.weights.items()
        if weight.ndim > 1
    }
