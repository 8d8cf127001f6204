"""What follows from what is pruned of a model, for each of its values."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spindle._errors import SpindleValueError
from spindle._html import make_table
from spindle._progress import bar
from spindle._suggest import suggest
from spindle._tesa_arrays import Bools, Source, expand, share, spell_shape, spell_share
from spindle._tesa_model import Model, check_model

if TYPE_CHECKING:
    from spindle._draw import Picture
    from spindle._tesa_report import Report

__all__ = ["Facts", "Value", "propagate", "spell_table"]

_HEAD = ["value", "made by", "shape", "zero", "dead", "before", "after"]


@dataclass(frozen=True)
class Value:
    """A tensor of a model, and what is known of its elements.

    Attributes
    ----------
    name : str
        As the file has it (``%5``), or an argument's own name.
    op : str
        The operation that makes it; empty for an argument.
    body : tuple of str
        What the operation computes for each element, as ``("mulf", "addf")``.
    location : str
        The file, the line and the column.
    shape : tuple of int
        Its sizes.
    type : str
        Of the elements, as MLIR writes it.
    operands : tuple of int
        The values that the operation reads, by their numbers.
    is_returned : bool
        Whether the function returns it.
    is_product : bool
        Whether the operation adds up products.
    of_arguments : bool
        Whether it depends on an argument: an empty tensor and what is filled do not.
    zeros, deads, before, after : float
        Shares of the elements: that are 0, that have no effect on what is returned, that
        masks say are 0, and that are one or the other.
    iterations, skipped_before, skipped : int
        How often the operation computes, and how many of these times can be left out, by
        masks alone and by all that is known: see :class:`spindle.tesa.Report`.

    Examples
    --------
    >>> import spindle
    >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
    >>> facts["W"].before, facts["W"].after
    (0.25, 0.5)
    """

    name: str
    op: str
    body: tuple[str, ...]
    location: str
    shape: tuple[int, ...]
    type: str
    operands: tuple[int, ...]
    is_returned: bool
    is_product: bool
    of_arguments: bool
    zeros: float
    deads: float
    before: float
    after: float
    iterations: int
    skipped_before: int
    skipped: int
    _masks: tuple[Any, Any] = field(repr=False, compare=False)

    @property
    def zero(self) -> Bools:
        """The elements that are 0 in every run, as an array that may be read.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts["%sum"].zero[0].nonzero()
        (array([0, 1, 2, 3]),)
        """
        return expand(self.shape, self._masks[0])

    @property
    def dead(self) -> Bools:
        """The elements that have no effect on what is returned, likewise.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts["B"].dead.nonzero()
        (array([12, 13, 14, 15]),)
        """
        return expand(self.shape, self._masks[1])

    @property
    def size(self) -> int:
        """The number of elements.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts["B"].size
        16
        """
        count = 1
        for size in self.shape:
            count *= size
        return count


class Facts(Sequence[Value]):
    """What is known of the values of a model, in the order of its file.

    A value is found by its number or its name. Values of which nothing is known are in it
    too, and are left out where it is printed, as are those that depend on no argument.

    Attributes
    ----------
    model : Model
        What they are about.

    Examples
    --------
    >>> import spindle
    >>> spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
    value    made by          shape   zero  dead  before  after
    W                        8 x 16   25 %  25 %    25 %   50 %
    B                            16    0 %  25 %     0 %   25 %
    V                        16 x 4   25 %   0 %    25 %   25 %
    %sum     linalg.generic  6 x 16   25 %  25 %     0 %   50 %
    %biased  linalg.generic  6 x 16    0 %  25 %     0 %   25 %
    %hidden  linalg.generic  6 x 16    0 %  25 %     0 %   25 %
    """

    model: Model

    def __init__(self, model: Model, values: Sequence[Value]) -> None:
        self.model = model
        self._values = tuple(values)

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values)

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, str):
            return self._values[index]
        found = [value for value in self._values if value.name == index]
        if not found:
            known = [value.name for value in self._values]
            raise SpindleValueError(
                f"expected the name of a value but got '{index}'{suggest(index, known)}",
                expected="the name of a value",
                got=index,
            )
        return found[0]

    def report(self) -> Report:
        """Counts what is computed, and what of it can be left out.

        Returns
        -------
        Report

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts.report().skipped, facts.report().macs
        (480, 1152)
        """
        from spindle._tesa_report import make_report

        return make_report(self)

    def draw(self, path: str | os.PathLike[str] | None = None) -> Picture:
        """Draws the model, as :func:`spindle.tesa.draw` does.

        Parameters
        ----------
        path : str or path, optional
            A file to write to as well.

        Returns
        -------
        Picture

        Raises
        ------
        SpindleValueError
            Those of :func:`spindle.tesa.draw`.

        Examples
        --------
        >>> import spindle
        >>> spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir")).draw()
        Picture(...)
        """
        from spindle._tesa_draw import draw

        return draw(self, path)

    def __str__(self) -> str:
        rows = self._list()
        return spell_table([_HEAD, *rows], texts=2) if rows else "nothing is known of any value"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return make_table(_HEAD, self._list())

    def _list(self) -> list[list[str]]:
        return [
            [
                value.name,
                value.op,
                spell_shape(value.shape),
                *map(spell_share, (value.zeros, value.deads, value.before, value.after)),
            ]
            for value in self._values
            if value.after > 0 and value.of_arguments
        ]


def spell_table(rows: Sequence[Sequence[str]], texts: int) -> str:
    """Rows as text; the first columns, ``texts`` of them, begin on the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            f"{cell:<{width}}" if column < texts else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _make_values(told: list[Any]) -> Iterator[Value]:
    """Values, of what the extension module tells."""
    of_arguments: list[bool] = []
    for (
        (name, shape, type),
        op,
        body,
        location,
        operands,
        is_returned,
        is_product,
        given,
        zero,
        dead,
        unneeded,
        before,
        after,
    ) in told:
        of_arguments.append(not op or any(of_arguments[number] for number in operands))
        made = Value(
            name=name,
            op=op,
            body=tuple(body),
            location=location,
            shape=tuple(shape),
            type=type,
            operands=tuple(operands),
            is_returned=is_returned,
            is_product=is_product,
            of_arguments=of_arguments[-1],
            zeros=0.0,
            deads=0.0,
            before=0.0,
            after=0.0,
            iterations=before[0],
            skipped_before=before[1],
            skipped=after[1],
            _masks=(zero, dead),
        )
        counts = {"zeros": zero[2], "deads": dead[2], "before": given[2], "after": unneeded}
        for each, count in counts.items():
            object.__setattr__(made, each, share(count, made.size))
        yield made


def propagate(model: Model, masks: Source | None = None) -> Facts:
    """Finds what follows from what is pruned of a model.

    Zeros travel forward: a column of weights that is 0 makes a column of a product 0. What
    has no effect travels backward, and sideways: what is multiplied by 0 is not needed. An
    element that is *dead* may be another number than 0, and all dead ones may become 0 at
    once: what is returned stays the same, as long as numbers are finite.

    Parameters
    ----------
    model : Model
        What :func:`spindle.tesa.load` gave.
    masks : mapping of str to array or path or "zeros", optional
        As :func:`spindle.tesa.load` takes them. Arguments that they do not name keep the
        masks of the model.

    Returns
    -------
    Facts

    Raises
    ------
    SpindleValueError
        Masks of no argument, or of another shape.
    SpindleTypeError
        Something else than a model, as the path of one.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> model = spindle.tesa.load("docs/examples/pruned.mlir")
    >>> facts = spindle.tesa.propagate(model, masks={"B": np.arange(16) < 4})
    >>> facts["%biased"].zeros
    0.0
    """
    chosen = check_model(model)
    if masks is not None:
        chosen = chosen.with_masks(masks)
    return Facts(chosen, list(_make_values(chosen._model.propagate(bar("propagating")))))
