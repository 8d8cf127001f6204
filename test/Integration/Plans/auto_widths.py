# REQUIRES: avx512
# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: all in bytes: i8
# CHECK: all in bytes on 2 threads: i8
# CHECK: all in halves: i4
# CHECK: bytes and floats: f32 and i8
# CHECK: bytes do not pay: f32
# CHECK: too short: f32
# CHECK: nothing said: nothing was chosen
# CHECK: needs floats: f32
# CHECK: wrong: 0
# CHECK: a dense product of f32 is estimated to take longer than one of i8: True
# CHECK: half of the elements: f32 csc, i8 dense
# CHECK: of MatMulInteger: csc
# CHECK: W: stored as {{i8 and f32|f32 and i8}}, since it is surely faster, even with inputs that are rounded
# CHECK-NEXT: us f32
# CHECK-NEXT: us {{i8 and f32|f32 and i8}}, {{.*}} of them to round inputs
"""A plan rounds the elements of a weight, all or some, where it says what they need and where
that is estimated to be faster, and gives then what NumPy makes of the same rounding; else it
gives what it gave. Integers have costs of their own."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(11)
BLOCK = 32


@dataclass(frozen=True)
class Case:
    """A product of tokens by a weight, what blocks of it need, and what is chosen."""

    name: str
    kept: np.ndarray
    needs: np.ndarray | None  # for blocks of BLOCK x BLOCK
    types: tuple[str, ...]
    tokens: int = 64
    threads: int = 1


def blocks(outputs: int, share: float, inputs: int = 128) -> np.ndarray:
    chosen = RANDOM.random((inputs // BLOCK, outputs // BLOCK)) < share
    return np.kron(chosen, np.ones((BLOCK, BLOCK), bool))


def make_cases() -> list[Case]:
    full = blocks(512, 0.4)
    each = np.full((4, 16), 8)
    others = full | (RANDOM.random(full.shape) < 0.01)
    whole = full.reshape(4, BLOCK, 16, BLOCK).all(axis=(1, 3))
    few = RANDOM.random((128, 128)) < 0.02
    return [
        Case("all in bytes", full, each, ("i8",)),
        Case("all in bytes on 2 threads", full, each, ("i8",), threads=2),
        Case("all in halves", full, np.full((4, 16), 4), ("i4",)),
        Case("bytes and floats", others, np.where(whole, 8, 32), ("f32", "i8")),
        Case("bytes do not pay", few, np.full((4, 4), 8), ("f32",)),
        Case("too short", few[:32, :32], np.full((1, 1), 8), ("f32",), tokens=1),
        Case("nothing said", full, None, ()),
        Case("needs floats", full, np.full((4, 16), 32), ("f32",)),
    ]


def write(path: Path, kept: np.ndarray, needs: np.ndarray | None, tokens: int) -> None:
    inputs, outputs = kept.shape
    bits = np.packbits(kept.reshape(-1), bitorder="little").tobytes().hex()
    said = f'tesa.mask = #tesa.mask<[{inputs}, {outputs}] by [1, 1] keeps "{bits}">'
    if needs is not None:
        names = {4: "si4", 8: "si8", 32: "f32"}
        formats = ", ".join(names[bits] for bits in needs.reshape(-1).tolist())
        said += f", tesa.width = #tesa.width<[{inputs}, {outputs}] by [{BLOCK}, {BLOCK}] holds [{formats}]>"
    x, w, y = (
        f"tensor<{tokens}x{inputs}xf32>",
        f"tensor<{inputs}x{outputs}xf32>",
        f"tensor<{tokens}x{outputs}xf32>",
    )
    path.write_text(f"""
