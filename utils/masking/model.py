"""The attribute `tesa.mask` of arguments, from arrays."""

import math
import re

import numpy as np

#: An argument that has a name, in a line of its own.
ARGUMENT = re.compile(
    r'^( +%\S+: )tensor<([^<>]*)>( \{)sparse\.name = "([^"]*)"', re.MULTILINE
)


class Refused(Exception):
    """The model and the arrays do not fit."""


def coarsen(kept: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """The cells of the largest blocks in which a mask does not vary, and their sizes."""
    block = []
    for axis, size in enumerate(kept.shape):
        first, second = (
            kept.take(range(start, max(start, end)), axis=axis)
            for start, end in ((0, size - 1), (1, size))
        )
        others = tuple(dim for dim in range(kept.ndim) if dim != axis)
        changes = np.flatnonzero((first != second).any(axis=others)) + 1
        step = math.gcd(*changes.tolist()) or max(size, 1)
        kept = kept.take(range(0, size, step), axis=axis)
        block.append(step)
    return kept, block


def mask_text(kept: np.ndarray) -> str:
    """`#tesa.mask<...>` for an array that is true where an element is kept."""
    cells, block = coarsen(kept)
    digits = np.packbits(cells.ravel(), bitorder="little").tobytes().hex()
    shape, blocks = (", ".join(map(str, sizes)) for sizes in (kept.shape, block))
    return f'#tesa.mask<[{shape}] by [{blocks}] keeps "{digits}">'


def with_masks(text: str, arrays: dict[str, np.ndarray]) -> str:
    """The model with a mask for each array that prunes something."""
    found = {match[4] for match in ARGUMENT.finditer(text)}
    for name in arrays.keys() - found:
        raise Refused(
            f"expected an argument called '{name}' but got: "
            f"{', '.join(sorted(found)) or 'none'}"
        )

    def add(match: re.Match) -> str:
        head, type, brace, name = match.groups()
        if name not in arrays:
            return match[0]
        *sizes, element = type.split("x")
        values = arrays[name]
        if list(map(str, values.shape)) != sizes or element == "index":
            raise Refused(
                f"'{name}': expected an array of the shape of tensor<{type}> but got "
                f"{list(values.shape)}"
            )
        kept = values != 0
        mask = "" if kept.all() else f"tesa.mask = {mask_text(kept)}, "
        return f'{head}tensor<{type}>{brace}{mask}sparse.name = "{name}"'

    return ARGUMENT.sub(add, text)
