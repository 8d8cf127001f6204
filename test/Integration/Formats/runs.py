"""Runs programs that ship on tensors in any format, and compares with references."""

import shutil
import zlib
from dataclasses import dataclass
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from elements import load_array, round_to, save_array, save_matrix
from formats import Format
from references import PROGRAMS, Program, find_wrong, refer
from storage import Elements, find_elements, ravel
from tensors import Pattern, draw


def run_tool(command: list[str]) -> tuple[int, str]:
    """The exit status of a command, and its errors."""
    done = batch.run(command)
    return done.returncode, done.stderr.strip()


@dataclass(frozen=True)
class Case:
    """A run: what, on what, and how."""

    program: str
    format: Format
    element: str
    pattern: Pattern
    # The extent of a dimension that dense operands alone have.
    columns: int = 3
    # How the entries come to sparse-run.
    file: str = "npz"
    pos: str = "i32"
    crd: str = "i32"
    strict: bool = False
    check_mode: bool = False
    check: bool = False
    schedule: str = "auto"

    def __str__(self) -> str:
        words = [self.program, self.format.spell(self.pos, self.crd), self.element]
        words += [f"'{self.pattern.name}'", f"K = {self.columns}", self.file]
        flags = {"strict": self.strict, "check mode": self.check_mode}
        return " ".join(words + [flag for flag, is_on in flags.items() if is_on])


def seeded(*words: object) -> np.random.Generator:
    """Random numbers that depend on `words` alone."""
    return np.random.default_rng(zlib.crc32(repr(words).encode()))


def draw_values(pattern: Pattern, element: str, file: str) -> np.ndarray:
    """The values of the entries: arrays hold no zeros, and .tns no complex numbers."""
    rng = seeded(pattern.name, pattern.shape, element)
    values = pattern.draw(rng, element, may_be_zero=file != "npy")
    if file == "tns" and element.startswith("c"):
        values = values.real.astype(values.dtype)
    return values


def draw_dense(case: Case) -> dict[str, np.ndarray]:
    """The dense operands of a program."""
    program = PROGRAMS[case.program]
    sizes = dict(zip(program.sparse, case.pattern.shape, strict=True))
    operands = {}
    for name, dims in program.dense.items():
        shape = tuple(sizes.get(d, case.columns) for d in dims)
        rng = seeded(name, shape, case.element)
        operands[name] = draw(rng, shape, case.element)
    return operands


def write_text(path: Path, pattern: Pattern, values: np.ndarray) -> None:
    """Writes a .mtx or .tns file of the entries as they are."""
    if path.suffix == ".tns":
        sizes = " ".join(str(n) for n in pattern.shape)
        order, entries = len(pattern.shape), len(values)
        lines = [f"# order {order} dims {sizes} nnz {entries}"]
        values = values.real if np.iscomplexobj(values) else values
    else:
        kind = "integer" if values.dtype.kind in "bi" else "real"
        kind = "complex" if np.iscomplexobj(values) else kind
        lines = [f"%%MatrixMarket matrix coordinate {kind} general"]
        lines.append(f"{pattern.shape[0]} {pattern.shape[1]} {len(values)}")
    for place, value in zip((pattern.places + 1).T.tolist(), values, strict=True):
        number = value.item()
        if isinstance(number, complex):
            number = f"{number.real!r} {number.imag!r}"
        elif isinstance(number, bool):
            number = int(number)
        lines.append(f"{' '.join(str(i) for i in place)} {number}")
    path.write_text("\n".join(lines) + "\n")


def write_sparse(
    path: Path, pattern: Pattern, values: np.ndarray, element: str
) -> None:
    """Writes the entries in the format that the name of the file says."""
    if path.suffix in (".mtx", ".tns"):
        write_text(path, pattern, values)
    elif path.suffix == ".npz":
        places = tuple(pattern.places)
        a = scipy.sparse.coo_array((values, places), shape=pattern.shape)
        save_matrix(path, a, element, compress=False)
    else:
        dense = np.zeros(pattern.shape, values.dtype)
        dense[tuple(pattern.places)] = values
        save_array(path, dense, element)


