# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""--cache: a run takes the kernel of an earlier one, which computes the same numbers, and
what is wrong with the folder fails nothing."""

import json
import os
import subprocess
from pathlib import Path

FOLDER = Path("cache").resolve()
SIZES = ["--size", "I=40", "--size", "J=30", "--size", "K=8"]
SPMM = ["spmm", "--bind", "A=random", "--bind", "B=random", *SIZES]
SDDMM = ["sddmm", "--bind", "A=random", "--bind", "X=random", "--bind", "Y=random"]
CONVERT = ["--expr", "s[] += A[i,j] * A[i,j]", "--bind", "A=random", *SIZES[:4]]

#: Of each kind of kernel one: what it calls of the runtime, of OpenMP and of libm,
#: what it returns, several parts, several sizes.
COMMANDS = [
    SPMM,
    [*SPMM, "--threads", "2"],
    [*SPMM, "--check-mode"],
    [*SPMM, "--debug-info"],
    [*SPMM, "--dtype", "f16"],
    [*SPMM, "--dtype", "complex<f32>"],
    [*SPMM, "--format", "A=hyb(2,1)"],
    [*SPMM, "--format", "A=bsr(4,4)", "--schedule", "none"],
    [*SPMM, "--specialize", "K=4,8,16"],
    [*SDDMM, *SIZES],
    ["softmax", "--bind", "A=random", *SIZES[:4]],
    CONVERT,
]


def run(
    command: list[str], folder: Path = FOLDER, **variables: str
) -> subprocess.CompletedProcess:
    environment = {**os.environ, "SPINDLE_CACHE_DIR": str(folder), **variables}
    done = subprocess.run(
        ["sparse-run", *command], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, (command, done.stderr)
    return done


def is_cached(command: list[str]) -> bool:
    """Whether `command`, which is to be right, has its kernel from a file."""
    run([*command, "--cache", "--check", "--json", "report.json"])
    return json.loads(Path("report.json").read_text())["cached"]


def check_kernels() -> None:
    for number, command in enumerate(COMMANDS):
        assert not is_cached(command), command
        assert is_cached(command), command
        assert len(list((FOLDER / "kernels").iterdir())) == number + 1


def check_words() -> None:
    text = run([*SPMM, "--cache"]).stdout
    assert "\ntaken from the cache in " in text and " (choosing " in text, text
    text = run(SPMM).stdout
    assert "\ncompiled in " in text and "cache" not in text, text


def check_refusals() -> None:
    (FOLDER / "kernels").chmod(0o777)
    done = run([*SPMM, "--cache"])
    assert done.stderr == (
        f"note: no kernels are kept: {FOLDER}/kernels: expected a folder of this user "
        "alone but got one that others may write to\n"
    ), done.stderr
    assert "\ncompiled in " in done.stdout, done.stdout
    (FOLDER / "kernels").chmod(0o700)
    done = run([*SPMM, "--cache"], SPINDLE_CACHE_SIZE="much")
    assert done.stderr == (
        "note: no kernels are kept: expected SPINDLE_CACHE_SIZE in MB, 0 for nothing, but "
        "got 'much'\n"
    ), done.stderr
    assert "\ncompiled in " in done.stdout, done.stdout


def check_off() -> None:
    other = Path("other").resolve()
    run(SPMM, other)
    done = run([*SPMM, "--cache"], other, SPINDLE_CACHE_SIZE="0")
    assert not other.exists() and not done.stderr, done.stderr


if __name__ == "__main__":
    check_kernels()
    check_words()
    check_refusals()
    check_off()
