"""A process in which contestants of one OpenMP runtime run: the child's side.

It answers requests, a line of JSON each, until its input ends. What a library prints
goes to the error output, so that it cannot be taken for an answer.
"""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

from bench import arrays, native, peers, sparse
from bench.errors import Missing, Wrong
from bench.kernels import KERNELS, Problem
from bench.peers.peer import Prepared, Timed

#: Files of OpenMP runtimes, as the loader names them.
RUNTIMES = re.compile(r"/lib(g|i)?omp[^/]*\.so[^/]*$")


def runtimes() -> set[str]:
    """The OpenMP runtimes that this process has loaded."""
    mapped = Path("/proc/self/maps").read_text().splitlines()
    paths = {line.split(maxsplit=5)[-1] for line in mapped if "/" in line}
    return {os.path.realpath(path) for path in paths if RUNTIMES.search(path)}


class Lane:
    """The contestants that are ready on one problem."""

    def __init__(self, settings: dict):
        self.settings = settings
        for path in settings["add_peers"]:
            peers.add(Path(path))
        peers.add_builds(settings["builds"])
        spindle = peers.PEERS["spindle"]
        spindle.variants = settings["variants"]
        for name in ("spindle", "format", "python", "command"):
            peers.PEERS[name].program = Path(settings["program"])
        self.problem: Problem | None = None
        self.expected: dict = {}
        self.ready: dict[str, Prepared] = {}

    def describe(self) -> dict:
        """The versions of the peers of this lane, or why they are missing."""
        told = {}
        for name in self.settings["peers"]:
            peer = peers.PEERS[name]
            try:
                missing = peer.missing()
                version = "" if missing else peer.version()
            except Exception as error:  # A library that does not load.
                missing, version = f"does not load: {error}", ""
            told[name] = {"missing": missing, "version": version}
        return {"peers": told}

    def open(self, kernel: str, sizes: dict, dtype: str, path: str) -> dict:
        """Makes the problem of a row on a matrix."""
        self.shut()
        made = KERNELS[kernel]
        self.problem = made.problem(sparse.load(Path(path)), sizes, dtype)
        self.expected = made.reference(self.problem)
        return {
            "shape": self.problem.a.shape,
            "stored": self.problem.a.stored,
            "counts": vars(made.counts(self.problem)),
        }

    def shut(self) -> dict:
        """Releases what the last problem took."""
        for prepared in self.ready.values():
            prepared.close()
        self.ready, self.problem, self.expected = {}, None, {}
        return {}

    def prepare(self, contestant: str, files: dict[str, str]) -> dict:
        """Makes a contestant ready, and checks what it computes. `files` are what was
        made for it on disk."""
        self.problem.files = files
        name, _, variant = contestant.partition(":")
        peer = peers.PEERS[name]
        missing = peer.missing()
        if missing:
            return {"status": "missing", "reason": missing}
        try:
            begin = time.perf_counter()
            prepared = peer.prepare(self.problem, variant)
            seconds = time.perf_counter() - begin
            share = self.check(prepared)
        except Missing as error:
            return {"status": "missing", "reason": str(error)}
        except Wrong as error:
            return {"status": "wrong", "reason": str(error)}
        except Exception as error:  # What a library throws, it throws.
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            return {"status": "failed", "reason": reason}
        if len(runtimes()) > 1:
            loaded = ", ".join(Path(path).name for path in sorted(runtimes()))
            reason = f"expected one OpenMP runtime in the process but got {loaded}"
            return {"status": "failed", "reason": reason}
        self.ready[contestant] = prepared
        return {"status": "ready", "error_share": share, "prepare_seconds": seconds}

    def check(self, prepared: Prepared) -> float:
        """Runs once on spoilt results. Fails where they are not what they must be."""
        for array in self.problem.results.values():
            arrays.spoil(array)
        if isinstance(prepared.run, native.Call):
            native.timer().run(prepared.run)
        elif not isinstance(prepared.run, Timed):
            prepared.run()
        return KERNELS[self.problem.kernel].check(self.expected, prepared.results())

    def time(
        self,
        contestant: str,
        warm_ups: int,
        samples: int,
        repeats: int,
        disturbed: bool,
    ) -> dict:
        """Seconds of one call, `samples` times; each is the mean of `repeats`."""
        run = self.ready[contestant].run
        if isinstance(run, native.Call):
            timer = native.timer()
            between = native.other_work() if disturbed else None
            return {"seconds": timer.time(run, warm_ups, samples, repeats, between)}
        if isinstance(run, Timed):
            return {"seconds": run.time(samples * repeats)}
        for _ in range(warm_ups):
            run()
        seconds = []
        for _ in range(samples):
            if disturbed:
                native.timer().run(native.other_work())
            begin = time.perf_counter_ns()
            for _ in range(repeats):
                run()
            seconds.append((time.perf_counter_ns() - begin) / repeats * 1e-9)
        return {"seconds": seconds}

    def runtimes(self) -> dict:
        """The OpenMP runtimes that are loaded, and where LLVM's has its threads."""
        processors = native.threads() if self.settings["native"] else []
        return {"runtimes": sorted(runtimes()), "threads": processors}

    def curves(self, largest: int) -> dict:
        """What memory and arithmetic units do."""
        from bench import curves

        return curves.measure(native.memory_library(), largest)


def main() -> None:
    # Before a runtime is loaded, which sees where it may run.
    os.sched_setaffinity(0, map(int, sys.argv[1:]))
    # Ctrl-C is the parent's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    lane = None
    for line in sys.stdin:
        request = json.loads(line)
        what = request.pop("do")
        if what == "start":
            lane = Lane(request)
            answer = lane.describe()
        else:
            answer = getattr(lane, what)(**request)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
