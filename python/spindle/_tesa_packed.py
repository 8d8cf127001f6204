"""Shared objects that have a model's weights, for C."""

from __future__ import annotations

import ctypes
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleError
from spindle._kernel import Kernel
from spindle._saved_call import SavedOperand, _Arguments, group

__all__ = ["write_packed"]

#: What links shared objects where SPINDLE_CC names nothing.
DRIVERS = ("clang-22", "clang", "cc", "gcc")
ALIGNMENT = 64


class _Weights(_Arguments):
    """The arguments of weights, which have no address yet."""

    def __init__(self, operands: tuple[SavedOperand, ...], given: Mapping[str, Any]) -> None:
        super().__init__(operands, given)
        self.arrays: dict[str, npt.NDArray[Any] | None] = {}
        for operand in operands:
            if operand.name in given:
                self.add(operand)

    def _add_pointer(self, name: str, array: npt.NDArray[Any] | None) -> None:
        super()._add_pointer(name, array)
        self.arrays[name] = array


def write_packed(path: Path, symbol: str, kernel: Kernel, weights: Mapping[str, Any]) -> None:
    """Writes ``path``, with the function of ``kernel`` on ``weights``, and its header."""
    program = kernel._program
    symbol = symbol or program._program.compile_to_save(str(path), "", program.progress).symbol
    inner = f"{symbol}_of_weights"
    saved = program._program.compile_to_save(str(path), inner, program.progress)
    omp = ["-lomp"] if saved.is_parallel else []
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder, "kernel.o")
        # A stub of the module takes the word for a type.
        code.write_bytes(getattr(saved, "object"))  # noqa: B009
        signature = _read_signature(Path(folder), code, inner, omp)
        operands = group(signature)
        packed = _Weights(operands, weights)
        places = _write_arrays(Path(folder, "weights.bin"), packed.arrays)
        inputs = [operand for operand in operands if operand.name not in weights]
        source = Path(folder, "model.c")
        source.write_text(
            _write_source(symbol, signature, inputs, packed, places, f"{folder}/weights.bin")
        )
        names = Path(folder, "names")
        names.write_text(f"{{ global: {symbol}; local: *; }};\n")
        linked = Path(folder, "model.so")
        _link(["-fPIC", "-O1", source, code, f"-Wl,--version-script={names}"], linked, omp)
        text = _write_header(saved.header, path.name, symbol, inner, signature, inputs)
        _replace(path, linked.read_bytes())
        _replace(path.with_suffix(".h"), text.encode())


def _replace(path: Path, data: bytes) -> None:
    """Has ``path`` be a new file with ``data``: what has the old one open keeps it."""
    written = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        written.write_bytes(data)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)


def _read_signature(folder: Path, code: Path, symbol: str, omp: list[str]) -> Any:
    """What the object says of its function."""
    linked = folder / "signature.so"
    _link([code], linked, omp)
    library = ctypes.CDLL(str(linked))
    text = ctypes.addressof(ctypes.c_char.in_dll(library, f"{symbol}_signature"))
    return json.loads(ctypes.string_at(text))


def _link(words: list[Any], path: Path, omp: list[str]) -> None:
    named = os.environ.get("SPINDLE_CC")
    found = [named] if named else [driver for driver in DRIVERS if shutil.which(driver)]
    if not found:
        raise SpindleError("expected a compiler driver (clang-22, clang, cc, gcc) but got none")
    command = [*shlex.split(found[0]), "-shared", "-o", path, *words, "-Wl,-z,defs", *omp, "-lm"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        reason = (done.stderr.strip() or "it failed").splitlines()[0]
        raise SpindleError(f"expected {found[0]} to link a shared object but got '{reason}'")


def _write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any] | None]) -> dict[str, int]:
    """Writes the arrays one after the other; where each begins."""
    places: dict[str, int] = {}
    with path.open("wb") as file:
        for name, array in arrays.items():
            if array is None or array.size == 0:
                continue
            file.write(b"\0" * (-file.tell() % ALIGNMENT))
            places[name] = file.tell()
            file.write(np.ascontiguousarray(array).tobytes())
        file.write(b"\0" * ALIGNMENT)
    return places


