"""Types of elements and of indices: which operands are converted, and which are refused.

Every pair of types is tried on all that takes operands; docs/Python.md has the rule.
"""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from spindle import CopyWarning, SpindleFutureWarning, SpindleTypeError, SpindleValueError
from spindle._casting import fit_number, keeps_values, rounds_values
from spindle._types import from_mlir, to_dtype

NAMES = "bool int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128".split()
TYPES = {name: np.dtype(getattr(ml_dtypes, name, name)) for name in NAMES}
PAIRS = [(given, wanted) for given in NAMES for wanted in NAMES]
pytestmark = pytest.mark.filterwarnings("ignore::spindle.CopyWarning")


def list_extremes(name: str) -> np.ndarray:
    """Values of the type that others lose: the least, the greatest, the finest."""
    dtype = TYPES[name]
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind == "i":
        bounds = np.iinfo(dtype)
        return np.array([bounds.min, bounds.max, bounds.max - 1, 1], dtype)
    about = ml_dtypes.finfo(TYPES["float32" if name == "complex64" else name])
    floats = [1, 1 + float(about.eps), float(about.max), float(about.smallest_subnormal)]
    return np.array([each * 1j if dtype.kind == "c" else each for each in floats]).astype(dtype)


@pytest.mark.parametrize(("given", "wanted"), PAIRS)
def test_the_rule_says_which_values_are_kept(given: str, wanted: str) -> None:
    values = list_extremes(given)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        back = values.astype(TYPES[wanted]).astype(values.dtype)
    is_kept = bool(np.all(back == values)) and not (wanted == "bool" != given)
    assert keeps_values(TYPES[given], TYPES[wanted]) == is_kept


def read_table(root: Path) -> dict[str, tuple[str, str]]:
    """What docs/Python.md says of each type."""
    text = (root / "docs" / "Python.md").read_text(encoding="utf-8")
    table = text.partition("| elements of |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {row[0]: (row[1], row[2]) for row in rows if row[0] in NAMES}


def test_the_documentation_has_the_rule(root: Path) -> None:
    table = read_table(root)
    assert list(table) == NAMES
    for given, (kept, rounded) in table.items():
        kept_ones, condition, _ = kept.partition(", if all are")
        # Of int64 some types depend on the values.
        assert bool(condition) == (given == "int64")
        for wanted in NAMES:
            keeps = keeps_values(TYPES[given], TYPES[wanted]) and given != wanted
            rounds = rounds_values(TYPES[given], TYPES[wanted]) and given != wanted and not keeps
            assert (wanted in kept_ones.split(", ")) == (keeps or (bool(condition) and wanted in (
                "float64", "complex128"
            )))  # fmt: skip
            assert (wanted in rounded.split(", ")) == rounds


def make_diagonal(name: str, values: np.ndarray | None = None) -> spindle.Array:
    count = 4 if values is None else len(values)
    data = np.ones(count).astype(TYPES[name]) if values is None else values
    return spindle.from_coo((np.arange(count), np.arange(count)), data, (count, count))


Call = Callable[[Any, Any], Any]


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Call]]:
    """For each type what multiplies a matrix and a vector in it, by what it is."""
    made = {}
    for name in NAMES:
        x = np.ones(4).astype(TYPES[name])
        made[name] = spindle.compile("spmv", A=make_diagonal(name), x=x)
    path = tmp_path_factory.mktemp("types") / "spmv.so"
    spindle.save_kernels(path, {f"spmv_{name}": kernel for name, kernel in made.items()})
    saved = spindle.load_kernels(path)
    return {
        name: {
            "kernel": kernel,
            "bound": lambda a, x, kernel=kernel: kernel.bind(a, x)(),
            "saved": saved[f"spmv_{name}"],
            "einsum": lambda a, x, name=name: spindle.einsum(
                "ij,j->i", a, x, dtype=TYPES[name], optimize=False
            ),
        }
        for name, kernel in made.items()
    }


def expect(given: str, wanted: str, how: str) -> str:
    """Whether all extremes are refused, kept, or rounded."""
    if keeps_values(TYPES[given], TYPES[wanted]):
        return "kept"
    is_rounded = how == "einsum" and rounds_values(TYPES[given], TYPES[wanted])
    return "rounded" if is_rounded else "refused"


@pytest.mark.parametrize(("given", "wanted"), PAIRS)
def test_operands_of_other_types(given: str, wanted: str, kernels: Any) -> None:
    values = np.resize(list_extremes(given), 4)
    ones = make_diagonal(wanted)
    single = np.ones(4).astype(TYPES[wanted])
    for how, call in kernels[wanted].items():
        for name, operands in {
            "x": (ones, values),
            "A": (make_diagonal(given, values), single),
        }.items():
            what = expect(given, wanted, how)
            if what == "refused":
                place = {"A": "operand 1", "x": "operand 2"}[name] if how == "einsum" else name
                text = f"{place}: expected elements that {wanted} can hold"
                with pytest.raises(SpindleTypeError, match=text) as error:
                    call(*operands)
                assert error.value.operand == place and given in error.value.got, how
                continue
            with np.errstate(all="ignore"):
                made, exact = call(*operands), values.astype(TYPES[wanted])
            if what == "kept":
                assert np.array_equal(made.astype(exact.dtype), exact), (how, name)


