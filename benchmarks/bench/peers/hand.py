"""The kernels of benchmarks/hand: by intrinsics of AVX-512, and plain loops."""

import ctypes
from typing import ClassVar

from bench import arrays, machine, native
from bench.errors import Missing
from bench.kernels import Problem
from bench.peers.peer import Peer, Prepared, in_place, no_kernel


class Csr(ctypes.Structure):
    """`spindle::hand::Csr`."""

    _fields_ = (
        ("rows", ctypes.c_int64),
        ("columns", ctypes.c_int64),
        ("positions", ctypes.c_void_p),
        ("coordinates", ctypes.c_void_p),
        ("values", ctypes.c_void_p),
    )


class Csf(ctypes.Structure):
    """`spindle::hand::Csf`."""

    _fields_ = (
        ("slices", ctypes.c_int64),
        ("coordinates0", ctypes.c_void_p),
        ("positions1", ctypes.c_void_p),
        ("coordinates1", ctypes.c_void_p),
        ("positions2", ctypes.c_void_p),
        ("coordinates2", ctypes.c_void_p),
        ("values", ctypes.c_void_p),
    )


def csr(problem: Problem) -> Csr:
    a = problem.a
    names = ("positions1", "coordinates1", "values")
    rows, columns = (size // a.block for size in a.shape)
    return Csr(rows, columns, *(a.arrays[name].ctypes.data for name in names))


def csf(problem: Problem) -> Csf:
    held = problem.a.arrays
    names = [name for name, _ in Csf._fields_[1:]]
    slices = len(held["coordinates0"])
    return Csf(slices, *(held[name].ctypes.data for name in names))


def arguments(problem: Problem) -> tuple:
    """What the function of a kernel takes."""
    dense, results, sizes = problem.dense, problem.results, problem.sizes
    match problem.kernel:
        case "spmm" if problem.a.format == "bsr":
            b, c = dense["B"], results["C"]
            return (csr(problem), b, c, sizes["K"], problem.a.block)
        case "spmm" | "spmm_t":
            return (csr(problem), dense["B"], results["C"], sizes["K"])
        case "layer":
            b, c = dense["B"], results["C"]
            return (csr(problem), b, arrays.empty(c.shape, c.dtype), c, sizes["K"])
        case "spmv":
            return (csr(problem), dense["x"], results["y"])
        case "sddmm":
            x, y = dense["X"], dense["Y"]
            return (csr(problem), x, y, results["C_values"], sizes["K"])
        case "softmax":
            return (csr(problem), results["P_values"])
        case "fusedmm":
            q, k, v = (dense[name] for name in "QKV")
            return (csr(problem), q, k, v, results["O"], sizes["D"], sizes["E"])
        case "mttkrp":
            b, c, m = dense["B"], dense["C"], results["M"]
            return (csf(problem), b, c, m, problem.a.shape[0], sizes["R"])
    raise Missing(f"no kernel of benchmarks/hand does {problem.kernel}")


class Compiled(Peer):
    """Functions of benchmarks/hand."""

    #: The function of a kernel, of the format and type of its matrix, by variant.
    functions: ClassVar[dict[tuple[str, str, str], dict[str, str]]]

    def version(self) -> str:
        return "benchmarks/hand, clang++ 22 -O3 -march=native"

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        key = (problem.kernel, problem.a.format, problem.dtype)
        name = self.functions.get(key, {}).get(variant)
        if not name:
            raise no_kernel(self, problem, variant)
        function = getattr(native.load("hand"), name)
        made = native.call(function, *arguments(problem))
        # These return a status: there are kernels for some sizes alone.
        some = name.startswith(("hand_spmm_compiled", "hand_bsr"))
        if some and native.timer().run(made) != 0:
            raise Missing(f"{name} has no kernel for these sizes")
        return in_place(problem, made)


class Hand(Compiled):
    """Kernels by intrinsics: the bar that Spindle's are held against."""

    name = "hand"
    functions: ClassVar = {
        ("spmm", "csr", "f32"): {
            "run-time": "hand_spmm_f32",
            "compiled": "hand_spmm_compiled_f32",
        },
        ("spmm", "csr", "f64"): {
            "run-time": "hand_spmm_f64",
            "compiled": "hand_spmm_compiled_f64",
        },
        ("spmm", "bsr", "f32"): {"": "hand_bsr_spmm"},
        ("layer", "csr", "f32"): {"": "hand_layer"},
        ("spmv", "csr", "f32"): {
            "loads": "hand_spmv_loads",
            "gathers": "hand_spmv_gathers",
            "scalar": "hand_spmv_scalar",
        },
        ("sddmm", "csr", "f32"): {"one": "hand_sddmm_one", "four": "hand_sddmm_four"},
    }

    def missing(self) -> str:
        return "" if machine.has_avx512() else "this processor has no AVX-512"


class Plain(Compiled):
    """Parallel loops in C++, as one writes them without thinking of registers."""

    name = "plain"
    functions: ClassVar = {
        ("spmm_t", "csr", "f32"): {
            "columns": "plain_spmm_t_columns",
            "copies": "plain_spmm_t_copies",
        },
        ("softmax", "csr", "f32"): {"": "plain_softmax"},
        ("fusedmm", "csr", "f32"): {"": "plain_fusedmm"},
        ("mttkrp", "csf", "f32"): {"": "plain_mttkrp"},
    }
