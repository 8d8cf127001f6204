#!/usr/bin/env python3
"""Finds the costs that the format advisor estimates times by.

    measure TIMES.json   times products in the formats that the advisor lists
    fit TIMES.json       finds costs; with --write, the table lib/Advisor/Costs.inc
    check TIMES.json     says how good the advisor's choices are, as it is built
    convert TIMES.json   times conversions from csr, and finds what they cost; with
                         --write, in the table

Matrices are those of a data folder (--data) and some that are made. What was timed
before is not timed again: a run that is interrupted goes on. `fit` and `check` ask
the advisor for what it counts, so costs can be found again when it counts something
else, without a measurement; when kernels change, measure again.

A cost is what one thing of a kind takes in all formats of a family, such that the
relative errors of times are least (non-negative least squares). The spread of a
family is by how much its times, as shares of csr's, were larger than estimated: the
factor that PERCENTILE % of the matrices stay below, when each is estimated without
having taken part. Estimates of more than NEAR do not count: they are not taken.

Conversions take as many threads as there are processors, whatever --threads says.
"""

import argparse
import json
import math
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import scipy.optimize
import scipy.sparse

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
from bench import files, generated
from conversion import PROGRAM

TABLE = ROOT / "lib/Advisor/Costs.inc"
PERCENTILE = 80
NEAR = 1.1
#: Programs, by the products of an element.
KERNELS = {"spmv": 1, "spmm-32": 32, "spmm-128": 128}
#: Matrices that are made.
MADE = {
    "banded": lambda: generated.banded(1_000_000),
    "scattered": lambda: generated.scattered(1_000_000),
    "power-law": lambda: generated.power_law(50_000, 800_000),
    "pruned-0.1": lambda: generated.pruned(2048, 2048, 0.1),
    "pruned-0.3": lambda: generated.pruned(1024, 1024, 0.3),
    "blocks-4": lambda: generated.blocks(4096, 4096, 4, 0.02),
    "blocks-8": lambda: generated.blocks(4096, 4096, 8, 0.04),
    "long-rows": lambda: generated.scattered(1_500_000, 60),
    "short-rows": lambda: generated.scattered(600_000, 3),
}


class Tool:
    """sparse-run on the matrices."""

    def __init__(self, options):
        self.prefix = shlex.split(options.prefix) + [str(options.program)]
        self.threads = options.threads
        self.cpu = options.cpu
        self.folder = Path(options.folder or tempfile.mkdtemp())
        self.folder.mkdir(exist_ok=True)
        self.paths = {}
        for name in [] if options.data is None else sorted(list_files(options.data)):
            self.paths[files.stem(name)] = name
        for name in MADE:
            self.paths[name] = None
        if options.matrices:
            words = options.matrices.split(",")
            kept = [name for name in self.paths if any(word in name for word in words)]
            self.paths = {name: self.paths[name] for name in kept}

    def get_path(self, name):
        """A file that is quick to read."""
        path = self.folder / f"{name}.npz"
        if not path.exists():
            source = self.paths[name]
            made = MADE[name]() if source is None else files.read_matrix(source)
            matrix = scipy.sparse.csr_array(made.in_scipy(), dtype=np.float32)
            matrix.sort_indices()
            scipy.sparse.save_npz(path, matrix, compressed=False)
        return path

    def run(self, program, name, *words):
        command = self.prefix + [program, "--bind", f"A={self.get_path(name)}"]
        command += ["--threads", str(self.threads), "--json", "-", *words]
        command += ["--cpu", self.cpu] if self.cpu else []
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    def run_kernel(self, kernel, name, *words):
        program, _, columns = kernel.partition("-")
        size = ("--size", f"K={columns}") if columns else ()
        return self.run(program, name, *size, *words)

    def advise(self, kernel, name):
        return self.run_kernel(kernel, name, "--advise", "A")

    def time(self, kernel, name, form):
        operand = "x" if kernel == "spmv" else "B"
        words = ["--bind", f"{operand}=random", "--format", f"A={form}", "--bench=15"]
        return {"seconds": self.run_kernel(kernel, name, *words)["seconds_median"]}

    def time_conversion(self, name, form):
        word, _, numbers = form.replace("-", "_").rstrip(")").partition("(")
        numbers = "?" if word == "ell" and not numbers else numbers
        path = self.folder / "convert.mlir"
        path.write_text(PROGRAM.format(f"{word}<{numbers}>" if numbers else word))
        report = self.run(str(path), name, "--bench=15")
        return {"seconds": report["seconds_median"]}


def list_files(folder):
    for path in Path(folder).rglob("*"):
        if files.ending(path) in files.MATRICES:
            yield path


def get_family(form):
    return form.partition("(")[0]


def add_time(tool, times, key):
    """Times a product once more; the least time counts, since others only disturb."""
    kernel, name, form = key.split(" ", 2)
    old = times.get(key, {"rounds": 0})
    try:
        if kernel == "convert":
            new = tool.time_conversion(name, form)
        else:
            new = tool.time(kernel, name, form)
    except subprocess.CalledProcessError as error:
        new = {"refused": error.stderr.strip()}
    if "seconds" in old and "seconds" in new:
        new["seconds"] = min(old["seconds"], new["seconds"])
    times[key] = new | {"rounds": old["rounds"] + 1}
    print(key, times[key], flush=True)


