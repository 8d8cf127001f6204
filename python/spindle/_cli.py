"""The command line ``python -m spindle``."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spindle import _spindle
from spindle._array import Array
from spindle._errors import SpindleError, SpindleValueError

__all__ = ["main"]

_DONE, _BAD, _STOPPED = 0, 2, 130

_RUN_EXAMPLES = """\
examples:
  python -m spindle run spmv A=graph.mtx x=ones --out y=y.npy
  python -m spindle run spmm A=graph.mtx.gz B=random --size K=32
  python -m spindle run 'C[i,k] += A[i,j] * B[j,k]' A=graph.mtx B=b.npy --format A=csc
"""

_TESA_EXAMPLES = """\
examples:
  python -m spindle tesa docs/examples/pruned.mlir --draw pruned.svg
  python -m spindle tesa encoder.mlir --weights encoder.weights.npz --masks zeros
  python -m spindle tesa encoder.mlir --weights encoder.weights.npz --lower-widths sample.npz
  python -m spindle tesa plan encoder.mlir --weights encoder.weights.npz --measure 2
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those after the program's name; the process's unless given.

    Returns
    -------
    int
        The exit status: 0 done, 2 bad input or usage, 130 Ctrl-C.

    Examples
    --------
    >>> main(["info"])  # doctest: +ELLIPSIS
    spindle ...
    0
    """
    try:
        parsed = _make_parser().parse_args(arguments)
        parsed.act(parsed)
        sys.stdout.flush()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else _BAD
    except BrokenPipeError:
        # Who reads has enough; nothing is left to be written when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BAD
    except (SpindleError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return _BAD
    except KeyboardInterrupt:
        return _STOPPED
    return _DONE


class _Parser(argparse.ArgumentParser):
    """A parser of commands' arguments, with options before, between and after the others."""

    _is_within = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        # The intermixed parsing of the base class comes back here for each kind.
        if self._is_within:
            return super().parse_known_args(args, namespace)
        self._is_within = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_within = False


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m spindle",
        description="Runs, times and draws sparse programs and arrays.",
    )
    parser.add_argument("--version", action="version", version=f"spindle {_spindle.version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    run = _add(commands, "run", _run, "run a program on files", _RUN_EXAMPLES)
    _add_program(run)
    run.add_argument(
        "--out",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="where a written operand goes: .npy (dense), .mtx, .tns or .npz (sparse); "
        "without any, operands are printed",
    )
    bench = _add(commands, "bench", _bench, "time a program, beside SciPy where it has it")
    _add_program(bench)
    bench.add_argument("--runs", type=int, default=11, help="timed runs (%(default)s)")
    advise = _add(commands, "advise", _advise, "rank formats of a matrix for products")
    _add_file(advise)
    advise.add_argument("--columns", type=int, default=1, help="of the dense operand (1)")
    _add_threads(advise)
    draw = _add(commands, "draw", _draw, "draw a tensor")
    _add_file(draw)
    draw.add_argument("-o", "--output", required=True, metavar="FILE", help=".svg or .png")
    draw.add_argument("--kind", default="pattern", help="pattern, storage or parts (%(default)s)")
    draw.add_argument("--format", default="csr", help="how it is stored (%(default)s)")
    _add_tesa(commands)
    _add(commands, "info", _info, "tell of this installation and this computer")
    return parser


def _add(
    commands: Any, name: str, act: Any, help: str, epilog: str = ""
) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.set_defaults(act=act)
    return made


def _add_tesa(commands: Any) -> None:
    tesa = _add(
        commands, "tesa", _tesa, "tell what follows from what is pruned of a model", _TESA_EXAMPLES
    )
    tesa.add_argument(
        "model",
        nargs="+",
        metavar="MODEL",
        help="an .mlir file, as utils/import-onnx writes it; after the word plan, how it is "
        "computed is chosen and told",
    )
    tesa.add_argument("--weights", metavar="FILE.npz", help="the values of arguments, by name")
    tesa.add_argument(
        "--masks",
        metavar="FILE.npz",
        help="what is not 0 where an element of an argument is kept; or zeros: weights that are "
        "0 are pruned; other arguments keep the masks of the model's file",
    )
    tesa.add_argument("--entry", default="", help="the function, where the file has several")
    tesa.add_argument("--report", action="store_true", help="count the products, and stop there")
    tesa.add_argument("--draw", metavar="FILE", help="a picture of the model, .svg or .png")
    tesa.add_argument(
        "--lower-widths",
        action="append",
        metavar="DATA.npz",
        help="find how few bits weights need, on a sample of inputs, by name, and results; may "
        "be given several times",
    )
    tesa.add_argument(
        "--accept",
        type=float,
        help="the largest mean square error that --lower-widths accepts, as a share of the "
        "results' mean square (0.001)",
    )
    tesa.add_argument("--out", metavar="FILE.npz", help="where weights of those widths go")
    tesa.add_argument("--threads", type=int, help="of a plan, as elsewhere")
    tesa.add_argument(
        "--measure", type=int, default=0, help="of a plan: formats of each product to time (0)"
    )
    tesa.add_argument("--save", metavar="FILE.so", help="of a plan: where the model goes, for C")


def _add_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", help="a name that ships, an .mlir file, or index notation")
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="NAME=SOURCE",
        help=".mtx, .smtx, .tns (each may end in .gz), .npz, .npy, random, ones, zeros, or "
        "a number; operands that are only written need none",
    )
    _add_pairs(parser, "--format", "NAME=FORMAT", "how a sparse operand is stored")
    _add_pairs(parser, "--size", "DIM=N", "the size of a dimension that no file tells")
    parser.add_argument("--dtype", default="", help="of elements: f32, f64, i64, ..")
    parser.add_argument("--schedule", default="", help="one that ships, a file, none, auto")
    parser.add_argument(
        "--reorder",
        default="",
        metavar="NAME",
        help="have the dimensions of this square sparse operand in an order in which elements "
        "lie near the diagonal while it runs; results are in the order of the files",
    )
    parser.add_argument(
        "--fixed-structures",
        action="store_true",
        help="find once what is to be found in structures, and let auto choose tiles of rows",
    )
    parser.add_argument("--seed", type=int, default=0, help="of random values (%(default)s)")
    _add_threads(parser)


