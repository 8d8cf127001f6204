"""Tensors of PyTorch to Spindle's arrays and back, in the same memory.

PyTorch is never imported here but by :func:`to_torch`: who has a tensor has imported it.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._copying import CopyRule
from spindle._scipy import adopt_blocks, adopt_list, adopt_rows, has_whole_blocks, match_widths
from spindle._types import bfloat16, from_buffer

__all__ = ["from_torch", "has_sparse_layout", "is_torch", "lend_to_torch", "to_numpy", "to_torch"]


def is_torch(obj: Any) -> bool:
    """Whether ``obj`` is a tensor of PyTorch."""
    torch = sys.modules.get("torch")
    kind = getattr(torch, "Tensor", None)
    return kind is not None and isinstance(obj, kind)


def has_sparse_layout(tensor: Any) -> bool:
    """Whether a tensor of PyTorch has a sparse layout."""
    return str(tensor.layout) != "torch.strided"


def _check_device(tensor: Any, rule: CopyRule) -> None:
    if tensor.device.type != "cpu":
        raise rule.fail("a tensor on cpu", f"one on {tensor.device}")


def _check_gradient(tensor: Any, rule: CopyRule) -> None:
    """A result without its gradient would train nothing, and tell nobody."""
    import torch

    if tensor.requires_grad and torch.is_grad_enabled():
        raise rule.fail("a tensor without a gradient, as .detach() gives it,", "one with it")


def to_numpy(tensor: Any, rule: CopyRule) -> npt.NDArray[Any]:
    """The dense ``tensor`` as an array of NumPy in the same memory.

    Raises
    ------
    SpindleTypeError
        A tensor on another device, of a type that NumPy has not, or that requires a
        gradient, where gradients are enabled.
    """
    import torch

    _check_device(tensor, rule)
    _check_gradient(tensor, rule)
    tensor = tensor.detach()
    if tensor.is_conj() or tensor.is_neg():
        rule.need("elements as they are", "a conjugate or negative view")
        tensor = tensor.resolve_conj().resolve_neg()
    if tensor.dtype == torch.bfloat16:
        whole: npt.NDArray[Any] = tensor.view(torch.int16).numpy()
        return whole.view(bfloat16())
    try:
        made: npt.NDArray[Any] = tensor.numpy()
    except (TypeError, RuntimeError) as error:
        raise rule.fail("a tensor that NumPy can hold", f"one of {tensor.dtype}") from error
    return made


def from_torch(tensor: Any, rule: CopyRule) -> _spindle.Tensor:
    """The sparse ``tensor`` of PyTorch, in its own format and memory.

    Raises
    ------
    SpindleTypeError
        Another device, blocks by columns, batches, or dense dimensions.
    """
    _check_device(tensor, rule)
    _check_gradient(tensor, rule)
    layout = str(tensor.layout).removeprefix("torch.")
    shape = tuple(int(size) for size in tensor.shape)
    if layout == "sparse_coo":
        if tensor.dense_dim():
            raise rule.fail("a tensor without dense dimensions", f"{tensor.dense_dim()} of them")
        # The underscored names give what is there, coalesced or not.
        coordinates = to_numpy(tensor._indices(), rule)
        return adopt_list(shape, list(coordinates), to_numpy(tensor._values(), rule), rule)
    if layout not in ("sparse_csr", "sparse_csc", "sparse_bsr"):
        raise rule.fail("a layout of coo, csr, csc or bsr", str(tensor.layout))
    if len(shape) != 2:
        raise rule.fail("a matrix", f"one of {len(shape)} dimensions, a batch of them")
    by_columns = layout == "sparse_csc"
    outer = tensor.ccol_indices() if by_columns else tensor.crow_indices()
    inner = tensor.row_indices() if by_columns else tensor.col_indices()
    positions, indices = to_numpy(outer, rule), to_numpy(inner, rule)
    values = to_numpy(tensor.values(), rule)
    matrix = (shape[0], shape[1])
    if layout == "sparse_bsr":
        return adopt_blocks(matrix, positions, indices, values, rule)
    return adopt_rows(matrix, positions, indices, values, rule, by_columns)


class _Writable:
    """Lends an array that may only be read as one that may be written."""

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self.array = array
        told = dict(array.__array_interface__)
        told["data"] = (told["data"][0], False)
        self.__array_interface__ = told


def lend_to_torch(array: npt.NDArray[Any]) -> Any:
    """``array`` as a dense tensor of PyTorch in the same memory.

    PyTorch has no tensors that may only be read: nobody may write into one of these whose
    array may not be written.
    """
    import torch

    is_brain = array.dtype.name == "bfloat16"
    plain = array.view(np.int16) if is_brain else array
    if not plain.flags.writeable:
        plain = np.asarray(_Writable(plain))
    tensor = torch.from_numpy(plain)
    return tensor.view(torch.bfloat16) if is_brain else tensor


def to_torch(tensor: _spindle.Tensor) -> Any:
    """The sparse tensor of PyTorch on the arrays of ``tensor``; None without such a layout.

    A list of coordinates is copied, as PyTorch wants them in one array.
    """
    import torch

    name = tensor.format.split("<")[0]
    arrays = tensor.arrays()
    values = lend_to_torch(from_buffer(arrays["values"], tensor.dtype))
    shape = tuple(tensor.shape)
    if name == "coo" or (name == "csf" and len(shape) == 1):
        lists = np.stack(arrays["coordinates"]).astype(np.int64, copy=False)
        made = torch.sparse_coo_tensor(lend_to_torch(lists), values, shape, is_coalesced=True)
        return made
    if name not in ("csr", "csc") and not has_whole_blocks(tensor, tuple(values.shape)):
        return None
    parts = match_widths(arrays["coordinates"][1], arrays["positions"][1])
    inner, outer = (lend_to_torch(part) for part in parts)
    layout = getattr(torch, f"sparse_{name}")
    return torch.sparse_compressed_tensor(outer, inner, values, shape, layout=layout)
