#!/usr/bin/env python3
"""How good plans are: the formats that they choose for weights, against the best.

    measure TIMES.json  times products in the formats that a plan ranks
    fit TIMES.json      finds costs; with --write, the table lib/Advisor/PlanCosts.inc
    check TIMES.json    compares what a plan chooses with the best; with --write, the
                        page docs/Benchmarks/plans.md

A product is a layer of outputs by inputs, of --data's pruned weights or made, with
32 and 1,024 tokens beside one another, between two elementwise operations as in a model. What was timed before is timed once more: the
least time counts, since others only disturb, and each round takes all formats of a
layer in turn. `fit` and `check` ask for counts anew. With --cpu, shorter vectors than this machine's are
timed, of --bits.
"""

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import scipy.io
import scipy.optimize

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "lib/Advisor/PlanCosts.inc"
PAGE = ROOT / "docs/Benchmarks/plans.md"
COLUMNS = (32, 1024)
#: Of the products, so many stay below the spread of their family.
PERCENTILE = 70
#: Families of costs, by how their formats are spelled.
FAMILIES = {
    "dense": "dense",
    "csr": "elements",
    "(i, j) -> (j floordiv": "sections",
    "bsr": "blocks",
    "composite": "mixtures",
}
MODEL = """#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @layer(%W: tensor<{o}x{i}xf32> {{sparse.name = "W", {attr}}},
    %X: tensor<{i}x{t}xf32> {{sparse.name = "X"}}) -> (tensor<{o}x{t}xf32> {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %inside = tensor.empty() : tensor<{i}x{t}xf32>
  %given = linalg.generic {{indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}}
      ins(%X : tensor<{i}x{t}xf32>) outs(%inside : tensor<{i}x{t}xf32>) {{
  ^bb0(%x: f32, %o: f32):
    %m = arith.maximumf %x, %zero : f32
    linalg.yield %m : f32
  }} -> tensor<{i}x{t}xf32>
  %empty = tensor.empty() : tensor<{o}x{t}xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<{o}x{t}xf32>) -> tensor<{o}x{t}xf32>
  %product = linalg.matmul ins(%W, %given : tensor<{o}x{i}xf32>, tensor<{i}x{t}xf32>)
      outs(%start : tensor<{o}x{t}xf32>) -> tensor<{o}x{t}xf32>
  %Y = linalg.generic {{indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}}
      ins(%product : tensor<{o}x{t}xf32>) outs(%empty : tensor<{o}x{t}xf32>) {{
  ^bb0(%x: f32, %o: f32):
    %m = arith.maximumf %x, %zero : f32
    linalg.yield %m : f32
  }} -> tensor<{o}x{t}xf32>
  return %Y : tensor<{o}x{t}xf32>
}}
"""


