"""Functions over linalg on tensors, as utils/import-onnx writes them, that return every
tensor between their operations as well."""

import ctypes
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import plain

ARGUMENT = re.compile(
    r'^    (%\S+): tensor<([^>]*)> \{[^{}\n]*?sparse\.name = "(.*?)"', re.MULTILINE
)
#: The first line of a value, and the type that its last line ends with.
VALUE = re.compile(r"^    (%\w+) = ([a-z_.]+)")
TYPE = re.compile(r"tensor<([^<>]*)>$")
HEAD = re.compile(r"(func\.func @\w+\(.*?\) -> )(.*?)( \{)$", re.MULTILINE | re.DOTALL)
RETURN = re.compile(r"^    return (.*?) : (.*)$", re.MULTILINE)
TYPES = {"f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8}
TYPES |= {"i32": np.int32, "i64": np.int64, "ui8": np.uint8}


@dataclass
class Tensor:
    name: str
    shape: tuple[int, ...]
    type: str

    @property
    def text(self) -> str:
        return f"tensor<{'x'.join([*map(str, self.shape), self.type])}>"


def tensor(name: str, text: str) -> Tensor:
    *sizes, element = text.split("x")
    return Tensor(name, tuple(map(int, sizes)), element)


def arguments(text: str) -> dict[str, Tensor]:
    """By the names of arrays."""
    return {name: tensor(value, type) for value, type, name in ARGUMENT.findall(text)}


def values(text: str) -> list[Tensor]:
    """All tensors that operations make, but for those without numbers."""
    found, open_value = [], None
    for line in text.split("\n"):
        match = VALUE.match(line)
        if match and match[2] not in ("tensor.empty", "arith.constant"):
            open_value = match[1]
        # An operation with a body ends below it.
        if open_value and not line.endswith("{") and (match or line[:5] == "    }"):
            if type := TYPE.search(line):
                found.append(tensor(open_value, type[1]))
            open_value = None
    return found


def with_all_values(text: str) -> str:
    made = values(text)
    head = HEAD.search(text)
    types = ", ".join([head[2].strip("()"), *(value.text for value in made)])
    text = HEAD.sub(lambda match: f"{match[1]}({types}){match[3]}", text)
    names = "".join(f", {value.name}" for value in made)
    plain_types = re.sub(r" \{[^{}]*\}", "", types)
    return RETURN.sub(rf"    return \1{names} : {plain_types}", text)


class Function:
    """A function that is compiled, of arrays that have its arguments' types."""

    def __init__(self, text: str, folder: Path, name: str):
        source = folder / f"{name}.mlir"
        source.write_text(text)
        results = HEAD.search(text)[2].strip("()")
        self.results = [
            tensor("", type) for type in re.findall(r"tensor<([^<>]*)>", results)
        ]
        tools = Path(shutil.which("mlir-opt")).resolve().parent
        helpers = tools.parent / "lib" / "libmlir_c_runner_utils.so"
        ctypes.CDLL(str(helpers), mode=ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(plain.build(source, folder)))
        self.symbol = "_mlir_ciface_" + re.search(r"func\.func @(\w+)", text)[1]
        self.free = ctypes.CDLL(None).free
        self.free.argtypes = [ctypes.c_void_p]

    def __call__(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        fields = [
            (f"r{place}", plain.descriptor(len(result.shape)))
            for place, result in enumerate(self.results)
        ]
        # Functions may write to what they are given.
        copies = [np.array(array, order="C") for array in arrays]
        given = [plain.memref_of(array) for array in copies]
        made = type("Results", (ctypes.Structure,), {"_fields_": fields})()
        self.library[self.symbol](ctypes.byref(made), *map(ctypes.byref, given))
        memory, found = {memref.allocated for memref in given}, []
        for (name, _), result in zip(fields, self.results, strict=True):
            memref, kind = getattr(made, name), np.dtype(TYPES[result.type])
            if tuple(memref.sizes) != result.shape:
                raise ValueError(f"expected {result} but got {tuple(memref.sizes)}")
            last = sum(
                (n - 1) * s for n, s in zip(memref.sizes, memref.strides, strict=True)
            )
            whole = ctypes.string_at(
                memref.aligned + memref.offset * kind.itemsize,
                (last + 1) * kind.itemsize if 0 not in result.shape else 0,
            )
            strides = [stride * kind.itemsize for stride in memref.strides]
            found.append(np.ndarray(result.shape, kind, whole, 0, strides))
        for memref in {getattr(made, name).allocated for name, _ in fields} - memory:
            self.free(memref)
        return found