@pytest.mark.parametrize(("first", "second"), [(a, b) for a, b in PAIRS if a < b])
def test_products_promote_without_a_loss(first: str, second: str) -> None:
    a, x = make_diagonal(first), np.ones(4).astype(TYPES[second])
    try:
        expected = np.result_type(TYPES[first], TYPES[second])
    except TypeError:
        with pytest.raises(SpindleTypeError, match=f"operand 1 of {first}, operand 2 of {second}"):
            a @ x
        return
    assert (a @ x).dtype == expected
    for name, operands in {
        first: (make_diagonal(first, np.resize(list_extremes(first), 4)), x),
        second: (a, np.resize(list_extremes(second), 4)),
    }.items():
        if keeps_values(TYPES[name], expected):
            continue
        assert name == "int64" and expected.name in ("float64", "complex128")
        with pytest.raises(SpindleTypeError, match="can hold but got int64, with 92233720368"):
            operands[0] @ operands[1]


def test_large_integers_beside_floats() -> None:
    A, x = make_diagonal("float64"), np.array([2**53, -(2**53), 0, 1])
    kernel = spindle.compile("spmv", A=A, x=np.ones(4))
    for multiply in (kernel, lambda a, b: a @ b):
        assert np.array_equal(multiply(A, x), x)
        with pytest.raises(SpindleTypeError, match=r"int64, with 9007199254740993; .astype"):
            multiply(A, x + 1)
        assert np.array_equal(multiply(A, (x + 1).astype(np.float64)), (x + 1).astype(float))


@pytest.mark.parametrize("given", NAMES)
def test_results_have_the_type_of_the_kernel(given: str, kernels: Any) -> None:
    A, x = make_diagonal("float32"), np.ones(4, np.float32)
    out = np.zeros(4).astype(TYPES[given])
    calls = [
        lambda: kernels["float32"]["kernel"](A, x, out=out),
        lambda: kernels["float32"]["kernel"].bind(A, x, out=out)(),
        lambda: kernels["float32"]["saved"](A=A, x=x, y=out),
        lambda: spindle.einsum("ij,j->i", A, x, out=out),
    ]
    for call in calls:
        if given == "float32":
            out[:] = 0
            assert np.array_equal(call(), x)
            continue
        with pytest.raises(SpindleTypeError, match="float32"):
            call()
        assert not np.any(out)


def test_a_narrower_type_of_a_product() -> None:
    A, x = make_diagonal("int64", np.array([300, 1, 2, 3])), np.array([1, 1, 1, 1])
    with pytest.raises(SpindleTypeError, match="operand 1: expected elements that int8 can hold"):
        spindle.einsum("ij,j->i", A, x, dtype=np.int8)
    with pytest.raises(SpindleTypeError, match="A: .* got complex128; .real has real parts"):
        spindle.compile("spmv", A=A.astype(float), x=np.ones(4))(A=A.astype(complex), x=np.ones(4))
    assert spindle.einsum("ij,j->i", A, x, dtype="f4").dtype == np.float32
    assert spindle.einsum("ij,j->i", A, x, semiring="or_and").all()


def test_compile_keeps_values() -> None:
    A, x = make_diagonal("float64"), np.ones(4)
    with pytest.raises(SpindleTypeError, match="A: expected elements that float32 can hold"):
        spindle.compile("spmv", dtype="f32", A=A, x=x)
    kernel = spindle.compile("spmv", dtype="f64", A=A.astype("f32"), x=x)
    assert kernel.operands[0].dtype == "float64"


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(1.5, "int64"), (300, "int8"), (1j, "float64"), (1, "bool"), (2**70, "int64"), ("a", "int8"),
     (1e300, "float32"), (70000, "float16"), (10**400, "float64"), (None, "float32")],
)  # fmt: skip
def test_numbers_that_a_type_has_not(value: Any, dtype: str) -> None:
    with pytest.raises(SpindleTypeError, match=f"c: expected a number of {dtype} but got"):
        fit_number(value, TYPES[dtype], "c")