def make_blocks(outputs, inputs, size, share, others, seed):
    """Blocks of size x size that are full, and single elements between them."""
    random = np.random.default_rng(seed)
    blocks = random.random((-(-outputs // size), -(-inputs // size))) < share
    kept = np.kron(blocks, np.ones((size, size), bool))[:outputs, :inputs]
    return kept | (random.random((outputs, inputs)) < others)


#: Weights that are made: they do not count in the choice, and their times in costs.
MADE = {
    "blocks-4": lambda: make_blocks(512, 512, 4, 0.1, 0, 1),
    "blocks-8": lambda: make_blocks(512, 2048, 8, 0.2, 0, 2),
    "blocks-32": lambda: make_blocks(768, 768, 32, 0.1, 0, 3),
    "blocks-32-others": lambda: make_blocks(1024, 1024, 32, 0.1, 0.01, 4),
    "blocks-8-others": lambda: make_blocks(1024, 512, 8, 0.3, 0.03, 5),
    "half": lambda: make_blocks(768, 768, 1, 0.5, 0, 6),
    "most": lambda: make_blocks(512, 512, 1, 0.8, 0, 7),
}


class Layers:
    def __init__(self, options):
        self.program = options.program
        self.threads = options.threads
        self.cpu = options.cpu
        self.folder = Path(tempfile.mkdtemp())
        paths = sorted(Path(options.data).rglob("*.mtx.gz")) if options.data else []
        self.paths = {path.name.removesuffix(".mtx.gz"): path for path in paths}
        self.names = [*self.paths, *MADE]
        if options.layers:
            words = options.layers.split(",")
            self.names = [name for name in self.names if any(w in name for w in words)]
        self.known = {}

    def kept(self, name):
        if name not in self.known:
            made = name in MADE
            kept = (
                MADE[name]()
                if made
                else scipy.io.mmread(self.paths[name]).toarray() != 0
            )
            values = np.random.default_rng(0).uniform(0.5, 1, kept.shape)
            np.save(
                self.folder / f"{name}.npy",
                np.where(kept, values, 0).astype(np.float32),
            )
            self.known[name] = kept
        return self.known[name]

    def run(self, name, columns, attr, *words):
        kept = self.kept(name)
        model = self.folder / "layer.mlir"
        outputs, inputs = kept.shape
        model.write_text(MODEL.format(o=outputs, i=inputs, t=columns, attr=attr))
        command = [
            self.program,
            model,
            "--threads",
            str(self.threads),
            "--json",
            "-",
            *(["--cpu", self.cpu] if self.cpu else []),
            *words,
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(done.stdout[done.stdout.index("{") :])

    def plan(self, name, columns):
        """The formats of a layer, ranked."""
        kept = self.kept(name)
        bits = np.packbits(kept.reshape(-1), bitorder="little").tobytes().hex()
        rows, inner = kept.shape
        attr = f'tesa.mask = #tesa.mask<[{rows}, {inner}] by [1, 1] keeps "{bits}">'
        report = self.run(name, columns, attr, "--plan", "auto", "--explain")
        return report["explain"]["plan"]["products"][0]

    def time(self, name, columns, form):
        path = self.folder / f"{name}.npy"
        words = ["--bind", f"W={path}", "--bind", "X=random", "--bench=9"]
        if form != "dense":
            words += ["--format", f"W={form}"]
        return self.run(name, columns, "tesa.constant", *words)["seconds_min"]


def get_family(form):
    return next(
        (family for word, family in FAMILIES.items() if form.startswith(word)), ""
    )


def measure(options):
    layers, path = Layers(options), Path(options.times)
    times = json.loads(path.read_text()) if path.exists() else {}
    for name in layers.names:
        for columns in COLUMNS:
            forms = [c["format"] for c in layers.plan(name, columns)["candidates"]]
            for form in forms:
                key = f"{name} {columns} {form}"
                seconds = layers.time(name, columns, form)
                times[key] = min(seconds, times.get(key, math.inf))
                print(f"{key}: {1e6 * times[key]:.0f} us", flush=True)
            path.write_text(json.dumps(times, indent=1))


def collect(options):
    """Layer, columns, the plan, and the times by format, where all were timed."""
    layers, times = Layers(options), json.loads(Path(options.times).read_text())
    found = []
    for name in layers.names:
        for columns in COLUMNS:
            plan = layers.plan(name, columns)
            own = {
                c["format"]: times.get(f"{name} {columns} {c['format']}")
                for c in plan["candidates"]
            }
            found.append((name, columns, plan, own))
    return found


def fit(options):
    rows, seconds = defaultdict(list), defaultdict(list)
    for _, _, plan, times in collect(options):
        for candidate in plan["candidates"]:
            family = get_family(candidate["format"])
            if family and times[candidate["format"]]:
                rows[family].append(candidate["counts"])
                seconds[family].append(
                    times[candidate["format"]] * 1e9 * options.threads
                )
    lines = ["// Written by benchmarks/plans.py.", "// clang-format off"]
    others = [line for line in TABLE.read_text().splitlines() if line[0] == "{"]
    lines += [line for line in others if f", {options.bits}, " not in line]
    for family in rows:
        counts, own = np.array(rows[family], float), np.array(seconds[family])
        costs, _ = scipy.optimize.nnls(counts / own[:, None], np.ones(len(own)))
        errors = own / np.maximum(counts @ costs, 1)
        spread = max(1.0, float(np.percentile(errors, PERCENTILE)))
        print(
            f"{family}: {len(own)} times, of the estimate {errors.min():.2f} to "
            f"{errors.max():.2f}, spread {spread:.2f}"
        )
        numbers = ", ".join(f"{cost:.4g}" for cost in costs)
        lines.append(f'{{"{family}", {options.bits}, {{{numbers}}}, {spread:.3g}}},')
    print("\n".join(lines))
    if options.write:
        TABLE.write_text("\n".join(lines) + "\n")


def check(options):
    losses, table = [], []
    for name, columns, plan, times in collect(options):
        known = {form: time for form, time in times.items() if time}
        if plan["format"] not in known:
            continue
        best = min(known, key=known.get)
        loss = known[plan["format"]] / known[best]
        if name not in MADE:
            losses.append(loss)
        dense = known["dense"] / known[plan["format"]]
        table.append((name, columns, plan["format"], best, loss, dense))
        print(f"{name} {columns}: {plan['format'][:60]}, best {best[:60]}, {loss:.2f}")
    mean = math.exp(np.mean(np.log(losses)))
    print(
        f"{len(losses)} products: loss {mean:.3f} in the geometric mean, {max(losses):.2f} at most"
    )
    if options.write:
        write_page(table, losses, mean)


def shorten(form):
    """What a table calls a format."""
    if form.startswith("composite"):
        return "blocks and elements"
    if section := re.match(r"\(i, j\) -> \(j floordiv (\d+)", form):
        return f"sections of {section[1]}"
    return form.replace("<", "(").replace(">", ")")


def write_page(table, losses, mean):
    text = PAGE.read_text()
    begin, end = "<!-- figures: begin -->", "<!-- figures: end -->"
    summary = (
        f"Of the {len(losses)} products by layers of the data folder, the choice takes "
        f"{mean:.3f} times as long as the best in the geometric mean, and {max(losses):.2f} "
        "times at most."
    )
    lines = ["", summary, ""]
    lines.append(
        "| layer | columns | chosen | best | chosen by best | dense by chosen |"
    )
    lines.append("|--|--|--|--|--|--|")
    lines += [
        f"| {name} | {columns} | {shorten(form)} | {shorten(best)} | {loss:.2f} | {dense:.2f} |"
        for name, columns, form, best, loss, dense in table
    ]
    head, tail = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    PAGE.write_text(head + "\n".join(lines) + "\n\n" + tail)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=["measure", "fit", "check"])
    parser.add_argument("times")
    parser.add_argument("--data", help="a folder of weights, as .mtx.gz files")
    parser.add_argument("--layers", help="words of the names of layers")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--bits", type=int, default=256, help="of this machine's vectors"
    )
    parser.add_argument("--cpu", help="the processor that code is for")
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    {"measure": measure, "fit": fit, "check": check}[options.mode](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
