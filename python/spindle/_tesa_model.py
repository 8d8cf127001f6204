"""Models: programs on dense tensors, of which something is pruned."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle import _spindle
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._tesa_arrays import (
    Arrays,
    Bools,
    Sizes,
    Source,
    expand,
    find_error,
    read_arrays,
    spell_shape,
)
from spindle._types import from_mlir

__all__ = ["Model", "Tensor", "check_values", "load"]

#: What says that weights which are 0 are pruned.
ZEROS = "zeros"


@dataclass(frozen=True)
class Tensor:
    """A tensor that a model takes or returns.

    Attributes
    ----------
    name : str
        Of an argument its ``sparse.name``, or else ``arg0`` and so on; of a result its number.
    shape : tuple of int
        ``None`` stands for a size that is not known.
    type : str
        Of the elements, as MLIR writes it.

    Examples
    --------
    >>> import spindle
    >>> spindle.tesa.load("docs/examples/pruned.mlir").arguments[1]
    Tensor(name='W', shape=(8, 16), type='f32')
    """

    name: str
    shape: Sizes
    type: str

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's type of the elements.

        Raises
        ------
        SpindleTypeError
            NumPy has no such type.

        Examples
        --------
        >>> import spindle
        >>> spindle.tesa.load("docs/examples/pruned.mlir").arguments[1].dtype
        dtype('float32')
        """
        return from_mlir(self.type)


class Model:
    """A model, as :func:`spindle.tesa.load` reads it. It never changes.

    Attributes
    ----------
    name : str
        That of its file, without what it ends in.
    arguments, results : tuple of Tensor
        What it takes and returns, in order.
    weights : dict of str to ndarray
        Arguments that were given values.

    Examples
    --------
    >>> import spindle
    >>> spindle.tesa.load("docs/examples/pruned.mlir")
    Model(pruned, 4 arguments, 0 weights, 2 masks)
    """

    name: str
    arguments: tuple[Tensor, ...]
    results: tuple[Tensor, ...]
    weights: Arrays

    def __init__(self, file: str, text: str, entry: str, weights: Arrays) -> None:
        self._source = (file, text, entry)
        self._model = _spindle.read_model(file, text, entry)
        self.name = Path(file).name.removesuffix(".mlir")
        self.arguments = tuple(_make_tensor(*told) for told in self._model.arguments)
        self.results = tuple(_make_tensor(*told) for told in self._model.results)
        self.weights = {
            argument.name: check_values("weights", argument, weights[argument.name])
            for argument in self.arguments
            if argument.name in weights
        }
        known = [argument.name for argument in self.arguments]
        for name in weights:
            if name not in known:
                raise find_error("weights", name, "the name of an argument", f"'{name}'", known)

    @property
    def masks(self) -> dict[str, Bools]:
        """The elements that are kept, of arguments with masks.

        Examples
        --------
        >>> import spindle
        >>> spindle.tesa.load("docs/examples/pruned.mlir").masks["V"].sum(axis=1)
        array([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0])
        """
        found = {}
        for number, argument in enumerate(self.arguments):
            mask = self._model.get_mask(number)
            if mask is not None:
                found[argument.name] = expand([size or 0 for size in argument.shape], mask)
        return found

    def with_masks(self, masks: Source) -> Model:
        """This model with other masks.

        Parameters
        ----------
        masks : mapping of str to array, path or "zeros"
            As :func:`spindle.tesa.load` takes them. Arguments that they do not name keep
            the masks that they have.

        Returns
        -------
        Model

        Raises
        ------
        SpindleValueError
            Those of :func:`spindle.tesa.load`.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> model = spindle.tesa.load("docs/examples/pruned.mlir")
        >>> model.with_masks({"B": np.arange(16) < 8}).masks["B"].sum()
        np.int64(8)
        """
        other = Model(*self._source, weights={})
        other.weights = self.weights
        kept = self.masks | _read_masks(masks, self)
        for name, mask in other.masks.items():
            kept.setdefault(name, np.ones(mask.shape, np.bool_))
        for name, mask in kept.items():
            other._set_mask(name, mask)
        return other

    def _set_mask(self, name: str, kept: npt.NDArray[Any]) -> None:
        shapes = {argument.name: argument.shape for argument in self.arguments}
        if name not in shapes:
            raise find_error("masks", name, "the name of an argument", f"'{name}'", [*shapes])
        if shapes[name] != kept.shape:
            expected = f"the shape {spell_shape(shapes[name])}"
            raise find_error("masks", name, expected, spell_shape(kept.shape))
        self._model.set_mask(name, np.asarray(kept, np.bool_, order="C"))

    def __repr__(self) -> str:
        masks = len(self.masks)
        return (
            f"Model({self.name}, {len(self.arguments)} arguments, {len(self.weights)} weights, "
            f"{masks} mask{'s' * (masks != 1)})"
        )