def read_on_pattern(
    path: Path, elements: Elements, zeros_are_left_out: bool
) -> np.ndarray | str:
    """The values of a matrix with the pattern of `elements`, or what is wrong."""
    if 0 in elements.shape:
        # SciPy divides by 0 where there are no rows.
        return np.zeros(0)
    matrix = scipy.sparse.coo_array(scipy.io.mmread(path))
    numbers = ravel(np.array([matrix.row, matrix.col], np.int64), elements.shape)
    expected = ravel(elements.places, elements.shape)
    if not zeros_are_left_out:
        return (
            matrix.data
            if np.array_equal(numbers, expected)
            else "expected the pattern of A but got another one"
        )
    values = np.zeros(len(expected), matrix.data.dtype)
    values[np.searchsorted(expected, numbers)] = matrix.data
    return values


class Runner:
    """A folder in which programs run. Files of sparse operands are kept until another
    tensor comes."""

    def __init__(self, folder: Path, most_cells: int | None = None):
        self.folder = folder
        self.most_cells = most_cells
        self.pattern: Pattern | None = None

    def sparse_file(self, case: Case) -> tuple[Path, np.ndarray]:
        """The file of A, and the values of its entries."""
        if self.pattern is not case.pattern:
            shutil.rmtree(self.folder / "sparse", ignore_errors=True)
            (self.folder / "sparse").mkdir()
            self.pattern = case.pattern
        values = draw_values(case.pattern, case.element, case.file)
        path = self.folder / "sparse" / f"{case.element}.{case.file}"
        if not path.exists():
            write_sparse(path, case.pattern, values, case.element)
        return path, values

    def command(
        self, case: Case, file: Path, dense: dict[str, np.ndarray]
    ) -> list[str]:
        """Writes the dense operands; how to run the program."""
        text = case.format.spell(case.pos, case.crd)
        command = ["sparse-run", case.program, "--dtype", case.element]
        command += ["--format", f"A={text}", "--bind", f"A={file}"]
        for name, values in dense.items():
            save_array(self.folder / f"{name}.npy", values, case.element)
            command += ["--bind", f"{name}={self.folder / name}.npy"]
        program = PROGRAMS[case.program]
        for name in program.outputs:
            command += ["--out", f"{name}={self.output(program, name)}"]
        command += ["--schedule", case.schedule]
        flags = {"--strict": case.strict, "--check-mode": case.check_mode}
        flags["--check=force"] = case.check
        return command + [flag for flag, is_on in flags.items() if is_on]

    def output(self, program: Program, name: str) -> Path:
        """The file of an output."""
        suffix = "mtx" if name in program.on_pattern else "npy"
        return self.folder / f"out-{name}.{suffix}"

    def run(self, case: Case, dense: dict[str, np.ndarray]) -> str:
        """Runs a case. Says what went wrong."""
        file, _ = self.sparse_file(case)
        command = self.command(case, file, dense)
        refusal = case.format.refuse(case.pattern)
        status, error = run_tool(command)
        if refusal:
            is_right = status == 2 and f"A: {refusal} expected" in error
            return "" if is_right else f"expected 'A: {refusal}' but got '{error}'"
        return f"exit status {status}: {error}" if status else ""

    def read(self, case: Case, name: str, elements: Elements) -> np.ndarray | str:
        """An output, or what is wrong with it."""
        program = PROGRAMS[case.program]
        path = self.output(program, name)
        element = program.output_element(name, case.element)
        if name in program.on_pattern:
            drops = case.format.is_full and case.format.is_dense
            found = read_on_pattern(path, elements, drops)
            return found if isinstance(found, str) else round_to(found, element)
        return load_array(path, element)

    def compare(self, case: Case) -> str:
        """Runs a case and compares. Says what is wrong."""
        dense = draw_dense(case)
        wrong = self.run(case, dense)
        if wrong or case.format.refuse(case.pattern):
            return wrong
        elements = self.elements(case)
        references = refer(case.program, elements, dense, case.element)
        for name, reference in references.items():
            found = self.read(case, name, elements)
            wrong = found if isinstance(found, str) else find_wrong(found, reference)
            if wrong:
                return f"{name}: {wrong}"
        return ""

    def elements(self, case: Case) -> Elements:
        """The elements of A."""
        values = draw_values(case.pattern, case.element, case.file)
        return find_elements(
            case.format, case.pattern, values, case.element, self.most_cells
        )
