"""The hand-written CUDA kernels are right in the emulator, which finds no fault in them,
on matrices with rows that are empty, long, and of no size that a group divides."""

# UNSUPPORTED: sanitizers
# RUN: env SPINDLE_CUDA_DRIVER=%spindle_obj_root/lib/libspindle_emulator.so PYTHONPATH=%spindle_src_root/benchmarks %python %s

import sys

import numpy as np
from bench import generated
from bench.gpu import hand, rows, storage
from bench.gpu.contest import Hand
from bench.kernels import KERNELS
from bench.sparse import Sparse


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def of_lengths(lengths: list[int], columns: int) -> Sparse:
    """A matrix whose rows have so many elements, the first columns."""
    held = {
        "positions1": np.cumsum([0, *lengths]).astype(np.int32),
        "coordinates1": np.concatenate([np.arange(n) for n in lengths]).astype(
            np.int32
        ),
        "values": np.linspace(-1, 1, sum(lengths)).astype(np.float32),
    }
    return Sparse("csr", (len(lengths), columns), held)


MATRICES = {
    "power-law": generated.power_law(300, 2000),
    "banded": generated.banded(1000),
    "mixed": of_lengths([0, 1, 33, 0, 31, 32, 64, 129, 3, 0], 130),
    "one element": of_lengths([1], 1),
    "one row": of_lengths([200], 200),
    "empty": of_lengths([0, 0, 0], 5),
}


def dense_of_sell(made: storage.Sell, shape: tuple[int, int]) -> np.ndarray:
    full = np.zeros(shape, np.float32)
    for stored, row in enumerate(made.rows):
        part, inside = divmod(stored, storage.SLICE)
        for column in range(*made.positions[part : part + 2]):
            at = column * storage.SLICE + inside
            full[row, made.coordinates[at]] += made.values[at]
    return full


def check_storage(name: str, a: Sparse) -> None:
    """ELL and SELL have what CSR has."""
    full = a.in_scipy().toarray()
    got = dense_of_sell(storage.sell(a), a.shape)
    expect(np.array_equal(got, full), f"SELL to have the matrix '{name}'")
    made = storage.ell(a)
    if made is None:
        return
    got = np.zeros_like(full)
    lines = np.repeat(np.arange(a.shape[0]), made.width)
    np.add.at(got, (lines, made.coordinates), made.values)
    expect(np.array_equal(got, full), f"ELL to have the matrix '{name}'")


def check_kernels(emulator: Hand, row: rows.Row, name: str, a: Sparse) -> None:
    problem = KERNELS[row.kernel].problem(a, dict(row.sizes), row.dtype)
    expected = KERNELS[row.kernel].reference(problem)
    for kernel in hand.KERNELS[row.name]:
        told = emulator.try_to_count(kernel, problem, expected)
        fine = told["status"] in ("ready", "missing")
        expect(fine, f"{kernel.name} to be right on '{name}' but {told.get('reason')}")


for name, a in MATRICES.items():
    check_storage(name, a)
emulator = Hand("sm_90")
for row in rows.all_rows():
    for name, a in MATRICES.items():
        check_kernels(emulator, row, name, a)
