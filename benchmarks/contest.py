"""A contest of engines: each holds a model in a process of its own, and they take turns.

As a program it is one of these processes: contest.py JOB, which is JSON and says what opens
the model, and with what. It prints the seconds that opening took, then, for each line that
comes, those of a run and the most memory so far, in KiB.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from quiet import Probe

#: The runs of a turn, one after the other, of which the median counts: the first one reads
#: weights that other contestants had no place for in the caches.
RUNS = 3
#: How often a turn is repeated, at most, until its processors are free.
REPEATS = 40
#: Seconds before a run, in which threads of the contestant before, some of which go on
#: waiting on a processor for a while, go to sleep.
PAUSE = 0.1


def open_ours(job: dict) -> object:
    import spindle

    if job["format"] == "plan":
        return open_planned(job)
    arrays = dict(np.load(job["weights"]))
    if job["format"] != "dense":
        for name in job["pruned"]:
            if arrays[name].ndim == 2:
                arrays[name] = spindle.array(arrays[name], format=job["format"])
    arrays |= dict(np.load(job["inputs"]))
    kernel = spindle.compile(job["program"], threads=job["threads"], **arrays)
    return lambda: kernel(**arrays)


def open_planned(job: dict) -> object:
    """Ours by a plan: formats and widths of weights, by their names."""
    import spindle

    arrays = dict(np.load(job["weights"]))
    widths = dict(np.load(job["widths"])) if job.get("widths") else {}
    model = spindle.tesa.compile(
        job["program"],
        arrays,
        plan=job.get("plan", "auto"),
        threads=job["threads"],
        widths=widths,
    )
    inputs = dict(np.load(job["inputs"]))
    return lambda: model(**inputs)


def open_onnxruntime(job: dict) -> object:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = job["threads"]
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        job["onnx"], options, providers=["CPUExecutionProvider"]
    )
    inputs, output = dict(np.load(job["inputs"])), [job["output"]]
    return lambda: session.run(output, inputs)[0]


def open_openvino(job: dict) -> object:
    import openvino

    options = {
        "INFERENCE_NUM_THREADS": job["threads"],
        "INFERENCE_PRECISION_HINT": "f32",
        "NUM_STREAMS": 1,
    }
    request = (
        openvino.Core()
        .compile_model(job["onnx"], "CPU", options)
        .create_infer_request()
    )
    inputs = dict(np.load(job["inputs"]))
    return lambda: request.infer(inputs)[job["output"]]


def open_deepsparse(job: dict) -> object:
    import deepsparse

    inputs = dict(np.load(job["inputs"]))
    size = len(next(iter(inputs.values())))
    engine = deepsparse.Engine(job["onnx"], batch_size=size, num_cores=job["threads"])
    values = [np.ascontiguousarray(inputs[name]) for name in engine.input_names]
    place = engine.output_names.index(job["output"])
    return lambda: engine.run(values)[place]


OPENERS = {
    "ours": open_ours,
    "planned": open_planned,
    "onnxruntime": open_onnxruntime,
    "OpenVINO": open_openvino,
    "DeepSparse": open_deepsparse,
}


def work(job: dict) -> None:
    """Opens a model, writes its first result, and times a run for each line."""
    begin = time.perf_counter()
    run = OPENERS[job["opener"]](job)
    opened = time.perf_counter() - begin
    np.save(job["result"], np.asarray(run()))  # type: ignore[operator]
    print(opened, flush=True)
    for _ in sys.stdin:
        begin = time.perf_counter()
        run()  # type: ignore[operator]
        taken = time.perf_counter() - begin
        status = Path("/proc/self/status").read_text()
        most = int(re.search(r"VmHWM:\s+(\d+)", status)[1])  # type: ignore[index]
        print(taken, most, flush=True)


class Contestant:
    """A process that holds a model."""

    def __init__(self, name: str, python: str, job: dict):
        self.name, self.times, self.memory = name, [], 0
        self.result = Path(job["result"])
        environment = os.environ | {"OMP_WAIT_POLICY": "passive"}
        if job["opener"] not in ("ours", "planned"):
            environment.pop("PYTHONPATH", None)
        cores = f"0-{job['threads'] - 1}"
        self.process = subprocess.Popen(
            ["taskset", "-c", cores, python, __file__, json.dumps(job)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.opened = float(self.read()[-1])

    def read(self) -> list[str]:
        """The words of the next line of numbers; engines print lines of their own."""
        while line := self.process.stdout.readline():  # type: ignore[union-attr]
            if re.fullmatch(r"[\d.e+-]+( \d+)?", line.strip()):
                return line.split()
        raise SystemExit(f"{self.name}: expected a time but the process ended")

    def run(self) -> float:
        """The seconds of a run."""
        self.process.stdin.write("\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]
        taken, most = self.read()
        self.memory = int(most)
        return float(taken)

    def take_turn(self, probe: Probe) -> int:
        """Runs until the processors are free before and after; gives how often in vain,
        which is REPEATS where they never were, and the last turn counts."""
        for repeat in range(REPEATS):
            time.sleep(PAUSE)
            quiet = probe.is_quiet()
            times = [self.run() for _ in range(RUNS)]
            if quiet and probe.is_quiet():
                break
        else:
            repeat = REPEATS
        self.times.append(float(np.median(times)))
        return repeat

    def close(self) -> None:
        self.process.stdin.close()  # type: ignore[union-attr]
        self.process.wait()


def take_turns(contestants: list[Contestant], rounds: int, threads: int) -> None:
    """Times all in turn, and says how many turns were left out."""
    probe = Probe(threads)
    repeats = [
        contestant.take_turn(probe) for _ in range(rounds) for contestant in contestants
    ]
    probe.close()
    for contestant in contestants:
        contestant.close()
    print(
        f"{len(repeats)} turns, {repeats.count(REPEATS)} of them on processors that were "
        f"never free, and {sum(repeats)} in vain"
    )


def describe(
    name: str,
    threads: int,
    contestants: list[Contestant],
    expected: np.ndarray,
    most: float,
) -> list[str]:
    """Rows of a table; results may be off by `most` of the largest element."""
    ours = float(np.median(contestants[0].times))
    digits = 1 if ours > 10e-3 else 2 if ours > 2e-3 else 3
    rows = []
    for contestant in contestants:
        got = np.load(contestant.result).reshape(expected.shape)
        off = float(np.abs(got - expected).max() / np.abs(expected).max())
        if not off <= most:
            raise SystemExit(f"{name}: {contestant.name} differs by {off:.1e}")
        low, median, high = np.quantile(contestant.times, [0.25, 0.5, 0.75]) * 1e3
        rows.append(
            f"| {name} | {threads} | {contestant.name} | {median:.{digits}f} | "
            f"{low:.{digits}f} to {high:.{digits}f} | {median / 1e3 / ours:.2f} | {off:.0e} | "
            f"{contestant.memory / 1024:.0f} | {contestant.opened:.2f} |"
        )
        print(rows[-1], flush=True)
    return rows


def write(page: Path, table: str, rows: list[str]) -> None:
    """Puts rows into a table of a page."""
    head = (
        "| model | threads | | ms | middle half | ours = 1 | off by | MB | opened in s |",
        "|---|---|---|---|---|---|---|---|---|",
    )
    text = page.read_text()
    start = f"<!-- {table}: begin -->"
    begin = text.index(start) + len(start)
    end = text.index(f"<!-- {table}: end -->")
    page.write_text("\n".join([text[:begin], *head, *rows, text[end:]]))


if __name__ == "__main__":
    work(json.loads(sys.argv[1]))