def _spell_type(parameter: Mapping[str, Any]) -> str:
    """What C calls the type of a parameter."""
    role = parameter["role"]
    if role == "array":
        return f"{'' if parameter['written'] else 'const '}{parameter['c_type']} *"
    if role == "call":
        return "const struct spindle_call *"
    return "const int64_t *" if role in ("sizes", "strides") else "int64_t "


def _list_parameters(inputs: list[SavedOperand], signature: Mapping[str, Any]) -> list[str]:
    """Those of the function that has its weights: arrays alone, and the call."""
    known = {operand.c_name for operand in inputs}
    own = [p for p in signature["parameters"] if p["name"] in known or p["role"] == "call"]
    return [f"{_spell_type(parameter)}{parameter['name']}" for parameter in own]


def _write_source(
    symbol: str,
    signature: Mapping[str, Any],
    inputs: list[SavedOperand],
    packed: _Weights,
    places: Mapping[str, int],
    blob: str,
) -> str:
    sizes = {f"{o.c_name}_sizes": o.parts[0]["sizes"] for o in inputs}
    known = {o.c_name for o in inputs}
    words, lines = [], []
    for parameter in signature["parameters"]:
        name = parameter["name"]
        if name in places:
            words.append(f"(const void *)(weights + {places[name]})")
        elif name in packed.arrays:
            words.append("0")
        elif name in packed.values:
            words.append(str(packed.values[name].value))
        elif name in sizes:
            text = ", ".join(str(size) for size in sizes[name]) or "0"
            lines.append(f"  static const int64_t {name}[] = {{{text}}};")
            words.append(name)
        else:
            words.append(name if name in known or name == "call" else "0")
    types = ", ".join(_spell_type(parameter) for parameter in signature["parameters"])
    own = ", ".join(_list_parameters(inputs, signature))
    return "\n".join(
        [
            "#include <stdint.h>",
            "struct spindle_call;",
            f'__asm__(".section .rodata\\n.balign {ALIGNMENT}\\nspindle_weights:\\n"',
            f'        ".incbin \\"{blob}\\"\\n.previous\\n");',
            'extern const char weights[] __asm__("spindle_weights")',
            '    __attribute__((visibility("hidden")));',
            f"int32_t {signature['function']}({types});",
            f"int32_t {symbol}({own}) {{",
            *lines,
            f"  return {signature['function']}({', '.join(words)});",
            "}",
            "",
        ]
    )


def _write_header(
    text: str,
    object: str,
    symbol: str,
    inner: str,
    signature: Mapping[str, Any],
    inputs: list[SavedOperand],
) -> str:
    """The header of the function that has its weights, from that of the one without."""
    shared = text[text.index("#ifndef SPINDLE_KERNEL_") : text.index(f"int32_t {inner}(")]
    shared = shared.replace(f"SPINDLE_KERNEL_{inner}_H", f"SPINDLE_KERNEL_{symbol}_H")
    notes = [
        f"   {operand.name}: {operand.parts[0]['type']}, {operand.parts[0]['sizes']}, by rows, "
        f"{'read' if operand.access == 'read' else 'written'}"
        for operand in inputs
    ]
    own = ",\n    ".join(_list_parameters(inputs, signature)).replace("struct ", "")
    return (
        f"/* {symbol}, a model in {object} with its weights, made by Spindle.\n\n"
        + "\n".join(notes)
        + "\n   call: how to run, or NULL. It returns an enum spindle_status. */\n"
        + shared
        + f"int32_t {symbol}(\n    {own});\n\n#ifdef __cplusplus\n}}\n#endif\n\n"
        + f"#endif /* SPINDLE_KERNEL_{symbol}_H */\n"
    )
