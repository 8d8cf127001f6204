# RUN: %python %s %spindle_src_root/programs
"""What `sparse-run NAME` runs is the program of programs/NAME.mlir."""

import re
import subprocess
import sys
from pathlib import Path


def output_of(*command: str | Path) -> str:
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def simplified(program: str) -> str:
    """A program whose equal constants are one."""
    result = subprocess.run(
        ["sparse-opt", "--cse"],
        check=True,
        text=True,
        input=program,
        stdout=subprocess.PIPE,
    )
    return result.stdout


files = {path.stem: path for path in Path(sys.argv[1]).glob("*.mlir")}
listed = re.findall(r"^(\w+)\((\w+): (\S+)", output_of("sparse-run", "--list"), re.M)
assert [name for name, _, _ in listed] == sorted(files), listed
retyped = 0
for name, operand, form in listed:
    text = output_of("sparse-run", files[name], "--emit", "tensors")
    shown = output_of("sparse-run", name, "--emit", "tensors")
    assert shown == text, f"{name} is not {files[name]}:\n{shown}"
    # A program that is asked for in its own format is written again as it is.
    if name == "csr2bsr":
        continue
    again = output_of(
        "sparse-run", name, "--format", f"{operand}={form}", "--emit", "tensors"
    )
    assert simplified(again) == simplified(text), f"{name} is written as\n{again}"
    retyped += 1
assert retyped == len(files) - 1
