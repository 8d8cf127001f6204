"""Says in a model, a function over linalg on tensors, which elements of its arguments
are pruned: each argument with an array in FILE.npz gets the attribute `tesa.mask`.

Arrays and arguments are called alike (`sparse.name`). An argument that is kept as a
whole gets none. A pattern in .smtx is the mask of one argument, which is named in
front of the file.
"""

import argparse
import sys
import zipfile
from pathlib import Path

import numpy as np

from masking.model import Refused, with_masks
from masking.smtx import read_smtx


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="utils/mask-model", description=__doc__)
    add = parser.add_argument
    add("model", type=Path, metavar="MODEL.mlir", help="what utils/import-onnx wrote")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--zeros",
        type=Path,
        metavar="FILE.npz",
        help="weights, of which those that are 0 are pruned",
    )
    which.add_argument(
        "--masks",
        nargs="+",
        metavar="FILE",
        help="masks, which are not 0 where an element is kept: arrays in an .npz file, "
        "or NAME=FILE.smtx",
    )
    add(
        "--resources",
        action="store_true",
        help="store bits behind the text, with their SHA-256, and not in it",
    )
    add("--out", type=Path, metavar="FILE.mlir", help="default: standard output")
    return parser.parse_args(arguments)


def read(path: Path) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise Refused(f"{path}: expected arrays in an .npz file: {error}") from error


def read_masks(files: list[str]) -> dict[str, np.ndarray]:
    """Of each file what it has; an argument has one mask."""
    masks: dict[str, np.ndarray] = {}
    for file in files:
        name, _, path = file.rpartition("=")
        if path.endswith(".smtx"):
            if not name:
                raise Refused(f"{file}: expected NAME=FILE.smtx")
            found = {name: read_smtx(Path(path))}
        else:
            found = read(Path(file))
        for twice in masks.keys() & found.keys():
            raise Refused(f"expected one mask of '{twice}' but got another in {file}")
        masks |= found
    return masks


def main() -> int:
    options = parse(sys.argv[1:])
    try:
        arrays = read_masks(options.masks) if options.masks else read(options.zeros)
        text = with_masks(options.model.read_text(), arrays, options.resources)
    except (Refused, OSError) as error:
        print(f"mask-model: error: {error}", file=sys.stderr)
        return 1
    if options.out:
        options.out.write_text(text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
