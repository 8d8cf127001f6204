"""Where things are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "benchmarks"
#: What is compiled, converted and installed for benchmarks; thrown away freely.
STORE = ROOT / "build" / "bench"
#: Packages of PyPI, each peer's in a folder of its own.
PACKAGES = STORE / "packages"


def folder(name: str) -> Path:
    """A folder of the store, made where it is not there."""
    path = STORE / name
    path.mkdir(parents=True, exist_ok=True)
    return path
