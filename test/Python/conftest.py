"""Settings of the tests of the Python package.

utils/check runs them by lit, a file at a time. By hand, on build/release:
`.venv/bin/python -m pytest test/Python`.
"""

import os
import sys
import tempfile
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("SPINDLE_BUILD_DIR", ROOT / "build" / "release"))

# For this process and those that tests start.
sys.path.insert(0, str(BUILD / "python"))
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(BUILD / "python"), *filter(None, [os.environ.get("PYTHONPATH")])]
)

# Kernels that another version of the compiler left there would be taken for this one's.
_cache = tempfile.TemporaryDirectory(prefix="spindle-test-")
os.environ["XDG_CACHE_HOME"] = _cache.name

# The same few examples each time. `--hypothesis-profile=many` looks further.
_LASTING = {"deadline": None, "database": None}
hypothesis.settings.register_profile("check", derandomize=True, max_examples=30, **_LASTING)
hypothesis.settings.register_profile("many", max_examples=1000, **_LASTING)
hypothesis.settings.load_profile("check")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def build() -> Path:
    """The folder of the build that is tested."""
    return BUILD
