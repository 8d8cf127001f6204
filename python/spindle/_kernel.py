"""Programs compiled to kernels."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from spindle import _spindle
from spindle._arguments import take_path, take_text
from spindle._bound import BoundKernel
from spindle._calling import Calling
from spindle._device_call import DeviceCall, check_options
from spindle._errors import SpindleValueError
from spindle._explanation import Explanation
from spindle._inspection import (
    Inspection,
    count_elements,
    find_structures,
    take_inspection,
    take_structures,
)
from spindle._program import Operand, Program
from spindle._structure import have_same_structure
from spindle._taking import adapt
from spindle._threads import count_threads

__all__ = ["Kernel"]


class Kernel(Calling):
    """A compiled program, as :func:`compile` gives it. Several threads may call it at once.

    Attributes
    ----------
    operands : tuple of Operand
        What it takes, in the order of its arguments, and what it returns.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
    >>> kernel = spindle.compile("spmv", A=A, x=x)
    >>> kernel(A=2 * A, x=x)
    array([0., 2., 4.])
    >>> [operand.name for operand in kernel.operands]
    ['A', 'x', 'y']
    """

    operands: tuple[Operand, ...]

    def __init__(
        self,
        program: Program,
        given: Mapping[str, Any],
        threads: int | None,
        device: _spindle.Device | None = None,
        fixed_structures: bool = False,
        starts_anew: str = "",
    ) -> None:
        """Compiles ``program`` for the operands ``given``, to run on ``device``."""
        self._starts_anew = starts_anew
        self.operands = program.operands
        self._program = program
        self._threads = threads
        self._device = device
        self._counters: dict[str, Any] = {}
        self._arguments = tuple(operand for operand in program.operands if not operand.is_result)
        self._index = {operand.name: number for number, operand in enumerate(self._arguments)}
        self._inputs = [n for n, operand in enumerate(self._arguments) if not operand.is_output]
        self._written = [n for n, operand in enumerate(self._arguments) if operand.access != "read"]
        # Dense operands may be told to have one shape, by the same word.
        self._sharing = [
            n for n, o in enumerate(self._arguments) if o.structure_of and o.kind == "sparse"
        ]
        self._lend(given)
        self._kernel = program.compile()
        # What was found in the structures that all calls have, and these, by the operand.
        self._kept: list[Any] | None = None
        self._fixed: dict[int, _spindle.Tensor] = {}
        if fixed_structures and self._kernel.found:
            self._keep(given)

    def _keep(self, operands: Mapping[str, Any]) -> None:
        """Finds for all calls what inspectors find in the structures of ``operands``."""
        named = {name: operand for name, operand in operands.items() if name in self._index}
        taken, given = take_structures(self, (), named)
        self._kept = list(self._run_on(taken, given, True, self._kernel.inspect))
        self._fixed = {n: taken[n] for n in find_structures(self)}

    def _find_inspection(
        self,
        inspection: Mapping[str, Any] | None,
        given: list[Any],
        taken: list[Any],
        copy: bool | None,
    ) -> list[Any] | None:
        """What a call is given: what its user gives, or what is kept; None for nothing."""
        found = take_inspection(inspection, self._kernel.found)
        if found is not None or self._kept is None:
            return found
        for number, kept in self._fixed.items():
            spec = self._arguments[number]
            if getattr(taken[number], "format", None) != kept.format:
                taken[number] = adapt(spec, given[number], copy)
            if not have_same_structure(taken[number], kept):
                expected = "the structure that it was compiled for"
                text = f"{spec.name}: expected {expected} but got another"
                raise SpindleValueError(text, spec.name, expected, "another")
        return self._kept

    def __repr__(self) -> str:
        takes = ", ".join(f"{o.name}: {o.format} {o.dtype}" for o in self._arguments)
        return f"<spindle.Kernel({takes})>"

    def __call__(
        self,
        *operands: Any,
        out: Any = None,
        threads: int | None = None,
        copy: bool | None = None,
        stream: Any = None,
        workspace: Any = None,
        inspection: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> Any:
        """Runs it. One for a GPU is launched, and runs later.

        Parameters
        ----------
        *operands, **named
            What the program reads, in its order or by its names: an :class:`Array`, what
            :func:`array` takes, NumPy's arrays, torch's tensors on the CPU, numbers. Sparse
            ones in the format of the program are used as they lie, dense ones that are
            row-major, aligned and of its type too. On a GPU: a :class:`SparseDeviceArray`,
            a :class:`DeviceArray`, what speaks DLPack there.
        out : array, or dict of arrays by name
            What the program writes to; where it is left out, memory is allocated.
        threads : int
            The threads that this call runs on; by default those of :func:`compile`.
        copy : bool
            False refuses operands that would have to be copied; by default they are, with
            a :class:`CopyWarning` once. For a GPU nothing is copied.
        stream : optional
            Of a kernel for a GPU the stream that it runs on: an address, or an object with
            ``__cuda_stream__``; by default CUDA's default stream.
        workspace : DeviceArray, or what speaks DLPack
            Of a kernel for a GPU the memory for what it makes on its way, as large as
            :meth:`measure_workspace` says; by default it is allocated.
        inspection : Inspection
            What :meth:`inspect` found in operands of these structures; by default it is
            found in each call, or once where :func:`compile` was promised that these stay.

        Returns
        -------
        array, or tuple of arrays
            What was written: ``out``, or new memory; a torch tensor where a dense operand
            is one; of a sparse operand an :class:`Array`. On a GPU a :class:`DeviceArray`
            or a :class:`SparseDeviceArray`.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            Operands that are missing, unknown, of another type, shape or size than the
            program takes, in the memory of another device, or that overlap what is written.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> kernel = spindle.compile("spmv", A=A, x=x)
        >>> y = np.empty(3)
        >>> kernel(A, x, out=y, threads=1) is y
        True
        """
        if self._device is not None or stream is not None or workspace is not None:
            check_options(
                self._device is not None, threads, copy, stream, workspace, inspection=inspection
            )
        given = self._collect(operands, out, named)
        if self._device is not None:
            return DeviceCall(self, given, stream, workspace).run()
        count = self._threads if threads is None else threads
        taken = self._take(given, copy)
        found = self._find_inspection(inspection, given, taken, copy)
        made = self._call(taken, given, copy, count_threads(count), found)
        return self._give(taken, given, made)

    def bind(
        self,
        *operands: Any,
        out: Any = None,
        copy: bool | None = None,
        stream: Any = None,
        workspace: Any = None,
        fixed_structures: bool | None = None,
        inspection: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> BoundKernel:
        """A call with these operands, checked once, to be run often.

        What is bound must not be resized; its elements may change between runs.

        Parameters
        ----------
        *operands, **named
            What the program reads, as in a call.
        out : array, or dict of arrays by name
            What each run writes to; where it is left out, memory is allocated once.
        copy : bool
            False refuses operands that would have to be copied. A copy is made once: later
            changes of its operand are not seen.
        stream, workspace
            As of a call. The workspace of a kernel for a GPU is allocated at its first run,
            unless it is given.
        fixed_structures : bool
            Promises that the structures of sparse operands stay as they are, and so what is
            searched in them need not be searched by each run: wavefronts and tiles of rows,
            which are found here then; on a GPU the row of each element, which later runs
            find in the workspace. Values may change.
        inspection : Inspection
            What :meth:`inspect` found in operands of these structures.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            As of a call.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.eye(3, dtype=np.float32))
        >>> x = np.ones(3, dtype=np.float32)
        >>> run = spindle.compile("spmv", A=A, x=x).bind(A=A, x=x)
        >>> run()
        array([1., 1., 1.], dtype=float32)
        """
        check_options(
            self._device is not None, None, copy, stream, workspace, inspection=inspection
        )
        given = self._collect(operands, out, named)
        if self._device is not None:
            launch = DeviceCall(self, given, stream, workspace, fixed_structures)
            return BoundKernel(self, launch, [], given)
        taken = self._take(given, copy)
        found = self._find_inspection(inspection, given, taken, copy)
        inspects = found is None and bool(fixed_structures) and bool(self._kernel.found)

        def bind(operands: list[Any]) -> Any:
            return self._kernel.bind(
                operands, self._kernel.inspect(operands) if inspects else found
            )

        call = self._run_on(taken, given, copy, bind)
        return BoundKernel(self, call, taken, given)

    def inspect(self, *operands: Any, copy: bool | None = None, **named: Any) -> Inspection:
        """Finds what it needs to know of the structures of operands, as wavefronts.

        Calls with the same structures may be given it, which need not find it again. It is
        empty for a kernel that needs nothing so, or whose calls have to find it.

        Parameters
        ----------
        *operands, **named
            The sparse operands that it reads. Others may be left out.
        copy : bool
            As of a call.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            As of a call, and a structure that cannot be inspected.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> kernel = spindle.compile("spmv", A=A, x=x)
        >>> found = kernel.inspect(A=A)
        >>> kernel(A, x, inspection=found)
        array([0., 1., 2.])
        """
        taken, given = take_structures(self, operands, named)
        arrays = self._run_on(taken, given, copy, self._kernel.inspect)
        found = dict(zip(self._kernel.found, arrays, strict=True))
        return Inspection(found, count_elements(self, taken))

    def check_inspection(
        self,
        inspection: Mapping[str, Any],
        *operands: Any,
        copy: bool | None = None,
        **named: Any,
    ) -> None:
        """Checks that what was found is of the structures of these operands.

        It takes as long as finding it. A call checks the lengths and types of arrays alone.

        Parameters
        ----------
        inspection : Inspection
            What :meth:`inspect` found.
        *operands, copy, **named
            As of :meth:`inspect`.

        Raises
        ------
        SpindleValueError
            Another structure: the wavefront, the row and the column.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> kernel = spindle.compile("spmv", A=A, x=x)
        >>> kernel.check_inspection(kernel.inspect(A=A), A=A)
        """
        found = take_inspection(inspection, self._kernel.found)
        taken, given = take_structures(self, operands, named)
        self._run_on(
            taken, given, copy, lambda operands: self._kernel.check_inspection(operands, found)
        )

    def measure_workspace(self, *operands: Any, out: Any = None, **named: Any) -> int:
        """The bytes of the workspace of a call with these operands, which need one on a GPU.

        Parameters
        ----------
        *operands, **named
            What the program reads, as in a call.
        out : array, or dict of arrays by name
            What the program writes to.

        Raises
        ------
        SpindleTypeError, SpindleValueError
            As of a call.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> spindle.compile("spmv", A=A, x=x).measure_workspace(A, x)
        0
        """
        given = self._collect(operands, out, named)
        return 0 if self._device is None else DeviceCall(self, given).workspace_bytes

    def counters(self) -> dict[str, Any]:
        """What the emulator counted in the last call, by kernel; empty without one.

        Each has ``launches``, ``instructions``, ``sectors`` and others: docs/Emulator.md
        says what they mean.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> spindle.compile("spmv", A=A, x=x).counters()
        {}
        """
        return self._counters

    def ir(self, stage: str = "positions") -> str:
        """The program's text at ``stage``.

        Parameters
        ----------
        stage : str
            ``tensors``, ``coordinates``, ``positions``, ``loops``, ``llvm``, ``llvm-ir``,
            ``asm``, ``nvvm``, ``ptx``, ``rocdl`` or ``amdgcn``.

        Raises
        ------
        SpindleValueError
            No such stage; for a GPU a program that it cannot run.
        SpindleTypeError
            A stage that is no text.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> kernel = spindle.compile("spmv", A=A, x=x)
        >>> "scf.for" in kernel.ir("loops")
        True
        """
        return self._program._program.emit(take_text(stage, "stage"), self._program.progress)

    def explain(self) -> Explanation:
        """What it was compiled to, and why, which prints well.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> explanation = spindle.compile("spmv", A=A, x=x).explain()
        >>> explanation.strategy["schedule"]
        'fibres'
        """
        told = json.loads(self._program._program.explain(self._program.progress))
        return Explanation(self._program._program.strategy, told)

    def save(self, path: str | os.PathLike[str], symbol: str = "") -> None:
        """Writes a shared object for C at ``path``, and its header beside it.

        Parameters
        ----------
        path : path
            The shared object, as in ``spmm.so``; the header is ``spmm.h``.
        symbol : str
            What the function is called; by default as in the program, for a GPU with
            ``_gpu`` behind.

        Raises
        ------
        SpindleError
            A program that returns tensors, a name that is no symbol, no compiler to link
            by, a failure of the system.

        Examples
        --------
        >>> import os, tempfile, numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     spindle.compile("spmv", A=A, x=x).save(os.path.join(folder, "spmv.so"))
        ...     sorted(os.listdir(folder))
        ['spmv.h', 'spmv.so']
        """
        self._program._program.save(take_path(path, "path"), symbol, self._program.progress)
