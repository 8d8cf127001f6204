# RUN: %python %s
"""How many threads a run starts, and that it does so without an OpenMP runtime.

The threads of a process are counted while it runs: with --threads 4 there are at
least four, with --threads 1 none is added. Two OpenMP runtimes disturb each other, and
some end a process that has another: the process has none.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

#: Enough runs to be seen, and a time by which a process has surely begun them.
BENCH_RUNS = 3000
PATIENCE_SECONDS = 60
#: How the files of OpenMP runtimes begin.
RUNTIMES = ("libomp", "libgomp", "libiomp")


def start(matrix: Path, threads: int) -> subprocess.Popen:
    command = ["sparse-run", "spmm", "--bind", f"A={matrix}", "--bind", "B=random"]
    command += ["--size", "K=64", f"--bench={BENCH_RUNS}", f"--threads={threads}"]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def watch(process: subprocess.Popen) -> tuple[int, set[str]]:
    """The most threads that a process has had, and the libraries seen in it."""
    most, libraries = 0, set()
    proc = Path("/proc") / str(process.pid)
    end = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < end:
        try:
            most = max(most, len(os.listdir(proc / "task")))
            maps = (proc / "maps").read_text()
        except OSError:
            break
        paths = (line.split()[-1] for line in maps.splitlines() if "/" in line)
        libraries |= {Path(path).name for path in paths}
        time.sleep(0.005)
    process.kill()
    process.wait()
    return most, libraries


def main(folder: Path) -> int:
    rng = np.random.default_rng(5)
    matrix = folder / "a.mtx"
    a = scipy.sparse.random_array((20000, 5000), density=0.001, rng=rng)
    scipy.io.mmwrite(matrix, a)
    alone, libraries = watch(start(matrix, 1))
    several, more = watch(start(matrix, 4))
    wrong = []
    if several < 4:
        wrong.append(f"expected at least 4 threads but got {several}")
    if several < alone + 3:
        wrong.append(f"expected 3 threads more than {alone} but got {several}")
    loaded = libraries | more
    runtimes = [name for name in loaded if name.startswith(RUNTIMES)]
    if runtimes:
        wrong.append(f"expected no OpenMP runtime in the process but got {runtimes}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(main(Path(folder)))
