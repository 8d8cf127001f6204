"""Kernels that are saved, and run in a process of their own.

There they run on LLVM's OpenMP runtime, which tells how long each thread is at work, and
without the compiler, so that misses of caches can be counted.

usage: python -m bench.tiles.saved FOLDER RUNS [LIBRARY]

runs the kernel in a folder, and prints seconds at work by thread if the library of
benchmarks/busy is named.
"""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench import native, places
from bench.errors import Missing

#: Caches by which misses are counted: of data, and what stands for a core's second
#: level.
CACHES = ("--D1=32768,8,64", "--LL=524288,8,64")


BUILT = places.ROOT / "build/release/python"


def strip() -> Path:
    """A copy of the Python package without what debuggers read, which Valgrind does not
    understand."""
    folder = places.folder("stripped")
    shutil.rmtree(folder / "spindle", ignore_errors=True)
    shutil.copytree(BUILT / "spindle", folder / "spindle")
    for module in (folder / "spindle").glob("*.so"):
        subprocess.run(["strip", "-g", str(module)], check=True)
    return folder


def environment(threads: int, library: str, package: Path) -> dict[str, str]:
    """Variables of such a process."""
    paths = [places.SOURCES, package]
    held = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "OMP_NUM_THREADS": str(threads),
    }
    if library:
        held["OMP_TOOL_LIBRARIES"] = library
    return held


def save(kernel, operands: dict, folder: Path) -> None:
    """Writes a kernel and all that it is called with."""
    folder.mkdir(exist_ok=True)
    kernel.save(folder / "products.so")
    matrix = operands["A"].to_scipy()
    dense = {name: array for name, array in operands.items() if name != "A"}
    np.savez(folder / "dense.npz", **dense)
    arrays = {"data": matrix.data, "indices": matrix.indices, "indptr": matrix.indptr}
    np.savez(folder / "A.npz", shape=matrix.shape, **arrays)


def call(
    folder: Path,
    runs: int,
    threads: int,
    library: str = "",
    by: Sequence[str] = (),
    package: Path = BUILT,
) -> subprocess.CompletedProcess:
    """Runs it in a process, under a command if there is one."""
    command = [*by, sys.executable, "-m", "bench.tiles.saved", str(folder), str(runs)]
    done = subprocess.run(
        [*command, library] if library else command,
        check=False,
        capture_output=True,
        text=True,
        env=environment(threads, library, package),
    )
    if done.returncode != 0:
        raise Missing(f"a saved kernel does not run: {done.stderr[-500:]}")
    return done


def busy(folder: Path, runs: int, threads: int) -> list[float]:
    """Seconds of a run that each thread is at work."""
    source = places.SOURCES / "busy" / "busy.cpp"
    library = native.compile_library([source])
    told = call(folder, runs, threads, str(library)).stdout
    return [seconds / runs for seconds in json.loads(told.splitlines()[-1])]


def misses(folder: Path) -> float:
    """Misses of the larger cache in a run, as Valgrind's cachegrind counts them: those
    of three runs less those of one, halved."""
    counted, package = [], strip()
    for runs in (1, 3):
        by = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", *CACHES]
        by += ["--cachegrind-out-file=/dev/null"]
        told = call(folder, runs, 1, by=by, package=package).stderr
        line = re.search(r"LLd misses:\s+([\d,]+)", told)
        if not line:
            raise Missing(f"cachegrind counts nothing: {told[-300:]}")
        counted.append(int(line[1].replace(",", "")))
    return (counted[1] - counted[0]) / 2


def run(folder: Path, runs: int, library: str) -> None:
    """What such a process does."""
    import scipy.sparse
    import spindle

    held = dict(np.load(folder / "A.npz"))
    parts = (held["data"], held["indices"], held["indptr"])
    matrix = scipy.sparse.csr_array(parts, shape=tuple(held["shape"]))
    operands = {"A": spindle.array(matrix), **np.load(folder / "dense.npz")}
    kernel = spindle.load_kernels(folder / "products.so").products
    found = kernel.inspect(**operands)
    kernel(**operands, inspection=found)
    threads = int(os.environ["OMP_NUM_THREADS"])
    seconds = (ctypes.c_double * threads)()
    tool = ctypes.CDLL(library) if library else None
    if tool:
        tool.bench_busy(seconds, threads)
    for _ in range(runs):
        kernel(**operands, inspection=found)
    if tool:
        tool.bench_busy(seconds, threads)
    print(json.dumps(list(seconds)))


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]), (sys.argv[3:] or [""])[0])
