"""Programs compiled for a GPU, and called from here.

The compiler gives the functions that launch and the kernels' PTX. The former become a
shared object by upstream's tools. The kernels go to a driver as PTX; for the emulated
driver they are compiled for the host, from the LLVM IR that their PTX is made of.
"""

import ctypes
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from driver import Driver, DriverError

HERE = Path(__file__).resolve().parent
HOST_PASSES = (
    "builtin.module(func.func(llvm-request-c-wrappers),expand-strided-metadata,"
    "lower-affine,convert-scf-to-cf,gpu-to-llvm{use-bare-pointers-for-kernels=1},"
    "reconcile-unrealized-casts)"
)
#: A kernel in LLVM IR, on one line: its name and its parameters.
KERNEL = r"^define [^@]*@(\w+)\((.*)\)[^)]*{$"
#: How C spells the types of kernels' parameters.
C_TYPES = {"ptr": "void *", "i64": "long", "i32": "int", "float": "float"}
C_TYPES |= {"double": "double"}
LAUNCH = ctypes.CFUNCTYPE(
    None,
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_int64),
    ctypes.POINTER(ctypes.c_int64),
    ctypes.c_void_p,
    ctypes.c_int64,
)


def run(*command: object, text: str | bytes = b"") -> bytes:
    """What a tool prints, given `text`; raises where it fails."""
    data = text.encode() if isinstance(text, str) else text
    words = [str(word) for word in command]
    result = subprocess.run(words, check=False, input=data, capture_output=True)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {result.stderr.decode()}")
    return result.stdout


def decode(text: str) -> bytes:
    r"""The bytes of a string as MLIR prints it, with \5C for a backslash."""
    return re.sub(
        rb"\\([0-9A-F]{2}|\\)",
        lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1], 16)]),
        text.encode(),
    )


@dataclass
class Build:
    """What to compile: the choices of spindle-lower-to-nvvm, and a scratch folder.

    `cc` is a C compiler.
    """

    program: str
    folder: Path
    cc: str
    chip: str = "sm_90"
    threads: int = 128
    index_bits: int = 64
    arguments: tuple[str, ...] = ()

    def lower(self, form: str) -> bytes:
        """The module with its kernels in a form, nvvm or ptx."""
        source = run("sparse-run", self.program, *self.arguments, "--emit", "tensors")
        options = f"chip={self.chip} threads={self.threads} format={form} "
        options += f"index-bitwidth={self.index_bits}"
        return run("sparse-opt", f"--spindle-lower-to-nvvm={options}", text=source)

    def host_object(self) -> Path:
        """The functions that launch, with the kernels' PTX as data."""
        module = run(
            "mlir-opt", f"--pass-pipeline={HOST_PASSES}", text=self.lower("ptx")
        )
        code = run("mlir-translate", "--mlir-to-llvmir", text=module)
        return assemble(code, self.folder / "host.o")

    def kernel_code(self) -> str:
        """The kernels in LLVM IR, as functions of the host that read where they are."""
        module = run(
            "sparse-opt", "--gpu-module-to-binary=format=llvm", text=self.lower("nvvm")
        )
        match = re.search(rb'offload = "(.*?)(?<!\\)"', module, re.DOTALL)
        code = run("llvm-dis", "-", text=decode(match[1].decode())).decode()
        code = re.sub(r"^target .*$", "", code, flags=re.MULTILINE)
        code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
        code = code.replace("ptx_kernel ", "")
        return re.sub(r"@llvm\.nvvm\.read\.ptx\.sreg\.(\w+)\.([xyz])", r"@\1_\2", code)

    def kernel_objects(self) -> list[Path]:
        """The kernels, and C for the table that the emulated driver finds them in."""
        code = self.kernel_code()
        table = self.folder / "table.c"
        table.write_text(make_table(code))
        return [assemble(code, self.folder / "kernels.o"), table]

    def link(self, name: str, *inputs: Path) -> ctypes.CDLL:
        """A shared object of the inputs, loaded."""
        path = self.folder / name
        run(*shlex.split(self.cc), "-shared", "-fPIC", "-O2", "-o", path, *inputs)
        return ctypes.CDLL(str(path))


def make_table(code: str) -> str:
    """C that calls each kernel of some LLVM IR by the addresses of its parameters."""
    lines = ["struct Kernel { const char *name; int count; void (*call)(void **); };"]
    for name in ("tid", "ctaid", "ntid", "nctaid"):
        lines.append(f"extern unsigned emulated_{name}[3];")
        for place, axis in enumerate("xyz"):
            lines.append(
                f"unsigned {name}_{axis}(void) {{ return emulated_{name}[{place}]; }}"
            )
    rows = []
    for name, parameters in re.findall(KERNEL, code, re.MULTILINE):
        types = [C_TYPES[p.split()[0]] for p in parameters.split(", ")]
        values = ", ".join(f"*({t} *)p[{i}]" for i, t in enumerate(types))
        lines.append(f"void {name}({', '.join(types)});")
        lines.append(f"static void call_{name}(void **p) {{ {name}({values}); }}")
        rows.append(f'{{"{name}", {len(types)}, call_{name}}}')
    lines.append(f"const struct Kernel kernels[] = {{{', '.join(rows)}}};")
    lines.append(f"const int kernelCount = {len(rows)};")
    return "\n".join(lines) + "\n"


def assemble(code: str | bytes, path: Path) -> Path:
    """The object of some LLVM IR."""
    flags = ["-O2", "-relocation-model=pic", "-filetype=obj", "-o", path]
    run("llc", *flags, text=code)
    return path


class Program:
    """A compiled program, on a driver."""

    def __init__(self, build: Build, driver: Driver | None):
        """Compiles; without a driver for one that is emulated."""
        host = build.host_object()
        self.library = build.link("host.so", HERE / "host.c", host)
        if driver is None:
            inputs = [HERE / "emulated_driver.c", *build.kernel_objects()]
            driver = Driver(build.link("driver.so", *inputs))
        self.driver = driver
        self.library.get_image.restype = ctypes.c_void_p
        self.module = driver.load(self.library.get_image())
        # Python has to keep what C calls.
        self.launch = LAUNCH(self.on_launch)
        self.library.set_launch(self.launch)
        self.error: DriverError | None = None
        self.grids: list[int] = []

    def on_launch(self, name, grid, block, params, count) -> None:
        self.grids.append(grid[0])
        try:
            self.driver.launch(self.module, name, grid[:3], block[:3], params)
        except DriverError as error:  # Nothing can be thrown through C.
            self.error = self.error or error

    def call(self, function: str, *arguments: int | np.ndarray) -> None:
        """Calls a function of the program. Arrays are on the GPU meanwhile."""
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        pointers = [self.driver.copy_in(a) for a in arrays]
        where = iter(pointers)
        values = [
            ctypes.byref(describe(a, next(where)))
            if isinstance(a, np.ndarray)
            else ctypes.c_int64(a)
            for a in arguments
        ]
        getattr(self.library, f"_mlir_ciface_{function}")(*values)
        if self.error:
            raise self.error
        for array, pointer in zip(arrays, pointers, strict=True):
            self.driver.copy_out(pointer, array)
            self.driver.free(pointer)


def describe(array: np.ndarray, pointer: int) -> ctypes.Structure:
    """MLIR's descriptor of the array's elements at an address."""
    rank = array.ndim

    class Descriptor(ctypes.Structure):
        _fields_ = (
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        )

    numbers = ctypes.c_int64 * rank
    strides = [stride // array.itemsize for stride in array.strides]
    return Descriptor(pointer, pointer, 0, numbers(*array.shape), numbers(*strides))
