"""Spindle's own kernels: shared objects that `sparse-run --save` writes."""

import ctypes
import hashlib
import os
import re
import shlex
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

from bench import arrays, native, places
from bench.errors import Missing
from bench.kernels import Problem
from bench.peers.peer import Prepared, in_place
from bench.peers.sparse_run import SparseRun
from bench.peers.stored import stored_arrays
from bench.sparse import Sparse

#: A parameter of the C function, as the header declares it.
PARAMETER = re.compile(r"^    (?:const )?\w+ \*?(\w+)[,)]", re.MULTILINE)
#: Programs that do not ship, by kernel and type.
PROGRAMS = {
    ("spmm", "bf16"): "spmm_bf16.mlir",
    ("layer", "f32"): "layer.mlir",
}


class HowToRun(ctypes.Structure):
    """`spindle_call`."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("threads", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspace_bytes", ctypes.c_uint64),
        ("error", ctypes.c_void_p),
        ("error_bytes", ctypes.c_uint64),
    )


class Spindle(SparseRun):
    """The compiler of this checkout, its schedule chosen by the matrix.

    Variants: the plain one takes the sizes of dense operands when it is called;
    `compiled` has them compiled in; `csr` computes with a matrix in blocks in CSR, and
    `f32` with operands of bf16 in f32. Others are options of `sparse-run` by a name
    (`utils/bench --variant`).
    """

    name = "spindle"

    def __init__(self) -> None:
        super().__init__()
        #: Options of `sparse-run` by the name of a variant.
        self.variants: dict[str, str] = {}

    def options(self, problem: Problem, variant: str) -> list[str]:
        """What `sparse-run` is given for a variant."""
        if variant in self.variants:
            text = self.variants[variant]
            for name, k in problem.sizes.items():
                text = text.replace(f"{{{name}}}", str(k))
            return shlex.split(text)
        if variant == "compiled":
            sizes = problem.sizes.items()
            return [
                part for name, k in sizes for part in ("--specialize", f"{name}={k}")
            ]
        if variant in ("", "csr", "f32"):
            return []
        raise Missing(f"spindle has no variant '{variant}'")

    def save(self, problem: Problem, options: list[str]) -> Path:
        """Compiles a kernel, where that was not done before. The folder is of just
        this build of the compiler."""
        threads = os.environ.get("OMP_NUM_THREADS", "1")
        program = PROGRAMS.get((problem.kernel, problem.dtype))
        command = [str(self.program), problem.kernel, "--dtype", problem.dtype]
        if program:
            command = [str(self.program), str(places.SOURCES / "programs" / program)]
        if problem.a.format == "bsr":
            size = problem.a.block
            command += ["--format", f"A=bsr({size},{size},full)"]
        command += ["--threads", threads, "--symbol", f"bench_{problem.kernel}"]
        command += options
        state = self.program.stat()
        is_measured = "--schedule" not in options or converts(options)
        text = f"{shlex.join(command)} {state.st_mtime_ns} {contents(options)}"
        text += f" {fingerprint(problem) if is_measured else ''}"
        text += f" {zlib.crc32(problem.a.values) if converts(options) else ''}"
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        target = places.folder("kernels") / f"{problem.kernel}-{digest}.so"
        if target.exists():
            return target
        with tempfile.TemporaryDirectory() as folder:
            if is_measured:
                command += measured(problem, Path(folder))
            if converts(options):
                command += save_storage(target.with_suffix(""))
            compile_kernel(command, target)
        return target

    def prepare(self, problem: Problem, variant: str) -> Prepared:
        options = self.options(problem, variant)
        if variant == "csr":
            problem = as_csr(problem)
        if variant == "f32":
            problem = as_f32(problem)
        path = self.save(problem, options)
        if converts(options):
            return bound(problem, path, in_format(problem, path.with_suffix("")))
        return bound(problem, path, operands(problem))


def bound(problem: Problem, path: Path, given: dict[str, object]) -> Prepared:
    """The kernel of a shared object on operands by the names that they have in its
    header."""
    function = getattr(ctypes.CDLL(str(path)), f"bench_{problem.kernel}")
    declaration = path.with_suffix(".h").read_text()
    start = declaration.index(f"int32_t bench_{problem.kernel}(")
    arguments = []
    for name in PARAMETER.findall(declaration[start:]):
        if name.endswith("_count"):
            arguments.append(given[name.removesuffix("_count")].size)
        elif name != "call":
            arguments.append(given[name])
    text = ctypes.create_string_buffer(200)
    how = HowToRun(ctypes.sizeof(HowToRun))
    how.error, how.error_bytes = ctypes.addressof(text), len(text)
    how.text = text
    made = native.call(function, *arguments, how)
    if native.timer().run(made) != 0:
        raise Missing(f"the kernel refuses: {text.value.decode()}")
    return in_place(problem, made)


def converts(options: list[str]) -> bool:
    """Whether options of `sparse-run` name a format, which the operand is not in."""
    return any(option.partition("=")[0] == "--format" for option in options)


def save_storage(folder: Path) -> list[str]:
    """The option by which `sparse-run` leaves the arrays of A in a folder."""
    folder.mkdir(exist_ok=True)
    return ["--save-storage", f"A={folder}"]


def fingerprint(problem: Problem) -> str:
    """Tells apart what schedules are chosen by."""
    sums = [zlib.crc32(array) for array in indices(problem).values()]
    return f"{problem.a.shape} {problem.sizes} {sums}"


def indices(problem: Problem) -> dict[str, np.ndarray]:
    """The positions and coordinates of the sparse operand."""
    return {k: array for k, array in problem.a.arrays.items() if k != "values"}


def measured(problem: Problem, folder: Path) -> list[str]:
    """The options by which `sparse-run` learns the sizes, and of a matrix where its
    elements are."""
    sizes = [
        part for k in problem.sizes.items() for part in ("--size", "{}={}".format(*k))
    ]
    if len(problem.a.shape) != 2:
        return sizes
    if problem.dtype == "bf16":  # which is no type of NumPy's files
        path = folder / "pattern.mtx"
        scipy.io.mmwrite(path, problem.a.exact())
    else:
        path = folder / "pattern.npz"
        scipy.sparse.save_npz(path, problem.a.in_scipy(), compressed=False)
    return [*sizes, "--bind", f"A={path}"]


def contents(options: list[str]) -> str:
    """A digest of the files that options name, such as schedules."""
    digest = hashlib.sha256()
    for option in options:
        path = Path(option.partition(":")[0])
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def compile_kernel(command: list[str], target: Path) -> None:
    """Has `sparse-run` write a shared object and its header."""
    part = target.with_name(f"{os.getpid()}-{target.name}")
    done = subprocess.run(
        [*command, "--save", str(part)], check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        said = lines[0] if lines else f"exit status {done.returncode}"
        raise Missing(f"sparse-run cannot compile it: {said}")
    part.with_suffix(".h").rename(target.with_suffix(".h"))
    part.rename(target)


def as_csr(problem: Problem) -> Problem:
    """The same problem, its matrix in CSR."""
    return Problem(
        problem.kernel,
        problem.dtype,
        problem.sizes,
        problem.a.csr(),
        problem.dense,
        problem.results,
    )


def as_f32(problem: Problem) -> Problem:
    """The same problem, its operands in f32."""
    a = problem.a
    values = arrays.stored(arrays.numbers(a.values), "f32")
    return Problem(
        problem.kernel,
        "f32",
        problem.sizes,
        Sparse(a.format, a.shape, a.arrays | {"values": values}, a.block),
        {name: arrays.stored(problem.operand(name), "f32") for name in problem.dense},
        problem.results,
    )


def in_format(problem: Problem, folder: Path) -> dict[str, object]:
    """Every operand by the name that it has in the header; the arrays of A are those
    in a folder."""
    given = stored_arrays(folder, problem.a.shape)
    given.update(dense_operands(problem))
    return given


def operands(problem: Problem) -> dict[str, object]:
    """Every operand by the name that it has in the header."""
    given: dict[str, object] = {}
    given |= {f"A_size{d}": size for d, size in enumerate(problem.a.shape)}
    given |= {f"A_{name}": array for name, array in problem.a.arrays.items()}
    return given | dense_operands(problem)


def dense_operands(problem: Problem) -> dict[str, object]:
    """Those besides A."""
    given: dict[str, object] = {}
    for name, array in {**problem.dense, **problem.results}.items():
        given[name] = array
        given[f"{name}_sizes"] = np.array(array.shape, np.int64)
        given[f"{name}_strides"] = 0
    return given
