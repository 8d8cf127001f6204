"""Compares the signatures that saved kernels export with their headers.

The last lines are what a caller finds who has 64-bit indices and 33 columns.
"""

import ctypes
import json
import re
import sys

import numpy as np
import scipy.sparse

DECLARED = re.compile(r"^    (const )?(\w+) (\*?)(\w+)[,)];? /\*", re.MULTILINE)
#: Types of parameters that are not elements.
PLAIN = {
    "size": ("int64_t", ""),
    "width": ("int64_t", ""),
    "count": ("int64_t", ""),
    "sizes": ("int64_t", "*"),
    "strides": ("int64_t", "*"),
    "call": ("spindle_call", "*"),
}


def read_signature(name: str) -> dict:
    """The JSON in ./NAME.so."""
    library = ctypes.CDLL(f"./{name}.so")
    text = ctypes.c_char.in_dll(library, f"{name}_signature")
    return json.loads(ctypes.string_at(ctypes.addressof(text)))


def declare(parameter: dict) -> tuple[bool, str, str, str]:
    """Whether it is const, its type, its star and its name, as C has them."""
    role, name = parameter["role"], parameter["name"]
    c_type, star = PLAIN.get(role) or (
        parameter["c_type"],
        "*" if role == "array" else "",
    )
    return star == "*" and not parameter.get("written", False), c_type, star, name


def compare(name: str) -> None:
    """Compares the parameters of NAME.so with those of NAME.h."""
    signature = read_signature(name)
    assert signature["function"] == name
    assert signature["interface"] == 1
    with open(f"{name}.h") as file:
        header = file.read()
    declared = [
        (bool(const), c_type, star, parameter)
        for const, c_type, star, parameter in DECLARED.findall(header)
    ]
    said = [declare(parameter) for parameter in signature["parameters"]]
    assert said == declared, (said, declared)
    names = [parameter["name"] for parameter in signature["parameters"]]
    for operand in signature["operands"]:
        assert len(operand.get("dims", [])) == len(operand.get("sizes", []))
        for array in operand.get("arrays", []):
            length = f"{array['parameter']}_count"
            assert names.index(length) == names.index(array["parameter"]) + 1
            assert f"entries: {array['entries']} */" in header
    assert signature["parallel"] == ("several threads where" in header)
    print(f"{name}: {len(said)} parameters as in {name}.h")


def find_mistakes(signature: dict, matrix, result) -> list[str]:
    """What a caller finds by the signature of spmm before the call."""
    mistakes = []
    operands = {operand["name"]: operand for operand in signature["operands"]}
    arrays = {array["role"]: array["type"] for array in operands["A"]["arrays"]}
    wanted = np.dtype({"i32": "int32", "i64": "int64"}[arrays["coordinates"]])
    if matrix.indices.dtype != wanted:
        mistakes.append(f"A.indices: expected {wanted} but got {matrix.indices.dtype}")
    for dim, size in enumerate(operands["C"]["sizes"]):
        if size is not None and result.shape[dim] != size:
            mistakes.append(
                f"C.shape[{dim}]: expected {size} but got {result.shape[dim]}"
            )
    return mistakes


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compare(name)
    matrix = scipy.sparse.random(5, 4, 0.5, format="csr", dtype=np.float32)
    matrix.indices = matrix.indices.astype(np.int64)
    result = np.zeros((5, 33), np.float32)
    print("\n".join(find_mistakes(read_signature("spmm"), matrix, result)))
