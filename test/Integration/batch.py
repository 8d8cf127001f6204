"""Runs sparse-run many times by one process, which forks for each run.

What comes of a run is what `subprocess.run` gives; a run that a signal ends has the
status that a shell tells, 128 and the signal's number. lit puts this folder on the path.
"""

import atexit
import json
import os
import selectors
import signal
import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TIME_LIMIT_SECONDS = 900


def quote(word: str | Path) -> str:
    """The word as a command line of --batch has it."""
    text = str(word)
    if "\n" in text:
        raise ValueError(f"expected a word without line breaks but got {text!r}")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Server:
    """A process of sparse-run --batch in a folder."""

    def __init__(self, cwd: Path | None) -> None:
        self.process = subprocess.Popen(
            ["sparse-run", "--batch=-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=cwd,
            start_new_session=True,
        )
        atexit.register(self.finish)

    def run(self, words: list[str | Path], limit: float) -> dict | None:
        """The line of JSON of a run; None if it took longer than `limit` seconds,
        which ends the process."""
        line = " ".join(quote(word) for word in words) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(limit):
                os.killpg(self.process.pid, signal.SIGKILL)
                return None
        told = self.process.stdout.readline()
        if not told:
            raise RuntimeError(f"sparse-run --batch ended at {line}")
        return json.loads(told)

    def finish(self) -> None:
        """Has the process end after what it was given."""
        self.process.stdin.close()
        self.process.wait()


#: The processes of a thread, by folder and environment.
kept = threading.local()


def run(
    command: Sequence[str | Path],
    cwd: Path | None = None,
    check: bool = False,
    limit: float = TIME_LIMIT_SECONDS,
) -> subprocess.CompletedProcess:
    """Runs a command, whose first word is sparse-run, in the folder; with `check` a
    status other than 0 is an exception, as it is of subprocess. A run that takes longer
    than `limit` seconds has the status 124."""
    tool, *words = command
    assert tool == "sparse-run", command
    servers = kept.__dict__.setdefault("servers", {})
    key = (cwd or Path.cwd(), frozenset(os.environ.items()))
    if key not in servers:
        servers[key] = Server(cwd)
    told = servers[key].run(words, limit)
    if told is None:
        del servers[key]
        error = f"expected it to take at most {limit} s"
        told = {"status": 124, "stdout": "", "stderr": error}
    done = subprocess.CompletedProcess(
        command, told["status"], told["stdout"], told["stderr"]
    )
    if check:
        done.check_returncode()
    return done


def emit(program: Path, schedule: str, stage: str) -> str:
    """What the schedule makes of a program, in a stage, or what is said if it fails."""
    command = ["sparse-run", program, "--schedule", schedule, "--emit", stage]
    done = run(command)
    return done.stdout or done.stderr


def run_for(command: Sequence[str | Path], out: Path) -> tuple[str, bytes]:
    """What went wrong with a run, and the bytes of `out`, which it writes."""
    out.unlink(missing_ok=True)
    done = run(command)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()}", b""
    return "", out.read_bytes()


def tell_fault(command: str) -> str:
    """What sparse-run says is wrong with a command line; empty if nothing is."""
    done = run(["sparse-run", *command.split()])
    return done.stderr.strip() if done.returncode else ""


def check_all(commands: Sequence[str], what: str, processes: int = 2) -> int:
    """Has so many processes run the command lines, prints what is wrong and, last, how
    many of `what` there were; gives the exit status."""
    wrong = 0
    with ThreadPoolExecutor(processes) as pool:
        for command, told in zip(commands, pool.map(tell_fault, commands), strict=True):
            wrong += bool(told)
            if told:
                print(f"{command}\n{told}")
    print(f"{len(commands)} {what}, {wrong} wrong")
    return int(wrong > 0)
