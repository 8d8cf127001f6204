# RUN: %python %s
"""What SparseTIR computes wrongly, or fails at, is right here: a function for each.

docs/Formats/composite.md lists them, with those that tests elsewhere show.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import batch
import numpy as np
import scipy.io
import scipy.sparse
from totals import Totals

COMPOSITE = ["hyb(1,1)", "hyb(2,3)", "ell-coo(2)", "bsr-csr(2,2,3)", "dense-rows(2)"]
PADDED = ["ell", "sell(2,4)", "bsr(2,3)", "dia", "ldia(4)", *COMPOSITE]


class Folder:
    """A folder with the operands and results of runs."""

    def __init__(self, path: Path):
        self.path = path
        self.rng = np.random.default_rng(8)

    def matrix(self, a: scipy.sparse.sparray, name: str = "A") -> str:
        """The argument of sparse-run that binds a matrix, explicit zeros too."""
        path = self.path / f"{name}.mtx"
        scipy.io.mmwrite(path, scipy.sparse.coo_array(a))
        return f"--bind={name}={path}"

    def array(self, name: str, x: np.ndarray) -> str:
        path = self.path / f"{name}.npy"
        np.save(path, x.astype(np.float32))
        return f"--bind={name}={path}"

    def program(self, text: str) -> str:
        path = self.path / "program.mlir"
        path.write_text(text)
        return str(path)

    def run(self, program: str, out: str, *words: str) -> np.ndarray:
        """What a program writes to `out`, which the interpreter agrees with."""
        path = self.path / ("out.mtx" if out in ("P", "result") else "out.npy")
        done = call(program, f"--out={out}={path}", "--check", *words)
        if done.returncode != 0:
            raise AssertionError(done.stderr.strip())
        if path.suffix == ".mtx":
            return scipy.io.mmread(path).toarray()
        return np.load(path)


def call(program: str, *words: str) -> subprocess.CompletedProcess:
    return batch.run(["sparse-run", program, *words])


def sample(folder: Folder, rows: int = 9, columns: int = 11) -> scipy.sparse.csr_array:
    """Small integers: empty rows, one long row, elements in column 0."""
    a = scipy.sparse.random_array(
        (rows, columns), density=0.3, rng=folder.rng, dtype=np.float32
    ).tolil()
    a[2, :] = 1.0
    a[5, :] = 0.0
    a[:, 0] = 1.0
    a[5, 0] = 0.0
    a = scipy.sparse.csr_array(a)
    a.eliminate_zeros()
    a.data = folder.rng.integers(1, 9, a.nnz).astype(np.float32)
    return a


def expect(got: np.ndarray, expected: np.ndarray, what: str) -> None:
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6, err_msg=what)


# Decomposition: what a part begins with, what it holds, what padding does.


def parts_begin_with_one_fill(folder: Folder) -> None:
    """Each clone of a decomposed program set the same output to zero."""
    text = call("spmm", "--format=A=hyb(2,2)", "--emit=coordinates").stdout
    assert text.count("sparse.fill") == 1, text
    assert text.count("iter.nest") == 6, text
    assert text.count("sparse.accumulate add") == 6, text


def sums_of_parts_are_added(folder: Folder) -> None:
    """Only a promise of atomics made stores to one row in several parts a sum."""
    a, b = sample(folder), folder.rng.integers(-4, 5, (11, 3)).astype(np.float32)
    for text in COMPOSITE:
        got = folder.run(
            "spmm", "C", f"--format=A={text}", folder.matrix(a), folder.array("B", b)
        )
        expect(got, a @ b, text)


def covers_are_checked(folder: Folder) -> None:
    """Nothing checked that the parts hold each element once."""
    a = folder.matrix(sample(folder))
    for parts, said in [
        ("i below 3 : csr, i from 2 : coo", "element (2, 0): .. parts 0 and 1"),
        ("j below 3 : csr, j from 4 : coo", "element (2, 3): .. none"),
        ("i below 4 : columns<2>, i from 5 : csr", "element (4, 0): .. none"),
    ]:
        done = call(
            "spmv", f"--format=A=composite<(i, j) -> ({parts})>", a, "--bind=x=ones"
        )
        place, found = said.split(" .. ")
        assert done.returncode == 2, parts
        assert place in done.stderr and f"but got {found}" in done.stderr, done.stderr


def padding_is_no_element(folder: Folder) -> None:
    """Padding was a zero: the largest of negative numbers came out as 0."""
    a = sample(folder)
    a.data = -a.data
    dense = np.where(a.toarray() != 0, a.toarray(), -np.inf).max(axis=1)
    for text in PADDED:
        got = folder.run("row_max", "y", f"--format=A={text}", folder.matrix(a))
        expect(got, dense, text)


def padding_is_not_copied(folder: Folder) -> None:
    """A copy to a padded format found other elements, or (i, 0) twice."""
    a = sample(folder)
    for text in ("ell<?>", "ell<?, bitmap>", "hyb<1, 2>", "ell_coo<3>"):
        there = f"!sparse.tensor<?x?xf32, #sparse.{text}>"
        program = folder.program(f"""