def _add_pairs(parser: argparse.ArgumentParser, name: str, metavar: str, help: str) -> None:
    parser.add_argument(name, action="append", default=[], metavar=metavar, help=help)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help=".mtx, .smtx, .tns (each may end in .gz), .npz or .npy")
    parser.add_argument("--dtype", default="f32", help="of elements (%(default)s)")


def _add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", type=int, help="unless given SPINDLE_NUM_THREADS, or all processors"
    )


def _split(pairs: Sequence[str], what: str) -> dict[str, str]:
    """The pairs ``NAME=TEXT``, which errors call ``what``."""
    found = {}
    for pair in pairs:
        name, is_pair, text = pair.partition("=")
        if not is_pair or not name or not text:
            raise SpindleValueError(f"expected {what} but got '{pair}'", expected=what, got=pair)
        found[name] = text
    return found


def _open_job(parsed: argparse.Namespace) -> Any:
    from spindle._job import Job

    sizes = {}
    for name, text in _split(parsed.size, "--size DIM=N").items():
        if not text.isdigit():
            raise SpindleValueError(f"expected --size {name}=N but got '{text}'")
        sizes[name] = int(text)
    return Job(
        parsed.program,
        _split(parsed.sources, "NAME=SOURCE"),
        _split(parsed.format, "--format NAME=FORMAT"),
        sizes,
        parsed.dtype,
        parsed.schedule,
        parsed.threads,
        parsed.seed,
        parsed.reorder,
        parsed.fixed_structures,
    )


def _run(parsed: argparse.Namespace) -> None:
    from spindle._job import write

    outputs = _split(parsed.out, "--out NAME=FILE")
    job = _open_job(parsed)
    written = job.run()
    for name in outputs:
        if name not in written:
            raise SpindleValueError(
                f"expected --out of a written operand ({', '.join(written)}) but got '{name}'"
            )
    for name, path in outputs.items():
        write(written[name], path)
    for name, value in written.items() if not outputs else ():
        print(f"{name}: {_describe(value)}")


def _describe(value: Any) -> str:
    shape = " x ".join(map(str, value.shape)) or "scalar"
    if isinstance(value, Array):
        return f"{shape} {value.dtype.name}, {value.nnz} elements in {value.format}"
    return f"{shape} {value.dtype.name}\n{value}"


