# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK: 45 cases, 0 wrong
# CHECK: weights are rounded: {{[1-9].*}}e-03 of the largest element from the program in f64
# CHECK: error: W: expected a finite number to round to si8 but got nan at [0, 1]
# CHECK: error: W: expected 0 where its mask keeps nothing but got 1 at [31, 0]
# CHECK: error: expected W of f32 and shape 32x48 but got f32 and shape 32x3
"""A weight in parts, in halves of bytes, in bytes and in its own type, gives what NumPy makes of the same
rounding, in formats dense and sparse, on 1 to 3 threads: with no token and one, tokens that
are 0, infinite or no number, weights of which all or nothing is pruned, numbers that are
integers already, and W X as well as X W; on a processor and on an emulated GPU."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
RANDOM = np.random.default_rng(7)
INPUTS, OUTPUTS, BLOCK = 32, 48, 8


@dataclass(frozen=True)
class Case:
    """How a product is stored, and what it is of."""

    name: str
    widths: np.ndarray  # of bits, for blocks of BLOCK x BLOCK
    weight: np.ndarray
    tokens: np.ndarray
    low: str = ""
    high: str = ""
    by_rows: bool = False
    keeps_inputs: bool = False
    threads: int = 1
    emulated: bool = False


def write_files(case: Case) -> tuple[str, str]:
    """X W, or the same with outputs as rows of W; and the plan."""
    n = case.tokens.shape[0]
    kept = np.kron(case.widths != 0, np.ones((BLOCK, BLOCK), bool))
    shape = (OUTPUTS, INPUTS) if case.by_rows else (INPUTS, OUTPUTS)
    bits = np.packbits(kept.reshape(-1), bitorder="little").tobytes().hex()
    names = {0: "si2", 4: "si4", 8: "si7", 16: "si15", 17: "f16", 32: "f32"}
    formats = ", ".join(names[width] for width in case.widths.reshape(-1).tolist())
    first = (
        "affine_map<(t, o, i) -> (o, i)>"
        if case.by_rows
        else "affine_map<(t, o, i) -> (i, o)>"
    )
    weight = f"tensor<{shape[0]}x{shape[1]}xf32>"
    store = ""
    low = [(name, case.low) for name in ("i4", "i8", "i16")]
    for name, form in (*low, ("f32", case.high)):
        if form and f"W_{name}" in case.name:
            store += f"""
    %{name} = transform.param.constant "{form}" -> !transform.any_param
    transform.tesa.store %root operand "W_{name}" format(%{name}) : !transform.any_op, !transform.any_param"""
    keep = " {keep_inputs}" if case.keeps_inputs else ""
    model = f"""module {{
  func.func @product(%X: tensor<{n}x{INPUTS}xf32> {{sparse.name = "X"}}, %W: {weight} {{sparse.name = "W", tesa.mask = #tesa.mask<[{shape[0]}, {shape[1]}] by [1, 1] keeps "{bits}">}}) -> (tensor<{n}x{OUTPUTS}xf32> {{sparse.name = "Y"}}) {{
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<{n}x{OUTPUTS}xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<{n}x{OUTPUTS}xf32>) -> tensor<{n}x{OUTPUTS}xf32>
    %Y = linalg.generic {{indexing_maps = [affine_map<(t, o, i) -> (t, i)>, {first}, affine_map<(t, o, i) -> (t, o)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%X, %W : tensor<{n}x{INPUTS}xf32>, {weight}) outs(%f : tensor<{n}x{OUTPUTS}xf32>) {{
    ^bb0(%x: f32, %w: f32, %sum: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %sum, %p : f32
      linalg.yield %s : f32
    }} -> tensor<{n}x{OUTPUTS}xf32>
    return %Y : tensor<{n}x{OUTPUTS}xf32>
  }}
}}
"""
    plan = f"""module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @plan(%root: !transform.any_op) {{
    %parts, %told = transform.tesa.round_widths %root operand "W" as <[{shape[0]}, {shape[1]}] by [{BLOCK}, {BLOCK}] holds [{formats}]> : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.tesa.store %root operand "W" format(%parts){keep} : !transform.any_op, !transform.any_param{store}
    transform.yield
  }}
}}
"""
    return model, plan


def run(case: Case, **arrays: np.ndarray) -> subprocess.CompletedProcess:
    model, plan = FOLDER / "model.mlir", FOLDER / "plan.mlir"
    for file, text in zip((model, plan), write_files(case), strict=True):
        file.write_text(text)
    np.savez(FOLDER / "W.npz", W=arrays.get("W", case.weight))
    np.save(FOLDER / "X.npy", case.tokens)
    command = ["sparse-run", model, "--plan", plan, "--weights", FOLDER / "W.npz"]
    command += ["--bind", f"X={FOLDER / 'X.npy'}", "--out", f"Y={FOLDER / 'Y.npy'}"]
    command += ["--check"]
    gpu = ["--target", "cuda", "--device", "emulator"]
    command += gpu if case.emulated else ["--threads", case.threads]
    return subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True
    )


def round_weight(case: Case) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Inputs by outputs: integers, their steps, their bits, other numbers."""
    weight = case.weight.T if case.by_rows else case.weight
    widths = case.widths.T if case.by_rows else case.widths
    each = np.kron(widths, np.ones((BLOCK, BLOCK), np.int64))
    is_integer = (each > 0) & (each <= 16)
    # A part of several widths has the widest; one of none has as few bits as the name says.
    bits = int(each.max(where=is_integer, initial=4 if "i4" in case.name else 8))
    most = 2 ** (bits - 1) - 1
    integers = np.where(is_integer, weight, 0).astype(np.float64)
    steps = (np.abs(integers).max(axis=0, initial=0) / most).astype(np.float32)
    if np.all(integers == np.rint(integers)) and np.all(integers <= most):
        steps[:] = 1
    safe = np.where(steps == 0, 1, steps.astype(np.float64))
    numbers = np.where(each == 32, weight, 0).astype(np.float32)
    return np.rint(integers / safe), steps, np.array(bits), numbers


def expect(case: Case) -> np.ndarray:
    integers, steps, bits, numbers = round_weight(case)
    x = case.tokens
    with np.errstate(all="ignore"):
        if bits <= 8 and not case.keeps_inputs:
            largest = np.abs(x).max(axis=1, initial=0)
            step = (largest / np.float32(127) + (largest - largest)).astype(np.float32)
            share = np.rint(x / step[:, None])
            share = np.where(np.isnan(share), -127, np.clip(share, -127, 127))
            made = (share @ integers) * step[:, None].astype(np.float64)
        else:
            made = x.astype(np.float64) @ integers
        return made * steps + x.astype(np.float64) @ numbers


def make_halves(
    tokens: np.ndarray, odd: np.ndarray, weigh: Callable[[np.ndarray], np.ndarray]
) -> list[Case]:
    """What needs 4 bits, alone and beside numbers of 32."""
    shape = (INPUTS // BLOCK, OUTPUTS // BLOCK)
    mixed = RANDOM.choice([0, 4, 32], shape, p=[0.4, 0.4, 0.2])
    halves = RANDOM.choice([0, 4], shape)
    rows = mixed.T.copy()
    many = RANDOM.standard_normal((64, INPUTS)).astype(np.float32)
    exact = np.clip(np.rint(weigh(halves) * 4), -8, 7).astype(np.float32)
    both = ("W_i4 W_f32", mixed, weigh(mixed), tokens)
    return [
        Case(*both),
        Case(*both, "csc", "csc", threads=3),
        Case(*both, "csr", "csc"),
        Case(*both, "bsr(8,8)", "csc", threads=3),
        Case(*both, "bsr(5,3)", "csc"),
        Case("W_i4 W_f32 kept", *both[1:], "csc", "csc", keeps_inputs=True),
        Case("W_i4 W_f32", rows, weigh(rows), tokens, "bsr(8,8)", "csr", by_rows=True),
        Case("W_i4", halves, weigh(halves), tokens[:1], "csc"),
        Case("W_i4 none", halves, weigh(halves), tokens[:0], "csc"),
        Case("W_i4 all", np.full(shape, 4), weigh(np.full(shape, 4)), tokens),
        Case("W_i4 exact", halves, exact, odd, "csr"),
        # So many tokens that parts of W are copied, and used again.
        Case("W_i4 copied", np.full(shape, 4), weigh(np.full(shape, 4)), many),
        Case("W_i4 copied", halves, weigh(halves), many, threads=3),
    ]


def make_cases() -> list[Case]:
    draw = RANDOM.standard_normal
    tokens = draw((19, INPUTS)).astype(np.float32)
    tokens[3] = 0
    shape = (INPUTS // BLOCK, OUTPUTS // BLOCK)
    mixed = RANDOM.choice([0, 8, 32], shape, p=[0.4, 0.4, 0.2])
    bytes_ = RANDOM.choice([0, 4, 8], shape)
    wide = RANDOM.choice([0, 16, 32], shape)

    def weigh(widths: np.ndarray, by_rows: bool = False) -> np.ndarray:
        kept = np.kron(widths != 0, np.ones((BLOCK, BLOCK), bool))
        made = np.where(kept, draw(kept.shape), 0).astype(np.float32)
        return made

    cases = []
    for low, high in (("", ""), ("csc", "csc"), ("csr", "csc")):
        for threads in (1, 3):
            cases.append(
                Case(
                    "W_i8 W_f32",
                    mixed,
                    weigh(mixed),
                    tokens,
                    low,
                    high,
                    threads=threads,
                )
            )
    rows = mixed.T.copy()
    cases.append(
        Case(
            "W_i8 W_f32",
            rows,
            weigh(rows),
            tokens,
            f"bsr({BLOCK},{BLOCK})",
            "csr",
            by_rows=True,
        )
    )
    cases.append(
        Case(
            "W_i8 W_f32 kept",
            mixed,
            weigh(mixed),
            tokens,
            "csc",
            "csc",
            keeps_inputs=True,
        )
    )
    cases.append(Case("W_i8", bytes_, weigh(bytes_), tokens, "csc"))
    cases.append(Case("W_i8 one", bytes_, weigh(bytes_), tokens[:1], "csc"))
    cases.append(Case("W_i8 W_f32 none", mixed, weigh(mixed), tokens[:0], "csc", "csc"))
    cases.append(Case("W_i8 all", np.full(shape, 8), weigh(np.full(shape, 8)), tokens))
    nothing = np.zeros(shape, np.int64)
    cases.append(Case("W_i4 nothing", nothing, weigh(nothing), tokens, "csc"))
    cases.append(Case("W_i16 W_f32", wide, weigh(wide), tokens, "csc", "csc"))
    integers = np.clip(np.rint(weigh(bytes_) * 40), -127, 127).astype(np.float32)
    cases.append(Case("W_i8 exact", bytes_, integers, tokens, "csc"))
    odd = tokens.copy()
    odd[2, 5], odd[4, 0], odd[7] = np.inf, np.nan, -np.inf
    odd[8], odd[9] = 1e-45, 1e37
    cases.append(Case("W_i8 odd", bytes_, weigh(bytes_), odd, "csc"))
    cases += make_halves(tokens, odd, weigh)
    emulated = [
        replace(case, emulated=True)
        for case in cases
        if case.low and case.threads == 1 and len(case.tokens)
    ]
    return cases + emulated


def check(case: Case) -> str:
    """What is wrong; empty for nothing."""
    done = run(case)
    if done.returncode or "right" not in done.stdout:
        return done.stderr or done.stdout
    made, expected = np.load(FOLDER / "Y.npy"), expect(case)
    with np.errstate(over="ignore"):
        expected = expected.astype(np.float32)
    near = np.isclose(made, expected, rtol=2e-5, atol=1e-4, equal_nan=True)
    if near.all():
        return ""
    wrong = tuple(np.argwhere(~near)[0])
    return f"expected {expected[wrong]} at {wrong} but got {made[wrong]}"


def main() -> None:
    cases = make_cases()
    found = [check(case) for case in cases]
    for case, finding in zip(cases, found, strict=True):
        if finding:
            print(f"{case.name} {case.low} {case.high}: {finding}")
    print(f"{len(cases)} cases, {sum(map(bool, found))} wrong")
    print(run(cases[0]).stdout)
    case = Case(
        "W_i8",
        np.full((4, 6), 8),
        np.ones((INPUTS, OUTPUTS), np.float32),
        np.ones((2, 32), np.float32),
    )
    case.weight[0, 1] = np.nan
    print(run(case).stderr)
    widths = np.full((4, 6), 8)
    widths[3, 0] = 0
    weight = np.zeros((INPUTS, OUTPUTS), np.float32)
    weight[31, 0] = 1
    print(run(Case("W_i8", widths, weight, np.ones((2, 32), np.float32))).stderr)
    print(run(case, W=weight[:, :3]).stderr)


if __name__ == "__main__":
    main()
