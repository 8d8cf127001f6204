"""Orders of rows, and products in tiles of rows that a kernel chooses by what it knows."""

import os
import re
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from spindle import _spindle
from spindle._cli import main

ROOT = Path(__file__).parents[2]
FEATURES = str(ROOT / "docs" / "examples" / "features.mlir")
SOLVE = str(ROOT / "docs" / "examples" / "trsv.mlir")
RNG = np.random.default_rng(61)


def make_near(rows, reach, seed=1):
    """A matrix whose columns lie up to ``reach`` from the diagonal."""
    rng = np.random.default_rng(seed)
    row = np.repeat(np.arange(rows, dtype=np.int32), 4)
    column = np.clip(row + rng.integers(-reach, reach + 1, row.size, dtype=np.int32), 0, rows - 1)
    made = sp.csr_array(sp.coo_array((np.ones(row.size, "float32"), (row, column)), (rows, rows)))
    made.data[:] = rng.integers(1, 9, made.nnz)
    return made


def shuffle(matrix, seed=2):
    order = np.random.default_rng(seed).permutation(matrix.shape[0])
    return sp.csr_array(matrix[order][:, order])


def make_awkward():
    dense_row = sp.lil_array((40, 40), dtype="float32")
    dense_row[7, :] = 2
    lower = sp.csr_array(np.tril(np.ones((9, 9), "float32")))
    apart = sp.csr_array(sp.block_diag([np.ones((3, 3)), np.zeros((2, 2)), np.ones((4, 4))]))
    return {
        "none": sp.csr_array((0, 0), dtype="float32"),
        "one": sp.csr_array(np.ones((1, 1), "float32")),
        "empty": sp.csr_array((5, 5), dtype="float32"),
        "dense row": sp.csr_array(dense_row),
        "not symmetric": lower,
        "disconnected": apart.astype("float32"),
        "shuffled": shuffle(make_near(300, 3)),
    }


@pytest.mark.parametrize("name", make_awkward())
@pytest.mark.parametrize("format", ["csr", "coo", "csr<pos = i64, crd = i64>"])
def test_products_are_scipys_in_the_callers_order(name, format):
    matrix = make_awkward()[name]
    matrix.sort_indices()
    array = spindle.array(matrix, format=format)
    order = spindle.row_order(array)
    assert sorted(order) == list(range(matrix.shape[0]))
    reordered = spindle.reorder(array, order)
    assert reordered.format == array.format and reordered.nnz == array.nnz
    np.testing.assert_array_equal(reordered.todense(), matrix.todense()[order][:, order])
    x = RNG.integers(-5, 6, (matrix.shape[0], 3)).astype("float32")
    y = np.empty_like(x)
    y[order] = reordered @ x[order]
    np.testing.assert_array_equal(y, matrix @ x)


def test_explicit_zeros_stay():
    matrix = sp.csr_array((np.zeros(1, "float32"), ([0], [2])), shape=(3, 3))
    order = spindle.row_order(matrix)
    assert spindle.reorder(matrix, order).nnz == 1


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: spindle.row_order(np.ones(3)), "matrix"),
        (
            lambda: spindle.row_order(spindle.array(np.ones((3, 4)))),
            "matrix: expected as many rows as columns but got 3 rows and 4",
        ),
        (
            lambda: spindle.reorder(spindle.array(np.eye(3)), [0, 1]),
            "order: expected 3 rows but got an array of shape (2,)",
        ),
        (
            lambda: spindle.reorder(spindle.array(np.eye(3)), [0, 1, 1]),
            "order: expected each row from 0 to 2 once but got row 1 otherwise",
        ),
        (
            lambda: spindle.reorder(spindle.array(np.eye(3)), [0, 1, 3]),
            "order: expected each row from 0 to 2 once but got one outside",
        ),
        (
            lambda: spindle.reorder(spindle.array(np.eye(2)), [0.0, 1.0]),
            "order: expected integers but got float64",
        ),
        (
            lambda: spindle.fused_share(spindle.array(np.eye(2)), tile=0),
            "tile: expected at least 1 row but got 0",
        ),
    ],
)
def test_what_is_refused(call, text):
    with pytest.raises(
        (spindle.SpindleTypeError, spindle.SpindleValueError), match=re.escape(text)
    ):
        call()


