"""A matrix in other formats: `sparse-run` converts it, and compiles kernels for it.

One call leaves the shared object of a kernel, and the arrays of the matrix as .npy
files that are called as its parameters (docs/CInterface.md).
"""

import dataclasses
import itertools
import json
import math
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import scipy.sparse

from bench import formats, places, sparse
from bench.rows import Row

#: Seconds after which a format is given up.
PATIENCE = 180.0
#: What --storage-size prints of a tensor, and then of its parts.
SIZE = re.compile(
    r"(\d+) elements, (\d+) bytes, \d+ of (\d+) values padding$", re.MULTILINE
)
#: What it says of formats that have no arrays but the values.
ALL_DENSE = "expected an operand with a structure of its own to measure"
#: What is said of the operand itself is why it cannot be stored so.
ABOUT_OPERAND = "error: A: "


@dataclass
class Stored:
    """What is known of a matrix in a format."""

    #: `stored`, or `left out` or `failed` for a reason.
    status: str
    reason: str = ""
    #: Its name with numbers of the matrix in braces.
    template: str = ""
    bytes: int = 0
    #: Values that the storage has room for, and those that are elements.
    values: int = 0
    elements: int = 0
    #: Seconds of each conversion from a list of entries by rows.
    conversions: list[float] = field(default_factory=list)

    def told(self) -> dict:
        """What is kept in the file of figures."""
        held = dataclasses.asdict(self)
        seconds = held.pop("conversions")
        return held | {"convert_seconds": min(seconds) if seconds else None}


@dataclass(frozen=True)
class Kernel:
    """A kernel for a format, to be made."""

    form: str
    row: Row
    threads: int

    @property
    def sizes(self) -> list[str]:
        named = [f"{name}={size}" for name, size in self.row.sizes]
        options = [("--size", one, "--specialize", one) for one in named]
        return [part for group in options for part in group]


