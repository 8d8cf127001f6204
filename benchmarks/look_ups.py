#!/usr/bin/env python3
"""Times look-ups in a sorted fibre against NumPy, both on one thread.

100000 random coordinates are looked up in a root fibre of 1000, 10000 and 100000,
half of the extent, so that about every second one is there. For each length the
two run in turn, `--rounds` times, and the medians of the rounds' medians are
compared; a ratio above 1 means that Spindle is faster. NumPy's figure is that of
`numpy.searchsorted` alone: it gives where a coordinate would be, Spindle's also
says whether it is there. Coordinates are i32 in both, and the positions i64.

usage: benchmarks/look_ups.py [--rounds N] [--runs N] [--cpu NAME]
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LOOK_UPS = 100000
LENGTHS = (1000, 10000, 100000)


def time_spindle(options, scratch, extent):
    """The median seconds of one run, as sparse-run measures it."""
    command = [options.program, Path(__file__).with_suffix(".mlir")]
    command += ["--bind", f"extent={extent}", "--cpu", options.cpu]
    for name in ("stored", "wanted"):
        command += ["--bind", f"{name}={scratch}/{name}.npy"]
    command += ["--size", f"places[0]={LOOK_UPS}", f"--out=places={scratch}/places.npy"]
    command += [f"--bench={options.runs}", "--json", f"{scratch}/report.json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return json.loads((scratch / "report.json").read_text())["seconds_median"]


def time_numpy(stored, wanted, runs):
    """The median seconds of one call, after as many to warm up."""
    seconds = []
    for _ in range(2 * runs):
        begin = time.perf_counter()
        np.searchsorted(stored, wanted)
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds[runs:])


def check(stored, wanted, places):
    """Fails where Spindle found anything else than NumPy does."""
    expected = np.searchsorted(stored, wanted)
    inside = np.minimum(expected, len(stored) - 1)
    expected = np.where(stored[inside] == wanted, inside, -1)
    if not np.array_equal(places, expected):
        sys.exit("expected the places that NumPy finds but got others")


def compare(options, length, scratch):
    """The medians of both over the rounds, taken in turn."""
    rng = np.random.default_rng(length)
    extent = 2 * length
    stored = np.sort(rng.permutation(extent)[:length]).astype(np.int32)
    wanted = rng.integers(0, extent, LOOK_UPS).astype(np.int32)
    np.save(scratch / "stored.npy", stored)
    np.save(scratch / "wanted.npy", wanted)
    ours, theirs = [], []
    for _ in range(options.rounds):
        ours.append(time_spindle(options, scratch, extent))
        theirs.append(time_numpy(stored, wanted, options.runs))
    check(stored, wanted, np.load(scratch / "places.npy"))
    return statistics.median(ours), statistics.median(theirs)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--cpu", default="native", help="for Spindle's code")
    options = parser.parse_args()
    print("| coordinates | Spindle ns per look-up | NumPy ns | ratio |")
    print("|--|--|--|--|")
    with tempfile.TemporaryDirectory() as folder:
        for length in LENGTHS:
            ours, theirs = compare(options, length, Path(folder))
            per_one = 1e9 / LOOK_UPS
            print(
                f"| {length} | {ours * per_one:.1f} | {theirs * per_one:.1f} "
                f"| {theirs / ours:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
