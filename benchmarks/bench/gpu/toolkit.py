"""The programs of the CUDA toolkit, and what is compiled by them."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench import places
from bench.errors import Missing

#: Where the toolkit is looked for, in this order, before the path.
VARIABLES = ("CUDA_HOME", "CUDA_ROOT", "CUDA_PATH")
USUAL = "/usr/local/cuda"
#: The package of PyPI that has nvdisasm, which few toolkits come with.
DISASSEMBLER = "nvidia-cuda-nvdisasm"
HAND = places.SOURCES / "hand"


def folders() -> list[Path]:
    """The bin folders of toolkits."""
    named = [os.environ[name] for name in VARIABLES if name in os.environ]
    return [Path(root) / "bin" for root in [*named, USUAL]]


def find(name: str) -> Path:
    """A program of the toolkit."""
    beside = [folder / name for folder in folders()]
    on_path = shutil.which(name)
    beside += [Path(on_path)] if on_path else []
    for path in beside:
        if os.access(path, os.X_OK):
            return path
    raise Missing(f"{name} is not installed (a CUDA toolkit, which CUDA_HOME names)")


def disassembler() -> Path:
    """nvdisasm, of the package that `utils/bench --install` installs, or of a toolkit."""
    installed = places.PACKAGES / "nvdisasm"
    held = sorted(installed.rglob("bin/nvdisasm"))
    if held:
        return held[0]
    try:
        return find("nvdisasm")
    except Missing:
        raise Missing(
            "nvdisasm is not installed: utils/bench --install --peers nvdisasm gets "
            f"the package {DISASSEMBLER}"
        ) from None


def run(*command: str | Path) -> str:
    """What a program prints on both streams; `Missing` with it where it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        text=True,
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        raise Missing(f"{Path(command[0]).name} failed: {done.stdout.strip()[:800]}")
    return done.stdout


@dataclass(frozen=True)
class Assembled:
    """A cubin for a chip, and what ptxas said of it (`-v`)."""

    path: Path
    chip: str
    log: str = ""


def is_fresh(made: Path, *sources: Path) -> bool:
    newest = max(source.stat().st_mtime for source in sources)
    return made.exists() and made.stat().st_mtime > newest


def compile_cuda(source: Path, chip: str) -> Assembled:
    """The cubin of a file of CUDA, by nvcc."""
    made = places.folder("gpu") / f"{source.stem}.{chip}.cubin"
    log = made.with_suffix(".log")
    headers = source.parent.glob("*.cuh")
    if not is_fresh(made, source, *headers) or not log.exists():
        command = (find("nvcc"), "-std=c++17", "-O3", f"-arch={chip}", "-cubin")
        log.write_text(run(*command, "-Xptxas", "-v", source, "-o", made))
    return Assembled(made, chip, log.read_text())


def assemble(source: Path, chip: str) -> Assembled:
    """The cubin of a file of PTX, by ptxas."""
    made = places.folder("gpu") / f"{source.stem}.{chip}.cubin"
    log = run(find("ptxas"), f"-arch={chip}", "-v", source, "-o", made)
    return Assembled(made, chip, log)


def disassemble(cubin: Path) -> str:
    """The machine code of a cubin as text."""
    return run(disassembler(), "-c", cubin)


def clang() -> str:
    """clang 22, which makes LLVM IR of CUDA without CUDA's headers."""
    prefix = os.environ.get("SPINDLE_LLVM_PREFIX")
    names = [f"{prefix}/bin/clang"] if prefix else []
    for name in [*names, "clang-22", "/usr/lib/llvm-22/bin/clang"]:
        path = shutil.which(name)
        if path:
            return path
    raise Missing("clang 22 is not installed (utils/bootstrap)")


def compile_llvm(source: Path, chip: str) -> Path:
    """The LLVM IR of a file of CUDA for a GPU, as bitcode, for the emulator."""
    made = places.folder("gpu") / f"{source.stem}.{chip}.bc"
    if not is_fresh(made, source, *source.parent.glob("*.cuh")):
        options = ("-std=c++17", "-x", "cuda", "-nocudainc", "-nocudalib", "-O3")
        options += (f"--cuda-gpu-arch={chip}", "--cuda-device-only", "-Wno-everything")
        run(clang(), *options, "-emit-llvm", "-c", source, "-o", made)
    return made
