"""The types of elements, and how NumPy's files hold them.

bfloat16, which NumPy lacks, is f32 here, and in files what ml_dtypes makes of it: two
bytes of no type. lit puts this folder on the path.
"""

import io
import zipfile
from pathlib import Path

import numpy as np
import scipy.sparse

# What holds the numbers here, and the unit of rounding; 0 where there is none.
ELEMENTS: dict[str, tuple[type, float]] = {
    "f16": (np.float32, 2.0**-11),
    "bf16": (np.float32, 2.0**-8),
    "f32": (np.float32, 2.0**-24),
    "f64": (np.float64, 2.0**-53),
    "i1": (np.bool_, 0),
    "i8": (np.int8, 0),
    "i16": (np.int16, 0),
    "i32": (np.int32, 0),
    "i64": (np.int64, 0),
    "complex<f32>": (np.complex64, 2.0**-24),
    "complex<f64>": (np.complex128, 2.0**-53),
}


def count_bytes(element: str) -> int:
    """The bytes of an element in memory."""
    return 2 if element in ("f16", "bf16") else np.dtype(ELEMENTS[element][0]).itemsize


def encode(values: np.ndarray, element: str) -> np.ndarray:
    """The values as they are in a file; of bfloat16 the upper halves, rounded."""
    if element == "f16":
        return values.astype(np.float16)
    if element != "bf16":
        return values
    words = np.ascontiguousarray(values, np.float32).view(np.uint32)
    odd = words >> 16 & 1
    halves = np.where(np.isnan(values), 0x7FC0, (words + 0x7FFF + odd) >> 16)
    return halves.astype(np.uint16).view("V2")


def decode(stored: np.ndarray, element: str) -> np.ndarray:
    """The values of what is in a file."""
    if element == "bf16":
        words = np.ascontiguousarray(stored).view(np.uint16).astype(np.uint32) << 16
        return words.view(np.float32)
    return stored.astype(ELEMENTS[element][0])


def round_to(values: np.ndarray, element: str) -> np.ndarray:
    """The values as the type has them."""
    return decode(encode(values.astype(ELEMENTS[element][0]), element), element)


def array_file(stored: np.ndarray) -> bytes:
    """What numpy.save writes; of bfloat16 the type as ml_dtypes makes it write."""
    file = io.BytesIO()
    if stored.dtype == "V2":
        header = {"descr": "<V2", "fortran_order": False, "shape": stored.shape}
        np.lib.format.write_array_header_1_0(file, header)
        file.write(stored.tobytes())
    else:
        np.save(file, stored)
    return file.getvalue()


def save_array(path: Path, values: np.ndarray, element: str) -> None:
    """As numpy.save does."""
    path.write_bytes(array_file(encode(values, element)))


def load_array(path: Path, element: str) -> np.ndarray:
    """What `save_array` or sparse-run wrote."""
    return decode(np.load(path), element)


def save_matrix(
    path: Path, a: scipy.sparse.sparray, element: str, compress: bool = True
) -> None:
    """As scipy.sparse.save_npz does, which refuses floats of 16 bits."""
    names = {"coo": ("row", "col"), "dia": ("offsets",)}
    arrays = {"format": np.array(a.format.encode()), "shape": np.array(a.shape)}
    for name in names.get(a.format, ("indices", "indptr")):
        arrays[name] = getattr(a, name)
    arrays["data"] = encode(a.data, element)
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, array in arrays.items():
            archive.writestr(name + ".npy", array_file(array))
