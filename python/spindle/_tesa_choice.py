"""What a plan chose for the products of a model, and what that takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["DENSE", "Candidate", "Plan", "PlannedProduct"]

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


class Plan:
    """How a model is computed.

    Attributes
    ----------
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

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.removed = dict(told["removed"])
        self.products = tuple(
            PlannedProduct(
                **{
                    key: product[key]
                    for key in (
                        "weight",
                        "outputs",
                        "inputs",
                        "columns",
                        "elements",
                        "format",
                        "reason",
                    )
                },
                candidates=tuple(
                    Candidate(c["format"], c["seconds"], c["measured"], c["bytes"])
                    for c in product["candidates"]
                ),
            )
            for product in told["products"]
        )

    def latency(self) -> dict[str, float]:
        """Seconds of the products by each weight, and of all of them as ``total``.

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
        return {**own, "total": sum(own.values())}

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
            A line for each product, and one for each format that was not taken.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> arrays = {"W": np.eye(8, 16, dtype=np.float32), "B": np.ones(16, np.float32)}
        >>> arrays["V"] = np.eye(16, 4, dtype=np.float32)
        >>> compiled = spindle.tesa.compile("docs/examples/pruned.mlir", weights=arrays)
        >>> isinstance(compiled.plan.draw(), str)
        True
        """
        lines = []
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


def _shorten(form: str) -> str:
    if form.startswith("composite"):
        return "blocks and elements"
    if form[0] != "(":
        return form
    return "blocks" if form.endswith(" full") else "sections"
