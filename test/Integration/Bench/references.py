"""The references of the benchmarks' kernels are what plain sums over all coordinates
give, and a result that is off by more than rounding is told from a right one."""

# RUN: env PYTHONPATH=%spindle_src_root/benchmarks %python %s

import sys

import numpy as np
from bench import generated
from bench.errors import Wrong
from bench.kernels import KERNELS, Problem, products
from bench.sparse import Sparse


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def dense_of(a: Sparse) -> np.ndarray:
    """A tensor or matrix with all its zeros, NaN where nothing is stored."""
    full = np.full(a.shape, np.nan)
    if a.format != "csf":
        exact = a.exact()
        full[a.csr().rows(), exact.indices] = exact.data
        return full
    held = a.arrays
    for s, i in enumerate(held["coordinates0"]):
        for p in range(*held["positions1"][s : s + 2]):
            for q in range(*held["positions2"][p : p + 2]):
                j, k = held["coordinates1"][p], held["coordinates2"][q]
                full[i, j, k] = held["values"][q]
    return full


def plain(problem: Problem) -> tuple[str, np.ndarray]:
    """The result that is compared, by sums over all coordinates."""
    full = dense_of(problem.a)
    a, stored = np.nan_to_num(full), ~np.isnan(full)
    given = {name: problem.operand(name) for name in problem.dense}
    match problem.kernel:
        case "spmm":
            return "C", np.einsum("ij,jk->ik", a, given["B"])
        case "layer":
            inside = np.maximum(np.einsum("ij,jk->ik", a, given["B"]), 0)
            return "C", np.einsum("ij,jk->ik", a, inside)
        case "spmv":
            return "y", np.einsum("ij,j->i", a, given["x"])
        case "spmm_t":
            return "C", np.einsum("ij,ik->jk", a, given["B"])
        case "sddmm":
            sums = np.einsum("ij,ik,jk->ij", a, given["X"], given["Y"])
            return "C_values", sums[stored]
        case "mttkrp":
            return "M", np.einsum("ijk,jr,kr->ir", a, given["B"], given["C"])
    scores = full
    if problem.kernel == "fusedmm":
        scores = full * np.einsum("id,jd->ij", given["Q"], given["K"])
    powers = np.where(stored, np.exp(np.nan_to_num(scores)), 0)
    chances = powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-300)
    if problem.kernel == "softmax":
        return "P_values", chances[stored]
    return "O", chances @ given["V"]


def check(problem: Problem) -> None:
    """The reference takes the plain result, and no other."""
    kernel = KERNELS[problem.kernel]
    expected = kernel.reference(problem)
    name, result = plain(problem)
    share = kernel.check(expected, {name: result})
    expect(0 <= share < 0.5, f"{problem.kernel} to be right but got {share}")
    for spoilt in (result + 1e-2, np.where(result == result.flat[-1], np.nan, result)):
        try:
            kernel.check(expected, {name: spoilt})
        except Wrong:
            continue
        sys.exit(f"expected a wrong {problem.kernel} to be refused")
    counts = kernel.counts(problem)
    expect(counts.flops >= problem.a.stored, f"operations of {problem.kernel}")
    expect(counts.bytes >= problem.a.bytes, f"bytes of {problem.kernel}")


def check_sample(dtype: str) -> None:
    """Of a large result some rows are compared, and all must be numbers."""
    products.MOST_COMPARED, products.SAMPLED_ROWS = 100, 30
    kernel = KERNELS["spmm"]
    problem = kernel.problem(generated.scattered(1000), {"K": 4}, dtype)
    expected = kernel.reference(problem)
    rows = expected["C"].rows
    expect(len(rows) == 30, "30 rows")
    _, result = plain(problem)
    kernel.check(expected, {"C": result})
    other = next(row for row in range(100) if row not in rows)
    for row, value, words in [
        (rows[7], 9.0, f"C[{rows[7]}, 0] to be "),
        (other, np.nan, "all of C to be numbers"),
    ]:
        spoilt = result.copy()
        spoilt[row, 0] = value
        try:
            kernel.check(expected, {"C": spoilt})
        except Wrong as wrong:
            expect(words in str(wrong), f"'{words}' but got '{wrong}'")
            continue
        sys.exit(f"expected row {row} to be refused")


def main() -> None:
    sizes = {"K": 5, "R": 4, "D": 6, "E": 3}
    matrix = generated.power_law(40, 200)
    blocks = generated.blocks(24, 16, 4, 0.4)
    tensor = generated.tensor((7, 6, 5), 60)
    nothing = {"coordinates1": np.zeros(0, np.int32), "values": np.zeros(0)}
    empty = Sparse("csr", (3, 4), nothing | {"positions1": np.zeros(4, np.int32)})
    for name, kernel in KERNELS.items():
        a = tensor if name == "mttkrp" else matrix
        check(kernel.problem(a, sizes, "f32"))
    check(KERNELS["spmm"].problem(blocks, sizes, "f32"))
    check(KERNELS["spmm"].problem(matrix, sizes, "f64"))
    check(KERNELS["spmm"].problem(matrix, sizes, "bf16"))
    problem = KERNELS["spmm"].problem(empty, sizes, "f32")
    KERNELS["spmm"].check(KERNELS["spmm"].reference(problem), {"C": np.zeros((3, 5))})
    check_sample("f32")
    check_sample("bf16")


if __name__ == "__main__":
    main()
