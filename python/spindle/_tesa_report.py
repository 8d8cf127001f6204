"""How much of what a model computes is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spindle._html import make_table
from spindle._tesa_arrays import share, spell_shape, spell_share

if TYPE_CHECKING:
    from spindle._tesa_facts import Facts, Value

__all__ = ["Product", "Report", "Weight", "make_report"]

_PRODUCTS = ["product", "weight", "shape", "MACs", "before", "after"]
_WEIGHTS = ["argument", "shape", "before", "after"]


@dataclass(frozen=True)
class Product:
    """An operator that adds up products.

    Attributes
    ----------
    name, location : str
        Of the value that it makes.
    weight : str
        The argument that it multiplies by; empty where both factors are computed.
    shape : tuple of int
        That of its result.
    macs, skipped_before, skipped : int
        As :class:`spindle.tesa.Report` has them, of this one.

    Examples
    --------
    >>> import spindle
    >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
    >>> facts.report().products[0].weight
    'W'
    """

    name: str
    location: str
    weight: str
    shape: tuple[int, ...]
    macs: int
    skipped_before: int
    skipped: int


@dataclass(frozen=True)
class Weight:
    """An argument that was given values, or that has a mask.

    Attributes
    ----------
    name : str
        Its name.
    shape : tuple of int
        Its sizes.
    size, pruned_before, pruned : int
        Its elements, those that masks say are 0, and those that are 0 or dead.

    Examples
    --------
    >>> import spindle
    >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
    >>> facts.report().weights[0]
    Weight(name='W', shape=(8, 16), size=128, pruned_before=32, pruned=64)
    """

    name: str
    shape: tuple[int, ...]
    size: int
    pruned_before: int
    pruned: int


@dataclass(frozen=True)
class Report:
    """What the products of a model compute, and what of it can be left out.

    A *MAC* is one multiplication whose product is added to an element: an iteration of an
    operation of ``linalg`` that adds up products. It is *skipped* if one of its factors is
    known to be 0 or to be dead, or if the element that it is added to is. *Before* counts
    by masks alone. A factor may be converted to another type first; zeros of a padding are
    zeros, too. Other arithmetic, such as that of norms and activations, is not counted.

    Attributes
    ----------
    products : tuple of Product
        In the order of the file.
    weights : tuple of Weight
        The arguments with values, and where none has any, those with masks.
    macs, skipped_before, skipped : int
        Of all products.
    share_before, share : float
        Those that are skipped, of all.

    Examples
    --------
    >>> import spindle
    >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
    >>> facts.report()
    product  weight   shape   MACs  before   after
    %sum     W       6 x 16    768    25 %    50 %
    %result  V        6 x 4    384    25 %    25 %
    all                      1,152    25 %  41.7 %
    <BLANKLINE>
    argument   shape  before   after
    W         8 x 16    25 %    50 %
    V         16 x 4    25 %    25 %
    all                 25 %  41.7 %
    """

    products: tuple[Product, ...]
    weights: tuple[Weight, ...]

    @property
    def macs(self) -> int:
        """The multiplications of all products.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts.report().macs
        1152
        """
        return sum(product.macs for product in self.products)

    @property
    def skipped_before(self) -> int:
        """Those that are skipped by masks alone.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts.report().skipped_before
        288
        """
        return sum(product.skipped_before for product in self.products)

    @property
    def skipped(self) -> int:
        """Those that are skipped.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts.report().skipped
        480
        """
        return sum(product.skipped for product in self.products)

    @property
    def share_before(self) -> float:
        """The share that is skipped by masks alone.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> facts.report().share_before
        0.25
        """
        return share(self.skipped_before, self.macs)

    @property
    def share(self) -> float:
        """The share that is skipped.

        Examples
        --------
        >>> import spindle
        >>> facts = spindle.tesa.propagate(spindle.tesa.load("docs/examples/pruned.mlir"))
        >>> round(facts.report().share, 3)
        0.417
        """
        return share(self.skipped, self.macs)

    def __str__(self) -> str:
        from spindle._tesa_facts import spell_table

        return "\n\n".join(
            [
                spell_table([_PRODUCTS, *self._list_products()], texts=2),
                spell_table([_WEIGHTS, *self._list_weights()], texts=1),
            ]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return make_table(_PRODUCTS, self._list_products()) + make_table(
            _WEIGHTS, self._list_weights()
        )

    def _list_products(self) -> list[list[str]]:
        def spell(
            name: str, weight: str, shape: str, macs: int, before: int, now: int
        ) -> list[str]:
            shares = [spell_share(share(part, macs)) for part in (before, now)]
            return [name, weight, shape, f"{macs:,}", *shares]

        rows = [
            spell(p.name, p.weight, spell_shape(p.shape), p.macs, p.skipped_before, p.skipped)
            for p in self.products
        ]
        return [*rows, spell("all", "", "", self.macs, self.skipped_before, self.skipped)]

    def _list_weights(self) -> list[list[str]]:
        def spell(name: str, shape: str, size: int, before: int, now: int) -> list[str]:
            return [name, shape, *(spell_share(share(part, size)) for part in (before, now))]

        rows = [
            spell(w.name, spell_shape(w.shape), w.size, w.pruned_before, w.pruned)
            for w in self.weights
        ]
        sums = [sum(w.size for w in self.weights)]
        sums += [sum(w.pruned_before for w in self.weights), sum(w.pruned for w in self.weights)]
        return [*rows, spell("all", "", *sums)]


def make_report(facts: Facts) -> Report:
    """Counts what the products of a model compute."""
    products, weights = [], []
    for value in facts:
        if value.is_product:
            own = _find_weights(facts, value)
            products.append(
                Product(
                    name=value.name,
                    location=value.location,
                    weight=own[-1] if own else "",
                    shape=value.shape,
                    macs=value.iterations,
                    skipped_before=value.skipped_before,
                    skipped=value.skipped,
                )
            )
        if not value.op and _is_weight(facts, value.name):
            before, now = (round(part * value.size) for part in (value.before, value.after))
            weights.append(Weight(value.name, value.shape, value.size, before, now))
    return Report(tuple(products), tuple(weights))


def _find_weights(facts: Facts, product: Value) -> list[str]:
    """The arguments that a product multiplies by: as they are, or under another shape."""
    found = []
    for number in product.operands:
        value = facts[number]
        while value.op.startswith("tensor.") and len(value.operands) == 1:
            value = facts[value.operands[0]]
        if not value.op and (not facts.model.weights or value.name in facts.model.weights):
            found.append(value.name)
    return found


def _is_weight(facts: Facts, name: str) -> bool:
    """Whether the argument ``name`` has values or, where none has any, a mask."""
    return name in (facts.model.weights or facts.model.masks)
