"""From what a caller gives to what a kernel takes, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spindle import _interop, _spindle
from spindle._array import Array
from spindle._errors import SpindleError, SpindleTypeError, SpindleValueError
from spindle._program import Operand, Program
from spindle._result import allocate
from spindle._structure import have_same_structure
from spindle._taking import adapt, check_written, measure, take
from spindle._types import from_buffer, to_dtype

__all__ = ["Calling"]


class Calling:
    """What a kernel knows of its arguments: the part of it that no user sees."""

    _program: Program
    _kernel: _spindle.Kernel
    _arguments: tuple[Operand, ...]
    #: The number of each argument, by its name.
    _index: dict[str, int]
    #: The numbers of arguments that are read, that are written, and that have the structure
    #: of another.
    _inputs: list[int]
    _written: list[int]
    _sharing: list[int]
    #: What a statement as ``Y[i] += ..`` assigns to, where each call starts from 0.
    _starts_anew: str

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

    def _collect(
        self,
        operands: tuple[Any, ...],
        out: Any,
        named: Mapping[str, Any],
        allow_missing: bool = False,
    ) -> list[Any]:
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
        self._check_start(given)
        for number in self._inputs:
            if given[number] is None and not allow_missing:
                name = self._arguments[number].name
                raise SpindleTypeError(
                    f"{name}: expected an operand but got none", name, "an operand", "none"
                )
        return given

    def _check_start(self, given: list[Any]) -> None:
        """Checks that no start is given to a statement that was compiled to start anew."""
        name = self._starts_anew
        if name and given[self._index[name]] is not None:
            expected = "none, since the kernel was compiled without it, to start anew,"
            text = f"{name}: expected {expected} but got one; give {name}= to compile() too"
            raise SpindleTypeError(text, name, expected, "one")

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

    def _call(
        self,
        taken: list[Any],
        given: list[Any],
        copy: bool | None,
        threads: int,
        found: list[Any] | None,
    ) -> Any:
        """Runs on what is taken, or on copies of what does not fit as it is."""
        return self._run_on(
            taken, given, copy, lambda operands: self._kernel.call(operands, threads, found)
        )

    def _run_on(
        self,
        taken: list[Any],
        given: list[Any],
        copy: bool | None,
        run: Callable[[list[Any]], Any],
    ) -> Any:
        """Has ``run`` what is taken, or, where that does not fit as it is, copies."""
        self._check_structures(taken)
        try:
            return run(taken)
        except SpindleError as error:
            refusal = error
        # Not while that is handled: its text is of no use where a copy is refused.
        adapted = self._adapt(given, taken, copy)
        if all(a is t for a, t in zip(adapted, taken, strict=True)):
            raise refusal
        taken[:] = adapted
        self._check_structures(taken)
        return run(taken)

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
        for number in self._written:
            if taken[number] is not None:
                check_written(self._arguments[number], taken[number])
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
        known = [
            sizes.get(dim) if size is None else size
            for size, dim in zip(spec.shape, spec.dims, strict=True)
        ]
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
