"""The order in which a sum of products is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import prod

__all__ = ["Contraction", "find_order", "lay_out"]

#: What one step costs besides its work, in products.
_STEP = 20_000
#: What a product of dense operands costs, in those of a kernel.
_DENSE = 0.5
#: More operands than this are taken as they are written.
_MOST = 6


@dataclass(frozen=True)
class Contraction:
    """Some values become one.

    Attributes
    ----------
    numbers : tuple of int
        The values: operands from 0 on, then the results of earlier steps.
    inputs : tuple of str
        The letters of each.
    output : str
        The letters of the result.
    sparse : int
        Which of the values is sparse; -1 for none.
    """

    numbers: tuple[int, ...]
    inputs: tuple[str, ...]
    output: str
    sparse: int

    @property
    def is_transposition(self) -> bool:
        """Whether a dense value gets its dimensions in another order, and nothing else."""
        return (
            self.sparse < 0
            and len(self.inputs) == 1
            and sorted(self.inputs[0]) == sorted(self.output)
        )


@dataclass(frozen=True)
class _Term:
    """A value that is left: what it was made of, and its letters."""

    members: frozenset[int]
    letters: str
    is_sparse: bool = False


@dataclass(frozen=True)
class _Step:
    """Some terms become one."""

    used: tuple[_Term, ...]
    made: _Term


_Found = tuple[float, tuple[_Step, ...]]


class _Search:
    """Looks for the cheapest order."""

    def __init__(
        self, inputs: Sequence[str], output: str, sizes: Mapping[str, int], sparse: int, nnz: int
    ) -> None:
        self.output = output
        self.sizes = sizes
        self.sparse = inputs[sparse] if sparse >= 0 else ""
        self.nnz = nnz
        self.terms = tuple(
            _Term(frozenset([number]), letters, number == sparse)
            for number, letters in enumerate(inputs)
        )
        dense = [self.measure(term.letters) for term in self.terms if not term.is_sparse]
        #: No value between may be larger than what the user has.
        self.most = max([nnz, self.measure(output), *dense])
        self.find = lru_cache(maxsize=None)(self._find)

    def measure(self, letters: str) -> int:
        return prod(self.sizes[letter] for letter in letters)

    def join(self, terms: tuple[_Term, ...], used: tuple[_Term, ...]) -> _Step:
        """The step that makes one value of those that are used."""
        rest = [term.letters for term in terms if term not in used]
        needed = set("".join(rest) + self.output)
        known = dict.fromkeys("".join(term.letters for term in used))
        letters = "".join(letter for letter in known if letter in needed)
        members = frozenset[int]().union(*(term.members for term in used))
        return _Step(used, _Term(members, letters if rest else self.output))

    def price(self, step: _Step) -> float:
        letters = "".join(dict.fromkeys("".join(term.letters for term in step.used)))
        if not any(term.is_sparse for term in step.used):
            return _STEP + _DENSE * self.measure(letters)
        others = "".join(letter for letter in letters if letter not in self.sparse)
        return _STEP + self.nnz * self.measure(others) + self.measure(step.made.letters)

    def list_steps(self, terms: tuple[_Term, ...]) -> list[_Step]:
        """What can be taken next, besides all at once; of dense operands alone first."""
        groups = chain(combinations(terms, 1), combinations(terms, 2))
        steps = [self.join(terms, used) for used in groups if len(used) < len(terms)]
        is_on_pattern = self.output == self.sparse

        def is_good(step: _Step) -> bool:
            is_idle = len(step.used) == 1 and step.made.letters == step.used[0].letters
            has_sparse = any(term.is_sparse for term in step.used)
            # What has the pattern of the sparse operand is made by the last step.
            is_early = has_sparse and is_on_pattern
            return not (is_idle or is_early) and self.measure(step.made.letters) <= self.most

        # Of equal ones, those without the sparse operand keep sums of nothing out.
        good = filter(is_good, steps)
        return sorted(good, key=lambda step: any(term.is_sparse for term in step.used))

    def _find(self, terms: tuple[_Term, ...]) -> _Found:
        """What ``terms`` cost, and the steps."""
        whole = self.join(terms, terms)
        best: _Found = (self.price(whole), (whole,))
        for step in self.list_steps(terms):
            left = [term for term in terms if term not in step.used]
            after, steps = self.find((*left, step.made))
            cost = self.price(step) + after
            if cost < best[0]:
                best = (cost, (step, *steps))
            if len(step.used) == 1 and not step.used[0].is_sparse:
                # To sum an operand first leaves less to all other orders.
                break
        return best


def find_order(
    inputs: Sequence[str], output: str, sizes: Mapping[str, int], sparse: int, nnz: int
) -> tuple[Contraction, ...]:
    """The steps that make the result of operands with the letters ``inputs``.

    Parameters
    ----------
    inputs, output
        Letters, as :class:`spindle._subscripts.Subscripts` has them.
    sizes : mapping of str to int
        The size of the dimension of each letter.
    sparse : int
        Which operand is sparse; -1 for none.
    nnz : int
        How many elements it has.
    """
    search = _Search(inputs, output, sizes, sparse, nnz)
    terms = search.terms
    is_small = len(terms) <= _MOST
    steps = search.find(terms)[1] if is_small else (search.join(terms, terms),)
    numbers = {term: number for number, term in enumerate(terms)}
    made = []
    for step in steps:
        where = [place for place, term in enumerate(step.used) if term.is_sparse]
        made.append(
            Contraction(
                tuple(numbers[term] for term in step.used),
                tuple(term.letters for term in step.used),
                step.made.letters,
                where[0] if where else -1,
            )
        )
        numbers[step.made] = len(numbers)
    return tuple(made)


def lay_out(
    steps: Sequence[Contraction], operands: int, sizes: Mapping[str, int], nnz: int
) -> tuple[Contraction, ...]:
    """``steps``, with transpositions of dense values before and after kernels.

    A kernel runs along the last dimension of dense values, if the sparse operand has not
    its letter. Values with their letters in another order are transposed, where that is
    less work than to run over each element with a stride.

    Parameters
    ----------
    steps : sequence of Contraction
        As :func:`find_order` gives them.
    operands : int
        How many operands there are.
    sizes, nnz
        As of :func:`find_order`.
    """
    made: list[Contraction] = []
    # The numbers of values among the steps that are made.
    numbers = list(range(operands))

    def add(step: Contraction) -> int:
        made.append(step)
        return operands + len(made) - 1

    for step in steps:
        used = [numbers[number] for number in step.numbers]
        if step.sparse < 0:
            numbers.append(add(Contraction(tuple(used), step.inputs, step.output, -1)))
            continue
        inputs, own = list(step.inputs), step.inputs[step.sparse]
        free = set("".join(inputs)) - set(own)
        work = nnz * prod(sizes[letter] for letter in free)

        def is_worth(letters: str, work: int = work) -> bool:
            return 2 * prod(sizes[letter] for letter in letters) < work

        for place, letters in enumerate(step.inputs):
            wanted = _put_last(letters, free)
            if wanted != letters and is_worth(letters):
                used[place] = add(Contraction((used[place],), (letters,), wanted, -1))
                inputs[place] = wanted
        output = _put_last(step.output, free)
        if output != step.output and not is_worth(output):
            output = step.output
        number = add(Contraction(tuple(used), tuple(inputs), output, step.sparse))
        if output != step.output:
            number = add(Contraction((number,), (output,), step.output, -1))
        numbers.append(number)
    return tuple(made)


def _put_last(letters: str, free: set[str]) -> str:
    """``letters`` with those that are ``free`` last, unless one is."""
    if not free.intersection(letters) or letters[-1] in free:
        return letters
    return "".join(sorted(letters, key=lambda letter: letter in free))
