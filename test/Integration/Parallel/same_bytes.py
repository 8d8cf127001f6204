# RUN: %python %s | FileCheck %s
# CHECK: {{^}}on {{the data of .*|generated data}}
# CHECK: {{^[1-9][0-9]*}} runs compared, 0 wrong
"""What a program writes is the same to the byte on one thread, two and four.

Programs run on graphs, in some formats, each on one graph in three, or with --all on
each; the serial run is also compared with the interpreter where that is done in seconds.
The graphs are those of the folder that SPINDLE_DATA names, else made up, and then each
program runs on each; the output says which.
"""

import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse

#: Larger products than of so many elements are not interpreted.
MOST_CHECKED = 30000
#: Files of a data folder of at most so many bytes, compressed.
MOST_BYTES = 300000
#: One in so many cases runs on a file, others on the next file; with --all each does.
TURNS = 3


@dataclass(frozen=True)
class Case:
    """A program, the format of A, and what it writes."""

    program: str
    format: str
    outputs: tuple[str, ...]
    dense: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()


CASES = [
    Case("spmv", "csr", ("y",), ("x",)),
    Case("spmv", "csr(pos=i64,crd=i64)", ("y",), ("x",)),
    Case("spmv", "dcsr", ("y",), ("x",)),
    Case("spmv", "bsr(4,4)", ("y",), ("x",)),
    Case("spmv", "csc", ("y",), ("x",)),
    Case("spmv", "coo", ("y",), ("x",)),
    Case("spmv", "hyb(2,3)", ("y",), ("x",)),
    Case("spmv", "dense-rows(2)", ("y",), ("x",)),
    Case("spmm", "csr", ("C",), ("B",), ("K=32",)),
    Case("spmm", "bsr(2,3)", ("C",), ("B",), ("K=7",)),
    Case("spmm", "hyb(1,4)", ("C",), ("B",), ("K=16",)),
    Case("spmm", "hyb(3,2)", ("C",), ("B",), ("K=16",)),
    Case("spmm", "ell-coo(3)", ("C",), ("B",), ("K=16",)),
    Case("spmm", "csr-coo(3)", ("C",), ("B",), ("K=16",)),
    Case("spmm", "columns(3)", ("C",), ("B",), ("K=16",)),
    Case("spmm", "bsr-csr(2,3,3)", ("C",), ("B",), ("K=16",)),
    Case("spmm_t", "csr", ("C",), ("B",), ("K=16",)),
    Case("sddmm", "csr", ("C",), ("X", "Y"), ("K=16",)),
    Case("softmax", "csr", ("m", "s", "P")),
    Case("row_max", "csr", ("y",)),
    Case("row_max", "hyb(2,3)", ("y",)),
    Case("argmin", "csr", ("y", "n")),
    Case("argmin", "ell-coo(2)", ("y", "n")),
    Case("fusedmm", "csr", ("m", "s", "O"), ("Q", "K", "V"), ("D=8", "E=9")),
]


def power_law_graph(
    rng: np.random.Generator, nodes: int, edges: int
) -> scipy.sparse.coo_array:
    """A graph of a few nodes with very many neighbours."""
    places = (nodes * rng.power(0.4, (2, edges))).astype(np.int64)
    graph = scipy.sparse.coo_array(
        (np.ones(edges), (places[0], places[1])), shape=(nodes, nodes)
    )
    return graph.tocsr().tocoo()


def generated_files(folder: Path) -> list[Path]:
    """Writes graphs that need several threads, and some that do not."""
    rng = np.random.default_rng(6)
    full_row = scipy.sparse.coo_array(
        (np.ones(30000), (np.full(30000, 7), np.arange(30000))), shape=(30000, 30000)
    )
    made = {
        "graph": power_law_graph(rng, 3000, 24000),
        "last-row": scipy.sparse.coo_array(
            (np.ones(20000), (np.full(20000, 2), np.arange(20000))), shape=(3, 20000)
        ),
        "full-row": full_row,
        "small": power_law_graph(rng, 40, 100),
        "empty": scipy.sparse.coo_array((5, 5)),
    }
    for name, a in made.items():
        scipy.io.mmwrite(folder / f"{name}.mtx", a)
    return sorted(folder / f"{name}.mtx" for name in made)


def data_files(data: Path) -> list[Path]:
    """The graphs of the data folder that are not large."""
    files = (data / "graphs").glob("*.mtx*")
    return sorted(file for file in files if file.stat().st_size <= MOST_BYTES)


def run(case: Case, file: Path, folder: Path, threads: int) -> tuple[str, list[bytes]]:
    """What went wrong, and the bytes of the outputs."""
    command = ["sparse-run", case.program, "--format", f"A={case.format}"]
    command += ["--bind", f"A={file}", "--pattern-values", "random"]
    command += [f"--threads={threads}", "--json", folder / "report.json"]
    for name in case.dense:
        command += ["--bind", f"{name}=random"]
    for size in case.sizes:
        command += ["--size", size]
    paths = [folder / f"{name}.npy" for name in case.outputs]
    for path in paths:
        path.unlink(missing_ok=True)
        command += ["--out", f"{path.stem}={path}"]
    if threads == 1 and scipy.io.mminfo(file)[2] <= MOST_CHECKED:
        command += ["--check"]
    done = batch.run(command)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()}", []
    found = json.loads((folder / "report.json").read_text())["threads"]
    if found != threads:
        return f"expected a report of {threads} threads but got {found}", []
    return "", [path.read_bytes() for path in paths]


def compare(case: Case, file: Path, folder: Path) -> str:
    """Says what differs between the numbers of threads, if anything does."""
    wrong, expected = run(case, file, folder, 1)
    for threads in (2, 4):
        if wrong:
            return wrong
        wrong, outputs = run(case, file, folder, threads)
        if not wrong and outputs != expected:
            wrong = f"expected the bytes of one thread but got others on {threads}"
    return wrong


def main() -> int:
    data = os.environ.get("SPINDLE_DATA")
    print(f"on the data of {data}" if data else "on generated data")
    compared, wrong, is_thorough = 0, 0, "--all" in sys.argv or not data
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = data_files(Path(data)) if data else generated_files(folder)
        for number, file in enumerate(files):
            for case in CASES if is_thorough else CASES[number % TURNS :: TURNS]:
                compared += 1
                if text := compare(case, file, folder):
                    wrong += 1
                    print(f"{case.program} in {case.format} on {file.name}: {text}")
    print(f"{compared} runs compared, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
