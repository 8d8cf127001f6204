"""How few bits the weights of a model need."""

from __future__ import annotations

import numbers
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._kernel import Kernel
from spindle._program import Program
from spindle._progress import bar
from spindle._tesa_arrays import Arrays, Source, find_error, read_arrays, spell_shape
from spindle._tesa_model import Model, Tensor, check_model, check_values

__all__ = ["Accept", "Run", "Step", "Widths", "lower_widths", "quantize"]

#: What runs a model: it takes inputs and weights by name, and gives the results in order.
Run: TypeAlias = Callable[[Arrays, Arrays], Sequence[npt.NDArray[Any]]]
#: What judges: it takes the results of each sample, and what they should be.
Accept: TypeAlias = Callable[[list[list[npt.NDArray[Any]]], list[list[npt.NDArray[Any]]]], bool]
_LADDER = (16, 8, 7, 6, 5, 4, 3, 2)


@dataclass(frozen=True)
class Step:
    """A width that was tried.

    Attributes
    ----------
    name : str
        The tensor.
    width : int
        In bits.
    error : float
        Of the model's results then, as :class:`spindle.tesa.Widths` has it.
    is_accepted : bool
        Whether the tensor has this width, or a lower one.

    Examples
    --------
    >>> import spindle
    >>> spindle.tesa.Step("W", 8, 1e-6, True)
    Step(name='W', width=8, error=1e-06, is_accepted=True)
    """

    name: str
    width: int
    error: float
    is_accepted: bool


@dataclass(frozen=True, eq=False)
class Widths(Mapping[str, int]):
    """The widths of tensors, by their names, in bits.

    Attributes
    ----------
    steps : tuple of Step
        What was tried, in order.
    error : float
        Of the results at these widths: the mean square of how far they are off, as a share
        of the mean square of what was recorded.
    weights : dict of str to ndarray
        The values of all weights, with masks applied: those that were tried at these widths.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> values = np.random.default_rng(1)
    >>> sizes = {"W": (8, 16), "B": 16, "V": (16, 4)}
    >>> weights = {name: values.random(size, np.float32) for name, size in sizes.items()}
    >>> model = spindle.tesa.load("docs/examples/pruned.mlir", weights)
    >>> data = {"X": values.random((6, 8), np.float32)}
    >>> spindle.tesa.lower_widths(model, data, accept=1e-3)
    tensor  before  width  tried    error
    W           32      3      8  0.00034
    V           32      4      7  0.00074
    """

    widths: dict[str, int]
    before: dict[str, int]
    steps: tuple[Step, ...]
    error: float
    weights: Arrays

    def __getitem__(self, name: str) -> int:
        return self.widths[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.widths)

    def __len__(self) -> int:
        return len(self.widths)

    def __str__(self) -> str:
        from spindle._tesa_facts import spell_table

        rows = [["tensor", "before", "width", "tried", "error"]]
        for name, width in self.widths.items():
            tried = [step for step in self.steps if step.name == name]
            kept = [step.error for step in tried if step.is_accepted]
            error = f"{kept[-1]:.2g}" if kept else "-"
            rows.append([name, str(self.before[name]), str(width), str(len(tried)), error])
        return spell_table(rows, texts=1)

    __repr__ = __str__