def measure(tool, options, times):
    """Times what has been timed in fewer rounds; those of a matrix alternate."""
    for name in tool.paths:
        for kernel in options.kernels.split(","):
            forms = [each["format"] for each in tool.advise(kernel, name)["estimates"]]
            for done in range(options.rounds):
                for form in forms + options.formats.split():
                    key = f"{kernel} {name} {form}"
                    if times.get(key, {"rounds": 0})["rounds"] <= done:
                        add_time(tool, times, key)
                Path(options.times).write_text(json.dumps(times, indent=1))


def read_suite(path):
    """The times of a file of `utils/bench --suite formats`: the mean of its modes,
    back to back, where row ends are learnt, and alternating, where they are not."""
    suite, times = json.loads(Path(path).read_text()), {}
    for kernel, matrices in suite["cells"].items():
        for name, cell in matrices.items():
            for contestant, result in cell["contestants"].items():
                prefix, _, form = contestant.partition(":")
                if prefix != "format" or not result.get("modes"):
                    continue
                modes = [mode["seconds"] for mode in result["modes"].values()]
                seconds = math.exp(np.mean(np.log(modes)))
                times[f"{kernel} {name} {form}"] = {"seconds": seconds}
    return times


class Sample:
    """A matrix in a format: what was counted and how long it took."""

    def __init__(self, kernel, name, advice, estimate, time, csr, threads):
        self.kernel, self.name = kernel, name
        self.form = estimate["format"]
        self.family = get_family(self.form), kernel != "spmv"
        self.gathers = advice["gathers"]
        self.counts = np.array(estimate["counts"]) * 1e-9 / threads
        self.seconds = time["seconds"]
        self.ratio = time["seconds"] / csr["seconds"]
        self.advice, self.estimate = advice, estimate


def collect(tool, options, times):
    """The samples of all that was timed."""
    samples = []
    for name in tool.paths:
        for kernel in options.kernels.split(","):
            csr = times.get(f"{kernel} {name} csr")
            if not csr or "seconds" not in csr:
                continue
            advice = tool.advise(kernel, name)
            for estimate in advice["estimates"]:
                time = times.get(f"{kernel} {name} {estimate['format']}", {})
                if "seconds" in time:
                    found = advice, estimate, time, csr, tool.threads
                    samples.append(Sample(kernel, name, *found))
    return samples


def solve(samples):
    """The costs of one family, in nanoseconds. Times that are far from what is
    estimated weigh little: something else ran beside them."""
    rows = np.array([sample.counts / sample.seconds for sample in samples])
    weights = np.ones(len(samples))
    for _ in range(10):
        costs = scipy.optimize.nnls(rows * weights[:, None], weights)[0]
        errors = np.abs(np.log(np.maximum(rows @ costs, 1e-3)))
        weights = np.minimum(1, 0.2 / np.maximum(errors, 1e-3))
    return costs


def find_spread(samples, csr):
    """By what factor shares of csr's time are larger than estimated."""
    factors = []
    for name in {sample.name for sample in samples}:
        others = [sample for sample in samples if sample.name != name]
        if len(others) < 4:
            return 2.0
        costs = solve(others)
        for sample in samples:
            if sample.name == name:
                base = csr[sample.kernel, sample.name]
                share = (sample.counts @ costs) / base
                if share <= NEAR:
                    factors.append(sample.ratio / max(share, 1e-9))
    return max(float(np.percentile(factors, PERCENTILE)), 1.0) if factors else 2.0


def as_text(flag):
    """`flag` as C++ has it."""
    return "true" if flag else "false"


def fit_family(family, group, csr):
    """A row of the table."""
    name, has_columns = family
    costs = solve(group)
    spread = 1.0 if name == "csr" else find_spread(group, csr)
    element, cell = read_table().get(name, (0, 0))
    errors = [math.log(sample.counts @ costs / sample.seconds) for sample in group]
    print(f"{name} {has_columns}: {len(group)} samples, error {np.std(errors):.2f}")
    numbers = ", ".join(f"{cost:.4g}" for cost in costs)
    flags = f"{as_text(group[0].gathers)}, {as_text(has_columns)}"
    head = f'{{"{name}", {flags}, {{{numbers}}}'
    return f"{head}, {spread:.3g}, {element}, {cell}}},"


def read_table():
    """What an element and a cell take to convert, by family, as the table has it."""
    costs = {}
    for line in TABLE.read_text().splitlines():
        if line.startswith("{"):
            family = line.split('"')[1]
            costs[family] = line.rstrip("},").split(", ")[-2:]
    return costs


