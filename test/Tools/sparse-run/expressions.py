# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Products in index notation give what NumPy gives of dense arrays."""

import sys
from pathlib import Path

import batch
import numpy as np

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
    ("y[i] = Q[i,j] * Q[j,i]", "(Q * Q.T).sum(1)", ""),
    ("y[i] = A[i,j]*x[j] + A[i,k1]*x[k1]", "2 * (A @ x)", ""),
]


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


def save(operands: dict[str, np.ndarray]) -> None:
    """Writes A with its coordinates, the others as arrays."""
    for name, array in operands.items():
        np.save(f"{name}.npy", array)
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
    target, right = expression.replace("=", "[", 1).split("[", 1)
    target = target.strip()
    command = ["sparse-run", "--expr", expression, "--dtype", "f64", *options.split()]
    for name in sorted(operands):
        if f"{name}[" in right:
            command += ["--bind", f"{name}={name}.{'mtx' if name == 'A' else 'npy'}"]
    if "c" in right.replace("abs", "").split():
        command += ["--bind", "c=3"]
    done = batch.run([*command, "--out", f"{target}={target}.out.npy", "--check"])
    if done.returncode:
        return done.stderr
    got = np.load(f"{target}.out.npy")
    expected = eval(numpy, {"np": np}, operands)
    if got.shape != np.shape(expected):
        return f"expected the shape {np.shape(expected)} but got {got.shape}"
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
    print(f"{len(CASES) - failures} of {len(CASES)} as in NumPy")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
