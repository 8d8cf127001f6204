# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 72 products, 0 wrong
# CHECK: dp4a in 9 of 9 modules of bytes
# CHECK: dp4a in 0 of 3 modules of words, floats and sums of 64 bits
"""Products of bytes of random sizes, most of them odd, are on the emulated GPU what NumPy
and the interpreter make of them: with sums over rows of both factors, of one or of none,
with and without signs, of sizes that are known and that are not, of a sum from 1 term on,
and with one factor in blocks. Which modules have instructions for four products is told by
their PTX."""

import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import batch
import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(11)
GPU = ("--target", "cuda", "--device", "emulator")
WIDEN = {"s": "extsi", "u": "extui"}


@dataclass(frozen=True)
class Product:
    """Y = X W, of factors whose dimensions are as `first` and `second` say."""

    first: str
    second: str
    signs: str
    sizes: tuple[int, int, int]  # of i, j and k
    known: bool = True
    form: str = "dense"
    element: str = "i8"
    wide: str = "i32"

    def tell_type(self, dimensions: str, element: str) -> str:
        """The type of a tensor, as of "ik"."""
        if not self.known:
            return f"!sparse.tensor<?x?x{element}, #sparse.dense>"
        sizes = dict(zip("ijk", self.sizes, strict=True))
        return f"tensor<{'x'.join(str(sizes[d]) for d in dimensions)}x{element}>"

    def tell_maps(self) -> str:
        return ", ".join(
            f"affine_map<(i, j, k) -> ({', '.join(dims)})>"
            for dims in (self.first, self.second, "ij")
        )

    def tell_body(self) -> str:
        """What a product, %p, is."""
        floats = self.wide.startswith("f")
        return "".join(
            f"""
    %{wide} = arith.{"extf" if floats else WIDEN[sign]} %{name} : {self.element} to {self.wide}"""
            for wide, name, sign in zip("cd", "ab", self.signs, strict=True)
        ) + (
            f"""
    %p = arith.{"mulf" if floats else "muli"} %c, %d : {self.wide}"""
        )

    def write(self, path: Path) -> None:
        """The program: of tensors, or of Spindle's, whose sizes come with a call."""
        x = self.tell_type(self.first, self.element)
        w = self.tell_type(self.second, self.element)
        y = self.tell_type("ij", self.wide)
        if self.known:
            path.write_text(self.write_known(x, w, y))
        else:
            path.write_text(self.write_unknown(x, w, y))

    def write_known(self, x: str, w: str, y: str) -> str:
        floats = self.wide.startswith("f")
        return f"""
func.func @f(%X: {x} {{sparse.name = "X"}}, %W: {w} {{sparse.name = "W"}}) -> ({y} {{sparse.name = "Y"}}) {{
  %zero = arith.constant {"0.0" if floats else "0"} : {self.wide}
  %none = tensor.empty() : {y}
  %zeros = linalg.fill ins(%zero : {self.wide}) outs(%none : {y}) -> {y}
  %Y = linalg.generic {{indexing_maps = [{self.tell_maps()}], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%X, %W : {x}, {w}) outs(%zeros : {y}) {{
  ^bb0(%a: {self.element}, %b: {self.element}, %sum: {self.wide}):{self.tell_body()}
    %s = arith.{"addf" if floats else "addi"} %sum, %p : {self.wide}
    linalg.yield %s : {self.wide}
  }} -> {y}
  return %Y : {y}
}}
"""

    def write_unknown(self, x: str, w: str, y: str) -> str:
        arguments = ", ".join(
            f'%{name}: {of} {{sparse.name = "{name}", sparse.dims = ["{dims[0]}", "{dims[1]}"], sparse.access = "{access}"}}'
            for name, of, dims, access in (
                ("X", x, self.first, "read"),
                ("W", w, self.second, "read"),
                ("Y", y, "ij", "write"),
            )
        )
        buffer = f"!sparse.buffer<?x?x{self.wide}>"
        return f"""
func.func @f({arguments}) {{
  %I, %J, %Yv = sparse.unpack %Y : {y} -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, {buffer}
  %zero = arith.constant 0 : {self.wide}
  sparse.fill %Yv, %zero : {buffer}
  sparse.generic driver(%X) ins(%X, %W : {x}, {w}) outs(%Y : {y})
      maps [{self.tell_maps()}] kinds [spatial, spatial, reduction] combine [add] {{
  ^bb0(%a: {self.element}, %b: {self.element}):{self.tell_body()}
    sparse.yield %p : {self.wide}
  }}
  return
}}
"""


