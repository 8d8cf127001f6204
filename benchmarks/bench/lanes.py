"""Processes in which contestants run, one for each OpenMP runtime: the parent's side.

Two OpenMP runtimes in one process disturb each other: with threads bound, one may be
left a single core. So contestants on LLVM's runtime, which is MKL's too, share a
process and their threads, and what brings a runtime of its own has its own process,
bound alike. Lanes take turns. After a turn of one, the others wait until its threads,
which spin for a while after a parallel region, are asleep.
"""

import json
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass, field

from bench import machine, native, peers, places

#: Milliseconds for which threads spin after a region. Within a turn calls follow one
#: another in less.
SPIN = 20
#: Seconds for which a lane has time to answer, unless told.
PATIENCE = 600.0


class LaneDied(Exception):
    """A process ended, or does not answer."""


@dataclass
class Settings:
    """What all lanes are told."""

    program: str
    variants: dict[str, str] = field(default_factory=dict)
    add_peers: list[str] = field(default_factory=list)
    #: More builds of Spindle, each with what `peers.Build` takes.
    builds: list[dict] = field(default_factory=list)
    #: Seconds after which a lane that does not answer is given up.
    patience: float = PATIENCE


def environment(runtime: str, threads: int) -> dict[str, str]:
    """The variables of a lane. Threads are bound to the first processors, in order.

    OMP_PROC_BIND stays unset: see the above.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OMP_", "KMP_", "GOMP_", "MKL_", "SPINDLE_NUM_"))
    }
    first = machine.processors(threads)
    kept |= {
        "OMP_NUM_THREADS": str(threads),
        "OMP_DYNAMIC": "false",
        "KMP_AFFINITY": "granularity=fine,compact",
        "KMP_BLOCKTIME": str(SPIN),
        "GOMP_CPU_AFFINITY": " ".join(map(str, first)),
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_DYNAMIC": "FALSE",
        "NUMBA_NUM_THREADS": str(threads),
        "NUMBA_CACHE_DIR": str(places.folder("numba")),
    }
    paths = [str(places.SOURCES)]
    paths += map(str, (places.PACKAGES / runtime).glob("lib/python*/site-packages"))
    kept["PYTHONPATH"] = os.pathsep.join(paths)
    if runtime == "libomp":
        kept["LD_LIBRARY_PATH"] = str(native.runtime_folder())
        del kept["GOMP_CPU_AFFINITY"]
    return kept


class Lane:
    """One process. `key` is its runtime and its number of threads."""

    def __init__(self, key: tuple[str, int], settings: Settings):
        self.key = key
        self.runtime, self.threads = key
        self.settings = settings
        self.process: subprocess.Popen | None = None
        self.log = places.folder("logs") / f"{self.runtime}-{self.threads}.txt"

    def start(self) -> dict:
        """Starts the process. Returns what it says of its peers."""
        processors = machine.processors(self.threads)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bench.lane", *map(str, processors)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment(self.runtime, self.threads),
            )
        mine = [p.name for p in peers.PEERS.values() if p.runtime == self.runtime]
        return self.request(
            {
                "do": "start",
                "peers": mine,
                "native": self.runtime == "libomp",
                **vars(self.settings),
            }
        )

    def ask(self, what: str, **arguments: object) -> dict:
        """Has the process do something; starts it where it does not run."""
        if self.process is None:
            self.start()
        return self.request({"do": what, **arguments})

    def request(self, message: dict) -> dict:
        process = self.process
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            patience = self.settings.patience
            ready, _, _ = select.select([process.stdout], [], [], patience)
            line = process.stdout.readline() if ready else ""
        except BrokenPipeError:
            line = ""
        if not line:
            raise LaneDied(self.end())
        return json.loads(line)

    def end(self) -> str:
        """Ends the process. Returns how it ended, with the last that it said."""
        process, self.process = self.process, None
        try:
            status = process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return "it does not answer"
        lines = self.log.read_text(errors="replace").strip().splitlines()
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return f"its process ended with {how}" + (f": {lines[-1]}" if lines else "")

    def close(self) -> None:
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        self.process = None


class Lanes:
    """All lanes, of which one runs at a time."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.held: dict[tuple[str, int], Lane] = {}
        self.last: Lane | None = None

    def of(self, peer: str, threads: int) -> Lane:
        """The lane of a peer."""
        key = (peers.PEERS[peer].runtime, threads)
        if key not in self.held:
            self.held[key] = Lane(key, self.settings)
        return self.held[key]

    def turn(self, lane: Lane) -> None:
        """Gives a lane the processors: waits until those of the last one sleep."""
        if self.last not in (None, lane):
            time.sleep(2.5 * SPIN / 1000)
        self.last = lane

    def close(self) -> None:
        for lane in self.held.values():
            lane.close()