func.func @product(%X: {x} {{sparse.name = "X"}}, %W: {w} {{sparse.name = "W", {said}}}) -> ({y} {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {y}
  %f = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}
  %Y = linalg.matmul ins(%X, %W : {x}, {w}) outs(%f : {y}) -> {y}
  return %Y : {y}
}}
""")


def run(model: Path, *words: object) -> str:
    command = ["sparse-run", model, "--plan", "auto", "--check", "--explain", *words]
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{model}: {done.stderr}")
    return done.stdout


def read_plan(text: str) -> dict:
    return json.loads(text[text.index("{\n") if "{\n" in text else text.index("{") :])[
        "explain"
    ]["plan"]


def expect(x: np.ndarray, weight: np.ndarray, case: Case) -> np.ndarray:
    """What the rounding that is chosen gives."""
    is_integer = np.zeros(weight.shape, bool)
    if case.types not in ((), ("f32",)):
        each = np.kron(case.needs, np.ones((BLOCK, BLOCK), np.int64))
        is_integer = each <= 8
    most = 7 if case.types == ("i4",) else 127
    integers = np.where(is_integer, weight, 0).astype(np.float64)
    steps = (np.abs(integers).max(axis=0) / most).astype(np.float32)
    rounded = np.rint(integers / np.where(steps == 0, 1, steps.astype(np.float64)))
    step = np.abs(x).max(axis=1, keepdims=True) / np.float32(127)
    sums = np.rint(x / step) @ rounded
    return sums * step * steps + x.astype(np.float64) @ np.where(is_integer, 0, weight)


def check(case: Case) -> bool:
    model, values = FOLDER / "model.mlir", FOLDER / "W.npz"
    write(model, case.kept, case.needs, case.tokens)
    draw = RANDOM.standard_normal
    weight = np.where(case.kept, draw(case.kept.shape), 0).astype(np.float32)
    x = draw((case.tokens, case.kept.shape[0])).astype(np.float32)
    np.savez(values, W=weight)
    np.save(FOLDER / "X.npy", x)
    words = ["--weights", values, "--bind", f"X={FOLDER / 'X.npy'}"]
    words += ["--out", f"Y={FOLDER / 'Y.npy'}", "--threads", case.threads]
    plan = read_plan(run(model, *words, "--json", "-"))
    types = ()
    for widths in plan["widths"]:
        types = tuple(sorted(widths["ways"][widths["choice"]]["types"]))
    print(f"{case.name}: {' and '.join(types) or 'nothing was chosen'}")
    near = np.isclose(
        np.load(FOLDER / "Y.npy"), expect(x, weight, case), rtol=2e-5, atol=2e-4
    )
    return types == case.types and bool(near.all())


def plan_product(kept: np.ndarray, kind: str) -> dict:
    """The plan of a product by a weight of floats, or of integers, 256 outputs of 256."""
    model = FOLDER / f"{kind}.mlir"
    bits = np.packbits(kept.reshape(-1), bitorder="little").tobytes().hex()
    wide = kind.replace("i8", "i32")
    extend = [
        f"%{to} = arith.extsi %{of} : i8 to i32" for to, of in (("a", "x"), ("b", "w"))
    ]
    times, add = ("mulf", "addf") if kind == "f32" else ("muli", "addi")
    zero = "0.0" if kind == "f32" else "0"
    first = "" if kind == "f32" else "\n  ".join(extend)
    a, b = ("x", "w") if kind == "f32" else ("a", "b")
    model.write_text(f"""
