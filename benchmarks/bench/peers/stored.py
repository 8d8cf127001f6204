"""Arrays that `sparse-run --save-storage` left, as operands of a saved kernel."""

import re
from pathlib import Path

import numpy as np

from bench import arrays

COORDINATES = re.compile(r"(.*)_coordinates(\d+)$")
#: What stands for an array that the format has and the matrix leaves empty.
NOTHING = np.zeros(0, np.int8)


class Arrays(dict):
    """The arrays of a tensor or of its parts by the names of parameters, with sizes and
    open widths. What was not left is an array without entries."""

    def __init__(self, shape: tuple[int, ...]):
        super().__init__()
        self.shape = shape

    def __missing__(self, name: str) -> object:
        if match := re.search(r"_size(\d+)$", name):
            return self.shape[int(match[1])]
        return 0 if re.search(r"_width\d+$", name) else NOTHING

    @property
    def bytes(self) -> int:
        return sum(one.nbytes for one in self.values() if isinstance(one, np.ndarray))


def stored_arrays(folder: Path, shape: tuple[int, ...]) -> Arrays:
    """The arrays in a folder, aligned, for a tensor of this shape."""
    held = Arrays(shape)
    for path in sorted(folder.glob("*.npy")):
        array = np.load(path)
        held[path.stem] = arrays.aligned(array).reshape(-1)
        if "_" not in path.stem:  # All is dense: NumPy's own form.
            held[f"{path.stem}_sizes"] = np.array(array.shape, np.int64)
            held[f"{path.stem}_strides"] = 0
        match = COORDINATES.fullmatch(path.stem)
        if match and array.ndim > 1:
            held[f"{match[1]}_width{match[2]}"] = array.shape[-1]
    return held
