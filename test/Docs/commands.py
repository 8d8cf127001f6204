#!/usr/bin/env python3
"""Runs the commands that the documentation shows, and compares what they print.

usage: commands.py ROOT BUILD_DIR SCRATCH_DIR PAGE...

In a fenced block `sh` every line is a command; in a block `console` a command stands
after `$ `, and the lines up to the next one are what it prints, where `…` stands for
what is left out, as pages.py says. A command whose exit status is not 0 is a finding.
The commands of a page run in one shell, in a folder of its own that holds links to
what is in ROOT, and BUILD_DIR as build/release; scripts run by this Python, which finds
the package spindle of that build. Not run are `utils/demo`, `utils/check` and
`utils/docs`, nor gdb where a process may not trace another one, nor `python -m spindle`
where the package is not built, or with a sanitizer, which this Python has not, nor
then what loads the emulator, nor `utils/import-onnx` and `utils/make-onnx` without
the packages that they need. A PAGE is a file or a folder of pages. The last line says
how many commands were read. Exit status: 0 if all is well, 1 if not (or none was read),
2 for wrong usage.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pages import line_of, pages_of, pattern_of
from tracing import may_trace

BLOCK = re.compile(r"^```(sh|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: A command with the lines that a backslash continues.
COMMAND = re.compile(r"(?:.*\\\n)*.*\n")
NOT_RUN = ("utils/demo", "utils/check", "utils/docs")
#: Printed between commands, so that the output of each is known.
MARK = "=== the next command ==="


@dataclass
class Step:
    line: int
    command: str
    #: What is shown as printed; None where nothing is claimed.
    shown: str | None = None


def steps_of(page: str) -> Iterator[Step]:
    """The commands of a page, in order."""
    for block in BLOCK.finditer(page):
        is_session, step = block.group(1) == "console", None
        for match in COMMAND.finditer(block.group(2)):
            line = line_of(page, block.start(2) + match.start())
            text = match.group()
            if not is_session:
                if text.strip() and not text.startswith(("#", *NOT_RUN)):
                    yield Step(line, text)
            elif text.startswith("$ "):
                if step:
                    yield step
                step = Step(line, text[2:], "")
            elif step:
                step.shown += text
        if step:
            yield step


def script_of(steps: list[Step]) -> str:
    after = f"echo \"status: $?\"\necho '{MARK}'\n"
    return "".join(f"{step.command.rstrip()}\n{after}" for step in steps)


def is_plain(build: Path) -> bool:
    """Whether this Python, which has no sanitizer, can load libraries of a build."""
    return "SPINDLE_SANITIZE:STRING=OFF\n" in (build / "CMakeCache.txt").read_text()


def has_package(build: Path) -> bool:
    """Whether this Python can import the package of a build."""
    return is_plain(build) and any((build / "python" / "spindle").glob("_spindle.*.so"))


def can_run(step: Step, build: Path) -> bool:
    if step.command.startswith("python -m spindle "):
        return has_package(build)
    if step.command.startswith(("utils/import-onnx", "utils/make-onnx")):
        return (build.parent / "import" / "packages" / "requirements.txt").exists()
    if "libspindle_emulator.so" in step.command:
        return is_plain(build)
    return not step.command.startswith("gdb ") or may_trace()


def prepare(root: Path, build: Path, folder: Path) -> None:
    """Makes the folder that a page's commands run in."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "build").mkdir(parents=True)
    for entry in root.iterdir():
        if entry.name != "build":
            (folder / entry.name).symlink_to(entry)
    (folder / "build" / "release").symlink_to(build)
    (folder / "build" / "import").symlink_to(build.parent / "import")


def finding_of(step: Step, printed: str) -> str:
    """What is wrong with what a command printed, its status last; else empty."""
    pattern = r"(?:.*\n)*" if step.shown is None else pattern_of(step.shown)
    if re.fullmatch(pattern + "status: 0\n", printed):
        return ""
    wanted = "what it printed" if step.shown is None else f"\n{step.shown}"
    return f"expected {wanted} and status: 0 but got\n{printed}".rstrip()


def run_page(folder: Path, steps: list[Step]) -> Iterator[tuple[Step, str]]:
    """Yields each command with what is wrong with it, if anything."""
    programs = [str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {
        "PATH": os.pathsep.join(programs),
        "PYTHONPATH": str(folder / "build" / "release" / "python"),
        # Kernels of another build are not this one's.
        "XDG_CACHE_HOME": str(folder / "build" / "cache"),
    }
    result = subprocess.run(
        ["bash", "-c", script_of(steps)],
        cwd=folder,
        env=os.environ | environment,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    outputs = result.stdout.split(MARK + "\n")
    for index, step in enumerate(steps):
        if index + 1 < len(outputs):
            yield step, finding_of(step, outputs[index])
        else:
            yield step, "it did not run, or ended the shell"


def main(arguments: list[str]) -> int:
    if len(arguments) < 4:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root, build, scratch = (Path(argument).resolve() for argument in arguments[:3])
    commands = wrong = 0
    for number, (path, page) in enumerate(pages_of(arguments[3:])):
        steps = [step for step in steps_of(page) if can_run(step, build)]
        if not steps:
            continue
        folder = scratch / f"{number}-{path.stem}"
        prepare(root, build, folder)
        for step, finding in run_page(folder, steps):
            commands += 1
            if finding:
                wrong += 1
                print(f"{path}:{step.line}: {step.command.rstrip()}: {finding}")
    print(f"commands: {commands} read, {wrong} wrong")
    return 1 if wrong or not commands else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
