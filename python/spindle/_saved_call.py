"""Calls of kernels in shared objects, by their signatures alone."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _interop, _spindle
from spindle._array import Array
from spindle._casting import fit_number
from spindle._errors import SpindleMemoryError, SpindleTypeError, SpindleValueError
from spindle._result import allocate
from spindle._structure import have_same_structure
from spindle._types import from_buffer, from_mlir

__all__ = ["SavedOperand", "call", "group"]

_TEXT = 500
#: ``SPINDLE_OUT_OF_MEMORY``.
_OUT_OF_MEMORY = 20


class _Call(ctypes.Structure):
    """``spindle_call``."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspace_bytes", ctypes.c_uint64),
        ("error", ctypes.c_char_p),
        ("error_bytes", ctypes.c_uint64),
        ("reuse_workspace", ctypes.c_int64),
    )


@dataclass(frozen=True)
class SavedOperand:
    """What a signature says of one operand.

    Attributes
    ----------
    name : str
        As the program calls it.
    parts : tuple of dict
        What the signature has of it: one entry, or one for each part of its format.
    """

    name: str
    parts: tuple[Mapping[str, Any], ...]

    @property
    def access(self) -> str:
        """``read``, ``write`` or ``update``."""
        return str(self.parts[0]["access"])

    @property
    def kind(self) -> str:
        """``structured``, ``values``, ``dense`` or ``number``."""
        return str(self.parts[0]["kind"])

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        return _find_dtype(str(self.parts[0]["type"]))

    @property
    def c_name(self) -> str:
        """What names of its parameters begin with."""
        return _find_c_name(self.parts[0])

    @property
    def has_halves(self) -> bool:
        """Whether two elements are in a byte."""
        return bool(self.parts[0]["type"] == "i4")


def group(signature: Mapping[str, Any]) -> tuple[SavedOperand, ...]:
    """The operands of ``signature``: parts of one are together."""
    named: dict[str, list[Mapping[str, Any]]] = {}
    for said in signature["operands"]:
        named.setdefault(said.get("tensor", said["name"]), []).append(said)
    return tuple(SavedOperand(name, tuple(parts)) for name, parts in named.items())


def call(
    function: Any,
    operands: Sequence[SavedOperand],
    signature: Mapping[str, Any],
    given: Mapping[str, Any],
    threads: int,
) -> Any:
    """Calls ``function`` on what is given; gives what it has written."""
    arguments = _Arguments(operands, given)
    for operand in operands:
        arguments.add(operand)
    words = [arguments.values.get(p["name"]) for p in signature["parameters"][:-1]]
    text = ctypes.create_string_buffer(_TEXT)
    options = _Call(size=ctypes.sizeof(_Call), threads=threads, error_bytes=_TEXT)
    options.error = ctypes.cast(text, ctypes.c_char_p)
    status = function(*words, ctypes.byref(options))
    if status:
        error = SpindleMemoryError if status == _OUT_OF_MEMORY else SpindleValueError
        raise error(text.value.decode())
    results = [arguments.results[o.name] for o in operands if o.access != "read"]
    return results[0] if len(results) == 1 else tuple(results)


def _find_c_name(said: Mapping[str, Any]) -> str:
    """What names of the parameters begin with of what a signature says of an operand."""
    return str(said.get("c_name", said["name"]))


def _check_rank(operand: SavedOperand, rank: int) -> None:
    """Checks that an operand of ``rank`` dimensions has those that a kernel reads."""
    wanted = len(operand.parts[0].get("dims", ()))
    if rank != wanted:
        expected = f"{wanted} dimensions" if wanted != 1 else "1 dimension"
        text = f"{operand.name}: expected {expected} but got {rank}"
        raise SpindleValueError(text, operand.name, expected, str(rank))


def _find_descriptor(text: str) -> str:
    """The levels of a format that a signature has: ``csr = (i, j) -> (…)``."""
    # A name may have parameters, ``csr<pos = i64>``.
    return text if text.startswith("(") else text[text.find(" = (") + 1 :].removeprefix("= ")


def _may_be_written(array: npt.NDArray[Any], dtype: np.dtype[Any]) -> bool:
    """Whether a kernel can write elements of ``dtype`` there."""
    return bool(array.dtype == dtype and array.flags.c_contiguous and array.flags.writeable)


