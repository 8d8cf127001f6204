"""The command line; benchmarks/gpu_machine/README.md says how it is used."""

import argparse
import datetime
import json
import os
import sys
import time
from pathlib import Path

from bench import data, places
from bench.errors import Missing, Misuse
from bench.gpu.driver import REAL

from gpu_machine import __doc__ as about
from gpu_machine import carried, check, graph, layers, measure, report, tools
from gpu_machine.carried import Carried

COMMANDS = (
    "pack",
    "check",
    "graph",
    "measure",
    "layers",
    "sanitize",
    "profile",
    "report",
)
#: What a command takes at most, in seconds.
LIMIT = 8.5 * 60


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="gpu_machine", description=about)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--rows", help="only these, as spmm-128,spmv")
    parser.add_argument("--matrices", help="only these, as cora,pubmed")
    parser.add_argument(
        "--folder", type=Path, default=carried.FOLDER, help="what is packed"
    )
    parser.add_argument("--out", type=Path, help="a folder for figures as JSON")
    parser.add_argument("--seconds", type=float, default=LIMIT)
    parser.add_argument("--only-ours", action="store_true", help="of check and measure")
    parser.add_argument(
        "--program",
        default=str(places.ROOT / "build" / "release" / "bin" / "sparse-run"),
    )
    return parser.parse_args(arguments)


def listed(text: str | None) -> list[str] | None:
    return text.split(",") if text else None


def figures(options: argparse.Namespace, held: Carried, until: float) -> dict:
    """What a command came to."""
    rows, matrices = listed(options.rows), listed(options.matrices)
    items = held.chosen(rows, matrices)
    every = matrices or sorted({one.matrix for one in held.items})
    if options.command == "layers":
        return {"layers": layers.run_all(until)}
    if options.command == "sanitize":
        return {"tools": tools.sanitize(held.folder, rows, every, until)}
    if options.command == "profile":
        out = options.out or Path()
        out.mkdir(parents=True, exist_ok=True)
        return {"ncu": tools.profile(held.folder, rows, every, until, out)}
    library = os.environ.get("SPINDLE_CUDA_DRIVER", REAL)
    machine = check.Machine(held, library)
    told = {"device": machine.driver.name(), "emulator": machine.driver.is_emulator}
    if options.command == "check":
        with_hand = not options.only_ours
        return told | {"checks": check.run(machine, items, with_hand, until)}
    if options.command == "graph":
        return told | {"graphs": graph.run(machine, items, until)}
    times = measure.run(machine, items, options.only_ours, until)
    return told | {"times": times}


def wrong(told: dict) -> int:
    """How many results were wrong."""
    every = [one for held in told.values() if isinstance(held, list) for one in held]
    return sum(one.get("status") in ("wrong", "faults", "failed") for one in every)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    until = time.monotonic() + options.seconds
    if options.command == "pack":
        from gpu_machine import pack

        names = listed(options.matrices) or []
        source, rows = data.default_folder(), listed(options.rows)
        pack.pack(options.program, source, rows, names, options.folder)
        return 0
    if options.command == "report":
        report.write(options.out or Path())
        return 0
    told = figures(options, carried.load(options.folder), until)
    told["date"] = datetime.datetime.now(datetime.UTC).date().isoformat()
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        path = options.out / f"{options.command}.json"
        path.write_text(json.dumps(told, indent=1) + "\n")
    print(f"{options.command}: {wrong(told)} wrong")
    return 1 if wrong(told) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Misuse, Missing) as error:
        print(f"gpu_machine: error: {error}", file=sys.stderr)
        sys.exit(2)
