"""Arrays at addresses that are multiples of 64, of the types that kernels take.

An operand that is 16 bytes off costs every AVX-512 kernel a fifth to a third.
"""

import numpy as np

ALIGNMENT = 64
#: NumPy has no bf16: its bits are held in 16-bit integers.
STORED = {"f32": np.float32, "f64": np.float64, "bf16": np.uint16}
#: Half a unit in the last place of 1.
UNITS = {"f32": 2.0**-24, "f64": 2.0**-53, "bf16": 2.0**-9}


def empty(shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """An aligned array of anything."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)


def aligned(values: np.ndarray) -> np.ndarray:
    """An aligned copy."""
    copy = empty(values.shape, values.dtype)
    copy[...] = values
    return copy


def stored(values: np.ndarray, dtype: str) -> np.ndarray:
    """An aligned copy of numbers in one of the types of `STORED`."""
    if dtype != "bf16":
        return aligned(values.astype(STORED[dtype], copy=False))
    bits = values.astype(np.float32).view(np.uint32)
    nearest_even = 0x7FFF + ((bits >> 16) & 1)
    return aligned(((bits + nearest_even) >> 16).astype(np.uint16))


def numbers(values: np.ndarray) -> np.ndarray:
    """What a stored array holds, as f64."""
    if values.dtype == np.uint16:
        return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.float64)


def random(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """Numbers between -1 and 1."""
    return stored(rng.random(shape, dtype=np.float32) * 2 - 1, dtype)


def spoil(values: np.ndarray) -> None:
    """Fills an array with what no right kernel leaves there."""
    if values.dtype == np.uint16:
        values[...] = 0x7FC0
    else:
        values[...] = np.nan
