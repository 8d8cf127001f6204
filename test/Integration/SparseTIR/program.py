"""A program's text: its operands, and its variants in other types.

A variant has other types of values, positions and coordinates, and its axes claim
what holds of their coordinates. The aliases at the head of the text name all of
these but the values.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DTYPES = {
    "f32": np.float32,
    "f64": np.float64,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
}
# Constants that are spelt by their bits.
BITS = {"0xFF800000": "0xFFF0000000000000", "0x7F800000": "0x7FF0000000000000"}
WITH_POSITIONS = {"sparse_variable", "dense_variable", "product"}
WITH_COORDINATES = {"sparse_variable", "sparse_fixed", "singleton"}

ALIAS = re.compile(r"^!(\w+) = (.*)$", re.MULTILINE)
AXIS = re.compile(r"!axis\.axis<(\w+)((?:, width = \d+)?)((?:, \w+)*)>")
ARGUMENT = re.compile(
    r'^    %\w+: (\S+) \{sparse\.name = "(\w+)"(, sparse\.dims = [^\]]*\])?'
    r'(?:, sparse\.access = "(\w+)")?',
    re.MULTILINE,
)
MEMORY = re.compile(r"(?:memref|!sparse\.tensor)<(?:[?\d]+x)+(\w+)")


@dataclass(frozen=True)
class Variant:
    """Types of values, positions and coordinates."""

    value: str = "f32"
    pos: str = "i32"
    crd: str = "i32"


VARIANTS = [
    Variant(),
    Variant("f64", "i64", "i64"),
    Variant("f32", "i64", "i32"),
    Variant("f64", "i32", "i64"),
]


@dataclass(frozen=True)
class Argument:
    """An argument of the program's function; a number has no type of elements."""

    name: str
    access: str
    dtype: type | None
    is_sparse: bool
    has_dims: bool

    @property
    def is_given(self) -> bool:
        return self.access != "write"

    @property
    def is_result(self) -> bool:
        return self.access != "read"


def axis_type(text: str, variant: Variant, claims: str | None) -> str:
    """An axis' type in the types of `variant`; it claims `claims` if given."""

    def replace(match: re.Match) -> str:
        kind, width, said = match.groups()
        words = kind + width
        if kind in WITH_POSITIONS:
            words += f", pos = {variant.pos}"
        if kind in WITH_COORDINATES:
            words += f", crd = {variant.crd}"
        if claims is None:
            return f"!axis.axis<{words}{said}>"
        return f"!axis.axis<{words}{', ' * bool(claims)}{claims}>"

    return AXIS.sub(replace, text)


def change(text: str, variant: Variant, claims: dict[str, str]) -> str:
    """The program in the types of `variant`; `claims` are those of axes by alias."""
    unknown = set(claims) - {name for name, _ in ALIAS.findall(text)}
    if unknown:
        sys.exit(f"expected aliases of the program but got {unknown}")

    csr = f"pos = {variant.pos}, crd = {variant.crd}"

    def replace(match: re.Match) -> str:
        name, body = match.groups()
        if AXIS.search(body):
            return f"!{name} = {axis_type(body, variant, claims.get(name))}"
        index = variant.pos if name == "positions" else variant.crd
        body = body.replace("i32", index)
        return f"!{name} = {body.replace('#sparse.csr', f'#sparse.csr<{csr}>')}"

    head, body = text.split("func.func", 1)
    body = "func.func" + body.replace("i32", variant.crd)
    text = (ALIAS.sub(replace, head) + body).replace("f32", variant.value)
    for narrow, wide in BITS.items():
        if variant.value == "f64":
            text = text.replace(narrow, wide)
    return text


def arguments(text: str) -> list[Argument]:
    """The arguments of the program's function."""
    aliases = dict(ALIAS.findall(text))
    found = []
    for kind, name, dims, access in ARGUMENT.findall(text):
        kind = aliases.get(kind.removeprefix("!"), kind)
        memory = MEMORY.match(kind)
        dtype = DTYPES[memory.group(1)] if memory else None
        is_sparse = "#sparse.csr" in kind
        found.append(Argument(name, access or "read", dtype, is_sparse, bool(dims)))
    return found


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