def _find_dtype(text: str) -> np.dtype[Any]:
    """NumPy's type for what MLIR calls ``text``; of halves of bytes that of bytes."""
    return from_mlir({"index": "i64", "i4": "i8"}.get(text, text))


def _pack_halves(name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Integers of 4 bits, two in a byte, the first in the low half."""
    flat = array.reshape(-1)
    if np.any((flat < -8) | (flat > 7)):
        expected = "integers of 4 bits, from -8 to 7,"
        raise SpindleValueError(
            f"{name}: expected {expected} but got others", name, expected, "others"
        )
    even = np.append(flat, np.zeros(flat.size % 2, flat.dtype)).view(np.uint8)
    return ((even[0::2] & 15) | (even[1::2] << 4)).view(np.int8)


class _Arguments:
    """The arguments of a call, by the names of parameters."""

    def __init__(self, operands: Sequence[SavedOperand], given: Mapping[str, Any]) -> None:
        self.operands = operands
        self.given = given
        self.values: dict[str, Any] = {}
        self.results: dict[str, Any] = {}
        self.sizes: dict[str, int] = {}
        self.tensors: dict[str, Array] = {}
        self.kept: list[Any] = []
        for operand in operands:
            self._note_sizes(operand)

    def add(self, operand: SavedOperand) -> None:
        """Adds those of ``operand``."""
        if operand.kind == "number":
            self._add_number(operand)
        elif operand.kind == "dense":
            self._add_dense(operand)
        else:
            self._add_tensor(operand)

    def _note_sizes(self, operand: SavedOperand) -> None:
        """Notes how large the dimensions of what is given are."""
        said = operand.parts[0]
        shape: tuple[int, ...] = ()
        if operand.name in self.given:
            shape = np.shape(self.given[operand.name])
        for number, dim in enumerate(said.get("dims", ())):
            known = said["sizes"][number]
            if number < len(shape):
                known = int(shape[number])
            if known is not None:
                self.sizes.setdefault(dim, known)

    def _add_number(self, operand: SavedOperand) -> None:
        given = self.given[operand.name]
        _check_rank(operand, np.ndim(given))
        value = operand.dtype.type(fit_number(given, operand.dtype, operand.name))
        name = operand.c_name
        if operand.dtype.kind == "c":
            word = ctypes.c_float if operand.dtype.itemsize == 8 else ctypes.c_double
            self.values[f"{name}_real"] = word(value.real)
            self.values[f"{name}_imaginary"] = word(value.imag)
        elif operand.dtype.itemsize == 2 and operand.dtype.kind not in "iu":
            self.values[name] = ctypes.c_uint16(int(np.asarray(value).view(np.uint16)))
        else:
            self.values[name] = np.ctypeslib.as_ctypes_type(operand.dtype)(value.item())

    def _add_pointer(self, name: str, array: npt.NDArray[Any] | None) -> None:
        self.kept.append(array)
        if array is None or array.size == 0:
            self.values[name] = ctypes.c_void_p(None)
            return
        # NumPy exports no buffer of bfloat16.
        bits = array.view(np.int16) if array.dtype.name == "bfloat16" else array
        self.values[name] = ctypes.c_void_p(_spindle.get_address(bits))

    def _add_dense(self, operand: SavedOperand) -> None:
        """A pointer and sizes; there are no gaps."""
        array = self._find_dense(operand)
        _check_rank(operand, array.ndim)
        name = operand.c_name
        packed = _pack_halves(operand.name, array) if operand.has_halves else array
        self._add_pointer(name, packed)
        self._add_pointer(f"{name}_sizes", np.array(array.shape, np.int64))
        self._add_pointer(f"{name}_strides", None)
        self.results[operand.name] = array

    def _find_dense(self, operand: SavedOperand) -> npt.NDArray[Any]:
        """What is given of it, as the kernel takes it, or memory for a result."""
        name, dtype = operand.name, operand.dtype
        if name not in self.given:
            dims = operand.parts[0]["dims"]
            missing = [dim for dim in dims if dim not in self.sizes]
            if missing:
                expected = "an array, since no operand tells the size of all its dimensions,"
                text = f"{name}: expected {expected} but got none"
                raise SpindleValueError(text, name, expected, "none")
            return allocate(tuple(self.sizes[dim] for dim in dims), dtype)
        array = self.given[name]
        if operand.access != "read":
            if not isinstance(array, np.ndarray) or not _may_be_written(array, dtype):
                expected = f"a row-major array of {dtype} that may be written"
                text = f"{name}: expected {expected} but got another"
                raise SpindleTypeError(text, name, expected, "another")
            return array
        dense = _interop.to_dense(array, dtype, name=name, is_needed=True)
        return np.ascontiguousarray(dense)

    def _add_tensor(self, operand: SavedOperand) -> None:
        """The sizes and arrays of each part."""
        array = self._find_tensor(operand)
        if operand.access != "read":
            array = self._renew(operand, array)
        self.tensors[operand.name] = array
        self.results[operand.name] = array
        for number, said in enumerate(operand.parts):
            self._add_part(said, array, array._tensor.arrays(number))

    def _find_tensor(self, operand: SavedOperand) -> Array:
        """What is given of it, in its format, or one of the structure that it has."""
        said, name = operand.parts[0], operand.name
        if operand.kind == "values":
            owner = self._find_owner(said["structure_of"])
            if name not in self.given:
                return owner
            array = self._convert(operand)
            if not have_same_structure(array._tensor, owner._tensor):
                expected = f"elements at the coordinates of {said['structure_of']}"
                text = f"{name}: expected {expected} but got others"
                raise SpindleValueError(text, name, expected, "others")
            return array
        if name not in self.given:
            text = f"{name}: expected an array, whose pattern it has, but got none"
            raise SpindleTypeError(text, name, "an array, whose pattern it has,", "none")
        return self._convert(operand)

    def _find_owner(self, name: str) -> Array:
        """The tensor called ``name``, which may come later."""
        if name not in self.tensors:
            self.add(next(operand for operand in self.operands if operand.name == name))
        return self.tensors[name]

    def _convert(self, operand: SavedOperand) -> Array:
        """What is given of it, in its format and of its type."""
        given, name = self.given[operand.name], operand.name
        _check_rank(operand, np.ndim(given))
        forms = [_find_descriptor(part["format"]) for part in operand.parts]
        form = forms[0] if len(forms) == 1 else None
        array = _interop.to_array(given, form, dtype=operand.dtype, name=name, is_needed=True)
        if form is not None:
            return array
        if array._tensor.part_formats != forms:
            expected = f"a format of the parts {', '.join(forms)}"
            text = f"{operand.name}: expected {expected} but got {array.format}"
            raise SpindleTypeError(text, operand.name, expected, array.format)
        return array

    def _renew(self, operand: SavedOperand, array: Array) -> Array:
        """An array on the structure of ``array`` that may be written."""
        tensor = array._tensor
        new = Array(tensor.zeros(operand.parts[0]["type"]))
        if operand.access == "update":
            for part in range(len(operand.parts)):
                new._tensor.arrays(part)["values"][...] = tensor.arrays(part)["values"]
        return new

    def _add_part(self, said: Mapping[str, Any], array: Array, held: Mapping[str, Any]) -> None:
        """The sizes and arrays of one part, ``held``."""
        name = _find_c_name(said)
        for number, size in enumerate(array.shape):
            self.values[f"{name}_size{number}"] = ctypes.c_int64(size)
        for level, coordinates in enumerate(held["coordinates"]):
            if coordinates is not None and coordinates.ndim > 0:
                self.values[f"{name}_width{level}"] = ctypes.c_int64(coordinates.shape[-1])
        for one in said["arrays"]:
            role, level = one["role"], one.get("level")
            found = held[role] if level is None else held[role][level]
            wanted = _find_dtype(one["type"])
            found = np.ascontiguousarray(from_buffer(found, str(wanted)))
            if found.dtype != wanted:
                expected = f"{role} of {wanted}"
                text = f"{name}: expected {expected} but got {found.dtype}"
                raise SpindleTypeError(text, name, expected, str(found.dtype))
            halves = _pack_halves(name, found) if one["type"] == "i4" else found
            self._add_pointer(one["parameter"], halves)
            self.values[f"{one['parameter']}_count"] = ctypes.c_int64(found.size)