def quantize(array: npt.NDArray[Any], width: int) -> npt.NDArray[Any]:
    """Numbers as near as they can be with ``width`` bits: multiples of one number by integers
    from ``-(2**(width - 1) - 1)`` to ``2**(width - 1) - 1``, the largest of which is that of
    the largest number. What is 0 stays 0, and integers that have no more bits what they are.

    Raises
    ------
    SpindleTypeError
        Elements that are neither floats nor integers.

    Examples
    --------
    >>> quantize(np.array([1.0, 0.3, 0.0, -0.7]), 3).round(3)
    array([ 1.   ,  0.333,  0.   , -0.667])
    """
    if array.dtype.kind not in "fi":
        raise SpindleTypeError(f"expected floats or integers but got {array.dtype.name}")
    exact = array.astype(np.float64)
    largest = np.abs(exact).max(initial=0.0)
    most = 2 ** (width - 1) - 1
    if largest == 0 or (array.dtype.kind == "i" and largest <= most):
        return array
    scaled = np.rint(exact * (most / largest)) * (largest / most)
    if array.dtype.kind == "i":
        # The largest number may be that of the least one, which has no opposite.
        limits = np.iinfo(array.dtype)
        scaled = np.clip(np.rint(scaled), limits.min, limits.max)
    made: npt.NDArray[Any] = scaled.astype(array.dtype)
    return made


def lower_widths(
    model: Model,
    data: Source | Sequence[Source],
    accept: float | Accept = 1e-3,
    *,
    tensors: Sequence[str] | None = None,
    widths: Sequence[int] = _LADDER,
    run: Run | None = None,
) -> Widths:
    """Finds how few bits each weight of a model needs, by trying.

    It is the rule of SparTA (section 3.2), without its fine-tuning. Tensors come one after
    the other, in the order in which the model reads them. Each is rounded to fewer and fewer
    bits while the others stay as they are, until the model's results are accepted no more;
    the least width that was keeps its place when the next tensor comes. So widths depend on
    the order, and the same data give the same widths.

    Parameters
    ----------
    model : Model
        With the values of its weights, which are 0 where its masks say so.
    data : mapping of str to array or path, or a sequence of such
        Samples: inputs by the names of arguments, and what the model should make of them, by
        other names, in the order of its results. Where that is left out, it is what the
        model makes with its weights as they are. Inputs that have masks should be 0 there:
        nothing makes them so.
    accept : float or function, optional
        The largest error, as :class:`spindle.tesa.Widths` has it, over all samples; or a
        function of the results, a list for each sample, and of those recorded, which says
        whether they will do.
    tensors : sequence of str, optional
        The arguments to try, in this order: inputs too, which are rounded in each sample. By
        default, weights of more than one dimension.
    widths : sequence of int, optional
        What is tried, from the widest on, of at least 2 bits. What is not below the width of
        a tensor's type is left out.
    run : function, optional
        Runs the model: takes inputs and weights, dictionaries, and gives the results, a
        sequence of arrays. By default, the model is compiled as it is, dense, for one thread.

    Returns
    -------
    Widths

    Raises
    ------
    SpindleValueError
        Weights or inputs without values, tensors that are no arguments, widths that do not
        fall, results of another number or shape than was recorded; a model that cannot be
        compiled.
    SpindleTypeError
        Tensors of neither floats nor integers, something else than a model.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> values = np.random.default_rng(1)
    >>> sizes = {"W": (8, 16), "B": 16, "V": (16, 4)}
    >>> weights = {name: values.random(size, np.float32) for name, size in sizes.items()}
    >>> model = spindle.tesa.load("docs/examples/pruned.mlir", weights)
    >>> data = {"X": values.random((6, 8), np.float32)}
    >>> dict(spindle.tesa.lower_widths(model, data, accept=1e-4))
    {'W': 4, 'V': 6}
    """
    check_model(model)
    ladder = _check_ladder(widths)
    chosen = _choose_tensors(model, tensors)
    trial = _Trial(model, _read_samples(model, data), run or compile_model(model))
    current = {name: _get_width(model, name) for name in chosen}
    judge = _make_judge(accept, trial)
    before, steps = dict(current), []
    total = sum(sum(width < current[name] for width in ladder) for name in chosen)
    progress, done = bar("lowering widths"), 0
    for name in chosen:
        lower = [width for width in ladder if width < current[name]]
        for place, width in enumerate(lower):
            if progress:
                progress("", "widths", done + place, total)
            results = trial.run(current | {name: width})
            step = Step(name, width, trial.measure(results), judge(results))
            steps.append(step)
            if not step.is_accepted:
                break
            current[name] = width
        done += len(lower)
    results = trial.run(current)
    lowered = {name: trial.round(name, array, current) for name, array in trial.weights.items()}
    return Widths(current, before, tuple(steps), trial.measure(results), lowered)


