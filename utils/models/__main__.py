"""Makes ONNX models with weights that are drawn from a seed.

What is made is the same to the last bit each time: no network is trained, and what
such a model computes has no meaning. Its shapes are those of a real one.
"""

import argparse
import sys
from pathlib import Path

from importing.errors import Misuse
from importing.packages import require

#: The options of each model, with what they are by default and with --small.
SIZES: dict[str, dict[str, tuple]] = {
    "encoder": {
        "batch": (1, 1, "sequences at a time"),
        "tokens": (128, 5, "tokens of a sequence"),
        "width": (768, 8, "features of a token"),
        "heads": (12, 2, "heads of the attention"),
    },
    "bottleneck": {
        "batch": (1, 1, "images at a time"),
        "channels": (256, 8, "channels in and out"),
        "resolution": (56, 5, "rows and columns of an image"),
    },
    "mobilenet": {
        "batch": (1, 1, "images at a time"),
        "width": (1.0, 0.0625, "what multiplies the number of channels"),
        "pairs": (13, 6, "depthwise and pointwise convolutions"),
        "resolution": (224, 32, "rows and columns of an image"),
        "classes": (1000, 10, "classes"),
    },
    "qdq": {
        "rows": (128, 4, "rows of X"),
        "inner": (768, 6, "columns of X"),
        "columns": (3072, 5, "columns of W"),
    },
}
SIZES["integers"] = SIZES["qdq"]
HELP = {
    "encoder": "an encoder layer of a transformer, as BERT-base has it",
    "bottleneck": "a bottleneck block, as ResNet-50 has it",
    "mobilenet": "MobileNet v1",
    "qdq": "a product of floats that are rounded to 8 bit integers",
    "integers": "a product of 8 bit integers",
}


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="utils/make-onnx", description=__doc__)
    models = parser.add_subparsers(dest="model", required=True, metavar="MODEL")
    for model, sizes in SIZES.items():
        one = models.add_parser(model, help=HELP[model], description=HELP[model])
        one.add_argument("out", type=Path, metavar="OUT.onnx", help="file to write")
        one.add_argument("--seed", type=int, default=0, help="of the weights (0)")
        one.add_argument("--small", action="store_true", help="the sizes of tests")
        for size, (usual, small, text) in sizes.items():
            one.add_argument(
                f"--{size}",
                type=type(usual),
                help=f"{text} ({usual}; with --small {small})",
            )
    return parser.parse_args(arguments)


def make(options: argparse.Namespace):
    require("onnx")
    from models import convolutions, encoder, products

    makers = {
        "encoder": encoder.make,
        "bottleneck": convolutions.bottleneck,
        "mobilenet": convolutions.mobilenet,
        "qdq": products.qdq,
        "integers": products.integers,
    }
    sizes = {}
    for size, values in SIZES[options.model].items():
        given = getattr(options, size)
        sizes[size] = values[options.small] if given is None else given
        if sizes[size] <= 0:
            raise Misuse(f"expected --{size} above 0 but got {sizes[size]}")
    try:
        return makers[options.model](options.seed, **sizes)
    except ValueError as error:
        raise Misuse(str(error)) from error


def main() -> int:
    options = parse(sys.argv[1:])
    try:
        content = make(options).SerializeToString(deterministic=True)
        options.out.write_bytes(content)
    except (Misuse, OSError) as error:
        print(f"make-onnx: error: {error}", file=sys.stderr)
        return 2
    print(f"make-onnx: {options.out}: {len(content) / 1e6:.3g} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
