"""Programs compiled to kernels."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from spindle import _interop, _spindle
from spindle._array import Array
from spindle._bound import BoundKernel
from spindle._device_call import DeviceCall, check_options
from spindle._errors import SpindleError, SpindleTypeError, SpindleValueError
from spindle._explanation import Explanation
from spindle._program import Operand, Program
from spindle._result import allocate
from spindle._structure import have_same_structure
from spindle._taking import adapt, measure, take
from spindle._threads import count_threads
from spindle._types import from_buffer, to_dtype

__all__ = ["Kernel"]


class Kernel:
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
    ) -> None:
        """Compiles ``program`` for the operands ``given``, to run on ``device``."""
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
            check_options(self._device is not None, threads, copy, stream, workspace)
        given = self._collect(operands, out, named)
        if self._device is not None:
            return DeviceCall(self, given, stream, workspace).run()
        count = self._threads if threads is None else threads
        taken = self._take(given, copy)
        made = self._call(taken, given, copy, count_threads(count))
        return self._give(taken, given, made)

    def bind(
        self,
        *operands: Any,
        out: Any = None,
        copy: bool | None = None,
        stream: Any = None,
        workspace: Any = None,
        fixed_structures: bool | None = None,
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
            Of a kernel for a GPU: promises that the structures of sparse operands stay as
            they are. What the first run has to search in them, as the row of each element,
            later runs find in the workspace. Values may change.

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
        check_options(self._device is not None, None, copy, stream, workspace, fixed_structures)
        given = self._collect(operands, out, named)
        if self._device is not None:
            launch = DeviceCall(self, given, stream, workspace, fixed_structures)
            return BoundKernel(self, launch, [], given)
        taken = self._take(given, copy)
        self._check_structures(taken)
        try:
            call = self._kernel.bind(taken)
        except SpindleError:
            taken = self._adapt(given, taken, copy)
            self._check_structures(taken)
            call = self._kernel.bind(taken)
        return BoundKernel(self, call, taken, given)

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

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A, x = spindle.array(np.eye(3)), np.arange(3.0)
        >>> kernel = spindle.compile("spmv", A=A, x=x)
        >>> "scf.for" in kernel.ir("loops")
        True
        """
        return self._program._program.emit(stage, self._program.progress)

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
        self._program._program.save(os.fspath(path), symbol, self._program.progress)

    # -- From what is given to what the kernel takes ------------------------------------

    def _lend(self, operands: Mapping[str, Any]) -> None:
        """Has the program know ``operands``, which it is compiled for."""
        given = self._collect((), None, operands)
        taken = self._adapt(given, self._take_given(given), True)
        for spec, operand in zip(self._arguments, taken, strict=True):
            if spec.kind == "scalar" or operand is None:
                continue
            # What has the structure of another is its values.
            shared = spec.structure_of and isinstance(operand, _spindle.Tensor)
            lent = operand.arrays(0)["values"] if shared else operand
            self._program._program.lend(spec.name, lent)

    def _collect(self, operands: tuple[Any, ...], out: Any, named: Mapping[str, Any]) -> list[Any]:
        """What is given of each argument, None for what is not."""
        given: list[Any] = [None] * len(self._arguments)
        if len(operands) > len(self._inputs):
            raise SpindleTypeError(
                f"expected at most {len(self._inputs)} operands but got {len(operands)}"
            )
        for number, operand in zip(self._inputs, operands, strict=False):
            given[number] = operand
        for name, operand in named.items():
            number = self._find(name)
            if given[number] is not None:
                raise SpindleTypeError(f"{name}: expected one operand but got it twice", name)
            given[number] = operand
        if out is not None:
            self._add_out(given, out)
        for number in self._inputs:
            if given[number] is None:
                name = self._arguments[number].name
                raise SpindleTypeError(
                    f"{name}: expected an operand but got none", name, "an operand", "none"
                )
        return given

    def _add_out(self, given: list[Any], out: Any) -> None:
        """Adds ``out=`` to what is given."""
        if isinstance(out, Mapping):
            for name, operand in out.items():
                given[self._find(name)] = operand
            return
        outputs = [n for n in self._written if given[n] is None]
        if len(outputs) != 1:
            names = ", ".join(self._arguments[n].name for n in self._written) or "none"
            raise SpindleTypeError(
                f"out: expected a dict by the names of what is written ({names}) but got one array"
            )
        given[outputs[0]] = out

    def _find(self, name: str) -> int:
        """The number of the argument called ``name``."""
        if name in self._index:
            return self._index[name]
        known = ", ".join(self._index)
        raise SpindleTypeError(
            f"expected an operand ({known}) but got '{name}'", name, f"an operand ({known})", name
        )

    def _take_given(self, given: list[Any]) -> list[Any]:
        """What the extension module takes of what is given, where nothing is to be copied."""
        return [take(spec, each) for spec, each in zip(self._arguments, given, strict=True)]

    def _take(self, given: list[Any], copy: bool | None) -> list[Any]:
        """What the extension module takes where nothing is to be copied; outputs are allocated."""
        taken = self._take_given(given)
        for number in self._written:
            if given[number] is None:
                # Values on a structure are as many as the program's format has.
                if number in self._sharing:
                    taken = self._adapt(given, taken, copy)
                spec = self._arguments[number]
                taken[number] = take(spec, self._allocate(number, taken))
        return taken

    def _call(self, taken: list[Any], given: list[Any], copy: bool | None, threads: int) -> Any:
        """Runs on what is taken, or on copies of what does not fit as it is."""
        self._check_structures(taken)
        try:
            return self._kernel.call(taken, threads)
        except SpindleError:
            adapted = self._adapt(given, taken, copy)
            if all(a is t for a, t in zip(adapted, taken, strict=True)):
                raise
        taken[:] = adapted
        self._check_structures(taken)
        return self._kernel.call(taken, threads)

    def _check_structures(self, taken: list[Any]) -> None:
        """Checks that what has the structure of another operand really has it."""
        for number in self._sharing:
            spec = self._arguments[number]
            mine, owner = taken[number], taken[self._index[spec.structure_of]]
            if not isinstance(mine, _spindle.Tensor) or not isinstance(owner, _spindle.Tensor):
                continue
            # Another format is refused by the call, or converted.
            if mine.format == owner.format and not have_same_structure(mine, owner):
                expected = f"elements at the coordinates of {spec.structure_of}"
                text = f"{spec.name}: expected {expected} but got others"
                raise SpindleValueError(text, spec.name, expected, "others")

    def _adapt(self, given: list[Any], taken: list[Any], copy: bool | None) -> list[Any]:
        """``taken`` with what is only read in the program's formats, types and order."""
        adapted = list(taken)
        for number in self._inputs:
            spec = self._arguments[number]
            if spec.access == "read" and spec.kind != "scalar":
                adapted[number] = adapt(spec, given[number], copy)
        return adapted

    def _allocate(self, number: int, taken: list[Any]) -> Any:
        """Memory for the output ``number``."""
        spec = self._arguments[number]
        if number in self._sharing:
            owner = taken[self._index[spec.structure_of]]
            return Array(owner.zeros(spec.dtype))
        return allocate(self._find_shape(number, taken), to_dtype(spec.dtype))

    def _find_shape(self, number: int, taken: list[Any]) -> tuple[int, ...]:
        """The shape of the dense output ``number``, by the sizes of what is taken."""
        spec = self._arguments[number]
        sizes: dict[str, int] = {}
        for other, operand in zip(self._arguments, taken, strict=True):
            if operand is not None and other.dims:
                sizes.update(measure(other, operand))
        known = [size or sizes.get(dim) for size, dim in zip(spec.shape, spec.dims, strict=True)]
        shape = tuple(size for size in known if size is not None)
        if len(shape) < len(known):
            expected = "out=, since no operand tells the size of all its dimensions,"
            text = f"{spec.name}: expected {expected} but got none"
            raise SpindleValueError(text, spec.name, expected, "none")
        return shape

    def _give(self, taken: list[Any], given: list[Any], made: Any) -> Any:
        """What a call returns."""
        if made is not None:
            results = [Array(tensor) for tensor in made]
        else:
            results = [self._finish(n, taken[n], given) for n in self._written]
        return results[0] if len(results) == 1 else tuple(results)

    def _finish(self, number: int, taken: Any, given: list[Any]) -> Any:
        """The output ``number`` as its user knows it."""
        if given[number] is not None:
            return given[number]
        if isinstance(taken, _spindle.Tensor):
            return Array(taken)
        array = from_buffer(*taken) if isinstance(taken, tuple) else taken
        return _interop.like_input(array, *given)
