"""C and C++ of the benchmarks: compiled for this processor, loaded and timed.

Calls are timed by compiled code (timing/timing.cpp), so that Python is not counted.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from bench import places
from bench.errors import Missing

MAX_WORDS = 640
FLAGS = ["-std=c++17", "-O3", "-march=native", "-shared", "-fPIC"]
OPENMP = "-fopenmp=libomp"
LIBRARY = "libomp.so.5"


class Call(ctypes.Structure):
    """A function with its arguments, `spindle::bench::Call`."""

    _fields_ = (
        ("function", ctypes.c_void_p),
        ("count", ctypes.c_uint64),
        ("words", ctypes.c_uint64 * MAX_WORDS),
        ("reals", ctypes.c_double * 4),
    )


def compiler() -> str:
    """The path of clang++ 22."""
    prefix = os.environ.get("SPINDLE_LLVM_PREFIX")
    names = [f"{prefix}/bin/clang++"] if prefix else []
    for name in [*names, "clang++-22", "clang++"]:
        path = shutil.which(name)
        if path:
            return path
    raise Missing("clang++ 22 is not installed (utils/bootstrap)")


def runtime_library() -> Path:
    """LLVM's OpenMP runtime, as the compiler finds it."""
    command = [compiler(), f"-print-file-name={LIBRARY}"]
    found = Path(
        subprocess.run(
            command, check=False, capture_output=True, text=True
        ).stdout.strip()
    )
    if not found.is_file():
        raise Missing(f"{LIBRARY} is not installed (utils/bootstrap)")
    return found.resolve()


def runtime_folder() -> Path:
    """A folder in which every name of LLVM's OpenMP runtime is that one file.

    libomp is Intel's runtime too, which MKL asks for by the name libiomp5.so.
    """
    path = places.folder("runtime")
    library = runtime_library()
    for name in (LIBRARY, "libiomp5.so"):
        link = path / name
        if not link.is_symlink() or link.readlink() != library:
            link.unlink(missing_ok=True)
            link.symlink_to(library)
    return path


def compile_library(sources: Sequence[Path], *flags: str) -> Path:
    """A shared object of these sources, compiled where it is not there yet."""
    headers = sorted({header for one in sources for header in one.parent.glob("*.h")})
    command = [compiler(), *FLAGS, *flags]
    digest = hashlib.sha256(" ".join(command).encode())
    for path in [*sources, *headers]:
        digest.update(path.read_bytes())
    target = places.folder("libraries") / (
        f"{sources[0].parent.name}-{sources[0].stem}-{digest.hexdigest()[:16]}.so"
    )
    if not target.exists():
        part = target.with_suffix(f".{os.getpid()}")
        done = subprocess.run(
            [*command, *map(str, sources), "-o", str(part)],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise Missing(f"{sources[0].name} does not compile: {done.stderr[:500]}")
        part.rename(target)
    return target


def load(folder: str) -> ctypes.CDLL:
    """The library of all C++ files in a folder of benchmarks/, on LLVM's OpenMP."""
    sources = sorted((places.SOURCES / folder).glob("*.cpp"))
    # The measure of what the units can do needs all that they have.
    widest = ["-mprefer-vector-width=512"] if folder == "memory" else []
    return ctypes.CDLL(str(compile_library(sources, OPENMP, *widest)))


def word(value: object) -> int:
    """An argument as 64 bits: an integer, an array's address, a pointer."""
    if isinstance(value, np.ndarray):
        return value.ctypes.data if value.size else 0
    if isinstance(value, ctypes.c_void_p):
        return value.value or 0
    if isinstance(value, (ctypes.Structure, ctypes.Array)):
        return ctypes.addressof(value)
    return int(value) & 0xFFFFFFFFFFFFFFFF


def real(value: np.floating) -> float:
    """A floating point argument, as the f64 whose low bits are its bits."""
    return float(np.frombuffer(value.tobytes().ljust(8, b"\0"), np.float64)[0])


def call(function: Callable, *arguments: object) -> Call:
    """A call, which keeps its arguments alive."""
    made = Call(ctypes.cast(function, ctypes.c_void_p).value)
    reals = [one for one in arguments if isinstance(one, np.floating)]
    words = [one for one in arguments if not isinstance(one, np.floating)]
    if len(words) > MAX_WORDS:
        raise Missing(f"it takes {len(words)} arguments, more than {MAX_WORDS}")
    made.count = len(words)
    made.words[: len(words)] = [word(one) for one in words]
    made.reals[: len(reals)] = [real(one) for one in reals]
    made.keep = arguments
    return made


class Timer:
    """Calls functions and times them. It has no OpenMP runtime of its own."""

    def __init__(self) -> None:
        source = places.SOURCES / "timing" / "timing.cpp"
        self.library = ctypes.CDLL(str(compile_library([source])))
        self.library.bench_call.restype = ctypes.c_int32

    def run(self, made: Call) -> int:
        """Calls once. Returns what an `int32_t` function returns, else nonsense."""
        return self.library.bench_call(ctypes.byref(made))

    def time(
        self,
        made: Call,
        warm_ups: int,
        samples: int,
        repeats: int,
        between: Call | None,
    ) -> list[float]:
        """Seconds of one call, `samples` times; `between` is called before each."""
        seconds = (ctypes.c_double * samples)()
        other = ctypes.byref(between) if between else None
        counts = map(ctypes.c_int64, (warm_ups, samples, repeats))
        self.library.bench_time(ctypes.byref(made), other, *counts, seconds)
        return list(seconds)


@cache
def timer() -> Timer:
    """The one of this process."""
    return Timer()


@cache
def memory_library() -> ctypes.CDLL:
    """What measures memory, on the threads of LLVM's OpenMP runtime."""
    library = load("memory")
    for name in ("read", "triad", "rows", "elements", "peak"):
        getattr(library, f"bench_{name}").restype = ctypes.c_double
    return library


@cache
def other_work() -> Call:
    """What stands between calls that alternate."""
    return call(memory_library().bench_disturb)


def threads() -> list[int]:
    """The processor of each thread of a parallel region."""
    room = (ctypes.c_int32 * 256)()
    return list(room[: memory_library().bench_threads(room, len(room))])
