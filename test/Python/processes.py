"""Pieces of Python, each run by a process of its own."""

import os
import subprocess
import sys
import textwrap

TESTS = os.path.dirname(os.path.abspath(__file__))


def run_python(
    text: str, *options: str, seconds: float = 120, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs `text`, after `options` and with `environment` on top of this process' own.

    It can import what lies beside the tests. A status other than 0 is an error that
    shows what the process said.
    """
    result = subprocess.run(
        [sys.executable, *options, "-c", textwrap.dedent(text)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, [TESTS, *sys.path])),
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert result.returncode == 0, f"status {result.returncode}\n{result.stdout}{result.stderr}"
    return result
