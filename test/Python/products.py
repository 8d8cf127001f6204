"""A product by the extension module, whose arrays say when it is right."""

from collections.abc import Callable
from typing import Any

import numpy as np

from spindle import _spindle

ROWS, COLUMNS, WIDTH = 600, 500, 32


def make_product(threads: int) -> Callable[[], None]:
    """A call of C = A B on so many threads; it raises where C is wrong.

    A has a diagonal of ones and one of twos, so that C is known without a product.
    """
    rows = np.arange(ROWS + 1, dtype=np.int32) * 2
    columns = np.stack([np.arange(ROWS) % COLUMNS, (np.arange(ROWS) + 1) % COLUMNS], axis=1)
    columns.sort(axis=1)
    values = np.tile(np.array([1, 2], np.float32), ROWS)
    A = _spindle.adopt(
        "csr",
        [ROWS, COLUMNS],
        [None, rows],
        [None, columns.astype(np.int32).reshape(-1)],
        [],
        None,
        values,
    )
    B = np.arange(COLUMNS * WIDTH, dtype=np.float32).reshape(COLUMNS, WIDTH) % 64
    expected = B[columns[:, 0]] + 2 * B[columns[:, 1]]
    program = _spindle.make_program({"program": "spmm"}, {}, {}, {}, {}, threads, False, False)
    program.open()
    for name, operand in {"A": A, "B": B, "C": np.zeros_like(expected)}.items():
        program.lend(name, operand)
    kernel = program.compile()

    def call() -> None:
        C: np.ndarray[Any, Any] = np.zeros_like(expected)
        kernel.call([A, B, C], threads)
        np.testing.assert_array_equal(C, expected)

    return call
