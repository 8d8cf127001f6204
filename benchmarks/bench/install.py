"""Installs peers: packages of PyPI in the store, packages of Debian on the machine.

Tools are installed by their names as peers are, and run nothing.
"""

import subprocess
import sys
from dataclasses import dataclass

from bench import peers, places
from bench.errors import Missing, known
from bench.gpu import toolkit

REQUIREMENTS = places.SOURCES / "requirements.txt"


@dataclass(frozen=True)
class Tool:
    """What figures are made with, beside the peers."""

    name: str
    pypi: tuple[str, ...]
    debian: tuple[str, ...] = ()
    without_dependencies: bool = True
    large: bool = False

    def missing(self) -> str:
        """Why it cannot be used; empty if it can."""
        try:
            toolkit.disassembler()
        except Missing as error:
            return str(error)
        return ""


TOOLS = {"nvdisasm": Tool("nvdisasm", (toolkit.DISASSEMBLER,))}


def install_pypi(peer: peers.Peer | Tool) -> None:
    """Each peer's packages have a folder of their own, so that .venv stays small and
    what one needs is no other's concern."""
    target = places.PACKAGES / peer.name
    print(f"bench: installing {', '.join(peer.pypi)} for {peer.name}", flush=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input"]
    command += ["--disable-pip-version-check", "--ignore-installed"]
    command += ["--prefix", str(target), "--constraint", str(REQUIREMENTS)]
    command += ["--no-deps"] if peer.without_dependencies else []
    if subprocess.run([*command, *peer.pypi], check=False).returncode != 0:
        print(f"bench: pip could not install {', '.join(peer.pypi)}")


def install_debian(packages: list[str]) -> None:
    """By utils/bootstrap, which knows how."""
    bootstrap = places.ROOT / "utils" / "bootstrap"
    command = [bootstrap, "--also", ",".join(packages)]
    if subprocess.run(command, check=False).returncode != 0:
        print(f"bench: utils/bootstrap could not install {', '.join(packages)}")


def install(names: list[str] | None) -> int:
    """Installs what these peers lack; without names, all but large ones. Returns the
    exit status: 1 if one of them is still missing."""
    every = peers.PEERS | TOOLS
    for name in names or []:
        known("peer", name, every)
    wanted = [
        peer
        for name, peer in every.items()
        if (name in names if names else not peer.large) and peer.missing()
    ]
    packages = sorted({one for peer in wanted for one in peer.debian})
    if packages:
        install_debian(packages)
    for peer in wanted:
        if peer.pypi and peer.missing():
            install_pypi(peer)
    for peer in wanted:
        print(f"bench: {peer.name}: {peer.missing() or 'installed'}", flush=True)
    return 1 if any(peer.missing() for peer in wanted) else 0