def _make_tensor(name: str, shape: list[int], type: str) -> Tensor:
    return Tensor(name, tuple(None if size < 0 else size for size in shape), type)


def check_model(model: Any) -> Model:
    """``model``, which is to be one that was loaded.

    Raises
    ------
    SpindleTypeError
        Something else, as the path of a file.
    """
    if isinstance(model, Model):
        return model
    got = repr(model) if isinstance(model, str | os.PathLike) else type(model).__name__
    raise SpindleTypeError(
        f"model: expected a model, as spindle.tesa.load reads it from a file, but got {got}",
        operand="model",
        expected="a model",
        got=got,
    )


def check_values(source: str, argument: Tensor, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """``array``, which is to be the value of ``argument``; errors call its owner ``source``."""
    expected = f"{spell_shape(argument.shape)} elements of {argument.type}"
    if array.dtype != argument.dtype or array.ndim != len(argument.shape):
        got = f"{spell_shape(array.shape)} of {array.dtype.name}"
        raise find_error(source, argument.name, expected, got)
    for size, own in zip(argument.shape, array.shape, strict=True):
        if size is not None and size != own:
            raise find_error(source, argument.name, expected, spell_shape(array.shape))
    return array


def _read_masks(masks: Source, model: Model) -> Arrays:
    """The elements that are kept, by argument."""
    if isinstance(masks, str) and masks == ZEROS:
        if not model.weights:
            raise SpindleValueError(
                "masks: expected weights, to find their zeros, but got none",
                operand="masks",
                expected="weights, to find their zeros",
                got="none",
            )
        return {name: weight != 0 for name, weight in model.weights.items()}
    arrays = read_arrays(masks, "masks")
    for name, array in arrays.items():
        if array.dtype == object or array.dtype.kind in "US":
            raise SpindleTypeError(
                f"masks['{name}']: expected bools but got {array.dtype}", name, "bools"
            )
    return {name: array != 0 for name, array in arrays.items()}


def load(
    path: str | os.PathLike[str],
    weights: Source | None = None,
    masks: Source | None = None,
    entry: str = "",
) -> Model:
    """Reads a model, and what is pruned of it.

    Parameters
    ----------
    path : str or path
        A file with a function on tensors, of ``linalg``, ``tensor`` and ``arith``, as
        ``utils/import-onnx`` writes it; or its text, which has several lines.
    weights : mapping of str to array or path, optional
        The values of arguments, by name: arrays, or an ``.npz`` file.
    masks : mapping of str to array or path or "zeros", optional
        Which elements of arguments are kept: arrays of bool, by name, or an ``.npz`` file,
        whose arrays are not 0 where an element is kept. With ``"zeros"``, weights that are
        0 are pruned. Arguments that they do not name keep the masks of the file itself.
    entry : str, optional
        The function, where the file has several.

    Returns
    -------
    Model

    Raises
    ------
    ProgramError
        The file has no program, or a wrong one.
    SpindleValueError
        No such file, function or argument, arrays of other shapes or types.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> kept = np.random.default_rng(1).random((8, 16)) < 0.5
    >>> model = spindle.tesa.load("docs/examples/pruned.mlir", masks={"W": kept})
    >>> np.array_equal(model.masks["W"], kept)
    True
    """
    text, file = os.fspath(path), "model.mlir"
    if "\n" not in text:
        file = text
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no text"
            raise SpindleValueError(
                f"path: expected a file with a model but got '{file}': {reason}",
                operand="path",
                expected="a file with a model",
                got=file,
            ) from error
    given = {} if weights is None else read_arrays(weights, "weights")
    model = Model(file, text, entry, given)
    return model if masks is None else model.with_masks(masks)
