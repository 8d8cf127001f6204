# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Products in index notation give what NumPy gives of dense arrays."""

import re
import sys
from pathlib import Path

import batch
import numpy as np
import scipy.sparse

SIZES = {"i": 7, "j": 9, "k": 4, "l": 3}
#: The expression, what it is in NumPy, and options beside --bind.
CASES = [
    ("C[i,k] += A[i,j] * B[j,k]", "A @ B", ""),
    ("C[i,k] = A[i,j] * B[j,k]", "A @ B", "--format A=bsr(2,3)"),
    ("C[i,k] = A[i,j] * B[j,k]", "A @ B", "--format A=hyb(1,2)"),
    ("C[j,k] = A[i,j] * X[i,k]", "A.T @ X", "--format A=csc"),
    ("y[i] = A[i,j] * x[j] - 0.1 * b[i] + c", "A @ x - 0.1 * b + 3", ""),
    ("y[i] = c * A[i,j]*x[j]/(1 + b[i]*b[i])", "3 * (A @ x) / (1 + b * b)", ""),
    ("y[i] = -(A[i,j] * (x[j] + b[i]))", "-(A @ x + A.sum(1) * b)", ""),
    ("y[i] = tanh(A[i,j]) * max(x[j], 0)", "np.tanh(A) @ np.maximum(x, 0)", ""),
    ("y[i] = sqrt(abs(A[i,j])) * exp(x[j])", "np.sqrt(np.abs(A)) @ np.exp(x)", ""),
    ("S[i,j] = A[i,j] * X[i,k] * B[j,k]", "A * (X @ B.T)", "--format S=dense"),
    ("S[i,j] = A[i,j]*A[i,j] - D[i,j]", "A * A - D", ""),
    ("S[j,i] = A[i,j] * D[i,j]", "(A * D).T", ""),
    ("s[] = A[i,j]", "A.sum()", ""),
    ("s[] = 1 - (2 + x[j])", "-1 - x.sum()", ""),
    ("y[k] = x[j] * B[j,k]", "x @ B", ""),
    ("T[k,l] = A[i,j] * X[i,k] * Z[j,l]", "X.T @ A @ Z", ""),
    ("C[i,k] = A[i,j] * B[j,k] + b[i]", "A @ B + b[:, None]", ""),
    ("C[i,k] += A[i,j] * B[j,k]", "X + A @ B", "--bind C=X.npy"),
    ("y[i] max= A[i,j] + x[j]", "np.max(A + x, 1, where=A != 0, initial=-np.inf)", ""),
    ("y[i] min= A[i,j]", "np.min(A, 1, where=A != 0, initial=np.inf)", ""),
    (
        "y[i] max= A[i,j] + x[l]",
        "np.max(A, 1, where=A != 0, initial=-np.inf) + x.max()",
        "",
    ),
    ("y[i] = first(A[i,j], x[l])", "A.sum(1) * len(x)", ""),
    ("C[k,i] = first(first(B[j,k], 2), A[i,j])", "B.T @ (A != 0).T", "--format A=csc"),
    ("y[i] = Q[i,j] * Q[j,i]", "(Q * Q.T).sum(1)", ""),
    ("y[i] = A[i,j]*x[j] + A[i,k1]*x[k1]", "2 * (A @ x)", ""),
]
#: The expression, what it is in NumPy, and the type of the operands.
TYPED_CASES = [
    ("y[i] max= min(A[i,j], x[j])",
     "np.max(np.minimum(A, x), 1, where=A != 0, initial=-(2**31))", "int32"),
    ("y[i] min= max(A[i,j], x[j])",
     "np.min(np.maximum(A, x), 1, where=A != 0, initial=2**31 - 1)", "int32"),
    ("y[i] max= A[i,j] + x[j]",
     "np.max(A + x, 1, where=A != 0, initial=-128)", "int8"),
    ("y[i] max= A[i,j]", "A.any(1)", "bool"),
    ("y[i] min= min(A[i,j], x[j])", "np.all(A & x, 1, where=A)", "bool"),
    ("y[i] max= max(A[i,j], x[j])", "A.any(1)", "bool"),
    ("y[i] = first(x[j], A[i,j])", "(A & x).any(1)", "bool"),
    ("y[i] = A[i,j] * x[j]", "A @ x", "complex64"),
]  # fmt: skip


