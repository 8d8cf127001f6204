"""The attribute `tesa.mask` of arguments, from arrays."""

import hashlib
import math
import re
from dataclasses import dataclass, field

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


@dataclass
class Resources:
    """Bits that stand behind the text, by the name of their resource."""

    bytes: dict[str, bytes] = field(default_factory=dict)

    def text(self) -> str:
        """As MLIR reads it: an alignment of 1, and the bytes."""
        entries = ",\n".join(
            f'      {name}: "0x01000000{bits.hex()}"'
            for name, bits in self.bytes.items()
        )
        return (
            "\n{-#\n  dialect_resources: {\n    builtin: {\n"
            f"{entries}\n    }}\n  }}\n#-}}\n"
        )


def mask_text(kept: np.ndarray, name: str, resources: Resources | None) -> str:
    """`#tesa.mask<...>` for an array that is true where an element is kept; its bits
    are digits, or a resource."""
    cells, block = coarsen(kept)
    bits = np.packbits(cells.ravel(), bitorder="little").tobytes()
    shape, blocks = (", ".join(map(str, sizes)) for sizes in (kept.shape, block))
    stored = f'keeps "{bits.hex()}"'
    if resources is not None:
        key = "mask_" + re.sub(r"\W", "_", name)
        while key in resources.bytes:
            key += "_"
        resources.bytes[key] = bits
        stored = (
            f"stored dense_resource<{key}> : tensor<{len(bits)}xi8> "
            f'hash "{hashlib.sha256(bits).hexdigest()}"'
        )
    return f"#tesa.mask<[{shape}] by [{blocks}] {stored}>"


def with_masks(text: str, arrays: dict[str, np.ndarray], store: bool = False) -> str:
    """The model with a mask for each array that prunes something; its bits are behind
    the text if they are stored."""
    resources = Resources() if store else None
    if store and "dialect_resources" in text:
        raise Refused("expected a model without resources to add some to")
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
        mask = "" if kept.all() else f"tesa.mask = {mask_text(kept, name, resources)}, "
        return f'{head}tensor<{type}>{brace}{mask}sparse.name = "{name}"'

    masked = ARGUMENT.sub(add, text)
    return masked + resources.text() if resources and resources.bytes else masked
