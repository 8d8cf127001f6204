# RUN: %python %s --known --seed 1 --count 3 | FileCheck %s
# CHECK: {{^}}{{[0-9]+}} cases, {{[1-9][0-9]*}} compared, {{[0-9]+}} refused, 0 wrong
"""Results have the same bits on one thread, two, three and five, for each of which
everything is chosen and compiled anew.

Some cases are known, others are drawn, each by its seed (thread_cases.py). What one run
refuses all refuse. `utils/fuzz --threads` draws more of them. What was compared so far
is printed when it is interrupted, too.
"""

import argparse
import itertools
import signal
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import batch
import numpy as np
import scipy.sparse as sp
from thread_cases import EXAMPLES, GELU, RELU, Case, Model, draw_case, draw_reals

THREADS = (1, 2, 3, 5)
#: How what is told of a refused case begins.
REFUSAL = "exit status 2:"
#: Seconds that a run may take.
LIMIT = 300


# Cases in which threads once decided how sums are made.


def random_graph(rng: np.random.Generator, nodes: int) -> sp.coo_array:
    places = np.argwhere(rng.random((nodes, nodes)) < 0.1)
    values = draw_reals(rng, (len(places),))
    return sp.coo_array((values, (places[:, 0], places[:, 1])), shape=(nodes, nodes))


def known_network(name: str, output: str, **shapes: tuple[int, ...]) -> Case:
    rng = np.random.default_rng(1)
    arrays = {operand: draw_reals(rng, shape) for operand, shape in shapes.items()}
    arrays["A"] = random_graph(rng, 300)
    text = (EXAMPLES / f"{name}.mlir").read_text()
    return Case([f"--entry={name}"], (output,), arrays, text)


def known_model(
    *words: str,
    tokens: int = 64,
    width: int = 300,
    share: float = 0.9,
    body: str = GELU,
) -> Case:
    """A product behind a function, by a weight of which a share is pruned."""
    rng = np.random.default_rng(2)
    model = Model(tokens, width)
    x = model.generic([("%X", model.type(), "i, j")], body)
    text = model.text(model.product(x, width))
    weight = draw_reals(rng, (width, width))
    weight[rng.random(weight.shape) < share] = 0
    arrays = {"X": draw_reals(rng, (tokens, width))}
    return Case(list(words), ("Y",), arrays, text, {"W0": weight})


def list_known() -> Iterator[tuple[str, Case]]:
    yield "hops", known_network("hops", "Y", X=(300, 64))
    shapes = {"X": (300, 40), "W0": (40, 64), "b0": (64,), "W1": (64, 64), "b1": (64,)}
    yield "gcn", known_network("gcn", "Z", **shapes)
    yield "features", known_network("features", "Y", X=(300, 40), W=(40, 64))
    yield "gelu", known_model("--format=W0=csc")
    # All caches together decided whether blocks are faster than single elements.
    words = {"tokens": 8, "width": 1000, "share": 0.4, "body": RELU}
    yield "plan", known_model("--plan=auto", **words)


# Runs.


def run(words: list[str], outputs: tuple[str, ...], threads: int) -> tuple[str, bytes]:
    """What a run on so many threads refuses, and the bytes of what it writes."""
    folder = Path(words[-1])
    paths = {name: folder / f"out-{name}.npy" for name in outputs}
    command = ["sparse-run", *words[:-1], f"--threads={threads}"]
    done = batch.run(
        [*command, *(f"--out={name}={path}" for name, path in paths.items())],
        limit=LIMIT,
    )
    if done.returncode:
        return f"exit status {done.returncode}: {done.stderr.strip()}", b""
    return "", b"".join(path.read_bytes() for path in paths.values())


def compare(case: Case) -> tuple[bool, str]:
    """Whether the case is computed, and what is wrong, if anything is."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*case.write(Path(folder)), folder]
        refused, expected = run(words, case.outputs, THREADS[0])
        if refused and not refused.startswith(REFUSAL):
            return False, refused
        for threads in THREADS[1:]:
            told, found = run(words, case.outputs, threads)
            if told != refused:
                return False, f"on {threads} threads: {told or 'not refused'}"
            if found != expected:
                return (
                    True,
                    f"expected the bits of one thread but got others on {threads}",
                )
    return not refused, ""


class Totals:
    def __init__(self) -> None:
        self.cases = self.compared = self.refused = self.wrong = 0

    def add(self, name: str, told: tuple[bool, str]) -> None:
        self.cases += 1
        self.compared += told[0]
        self.refused += told == (False, "")
        self.wrong += bool(told[1])
        if told[1]:
            print(f"{name}: {told[1]}", flush=True)

    def finish(self) -> int:
        print(
            f"{self.cases} cases, {self.compared} compared, {self.refused} refused, {self.wrong} wrong"
        )
        return int(self.wrong > 0 or self.compared == 0)


def list_cases(options: argparse.Namespace) -> Iterator[tuple[str, Case]]:
    if options.known:
        yield from list_known()
    for seed in range(options.seed, options.seed + options.count):
        yield f"seed {seed}", draw_case(seed)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares runs on several threads.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--progress", type=int, default=100)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--print", action="store_true")
    return parser.parse_args()


def compare_all(
    options: argparse.Namespace, pool: ThreadPoolExecutor, totals: Totals
) -> None:
    """Compares the cases in their order. Few are drawn ahead of those that run."""
    cases = list_cases(options)
    while some := list(itertools.islice(cases, 4 * options.jobs)):
        told = pool.map(compare, [case for _, case in some])
        for (name, _), one in zip(some, told, strict=True):
            totals.add(name, one)
            if options.progress and totals.cases % options.progress == 0:
                print(f"{name}: {totals.wrong} wrong", file=sys.stderr)


def stop(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    options, totals = parse_options(), Totals()
    signal.signal(signal.SIGTERM, stop)
    if options.print:
        for name, case in list_cases(options):
            print(f"// {name}: {' '.join(case.words)}\n{case.text}")
            for operand, array in case.arrays.items():
                print(f"//   {operand}: {'x'.join(map(str, array.shape))}")
        return 0
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            compare_all(options, pool, totals)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            known = len(list(list_known())) if options.known else 0
            seed = options.seed + max(totals.cases - known, 0)
            print(f"interrupted; --seed {seed} goes on")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
