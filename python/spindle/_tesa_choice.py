"""What a plan chose for the products of a model, and what that takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["DENSE", "Candidate", "Plan", "PlannedProduct", "PlannedWidths", "Way"]

#: The format in which all elements are stored.
DENSE = "dense"


@dataclass(frozen=True)
class Candidate:
    """A format that a weight may have.

    Attributes
    ----------
    format : str
        As :func:`spindle.array` takes it.
    seconds : float
        What its products are estimated to take.
    measured : float or None
        What they took, where that was measured.
    bytes : float
        Of all arrays.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
    >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
    >>> isinstance(compiled.plan.products[0].choice, spindle.tesa.Candidate)
    True
    """

    format: str
    seconds: float
    measured: float | None
    bytes: float


@dataclass(frozen=True)
class PlannedProduct:
    """How the products by one weight are computed.

    Attributes
    ----------
    weight : str
        The argument.
    outputs, inputs, columns, elements : int
        With each of the elements that are kept, so many products are made as there are
        columns: tokens, or pixels.
    format : str
        The one that is taken.
    reason : str
        Why.
    candidates : tuple of Candidate
        The fastest first.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
    >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
    >>> compiled.plan.products[0].weight
    'W'
    """

    weight: str
    outputs: int
    inputs: int
    columns: int
    elements: int
    format: str
    reason: str
    candidates: tuple[Candidate, ...]

    @property
    def choice(self) -> Candidate:
        """The candidate that is taken.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> isinstance(compiled.plan.products[0].choice.format, str)
        True
        """
        return next(c for c in self.candidates if c.format == self.format)

    @property
    def seconds(self) -> float:
        """What its products take: as measured, or else as estimated.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> compiled.plan.products[0].seconds > 0
        True
        """
        choice = self.choice
        return choice.seconds if choice.measured is None else choice.measured


@dataclass(frozen=True)
class Way:
    """A way to store the elements of a weight, in one part or two.

    Attributes
    ----------
    types : tuple of str
        Those of the parts, as in ``("f32", "i8")``.
    parts : tuple of PlannedProduct
        How the products by each of them are computed.
    rounds_inputs : bool
        Whether what they are multiplied by is rounded to bytes in each run.
    seconds : float
        What the products take, without that.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
    >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", arrays, widths={"W": 8})
    >>> [way.types for way in compiled.plan.widths[0].ways]
    [('f32',), ('i8',)]
    """

    types: tuple[str, ...]
    parts: tuple[PlannedProduct, ...]
    rounds_inputs: bool
    seconds: float


@dataclass(frozen=True)
class PlannedWidths:
    """Which widths a weight has whose elements need few bits.

    Attributes
    ----------
    weight : str
        The argument.
    ways : tuple of Way
        That with elements as they are is first.
    choice : Way
        The one that is taken.
    reason : str
        Why.
    rounding_seconds : float
        What it takes to round inputs to bytes, once for all weights that they are multiplied by.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
    >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", arrays, widths={"W": 8})
    >>> compiled.plan.widths[0].reason
    'a run is too short for widths to matter'
    """

    weight: str
    ways: tuple[Way, ...]
    choice: Way
    reason: str
    rounding_seconds: float

    def _draw(self) -> list[str]:
        """Lines of :meth:`Plan.draw`."""
        lines = [f"{self.weight}: stored as {' and '.join(self.choice.types)}: {self.reason}"]
        for way in self.ways:
            rounding = self.rounding_seconds if way.rounds_inputs else 0
            parts = " and ".join(
                f"{kind} in {_shorten(part.format)}"
                for kind, part in zip(way.types, way.parts, strict=True)
            )
            told = f", {1e6 * rounding:.1f} of them to round inputs" if rounding else ""
            lines.append(f"  {1e6 * (way.seconds + rounding):10.1f} us  {parts}{told}")
        return lines


class Plan:
    """How a model is computed.

    Attributes
    ----------
    widths : tuple of PlannedWidths
        Those of weights whose elements need few bits.
    products : tuple of PlannedProduct
        Those by weights, in the order of the model.
    removed : dict
        ``arguments`` that became smaller, and their elements before and after.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> W, V = np.ones((8, 16), np.float32), np.ones((16, 4), np.float32)
    >>> W[:, :4], V[12:] = 0, 0
    >>> arrays = {"W": W, "B": np.ones(16, np.float32), "V": V}
    >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
    >>> [product.weight for product in compiled.plan.products]
    ['W', 'V']
    """

    products: tuple[PlannedProduct, ...]
    removed: dict[str, int]
    widths: tuple[PlannedWidths, ...]

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.removed = dict(told["removed"])
        self._rounding = float(told["rounding_seconds"])
        self.widths = tuple(_read_widths(widths) for widths in told["widths"])
        self.products = tuple(_read_product(product) for product in told["products"])

    def latency(self) -> dict[str, float]:
        """Seconds of the products by each weight, and of all of them as ``total``, with
        those to round inputs to bytes.

        What was measured counts, else what is estimated. What the model does beside
        products by weights is not in it.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> sorted(compiled.plan.latency())
        ['V', 'W', 'total']
        """
        own = {product.weight: product.seconds for product in self.products}
        return {**own, "total": sum(own.values()) + self._rounding}

    def memory(self) -> dict[str, int]:
        """Bytes of each weight of a product in its format, and of all as ``total``.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> all(size > 0 for size in compiled.plan.memory().values())
        True
        """
        own = {product.weight: int(product.choice.bytes) for product in self.products}
        return {**own, "total": sum(own.values())}

    def draw(self) -> str:
        """A table: what was chosen for each product, against what.

        Returns
        -------
        str
            A line for each product, and one for each format that was not taken; before them
            one for each weight whose elements need few bits, and one for each way to store it.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> isinstance(compiled.plan.draw(), str)
        True
        """
        lines = [line for widths in self.widths for line in widths._draw()]
        for product in self.products:
            lines.append(
                f"{product.weight}: {product.outputs} x {product.inputs}, "
                f"{product.elements} elements, {product.columns} columns, "
                f"{1e6 * product.seconds:.1f} us in {_shorten(product.format)}: {product.reason}"
            )
            for candidate in product.candidates:
                if candidate.format == product.format:
                    continue
                known = "" if candidate.measured is None else " measured"
                seconds = candidate.seconds if candidate.measured is None else candidate.measured
                lines.append(f"  {1e6 * seconds:10.1f} us{known}  {_shorten(candidate.format)}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Plan({len(self.products)} products, {1e6 * self.latency()['total']:.1f} us)"


def _read_product(told: Mapping[str, Any]) -> PlannedProduct:
    names = ("weight", "outputs", "inputs", "columns", "elements", "format", "reason")
    candidates = tuple(
        Candidate(c["format"], c["seconds"], c["measured"], c["bytes"]) for c in told["candidates"]
    )
    return PlannedProduct(**{name: told[name] for name in names}, candidates=candidates)


def _read_widths(told: Mapping[str, Any]) -> PlannedWidths:
    ways = tuple(
        Way(
            tuple(way["types"]),
            tuple(_read_product(part) for part in way["parts"]),
            way["rounds_inputs"],
            way["seconds"],
        )
        for way in told["ways"]
    )
    return PlannedWidths(
        told["weight"], ways, ways[told["choice"]], told["reason"], told["rounding_seconds"]
    )


def _shorten(form: str) -> str:
    if form.startswith("composite"):
        return "blocks and elements"
    if form[0] != "(":
        return form
    return "blocks" if form.endswith(" full") else "sections"
