"""Calls with whatever comes: each runs, or raises an exception that says why.

A crash ends pytest, which lit tells; the preset asan has what is merely touched found too.
"""

from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from spindle import _spindle

REFUSALS = (TypeError, ValueError, OverflowError, BufferError)
TYPES = ["f4", "f8", "f2", "i1", "i4", "i8", "u1", "c8", "?", ">f4", "O", "S3"]


def make_tensor(rows: int = 4, columns: int = 5, dtype: str = "f4") -> _spindle.Tensor:
    """A diagonal of ones as CSR."""
    count = min(rows, columns)
    positions = np.minimum(np.arange(rows + 1), count).astype(np.int32)
    coordinates = np.arange(count, dtype=np.int32)
    values = np.ones(count, dtype)
    return _spindle.adopt(
        "csr", [rows, columns], [None, positions], [None, coordinates], [], None, values
    )


@pytest.fixture(scope="module")
def kernel() -> _spindle.Kernel:
    """C = A B."""
    program = _spindle.make_program({"program": "spmm"}, {}, {}, {}, {}, 2, False, False)
    program.open()
    operands = {"A": make_tensor(), "B": np.ones((5, 3), "f4"), "C": np.ones((4, 3), "f4")}
    for name, operand in operands.items():
        program.lend(name, operand)
    return program.compile()


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    """Arrays of any type and layout: with strides, turned round, read-only, misaligned."""
    shape = draw(
        st.sampled_from([(5, 3), (4, 3), (4, 5), ()])
        | st.lists(st.integers(0, 6)).map(lambda sizes: tuple(sizes[:3]))
    )
    dtype = np.dtype(draw(st.sampled_from(TYPES)))
    order = draw(st.sampled_from("CF"))
    layout = draw(st.sampled_from(["plain", "plain", "gaps", "turned", "shifted", "fixed"]))
    if layout == "shifted" and not dtype.hasobject:
        memory = np.zeros(int(np.prod(shape)) * dtype.itemsize + 1, "u1")
        return memory[1:].view(dtype).reshape(shape)
    array = np.zeros(tuple(2 * size for size in shape) if layout == "gaps" else shape, dtype, order)
    if layout == "gaps":
        array = array[(slice(None, None, 2),) * len(shape)]
    if layout == "turned":
        array = array[(slice(None, None, -1),) * len(shape)]
    if layout == "fixed":
        array.flags.writeable = False
    return array


OTHERS: list[Any] = [None, 3, 2.5, "A", b"bytes", [1, 2], object(), float("nan"), 1 << 70]


def tensors() -> st.SearchStrategy[Any]:
    sizes = st.integers(0, 6)
    return st.builds(make_tensor, sizes, sizes, st.sampled_from(["f4", "f8", "i4"]))


def operands() -> st.SearchStrategy[Any]:
    typed = st.tuples(arrays(), st.sampled_from(["bf16", "f32", "f64", "nonsense"]))
    return arrays() | tensors() | st.sampled_from(OTHERS) | typed


def try_call(kernel: _spindle.Kernel, given: list[Any], threads: int) -> None:
    """Calls the kernel, and binds it; what only is read stays as it was."""
    before = [np.copy(one) if isinstance(one, np.ndarray) else None for one in given[:2]]
    for call in (
        lambda: kernel.call(given, threads),
        lambda: kernel.bind(given).run(threads),
    ):
        try:
            call()
        except REFUSALS as error:
            assert str(error), "expected an error that says something"
    for one, copy in zip(given, before, strict=False):
        assert copy is None or one.tobytes() == copy.tobytes()


@settings(max_examples=400)
@given(number=st.integers(0, 2), wrong=operands(), threads=st.integers(1, 3))
def test_one_wrong_operand(kernel: _spindle.Kernel, number: int, wrong: Any, threads: int) -> None:
    right = [make_tensor(), np.ones((5, 3), "f4"), np.zeros((4, 3), "f4")]
    right[number] = wrong
    try_call(kernel, right, threads)


