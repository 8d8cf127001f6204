# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: convolutions, 0 wrong
"""Convolutions by weights in formats of matrices give what NumPy does, on one thread
and on three, some on an emulated GPU, and the interpreter agrees: of odd sizes, with
strides, padding and dilation, in batches, with pixels or with channels side by side, of
weights that are all zero, and of dense ones."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
ON_GPU = ("rows", "batch_strided", "last", "dense")
TYPES = {"f32": np.float32, "f64": np.float64}


@dataclass
class Case:
    """A convolution of images of `size` by windows of `window`."""

    name: str
    format: str
    size: tuple[int, int] = (7, 9)
    window: tuple[int, int] = (3, 3)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    padding: int = 1
    batch: int = 1
    channels: int = 5
    filters: int = 6
    kept: float = 0.3
    layout: str = "nchw_fchw"
    dtype: str = "f32"

    @property
    def padded(self) -> list[int]:
        return [size + 2 * self.padding for size in self.size]

    @property
    def out(self) -> list[int]:
        return [
            (size - dilation * (window - 1) - 1) // stride + 1
            for size, window, stride, dilation in zip(
                self.padded, self.window, self.stride, self.dilation, strict=True
            )
        ]

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the image, padded, of the weight, and of the result."""
        sizes = {"n": self.batch, "c": self.channels, "f": self.filters}
        image, weight = self.layout.split("_")
        result = image.replace("c", "f")

        def shape(letters: str, size: tuple[int, ...] | list[int]) -> tuple[int, ...]:
            own = sizes | {"h": size[0], "w": size[1]}
            return tuple(own[letter] for letter in letters)

        return {
            "X": shape(image, self.size),
            "P": shape(image, self.padded),
            "W": shape(weight, self.window),
            "Y": shape(result, self.out),
        }

    def text(self) -> str:
        """The function, whose result is the larger of 0 and of a sum and a bias."""
        types = {
            name: f"tensor<{'x'.join(map(str, shape))}x{self.dtype}>"
            for name, shape in self.shapes().items()
        }
        image = self.layout.split("_")[0]
        around = [self.padding if letter in "hw" else 0 for letter in image]
        other = [at for at, letter in enumerate(image) if letter != "c"]
        pad = f"""
  %padded = tensor.pad %X low{around} high{around} {{
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : {self.dtype}
  }} : {types["X"]} to {types["P"]}"""
        result = types["Y"]
        return f"""
func.func @convolution(%X: {types["X"]} {{sparse.name = "X"}}, %W: {types["W"]} {{sparse.name = "W"}},
    %B: tensor<{self.filters}x{self.dtype}> {{sparse.name = "B"}}) -> ({result} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : {self.dtype}{pad}
  %e = tensor.empty() : {result}
  %bias = linalg.broadcast ins(%B : tensor<{self.filters}x{self.dtype}>) outs(%e : {result}) dimensions = {other}
  %sum = linalg.conv_2d_{self.layout} {{dilations = dense<{list(self.dilation)}> : vector<2xi64>,
      strides = dense<{list(self.stride)}> : vector<2xi64>}}
      ins(%padded, %W : {types["P"]}, {types["W"]}) outs(%bias : {result}) -> {result}
  %y = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%sum, %bias : {result}, {result}) outs(%e : {result}) -> {result}
  return %y : {result}
}}
"""

    def arrays(self) -> dict[str, np.ndarray]:
        random = np.random.default_rng(sum(map(ord, self.name)))
        shapes, dtype = self.shapes(), TYPES[self.dtype]
        weight = random.standard_normal(shapes["W"]).astype(dtype)
        weight[random.random(weight.shape) >= self.kept] = 0
        return {
            "X": random.standard_normal(shapes["X"]).astype(dtype),
            "W": weight,
            "B": random.standard_normal(self.filters).astype(dtype),
        }

    def expect(self, arrays: dict[str, np.ndarray]) -> np.ndarray:
        """The result in f64, with channels first in between."""
        image, weight = self.layout.split("_")
        x, w = (
            np.einsum(f"{letters}->{order}", arrays[name].astype(np.float64))
            for name, letters, order in [("X", image, "nchw"), ("W", weight, "fchw")]
        )
        x = np.pad(x, [(0, 0), (0, 0)] + 2 * [(self.padding, self.padding)])
        total = np.zeros((self.batch, self.filters, *self.out))
        for row in range(self.window[0]):
            for column in range(self.window[1]):
                top, left = row * self.dilation[0], column * self.dilation[1]
                part = x[:, :, top :: self.stride[0], left :: self.stride[1]]
                part = part[:, :, : self.out[0], : self.out[1]]
                total += np.einsum("nchw,fc->nfhw", part, w[:, :, row, column])
        bias = arrays["B"].astype(np.float64)[None, :, None, None]
        total = np.maximum(total + bias, bias)
        return np.einsum(f"nfhw->{image.replace('c', 'f')}", total)

    def run(self, source: Path, *options: str) -> np.ndarray:
        out = source.with_suffix(".Y.npy")
        given = [
            f"--bind={name}={source.with_suffix(f'.{name}.npy')}" for name in "XWB"
        ]
        done = subprocess.run(
            ["sparse-run", source, *given, f"--format=W={self.format}"]
            + [f"--out=Y={out}", *options],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode or (
            "--check=force" in options and "right" not in done.stdout
        ):
            raise SystemExit(f"{self.name}: {done.stdout}{done.stderr}")
        return np.load(out)

    def wrong(self) -> str:
        """What is wrong; empty for nothing."""
        source = FOLDER / f"{self.name}.mlir"
        source.write_text(self.text())
        arrays = self.arrays()
        for name, array in arrays.items():
            np.save(source.with_suffix(f".{name}.npy"), array)
        expected = self.expect(arrays)
        one = self.run(source, "--check=force")
        three = self.run(source, "--threads=3")
        plain = self.run(source, "--schedule=none")
        if one.tobytes() != three.tobytes():
            return "expected the same bits on three threads"
        results = [one, plain]
        if self.name in ON_GPU:
            results.append(self.run(source, "--target=cuda", "--device=emulator"))
        for result in results:
            least = 1e-12 if self.dtype == "f64" else 1e-5
            off = np.abs(result - expected).max()
            if result.shape != expected.shape or off > least * np.abs(expected).max():
                return f"{off} off"
        return ""


CASES = [
    Case("rows", "csr"),
    Case("columns", "csc"),
    Case("blocks", "bsr(2,2)"),
    Case("blocks_cut", "bsr(4,4)", channels=6),
    Case("rows_of_few", "dcsr", kept=0.02),
    Case("entries", "coo"),
    Case("nested", "csf"),
    Case("levels", "(f, c, h, w) -> (f : dense, h : dense, w : dense, c : compressed)"),
    Case("halves", "nm(2,2)", channels=6),
    Case("large", "csr", size=(35, 33), channels=9, filters=17),
    Case("strided", "csr", stride=(2, 2), size=(11, 9)),
    Case("strided_rows", "csr", stride=(2, 1)),
    Case("strided_columns", "csr", stride=(1, 3), padding=0),
    Case("dilated", "csr", dilation=(2, 3), padding=3),
    Case("dilated_strided", "csr", dilation=(2, 2), stride=(2, 2), padding=2),
    Case("batch", "csr", batch=2),
    Case("batch_strided", "csr", batch=3, stride=(2, 2)),
    Case("point", "csr", window=(1, 1), padding=0),
    Case("point_strided", "csr", window=(1, 1), padding=0, stride=(2, 2)),
    Case("point_batch", "csr", window=(1, 1), padding=0, batch=2),
    Case("seven", "csr", window=(7, 7), padding=3, stride=(2, 2), channels=3),
    Case("wide", "csr", window=(1, 5), padding=2),
    Case("tall", "csr", window=(5, 1), padding=2),
    Case("one_row", "csr", size=(1, 9), window=(1, 3), padding=0),
    Case("one_pixel", "csr", size=(3, 3), padding=0),
    Case("one_filter", "csr", filters=1),
    Case("one_channel", "csr", channels=1),
    Case("zero", "csr", kept=0),
    Case("zero_blocks", "bsr(2,2)", kept=0),
    Case("full", "csr", kept=1),
    Case("double", "csr", dtype="f64"),
    Case("double_batch", "bsr(2,2)", dtype="f64", batch=2, stride=(2, 2)),
    Case("dense", "dense"),
    Case("dense_strided", "dense", stride=(2, 2), batch=2, dtype="f64"),
    Case("dense_dilated", "dense", dilation=(2, 3), padding=3),
    Case("dense_point", "dense", window=(1, 1), padding=0),
    Case("dense_last", "dense", layout="nhwc_hwcf", batch=2),
    Case("last", "csc", layout="nhwc_hwcf"),
    Case("last_rows", "csr", layout="nhwc_hwcf"),
    Case("last_batch", "csc", layout="nhwc_hwcf", batch=2, stride=(2, 2)),
    Case("last_point", "csc", layout="nhwc_hwcf", window=(1, 1), padding=0, batch=2),
    Case("last_filters", "csr", layout="nhwc_fhwc"),
    Case("last_blocks", "bsr(2,2)", layout="nhwc_fhwc", batch=2, dilation=(2, 1)),
]

wrong = 0
for case in CASES:
    if found := case.wrong():
        print(f"{case.name}: {found}")
        wrong += 1
print(f"{len(CASES)} convolutions, {wrong} wrong")