def convert(tool, options, times):
    """Times conversions, and gives what each family's costs for an element and for
    a cell, in nanoseconds."""
    rows = defaultdict(list)
    for name in tool.paths:
        for kernel in options.kernels.split(","):
            advice = tool.advise(kernel, name)
            elements = advice["matrix"]["elements"]
            for estimate in advice["estimates"]:
                form = estimate["format"]
                if form == "csr":
                    continue
                key = f"convert {name} {form}"
                while times.get(key, {"rounds": 0})["rounds"] < options.rounds:
                    add_time(tool, times, key)
                    Path(options.times).write_text(json.dumps(times, indent=1))
                if "seconds" not in times[key]:
                    continue
                cells = elements / max(1 - estimate["padding"], 1e-3)
                counts = np.array([elements, cells]) * 1e-9
                rows[get_family(form)].append(counts / times[key]["seconds"])
    return {
        family: scipy.optimize.nnls(np.array(own), np.ones(len(own)))[0]
        for family, own in rows.items()
    }


def write_conversions(costs):
    """Replaces what conversions cost in the table."""
    lines = []
    for line in TABLE.read_text().splitlines():
        family = line.split('"')[1] if line.startswith("{") else ""
        if family in costs:
            element, cell = costs[family]
            kept = line.split(", ")[:-2]
            line = ", ".join([*kept, f"{element:.3g}", f"{cell:.3g}}},"])
        lines.append(line)
    TABLE.write_text("\n".join(lines) + "\n")


def fit(samples):
    """The rows of the table: csr's first, which the others are compared with."""
    families = defaultdict(list)
    for sample in samples:
        families[sample.family].append(sample)
    csr = {}
    for (name, _), group in families.items():
        if name == "csr":
            costs = solve(group)
            for sample in group:
                csr[sample.kernel, sample.name] = sample.counts @ costs
    order = sorted(families, key=lambda family: (family[1], family[0] != "csr"))
    return [fit_family(family, families[family], csr) for family in order]


def write_table(lines, gathers):
    """Replaces the rows of processors that gather, or of those that do not."""
    head = ["// Written by benchmarks/fit_advisor.py.", "// clang-format off"]
    kept = [
        line
        for line in TABLE.read_text().splitlines()
        if line.startswith("{") and line.split(", ")[1] == as_text(not gathers)
    ]
    lines = lines + kept if gathers else kept + lines
    TABLE.write_text("\n".join([*head, *lines]) + "\n")


def check(samples):
    """Prints what the advisor chose, the best, and how far it is from that."""
    groups = defaultdict(list)
    for sample in samples:
        groups[sample.kernel, sample.name].append(sample)
    near, worst, count, gains, best_gains = 0, 0.0, 0, [], []
    for (kernel, name), group in groups.items():
        best = min(group, key=lambda sample: sample.ratio)
        chosen = next(s for s in group if s.form == s.advice["format"])
        spmm = [s for s in groups.get(("spmm-32", name), ()) if s.form == "csr"]
        looks = chosen.advice["seconds"] / spmm[0].seconds if spmm else math.nan
        near += chosen.ratio <= 1.1 * best.ratio
        worst = max(worst, chosen.ratio)
        count += 1
        gains.append(chosen.ratio)
        best_gains.append(best.ratio)
        mark = " " if chosen.ratio <= 1.1 * best.ratio else "!"
        print(
            f"{mark} {kernel:9} {name:36} {chosen.form:14} {chosen.ratio:5.2f} "
            f"(estimated {chosen.estimate['relative']:5.2f}), best {best.form:14} "
            f"{best.ratio:5.2f} (estimated {best.estimate['relative']:5.2f}), "
            f"{looks:4.1f} runs"
        )
    print(f"{near} of {count} within a tenth of the best, worst {worst:.2f} of csr")
    mean = math.exp(np.mean(np.log(gains)))
    print(f"on average {mean:.3f}, best {math.exp(np.mean(np.log(best_gains))):.3f}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=("measure", "fit", "check", "convert"))
    parser.add_argument("times", help="the file that times are kept in")
    parser.add_argument("--data", help="a folder of matrices")
    parser.add_argument("--matrices", help="words, one of which a name has to hold")
    parser.add_argument("--kernels", default=",".join(KERNELS))
    parser.add_argument("--formats", default="", help="more formats, with blanks")
    parser.add_argument("--suite", help="a file of utils/bench --suite formats")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--cpu", help="the processor that code is for, this one unless said"
    )
    parser.add_argument("--prefix", default="", help="a command to run sparse-run by")
    parser.add_argument("--folder", help="where matrices are kept for the next time")
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--write", action="store_true", help="the table, after a fit")
    options = parser.parse_args()
    path = Path(options.times)
    times = json.loads(path.read_text()) if path.exists() else {}
    times |= read_suite(options.suite) if options.suite else {}
    tool = Tool(options)
    if options.task == "measure":
        return measure(tool, options, times)
    if options.task == "convert":
        costs = convert(tool, options, times)
        for family, (element, cell) in costs.items():
            print(f"{family}: {element:.3g} ns an element, {cell:.3g} ns a cell")
        return write_conversions(costs) if options.write else None
    samples = collect(tool, options, times)
    if options.task == "check":
        return check(samples)
    lines = fit(samples)
    if options.write:
        write_table(lines, samples[0].gathers)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
