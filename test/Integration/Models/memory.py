# RUN: %python %s | FileCheck %s
# CHECK: encoder: {{[0-9]+}} bytes instead of {{[0-9]+}}, in {{[0-9]+}} allocations instead of {{[0-9]+}}
# CHECK-NEXT: less than half: yes
"""Memory of values that are not needed at one time is shared: of an encoder layer, by the
schedule that suits it, less than half is left."""

import re
import subprocess
import sys
from pathlib import Path

INPUTS = Path(__file__).parent / "Inputs"
ALLOCATION = re.compile(r"memref\.alloc\(\).* : memref<((?:\d+x)+)([a-z]+)(\d+)>")


def measure(model: Path, *passes: str) -> tuple[int, int]:
    """The bytes that the function allocates, and the number of allocations."""
    command = ["sparse-opt", model, "--convert-linalg-to-sparse"]
    command += ["--spindle-lower-to-loops=schedule=products", *passes]
    done = subprocess.run(
        list(map(str, command)), check=True, capture_output=True, text=True
    )
    total = count = 0
    for sizes, _, bits in ALLOCATION.findall(done.stdout):
        elements = 1
        for size in sizes.split("x")[:-1]:
            elements *= int(size)
        total += elements * int(bits) // 8
        count += 1
    return total, count


def main() -> None:
    models = [Path(path) for path in sys.argv[1:]] or [INPUTS / "encoder.mlir"]
    for model in models:
        before, first = measure(model)
        after, then = measure(model, "--spindle-reuse-memory")
        print(
            f"{model.stem}: {after} bytes instead of {before}, in {then} allocations "
            f"instead of {first}"
        )
        print(f"less than half: {'yes' if 2 * after < before else 'no'}")


if __name__ == "__main__":
    main()
