# UNSUPPORTED: sanitizers
# RUN: %python %s
"""SpMM is compiled in at most 0.3 s: the best of a few runs, as others run too."""

import json
import subprocess
import sys

MOST_SECONDS = 0.3


def compile_seconds() -> float:
    command = ["sparse-run", "spmm", "--bind", "A=random", "--bind", "B=random"]
    command += ["--size", "I=9", "--size", "J=9", "--size", "K=9", "--json", "-"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["compile_seconds"]


best = min(compile_seconds() for _ in range(5))
print(f"expected at most {MOST_SECONDS} s and got {best:.3f} s")
sys.exit(0 if best <= MOST_SECONDS else 1)
