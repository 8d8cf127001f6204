"""Settings of Spindle's lit suites.

The quick suite is this folder without Integration, with Unit; the integration
suite is the folder Integration, which is run by naming it.
"""

import os
import shlex
import shutil
import sys

# Worker processes import the format by name, so it cannot be defined here.
sys.path.insert(0, os.path.join(config.spindle_src_root, "test"))

import lit_format

config.name = "Spindle"
config.test_format = lit_format.SpindleTest()
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Integration", "Inputs", "lit.cfg.py", "lit_format.py"]
config.test_source_root = os.path.join(config.spindle_src_root, "test")
config.test_exec_root = os.path.join(config.spindle_obj_root, "test")

spindle_tools_dir = os.path.join(config.spindle_obj_root, "bin")
TOOLS = [
    ("sparse-opt", spindle_tools_dir),
    ("sparse-run", spindle_tools_dir),
    ("FileCheck", config.llvm_tools_dir),
    ("count", config.llvm_tools_dir),
    ("llc", config.llvm_tools_dir),
    ("mlir-opt", config.llvm_tools_dir),
    ("mlir-translate", config.llvm_tools_dir),
    ("not", config.llvm_tools_dir),
]
for tool, folder in TOOLS:
    if not os.access(os.path.join(folder, tool), os.X_OK):
        lit_config.fatal(
            f"expected the tool '{tool}' in '{folder}', but it is not there"
        )

path = [spindle_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
config.environment["PATH"] = os.pathsep.join(path)
# Modules that tests of several folders share.
config.environment["PYTHONPATH"] = os.path.join(
    config.spindle_src_root, "test", "Integration"
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
# Tests see the caller's OpenMP settings as they are.
for variable in os.environ:
    if variable.startswith(("OMP_", "KMP_")):
        config.environment[variable] = os.environ[variable]

plugin = os.path.join(config.spindle_obj_root, "lib", "SpindlePlugin.so")
config.substitutions += [
    ("%spindle_src_root", shlex.quote(config.spindle_src_root)),
    ("%spindle_obj_root", shlex.quote(config.spindle_obj_root)),
    ("%spindle_plugin", shlex.quote(plugin)),
    ("%python", shlex.quote(config.python_executable)),
]

if config.spindle_sanitize:
    config.available_features.add("sanitizers")

data = os.environ.get("SPINDLE_DATA")
if data:
    data = os.path.abspath(data)
    if not os.path.isdir(data):
        lit_config.fatal(f"expected SPINDLE_DATA to name a folder but got '{data}'")
    config.available_features.add("data")
    config.environment["SPINDLE_DATA"] = data
    config.substitutions.append(("%data", shlex.quote(data)))

if shutil.which("ptxas"):
    config.available_features.add("ptxas")
