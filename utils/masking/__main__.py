"""Says in a model, a function over linalg on tensors, which elements of its arguments
are pruned: each argument with an array in FILE.npz gets the attribute `tesa.mask`.

Arrays and arguments are called alike (`sparse.name`). An argument that is kept as a
whole gets none.
"""

import argparse
import sys
import zipfile
from pathlib import Path

import numpy as np

from masking.model import Refused, with_masks


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
        type=Path,
        metavar="FILE.npz",
        help="masks, which are not 0 where an element is kept",
    )
    add("--out", type=Path, metavar="FILE.mlir", help="default: standard output")
    return parser.parse_args(arguments)


def read(path: Path) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise Refused(f"{path}: expected arrays in an .npz file: {error}") from error


def main() -> int:
    options = parse(sys.argv[1:])
    try:
        arrays = read(options.zeros or options.masks)
        text = with_masks(options.model.read_text(), arrays)
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
