"""Models compiled by a plan: smaller products, and weights in formats."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._array import Array
from spindle._compile import compile as compile_program
from spindle._errors import SpindleValueError
from spindle._kernel import Kernel
from spindle._make import array
from spindle._tesa_arrays import Arrays, Source, find_error, read_arrays
from spindle._tesa_bits import measure, read_widths, widen
from spindle._tesa_choice import DENSE, Candidate, Plan, PlannedProduct
from spindle._tesa_model import Model, check_values, load
from spindle._tesa_packed import write_packed
from spindle._threads import count_threads

__all__ = ["Candidate", "CompiledModel", "Plan", "PlannedProduct", "compile"]


class CompiledModel:
    """A model that is compiled, with its weights; :func:`spindle.tesa.compile` makes it.

    It is called with the inputs by name, and returns the result, or a tuple of several.

    Attributes
    ----------
    plan : Plan
        How it is computed.
    compilations : int
        How often it was compiled.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
    >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
    >>> compiled(X=np.ones((6, 8), np.float32)).shape
    (6, 4)
    """

    plan: Plan
    compilations: int

    def __init__(
        self,
        model: Model,
        formats: Mapping[str, str] | None,
        threads: int | None,
        measure: int,
        widths: Mapping[str, npt.NDArray[np.int8]],
        keep_inputs: bool,
    ) -> None:
        self._model = model
        self._widths = widths
        self._keep_inputs = keep_inputs
        self._exact: Kernel | None = None
        self._formats = formats
        self._threads = threads
        self._measure = measure
        masks = model.masks
        self._weights: Arrays = {
            name: np.where(masks[name], weight, weight.dtype.type(0)) if name in masks else weight
            for name, weight in model.weights.items()
        }
        self._text = ""
        self._stored: dict[str, Any] = {}
        # What formats of matrices are for tensors of more dimensions.
        self._spelled: dict[str, str] = {}
        self._kept: dict[str, list[list[int]]] = {}
        self.compilations = 0
        self._renew()

    def _renew(self) -> None:
        """Plans anew, and compiles anew what another plan needs."""
        formats = [*(self._formats or {}).items()]
        text, told, kept, self._division = self._model._model.plan(
            [*self._weights],
            formats,
            self._formats is None,
            count_threads(self._threads),
            self._measure,
            [*self._widths.items()],
            self._keep_inputs,
        )
        self.plan = Plan(json.loads(told))
        self._kept = dict(kept)
        self._chosen = dict(formats) | {p.weight: p.format for p in self.plan.products}
        self._stored = {}
        if text != self._text:
            self._spelled = {}
        for name, weight in self._weights.items():
            self._stored |= self._store(name, weight)
        if text == self._text:
            return
        self._text = text
        self._kernel: Kernel = compile_program(
            text,
            threads=self._threads,
            entry=self._model._source[2],
            **self._stored,
            **self._zeros(),
        )
        self.compilations += 1
        self._spelled = {operand.name: operand.format for operand in self._kernel.operands}
        for name, weight in self._weights.items():
            if weight.ndim > 2:
                self._stored |= self._store(name, weight)

    def _zeros(self) -> dict[str, Any]:
        """Something for each input: a kernel is compiled for operands."""
        return {
            argument.name: np.zeros([size or 0 for size in argument.shape], argument.dtype)
            for argument in self._model.arguments
            if argument.name not in self._weights
        }

    def _store(self, name: str, weight: npt.NDArray[Any]) -> dict[str, Any]:
        """A weight as the kernel takes it, or its parts, by their names."""
        if name in self._division.wholes:
            parts = self._division.divide(name, np.ascontiguousarray(weight))
            return {part: self._form(part, own) for part, own in parts.items()}
        if name in self._kept:
            weight = weight[np.ix_(*self._kept[name])]
        return {name: self._form(name, weight)}

    def _form(self, name: str, weight: npt.NDArray[Any]) -> Array | npt.NDArray[Any]:
        form = self._chosen.get(name, DENSE)
        if form != DENSE and weight.ndim > 2:
            form = self._spelled.get(name, DENSE)
        return np.ascontiguousarray(weight) if form == DENSE else array(weight, format=form)

    def __call__(self, **inputs: Any) -> Any:
        """Runs the model.

        Parameters
        ----------
        **inputs : array_like
            The inputs, by their names.

        Returns
        -------
        ndarray or tuple
            The results, in their order.

        Raises
        ------
        SpindleValueError
            No such input, a weight among them, an array of another shape or type.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> compiled(X=np.ones((6, 8), np.float32)).shape
        (6, 4)
        """
        for name in inputs:
            if name in self._weights:
                raise SpindleValueError(
                    f"{name}: expected inputs but got a weight, which update_weights changes",
                    operand=name,
                    expected="inputs",
                    got="a weight",
                )
        return self._kernel(**self._stored, **inputs)

    def update_mask(self, name: str, mask: Any) -> None:
        """Prunes a weight otherwise.

        The model is planned anew, and compiled anew only where that changes a format or
        a shape. What the mask does not keep becomes 0.

        Parameters
        ----------
        name : str
            The weight.
        mask : array of bool
            Which of its elements are kept.

        Raises
        ------
        SpindleValueError
            No such weight, a mask of another shape.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> compiled(X=np.ones((6, 8), np.float32)).shape
        (6, 4)
        """
        self._check_weight(name)
        model = self._model.with_masks({name: np.asarray(mask)})
        self._model = model
        self._weights[name] = np.where(mask, self._weights[name], 0).astype(
            self._weights[name].dtype
        )
        self._renew()

    def update_weights(self, weights: Source) -> None:
        """Takes other numbers for weights, on the pattern that they have: nothing is
        planned or compiled.

        Parameters
        ----------
        weights : mapping of str to array or path
            By name; 0 where the mask keeps nothing.

        Raises
        ------
        SpindleValueError
            No such weight, an array of another shape or type, numbers where nothing is kept.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> compiled.update_weights({"V": 2 * arrays["V"]})
        """
        known = {argument.name: argument for argument in self._model.arguments}
        masks = self._model.masks
        for name, weight in read_arrays(weights, "weights").items():
            self._check_weight(name)
            own = check_values("weights", known[name], weight)
            if name in masks and np.any(own[~masks[name]] != 0):
                raise find_error("weights", name, "0 where the mask keeps nothing", "other numbers")
            self._weights[name] = own
            self._stored |= self._store(name, own)

    def error(self, **inputs: Any) -> float:
        """How far results are from what the model computes in f64 with the weights as they
        were given: the largest difference, as a share of the largest magnitude there.

        Parameters
        ----------
        **inputs : array_like
            As of a call.

        Returns
        -------
        float
            Infinite where a result is no number and the other is one.

        Raises
        ------
        SpindleValueError
            No such input, an array of another shape or type.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.full((16, 4), 1 / 3, np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> compiled.error(X=np.ones((6, 8), np.float32)) < 1e-6
        True
        """
        exact: dict[str, Any] = {name: widen(weight) for name, weight in self._weights.items()}
        exact |= {name: widen(np.asarray(own)) for name, own in inputs.items()}
        if self._exact is None:
            self._exact = compile_program(
                self._model._model.print_wide(),
                threads=self._threads,
                entry=self._model._source[2],
                **exact,
            )
        made, expected = self(**inputs), self._exact(**exact)
        if not isinstance(made, tuple):
            made, expected = (made,), (expected,)
        return max(measure(own, wide) for own, wide in zip(made, expected, strict=True))

    def _check_weight(self, name: str) -> None:
        if name not in self._weights:
            expected = "the name of a weight"
            raise find_error("weights", name, expected, f"'{name}'", [*self._weights])

    def save(self, path: str | os.PathLike[str], symbol: str = "") -> None:
        """Writes a shared object with the whole model, its weights too, for C.

        Its function takes the inputs and results alone, in the order of the model, and
        needs nothing of Spindle; the header beside it declares it.

        Parameters
        ----------
        path : path
            The shared object, as in ``model.so``; the header is ``model.h``.
        symbol : str
            What the function is called; by default as in the model.

        Raises
        ------
        SpindleError
            A name that is no symbol, no compiler to link by, a failure of the system.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> compiled.save("pruned.so")  # doctest: +SKIP
        """
        write_packed(Path(path), symbol, self._kernel, self._stored)

    def __repr__(self) -> str:
        return f"CompiledModel({self._model.name}, {self.plan!r})"


def _import_onnx(path: Path, folder: Path) -> tuple[Path, Path]:
    """Imports a model by ``utils/import-onnx``, where that is to be found."""
    beside = Path(__file__).resolve().parents[2] / "utils/import-onnx"
    program = os.environ.get("SPINDLE_IMPORT_ONNX") or shutil.which("import-onnx")
    command = program or (str(beside) if beside.exists() else "")
    if not command:
        raise SpindleValueError(
            "model: expected utils/import-onnx on PATH or in SPINDLE_IMPORT_ONNX, for a model in "
            "ONNX, but got none",
            operand="model",
            expected="utils/import-onnx",
            got="none",
        )
    out = folder / "model.mlir"
    done = subprocess.run([command, path, "--out", out], capture_output=True, text=True)
    if done.returncode != 0:
        reason = (done.stderr.strip() or "it failed").splitlines()[-1]
        raise SpindleValueError(
            f"model: expected a model that can be imported but got '{path}': {reason}",
            operand="model",
            expected="a model that can be imported",
            got=str(path),
        )
    return out, folder / "model.weights.npz"


def compile(
    model: str | os.PathLike[str] | Model,
    weights: Source | None = None,
    masks: Source | None = None,
    plan: str | Mapping[str, str] = "auto",
    *,
    entry: str = "",
    threads: int | None = None,
    measure: int = 0,
    widths: Mapping[str, Any] | None = None,
    keep_inputs: bool = False,
) -> CompiledModel:
    """Compiles a pruned model, so that it does as little as its masks allow.

    Parameters
    ----------
    model : str, path or Model
        A file with a model, as :func:`spindle.tesa.load` takes it, or one in ONNX, which
        ``utils/import-onnx`` imports; or a model that is loaded.
    weights : mapping of str to array or path
        The arguments that are the same in each run. Of a model in ONNX, its own.
    masks : mapping of str to array or path or "zeros"
        What is kept of them; other elements become 0. By default those of the model, or
        what is not 0 of weights without one.
    plan : "auto", or dict by name
        ``"auto"`` removes what is pruned everywhere, and chooses a format for each weight
        of a product by costs. A dict says the formats of weights; the others are dense.
    entry : str
        The function, where the file has several.
    threads : int
        As :func:`spindle.compile` takes it.
    measure : int
        How many formats of each product are timed, alone and on this machine, beside
        dense; the fastest is taken.
    widths : dict by name
        How many bits elements of weights need: a number, as :func:`spindle.tesa.lower_widths`
        finds, or an array with one for each element, up to 32. With ``plan="auto"`` they are
        stored in 4, 8 or 16 bits, or in two parts of which one has more, where that is
        estimated to be faster, and else stay as they are: ``plan.widths`` says which. With
        formats they are stored so as the operation ``transform.tesa.round_widths`` costs
        them; ``plan`` calls parts ``W_i4``, ``W_i8``, ``W_i16`` and ``W_f32``.
    keep_inputs : bool
        Whether what is multiplied by weights of 4 or 8 bits stays in floats, and is not rounded
        to bytes in each run.

    Returns
    -------
    CompiledModel

    Raises
    ------
    ProgramError
        The file has no program, or a wrong one.
    SpindleValueError
        No such file, function or argument, arrays of other shapes or types, formats that
        cannot be, no importer.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> random = np.random.default_rng(1)
    >>> W, V = random.random((8, 16), np.float32), random.random((16, 4), np.float32)
    >>> W[:, :4], V[12:] = 0, 0
    >>> arrays = {"W": W, "B": np.ones(16, np.float32), "V": V}
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
    >>> X = random.random((6, 8), np.float32)
    >>> np.allclose(compiled(X=X), np.maximum(X @ W + 1, 0) @ V, atol=1e-5)
    True
    >>> program, widths = "docs/examples/pruned.mlir", {"W": 8}
    >>> rounded = spindle.tesa.compile(program, arrays, plan={}, widths=widths)
    >>> 1e-4 < rounded.error(X=X) < 1e-2
    True
    """
    if not isinstance(model, Model):
        model = _load(model, weights, entry)
    elif weights is not None:
        given = {**model.weights, **read_arrays(weights, "weights")}
        kept = model.masks
        model = Model(*model._source, weights=given)
        model = model.with_masks(kept) if kept else model
    if masks is not None:
        model = model.with_masks(masks)
    known = model.masks
    zeros = {n: w != 0 for n, w in model.weights.items() if n not in known and np.any(w == 0)}
    model = model.with_masks(zeros) if zeros else model
    weights_known = [*model.weights]
    needed = read_widths(widths or {}, model)
    for name in [] if isinstance(plan, str) else plan:
        whole = name.rpartition("_")[0]
        if name not in weights_known and whole not in needed:
            raise find_error("plan", name, "the name of a weight", f"'{name}'", weights_known)
    if isinstance(plan, str) and plan != "auto":
        raise SpindleValueError(
            f"plan: expected 'auto' or formats by name but got '{plan}'",
            operand="plan",
            expected="'auto' or formats by name",
            got=plan,
        )
    formats = None if isinstance(plan, str) else plan
    return CompiledModel(model, formats, threads, measure, needed, keep_inputs)


def _load(path: str | os.PathLike[str], weights: Source | None, entry: str) -> Model:
    if not os.fspath(path).endswith(".onnx"):
        return load(path, weights, entry=entry)
    with tempfile.TemporaryDirectory() as folder:
        text, own = _import_onnx(Path(path), Path(folder))
        arrays = read_arrays(own, "weights") if own.exists() else {}
        arrays |= {} if weights is None else read_arrays(weights, "weights")
        return load(text, arrays, entry=entry)