def check(case: Product, number: int) -> str:
    """What is wrong with a product; empty for nothing."""
    path = FOLDER / f"{number}.mlir"
    case.write(path)
    m, n, k = case.sizes
    x = RANDOM.integers(-128, 128, (m, k), np.int8)
    w = RANDOM.integers(-128, 128, (k, n), np.int8)
    if case.form != "dense":
        w *= RANDOM.random((k, n)) < 0.2
    given = {
        "X": x if case.first == "ik" else x.T,
        "W": w if case.second == "kj" else w.T,
    }
    np.savez(FOLDER / "given.npz", **{key: a.copy() for key, a in given.items()})
    out = FOLDER / "Y.npy"
    options = ["--weights", FOLDER / "given.npz"]
    options += ["--format", f"W={case.form}"] if case.known else ["--specialize=none"]
    command = ["sparse-run", path, *GPU, *options, "--check", "--out", f"Y={out}"]
    fault, _ = batch.run_for(command, out)
    if fault:
        return fault
    as_read = {"s": np.int8, "u": np.uint8}
    left, right = (
        a.view(as_read[sign]).astype(np.int32)
        for a, sign in zip((x, w), case.signs, strict=True)
    )
    made = np.load(out)
    return "" if np.array_equal(made, left @ right) else "not what NumPy makes of it"


def list_products() -> list[Product]:
    """Every way to store the factors, with all signs, in sizes of each kind."""
    cases = []
    for (first, second), signs in product(
        product(("ik", "ki"), ("kj", "jk")), ("ss", "us", "su", "uu")
    ):
        for known in (True, False):
            odd = tuple(int(size) for size in RANDOM.integers(1, 70, 3))
            cases.append(Product(first, second, signs, odd, known))
        even = tuple(4 * int(size) for size in RANDOM.integers(1, 40, 3))
        cases.append(Product(first, second, signs, even, bool(len(cases) % 2)))
    cases += [
        Product("ik", second, "us", (33, 140, depth))
        for second, depth in product(("kj", "jk"), (1, 2, 3, 4, 5, 131))
    ]
    for form, second in product(("bsr(4,4)", "bsr(8,8)", "bsr(3,5)"), ("kj", "jk")):
        for signs in ("us", "ss"):
            odd = tuple(int(size) for size in RANDOM.integers(20, 90, 3))
            cases.append(Product("ik", second, signs, odd, form=form))
    return cases


def count_modules(cases: list[Product]) -> str:
    """In how many of the modules there are instructions for four products."""
    count = 0
    for case in cases:
        case.write(FOLDER / "module.mlir")
        words = ["--emit", "ptx", "--schedule", "auto", "--chip", "sm_80"]
        words += ["--format", f"W={case.form}"] if case.known else []
        done = batch.run(["sparse-run", FOLDER / "module.mlir", *words], check=True)
        count += "dp4a" in done.stdout
    return f"{count} of {len(cases)}"


def main() -> None:
    cases = list_products()
    wrong = 0
    for number, case in enumerate(cases):
        if fault := check(case, number):
            wrong += 1
            print(f"{case}: {fault}")
    print(f"{len(cases)} products, {wrong} wrong")
    sizes = (64, 64, 96)
    dense = [
        Product("ik", second, signs, sizes)
        for second, signs in product(("kj", "jk"), ("ss", "us", "uu"))
    ]
    blocks = [
        Product("ik", "kj", "us", sizes, form=form) for form in ("bsr(4,4)", "bsr(8,8)")
    ]
    told = count_modules([*dense, *blocks, Product("ik", "kj", "us", sizes, False)])
    print(f"dp4a in {told} modules of bytes")
    others = [
        Product("ik", "kj", "ss", sizes, element="i16"),
        Product("ik", "kj", "ss", sizes, element="f16", wide="f32"),
        Product("ik", "kj", "ss", sizes, wide="i64"),
    ]
    told = count_modules(others)
    print(f"dp4a in {told} modules of words, floats and sums of 64 bits")


if __name__ == "__main__":
    main()
