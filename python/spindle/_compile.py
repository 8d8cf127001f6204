"""Compiles programs to kernels."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from numbers import Number
from typing import Any

import numpy as np

from spindle import _interop, _spindle
from spindle._arguments import list_items, take_path, take_text
from spindle._array import Array
from spindle._casting import promote
from spindle._device import open_device
from spindle._device_call import check_options, stand_in
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._kernel import Kernel
from spindle._program import Program, Progress
from spindle._statement import find_target
from spindle._threads import count_threads
from spindle._types import to_dtype, to_mlir

__all__ = ["compile"]


def _describe_program(program: str | os.PathLike[str]) -> dict[str, str]:
    """What ``program`` is: the text of one, an expression, a file or a built-in one."""
    text = take_path(program, "program")
    if "\n" in text or "func.func" in text:
        return {"program": "<text>", "text": text}
    if "=" in text and "[" in text:
        return {"expression": text}
    return {"program": text}


def compile(
    program: str | os.PathLike[str],
    *,
    schedule: str | os.PathLike[str] = "auto",
    dtype: Any = None,
    knobs: Mapping[str, Any] | None = None,
    specialize: Mapping[str, int] | bool = True,
    entry: str = "",
    threads: int | None = None,
    strict: bool = False,
    check: bool = False,
    fixed_structures: bool = False,
    constant: Iterable[str] | Mapping[str, str] = (),
    target: str = "cpu",
    device: str = "cuda",
    chip: str = "",
    progress: Progress | None = None,
    **operands: Any,
) -> Kernel:
    """Compiles a program for operands like those given.

    Parameters
    ----------
    program : str or path
        A built-in program (``"spmm"``), a file (``"spmm.mlir"``), the text of one, or an
        expression in index notation (``"C[i,k] += A[i,j] * B[j,k]"``). A model, a function
        over linalg on tensors, has the formats of the operands given here.
    schedule : str
        A built-in schedule, a file, ``"none"``, or ``"auto"`` for one that suits.
    dtype : dtype
        The type of the elements of a built-in program or an expression; by default the one
        that the operands promote to.
    knobs : dict
        Values of the schedule's knobs by their names.
    specialize : bool or dict
        Dimensions that the code is for one size of, and their sizes. By default those that
        only dense operands have, and that are small; False for none, so that the kernel
        takes operands of all sizes.
    entry : str
        The function to run, of a program of several.
    threads : int
        The threads that calls run on; by default SPINDLE_NUM_THREADS, else
        OMP_NUM_THREADS, else the processors that the process may use.
    strict : bool
        Compute with no padding.
    check : bool
        The kernel reports what is undefined; slow.
    fixed_structures : bool
        Promises that all calls have sparse operands of the structures given here; their
        values may be others. What is to be searched in them is searched once, here. A call
        compares structures that are in other memory, and refuses others; one that is
        changed where it lies is not seen, and what comes of it is undefined. So
        ``schedule="auto"`` may choose tiles of rows, and :meth:`Kernel.explain` tells why it
        did, or did not.
    constant : names, or dict
        Sparse operands that are a part of the code, with the structure and the values given
        here; in a dict ``"structure"`` says that values may be others, ``"all"`` that they
        may not. Calls hand them over as ever, and are refused where they differ. For small
        ones, which ``transform.sparse.dismantle`` puts into the code row by row.
    target : str
        What it runs on: ``cpu``, or ``cuda`` for an NVIDIA GPU.
    device : str
        With ``target="cuda"`` the GPU: ``cuda``, the first one, or ``emulator``.
    chip : str
        The sort of GPU that kernels are for, as in ``sm_90``; by default that of the device.
    progress : callable
        Is told ``(label, unit, done, total)`` a few times a second.
    **operands
        What the program reads, by its names; what it writes may be left out. Formats and
        sizes are those that the schedule is chosen by. For a GPU they may be the host's, or
        be there already. Where the left side of ``+=``, ``max=`` or ``min=`` is given, each
        call starts from what its own holds, writes there and returns it. Without it each
        call starts from 0, from the least or from the greatest number, in new memory.

    Returns
    -------
    Kernel

    Raises
    ------
    ProgramError
        A program or a schedule that is wrong, with file, line and column.
    SpindleTypeError, SpindleValueError
        Operands that are missing or do not fit; no driver, no GPU.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.eye(3, dtype=np.float32))
    >>> B = np.ones((3, 2), dtype=np.float32)
    >>> kernel = spindle.compile("spmm", A=A, B=B)
    >>> kernel(A=A, B=B)
    array([[1., 1.],
           [1., 1.],
           [1., 1.]], dtype=float32)
    """
    texts = _describe_program(program)
    _check_mapping({} if knobs is None else knobs, "knobs")
    if not isinstance(specialize, (bool, np.bool_)):
        _check_mapping(specialize, "specialize")
    gpu = _open_target(target, device, check)
    if gpu is not None:
        check_options(True, threads, None, None, None)
        texts |= {"target": target, "device": device, "chip": chip}
        operands = {name: stand_in(operand, gpu) for name, operand in operands.items()}
    texts |= {"schedule": take_path(schedule, "schedule"), "entry": take_text(entry, "entry")}
    texts["specializes"] = "yes" if specialize else "no"
    texts["constants"] = _describe_constants(constant)
    texts["fixed_structures"] = "yes" if fixed_structures and gpu is None else "no"
    is_made = "expression" in texts or texts["program"] in _spindle.list_programs()
    sparse = {
        name: _interop.to_array(operand, name=name)
        for name, operand in operands.items()
        if _interop.is_sparse_like(operand)
    }
    if is_made:
        texts["dtype"] = to_mlir(
            _promote({**operands, **sparse}) if dtype is None else to_dtype(dtype)
        )
    formats = {name: array._tensor.format for name, array in sparse.items()}
    texts["formats_of_data"] = "yes"
    numbers: dict[str, Any] = {n: o for n, o in operands.items() if isinstance(o, Number)}
    target_name, accumulates = find_target(texts.get("expression", ""))
    if accumulates and target_name in operands:
        # The statement goes on from what it holds; what that is, each call says.
        numbers[target_name] = "zeros"
    opened = Program(
        texts,
        formats,
        knobs=knobs,
        specialize=specialize if isinstance(specialize, Mapping) else None,
        numbers=numbers,
        threads=count_threads(threads) if gpu is None else 1,
        strict=strict,
        check=check,
        progress=progress,
    )
    given = {**operands, **sparse}
    starts_anew = target_name if accumulates and target_name not in operands else ""
    return Kernel(opened, given, threads, gpu, fixed_structures and gpu is None, starts_anew)


def _check_mapping(given: Any, name: str) -> None:
    """Raises SpindleTypeError where ``given`` is no mapping."""
    if not isinstance(given, Mapping):
        expected, got = "a dict", repr(given)
        raise SpindleTypeError(f"{name}: expected {expected} but got {got}", name, expected, got)


def _describe_constants(constant: Iterable[str] | Mapping[str, str]) -> str:
    """The operands of ``constant=``, as the session is told.

    Raises
    ------
    SpindleValueError
        Another word than these for an operand.
    """
    if isinstance(constant, str):
        constant = (constant,)
    if not isinstance(constant, Mapping):
        names = list_items(constant, "constant", "names of operands")
        constant = dict.fromkeys((take_text(name, "constant") for name in names), "all")
    for name, what in constant.items():
        if what not in ("all", "structure"):
            text = f"constant[{name!r}]: expected 'all' or 'structure' but got {what!r}"
            raise SpindleValueError(text, "constant", "'all' or 'structure'", repr(what))
    return ",".join(name if what == "all" else f"{name}={what}" for name, what in constant.items())


def _open_target(target: str, device: str, check: bool) -> _spindle.Device | None:
    """The device for ``target=``; None for the processor.

    Raises
    ------
    SpindleValueError
        No such target, no such device, or one that cannot do what is asked for.
    """
    if take_text(target, "target") == "cpu":
        return None
    if target != "cuda":
        text = f"target: expected 'cpu' or 'cuda' but got {target!r}"
        raise SpindleValueError(text, "target", "'cpu' or 'cuda'", repr(target))
    if check:
        text = "check: expected target='cpu', to report what is undefined, but got 'cuda'"
        raise SpindleValueError(text, "check", "target='cpu'", "'cuda'")
    return open_device(device)


def _promote(operands: Mapping[str, Any]) -> np.dtype[Any]:
    """The type that the elements of ``operands`` promote to; float32 without any."""
    types = {
        name: operand.dtype
        if isinstance(operand, Array)
        else _interop.to_dense(operand, name=name).dtype
        for name, operand in operands.items()
        if not isinstance(operand, Number)
    }
    return promote(list(types.values()), list(types)) if types else np.dtype(np.float32)
