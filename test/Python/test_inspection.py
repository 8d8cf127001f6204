"""What is found in structures once, for many calls."""

import threading
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.linalg as sl

import spindle

RNG = np.random.default_rng(57)
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TRSV = str(EXAMPLES / "trsv.mlir")


def make(rows, density, seed):
    """A lower triangle with a diagonal."""
    a = sp.random_array((rows, rows), density=density, rng=np.random.default_rng(seed))
    return spindle.array(sp.csr_array(sp.tril(a, -1) + 3 * sp.eye_array(rows)))


L = make(400, 0.01, 1)
B = RNG.standard_normal(400)
SERIAL = spindle.compile(TRSV, L=L, b=B, schedule="none")(L=L, b=B)


@pytest.fixture(scope="module")
def solve():
    return spindle.compile(TRSV, L=L, b=B, schedule="wavefronts", threads=2)


@pytest.fixture(scope="module")
def saved(solve, tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "trsv.so"
    solve.save(path)
    return spindle.load_kernels(path)


def test_the_reference_is_scipys():
    x = sl.spsolve_triangular(sp.csr_array(L.to_scipy()), B)
    np.testing.assert_allclose(SERIAL, x, rtol=1e-9)


def test_what_is_found(solve):
    found = solve.inspect(L=L)
    assert list(found) == ["wavefronts_starts", "wavefronts_order", "wavefronts_counts"]
    (count,) = found["wavefronts_counts"]
    starts = found["wavefronts_starts"][: count + 1]
    assert starts[0] == 0 and starts[-1] == 400 and np.all(np.diff(starts) > 0)
    assert sorted(found["wavefronts_order"]) == list(range(400))
    assert found.nbytes == 4 * 401 + 4 * 400 + 8
    assert repr(found).startswith("<spindle.Inspection(wavefronts_starts, ")
    with pytest.raises(ValueError, match="read-only"):
        found["wavefronts_order"][0] = 1


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_calls_take_what_was_found(solve, saved, threads):
    found = solve.inspect(L=L)
    for kernel in (solve, saved.trsv):
        for inspection in (found, saved.trsv.inspect(L=L), None):
            x = kernel(L=L, b=B, threads=threads, inspection=inspection)
            np.testing.assert_array_equal(x, SERIAL)


def test_it_serves_for_other_values(solve):
    found = solve.inspect(L=L)
    twice = 2 * L
    np.testing.assert_array_equal(solve(twice, B, inspection=found), solve(twice, B))


def test_it_serves_for_other_numbers_of_threads(solve):
    serial = spindle.compile(TRSV, L=L, b=B, schedule="wavefronts", threads=1)
    np.testing.assert_array_equal(serial(L, B, inspection=solve.inspect(L)), SERIAL)
    np.testing.assert_array_equal(solve(L, B, inspection=serial.inspect(L)), SERIAL)


def test_threads_share_it(solve):
    found, results = solve.inspect(L=L), [None] * 4

    def run(number):
        for _ in range(20):
            results[number] = solve(L, B, inspection=found)

    workers = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for result in results:
        np.testing.assert_array_equal(result, SERIAL)


def test_bound_kernels_inspect_once(solve):
    # Nobody looks whether the promise holds: what was found first stays.
    matrix = sp.csr_array(sp.tril(sp.csr_array(np.ones((3, 3)))))
    right = np.array([1.0, 2.0, 4.0])
    for fixed in (True, False):
        kept = matrix.copy()
        run = solve.bind(L=spindle.array(kept), b=right, fixed_structures=fixed)
        np.testing.assert_array_equal(run(), [1, 1, 2])
        kept.data[:] = 2
        np.testing.assert_array_equal(run(), [0.5, 0.5, 1])
    found = solve.inspect(L=spindle.array(matrix))
    run = solve.bind(L=spindle.array(matrix), b=right, inspection=found)
    np.testing.assert_array_equal(run(), [1, 1, 2])


def make_matrices():
    """Square matrices with awkward wavefronts."""

    def band(*diagonals, far, size):
        return sp.diags_array(diagonals, offsets=[-far, 0, far], shape=(size, size))

    arrow = np.eye(30) * 30
    arrow[[0, -1], :] = arrow[:, [0, -1]] = 0.5
    matrices = [sp.csr_array((0, 0)), 2 * sp.eye_array(1), 4 * sp.eye_array(50)]
    matrices += [arrow, band(1.0, 3.0, 1.0, far=1, size=60)]
    # Two wavefronts, each the work of several threads.
    matrices += [band(1.0, 3.0, 1.0, far=20000, size=40000)]
    for size in (7, 300):
        entries = sp.random_array((size, size), density=3 / size, rng=RNG)
        matrices.append(entries + 3 * sp.eye_array(size))
    return [sp.csr_array(matrix) for matrix in matrices]


def widen(text):
    """The program, with integers of 64 bits."""
    text = text.replace("#sparse.csr>", "#sparse.csr<pos = i64, crd = i64>>")
    return text.replace("<sparse_variable, ", "<sparse_variable, pos = i64, crd = i64, ")


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("program", ["trsv", "trsm", "gauss-seidel"])
def test_the_bits_are_those_of_serial_code(program, wide, tmp_path):
    text = (EXAMPLES / f"{program}.mlir").read_text()
    source, kernels, saved = widen(text) if wide else text, {}, None
    for matrix in make_matrices():
        size = matrix.shape[0]
        index = np.int64 if wide else np.int32
        matrix.indptr, matrix.indices = matrix.indptr.astype(index), matrix.indices.astype(index)
        tensor = spindle.array(matrix)
        right = RNG.standard_normal((size, 5) if program == "trsm" else size)
        name = {"trsv": "L", "trsm": "U", "gauss-seidel": "A"}[program]
        operands = {name: tensor, "B" if program == "trsm" else "b": right}
        start = {"x": np.ones(size), "sweeps": 3} if program == "gauss-seidel" else {}

        def run(kernel, operands=operands, start=start, **options):
            own = {**start, "x": start["x"].copy()} if start else {}
            return kernel(**operands, **own, **options)

        for schedule in ("none", "wavefronts") if not kernels else ():
            kernels[schedule] = spindle.compile(
                source, **operands, **start, schedule=schedule, threads=2, specialize=False
            )
        if saved is None:
            kernels["wavefronts"].save(tmp_path / "saved.so", "solve")
            saved = spindle.load_kernels(tmp_path / "saved.so").solve
        serial = run(kernels["none"])
        found = kernels["wavefronts"].inspect(**{name: tensor})
        for kernel in (kernels["wavefronts"], saved):
            kernel.check_inspection(found, **{name: tensor})
            for threads in (1, 2, 3, 5):
                for inspection in (found, None):
                    result = run(kernel, threads=threads, inspection=inspection)
                    np.testing.assert_array_equal(result, serial)


def test_the_wrong_form_is_refused(solve, saved):
    found = dict(solve.inspect(L=L))
    short = {**found, "wavefronts_order": found["wavefronts_order"][:-1]}
    wide = {**found, "wavefronts_order": found["wavefronts_order"].astype(np.int64)}
    flat = {**found, "wavefronts_order": found["wavefronts_order"].reshape(20, 20)}
    gaps = {**found, "wavefronts_order": np.repeat(found["wavefronts_order"], 2)[::2]}
    for kernel in (solve, solve.bind):
        with pytest.raises(
            spindle.SpindleError, match="wavefronts_order to have 400 entries but got 399"
        ):
            kernel(L=L, b=B, inspection=short)
        with pytest.raises(
            spindle.SpindleError, match="wavefronts_order to have integers of 32 bits"
        ):
            kernel(L=L, b=B, inspection=wide)
        with pytest.raises(spindle.SpindleError, match="400 entries but got 2 dimensions"):
            kernel(L=L, b=B, inspection=flat)
        with pytest.raises(spindle.SpindleTypeError, match="without gaps"):
            kernel(L=L, b=B, inspection=gaps)
    with pytest.raises(spindle.SpindleError, match="to be at least 400 but got 399"):
        saved.trsv(L=L, b=B, inspection=short)
    with pytest.raises(spindle.SpindleTypeError, match="wavefronts_order: .* that int32 can hold"):
        saved.trsv(L=L, b=B, inspection=wide)
    for kernel in (solve, saved.trsv):
        with pytest.raises(spindle.SpindleTypeError, match="inspection: expected what inspect"):
            kernel(L=L, b=B, inspection=3)
        with pytest.raises(spindle.SpindleTypeError, match="was found for this program"):
            kernel(L=L, b=B, inspection={"wavefronts_order": found["wavefronts_order"]})


def test_another_structure_is_found_out(solve, saved):
    other = make(400, 0.01, 2)
    for kernel in (solve, saved.trsv):
        found = kernel.inspect(L=L)
        kernel.check_inspection(found, L=L)
        with pytest.raises(
            spindle.SpindleValueError,
            match=r"expected row \d+ in a wavefront after that of its column \d+",
        ):
            kernel.check_inspection(found, L=other)


def test_a_structure_that_cannot_be_inspected(solve, saved):
    # What is told is the inspector's own error.
    kernels = (solve, saved.trsv)
    for kernel in kernels:
        with pytest.raises(spindle.SpindleTypeError, match="L: expected an operand but got none"):
            kernel.inspect()


def test_what_is_left_out_may_have_a_size_of_its_own():
    # The kernel is for five columns, which no structure tells of.
    right = RNG.standard_normal((400, 5))
    upper = spindle.array(sp.csr_array(L.to_scipy()).T.tocsr())
    program = str(EXAMPLES / "trsm.mlir")
    kernel = spindle.compile(program, U=upper, B=right, schedule="wavefronts")
    serial = spindle.compile(program, U=upper, B=right, schedule="none")
    found = kernel.inspect(U=upper)
    np.testing.assert_array_equal(kernel(upper, right, inspection=found), serial(upper, right))


def test_kernels_that_inspect_nothing(tmp_path):
    kernel = spindle.compile("spmv", A=L, x=B)
    kernel.save(tmp_path / "spmv.so")
    for each in (kernel, spindle.load_kernels(tmp_path / "spmv.so").spmv):
        assert len(each.inspect(L)) == 0
        each.check_inspection({}, L)
        np.testing.assert_array_equal(each(L, B, inspection={}), kernel(L, B))
        with pytest.raises(spindle.SpindleTypeError, match="for this program \\(nothing\\)"):
            each(L, B, inspection={"order": B})
    np.testing.assert_array_equal(kernel.bind(L, B, fixed_structures=True)(), kernel(L, B))


def test_saved_functions(saved):
    assert list(saved) == ["trsv"]
    assert [operand.name for operand in saved.trsv.operands] == ["L", "b", "x"]
    assert saved.trsv.signature["inspection"]["inspect"] == "trsv_inspect"
