# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: layer: {{[1-9][0-9]*}} constants, the same bits
# CHECK: integers: {{[1-9][0-9]*}} constants, the same bits
# CHECK: image: {{[1-9][0-9]*}} constants, the same bits
"""A model with constants in place of what is one gives the same bits.

Each model is compiled by upstream's passes as it is, and after tesa-fold-constants and
tesa-prune-dead, and called on random arguments that are as its attributes say.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "Models"))
import plain

TO_LINALG = ("--convert-tesa-to-arith", "--convert-elementwise-to-linalg")
PLACE = "affine_map<(i, j) -> (i, j)>"

#: Behind pruned channels a bias, among them both zeros, and a ReLU; then a product.
LAYER = f"""
func.func @layer(%X: tensor<8x4xf32>,
    %W: tensor<4x6xf32> {{tesa.mask = #tesa.mask<[4, 6] by [4, 1] keeps "15">}},
    %B: tensor<6xf32> {{tesa.constant = dense<[0.1, 1.7, -0.3, -0.0, 4.0, -5.1]> : tensor<6xf32>}},
    %V: tensor<6x3xf32>) -> tensor<8x3xf32> {{
  %zero = arith.constant dense<0.0> : tensor<8x6xf32>
  %start = arith.constant dense<0.0> : tensor<8x3xf32>
  %XW = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x6xf32>) outs(%zero : tensor<8x6xf32>) -> tensor<8x6xf32>
  %H = linalg.generic {{indexing_maps = [{PLACE}, affine_map<(i, j) -> (j)>, {PLACE}], iterator_types = ["parallel", "parallel"]}} ins(%XW, %B : tensor<8x6xf32>, tensor<6xf32>) outs(%zero : tensor<8x6xf32>) {{
  ^bb0(%xw: f32, %b: f32, %o: f32):
    %c0 = arith.constant 0.0 : f32
    %sum = arith.addf %xw, %b : f32
    %leak = arith.constant 0.01 : f32
    %low = arith.mulf %sum, %leak : f32
    %c = arith.cmpf ogt, %sum, %c0 : f32
    %y = arith.select %c, %sum, %low : f32
    linalg.yield %y : f32
  }} -> tensor<8x6xf32>
  %Y = linalg.matmul ins(%H, %V : tensor<8x6xf32>, tensor<6x3xf32>) outs(%start : tensor<8x3xf32>) -> tensor<8x3xf32>
  return %Y : tensor<8x3xf32>
}}
"""

#: Products of bytes by constants, clamped and shifted.
INTEGERS = """
func.func @integers(%X: tensor<5x4xi8> {tesa.mask = #tesa.mask<[5, 4] by [1, 4] keeps "16">},
    %W: tensor<4x3xi8>, %B: tensor<3xi32> {tesa.constant = dense<[-7, 300, 5]> : tensor<3xi32>}) -> tensor<5x3xi32> {
  %e = tensor.empty() : tensor<5x3xi32>
  %zero = arith.constant dense<0> : tensor<5x3xi32>
  %most = arith.constant dense<127> : tensor<5x3xi32>
  %shift = arith.constant dense<2> : tensor<5x3xi32>
  %XW = linalg.matmul ins(%X, %W : tensor<5x4xi8>, tensor<4x3xi8>) outs(%zero : tensor<5x3xi32>) -> tensor<5x3xi32>
  %rows = linalg.broadcast ins(%B : tensor<3xi32>) outs(%e : tensor<5x3xi32>) dimensions = [0]
  %sum = arith.addi %XW, %rows : tensor<5x3xi32>
  %low = arith.minsi %sum, %most : tensor<5x3xi32>
  %Y = arith.shrsi %low, %shift : tensor<5x3xi32>
  return %Y : tensor<5x3xi32>
}
"""

#: A convolution of a pruned channel, a norm, and a pooling.
IMAGE = """
func.func @image(%X: tensor<1x2x6x6xf32>,
    %W: tensor<3x2x3x3xf32> {tesa.mask = #tesa.mask<[3, 2, 3, 3] by [1, 2, 3, 3] keeps "05">},
    %scale: tensor<3xf32>, %shift: tensor<3xf32> {tesa.constant = dense<[0.25, 1.3, -2.0]> : tensor<3xf32>}) -> tensor<1x3x2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x3x4x4xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %low = arith.constant dense<0xFF800000> : tensor<1x3x2x2xf32>
  %C = linalg.conv_2d_nchw_fchw ins(%X, %W : tensor<1x2x6x6xf32>, tensor<3x2x3x3xf32>) outs(%zero : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %N = linalg.generic {indexing_maps = [affine_map<(n, c, i, j) -> (n, c, i, j)>, affine_map<(n, c, i, j) -> (c)>, affine_map<(n, c, i, j) -> (c)>, affine_map<(n, c, i, j) -> (n, c, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%C, %scale, %shift : tensor<1x3x4x4xf32>, tensor<3xf32>, tensor<3xf32>) outs(%zero : tensor<1x3x4x4xf32>) {
  ^bb0(%x: f32, %s: f32, %b: f32, %o: f32):
    %scaled = arith.mulf %x, %s : f32
    %y = arith.addf %scaled, %b : f32
    linalg.yield %y : f32
  } -> tensor<1x3x4x4xf32>
  %Y = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%N, %window : tensor<1x3x4x4xf32>, tensor<2x2xf32>) outs(%low : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %Y : tensor<1x3x2x2xf32>
}
"""


def rewrite(text: str, *passes: str) -> str:
    done = subprocess.run(
        ["sparse-opt", "-", *passes],
        check=True,
        input=text,
        text=True,
        capture_output=True,
    )
    return done.stdout


def check(
    name: str, text: str, arrays: list[np.ndarray], like: np.ndarray, folder: Path
) -> None:
    results = []
    constants = rewrite(text, "--tesa-fold-constants")
    folded = rewrite(constants, "--tesa-prune-dead", *TO_LINALG)
    plainly = rewrite(text, *TO_LINALG)
    for kind, source in (("plain", plainly), ("folded", folded)):
        path = folder / f"{name}-{kind}.mlir"
        path.write_text(source)
        library = plain.build(path, folder)
        results.append(plain.call(library, name, arrays, like))
    same = results[0].tobytes() == results[1].tobytes()
    print(
        f"{name}: {constants.count('tesa.replace')} constants, {'the same' if same else 'other'} bits"
    )


def main() -> None:
    folder, random = Path(sys.argv[1]), np.random.default_rng(3)

    def real(*shape: int) -> np.ndarray:
        return random.standard_normal(shape).astype(np.float32)

    def byte(*shape: int) -> np.ndarray:
        return random.integers(-128, 128, shape).astype(np.int8)

    weights = real(4, 6) * np.array([1, 0, 1, 0, 1, 0], np.float32)
    bias = np.array([0.1, 1.7, -0.3, -0.0, 4.0, -5.1], np.float32)
    layer = [real(8, 4), weights, bias, real(6, 3)]
    check("layer", LAYER, layer, np.zeros((8, 3), np.float32), folder)
    rows = byte(5, 4) * np.array([[0], [1], [1], [0], [1]], np.int8)
    integers = [rows, byte(4, 3), np.array([-7, 300, 5], np.int32)]
    check("integers", INTEGERS, integers, np.zeros((5, 3), np.int32), folder)
    filters = real(3, 2, 3, 3)
    filters[1] = 0
    shift = np.array([0.25, 1.3, -2.0], np.float32)
    image = [real(1, 2, 6, 6), filters, real(3), shift]
    check("image", IMAGE, image, np.zeros((1, 3, 2, 2), np.float32), folder)


if __name__ == "__main__":
    main()