@settings(max_examples=200)
@given(given=st.lists(operands(), max_size=5))
def test_many_wrong_operands(kernel: _spindle.Kernel, given: list[Any]) -> None:
    try_call(kernel, given, 2)


def test_an_output_that_is_an_input(kernel: _spindle.Kernel) -> None:
    memory = np.ones((9, 3), "f4")
    try_call(kernel, [make_tensor(), memory[:5], memory[4:8]], 1)
    values = np.ones(12, "f4")
    A = _spindle.adopt(
        "csr",
        [4, 5],
        [None, np.array([0, 1, 2, 3, 4], "i4")],
        [None, np.array([0, 1, 2, 3], "i4")],
        [],
        None,
        values[:4],
    )
    try_call(kernel, [A, np.ones((5, 3), "f4"), values.reshape(4, 3)], 1)


LEVELS = st.lists(st.integers(-2, 9), max_size=8)
FORMATS = ["csr", "csc", "coo", "dcsr", "ell", "bsr(2, 2)", "dia", "csr<pos = i64, crd = i64>"]


@st.composite
def structures(draw: st.DrawFn) -> list[Any]:
    """What a tensor could be made of: arrays for each level, some of another type."""
    made = []
    for _ in range(draw(st.integers(0, 3))):
        numbers = draw(st.none() | LEVELS)
        dtype = draw(st.sampled_from(["i4", "i4", "i8", "f4"]))
        made.append(None if numbers is None else np.array(numbers, dtype))
    return made


def use(tensor: _spindle.Tensor, kernel: _spindle.Kernel) -> None:
    """Has all of the tensor read."""
    tensor.count()
    tensor.entries(True)
    tensor.stats()
    tensor.marks()
    tensor.convert("csr")
    if tensor.format == "csr":
        rows, columns = tensor.shape
        kernel.call([tensor, np.ones((columns, 3), "f4"), np.ones((rows, 3), "f4")], 1)


@settings(max_examples=600)
@given(
    format=st.sampled_from(FORMATS),
    shape=st.lists(st.integers(-1, 5), min_size=2, max_size=2),
    positions=structures(),
    coordinates=structures(),
    values=arrays(),
)
def test_tensors_of_wrong_arrays(
    kernel: _spindle.Kernel,
    format: str,
    shape: list[int],
    positions: list[Any],
    coordinates: list[Any],
    values: Any,
) -> None:
    try:
        use(_spindle.adopt(format, shape, positions, coordinates, [], None, values), kernel)
    except REFUSALS as error:
        assert str(error)


@settings(max_examples=600)
@given(
    starts=st.lists(st.integers(-1, 4), min_size=3, max_size=3),
    columns=st.lists(st.integers(-1, 3), max_size=4),
    count=st.integers(0, 5),
)
def test_csr_that_is_almost_right(
    kernel: _spindle.Kernel, starts: list[int], columns: list[int], count: int
) -> None:
    try:
        tensor = _spindle.adopt(
            "csr",
            [2, 3],
            [None, np.array(starts, "i4")],
            [None, np.array(columns, "i4")],
            [],
            None,
            np.ones(count, "f4"),
        )
    except REFUSALS as error:
        assert str(error)
        return
    assert starts[0] == 0 and starts == sorted(starts)
    assert all(0 <= column < 3 for column in columns[: starts[-1]])
    use(tensor, kernel)


@settings(max_examples=200)
@given(
    format=st.sampled_from([*FORMATS, "hyb(2, 1)", "nonsense", ""]),
    shape=st.lists(st.integers(-1, 5), max_size=3),
    coordinates=structures(),
    values=arrays(),
)
def test_entries_that_are_wrong(
    kernel: _spindle.Kernel, format: str, shape: list[int], coordinates: list[Any], values: Any
) -> None:
    try:
        use(_spindle.store(format, shape, coordinates, values), kernel)
    except REFUSALS as error:
        assert str(error)