class Workshop:
    """A folder in which a matrix is stored in formats, removed at the end."""

    def __init__(self, program: str, path: Path):
        self.program = program
        self.path = path
        self.a = sparse.load(path).csr()
        self.stored: dict[str, Stored] = {}
        self.objects: dict[Kernel, Path] = {}
        self.numbers = itertools.count()

    def __enter__(self) -> Self:
        # Names of shared objects must not come again: the loader goes by them.
        where = places.folder("formats")
        self.folder = Path(tempfile.mkdtemp(prefix=self.path.stem, dir=where))
        self.matrix = self.folder / "A.npz"
        held = self.a.typed("f32").in_scipy()
        scipy.sparse.save_npz(self.matrix, held, compressed=False)
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def place(self, form: str) -> Path:
        """The folder of a format's arrays."""
        safe = "".join(letter if letter.isalnum() else "-" for letter in form)
        return self.folder / safe

    def files(self, kernel: Kernel) -> dict[str, str]:
        """What a lane is told of a kernel that is made."""
        storage = str(self.place(kernel.form))
        return {"object": str(self.objects[kernel]), "storage": storage}

    def make(self, kernel: Kernel) -> str:
        """Compiles a kernel, and stores the matrix where that was not done before.
        Returns what went wrong."""
        target = self.folder / f"{next(self.numbers)}-{kernel.row.name}.so"
        self.objects[kernel] = target
        report = target.with_suffix(".json")
        command = [self.program, kernel.row.kernel, "--dtype", kernel.row.dtype]
        command += ["--format", f"A={kernel.form}", "--threads", str(kernel.threads)]
        command += ["--symbol", f"bench_{kernel.row.kernel}", *kernel.sizes]
        command += ["--bind", f"A={self.matrix}", "--json", str(report)]
        storage = self.place(kernel.form)
        if not storage.exists():
            storage.mkdir()
            command += ["--save-storage", f"A={storage}"]
        said = call([*command, "--save", str(target)])
        if not said:
            self.learn(kernel.form, json.loads(report.read_text()))
        return said

    def learn(self, form: str, report: dict) -> None:
        """Notes what a conversion came to."""
        self.stored[form].conversions.append(report["convert_seconds"])

    def store(self, form: str, row: Row, threads: int) -> None:
        """Stores the matrix in a format, with the kernel of a first row, or notes why
        it is left out."""
        if form in self.stored:
            return
        self.stored[form] = self.measure(form)
        if not self.takes_part(form):
            return
        said = self.make(Kernel(form, row, threads))
        if said:
            kind = "left out" if ABOUT_OPERAND in said else "failed"
            self.stored[form] = Stored(kind, said.partition("error: ")[2] or said)

    def measure(self, form: str) -> Stored:
        """How large the matrix is in a format, before it is stored so."""
        command = [self.program, "spmv", "--dtype", "f32", "--format", f"A={form}"]
        command += ["--bind", f"A={self.matrix}", "--storage-size", "A"]
        done = run(command)
        if ALL_DENSE in done.stderr:
            values = math.prod(self.a.shape)
            return self.judge(Stored("stored", bytes=4 * values, values=values), [])
        lines = [found.groups() for found in SIZE.finditer(done.stdout)]
        if done.returncode or not lines:
            kind = "left out" if ABOUT_OPERAND in done.stderr else "failed"
            return Stored(kind, last_words(done).partition("error: ")[2])
        numbers = [tuple(map(int, line)) for line in lines]
        _, bytes_, values = numbers[0]
        held = Stored("stored", bytes=bytes_, values=values)
        return self.judge(held, [elements for elements, _, _ in numbers[1:]])

    def judge(self, size: Stored, parts: list[int]) -> Stored:
        """Leaves a format out for its size, or where all is in one of its parts, which
        have so many elements."""
        size.elements = self.a.stored
        csr = self.stored.get("csr", size)
        size.reason = formats.too_large(vars(size), vars(csr))
        if len(parts) > 1 and sum(one > 0 for one in parts) <= 1:
            number = max(range(len(parts)), key=parts.__getitem__)
            size.reason = f"all elements are in part {number}"
        size.status = "left out" if size.reason else "stored"
        return size

    def compile(self, forms: list[str], row: Row, threads: int) -> dict[str, str]:
        """Makes the kernels of a row, several at a time. Returns what went wrong."""
        kernels = [Kernel(form, row, threads) for form in forms]
        wanted = [one for one in kernels if one not in self.objects]
        with ThreadPoolExecutor(threads) as pool:
            said = list(pool.map(self.make, wanted))
        return {one.form: text for one, text in zip(wanted, said) if text}

    def advise(self, row: Row, threads: int) -> dict:
        """The format that `sparse-run` advises for a row, and the seconds that it looked
        at the matrix; empty where it has no advice."""
        sizes = [f"{name}={size}" for name, size in row.sizes]
        report = self.folder / f"advice-{row.name}.json"
        command = [self.program, row.kernel, "--dtype", row.dtype, "--advise", "A"]
        command += ["--bind", f"A={self.matrix}", "--threads", str(threads)]
        command += [part for one in sizes for part in ("--size", one)]
        if call([*command, "--json", str(report)]):
            return {}
        told = json.loads(report.read_text())
        return {"format": formats.typed(told["format"]), "seconds": told["seconds"]}

    def takes_part(self, form: str) -> bool:
        return self.stored[form].status == "stored"


def run(command: list[str]) -> subprocess.CompletedProcess:
    """What a command prints; it is ended where it takes too long."""
    try:
        return subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        said = f"error: it took longer than {PATIENCE:g} s"
        return subprocess.CompletedProcess(command, 1, "", said)


def last_words(done: subprocess.CompletedProcess) -> str:
    """What a command that failed says of it."""
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[0] if lines else f"error: exit status {done.returncode}"


def call(command: list[str]) -> str:
    """Runs a command. Returns what it says where it fails."""
    done = run(command)
    return last_words(done) if done.returncode else ""
