"""Whether the processors of a contest are its own for the moment.

The processors of a virtual machine may be the two threads of one core for a while, and
programs beside it may be on the other threads of theirs. Then two threads compute as much as
one does otherwise, and whose turn it is loses. So processes of their own multiply small
matrices before and after a turn, on each of its processors at once, and the turn counts only
where all of them take about as long as they do at best.

As a program it is one of these processes: it prints the seconds of its products for each
line that comes.
"""

import os
import signal
import subprocess
import sys
import time

#: What a turn may lose: two threads of a core take 1.7 to 2 times as long.
MOST = 1.25
#: Matrices of which products take as long as their multiplications, some ms together: two
#: threads of a core have these in turn.
SIZE, PRODUCTS = 96, 200
#: How often all are tried, to find how long they take at best.
TRIES = 30


class Probe:
    """Processes on the first `threads` processors that tell whether these are free."""

    def __init__(self, threads: int):
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
        self.processes = [
            subprocess.Popen(
                ["taskset", "-c", str(core), sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
            )
            for core in range(threads)
        ]
        self.best = [float("inf")] * threads
        for _ in range(TRIES):
            self.is_quiet()

    def is_quiet(self) -> bool:
        """Whether none of the processors takes longer than it does at best."""
        for process in self.processes:
            process.stdin.write("\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
        times = [
            float(process.stdout.readline())  # type: ignore[union-attr]
            for process in self.processes
        ]
        self.best = [min(*pair) for pair in zip(self.best, times, strict=True)]
        least = min(self.best)
        return max(times) <= MOST * least

    def close(self) -> None:
        for process in self.processes:
            process.stdin.close()  # type: ignore[union-attr]
            process.wait()


def work() -> None:
    # Ctrl-C is the parent's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import numpy as np

    matrix = np.full((SIZE, SIZE), 1 / SIZE, np.float32)
    result = np.empty_like(matrix)
    for _ in sys.stdin:
        begin = time.perf_counter()
        for _ in range(PRODUCTS):
            np.matmul(matrix, matrix, out=result)
        print(time.perf_counter() - begin, flush=True)


if __name__ == "__main__":
    work()