def compile_model(model: Model) -> Run:
    """What runs a model on one thread, compiled by the schedule that suits.

    Raises
    ------
    ProgramError
        A size that is not static, or an operation that cannot be compiled.
    """
    file, text, entry = model._source
    texts = {"program": file, "text": text, "entry": entry, "schedule": "auto"}
    program = Program(texts, {}, progress=bar("compiling"))
    shapes = [[size or 0 for size in each.shape] for each in model.arguments]
    arrays = [np.zeros(s, a.dtype) for s, a in zip(shapes, model.arguments, strict=True)]
    # What has no name is called otherwise there.
    names = [operand.name for operand in program.operands]
    kernel = Kernel(program, dict(zip(names, arrays, strict=False)), threads=1)

    def run(inputs: Arrays, weights: Arrays) -> list[npt.NDArray[Any]]:
        given = inputs | weights
        made = kernel(*(given[each.name] for each in model.arguments))
        return list(made) if len(model.results) > 1 else [made]

    return run


@dataclass(frozen=True)
class _Sample:
    """Inputs by name, and what was recorded of the results; nothing where it was not."""

    inputs: Arrays
    results: list[npt.NDArray[Any]]


class _Trial:
    """A model, and samples to run it on."""

    def __init__(self, model: Model, samples: list[_Sample], run: Run) -> None:
        self._model, self._samples, self._run = model, samples, run
        masks = model.masks
        self.weights = {
            name: np.where(masks[name], array, array.dtype.type(0)) if name in masks else array
            for name, array in model.weights.items()
        }
        recorded = [sample.results for sample in samples]
        if not all(recorded):
            made = self.run({})
            recorded = [own or new for own, new in zip(recorded, made, strict=True)]
        self.recorded = recorded

    def round(self, name: str, array: npt.NDArray[Any], widths: dict[str, int]) -> Any:
        """``array``, the value of ``name``, at its width."""
        if widths.get(name, 0) == 0 or widths[name] >= _get_width(self._model, name):
            return array
        return quantize(array, widths[name])

    def run(self, widths: dict[str, int]) -> list[list[npt.NDArray[Any]]]:
        """The results of each sample, with tensors of these widths."""
        weights = {n: self.round(n, array, widths) for n, array in self.weights.items()}
        made = []
        for sample in self._samples:
            inputs = {n: self.round(n, array, widths) for n, array in sample.inputs.items()}
            made.append([np.asarray(each) for each in self._run(inputs, weights)])
        return made

    def measure(self, results: list[list[npt.NDArray[Any]]]) -> float:
        """How far results are off: the mean square, as a share of what was recorded."""
        off = whole = 0.0
        for sample, (made, recorded) in enumerate(zip(results, self.recorded, strict=True)):
            shapes = [[each.shape for each in arrays] for arrays in (recorded, made)]
            if shapes[0] != shapes[1]:
                texts = [", ".join(map(spell_shape, each)) or "none" for each in shapes]
                raise SpindleValueError(
                    f"data: expected results of the shapes {texts[1]} in sample {sample} "
                    f"but got {texts[0]}",
                    operand="data",
                    expected=f"results of the shapes {texts[1]}",
                    got=texts[0],
                )
            for new, old in zip(made, recorded, strict=True):
                exact = old.astype(np.float64)
                off += float(np.square(new.astype(np.float64) - exact).sum())
                whole += float(np.square(exact).sum())
        if whole == 0 or not np.isfinite(off):
            return float("inf") if off else 0.0
        return off / whole


