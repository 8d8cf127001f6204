"""Dropping results that nothing reads.

torch-mlir takes a maximum with its place, also where a softmax asks for the maximum
alone. Of upstream's passes only the fusion of element-wise operations drops such a
result.
"""

from torch_mlir.ir import (
    Attribute,
    Block,
    DenseI32ArrayAttr,
    InsertionPoint,
    Module,
    Operation,
    WalkResult,
)


def drop_results(module: Module) -> None:
    """Drops the unused results of each `linalg.generic` that has several."""
    found: list[Operation] = []

    def note(op: Operation) -> WalkResult:
        if op.name == "linalg.generic" and len(op.results) > 1:
            found.append(op)
        return WalkResult.ADVANCE

    module.operation.walk(note)
    # What a later one reads is unused once that is gone.
    for op in reversed(found):
        for place in reversed(range(len(op.results))):
            if len(op.results) > 1 and may_drop(op, place):
                op = drop_result(op, place)


def is_unused(value) -> bool:
    return not list(value.uses)


def may_drop(op: Operation, place: int) -> bool:
    """Whether nothing reads the result, and no other one is computed from it."""
    inputs = len(op.operands) - len(op.results)
    argument = op.regions[0].blocks[0].arguments[inputs + place]
    return is_unused(op.results[place]) and not is_yielded(argument, place)


def is_yielded(value, but: int) -> bool:
    """Whether a value reaches an operand of `linalg.yield` other than this one."""
    for use in value.uses:
        if use.owner.name == "linalg.yield":
            if use.operand_number != but:
                return True
        elif any(is_yielded(result, but) for result in use.owner.results):
            return True
    return False


def drop_result(op: Operation, place: int) -> Operation:
    """The operation without this result."""
    block = op.regions[0].blocks[0]
    terminator = block.operations[len(block.operations) - 1]
    inputs = len(op.operands) - len(op.results)
    yielded = list(terminator.operands)
    del yielded[place]
    with op.location, InsertionPoint(terminator):
        Operation.create("linalg.yield", operands=yielded)
    terminator.operation.erase()
    drop_dead(block)
    block.erase_argument(inputs + place)
    made = without(op, inputs, place)
    block.append_to(made.regions[0])
    results = [result for n, result in enumerate(op.results) if n != place]
    for old, new in zip(results, made.results, strict=True):
        old.replace_all_uses_with(new)
    op.erase()
    return made


def drop_dead(block: Block) -> None:
    """Erases what computes values for nothing: bodies have no other effects."""
    for op in reversed(list(block.operations)):
        if op.operation.name != "linalg.yield" and all(map(is_unused, op.results)):
            op.operation.erase()


def without(op: Operation, inputs: int, place: int) -> Operation:
    """An operation like `op` without a body, and without this result."""
    operands = list(op.operands)
    del operands[inputs + place]
    types = [result.type for result in op.results]
    del types[place]
    attributes: dict[str, Attribute] = dict(op.attributes.items())
    maps = list(op.attributes["indexing_maps"])
    del maps[inputs + place]
    attributes["indexing_maps"] = Attribute.parse(
        f"[{', '.join(map(str, maps))}]", op.context
    )
    with op.context:
        sizes = DenseI32ArrayAttr.get([inputs, len(types)])
    attributes["operandSegmentSizes"] = sizes
    with op.location, InsertionPoint(op):
        return Operation.create(
            "linalg.generic", types, operands, attributes, regions=1
        )
