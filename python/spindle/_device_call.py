"""Calls of kernels on a GPU."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from spindle import _spindle
from spindle._device import describe_memory, find_stream
from spindle._device_array import DeviceArray, SparseDeviceArray, refuse, take_dense
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._program import Operand

if TYPE_CHECKING:
    from spindle._kernel import Kernel

__all__ = ["DeviceCall", "stand_in"]


class DeviceCall:
    """A kernel with its operands on a device.

    Parameters
    ----------
    kernel : Kernel
        One for a GPU.
    given : list
        What was given of each of its arguments, None for what was not.
    stream : optional
        The stream that the operands are made ready for, and that it runs on by default.
    workspace : optional
        Memory for it; by default its own.
    fixed_structures : bool
        Whether runs after the first use what that found of the structures of operands.

    Raises
    ------
    SpindleTypeError, SpindleValueError
        Operands that do not fit, memory of the host, a workspace that is too small.
    """

    def __init__(
        self,
        kernel: Kernel,
        given: list[Any],
        stream: Any = None,
        workspace: Any = None,
        fixed_structures: bool | None = None,
    ) -> None:
        self._kernel = kernel
        self._stream = find_stream(stream)
        device = kernel._device
        assert device is not None
        self._device = device
        self._results: dict[int, DeviceArray | SparseDeviceArray] = {}
        self._taken = [
            self._take(spec, each) for spec, each in zip(kernel._arguments, given, strict=True)
        ]
        for number in kernel._written:
            if given[number] is None:
                self._allocate(number)
        self._check_structures()
        self._call = _spindle.DeviceCall(device, kernel._kernel, self._taken)
        self._given = given
        if workspace is not None:
            self._lend(workspace)
        if fixed_structures:
            self._call.fix_structures()

    @property
    def workspace_bytes(self) -> int:
        """The bytes that the workspace has to have."""
        return self._call.workspace_bytes

    def run(self, stream: Any = None) -> Any:
        """Launches it on ``stream``; what it writes is returned, and written later."""
        number = self._stream if stream is None else find_stream(stream)
        report = self._call.run(number)
        self._kernel._counters = json.loads(report)["kernels"] if report else {}
        results = []
        for place in self._kernel._written:
            result = self._given[place] if self._given[place] is not None else None
            result = self._results[place] if result is None else result
            if isinstance(result, (DeviceArray, SparseDeviceArray)):
                result._stream = number
            results.append(result)
        return results[0] if len(results) == 1 else tuple(results)

    def _take(self, spec: Operand, operand: Any) -> Any:
        """``operand`` as the extension module takes it."""
        if operand is None or spec.kind == "scalar":
            return operand
        if spec.kind != "sparse":
            return take_dense(operand, self._device, self._stream, spec.name)
        if not isinstance(operand, SparseDeviceArray):
            where = describe_memory(self._device)
            raise refuse(operand, f"a sparse array in {where}, as to_device() makes it,", spec.name)
        operand._make_ready(self._stream)
        return operand._held

    def _allocate(self, number: int) -> None:
        """Has the output ``number`` be new memory."""
        kernel, spec = self._kernel, self._kernel._arguments[number]
        made: DeviceArray | SparseDeviceArray
        if number in kernel._sharing:
            owner = self._taken[kernel._index[spec.structure_of]]
            made = SparseDeviceArray(self._device.zeros(owner, spec.dtype), self._device)
        else:
            shape = kernel._find_shape(number, self._taken)
            made = DeviceArray(self._device.allocate(spec.dtype, list(shape)), self._device)
        self._results[number] = made
        self._taken[number] = made._held

    def _check_structures(self) -> None:
        """Checks that what has the structure of another operand is on its arrays."""
        for number in self._kernel._sharing:
            spec = self._kernel._arguments[number]
            owner = self._taken[self._kernel._index[spec.structure_of]]
            if not _spindle.have_one_structure(self._taken[number], owner):
                expected = f"the arrays of the structure of {spec.structure_of}"
                text = f"{spec.name}: expected {expected} but got others"
                raise SpindleValueError(text, spec.name, expected, "others")

    def _lend(self, workspace: Any) -> None:
        """Has ``workspace`` be what it says."""
        memory = DeviceArray(
            take_dense(workspace, self._device, self._stream, "workspace"), self._device
        )
        if memory.nbytes < self.workspace_bytes:
            expected = f"at least {self.workspace_bytes} bytes"
            text = f"workspace: expected {expected} but got {memory.nbytes}"
            raise SpindleValueError(text, "workspace", expected, str(memory.nbytes))
        self._call.lend_workspace(memory._held)


def check_options(
    is_for_gpu: bool,
    threads: Any,
    copy: Any,
    stream: Any,
    workspace: Any,
    inspection: Any = None,
) -> None:
    """Checks that a call has no option that its kernel knows nothing of.

    Raises
    ------
    SpindleTypeError
        One that is for another sort of kernels.
    """
    kinds = ("a GPU", "the processor")
    options = (
        {"threads": threads, "copy": copy or None, "inspection": inspection}
        if is_for_gpu
        else {"stream": stream, "workspace": workspace}
    )
    for name, value in options.items():
        if value is not None:
            expected, got = f"a kernel for {kinds[is_for_gpu]}", f"one for {kinds[not is_for_gpu]}"
            raise SpindleTypeError(f"{name}: expected {expected} but got {got}", name, expected)


def stand_in(operand: Any, device: _spindle.Device) -> Any:
    """What a schedule is chosen by in place of ``operand``: an array of the host.

    Of dense arrays it is the shape and the type alone; a sparse one is copied.
    """
    import numpy as np

    if isinstance(operand, SparseDeviceArray):
        return operand.to_device("cpu")
    is_foreign = hasattr(operand, "__dlpack_device__") and operand.__dlpack_device__()[0] != 1
    if isinstance(operand, DeviceArray) or is_foreign:
        held = take_dense(operand, device, find_stream(None), "operand")
        made = DeviceArray(held, device)
        return np.empty(made.shape, made.dtype)
    return operand