def test_numbers_follow_arrays(tmp_path: Path) -> None:
    x = np.ones(4, np.int32)
    kernel = spindle.compile("y[i] = c * A[i,j] * x[j]", A=make_diagonal("int32"), x=x, c=2)
    kernel.save(tmp_path / "scaled.so", "scaled")
    for call in (kernel, spindle.load_kernels(tmp_path / "scaled.so").scaled):
        for three in (3, np.int64(3), np.array(3), True + True + True):
            assert np.array_equal(call(A=make_diagonal("int32"), x=x, c=three), [3] * 4)
        for wrong in (1.5, 2**40, 1j, "3"):
            with pytest.raises(SpindleTypeError, match="c: expected a number of int32 but got"):
                call(A=make_diagonal("int32"), x=x, c=wrong)
    single = spindle.compile("spmv", A=make_diagonal("float32"), x=np.ones(4, np.float32))
    for given in ([0.1, 1, 2, 3], (1, 2, 3, 4)):
        assert np.array_equal(single(make_diagonal("float32"), given), np.float32(given))
    with pytest.raises(SpindleTypeError, match="x: expected elements that int32 can hold"):
        kernel(A=make_diagonal("int32"), x=[0.5, 1, 2, 3], c=2)
    assert fit_number(0.1, TYPES["float32"], "c") == 0.1
    assert fit_number(float("inf"), TYPES["float16"], "c") == float("inf")
    assert fit_number(ml_dtypes.bfloat16(1.5), TYPES["float32"], "c") == 1.5


# Names of types


@pytest.mark.parametrize(
    "name", ["?", "b1", "i2", "i4", "f2", "f4", "f8", "c8", "c16", "int", "float", "<i8", ">f4"]
)
def test_names_are_those_of_numpy(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert to_dtype(name) == np.dtype(name).newbyteorder("=")


def test_names_that_had_another_meaning() -> None:
    A = spindle.array(np.array([[300, 0], [0, -200]]))
    for name, meant in {"i8": np.int64, "i1": np.int8}.items():
        with pytest.warns(SpindleFutureWarning, match=f"'{name}' is {meant.__name__}") as warned:
            assert A.astype(name).dtype == meant
        assert warned[0].filename == __file__ and issubclass(SpindleFutureWarning, FutureWarning)
        with pytest.warns(SpindleFutureWarning):
            assert spindle.einsum("ij->i", A.astype(meant), dtype=name).dtype == meant
        assert from_mlir(name).itemsize == (1 if name == "i8" else np.dtype(bool).itemsize)


def test_names_of_mlir_where_numpy_has_none() -> None:
    for name in ("i16", "i32", "i64", "f32", "f64", "bf16", "complex<f32>", "complex<f64>"):
        assert to_dtype(name) == from_mlir(name)
    assert to_dtype("f16") == np.float16
    for name in ("u1", "u8", "nonsense", "", "S3", "O", "i9"):
        with pytest.raises(SpindleTypeError, match="expected a type of elements"):
            to_dtype(name)


# Indices

WIDTHS = ["csr", "csr(pos = i64, crd = i64)", "csr(pos = i64)", "csr(crd = i64)"]
MATRIX = sp.random_array((6, 6), density=0.4, format="csr", rng=np.random.default_rng(3))
# Sums of small integers are exact in any order.
MATRIX.data[:] = np.arange(1, MATRIX.nnz + 1)


@pytest.mark.parametrize("wanted", WIDTHS)
def test_indices_of_any_type_run(wanted: str, tmp_path: Path) -> None:
    A, x, U = spindle.array(MATRIX), np.arange(6.0), np.ones((6, 2))
    kernel = spindle.compile("spmv", A=A.to(wanted), x=x)
    sddmm = spindle.compile("sddmm", A=A.to(wanted), X=U, Y=U)
    kernel.save(tmp_path / "spmv.so")
    saved = spindle.load_kernels(tmp_path / "spmv.so").spmv
    for given in [*WIDTHS, "coo", "csc(pos = i64, crd = i64)", "ell"]:
        B = A.to(given)
        for call in (kernel, saved, lambda a, b: a @ b):
            assert np.array_equal(call(B, x), MATRIX @ x)
        assert np.array_equal(sddmm(A=B, X=U, Y=U).todense(), 2 * MATRIX.toarray())
    summed = A.to(wanted) + A
    assert summed.format == wanted and np.array_equal(summed.todense(), 2 * MATRIX.toarray())
    assert (A + A.to(wanted)).format == "csr"
    with pytest.raises(SpindleValueError, match="but got other coordinates"):
        A + spindle.array(np.eye(6)).to(wanted)


def test_indices_are_never_cut(tmp_path: Path) -> None:
    kernel = spindle.compile("spmv", A=spindle.array(MATRIX), x=np.ones(6))
    kernel.save(tmp_path / "spmv.so")
    large = spindle.from_coo(([0, 1], [3, 2**33]), [1.0, 2.0], (6, 2**34))
    for call in (kernel, kernel.bind, spindle.load_kernels(tmp_path / "spmv.so").spmv):
        with pytest.raises(SpindleValueError, match="A: expected at most 2147483647 .* got 171"):
            call(large, np.ones(6))
    with pytest.warns(CopyWarning, match="A: copied: expected an array in csr but got one in"):
        kernel(spindle.array(MATRIX).to(WIDTHS[1]), np.ones(6))
