# RUN: rm -rf %t && mkdir %t && %python %s %t | FileCheck %s
# CHECK-DAG: bottleneck: right
# CHECK-DAG: encoder: right
# CHECK-DAG: integers: right
# CHECK-DAG: mobilenet: right
# CHECK-DAG: qdq: right
# CHECK: 5 imports, 0 wrong
"""The imports of Inputs, read by sparse-opt and compiled by upstream's passes, give what
onnxruntime gave.

NAME.mlir, NAME.weights.npz and NAME.reference.npz are written by utils/import-onnx, as
docs/Models.md says. Floats may differ by 1e-5 of the largest, which is far below what
an operand that is mistaken for another one changes; integers, and floats that stand for
integers, may not.
"""

import re
import sys
from pathlib import Path

import numpy as np
import plain

INPUTS = Path(__file__).parent / "Inputs"
EXACT = ("integers", "qdq")
ARGUMENT = re.compile(
    r'^    %\S+: tensor<[^<>]*> \{sparse\.name = "([^"]*)"\}', re.MULTILINE
)


def expect(name: str, folder: Path) -> str:
    """What is wrong with an import; empty for nothing."""
    source = INPUTS / f"{name}.mlir"
    arrays = dict(np.load(INPUTS / f"{name}.weights.npz"))
    arrays |= dict(np.load(INPUTS / f"{name}.reference.npz"))
    expected = arrays.pop("Y")
    names = ARGUMENT.findall(source.read_text())
    if sorted(names) != sorted(arrays):
        return f"expected arguments {sorted(arrays)} but got {sorted(names)}"
    library = plain.build(source, folder)
    result = plain.call(library, name, [arrays[n] for n in names], expected)
    if result.shape != expected.shape:
        return f"expected shape {expected.shape} but got {result.shape}"
    off = np.abs(result.astype(np.float64) - expected.astype(np.float64)).max()
    allowed = 0 if name in EXACT else 1e-5 * np.abs(expected).max()
    return "" if off <= allowed else f"expected at most {allowed} off but got {off}"


def main() -> None:
    wrong = 0
    names = sorted(path.stem for path in INPUTS.glob("*.mlir"))
    for name in names:
        finding = expect(name, Path(sys.argv[1]))
        wrong += bool(finding)
        print(f"{name}: {finding or 'right'}")
    print(f"{len(names)} imports, {wrong} wrong")


if __name__ == "__main__":
    main()
