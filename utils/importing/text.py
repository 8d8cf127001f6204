"""The text of an import: names of arguments, and a comment in front."""

import re
from collections import Counter

from importing.errors import Refused

SIGNATURE = re.compile(r"^  func\.func @\S+?\((.*)\) -> (.*) \{$", re.MULTILINE)
ARGUMENT = re.compile(r"%arg(\d+): (tensor<[^<>]*>)")
RESULT = re.compile(r"tensor<[^<>]*>")
VALUE = re.compile(r"%([A-Za-z_$.\d-]+)")
OPERATION = re.compile(r"(?:^ *|= )([a-z_]+\.[a-z_0-9.]+)", re.MULTILINE)


def with_names(
    text: str, function: str, arguments: list[str], results: list[str]
) -> str:
    """The module with these names: each argument and result has its own as
    `sparse.name`, and an argument as that of its value where no other is called so."""
    match = SIGNATURE.search(text)
    found = ARGUMENT.findall(match[1]) if match else []
    if len(found) != len(arguments) or len(SIGNATURE.findall(text)) != 1:
        raise Refused(
            f"expected a function of {len(arguments)} tensors from torch-mlir but got "
            f"{match[0].strip() if match else 'none'}"
        )
    values = value_names(text, arguments)
    listed = [
        f'    %{value}: {type} {{sparse.name = "{name}"}}'
        for value, name, (_, type) in zip(values, arguments, found, strict=True)
    ]
    signature = f"  func.func @{function}(\n" + ",\n".join(listed)
    signature += f") -> {named_results(match[2], results)} {{"
    body = text[match.end() :]
    body = re.sub(
        r"%arg(\d+)\b",
        lambda m: f"%{values[int(m[1])]}" if int(m[1]) < len(values) else m[0],
        body,
    )
    named = "" if len(results) == 1 else "s in order"
    comment = (
        f"// Imported by utils/import-onnx. Result{named}: {', '.join(results)}.\n"
    )
    return f"{comment}\n{text[: match.start()]}{signature}{body}".rstrip() + "\n"


def named_results(types: str, names: list[str]) -> str:
    """The types of a function's results, with their names."""
    listed = [
        f'{type} {{sparse.name = "{name}"}}'
        for type, name in zip(RESULT.findall(types), names, strict=True)
    ]
    return f"({', '.join(listed)})"


def value_names(text: str, arguments: list[str]) -> list[str]:
    """What the arguments' values are called."""
    taken = {name for name in VALUE.findall(text) if not name.startswith("arg")}
    found = []
    for name in arguments:
        while name in taken or re.match(r"arg\d", name):
            name += "_"
        taken.add(name)
        found.append(name)
    return found


def operations(text: str) -> Counter[str]:
    """How often each operation is in a module."""
    return Counter(OPERATION.findall(text))
