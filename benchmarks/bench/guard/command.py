"""The command line of utils/guard."""

import argparse
import sys
import time
from pathlib import Path

from bench import places
from bench.errors import Misuse
from bench.guard import bounds, rows
from bench.guard.session import Session
from bench.session import listed

DESCRIPTION = """Says in a minute whether kernels have become slower.

Some rows of utils/bench are timed, beside the hand-written kernels of benchmarks/hand,
all contestants in turn. This build takes part twice: a row is reported where it leaves
the spread that one build shows against itself, and 8 % at least."""

EPILOG = """Run it before a change is handed in, on a machine that does nothing else:

    utils/guard --against ../main      two builds in one run
    utils/guard --against . --against-options '--knob column_tile=0'
    utils/guard                        against the bounds of benchmarks/guard.json

Ratios say how many times as fast the first is. The exit status is 1 where a row is
reported, 2 for wrong usage."""


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="utils/guard",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--against",
        metavar="DIR",
        help="another build that takes part: a checkout with build/release, or a folder "
        "with bin/sparse-run",
    )
    add("--quick", action="store_true", help="the ten rows that tell most")
    add("--rows", metavar="LIST", help="only these rows")
    add("--list", action="store_true", help="print the rows, and end")
    add(
        "--spindle-options",
        default="",
        metavar="TEXT",
        help="options of sparse-run for this build, as in '--knob column_tile=16'; rows "
        "whose kernel does not take them are left out",
    )
    add(
        "--against-options",
        default="",
        metavar="TEXT",
        help="options of sparse-run for the other build",
    )
    add(
        "--program",
        type=Path,
        default=places.ROOT / "build" / "release" / "bin" / "sparse-run",
        help="the sparse-run that is judged (default: that of build/release)",
    )
    add(
        "--bounds",
        type=Path,
        default=bounds.PATH,
        metavar="FILE",
        help="the bounds without --against (default: benchmarks/guard.json)",
    )
    add(
        "--write-bounds",
        action="store_true",
        help="write what is measured as the bounds of this processor",
    )
    return parser.parse_args(arguments)


def find_program(folder: str) -> Path:
    """The sparse-run of a checkout or of a build."""
    for place in ("build/release/bin", "bin"):
        path = Path(folder).resolve() / place / "sparse-run"
        if path.is_file():
            return path
    raise Misuse(
        f"expected --against to name a checkout or a build with sparse-run but got "
        f"'{folder}' (utils/build sparse-run there)"
    )


def check(options: argparse.Namespace) -> None:
    """Refuses what does not go together."""
    if options.write_bounds and (options.against or options.spindle_options):
        raise Misuse(
            "expected --write-bounds alone but got --against or --spindle-options; "
            "bounds are of this build as it is"
        )
    if options.against_options and not options.against:
        raise Misuse("expected --against beside --against-options")
    if not options.program.is_file():
        raise Misuse(f"{options.program} is not built (utils/build sparse-run)")


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    begin = time.monotonic()
    try:
        watched = rows.chosen(listed(options.rows), options.quick)
        if options.list:
            for one in watched:
                print(f"{one.name:20} {one.hand}, {one.threads} threads")
            return 0
        check(options)
        other = find_program(options.against) if options.against else None
        status = Session(options, watched, other).run()
    except Misuse as error:
        print(f"guard: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("guard: interrupted", file=sys.stderr)
        return 130
    print(f"guard: done in {time.monotonic() - begin:.0f} s")
    return status
