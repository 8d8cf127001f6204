"""Imports an ONNX model as a function over linalg on tensors.

Shapes are fixed, what constants decide is folded, and weights become arguments, which
lie in an .npz file under the names that arguments have. The same model gives the same
bytes each time.
"""

import argparse
import sys
from pathlib import Path

from importing import packages
from importing.errors import Misuse, Refused
from importing.progress import Progress

EPILOG = """The exit status is 0 if the model was imported, 1 if it cannot be, 2 for wrong
usage or where packages are missing. docs/Models.md has examples."""


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="utils/import-onnx", description=__doc__, epilog=EPILOG
    )
    add = parser.add_argument
    add("model", nargs="?", type=Path, metavar="MODEL.onnx", help="what to import")
    add(
        "--install",
        action="store_true",
        help="install the packages that importing needs, 500 MB in build/import",
    )
    add(
        "--out",
        type=Path,
        metavar="FILE.mlir",
        help="the function (default: called like the model, in this folder)",
    )
    add(
        "--weights",
        type=Path,
        metavar="FILE.npz",
        help="the weights (default: beside the function, FILE.weights.npz)",
    )
    add("--name", help="of the function (default: the model's)")
    add(
        "--shape",
        action="append",
        default=[],
        metavar="NAME=1x128",
        help="the shape of an input; needed where a size is open",
    )
    add(
        "--output",
        action="append",
        default=[],
        metavar="NAME",
        help="only this output; may be said several times",
    )
    add(
        "--prune",
        action="append",
        default=[],
        metavar="[PATTERN=]SHARE",
        help="set this share of the weights of each product to 0, the smallest by "
        "magnitude; of those whose name fits the pattern",
    )
    add(
        "--reference",
        type=Path,
        metavar="FILE.npz",
        help="also write inputs drawn from --seed, and what onnxruntime computes",
    )
    add("--seed", type=int, default=0, help="of the reference's inputs (0)")
    add("--ops", action="store_true", help="print how often each operation is used")
    return parser.parse_args(arguments)


def run(options: argparse.Namespace, progress: Progress) -> list[str]:
    """Imports; returns the lines to print."""
    packages.require("onnx", "torch_mlir")
    if options.reference:
        packages.require("onnxruntime")
    # What needs the packages.
    from importing.model import Import

    return Import(options, progress).run()


def main() -> int:
    options, progress = parse(sys.argv[1:]), Progress()
    try:
        if options.install:
            packages.install()
        elif not options.model:
            raise Misuse("expected a model to import (--help says more)")
        said = run(options, progress) if options.model else []
        progress.end()
        print("".join(f"import-onnx: {line}\n" for line in said), end="")
    except (Misuse, Refused, OSError) as error:
        progress.end()
        print(f"import-onnx: error: {error}", file=sys.stderr)
        return 1 if isinstance(error, Refused) else 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
