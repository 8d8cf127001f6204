# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""Colours: on a terminal, as --color says, and not where NO_COLOR is set."""

import os
import subprocess
import sys

from terminal import run_on_terminal

RIGHT = ["spmv", "--bind", "A=random", "--bind", "x=ones", "--size", "I=3"]
RIGHT += ["--size", "J=4", "--check"]
BAD = ["spmv", "--bind", "A=absent.mtx", "--bind", "x=ones"]
GREEN, RED, BOLD, PLAIN = "\x1b[0;1;32m", "\x1b[0;1;31m", "\x1b[1m", "\x1b[0m"


def piped(arguments: list[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        ["sparse-run", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    return done.stdout + done.stderr


def main() -> None:
    os.environ.pop("NO_COLOR", None)
    right = run_on_terminal(RIGHT).screen
    assert f"{GREEN}right{PLAIN}" in right and f"{BOLD}spmv{PLAIN}" in right, right
    bad = run_on_terminal(BAD).screen
    assert bad.startswith(f"{RED}error: {PLAIN}absent.mtx"), bad
    assert f"{BOLD}Examples{PLAIN}" in run_on_terminal(["--help"]).screen

    # An option that is not known ends it before it has read all of the line.
    assert run_on_terminal(["--bogus"]).screen.startswith(RED)

    for screen in (
        run_on_terminal([*RIGHT, "--color", "never"]).screen,
        run_on_terminal(RIGHT, {"NO_COLOR": "1"}).screen,
        run_on_terminal(RIGHT, {"TERM": "dumb"}).screen,
        piped(RIGHT),
        piped(BAD),
        piped(["--help"]),
    ):
        assert "\x1b" not in screen, screen

    # An empty NO_COLOR is none, and --color has the last word.
    assert GREEN in run_on_terminal(RIGHT, {"NO_COLOR": ""}).screen
    assert GREEN in piped([*RIGHT, "--color=always"])
    assert RED in piped([*BAD, "--color=always"], {"NO_COLOR": "1"})


if __name__ == "__main__":
    sys.exit(main())
