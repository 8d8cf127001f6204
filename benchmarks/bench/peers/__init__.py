"""What the kernels are compared with."""

import importlib.util
from pathlib import Path

from bench.errors import Misuse
from bench.peers.build import Build
from bench.peers.command import Command
from bench.peers.eigen import Eigen
from bench.peers.formats import Formats
from bench.peers.graphblas import GraphBLAS
from bench.peers.hand import Hand, Plain
from bench.peers.librsb import Librsb
from bench.peers.mkl import MKL
from bench.peers.mlir import MLIR
from bench.peers.numba_peer import Numba
from bench.peers.peer import Peer
from bench.peers.python_peer import Python
from bench.peers.scipy_peer import SciPy
from bench.peers.spindle import Spindle
from bench.peers.torch_peer import Torch

#: In the order in which they are shown.
PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        Spindle(),
        Hand(),
        Plain(),
        MKL(),
        SciPy(),
        Torch(),
        Eigen(),
        Numba(),
        GraphBLAS(),
        Librsb(),
        MLIR(),
        Formats(),
        Python(),
        Command(),
    )
}
#: The names of those that `add` added, which take part in every row.
added: list[str] = []


def add(path: Path) -> None:
    """Adds the peers of a Python file, which lists them in `PEERS`."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise Misuse(f"expected --add-peers to name a Python file but got '{path}'")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for peer in module.PEERS:
        PEERS[peer.name] = peer
        added.append(peer.name)


def add_builds(builds: list[dict]) -> None:
    """Adds builds of Spindle, each by what its class takes."""
    for told in builds:
        PEERS[told["name"]] = Build(**told)


__all__ = ["PEERS", "Peer", "add", "add_builds", "added"]
