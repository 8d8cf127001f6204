"""MLIR's own compiler of sparse tensors, `mlir-opt --sparsifier`: serial code."""

import ctypes
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np

from bench import native, places
from bench.errors import Missing
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, in_place, no_kernel

#: The program; C is set to zeros, then A B is added. All sizes are in its types.
PROGRAM = """\
#CSR = #sparse_tensor.encoding<{{
  map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32 }}>
func.func @bench(%positions: tensor<{ends}xi32>, %coordinates: tensor<{n}xi32>,
    %values: tensor<{n}x{t}>, %b: tensor<{b}x{t}>, %memory: memref<{c}x{t}>)
    attributes {{llvm.emit_c_interface}} {{
  %zero = arith.constant 0.0 : {t}
  linalg.fill ins(%zero : {t}) outs(%memory : memref<{c}x{t}>)
  %c = bufferization.to_tensor %memory restrict writable
    : memref<{c}x{t}> to tensor<{c}x{t}>
  %a = sparse_tensor.assemble (%positions, %coordinates), %values
    : (tensor<{ends}xi32>, tensor<{n}xi32>), tensor<{n}x{t}> to tensor<{a}x{t}, #CSR>
  %result = linalg.{op} ins(%a, %b : tensor<{a}x{t}, #CSR>, tensor<{b}x{t}>)
    outs(%c : tensor<{c}x{t}>) -> tensor<{c}x{t}>
  bufferization.materialize_in_destination %result in restrict writable %memory
    : (tensor<{c}x{t}>, memref<{c}x{t}>) -> ()
  return
}}
"""
OPERATIONS = {"spmm": "matmul", "spmv": "matvec"}
OPTIONS = {
    "": "enable-runtime-library=false",
    "vectors": "enable-runtime-library=false vl=16 enable-index-optimizations=true "
    "reassociate-fp-reductions=true",
}


def tool(name: str) -> str:
    """The path of a tool of LLVM 22; empty where it is not."""
    prefix = os.environ.get("SPINDLE_LLVM_PREFIX", "/usr/lib/llvm-22")
    return shutil.which(f"{prefix}/bin/{name}") or shutil.which(f"{name}-22") or ""


def memref(array: np.ndarray) -> ctypes.Array:
    """The descriptor of an array: pointers, offset, sizes, strides."""
    steps = [stride // array.itemsize for stride in array.strides]
    address = array.ctypes.data
    words = [address, address, 0, *array.shape, *steps]
    return (ctypes.c_int64 * len(words))(*words)


def times(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))


def text_of(problem: Problem) -> str:
    """The program of a problem."""
    (b,), (c,) = problem.dense.values(), problem.results.values()
    return PROGRAM.format(
        ends=problem.a.shape[0] + 1,
        n=problem.a.stored,
        a=times(problem.a.shape),
        b=times(b.shape),
        c=times(c.shape),
        t=problem.dtype,
        op=OPERATIONS[problem.kernel],
    )


def run(command: list[str]) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()[:1]
        raise Missing(f"{Path(command[0]).name} fails: {' '.join(said)}")


def compile_text(text: str, options: str) -> Path:
    """The shared object of a program, compiled where it is not there yet."""
    folder = places.folder("mlir")
    digest = hashlib.sha256((text + options).encode()).hexdigest()[:16]
    target = folder / f"{digest}.so"
    if target.exists():
        return target
    source, lowered, code = (
        folder / f"{digest}.{ending}" for ending in ("mlir", "llvm.mlir", "ll")
    )
    source.write_text(text)
    run([tool("mlir-opt"), str(source), f"--sparsifier={options}", "-o", str(lowered)])
    translate = [tool("mlir-translate"), "--mlir-to-llvmir", str(lowered)]
    run([*translate, "-o", str(code)])
    flags = ["-O3", "-march=native", "-shared", "-fPIC", "-Wno-override-module"]
    part = target.with_suffix(f".{os.getpid()}")
    run([native.compiler(), *flags, str(code), "-o", str(part)])
    part.rename(target)
    return target


class MLIR(Peer):
    """Variants: the plain one, as it comes; `vectors`, with its vectorization on."""

    name = "mlir"

    def missing(self) -> str:
        there = tool("mlir-opt") and tool("mlir-translate")
        return "" if there else "mlir-opt 22 is not installed (utils/bootstrap)"

    def version(self) -> str:
        done = subprocess.run(
            [tool("mlir-opt"), "--version"], check=False, capture_output=True, text=True
        )
        lines = [line for line in done.stdout.splitlines() if "version" in line]
        return "MLIR " + lines[0].split("version")[-1].strip() if lines else "MLIR"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        known = problem.kernel in OPERATIONS and problem.a.format == "csr"
        if not known or variant not in OPTIONS or problem.dtype == "bf16":
            raise no_kernel(self, problem, variant)
        path = compile_text(text_of(problem), OPTIONS[variant])
        function = ctypes.CDLL(str(path))._mlir_ciface_bench
        held = problem.a.arrays
        arrays = [held["positions1"], held["coordinates1"], held["values"]]
        arrays += [*problem.dense.values(), *problem.results.values()]
        return in_place(problem, native.call(function, *map(memref, arrays)))
