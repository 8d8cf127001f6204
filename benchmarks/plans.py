#!/usr/bin/env python3
"""How good plans are: the formats that they choose for weights, against the best.

    measure TIMES.json  times products in the formats that a plan ranks
    fit TIMES.json      finds costs; with --write, the table lib/Advisor/PlanCosts.inc
    check TIMES.json    compares what a plan chooses with the best; with --write, the
                        page docs/Benchmarks/plans.md

With --kinds, products are of f32, of i8 (integers between operations on integers, whose
sums are scaled), or rounded: of f32 of which 8 bits are enough, so that a plan may
store W as bytes, and round the other factor in the run. `fit` finds the costs of bytes
from both of these together.

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
from plan_programs import write_model, write_plan

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
KINDS = ("f32", "i8", "rounded")


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
            values = np.where(kept, values, 0).astype(np.float32)
            np.save(self.folder / f"{name}.npy", values)
            np.save(
                self.folder / f"{name}.i8.npy", np.rint(values * 100).astype(np.int8)
            )
            self.known[name] = kept
        return self.known[name]

    def run(self, kind, name, columns, attr, *words):
        kept = self.kept(name)
        model = self.folder / "layer.mlir"
        model.write_text(write_model(kind, *kept.shape, columns, attr))
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

    def attrs(self, kind, name):
        """What is said of W: its mask, and how many bits its elements need."""
        kept = self.kept(name)
        bits = np.packbits(kept.reshape(-1), bitorder="little").tobytes().hex()
        rows, inner = kept.shape
        mask = f', tesa.mask = #tesa.mask<[{rows}, {inner}] by [1, 1] keeps "{bits}">'
        if kind != "rounded":
            return mask
        block, formats = find_needed(name, kept)
        needed = (
            f"#tesa.width<[{rows}, {inner}] by {block} holds [{', '.join(formats)}]>"
        )
        return f"{mask}, tesa.width = {needed}"

    def plan(self, kind, name, columns):
        """What is planned."""
        attrs = self.attrs(kind, name)
        report = self.run(kind, name, columns, attrs, "--plan", "auto", "--explain")
        return report["explain"]["plan"]

    def list_products(self, kind, name, columns):
        """The formats of a layer, ranked: of the part in bytes, where it is rounded."""
        plan = self.plan(kind, name, columns)
        if kind != "rounded":
            return plan["products"]
        return next(
            way["parts"] for way in plan["widths"][0]["ways"] if "i8" in way["types"]
        )

    def time(self, kind, name, columns, forms):
        """The least seconds, with parts of W, or W itself, in `forms`."""
        attr = ", tesa.constant"
        words = ["--bind", "X=random", "--bench=9"]
        values = self.folder / f"{name}{'.i8' if kind == 'i8' else ''}.npy"
        words += ["--bind", f"W={values}"]
        if kind == "rounded":
            attr, path = self.attrs(kind, name), self.folder / "plan.mlir"
            path.write_text(write_plan(forms))
            words += ["--plan", path]
        elif forms["W"] != "dense":
            words += ["--format", f"W={forms['W']}"]
        return self.run(kind, name, columns, attr, *words)["seconds_min"]


def find_needed(name, kept):
    """Blocks, and what their elements need: bytes, and floats where nothing is in a
    block of a size that `name` has, beside others."""
    if not name.endswith("others"):
        return [*kept.shape], ["si8"]
    size = int(name.split("-")[1])
    rows, inner = (side // size for side in kept.shape)
    filled = kept.reshape(rows, size, inner, size).all(axis=(1, 3))
    return [size, size], ["si8" if full else "f32" for full in filled.reshape(-1)]


def get_family(form):
    return next(
        (family for word, family in FAMILIES.items() if form.startswith(word)), ""
    )


def list_forms(kind, products):
    """All formats of one part, and those of two that are the best of each, each with
    the best of the other part."""
    forms = [[c["format"] for c in product["candidates"]] for product in products]
    names = [p["weight"].removeprefix("W_") for p in products]
    if len(products) == 1:
        return [{names[0]: form} for form in forms[0]]
    best = [product["format"] for product in products]
    pairs = [(form, best[1]) for form in forms[0]] + [
        (best[0], form) for form in forms[1][:3]
    ]
    return [dict(zip(names, pair, strict=True)) for pair in dict.fromkeys(pairs)]


def get_key(kind, name, columns, forms):
    text = " and ".join(forms.values())
    return f"{'' if kind == 'f32' else kind + ' '}{name} {columns} {text}"


def measure(options):
    layers, path = Layers(options), Path(options.times)
    times = json.loads(path.read_text()) if path.exists() else {}
    for name in layers.names:
        for kind in options.kinds:
            for columns in options.columns:
                products = layers.list_products(kind, name, columns)
                for forms in list_forms(kind, products):
                    key = get_key(kind, name, columns, forms)
                    seconds = layers.time(kind, name, columns, forms)
                    times[key] = min(seconds, times.get(key, math.inf))
                    print(f"{key}: {1e6 * times[key]:.0f} us", flush=True)
                path.write_text(json.dumps(times, indent=1))


def collect(options, kind="f32"):
    """Layer, columns, the plan, and the times by format, where all were timed."""
    layers, times = Layers(options), json.loads(Path(options.times).read_text())
    found = []
    for name in layers.names:
        for columns in options.columns:
            products = layers.list_products(kind, name, columns)
            product = products[0]
            if len(products) > 1:
                continue
            own = {
                c["format"]: times.get(get_key(kind, name, columns, {"": c["format"]}))
                for c in product["candidates"]
            }
            found.append((name, columns, product, own))
    return found


def solve(rows, seconds):
    """The costs that leave the least relative errors, and times by estimates."""
    counts, own = np.array(rows, float), np.array(seconds)
    costs, _ = scipy.optimize.nnls(counts / own[:, None], np.ones(len(own)))
    return costs, own / np.maximum(counts @ costs, 1)


def describe_family(family, costs, errors, bits):
    """A row of the table."""
    spread = max(1.0, float(np.percentile(errors, PERCENTILE)))
    print(
        f"{family}: {len(errors)} times, of the estimate {errors.min():.2f} to "
        f"{errors.max():.2f}, spread {spread:.2f}"
    )
    numbers = ", ".join(f"{cost:.4g}" for cost in costs)
    return f'{{"{family}", {bits}, {{{numbers}}}, {spread:.3g}}},'


def fit_floats(options):
    rows, seconds = defaultdict(list), defaultdict(list)
    for _, _, product, times in collect(options):
        for candidate in product["candidates"]:
            family = get_family(candidate["format"])
            if family and times[candidate["format"]]:
                rows[family].append(candidate["counts"])
                seconds[family].append(
                    times[candidate["format"]] * 1e9 * options.threads
                )
    return {
        family: describe_family(
            family, *solve(rows[family], seconds[family]), options.bits
        )
        for family in rows
    }


def fit_bytes(options):
    """Costs of products of bytes, and of rounding, which all rounded ones have."""
    found = [
        (
            kind,
            columns,
            product,
            get_family(candidate["format"]),
            candidate["counts"],
            seconds,
        )
        for kind in ("i8", "rounded")
        for name, columns, product, times in collect(options, kind)
        for candidate in product["candidates"]
        if (seconds := times[candidate["format"]])
    ]
    families = [*dict.fromkeys(family for _, _, _, family, _, _ in found)]
    size = len(found[0][4])
    rows = np.zeros((len(found), size * len(families) + 1))
    for row, (kind, columns, product, family, counts, _) in zip(
        rows, found, strict=True
    ):
        place = size * families.index(family)
        row[place : place + size] = counts
        vectors = -(-columns // (options.bits // 32))
        row[-1] = product["inputs"] * vectors if kind == "rounded" else 0
    costs, errors = solve(
        rows, [1e9 * options.threads * seconds for *_, seconds in found]
    )
    lines = {}
    for place, family in enumerate(families):
        own = np.array([other == family for _, _, _, other, _, _ in found])
        part = costs[size * place : size * (place + 1)]
        name = f"{family} of bytes"
        lines[name] = describe_family(name, part, errors[own], options.bits)
    # Errors of what is rounded are those of products.
    rounding = [costs[-1]] + [0] * (size - 1)
    lines["rounding"] = describe_family("rounding", rounding, np.ones(1), options.bits)
    return lines


def fit(options):
    found = fit_floats(options) if "f32" in options.kinds else {}
    found |= fit_bytes(options) if "rounded" in options.kinds else {}
    lines = ["// Written by benchmarks/plans.py.", "// clang-format off"]
    lines += [
        line
        for line in TABLE.read_text().splitlines()
        if line[0] == "{"
        and not any(f'"{family}", {options.bits}, ' in line for family in found)
    ]
    lines += found.values()
    print("\n".join(lines))
    if options.write:
        TABLE.write_text("\n".join(lines) + "\n")


def check(options):
    if "rounded" in options.kinds:
        check_bytes(options)
    for kind in options.kinds:
        if kind != "rounded":
            check_formats(options, kind)


def check_formats(options, kind):
    losses, table = [], []
    for name, columns, plan, times in collect(options, kind):
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
    if options.write and kind == "f32":
        write_page(table, losses, mean)


def check_bytes(options):
    """Compares the widths and formats that a plan chooses with the best of all that were
    timed: with W as it is, in bytes, and in bytes and floats."""
    layers, times = Layers(options), json.loads(Path(options.times).read_text())
    losses, lines = [], []
    for name in layers.names:
        for columns in options.columns:
            widths = layers.plan("rounded", name, columns)["widths"][0]
            ways = [
                dict(zip(way["types"], way["parts"], strict=True))
                for way in widths["ways"]
            ]
            chosen = ways[widths["choice"]]
            formats = {kind: part["format"] for kind, part in chosen.items()}
            own = {
                key: (time, word != "")
                for key, time in times.items()
                for word in ("", "rounded ")
                if key.startswith(f"{word}{name} {columns} ")
            }
            kind = "rounded" if widths["choice"] else "f32"
            taken = times.get(get_key(kind, name, columns, formats))
            if taken is None:
                continue
            floats = min(time for time, rounds in own.values() if not rounds)
            best = min(own, key=lambda key: own[key][0])
            loss = taken / own[best][0]
            losses.append(loss)
            text = ", ".join(
                f"{kind} {shorten(form)}" for kind, form in formats.items()
            )
            shown = " and ".join(
                map(shorten, best.split(f"{name} {columns} ")[1].split(" and "))
            )
            shown = f"{'bytes' if own[best][1] else 'f32'}: {shown}"
            lines.append(
                f"| {name} | {columns} | {text} | {shown} | {loss:.2f} | {floats / taken:.2f} |"
            )
            print(lines[-1], flush=True)
    mean = math.exp(np.mean(np.log(losses)))
    summary = (
        f"Of {len(losses)} products, the choice takes {mean:.3f} times as long as the best in the "
        f"geometric mean, and {max(losses):.2f} times at most."
    )
    print(summary)
    if options.write:
        head = [
            "| layer | columns | chosen | best | chosen by best | best in f32 by chosen |",
            "|--|--|--|--|--|--|",
        ]
        replace_part("bytes", [summary, "", *head, *lines])


def shorten(form):
    """What a table calls a format."""
    if form.startswith("composite"):
        return "blocks and elements"
    if section := re.match(r"\(i, j\) -> \(j floordiv (\d+)", form):
        return f"sections of {section[1]}"
    return form.replace("<", "(").replace(">", ")")


def replace_part(name, lines):
    """Puts `lines` on the page between the marks that `name` has there."""
    text = PAGE.read_text()
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    head, tail = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    PAGE.write_text("\n".join([head, *lines, "", tail]))


def write_page(table, losses, mean):
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
    replace_part("figures", lines[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=["measure", "fit", "check"])
    parser.add_argument("times")
    parser.add_argument("--data", help="a folder of weights, as .mtx.gz files")
    parser.add_argument("--layers", help="words of the names of layers")
    parser.add_argument("--kinds", default="f32", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--columns", default=",".join(map(str, COLUMNS)))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--bits", type=int, default=256, help="of this machine's vectors"
    )
    parser.add_argument("--cpu", help="the processor that code is for")
    parser.add_argument("--program", default=ROOT / "build/release/bin/sparse-run")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.kinds = options.kinds.split(",")
    options.columns = [int(count) for count in options.columns.split(",")]
    {"measure": measure, "fit": fit, "check": check}[options.mode](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
