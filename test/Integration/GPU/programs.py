# RUN: %python %s
"""Programs in many formats and types on the emulator, against the interpreter."""

import subprocess
import sys

from totals import Totals

SIZES = ("--size=I=37", "--size=J=41", "--bind=A=random:1")
PROGRAMS = {
    "spmv": ("--bind=x=random",),
    "spmm": ("--bind=B=random", "--size=K=5"),
    "sddmm": ("--bind=X=random", "--bind=Y=random", "--size=K=3"),
    "row_max": (),
}
CASES = [
    *((p, f, "f32") for p in PROGRAMS for f in ("csr", "dcsr", "ell", "bsr(4,4)")),
    *(("spmm", "csr", t) for t in ("f64", "i8", "i64", "complex<f32>")),
    *(("sddmm", f, "f32") for f in ("csc", "coo", "csr(pos=i64,crd=i64)")),
    ("spmv", "sell(4,8)", "f64"),
    ("spmv", "dense_rows(4)", "f32"),
]


def main() -> int:
    """Runs each case in an order of warps of its own."""
    totals = Totals()
    for seed, (program, form, dtype) in enumerate(CASES):
        words = ["sparse-run", program, *SIZES, *PROGRAMS[program], "--check"]
        words += [f"--format=A={form}", f"--dtype={dtype}", "--specialize=none"]
        words += ["--target=cuda", "--device=emulator", f"--emulator=seed={seed}"]
        result = subprocess.run(words, check=False, capture_output=True, text=True)
        totals.compared += 1
        if result.returncode != 0 or result.stdout.splitlines()[-1] != "right":
            fault = (result.stderr or result.stdout).splitlines()[-1]
            totals.failures.append(f"{program} {form} {dtype}: {fault}")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
