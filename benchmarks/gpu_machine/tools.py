"""The checks under compute-sanitizer, and under ncu, whose counters stand beside the
emulator's."""

import csv
import io
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bench import places

SANITIZERS = ("memcheck", "racecheck", "synccheck")
FAULTS = 9
KINDS = ("ld", "st", "red", "atom")
REQUESTS = tuple(
    f"l1tex__t_requests_pipe_lsu_mem_global_op_{kind}.sum" for kind in KINDS
)
SECTORS = tuple(f"l1tex__t_sectors_pipe_lsu_mem_global_op_{kind}.sum" for kind in KINDS)
LANES = "smsp__thread_inst_executed_per_inst_executed.ratio"
INSTRUCTIONS = "smsp__inst_executed.sum"
REGISTERS = "launch__registers_per_thread"
TIME = "gpu__time_duration.sum"
METRICS = (*REQUESTS, *SECTORS, LANES, INSTRUCTIONS, REGISTERS, TIME)


def find(name: str) -> str | None:
    """A program of the toolkit, on the path or where it usually is."""
    usual = ("/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer")
    return shutil.which(name) or next(
        (path for folder in usual if (path := shutil.which(name, path=folder))), None
    )


def checked(folder: Path, rows: list[str] | None, matrices: list[str]) -> list[str]:
    """The command that checks some rows on some matrices."""
    command = [sys.executable, "-m", "gpu_machine", "check", "--folder", str(folder)]
    command += ["--matrices", ",".join(matrices), "--only-ours"]
    return command + (["--rows", ",".join(rows)] if rows else [])


def call(command: list[str], seconds: float) -> tuple[int | None, str]:
    """The exit status, none where time was over, and what was printed."""
    environment = {**os.environ, "PYTHONPATH": str(places.SOURCES)}
    try:
        done = subprocess.run(
            command,
            check=False,
            text=True,
            errors="replace",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=max(seconds, 1),
            env=environment,
        )
    except subprocess.TimeoutExpired as over:
        said = over.stdout or b""
        return None, said.decode(errors="replace") if isinstance(said, bytes) else said
    return done.returncode, done.stdout


def sanitize(
    folder: Path, rows: list[str] | None, matrices: list[str], until: float
) -> list[dict]:
    """What each of the checkers found."""
    program = find("compute-sanitizer")
    if not program:
        return [{"status": "missing", "reason": "compute-sanitizer is not there"}]
    told = []
    for tool in SANITIZERS:
        share = (until - time.monotonic()) / (len(SANITIZERS) - len(told))
        command = [program, "--tool", tool, "--error-exitcode", str(FAULTS)]
        status, text = call([*command, *checked(folder, rows, matrices)], share)
        words = {0: "clean", FAULTS: "faults", None: "no time"}
        summary = [line for line in text.splitlines() if "=========" in line][-20:]
        told.append(
            {"tool": tool, "status": words.get(status, "failed"), "text": summary}
        )
        print(f"{tool}: {told[-1]['status']}", flush=True)
        if status not in words:
            print(text[-2000:], flush=True)
    return told


def number(text: str) -> float:
    return float(text.replace(",", "") or 0)


def kernels_of(text: str) -> list[dict]:
    """The counters of each launch in what `ncu --csv --page raw` prints: a line of names,
    a line of units, then a line for each launch."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.reader(io.StringIO("\n".join(lines))))
    if len(rows) < 3:
        return []
    told = []
    for row in rows[2:]:
        held = dict(zip(rows[0], row, strict=False))
        if not all(name in held for name in METRICS):
            continue
        told.append(
            {
                "kernel": held["Kernel Name"].partition("(")[0],
                "grid": held.get("Grid Size", ""),
                "requests": sum(number(held[name]) for name in REQUESTS),
                "sectors": sum(number(held[name]) for name in SECTORS),
                "active_lanes": number(held[LANES]),
                "sass_instructions": number(held[INSTRUCTIONS]),
                "registers": number(held[REGISTERS]),
            }
        )
    return told


def profile(
    folder: Path, rows: list[str] | None, matrices: list[str], until: float, out: Path
) -> list[dict]:
    """What ncu counts of every launch."""
    program = find("ncu")
    if not program:
        return [{"status": "missing", "reason": "ncu is not there"}]
    told = []
    for matrix in matrices:
        if time.monotonic() > until:
            break
        command = [program, "--csv", "--page", "raw", "--clock-control", "none"]
        command += ["--target-processes", "all", "--metrics", ",".join(METRICS)]
        status, text = call(
            [*command, *checked(folder, rows, [matrix])], until - time.monotonic()
        )
        (out / f"ncu-{matrix}.txt").write_text(text)
        held = kernels_of(text)
        told.append({"matrix": matrix, "status": status, "launches": held})
        print(f"ncu on {matrix}: {len(held)} launches, status {status}", flush=True)
    return told
