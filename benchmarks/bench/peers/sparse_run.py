"""What peers that run `sparse-run` of this checkout have in common."""

import os
import subprocess

from bench import places
from bench.peers.peer import Peer


class SparseRun(Peer):
    """A peer by the program `sparse-run` of build/release."""

    def __init__(self) -> None:
        self.program = places.ROOT / "build" / "release" / "bin" / "sparse-run"

    def missing(self) -> str:
        if not os.access(self.program, os.X_OK):
            return f"{self.program} is not built (utils/build sparse-run)"
        return ""

    def version(self) -> str:
        done = subprocess.run(
            [self.program, "--version"], check=False, capture_output=True, text=True
        )
        return done.stdout.strip().splitlines()[0]
