"""Spindle: a sparse tensor compiler that feels like SciPy.

An :class:`Array` is a sparse array in any format. :func:`einsum` multiplies it with dense
ones, by code that is compiled once and kept; :func:`compile` does the same for programs
with schedules. Arrays of SciPy, NumPy, PyTorch and pydata/sparse go in and out without a
copy where the format allows.

>>> import numpy as np, spindle
>>> A = spindle.array(np.eye(3, dtype=np.float32), format="csr")
>>> spindle.einsum("ij,j->i", A, np.arange(3, dtype=np.float32))
array([0., 1., 2.], dtype=float32)
"""

from spindle import tesa
from spindle._advise import advise, decompose
from spindle._array import Array
from spindle._bound import BoundKernel
from spindle._compile import compile
from spindle._device_array import DeviceArray, SparseDeviceArray
from spindle._draw import draw
from spindle._einsum import einsum
from spindle._errors import (
    CopyError,
    CopyWarning,
    ProgramError,
    SpindleError,
    SpindleFutureWarning,
    SpindleMemoryError,
    SpindleTypeError,
    SpindleValueError,
    SpindleWarning,
)
from spindle._inspection import Inspection
from spindle._io import read, save
from spindle._kept import release_memory
from spindle._kernel import Kernel
from spindle._make import array, asarray, convert, from_coo, random_array
from spindle._program import Operand
from spindle._row_order import fused_share, reorder, row_order
from spindle._saved import SavedKernel, SavedKernels, load_kernels, save_kernels
from spindle._spindle import version as __version__
from spindle._to_device import device_array, from_dlpack, to_device

__all__ = [
    "Array",
    "BoundKernel",
    "CopyError",
    "CopyWarning",
    "DeviceArray",
    "Inspection",
    "Kernel",
    "Operand",
    "ProgramError",
    "SavedKernel",
    "SavedKernels",
    "SparseDeviceArray",
    "SpindleError",
    "SpindleFutureWarning",
    "SpindleMemoryError",
    "SpindleTypeError",
    "SpindleValueError",
    "SpindleWarning",
    "__version__",
    "advise",
    "array",
    "asarray",
    "compile",
    "convert",
    "decompose",
    "device_array",
    "draw",
    "einsum",
    "from_coo",
    "from_dlpack",
    "fused_share",
    "load_kernels",
    "random_array",
    "read",
    "release_memory",
    "reorder",
    "row_order",
    "save",
    "save_kernels",
    "tesa",
    "to_device",
]