def _make_judge(
    accept: float | Accept, trial: _Trial
) -> Callable[[list[list[npt.NDArray[Any]]]], bool]:
    if callable(accept):
        return lambda results: bool(accept(results, trial.recorded))
    if not isinstance(accept, numbers.Real) or not accept >= 0:
        raise SpindleValueError(
            f"accept: expected an error of at least 0, or a function, but got {accept!r}",
            operand="accept",
            expected="an error of at least 0, or a function",
            got=repr(accept),
        )
    limit = float(accept)
    return lambda results: trial.measure(results) <= limit


def _check_ladder(widths: Sequence[int]) -> list[int]:
    ladder = [int(width) for width in widths]
    falls = all(high > low for high, low in zip(ladder, ladder[1:], strict=False))
    if not ladder or not falls or ladder[-1] < 2:
        raise SpindleValueError(
            f"widths: expected numbers of bits that fall, of at least 2, but got {ladder}",
            operand="widths",
            expected="numbers of bits that fall, of at least 2",
            got=str(ladder),
        )
    return ladder


def _find(model: Model, name: str) -> Tensor:
    return next(each for each in model.arguments if each.name == name)


def _get_width(model: Model, name: str) -> int:
    return _find(model, name).dtype.itemsize * 8


def _choose_tensors(model: Model, tensors: Sequence[str] | None) -> list[str]:
    """The arguments to try, in order."""
    known = [each.name for each in model.arguments]
    if tensors is None:
        found = [
            name
            for name, array in model.weights.items()
            if array.ndim > 1 and array.dtype.kind in "fi"
        ]
        if not found:
            raise SpindleValueError(
                "model: expected weights of more than one dimension, or tensors, but got none",
                operand="model",
                expected="weights of more than one dimension, or tensors",
                got="none",
            )
        order = _find_first_reads(model)
        return sorted(found, key=lambda name: order.get(name, len(order)))
    for name in tensors:
        if name not in known:
            raise find_error("tensors", name, "the name of an argument", f"'{name}'", known)
        if _find(model, name).dtype.kind not in "fi":
            raise SpindleTypeError(
                f"tensors['{name}']: expected floats or integers but got elements of "
                f"{_find(model, name).type}",
                name,
                "floats or integers",
            )
    return list(tensors)


def _find_first_reads(model: Model) -> dict[str, int]:
    """For each argument the first operation that reads it, by its place in the file."""
    told = model._model.propagate()
    first: dict[str, int] = {}
    for place, (_, op, _, _, operands, *_) in enumerate(told):
        for number in operands if op else ():
            (name, *_), source, *_ = told[number]
            if not source:
                first.setdefault(name, place)
    return first


def _read_samples(model: Model, data: Source | Sequence[Source]) -> list[_Sample]:
    is_one = isinstance(data, Mapping | str | os.PathLike)
    sources: list[Any] = [data] if is_one else list(cast(Sequence[Any], data))
    if not sources:
        raise SpindleValueError("data: expected a sample or more but got none", "data")
    samples = []
    for source in sources:
        arrays = read_arrays(source, "data")
        inputs: Arrays = {}
        for argument in model.arguments:
            if argument.name in arrays and argument.name in model.weights:
                raise find_error("data", argument.name, "values of no weight", "those of one")
            if argument.name in arrays:
                inputs[argument.name] = _check_input(argument, arrays.pop(argument.name))
            elif argument.name not in model.weights:
                known = f"values of '{argument.name}', in weights or in data"
                raise SpindleValueError(
                    f"data: expected {known} but got none", "data", known, "none"
                )
        results = list(arrays.values())
        if results and len(results) != len(model.results):
            raise SpindleValueError(
                f"data: expected {len(model.results)} results, or none, beside inputs "
                f"but got {', '.join(arrays)}",
                operand="data",
                expected=f"{len(model.results)} results, or none",
                got=", ".join(arrays),
            )
        samples.append(_Sample(inputs, results))
    return samples


def _check_input(argument: Tensor, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return check_values("data", argument, array)
