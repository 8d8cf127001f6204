# REQUIRES: python-package
# RUN: env PYTHONPATH=%spindle_package %python %s | FileCheck %s
# CHECK: 105 planned models, 0 wrong
"""Planned models on numbers that are none, weights all pruned or all there, and 0 and 1 tokens.

A pruned element is no term: a plan may leave it out, where a dense product has 0 times
infinity. So each element of a result is what the elements that are kept give, or what all
give. Rows of finite tokens are what they are without the others.
"""

from pathlib import Path

import numpy as np
import spindle

TEXT = (Path(__file__).resolve().parents[3] / "docs/examples/pruned.mlir").read_text()
PLANS = [
    "auto",
    {},
    {"W": "csc", "V": "csc"},
    {"W": "bsr(4, 4)", "V": "csr"},
    {"V": "csc"},
]
KINDS = [
    "usual",
    "pruned",
    "dense",
    "odd tokens",
    "odd weights",
    "one left",
    "odd and pruned",
]


def multiply(X: np.ndarray, W: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The products of `kept` elements alone."""
    terms = np.where(kept, X[:, :, None] * W, 0)
    return terms.sum(axis=1)


def make(kind: str, tokens: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(len(kind) + tokens)
    W, V = random.random((8, 16), np.float32), random.random((16, 4), np.float32)
    if kind != "dense":
        W[random.random(W.shape) < 0.5] = 0
        W[:, :4], V[12:] = 0, 0
    if "pruned" in kind:
        W[:], V[:] = 0, 0
    if kind == "one left":
        W[:], V[:] = 0, 0
        W[3, 5], V[5, 2] = 2, 3
    X = random.random((tokens, 8), np.float32)
    if kind.startswith("odd") and kind != "odd weights":
        X[-1:, ::3] = [np.inf, np.nan, -np.inf]
    if kind == "odd weights":
        W[1, 6], W[2, 7], V[6, 1] = np.inf, np.nan, -np.inf
    return {"X": X, "W": W, "B": random.random(16, np.float32), "V": V}


def expect(arrays: dict[str, np.ndarray], kept: bool) -> np.ndarray:
    X, W, B, V = (arrays[name] for name in "XWBV")
    every = np.ones(1, bool)
    hidden = np.maximum(multiply(X, W, W != 0 if kept else every) + B, 0)
    return multiply(hidden, V, V != 0 if kept else every)


def is_right(got: np.ndarray, arrays: dict[str, np.ndarray]) -> bool:
    found = np.zeros(got.shape, bool)
    for kept in (True, False):
        found |= np.isclose(got, expect(arrays, kept), rtol=1e-5, equal_nan=True)
    rows = np.isfinite(arrays["X"]).all(axis=1)
    finite = np.isclose(got, expect(arrays, True), rtol=1e-5, equal_nan=True)
    return found.all() and finite[rows].all() and got.shape == (len(arrays["X"]), 4)


def main() -> None:
    wrong = number = 0
    for tokens in (6, 1, 0):
        text = TEXT.replace("tensor<6x", f"tensor<{tokens}x")
        for kind in KINDS:
            arrays = make(kind, tokens)
            weights = {name: arrays[name] for name in "WBV"}
            model = spindle.tesa.load(text, weights=weights, masks="zeros")
            for plan in PLANS:
                number += 1
                with np.errstate(invalid="ignore"):
                    got = spindle.tesa.compile(model, plan=plan, threads=1)(
                        X=arrays["X"]
                    )
                    if not is_right(got, arrays):
                        wrong += 1
                        print(tokens, kind, plan, got, expect(arrays, True), sep="\n")
    print(f"{number} planned models, {wrong} wrong")


main()
