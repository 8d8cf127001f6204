# REQUIRES: python-package
# RUN: env PYTHONPATH=%spindle_package %python %s | FileCheck %s
# CHECK: {{^[1-9][0-9]*}} of 9 weights dense alone, {{[1-9][0-9]*}} of them in a format among others, 0 wrong
"""A weight that is dense for want of certainty is not where most others have formats.

Products X W V U, of which W and V are nine tenths zeros and U some share. Planned alone, U
is dense unless a format is surely faster; with the others it takes the format that is
estimated to be the fastest, if dense is not. Where the others are dense it stays dense.
"""

import numpy as np
import spindle

WIDTH, TOKENS = 512, 128
PRODUCT = """  %{out} = linalg.generic {{indexing_maps = [#rows, #columns, #product],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%{x}, %{w} : {tokens}, {weight}) outs(%none : {tokens}) {{
  ^bb0(%x: f32, %w: f32, %total: f32):
    %xw = arith.mulf %x, %w : f32
    %more = arith.addf %total, %xw : f32
    linalg.yield %more : f32
  }} -> {tokens}
"""


def spell(weights: str) -> str:
    """The product of X and these, as a model."""
    types = {
        "tokens": f"tensor<{TOKENS}x{WIDTH}xf32>",
        "weight": f"tensor<{WIDTH}x{WIDTH}xf32>",
    }
    args = [f'%X: {types["tokens"]} {{sparse.name = "X"}}']
    args += [f'%{w}: {types["weight"]} {{sparse.name = "{w}"}}' for w in weights]
    maps = {"rows": "i, k", "columns": "k, j", "product": "i, j"}
    lines = [f"#{name} = affine_map<(i, j, k) -> ({to})>" for name, to in maps.items()]
    lines.append(f"func.func @chain({', '.join(args)}) -> {types['tokens']} {{")
    lines.append("  %zero = arith.constant 0.0 : f32")
    lines.append(f"  %size = tensor.empty() : {types['tokens']}")
    fill = "  %none = linalg.fill ins(%zero : f32) outs(%size : {tokens}) -> {tokens}"
    lines.append(fill.format(**types))
    last = "X"
    for w in weights:
        lines.append(PRODUCT.format(out=f"of_{w}", x=last, w=w, **types).rstrip())
        last = f"of_{w}"
    return "\n".join([*lines, f"  return %{last} : {types['tokens']}", "}", ""])


def plan(weights: dict[str, np.ndarray]) -> dict[str, object]:
    model = spindle.tesa.load(spell("".join(weights)), weights=weights, masks="zeros")
    planned = spindle.tesa.compile(model, threads=1)
    return {product.weight: product for product in planned.plan.products}


def main() -> None:
    random = np.random.default_rng(3)

    def draw(share: float) -> np.ndarray:
        W = random.random((WIDTH, WIDTH), np.float32) + 0.5
        return np.where(random.random(W.shape) < share, np.float32(0), W)

    alone = together = wrong = 0
    shares = [0.1, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75]
    sparse, full = {"W": draw(0.9), "V": draw(0.9)}, {"W": draw(0), "V": draw(0)}
    for share in shares:
        U = draw(share)
        own = plan({"U": U})["U"]
        if own.format != "dense":
            continue
        alone += 1
        best = min(own.candidates, key=lambda candidate: candidate.seconds)
        got = plan(sparse | {"U": U})["U"]
        together += got.format != "dense"
        wrong += got.format != best.format
        wrong += plan(full | {"U": U})["U"].format != "dense"
    print(f"{alone} of {len(shares)} weights dense alone, ", end="")
    print(f"{together} of them in a format among others, {wrong} wrong")


main()