!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!there = {there}
func.func @copy(%A: !csr {{sparse.name = "A"}}) -> !csr {{
  %B = sparse.convert %A : !csr -> !there
  %C = sparse.convert %B : !there -> !csr
  return %C : !csr
}}""")
        expect(folder.run(program, "result", folder.matrix(a)), a.toarray(), text)


# Searches.

PRODUCT = """
#all = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!dense = !sparse.tensor<?xf32, #sparse.dense>
func.func @product(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !csr {sparse.name = "B", sparse.dims = ["I", "J"]}, %y: !dense {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %I, %yv = sparse.unpack %y : !dense -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A) ins(%A, %B : !csr, !csr) outs(%y : !dense) maps [#all, #all, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}"""


def missing_elements_are_zero(folder: Folder) -> None:
    """A search for a coordinate without an element gave that of another one."""
    a, b = sample(folder), sample(folder)
    b = scipy.sparse.csr_array(b.multiply(b > 4))
    for other in (b, scipy.sparse.csr_array(b.shape, dtype=np.float32)):
        got = folder.run(
            folder.program(PRODUCT), "y", folder.matrix(a), folder.matrix(other, "B")
        )
        expect(got, a.multiply(other).sum(axis=1), "product")


def arrays_may_be_wide(folder: Folder) -> None:
    """Conversions had indices of 32 bits alone."""
    a, x = sample(folder), np.arange(11.0)
    wide = "csr<pos = i64, crd = i64>"
    for text in (
        "csr(pos=i64,crd=i64)",
        f"composite<(i, j) -> (length(i) below 4 : {wide}, rest : {wide})>",
    ):
        got = folder.run(
            "spmv", "y", f"--format=A={text}", folder.matrix(a), folder.array("x", x)
        )
        expect(got, a @ x, text)


# Programs.


def softmax_is_of_differences(folder: Folder) -> None:
    """Powers were of the elements, and their sum of differences to the largest."""
    a = sample(folder)
    a.data = 200 * a.data
    rows = np.repeat(np.arange(9), np.diff(a.indptr))
    for text in PADDED:
        got = folder.run("softmax", "P", f"--format=A={text}", folder.matrix(a))
        expected = np.zeros(a.shape)
        for row in range(9):
            own = a.indices[rows == row]
            power = np.exp(a.data[rows == row] - a.data[rows == row].max(initial=0))
            expected[row, own] = power / power.sum() if power.size else power
        expect(got, expected, text)


def buckets_may_be_empty(folder: Folder) -> None:
    """A data set with a bucket of no rows did not compile."""
    lengths, x = [1, 17, 0, 1, 20], np.arange(24.0)
    a = np.zeros((5, 24))
    for row, length in enumerate(lengths):
        a[row, :length] = row + 1
    for filled in (a, np.zeros((5, 24)), a[:, :1], np.zeros((0, 24))):
        bound = folder.matrix(scipy.sparse.coo_array(filled))
        columns = folder.array("x", x[: filled.shape[1]])
        for text in ("hyb(1,4)", "hyb(3,4)"):
            got = folder.run("spmv", "y", f"--format=A={text}", bound, columns)
            expect(got, filled @ x[: filled.shape[1]], text)


def order_of_coordinates_is_kept(folder: Folder) -> None:
    """That coordinates need not ascend was lost when a size became a constant."""
    text = "(i, j) -> (i : dense, j : compressed(unordered))"
    for words in ([], ["--specialize", "K=4"]):
        emitted = call("spmm", f"--format=A={text}", "--emit=coordinates", *words)
        assert "axis.sparse_variable" in emitted.stdout, emitted.stderr
        assert "sparse_variable, sorted" not in emitted.stdout, emitted.stdout


MISTAKES: list[Callable[[Folder], None]] = [
    parts_begin_with_one_fill,
    sums_of_parts_are_added,
    covers_are_checked,
    padding_is_no_element,
    padding_is_not_copied,
    missing_elements_are_zero,
    arrays_may_be_wide,
    softmax_is_of_differences,
    buckets_may_be_empty,
    order_of_coordinates_is_kept,
]


def main() -> int:
    totals = Totals()
    for mistake in MISTAKES:
        totals.compared += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                mistake(Folder(Path(folder)))
            except AssertionError as wrong:
                totals.failures.append(f"{mistake.__name__}: {wrong}")
    return totals.finish()


if __name__ == "__main__":
    sys.exit(main())