func.func @product(%X: tensor<256x256x{kind}> {{sparse.name = "X"}}, %W: tensor<256x256x{kind}> {{sparse.name = "W", tesa.mask = #tesa.mask<[256, 256] by [1, 1] keeps "{bits}">}}) -> (tensor<256x256x{wide}> {{sparse.name = "Y"}}) {{
  %zero = arith.constant {zero} : {wide}
  %e = tensor.empty() : tensor<256x256x{wide}>
  %f = linalg.fill ins(%zero : {wide}) outs(%e : tensor<256x256x{wide}>) -> tensor<256x256x{wide}>
  %Y = linalg.generic {{indexing_maps = [affine_map<(t, o, i) -> (t, i)>, affine_map<(t, o, i) -> (i, o)>, affine_map<(t, o, i) -> (t, o)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%X, %W : tensor<256x256x{kind}>, tensor<256x256x{kind}>) outs(%f : tensor<256x256x{wide}>) {{
  ^bb0(%x: {kind}, %w: {kind}, %o: {wide}):
  {first}
    %p = arith.{times} %{a}, %{b} : {wide}
    %s = arith.{add} %o, %p : {wide}
    linalg.yield %s : {wide}
  }} -> tensor<256x256x{wide}>
  return %Y : tensor<256x256x{wide}>
}}
""")
    values = FOLDER / f"{kind}.npz"
    np.savez(values, W=kept.astype(np.float32 if kind == "f32" else np.int8))
    words = ("--weights", values, "--bind", "X=random", "--json", "-")
    return read_plan(run(model, *words))["products"][0]


def compare_types() -> None:
    half = RANDOM.random((256, 256)) < 0.5
    plans = {kind: plan_product(half, kind) for kind in ("f32", "i8")}
    dense = {
        kind: next(c["seconds"] for c in plan["candidates"] if c["format"] == "dense")
        for kind, plan in plans.items()
    }
    is_longer = dense["f32"] > 1.5 * dense["i8"]
    print(
        f"a dense product of f32 is estimated to take longer than one of i8: {is_longer}"
    )
    chosen = ", ".join(f"{kind} {plan['format']}" for kind, plan in plans.items())
    print(f"half of the elements: {chosen}")


def widen_integers() -> None:
    """As MatMulInteger is imported: words are made of bytes before, and added up in 64 bits."""
    kept = RANDOM.random((256, 256)) < 0.02
    plan_product(kept, "i8")
    text = (FOLDER / "i8.mlir").read_text()
    same = "affine_map<(i, j) -> (i, j)>"
    wide = "\n".join(
        f"""  %e{name} = tensor.empty() : tensor<256x256xi32>
  %wide{name} = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = ["parallel", "parallel"]}} ins(%{name} : tensor<256x256xi8>) outs(%e{name} : tensor<256x256xi32>) {{
  ^bb0(%in: i8, %out: i32):
    %made = arith.extsi %in : i8 to i32
    linalg.yield %made : i32
  }} -> tensor<256x256xi32>"""
        for name in "XW"
    )
    text = text.replace("  %Y =", f"{wide}\n  %Y =")
    text = text.replace(
        "ins(%X, %W : tensor<256x256xi8>, tensor<256x256xi8>)",
        "ins(%wideX, %wideW : tensor<256x256xi32>, tensor<256x256xi32>)",
    )
    text = text.replace("(%x: i8, %w: i8,", "(%a: i32, %b: i32,")
    for to, of in (("a", "x"), ("b", "w")):
        text = text.replace(f"%{to} = arith.extsi %{of} : i8 to i32", "")
    model = FOLDER / "wide.mlir"
    model.write_text(text)
    words = ("--weights", FOLDER / "i8.npz", "--bind", "X=random", "--json", "-")
    plan = read_plan(run(model, *words))
    print("of MatMulInteger:", *[product["format"] for product in plan["products"]])


def main() -> None:
    cases = make_cases()
    print("wrong:", sum([not check(case) for case in cases]))
    compare_types()
    widen_integers()
    split = next(case for case in cases if case.name == "bytes and floats")
    write(FOLDER / "model.mlir", split.kept, split.needs, split.tokens)
    np.savez(FOLDER / "W.npz", W=split.kept.astype(np.float32))
    text = run(
        FOLDER / "model.mlir", "--weights", FOLDER / "W.npz", "--bind", "X=random"
    )
    print("\n".join(" ".join(line.split()) for line in text.splitlines()))


if __name__ == "__main__":
    main()
