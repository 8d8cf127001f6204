#!/usr/bin/env python3
"""Times products of dense matrices in f32 against MKL and oneDNN, and writes its page.

Spindle's kernels are saved once for all sizes (`any`), and once for each shape, with what
`auto` chooses for it (`shape`). All run in one process on LLVM's OpenMP runtime, which
MKL and oneDNN find under the names of theirs, on as many processors as there are threads,
and in turn: `--rounds` times, less often where a call takes long. Rates are those of the
least time and of the median; a ratio is that of ours to the faster peer's: above 1,
Spindle is faster. Where something else runs on the machine, medians tell of that: a
team of threads waits for the one that was stopped. Every result is compared before it is
timed.

MKL is PyPI's (utils/bench --install --peers mkl); oneDNN is Debian's package libdnnl2, or
the file that --onednn names.

usage: benchmarks/dense_products.py [--rounds N] [--quick] [--write] [--onednn FILE]
"""

import argparse
import ctypes
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from bench import machine, native, places

PROGRAM = places.ROOT / "build/release/bin/sparse-run"
PAGE = places.ROOT / "docs/Benchmarks/dense-products.md"
ROWS, SUMS, COLUMNS = (32, 128, 1024, 4096), (32, 128, 512, 2048), (32, 128, 512, 2048)
#: Shapes of one layout: batches, rows, what is summed up, columns.
Shape = tuple[int, int, int, int]


@dataclass(frozen=True)
class Layout:
    """A product by an expression, and whether its operands lie by columns."""

    title: str
    expression: str
    a_by_columns: bool
    b_by_columns: bool
    shapes: tuple[Shape, ...]


SQUARE: tuple[Shape, ...] = tuple(
    (1, i, k, j) for i in ROWS for k in SUMS for j in COLUMNS
)
SOME = tuple((1, i, k, j) for i in (128, 1024) for k in (32, 512) for j in (128, 512))
SOME += ((1, 1000, 500, 300), (1, 128, 2048, 128), (1, 1024, 2048, 512))
BATCHES = ((16, 128, 64, 128), (16, 128, 128, 64), (8, 512, 64, 512), (8, 512, 512, 64))
LAYOUTS = (
    Layout("by rows", "C[i,j] = A[i,k] * B[k,j]", False, False, SQUARE),
    Layout("B by columns", "C[i,j] = A[i,k] * B[j,k]", False, True, SOME),
    Layout("A by columns", "C[i,j] = A[k,i] * B[k,j]", True, False, SOME),
    Layout("batches", "C[h,i,j] = A[h,i,k] * B[h,k,j]", False, False, BATCHES),
    Layout(
        "batches, B by columns", "C[h,i,j] = A[h,i,k] * B[h,j,k]", False, True, BATCHES
    ),
)
CONTESTANTS = ("any", "shape", "mkl", "onednn")


