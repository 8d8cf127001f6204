# RUN: %python %s | FileCheck %s
# CHECK: {{^}}on {{the data of .*|generated data}}
# CHECK: {{^[1-9][0-9]*}} runs compared, 0 wrong
"""Products, full and sampled, on real graphs, matrices and pruned weights.

They are those of the folder that SPINDLE_DATA names, else made up; the output says
which.
"""

import os
import sys
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse
from comparison import Bench, random_dense, run_in_folder

FOLDERS = ("graphs", "matrices", "weights")
#: Larger matrices are compared with SciPy alone, which takes a hundredth of the time.
MOST_INTERPRETED = 30000


def power_law_graph(
    rng: np.random.Generator, nodes: int, edges: int
) -> scipy.sparse.coo_array:
    """A graph of a few nodes with very many neighbours."""
    places = (nodes * rng.power(0.4, (2, edges))).astype(np.int64)
    data = np.ones(edges)
    return scipy.sparse.coo_array((data, (places[0], places[1])), shape=(nodes, nodes))


def generated_files(folder: Path) -> list[Path]:
    """Writes one made-up matrix of each kind."""
    rng = np.random.default_rng(7)
    made = {
        "graph": power_law_graph(rng, 3000, 12000),
        "mesh": scipy.sparse.diags_array(
            [1.0, -4.0, 1.0, 1.0, 1.0], offsets=[-1, 0, 1, 50, -50], shape=(2500, 2500)
        ),
        "weights": scipy.sparse.random_array((512, 768), density=0.1, rng=rng),
    }
    for name, a in made.items():
        scipy.io.mmwrite(folder / f"{name}.mtx", a)
    return sorted(folder / f"{name}.mtx" for name in made)


def data_files(data: Path) -> list[Path]:
    """Every matrix of the data folder."""
    files = [path for name in FOLDERS for path in (data / name).glob("*.mtx*")]
    if not files:
        sys.exit(f"expected matrices in the folders {FOLDERS} of {data} but got none")
    return sorted(files)


def main(bench: Bench) -> None:
    data = os.environ.get("SPINDLE_DATA")
    print(f"on the data of {data}" if data else "on generated data")
    bench.most_interpreted = MOST_INTERPRETED
    files = data_files(Path(data)) if data else generated_files(bench.folder)
    rng = np.random.default_rng(8)
    for file in files:
        # Values reach the kernel in f32.
        a = scipy.sparse.coo_array(scipy.io.mmread(file)).astype(np.float32)
        print(f"{file.name}: {a.shape[0]} x {a.shape[1]}, {a.nnz} entries", flush=True)
        bench.compare(file.name, file, a, random_dense(rng, (a.shape[1], 11), "f32"))
        bench.compare(file.name, file, a, random_dense(rng, (a.shape[1],), "f32"))
        bench.compare_sampled(file.name, file, a, 11)


sys.exit(run_in_folder(main))
