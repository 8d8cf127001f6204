"""What the rows of the table compute, and what is right: the reference in f64.

A kernel makes the operands of a `Problem` from a matrix, says what SciPy and NumPy
make of them with the error that rounding explains, and counts its work.
"""

from bench.kernels.attention import FusedMM, Softmax
from bench.kernels.problem import Counts, Kernel, Problem
from bench.kernels.products import Layer, SpMM, SpMMTransposed, SpMV
from bench.kernels.sampled import SDDMM
from bench.kernels.tensors import MTTKRP

KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for kernel in (SpMM(), SpMV(), SpMMTransposed(), SDDMM(), Softmax(), FusedMM())
    + (MTTKRP(), Layer())
}

__all__ = ["KERNELS", "Counts", "Kernel", "Problem"]
