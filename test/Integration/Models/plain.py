"""Functions over linalg on tensors, compiled by passes of upstream alone and called on
arrays of NumPy."""

import ctypes
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np

PASSES = (
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries"
    " function-boundary-type-conversion=identity-layout-map},"
    "func.func(convert-linalg-to-loops,llvm-request-c-wrappers),"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "func.func(math-expand-ops{ops=rsqrt}),convert-math-to-libm,convert-math-to-llvm,"
    "convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts)"
)


def build(source: Path, folder: Path) -> Path:
    """A shared object of the functions in a file. sparse-opt reads it and runs the
    passes, which do not know Spindle."""
    base = folder / source.stem
    steps = [
        ["sparse-opt", source, f"--pass-pipeline={PASSES}", "-o", f"{base}.llvm.mlir"],
        ["mlir-translate", "--mlir-to-llvmir", f"{base}.llvm.mlir", "-o", f"{base}.ll"],
        ["llc", "-O2", "-filetype=obj", "-relocation-model=pic"]
        + [f"{base}.ll", "-o", f"{base}.o"],
        ["ld.lld", "-shared", f"{base}.o", "-o", f"{base}.so"],
    ]
    for step in steps:
        subprocess.run([str(part) for part in step], check=True)
    return Path(f"{base}.so")


def descriptor(rank: int) -> type[ctypes.Structure]:
    """A memref of this rank, as C sees it."""

    class MemRef(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        ]

    return MemRef


def memref_of(array: np.ndarray) -> ctypes.Structure:
    made = descriptor(array.ndim)()
    made.allocated = made.aligned = array.ctypes.data
    made.sizes[:] = array.shape
    made.strides[:] = [stride // array.itemsize for stride in array.strides]
    return made


def call(
    library: Path, function: str, arrays: list[np.ndarray], like: np.ndarray
) -> np.ndarray:
    """Calls a function of one result, which has the type and the rank of `like`."""
    # Padding copies by upstream's library; math.h is in the process.
    tools = Path(shutil.which("mlir-opt")).resolve().parent
    helpers = tools.parent / "lib" / "libmlir_c_runner_utils.so"
    ctypes.CDLL(str(helpers), mode=ctypes.RTLD_GLOBAL)
    loaded = ctypes.CDLL(str(library))
    given = [memref_of(np.ascontiguousarray(array)) for array in arrays]
    result = descriptor(like.ndim)()
    loaded[f"_mlir_ciface_{function}"](ctypes.byref(result), *map(ctypes.byref, given))
    shape = tuple(result.sizes)
    packed = [math.prod(shape[place + 1 :]) for place in range(like.ndim)]
    if list(result.strides) != packed:
        raise ValueError(f"expected a packed result but got strides {result.strides}")
    size = math.prod(shape) * like.itemsize
    memory = ctypes.string_at(result.aligned + result.offset * like.itemsize, size)
    return np.frombuffer(memory, like.dtype).reshape(shape)