def draw() -> dict[str, np.ndarray]:
    """The operands by name, with a row of A that is empty."""
    random = np.random.default_rng(7)
    shapes = {"B": "jk", "X": "ik", "D": "ij", "Z": "jl", "Q": "ii", "x": "j", "b": "i"}
    made = {
        name: random.uniform(-1, 1, [SIZES[index] for index in shape])
        for name, shape in shapes.items()
    }
    made["A"] = random.uniform(0.5, 2, (SIZES["i"], SIZES["j"]))
    made["A"] *= random.uniform(size=made["A"].shape) < 0.4
    made["A"][2] = 0
    return made


def draw_typed(dtype: str) -> dict[str, np.ndarray]:
    """The operands in `dtype`: small numbers of both signs, truth values of both kinds."""
    random = np.random.default_rng(8)
    made = {
        "A": random.integers(-60, 60, (SIZES["i"], SIZES["j"])),
        "x": random.integers(-60, 60, SIZES["j"]),
    }
    made["A"] *= random.uniform(size=made["A"].shape) < 0.4
    made["A"][2] = 0
    if dtype == "bool":
        made["x"] //= 60
    factor = 1 - 2j if dtype.startswith("complex") else 1
    return {name: (factor * array).astype(dtype) for name, array in made.items()}


def save(operands: dict[str, np.ndarray]) -> None:
    """Writes A with its coordinates, the others as arrays."""
    for name, array in operands.items():
        np.save(f"{name}.npy", array)
    scipy.sparse.save_npz("A.npz", scipy.sparse.csr_array(operands["A"]))
    if operands["A"].dtype != np.float64:
        return
    rows, columns = np.nonzero(operands["A"])
    lines = [f"{SIZES['i']} {SIZES['j']} {len(rows)}"]
    lines += [
        f"{i + 1} {j + 1} {operands['A'][i, j]:.17g}"
        for i, j in zip(rows, columns, strict=True)
    ]
    header = "%%MatrixMarket matrix coordinate real general\n"
    Path("A.mtx").write_text(header + "\n".join(lines) + "\n")


def compare(expression: str, numpy: str, options: str, operands: dict) -> str:
    """What is wrong with what sparse-run computes, if anything."""
    target = expression.partition("[")[0].strip()
    names = set(re.findall(r"\w+", expression.partition("=")[2]))
    # Archives tell the type of their elements, texts do not.
    is_typed = operands["A"].dtype != np.float64
    command = ["sparse-run", "--expr", expression, *options.split()]
    command += [] if is_typed else ["--dtype", "f64"]
    for name in sorted(names & set(operands)):
        kind = "npy" if name != "A" else "npz" if is_typed else "mtx"
        command += ["--bind", f"{name}={name}.{kind}"]
    if "c" in names:
        command += ["--bind", "c=3"]
    done = batch.run([*command, "--out", f"{target}={target}.out.npy", "--check"])
    if done.returncode:
        return done.stderr
    got = np.load(f"{target}.out.npy")
    expected = eval(numpy, {"np": np}, operands)
    if got.shape != np.shape(expected):
        return f"expected the shape {np.shape(expected)} but got {got.shape}"
    if is_typed and got.dtype != operands["A"].dtype:
        return f"expected {operands['A'].dtype} but got {got.dtype}"
    if not np.allclose(got, expected, rtol=1e-12, atol=1e-12):
        return f"expected {expected} but got {got}"
    return ""


def main() -> int:
    operands = draw()
    save(operands)
    failures = 0
    for expression, numpy, options in CASES:
        wrong = compare(expression, numpy, options, operands)
        if wrong:
            failures += 1
            print(f"{expression} {options}\n  {wrong}", file=sys.stderr)
    for expression, numpy, dtype in TYPED_CASES:
        operands = draw_typed(dtype)
        save(operands)
        wrong = compare(expression, numpy, "", operands)
        if wrong:
            failures += 1
            print(f"{expression} {dtype}\n  {wrong}", file=sys.stderr)
    count = len(CASES) + len(TYPED_CASES)
    print(f"{count - failures} of {count} as in NumPy")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