def _bench(parsed: argparse.Namespace) -> None:
    from spindle._timing import measure

    if parsed.runs < 1:
        raise SpindleValueError(f"expected --runs of at least 1 but got {parsed.runs}")
    job = _open_job(parsed)
    timings = measure(job, parsed.runs)
    print(f"{parsed.runs} runs of each in turn, threads: {job.threads}")
    print(f"{'':10}{'median ms':>12}{'least':>12}{'most':>12}{'GF/s':>9}{'speed-up':>10}")
    first = timings[-1].median
    for timing in timings:
        rate = f"{timing.rate:9.2f}" if timing.operations else f"{'-':>9}"
        least, most = min(timing.seconds) * 1e3, max(timing.seconds) * 1e3
        print(
            f"{timing.name:10}{timing.median * 1e3:12.4f}{least:12.4f}{most:12.4f}{rate}"
            f"{first / timing.median:9.2f}x"
        )


def _advise(parsed: argparse.Namespace) -> None:
    from spindle._advise import advise
    from spindle._io import read
    from spindle._types import from_mlir

    matrix = read(parsed.file, "csr", from_mlir(parsed.dtype))
    print(advise(matrix, parsed.columns, threads=parsed.threads))


def _draw(parsed: argparse.Namespace) -> None:
    from spindle._draw import draw
    from spindle._io import read
    from spindle._types import from_mlir

    tensor = read(parsed.file, parsed.format, from_mlir(parsed.dtype))
    draw(tensor, parsed.kind, parsed.output)


def _tesa(parsed: argparse.Namespace) -> None:
    from spindle import tesa
    from spindle._tesa_arrays import write_arrays

    widths_alone = {"--out": parsed.out, "--accept": parsed.accept is not None}
    facts_alone = {"--draw": parsed.draw, "--report": parsed.report}
    for name, is_given in (facts_alone if parsed.lower_widths else widths_alone).items():
        if is_given:
            which = "no --lower-widths" if parsed.lower_widths else "--lower-widths"
            raise SpindleValueError(f"{name}: expected {which} beside it")
    if parsed.model[0] == "plan" and len(parsed.model) == 2:
        return _plan(parsed)
    if len(parsed.model) != 1:
        raise SpindleValueError(f"MODEL: expected one file but got {len(parsed.model)}")
    model = tesa.load(parsed.model[0], parsed.weights, parsed.masks, parsed.entry)
    if parsed.lower_widths:
        accept = 1e-3 if parsed.accept is None else parsed.accept
        widths = tesa.lower_widths(model, parsed.lower_widths, accept)
        print(widths)
        print(f"error: {widths.error:.2g}")
        if parsed.out:
            write_arrays(parsed.out, widths.weights)
        return
    facts = tesa.propagate(model)
    if not parsed.report:
        print(f"{facts}\n")
    print(facts.report())
    if parsed.draw:
        facts.draw(parsed.draw)


def _plan(parsed: argparse.Namespace) -> None:
    from spindle import tesa

    model = tesa.compile(
        parsed.model[1],
        parsed.weights,
        parsed.masks,
        entry=parsed.entry,
        threads=parsed.threads,
        measure=parsed.measure,
    )
    print(model.plan.draw())
    removed = model.plan.removed
    print(
        f"total: {1e6 * model.plan.latency()['total']:.1f} us, "
        f"{model.plan.memory()['total']} bytes; {removed['arguments']} arguments have "
        f"{removed['elements_after']} of {removed['elements_before']} elements left"
    )
    if parsed.save:
        model.save(parsed.save)


def _info(_: argparse.Namespace) -> None:
    import numpy as np

    from spindle._threads import count_threads

    rows = {
        "spindle": _spindle.version,
        "LLVM": _spindle.llvm_version,
        "Python": f"{platform.python_version()} on {platform.platform()}",
        "NumPy": np.__version__,
        "processor": _spindle.get_processor(),
        "processors": f"{_spindle.count_processors()} of {os.cpu_count()} may be used",
        "threads": str(count_threads()),
        "cache": _find_cache(),
        "OpenMP": ", ".join(_find_runtimes()) or "no runtime is loaded",
        "package": str(Path(__file__).parent),
    }
    for name, text in rows.items():
        print(f"{name:11} {text}")


def _find_cache() -> str:
    """The folder of compiled kernels, as lib/Execution/DiskCache.cpp finds it."""
    own = os.environ.get("SPINDLE_CACHE_DIR")
    if own:
        return str(Path(own).absolute() / "kernels")
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        base = Path.home() / ".cache"
    return str(base / "spindle" / "kernels")


def _find_runtimes() -> list[str]:
    """The OpenMP runtimes that are loaded into this process, as Linux tells."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    except OSError:
        return []
    paths = re.findall(r"\S*/lib(?:gomp|iomp5|omp)[^/\s]*\.so\S*", maps)
    return sorted(set(paths))