def test_the_share_is_that_of_the_tiles_that_are_found():
    matrix = spindle.array(make_near(500, 9))
    operands = {
        "A": matrix,
        "X": np.ones((500, 4), "float32"),
        "W": np.ones((4, 8), "float32"),
    }
    kernel = spindle.compile(FEATURES, **operands, schedule="row_tiles", knobs={"tile": 64})
    share = kernel.inspect(A=matrix).fused_share
    assert 0.3 < share < 1
    assert share == pytest.approx(spindle.fused_share(matrix, tile=64))
    plain = spindle.compile(FEATURES, **operands, schedule="none")
    assert plain.inspect(A=matrix).fused_share is None


# Shares of elements at tiles of 2,048 rows: as they are, and at least reordered.
SHARES = {
    "graphs/mesh-4elt": (0.816, 0.77),
    "matrices/cryg2500": (0.920, 0.97),
    "matrices/bcsstk16": (0.891, 0.85),
    "graphs/citeseer": (0.296, 0.97),
    "graphs/cora": (0.409, 0.55),
}


@pytest.mark.parametrize("name", SHARES)
def test_shares_of_matrices(name):
    data = os.environ.get("SPINDLE_DATA")
    if data is None and name != "graphs/cora":
        pytest.skip("SPINDLE_DATA names no folder")
    path = f"{data}/{name}.mtx.gz" if data else ROOT / "data" / "cora.mtx.gz"
    matrix = spindle.read(path, "csr")
    natural, least = SHARES[name]
    order = spindle.row_order(matrix)
    assert spindle.fused_share(matrix) == pytest.approx(natural, abs=0.005)
    assert spindle.fused_share(spindle.reorder(matrix, order)) >= least


def take_operands(matrix, columns=32):
    rows = matrix.shape[0]
    return {
        "A": spindle.array(matrix),
        "X": RNG.standard_normal((rows, columns)).astype("float32"),
        "W": RNG.standard_normal((columns, columns)).astype("float32"),
    }


def make_large(reach):
    """Operands whose product between is larger than the last cache of this machine."""
    rows = _spindle.last_cache_bytes() // 128 + 1000
    return take_operands(make_near(rows, reach))


@pytest.mark.parametrize(("reach", "chosen"), [(50, True), (5000, False)])
def test_a_kernel_chooses_by_the_share(reach, chosen):
    operands = make_large(reach)
    kernel = spindle.compile(FEATURES, **operands, fixed_structures=True, threads=2)
    strategy = kernel.explain().strategy
    reason = strategy["reason"] if chosen else strategy["no_row_tiles"]
    assert (strategy["schedule"] == "row_tiles") == chosen
    share = spindle.fused_share(operands["A"])
    assert f"{share:.2f} of the elements of A" in reason
    assert ("at least 0.50" if chosen else "fewer than 0.50") in reason
    assert ("; tiles keep the rows that they make" in reason) == chosen
    assert ("no tiles of rows, since" in str(kernel.explain())) != chosen
    expected = operands["A"].to_scipy() @ (operands["X"] @ operands["W"])
    bound = kernel.bind(**operands)
    for made in (kernel(**operands), bound()):
        np.testing.assert_allclose(made, np.maximum(expected, 0), rtol=1e-3, atol=1e-2)
    changed = operands | {"A": 2 * operands["A"]}
    np.testing.assert_allclose(kernel(**changed), 2 * np.maximum(expected, 0), rtol=1e-3, atol=1e-2)
    if chosen:
        check_other_structures(kernel, operands)


def check_other_structures(kernel, operands):
    """Structures of as many elements that are others are refused, and the same elsewhere in
    memory are not."""
    matrix = operands["A"].to_scipy()
    columns = (matrix.indices + 1) % matrix.shape[1]
    moved = sp.csr_array((matrix.data, columns, matrix.indptr), shape=matrix.shape, copy=True)
    moved.sort_indices()
    refusal = "A: expected the structure that it was compiled for but got another"
    for run in (kernel, kernel.bind):
        with pytest.raises(spindle.SpindleValueError, match=refusal):
            run(**operands | {"A": spindle.array(moved)})
    same = operands | {"A": spindle.array(matrix.copy())}
    np.testing.assert_array_equal(kernel(**same), kernel(**operands))


