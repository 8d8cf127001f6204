"""The command line of utils/bench."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench import install, peers, places
from bench.errors import Misuse, known
from bench.format_session import FormatSession
from bench.gpu_session import GpuSession
from bench.python_session import PythonSession
from bench.session import Session, listed

SUITES = {
    "cpu": Session,
    "formats": FormatSession,
    "gpu": GpuSession,
    "python": PythonSession,
}
DESCRIPTION = """Times Spindle's kernels against libraries and hand-written code.

Every result is compared with SciPy's in f64 before it is timed; then all contestants
of a row take turns on a matrix. A line is printed for each row: how many times as
fast ours is, as a geometric mean over the matrices."""

EPILOG = """Figures go to the file that --json names, cell by cell: after Ctrl-C, run
it again to go on. utils/bench --report FILE writes them to docs/Benchmarks.md."""


def add_choices(add: Callable) -> None:
    """What is run, and on what."""
    add(
        "--suite",
        default="cpu",
        metavar="NAME",
        help="cpu, kernels against libraries; formats, each matrix in every format; gpu, "
        "what kernels ask of a GPU, counted without one; or python, the package against "
        "the command line and SciPy (default: cpu)",
    )
    add(
        "--quick",
        action="store_true",
        help="SpMM, SpMV and SDDMM on six matrices against SciPy and the hand-written "
        "kernels; under two minutes",
    )
    add("--rows", metavar="LIST", help="only these rows, as in spmm-32,sddmm-")
    add("--peers", metavar="LIST", help="only these peers (default: all there are)")
    add("--matrices", metavar="LIST", help="only these matrices")
    add(
        "--formats",
        metavar="LIST",
        help="of the suite formats: only these formats, and CSR; with {mean}, {log} "
        "and {half} for numbers of the matrix, as in 'hyb(1,{log}),ell'",
    )
    add(
        "--synthetic-size",
        type=float,
        default=80.0,
        metavar="MB",
        help="of the suite formats: bytes of each made matrix, about; 0 for none "
        "(default: 80)",
    )
    add(
        "--data",
        type=Path,
        metavar="DIR",
        help="a folder of matrices (default: $SPINDLE_DATA; without either, "
        "generated ones)",
    )
    add(
        "--largest",
        type=float,
        default=1e8,
        metavar="N",
        help="stored elements of generated matrices (default: 1e8)",
    )


def add_figures(add: Callable) -> None:
    """Where figures go, and what is made of them."""
    add(
        "--json", type=Path, metavar="FILE", help="where figures go; it is gone on with"
    )
    add(
        "--again",
        action="store_true",
        help="measure again what the file has of the rows that are run",
    )
    add("--report", type=Path, metavar="FILE", help="write the page of it")
    add(
        "--page",
        type=Path,
        metavar="FILE",
        help="the page whose generated parts --report writes (default: that of the "
        "suite, docs/Benchmarks.md or one in docs/Benchmarks)",
    )


def add_peers(add: Callable) -> None:
    """What there is, and what is to be."""
    add("--list", action="store_true", help="print rows, peers and matrices, and end")
    add(
        "--install",
        action="store_true",
        help="install peers, and end: those of --peers, else all but the large ones",
    )
    add(
        "--add-peers",
        action="append",
        default=[],
        metavar="FILE",
        help="a Python file with more peers (benchmarks/README.md)",
    )


def add_measuring(add: Callable) -> None:
    """How long is measured, and which kernels of ours."""
    add("--threads", type=int, default=2, metavar="N", help="(default: 2)")
    add("--rounds", type=int, metavar="N", help="turns of a contestant (default: 11)")
    add("--turn", type=float, metavar="MS", help="length of a turn (default: 3)")
    add(
        "--variant",
        action="append",
        default=[],
        metavar="NAME=OPTIONS",
        help="also run ours by these options of sparse-run, as spindle:NAME; {K} is "
        "the row's size",
    )
    add(
        "--program",
        default=str(places.ROOT / "build" / "release" / "bin" / "sparse-run"),
        help="the sparse-run to compile with (default: that of build/release)",
    )


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="utils/bench",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for group in (add_choices, add_figures, add_peers, add_measuring):
        group(parser.add_argument)
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    begin = time.monotonic()
    try:
        if options.report:
            from bench.report import write

            return write(options.report, options.page)
        if options.install:
            for path in options.add_peers:
                peers.add(Path(path))
            return install.install(listed(options.peers))
        session = SUITES[known("suite", options.suite, SUITES)](options)
        if options.list:
            session.show()
            return 0
        status = session.run()
    except Misuse as error:
        print(f"bench: error: {error}", file=sys.stderr)
        return 2
    if status != 130:
        print(f"bench: done in {time.monotonic() - begin:.0f} s")
    return status
