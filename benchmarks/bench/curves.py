"""What memory and arithmetic units of this machine do, measured in the same run.

Bandwidth by the size of what is read: sequentially, by the triad `a = b + s c`, and
in any order, 4, 128 or 512 bytes at a time; and operations a second in registers.
"""

import ctypes

import numpy as np

from bench import arrays

#: Bytes of the smallest size, and how often a size is about as large as the last.
SMALLEST, FACTOR = 16 << 10, 2
PASSES = 9
#: The floats of a read in any order: rows of 32 and of 128 columns.
WIDTHS = {"elements": 1, "rows": 32, "wide_rows": 128}


def sizes(largest: int) -> list[int]:
    held, size = [], SMALLEST
    while size <= largest:
        held.append(size)
        size *= FACTOR
    return held


def sequential(library: ctypes.CDLL, size: int) -> dict:
    """Bytes a second of reading and of the triad."""
    memory = arrays.empty((size // 8,), np.float64)
    library.bench_touch(ctypes.c_void_p(memory.ctypes.data), ctypes.c_int64(size))
    rates = {}
    for name in ("read", "triad"):
        seconds = getattr(library, f"bench_{name}")(
            ctypes.c_void_p(memory.ctypes.data),
            ctypes.c_int64(size),
            ctypes.c_int64(PASSES),
        )
        rates[name] = size / seconds
    return rates


def in_any_order(library: ctypes.CDLL, size: int) -> dict:
    """Reads a second of elements, and of rows, at random indices."""
    memory = arrays.empty((size // 4,), np.float32)
    memory[...] = 1
    rng = np.random.default_rng(size)
    count = 1 << 20
    rates = {}
    for name, width in WIDTHS.items():
        places = rng.integers(0, memory.size // width, count, dtype=np.int32)
        pointers = [ctypes.c_void_p(one.ctypes.data) for one in (memory, places)]
        counts = [count, width, PASSES] if width > 1 else [count, PASSES]
        function = library.bench_rows if width > 1 else library.bench_elements
        seconds = function(*pointers, *map(ctypes.c_int64, counts))
        rates[name] = count / seconds
    return rates


def measure(library: ctypes.CDLL, largest: int) -> dict:
    """All curves, up to arrays of `largest` bytes; those of zero say nothing."""
    points = []
    for size in sizes(largest):
        point = {"bytes": size}
        point |= sequential(library, size)
        point |= in_any_order(library, size)
        points.append(point)
    peaks = {f"f{bits}": library.bench_peak(ctypes.c_int32(bits)) for bits in (32, 64)}
    return {"points": points, "peak_flops": peaks}
