# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Reads at sums of indices and on diagonals give what NumPy gives."""

import shlex
import sys

import batch
import numpy as np
import scipy.sparse

SIZES = {"i": 6, "j": 9, "k": 4, "r": 3, "c": 2, "f": 5}
#: Operands and their shapes, of indices or numbers. A, S and Z are sparse, S is square.
SHAPES = {
    "A": "ij", "S": "ii", "G": "ij", "x": "j", "b": "i", "w": "r",
    "Z": (0, 0), "P": (14, "c"), "W": "rcf", "V": "rr", "wide": (30,), "none": (0,),
}  # fmt: skip


SPARSE = "ASZ"


def at(array: np.ndarray, *places: np.ndarray | int, border: float = 0) -> np.ndarray:
    """The elements of `array` at `places`, and `border` outside."""
    places = np.broadcast_arrays(*places)
    inside = np.all(
        [(0 <= p) & (p < size) for p, size in zip(places, array.shape, strict=True)],
        axis=0,
    )
    found = array[tuple(np.where(inside, p, 0) for p in places)]
    return np.where(inside, found, border)


I, J, R = (np.arange(SIZES[index]) for index in "ijr")
GRID = np.ix_(I, J)
#: The expression, what it is in NumPy, and options beside --bind.
CASES = [
    ("y[i] = border(b[i-1],0) - 2*b[i] + border(b[i+1],0)",
     "at(b, I-1) - 2*b + at(b, I+1)", ""),
    ("Y[i,j] = border(G[i-1,j],0) + border(G[i+1,j],0) + border(G[i,j-1],0)"
     " + border(G[i,j+1],0) - 4*G[i,j]",
     "at(G, GRID[0]-1, GRID[1]) + at(G, GRID[0]+1, GRID[1])"
     " + at(G, GRID[0], GRID[1]-1) + at(G, GRID[0], GRID[1]+1) - 4*G", ""),
    ("C[i,f] += P[2*i + r, c] * W[r,c,f]",
     "np.einsum('irc,rcf->if', P[2*I[:, None] + R], W)", ""),
    ("C[i,f] += border(P[3*i + r - 1, c], 0) * W[r,c,f]",
     "np.einsum('irc,rcf->if', np.stack([at(P, 3*I[:, None]+R-1, c) for c in (0, 1)], -1), W)",
     ""),
    ("Y[i,j] += border(G[i+p-1,j+q-1], 0) * V[p,q]",
     "sum(at(G, GRID[0]+p-1, GRID[1]+q-1) * V[p, q] for p in R for q in R)", ""),
    ("y[i] max= border(b[2*i + r - 1], -inf) + w[r]",
     "np.max(at(b, 2*I[:, None]+R-1, border=-np.inf) + w, axis=1)", ""),
    ("y[i] min= wide[i + 4*r] - w[r]", "np.min(wide[I[:, None] + 4*R] - w, axis=1)", ""),
    ("y[i] = border(b[5-i], 1) + b[5-i]", "2 * b[::-1]", ""),
    ("y[i] = border(none[i+1], 7)", "np.full(6, 7.0)", ""),
    ("y[i] = border(b[i-1],1) + border(b[i+1],0)",
     "at(b, I-1, border=1) + at(b, I+1)", "--target cuda --device emulator"),
    ("C[i,f] += P[2*i + r, c] * W[r,c,f]",
     "np.einsum('irc,rcf->if', P[2*I[:, None] + R], W)", "--target cuda --device emulator"),
    ("y[i] = 2 * wide[3] * b[i]", "2 * wide[3] * b", ""),
    ("y[i] = A[i,j] * border(x[j+1], 0.5)", "A @ at(x, J+1, border=0.5)", "FORMAT"),
    ("y[i] = A[i,j] * wide[2*j + 1]", "A @ wide[2*J + 1]", "FORMAT"),
    ("y[j] = A[i,j] * border(b[i-j], 2)",
     "(A * at(b, GRID[0]-GRID[1], border=2)).sum(0)", "FORMAT"),
]  # fmt: skip
#: What is looked up, in the sparse matrix S.
LOOK_UPS = [
    ("d[i] = 2 * S[i,i]", "2 * S.diagonal()"),
    ("d[i] = border(S[i-1,2*i], 3) + b[i]", "at(S, I-1, 2*I, border=3) + b"),
    ("y[i] = S[i,j] * b[j] / (S[j,j] + 2)", "S @ (b / (S.diagonal() + 2))"),
]
#: Formats of S, and options.
LOOKED_UP = [
    "csr", "csc", "coo", "coo --threads 2", "dcsr", "ell", "bsr(2,2)", "bsr(2,4,full)", "dbsr(2,2)",
    "dense(bitmap)", "dia", "nm(6,6)", "(i,j)->(i:compressed(nonunique,unordered),j:singleton)",
    "(i,j)->(j:compressed(nonunique),i:singleton)", "(i,j)->(i:compressed(nonunique),j:fixed(2))",
    "(i,j)->(i:dense,j:fixed(6))bitmap", "coo --schedule none",
    "coo --check-mode --schedule none", "coo --target cuda --device emulator",
    "sell(2,4)", "sell(4,6) --threads 2", "sell(1,1) --threads 5", "sell(3,3) --schedule none",
    "sell(2,6) --strict --threads 3", "sell(2,4) --check-mode --schedule none", "sell(2,4) --target cuda --device emulator",
    "sr-bcrs(2,2)", "sr-bcrs(4,3) --threads 2", "sr-bcrs(2,2) --check-mode --schedule none",
    "sr-bcrs(2,2) --target cuda --device emulator", "rowlen(3)", "rowlen(6) --threads 3",
    "rowlen(3) --target cuda --device emulator",
    "'sell(2,4, pos = i64, crd = i64)'", "'sell(2,4, crd = i8)'", "'rowlen(2, pos = i64, crd = i64)'",
    "'(i, j) where p = order(j by length in j floordiv 4) -> (po = p floordiv 4 : dense, pi = p mod 4 : dense of po,"
    " j : singleton(unique) of pi, i : compressed of pi)'",
    "'(i, j) where r = rank(i in j) -> (j : dense, r : variable of j, i : singleton of r)' --threads 2",
    "'(i, j) where p = order(i by length) -> (p : dense, i : singleton of p, j : compressed of p)' --threads 2",
    "'(i, j) where s = slot(j in i) -> (i : dense, so = s floordiv 2 : variable of i, si = s mod 2 : dense of so,"
    " j : singleton of si) bitmap'",
]  # fmt: skip
#: Formats of Z, without rows.
EMPTY = [
    "csr",
    "sell(2,4)",
    "sr-bcrs(2,2)",
    "rowlen(3)",
    "sell(2,4) --target cuda --device emulator",
]
#: Formats of A, and options.
FORMATS = [
    "csr", "csc --threads 2", "coo", "dcsr", "ell", "bsr(2,2)", "bsr(4,3) --strict", "dia",
    "csr --target cuda --device emulator", "sell(2,4)", "hyb(1,2)", "dbsr(2,3)", "csr --schedule none", "csr --check-mode --schedule none",
]  # fmt: skip


