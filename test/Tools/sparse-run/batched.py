# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Many command lines in one process: each is as if it were alone, whatever comes of
the others, one that is killed included."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import batch
from endless import ENDLESS
from refusals import write_inputs

COMMANDS = """\
# What is right, in words that are quoted; and a blank line.

spmm --bind A=A.mtx --bind "B=B.npy" --check --out 'C=a b.npy'
spmm --bogus
wrong.mlir
--version
"""
ENDLESS_RUN = ["endless.mlir", "--bind", "x=ones", "--size", "I=3"]
SOUND = ["spmm", "--bind", "A=A.mtx", "--bind", "B=B.npy", "--check"]


def alone(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["sparse-run", *words], check=False, capture_output=True, text=True
    )


def check_file() -> None:
    """A file of commands: what each prints, its status, and the greatest of all."""
    Path("commands").write_text(COMMANDS)
    done = alone("--batch", "commands")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["line"] for line in told] == [3, 4, 5, 6], told
    assert [line["status"] for line in told] == [0, 2, 2, 0], told
    assert done.returncode == 2 and not done.stderr, done
    assert told[0]["stdout"].endswith("\nright\n"), told[0]
    assert Path("a b.npy").exists()
    for line, words in zip(told[1:], COMMANDS.splitlines()[3:], strict=True):
        expected = alone(*words.split())
        assert line["stdout"] == expected.stdout, line
        assert line["stderr"] == expected.stderr, line


def check_killed() -> None:
    """A run that a signal ends has a status of its own; the next one is right."""
    Path("endless.mlir").write_text(ENDLESS)
    command = ["sparse-run", "--batch", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write(f"{' '.join(ENDLESS_RUN)}\n{' '.join(SOUND)}\n")
        process.stdin.flush()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (running := children.read_text().split()):
            time.sleep(0.01)
        os.kill(int(running[0]), signal.SIGKILL)
        output, _ = process.communicate()
    told = [json.loads(line) for line in output.splitlines()]
    assert [line["status"] for line in told] == [128 + signal.SIGKILL, 0], told
    assert process.returncode == 128 + signal.SIGKILL, process.returncode


def check_module() -> None:
    """What tests run it by."""
    quoted = Path('a "quoted" \\ folder')
    quoted.mkdir()
    done = batch.run(["sparse-run", *SOUND, "--out", f"C={quoted / 'C.npy'}"])
    assert done.returncode == 0 and done.stdout.endswith("\nright\n"), done
    assert (quoted / "C.npy").exists()
    Path("endless.mlir").write_text(ENDLESS)
    done = batch.run(["sparse-run", *ENDLESS_RUN], limit=0.5)
    assert done.returncode == 124, done
    assert batch.run(["sparse-run", "--version"]).returncode == 0


def check_refused() -> None:
    done = alone("--batch", "missing")
    assert done.returncode == 2, done
    assert done.stderr == "error: missing: no such file\n", done.stderr
    # No command line at all, which a batch has no line for.
    done = alone()
    expected = "error: expected a PROGRAM (--list and --help tell more) but got none\n"
    assert done.returncode == 2 and done.stderr == expected, done


if __name__ == "__main__":
    write_inputs()
    Path("wrong.mlir").write_text("func.func @f(")
    check_file()
    check_killed()
    check_module()
    check_refused()
    sys.exit(0)
