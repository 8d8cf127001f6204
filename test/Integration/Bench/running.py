"""Runs utils/bench on tiny matrices, for the tests of this folder."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

#: Peers that need nothing to be installed.
PEERS = "spindle,hand,plain,scipy"


def write_data(folder: Path) -> None:
    """A file of every kind: a symmetric pattern, reals, a pruned layer, a tensor."""
    folder.mkdir(parents=True)
    rng = np.random.default_rng(1)
    with gzip.open(folder / "pattern.mtx.gz", "wt") as file:
        file.write("%%MatrixMarket matrix coordinate pattern symmetric\n5 5 4\n")
        file.write("2 1\n3 1\n4 4\n5 2\n")
    reals = scipy.sparse.random_array((40, 25), density=0.2, rng=rng)
    scipy.io.mmwrite(folder / "reals.mtx", reals)
    scipy.sparse.save_npz(folder / "packed.npz", reals.tocsr())
    (folder / "layer.smtx").write_text("3, 4, 5\n0 2 2 5\n1 3 0 1 2\n")
    (folder / "facts.tns").write_text("# a tensor\n1 2 1 1\n3 1 2 0.5\n1 2 1 2\n")


def command(options: list[str]) -> list[str]:
    root, program = os.environ["SPINDLE_ROOT"], os.environ["SPINDLE_PROGRAM"]
    quick = ["--program", program, "--rounds", "2", "--turn", "0.05"]
    return [f"{root}/utils/bench", *quick, *options]


def bench(*options: str, status: int = 0) -> str:
    """What a run prints. It must end with the status."""
    done = subprocess.run(
        command(list(options)), check=False, capture_output=True, text=True
    )
    if done.returncode != status:
        print(done.stdout, done.stderr, sep="\n")
        sys.exit(f"expected exit status {status} but got {done.returncode}")
    return done.stdout + done.stderr


def figures(path: Path) -> dict:
    return json.loads(path.read_text())


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")