def draw() -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    made = {}
    for name, shape in SHAPES.items():
        sizes = [SIZES[index] if isinstance(index, str) else index for index in shape]
        made[name] = random.uniform(-1, 1, sizes)
    for name in SPARSE:
        made[name] *= random.uniform(size=made[name].shape) < 0.4
    made["S"][4] = 0
    return made


def save(operands: dict[str, np.ndarray]) -> None:
    for name, array in operands.items():
        if name in SPARSE:
            scipy.sparse.save_npz(f"{name}.npz", scipy.sparse.csr_array(array))
        else:
            np.save(f"{name}.npy", array)


def compare(expression: str, numpy: str, options: str, operands: dict) -> str:
    """What is wrong with what sparse-run computes, if anything."""
    target, _, right = expression.partition("=")
    target = target.partition("[")[0].strip()
    command = [
        "sparse-run",
        "--expr",
        expression,
        "--dtype",
        "f64",
        *shlex.split(options),
    ]
    for name, array in operands.items():
        if f"{name}[" in right:
            kind = "npz" if name in SPARSE else "npy"
            command += ["--bind", f"{name}={name}.{kind}"]
    # An index of the left side may be in sums alone.
    if "Z[" not in right and expression.partition("=")[0].endswith(
        ("[i] ", "[i,f] +", "[i] max", "[i] min")
    ):
        command += ["--size", f"I={SIZES['i']}"]
    if "[i,j] +=" in expression:
        command += ["--size", f"I={SIZES['i']}", "--size", f"J={SIZES['j']}"]
    done = batch.run([*command, "--out", f"{target}={target}.npy", "--check"])
    if done.returncode:
        return done.stderr
    got = np.load(f"{target}.npy")
    expected = eval(
        numpy, {"np": np, "at": at, "I": I, "J": J, "R": R, "GRID": GRID, **operands}
    )
    if got.shape != expected.shape or not np.allclose(got, expected, 1e-12, 1e-12):
        return f"expected {expected} but got {got}"
    return ""


def main() -> int:
    operands = draw()
    save(operands)
    runs = [
        (expression, numpy, f"--format=A={form}" if form else options)
        for expression, numpy, options in CASES
        for form in (FORMATS if options == "FORMAT" else [""])
    ]
    runs += [
        (expression, numpy, f"--format=S={form}")
        for expression, numpy in LOOK_UPS
        for form in LOOKED_UP
    ]
    runs += [
        ("d[i] = 2 * Z[i,i]", "np.zeros(0)", f"--format=Z={form}") for form in EMPTY
    ]
    failures = 0
    for expression, numpy, options in runs:
        wrong = compare(expression, numpy, options, operands)
        if wrong:
            failures += 1
            print(f"{expression} {options}\n  {wrong}", file=sys.stderr)
    print(f"{len(runs) - failures} of {len(runs)} are what NumPy gives")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
