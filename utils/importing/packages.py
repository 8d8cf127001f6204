"""The packages of PyPI that importing needs, in a folder of their own."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from importing.errors import Misuse

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "utils" / "importing" / "requirements.txt"
PACKAGES = ROOT / "build" / "import" / "packages"
STAMP = PACKAGES / "requirements.txt"
#: What each module is for.
MODULES = {"onnx": "onnx", "torch_mlir": "torch-mlir", "onnxruntime": "onnxruntime"}


def require(*modules: str) -> None:
    """Says what to install where one of `modules` is missing."""
    missing = [MODULES[name] for name in modules if not importlib.util.find_spec(name)]
    if missing:
        raise Misuse(
            f"expected {' and '.join(missing)} of PyPI to be installed; run: "
            "utils/import-onnx --install (500 MB in build/import, no PyTorch)"
        )


def install() -> None:
    """Installs requirements.txt for this Python; what is there stays."""
    wanted = REQUIREMENTS.read_bytes()
    if STAMP.exists() and STAMP.read_bytes() == wanted:
        print(f"import-onnx: {REQUIREMENTS.relative_to(ROOT)} is installed")
        return
    print(f"import-onnx: installing {REQUIREMENTS.relative_to(ROOT)} in build/import")
    shutil.rmtree(PACKAGES, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", "--no-input"]
    command += ["--disable-pip-version-check", "--quiet"]
    command += ["--target", str(PACKAGES), "--requirement", str(REQUIREMENTS)]
    if subprocess.run(command, check=False).returncode != 0:
        raise Misuse(f"pip could not install {REQUIREMENTS.relative_to(ROOT)}")
    STAMP.write_bytes(wanted)
