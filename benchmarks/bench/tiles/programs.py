"""Products that follow one another, as programs of Spindle."""

from collections.abc import Iterator
from dataclasses import dataclass

#: The sparse operand of all steps that have one.
SPARSE = "A"
AXIS = "!axis.axis<dense_fixed>"


@dataclass(frozen=True)
class Step:
    """`result` = `left` times `right`, of which `left` is `A` or dense."""

    result: str
    left: str
    right: str
    #: `right` is stored by columns.
    transposed: bool = False
    #: The larger of each element and 0 follows.
    larger: bool = False

    @property
    def is_sparse(self) -> bool:
        return self.left == SPARSE


@dataclass(frozen=True)
class Product:
    """A row of the table of products."""

    #: What tables call it.
    says: str
    #: Dimensions of the dense operands. There are as many of N as A has columns, of M
    #: as it has rows, and of the others as `--columns` says.
    operands: dict[str, str]
    #: The last one makes the result.
    steps: tuple[Step, ...]
    #: Dimensions of A; those that it needs to be square for are one.
    of_sparse: str = "MN"

    @property
    def result(self) -> str:
        return self.steps[-1].result

    @property
    def dims(self) -> dict[str, str]:
        """Dimensions of all dense operands and of what steps make."""
        held = dict(self.operands)
        for step in self.steps:
            rows = self.of_sparse[0] if step.is_sparse else held[step.left][0]
            columns = held[step.right][0 if step.transposed else 1]
            held[step.result] = rows + columns
        return held


def tensor(dtype: str, format: str = "dense") -> str:
    return f"!sparse.tensor<?x?x{dtype}, #sparse.{format}>"


def write_head(product: Product, dtype: str) -> Iterator[str]:
    """The function's arguments, and the axes of those that are dense."""
    arguments = {SPARSE: product.of_sparse, **product.operands}
    arguments[product.result] = product.dims[product.result]
    lines = []
    for name, dims in arguments.items():
        kind = tensor(dtype, "csr" if name == SPARSE else "dense")
        names = ", ".join(f'"{dim}"' for dim in dims)
        access = "write" if name == product.result else "read"
        lines.append(
            f'    %{name}: {kind} {{sparse.name = "{name}", sparse.dims = [{names}], '
            f'sparse.access = "{access}"}}'
        )
    yield "func.func @products(\n" + ",\n".join(lines) + ") {"
    yield f"  %zero = arith.constant 0.0 : {dtype}"
    for name in (*product.operands, product.result):
        yield (
            f"  %{name}_0, %{name}_1, %{name}_v = sparse.unpack %{name} : "
            f"{tensor(dtype)} -> {AXIS}, {AXIS}, !sparse.buffer<?x?x{dtype}>"
        )


def find_axes(product: Product) -> dict[str, str]:
    """A dense axis for each dimension."""
    held = {}
    for name in (*product.operands, product.result):
        for index, dim in enumerate(product.dims[name]):
            held[dim] = f"%{name}_{index}"
    return held


def write_step(product: Product, step: Step, dtype: str) -> Iterator[str]:
    """What a step makes, and the product."""
    name, dense = step.result, tensor(dtype)
    if name != product.result:
        axes = find_axes(product)
        first, second = (axes[dim] for dim in product.dims[name])
        yield (
            f"  %{name}_v = sparse.alloc on ({first}, {second}) : ({AXIS}, {AXIS}) -> "
            f"!sparse.buffer<?x?x{dtype}>\n"
            f"  %{name} = sparse.pack %{name}_v : !sparse.buffer<?x?x{dtype}> -> {dense}"
        )
    driver = f" driver(%{SPARSE})" if step.is_sparse else ""
    left = tensor(dtype, "csr") if step.is_sparse else dense
    right = "h, k" if step.transposed else "k, h"
    maps = ", ".join(f"affine_map<(i, k, h) -> ({x})>" for x in ("i, k", right, "i, h"))
    yield f"""\
  sparse.fill %{name}_v, %zero : !sparse.buffer<?x?x{dtype}>
  sparse.generic "make_{name}"{driver}
      ins(%{step.left}, %{step.right} : {left}, {dense}) outs(%{name} : {dense})
      maps [{maps}]
      kinds [spatial, reduction, spatial] combine [add] {{
  ^bb0(%l: {dtype}, %r: {dtype}):
    %p = arith.mulf %l, %r : {dtype}
    sparse.yield %p : {dtype}
  }}"""
    if step.larger:
        yield f"""\
  sparse.generic "larger_{name}" ins(%{name} : {dense}) outs(%{name} : {dense})
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] {{
  ^bb0(%x: {dtype}):
    %m = arith.maximumf %x, %zero : {dtype}
    sparse.yield %m : {dtype}
  }}"""


def write(product: Product, dtype: str) -> str:
    """The program of a product, a function of its operands and its result."""
    lines = list(write_head(product, dtype))
    for step in product.steps:
        lines += write_step(product, step, dtype)
    return "\n".join([*lines, "  return\n}\n"])