def test_knobs_are_of_the_schedule_without_tiles():
    kernel = spindle.compile(
        FEATURES, **make_large(50), fixed_structures=True, knobs={"by_rows": 0}
    )
    strategy = kernel.explain().strategy
    assert strategy["schedule"] != "row_tiles"
    assert strategy["no_row_tiles"] == "knobs are given, of the schedule without tiles"


@pytest.mark.parametrize(("reach", "keep"), [(50, None), (50, 0), (600, None), (600, 1)])
def test_tiles_keep_rows_of_which_few_escape(reach, keep):
    knobs = {} if keep is None else {"private": keep}
    operands = make_large(reach)
    kernel = spindle.compile(FEATURES, **operands, fixed_structures=True, knobs=knobs, threads=2)
    strategy = kernel.explain().strategy
    assert strategy["schedule"] == "row_tiles"
    told = "; tiles keep the rows" if reach == 50 else "; tiles do not keep the rows"
    assert (told in strategy["reason"]) == (keep is None)
    kept = reach == 50 if keep is None else keep == 1
    assert ('knob<"private"> = 1' in strategy["text"]) == kept


def test_a_knob_of_tiles_that_are_not_chosen_is_refused():
    operands = take_operands(make_near(500, 9))
    refusal = (
        r"of schedule \w+ but got 'fuse' of row_tiles, which is not chosen, since .* no more than"
    )
    with pytest.raises(spindle.SpindleValueError, match=refusal):
        spindle.compile(FEATURES, **operands, fixed_structures=True, knobs={"fuse": 0})


def test_duplicates_are_added_up_in_each_call():
    rows, columns = np.array([[0, 1, 2, 1, 1], [0, 1, 2, 0, 0]], np.int32)
    lower = sp.coo_array((np.ones(5), (rows, columns)), shape=(3, 3))
    operands = {"L": lower, "b": np.ones(3)}
    kernel = spindle.compile(SOLVE, **operands, schedule="wavefronts", fixed_structures=True)
    np.testing.assert_array_equal(kernel(**operands), [1.0, -1.0, 1.0])


def test_a_small_product_is_left_alone():
    kernel = spindle.compile(FEATURES, **take_operands(make_near(500, 9)), fixed_structures=True)
    strategy = kernel.explain().strategy
    assert strategy["schedule"] != "row_tiles"
    assert re.search(r"takes 0\.1 MB, no more than the .* MB of the last", strategy["no_row_tiles"])


def test_nothing_is_promised():
    kernel = spindle.compile(FEATURES, **take_operands(make_near(500, 9)))
    strategy = kernel.explain().strategy
    assert strategy["schedule"] != "row_tiles"
    assert strategy["no_row_tiles"].startswith("tiles would be found in each run")


def test_one_product_has_no_reason():
    matrix = spindle.array(make_near(50, 3))
    kernel = spindle.compile("spmv", A=matrix, x=np.ones(50, "float32"), fixed_structures=True)
    assert "no_row_tiles" not in kernel.explain().strategy


def test_the_command_line_gives_results_in_the_order_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    matrix = shuffle(make_near(60, 2))
    spindle.save(spindle.array(matrix), "a.mtx")
    run = ["run", FEATURES, "A=a.mtx", "X=random", "W=random", "--size", "H=8", "--size", "F=4"]
    assert main([*run, "--out", "Y=plain.npy"]) == 0
    assert main([*run, "--reorder", "A", "--fixed-structures", "--out", "Y=reordered.npy"]) == 0
    np.testing.assert_allclose(np.load("reordered.npy"), np.load("plain.npy"), rtol=1e-5)


def test_the_command_line_refuses_another_operand(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    spindle.save(spindle.array(make_near(9, 2)), "a.mtx")
    assert main(["run", "spmv", "A=a.mtx", "x=ones", "--reorder", "x"]) == 2
    told = capsys.readouterr().err
    assert "expected --reorder of a sparse operand that is read (A) but got 'x'" in told
