# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Archives of arrays: what `--weights` and FILE.npz:NAME may not say, and that what is
bound by itself comes before. Arrays may be called like files, and numbers are arrays of
one element."""

import sys
from pathlib import Path

import batch
import numpy as np
from refusals import check_all

TEXT = """\
func.func @model(%X: tensor<2x3xf32> {sparse.name = "X"}, %W: tensor<3x4xf32> {sparse.name = "W"}) -> (tensor<2x4xf32> {sparse.name = "Y"}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
  %Y = linalg.matmul ins(%X, %W : tensor<2x3xf32>, tensor<3x4xf32>) outs(%fill : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}
"""
CALLS = """\
func.func private @other(tensor<2xf32>) -> tensor<2xf32>
func.func @model(%X: tensor<2xf32> {sparse.name = "X"}) -> tensor<2xf32> {
  %y = call @other(%X) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
NAMED = """\
func.func @scaled(%X: tensor<3xf32> {sparse.name = "w.npy"}, %a: f32 {sparse.name = "a"}, %n: i32 {sparse.name = "n.mtx"}) -> (tensor<3xf32> {sparse.name = "Y"}) {
  %b = arith.sitofp %n : i32 to f32
  %c = arith.mulf %a, %b : f32
  %s = tensor.splat %c : tensor<3xf32>
  %Y = arith.mulf %X, %s : tensor<3xf32>
  return %Y : tensor<3xf32>
}
"""
TABLE = [
    (
        "model.mlir --weights other.npz",
        "other.npz: expected arrays called like operands (X, W, Y) but got 'V'",
    ),
    (
        "model.mlir --weights absent.npz",
        "absent.npz: no such file",
    ),
    (
        "model.mlir --weights text.npz",
        "text.npz: expected the end record of a zip archive but got none",
    ),
    ("model.mlir --weights X.npz", "expected --bind W=SOURCE but got none"),
    (
        "model.mlir --weights X.npz --bind W=X.npz:W",
        "X.npz: W.npy: expected such an entry but got none",
    ),
    (
        "model.mlir --weights all.npz --bind W=all.npz:X",
        "expected size 3 of dimension W[0], as of the type of W, but got 2 of W (all.npz:X)",
    ),
    (
        "model.mlir --weights all.npz --format V=csr",
        "expected --format of a tensor (X, W) but got 'V'",
    ),
    (
        "model.mlir --weights all.npz --dtype f64",
        "expected --dtype of a program that is made for it (",
    ),
    (
        "model.mlir --weights all.npz --format W=cxr",
        "W: format 'cxr': expected the name of a format (",
    ),
    (
        "named.mlir --weights named.npz --bind a=named.npz:w.npy",
        "named.npz:w.npy: expected one number but got shape 3",
    ),
    (
        "named.mlir --weights named.npz --bind n.mtx=named.npz:a",
        "n.mtx: expected a whole number of 32 bits but got '0.25'",
    ),
    (
        "named.mlir --weights named.npz --bind a=named.npz:b",
        "named.npz: b.npy: expected such an entry but got none",
    ),
    (
        "calls.mlir --weights X.npz",
        "calls.mlir:3:8: 'func.call' op expected an operation of linalg or tensor that "
        "has a counterpart on Spindle's tensors, or one on numbers",
    ),
]


def main() -> int:
    arrays = {"X": np.ones((2, 3), np.float32), "W": np.ones((3, 4), np.float32)}
    Path("model.mlir").write_text(TEXT)
    Path("calls.mlir").write_text(CALLS)
    Path("text.npz").write_text("no archive")
    np.savez("all.npz", **arrays)
    np.savez("X.npz", X=arrays["X"])
    np.savez("other.npz", V=arrays["X"])
    np.savez_compressed("twice.npz", W=2 * arrays["W"])
    words = "model.mlir --weights all.npz --bind W=twice.npz:W --out Y=Y.npy".split()
    done = batch.run(["sparse-run", *words])
    if done.returncode or not np.array_equal(np.load("Y.npy"), np.full((2, 4), 6)):
        print(f"expected 6 everywhere but got {done.stdout}{done.stderr}")
        return 1
    Path("named.mlir").write_text(NAMED)
    named = {"w.npy": np.arange(3, dtype=np.float32), "a": np.float32(0.25)}
    np.savez("named.npz", **named, **{"n.mtx": np.int32(-8)})
    words = "named.mlir --weights named.npz --out Y=Z.npy".split()
    done = batch.run(["sparse-run", *words])
    if done.returncode or not np.array_equal(np.load("Z.npy"), [0, -2, -4]):
        print(f"expected 0, -2, -4 but got {done.stdout}{done.stderr}")
        return 1
    return check_all(TABLE, only_start=True)


if __name__ == "__main__":
    sys.exit(main())