def array(shape: tuple[int, ...], rng: np.random.Generator | None) -> np.ndarray:
    """An array that starts a line of the cache; without `rng` not a number."""
    count = math.prod(shape)
    room = np.full(count + 16, np.nan, np.float32)
    start = (-room.ctypes.data // 4) % 16
    made = room[start : start + count].reshape(shape)
    if rng:
        made[...] = rng.standard_normal(shape)
    return made


class Call(ctypes.Structure):
    """`spindle_call` of the headers."""

    _fields_ = (("size", ctypes.c_uint32), ("threads", ctypes.c_int32)) + tuple(
        (f"word{number}", ctypes.c_uint64) for number in range(5)
    )


def save(folder: Path, layout: Layout, shape: Shape | None, threads: int) -> Callable:
    """The kernel of a layout, for any shape or for one."""
    path = folder / f"{LAYOUTS.index(layout)}-{shape}-{threads}.so"
    if not path.exists():
        words = [PROGRAM, "--expr", layout.expression, f"--threads={threads}"]
        if shape:
            sizes = dict(zip("HIKJ", shape, strict=True))
            named = {
                dim: sizes[dim] for dim in sizes if dim.lower() in layout.expression
            }
            words += [f"--size={dim}={size}" for dim, size in named.items()]
            words += [f"--specialize={dim}={size}" for dim, size in named.items()]
        subprocess.run([*words, "--save", path], check=True, stdout=subprocess.DEVNULL)
    return ctypes.CDLL(str(path)).expression


class Contest:
    """The calls of all contestants on one shape."""

    def __init__(self, layout: Layout, shape: Shape, threads: int):
        h, i, k, j = shape
        rng = np.random.default_rng(i + k + j)
        self.layout, self.shape = layout, shape
        self.a = array((h, k, i) if layout.a_by_columns else (h, i, k), rng)
        self.b = array((h, j, k) if layout.b_by_columns else (h, k, j), rng)
        self.c = array((h, i, j), None)
        self.call = Call(ctypes.sizeof(Call), threads)

    def ours(self, function: Callable) -> Callable:
        arguments = []
        for one in (self.a, self.b, self.c):
            sizes = one.shape if "h" in self.layout.expression else one.shape[1:]
            held = (ctypes.c_int64 * len(sizes))(*sizes)
            arguments += [ctypes.c_void_p(one.ctypes.data), held, None]
        return lambda: function(*arguments, ctypes.byref(self.call))

    def mkl(self, library: ctypes.CDLL) -> Callable:
        h, i, k, j = self.shape
        by_rows, plain, transposed = 101, 111, 112
        letters = [
            transposed if one else plain
            for one in (self.layout.a_by_columns, self.layout.b_by_columns)
        ]
        a, b, c = (ctypes.c_void_p(x.ctypes.data) for x in (self.a, self.b, self.c))
        one, zero = ctypes.c_float(1), ctypes.c_float(0)
        lda, ldb = self.a.shape[2], self.b.shape[2]
        if h == 1:
            words = (by_rows, *letters, i, j, k, one, a, lda, b, ldb, zero, c, j)
            return lambda: library.cblas_sgemm(*words)
        steps = [ctypes.c_int64(x[0].size) for x in (self.a, self.b, self.c)]
        words = (by_rows, *letters, i, j, k, one, a, lda, steps[0], b, ldb, steps[1])
        words += (zero, c, j, steps[2], h)
        return lambda: library.cblas_sgemm_batch_strided(*words)

    def onednn(self, library: ctypes.CDLL) -> Callable:
        h, i, k, j = self.shape
        letters = [
            ctypes.c_char(b"T" if one else b"N")
            for one in (self.layout.a_by_columns, self.layout.b_by_columns)
        ]
        whole = ctypes.c_int64
        one, zero = ctypes.c_float(1), ctypes.c_float(0)
        calls = []
        for part in range(h):
            a, b, c = (
                ctypes.c_void_p(x[part].ctypes.data) for x in (self.a, self.b, self.c)
            )
            words = (*letters, whole(i), whole(j), whole(k), one, a)
            words += (whole(self.a.shape[2]), b, whole(self.b.shape[2]), zero, c)
            calls.append((*words, whole(j)))

        def run() -> None:
            for words in calls:
                library.dnnl_sgemm(*words)

        return run

    def check(self, name: str, function: Callable) -> None:
        """Fails where a contestant's result is not that of NumPy in f64."""
        a = self.a.swapaxes(1, 2) if self.layout.a_by_columns else self.a
        b = self.b.swapaxes(1, 2) if self.layout.b_by_columns else self.b
        rows = slice(None, None, max(1, self.shape[1] // 16))
        expected = a[:, rows].astype(np.float64) @ b.astype(np.float64)
        self.c[...] = np.nan
        function()
        bound = 1e-5 * math.sqrt(self.shape[2]) * 10
        if not np.allclose(self.c[:, rows], expected, atol=bound):
            sys.exit(f"{name} is wrong on {self.layout.title} {self.shape}")


def measure(contest: Contest, functions: dict[str, Callable], rounds: int) -> dict:
    """GF/s of each contestant, at best and of the median."""
    flops = 2.0 * math.prod(contest.shape)
    repeats = max(1, int(3e7 / flops))
    rounds = min(rounds, max(5, int(4e10 / flops)))
    seconds: dict[str, list[float]] = {name: [] for name in functions}
    for name, function in functions.items():
        contest.check(name, function)
    for _ in range(rounds):
        for name, function in functions.items():
            begin = time.perf_counter()
            for _ in range(repeats):
                function()
            seconds[name].append((time.perf_counter() - begin) / repeats)
    return {
        name: [flops / one / 1e9 for one in (min(taken), statistics.median(taken))]
        for name, taken in seconds.items()
    }


def run_lane(options: argparse.Namespace) -> None:
    """A process for one number of threads: prints a line of JSON for each shape."""
    threads = options.lane
    held = sorted((places.PACKAGES / "mkl" / "lib").glob("libmkl_rt.so*"))
    if not held:
        sys.exit("MKL is not installed (utils/bench --install --peers mkl)")
    mkl = ctypes.CDLL(str(held[-1]))
    mkl.MKL_Set_Dynamic(0)
    mkl.MKL_Set_Num_Threads(threads)
    onednn = ctypes.CDLL(options.onednn)
    version = ctypes.create_string_buffer(200)
    mkl.mkl_get_version_string(version, len(version))
    print(json.dumps({"mkl": " ".join(version.value.decode().split())}), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for layout in LAYOUTS:
            kept = save(Path(folder), layout, None, threads)
            for shape in layout.shapes[:: 7 if options.quick else 1]:
                contest = Contest(layout, shape, threads)
                fitted = save(Path(folder), layout, shape, threads)
                functions = {
                    "any": contest.ours(kept),
                    "shape": contest.ours(fitted),
                    "mkl": contest.mkl(mkl),
                    "onednn": contest.onednn(onednn),
                }
                rates = measure(contest, functions, options.rounds)
                row = {"layout": layout.title, "shape": shape, "rates": rates}
                print(json.dumps(row), flush=True)


def start_lane(options: argparse.Namespace, threads: int) -> list[dict]:
    """Runs a lane on as many processors as it has threads; gives its lines."""
    runtime = native.runtime_folder()
    gomp = runtime / "libgomp.so.1"
    if not gomp.is_symlink():
        gomp.symlink_to(native.runtime_library())
    environment = dict(os.environ)
    environment |= {"OMP_NUM_THREADS": str(threads), "MKL_THREADING_LAYER": "INTEL"}
    environment |= {"KMP_AFFINITY": "granularity=fine,compact"}
    paths = [str(runtime), environment.get("LD_LIBRARY_PATH", "")]
    environment["LD_LIBRARY_PATH"] = ":".join(filter(None, paths))
    words = [
        sys.executable,
        __file__,
        f"--lane={threads}",
        f"--rounds={options.rounds}",
    ]
    words += [f"--onednn={options.onednn}"] + (["--quick"] if options.quick else [])
    processors = ",".join(map(str, sorted(os.sched_getaffinity(0))[-threads:]))
    done = subprocess.Popen(
        ["taskset", "-c", processors, *words],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = []
    for line in done.stdout:
        lines.append(json.loads(line))
        print(threads, line, end="", file=sys.stderr, flush=True)
    if done.wait() != 0:
        sys.exit("a lane failed")
    return lines


def ratio(rates: dict[str, list[float]], ours: str, which: int = 0) -> float:
    """Of rates at best, or with 1 of medians."""
    return rates[ours][which] / max(rates["mkl"][which], rates["onednn"][which])


def summarize(rows: list[dict], ours: str) -> str:
    ratios = [ratio(row["rates"], ours) for row in rows]
    medians = [ratio(row["rates"], ours, 1) for row in rows]
    mean, other = (
        math.exp(statistics.mean(map(math.log, x))) for x in (ratios, medians)
    )
    missed = sum(one < 0.8 for one in ratios)
    return f"{mean:.2f} | {min(ratios):.2f} | {missed} of {len(ratios)} | {other:.2f}"


def write(all_lines: dict[int, list[dict]], rounds: int) -> str:
    """The generated part of the page."""
    version = next(iter(all_lines.values()))[0]["mkl"]
    source = (
        f"{date.today()}, {machine.processor_name()}, {os.cpu_count()} processors; "
    )
    source += f"{version}; oneDNN by `dnnl_sgemm`; {rounds} rounds, in turn."
    text = [
        source,
        "",
        "| threads | layout | kernel | geometric mean | worst | below 0.8 | of medians |",
        "|--|--|--|--|--|--|--|",
    ]
    for threads, lines in all_lines.items():
        for layout in LAYOUTS:
            rows = [line for line in lines if line.get("layout") == layout.title]
            text += [
                f"| {threads} | {layout.title} | {ours} | {summarize(rows, ours)} |"
                for ours in ("any", "shape")
            ]
    for threads, lines in all_lines.items():
        text += ["", f"GF/s on {threads} thread{'s' if threads > 1 else ''}, at best:"]
        text += [""]
        text += [
            "| layout | rows x sum x columns | any | shape | MKL | oneDNN | ratios |"
        ]
        text += ["|--|--|--|--|--|--|--|"]
        for line in lines[1:]:
            h, *sizes = line["shape"]
            name = (f"{h} of " if h > 1 else "") + " x ".join(map(str, sizes))
            rates = " | ".join(f"{line['rates'][one][0]:.1f}" for one in CONTESTANTS)
            both = ", ".join(f"{ratio(line['rates'], x):.2f}" for x in ("any", "shape"))
            text.append(f"| {line['layout']} | {name} | {rates} | {both} |")
    return "\n".join(text) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--quick", action="store_true", help="a seventh of the shapes")
    parser.add_argument("--write", action="store_true", help="the figures of the page")
    parser.add_argument("--onednn", default="libdnnl.so.2")
    parser.add_argument("--lane", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.lane:
        run_lane(options)
        return 0
    lines = {threads: start_lane(options, threads) for threads in (1, 2)}
    figures = write(lines, options.rounds)
    print(figures)
    if options.write:
        start, end = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"
        page = PAGE.read_text()
        before, rest = page.split(start)
        PAGE.write_text(
            before + start + "\n" + figures + "\n" + end + rest.split(end)[1]
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
