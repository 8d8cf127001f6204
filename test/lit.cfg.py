"""Settings of Spindle's lit suites.

The quick suite is this folder without Integration and Python, with Unit; the
integration suite is the folder Integration, and that of the Python package the folder
Python, which are run by naming them.
"""

import ctypes
import glob
import os
import shlex
import shutil
import sys

# Worker processes import the format by name, so it cannot be defined here.
sys.path.insert(0, os.path.join(config.spindle_src_root, "test"))

import lit_format
import tracing

config.name = "Spindle"
config.test_format = lit_format.SpindleTest()
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Integration", "Python", "Inputs"]
config.excludes += ["lit.cfg.py", "lit_format.py", "tracing.py"]
config.test_source_root = os.path.join(config.spindle_src_root, "test")
config.test_exec_root = os.path.join(config.spindle_obj_root, "test")

spindle_tools_dir = os.path.join(config.spindle_obj_root, "bin")
TOOLS = [
    ("sparse-lsp-server", spindle_tools_dir),
    ("sparse-opt", spindle_tools_dir),
    ("sparse-reduce", spindle_tools_dir),
    ("sparse-run", spindle_tools_dir),
    ("gdb", os.path.dirname(shutil.which("gdb") or "")),
    ("FileCheck", config.llvm_tools_dir),
    ("ld.lld", config.llvm_tools_dir),
    ("count", config.llvm_tools_dir),
    ("llc", config.llvm_tools_dir),
    ("llvm-dis", config.llvm_tools_dir),
    ("llvm-nm", config.llvm_tools_dir),
    ("llvm-readelf", config.llvm_tools_dir),
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
# Threads of libomp, which saved kernels run on, do not slow other tests down where
# they wait; else tests see the caller's OpenMP settings as they are.
config.environment["OMP_WAIT_POLICY"] = "passive"
for variable in os.environ:
    # SPINDLE_MUTANT: the fault that utils/mutants has programs run with.
    if variable.startswith(("OMP_", "KMP_")) or variable == "SPINDLE_MUTANT":
        config.environment[variable] = os.environ[variable]

plugin = os.path.join(config.spindle_obj_root, "lib", "SpindlePlugin.so")
emulator = os.path.join(config.spindle_obj_root, "lib", "libspindle_emulator.so")
config.substitutions += [
    ("%cc", shlex.quote(config.c_compiler)),
    ("%cxx", shlex.quote(config.cxx_compiler)),
    ("%spindle_src_root", shlex.quote(config.spindle_src_root)),
    ("%spindle_obj_root", shlex.quote(config.spindle_obj_root)),
    ("%spindle_plugin", shlex.quote(plugin)),
    ("%spindle_emulator", shlex.quote(emulator)),
    ("%python", shlex.quote(config.python_executable)),
    ("%cmake", shlex.quote(config.cmake)),
]

SANITIZERS = {"address": "asan", "thread": "tsan"}
if config.spindle_sanitize in SANITIZERS:
    config.available_features |= {"sanitizers", SANITIZERS[config.spindle_sanitize]}
if config.spindle_sanitize == "thread":
    config.environment["TSAN_OPTIONS"] = (
        "ignore_noninstrumented_modules=1:die_after_fork=0"
    )

data = os.environ.get("SPINDLE_DATA")
if data:
    data = os.path.abspath(data)
    if not os.path.isdir(data):
        lit_config.fatal(f"expected SPINDLE_DATA to name a folder but got '{data}'")
    config.available_features.add("data")
    config.environment["SPINDLE_DATA"] = data
    config.substitutions.append(("%data", shlex.quote(data)))

# What utils/docs installs the first time that it runs, as utils/run-suites has it do.
if os.path.isdir(os.path.join(config.spindle_src_root, "build", "docs", "packages")):
    config.available_features.add("mkdocs")

# What utils/import-onnx --install installs.
packages = os.path.join(config.spindle_src_root, "build", "import", "packages")
if os.path.isfile(os.path.join(packages, "requirements.txt")):
    config.available_features.add("onnx-import")

if not shutil.which("valgrind"):
    lit_config.fatal("expected the tool 'valgrind' on the path, but it is not there")

# Where the Python package is, if it is built.
package = os.path.join(config.spindle_obj_root, "python")
if glob.glob(os.path.join(package, "spindle", "_spindle.*.so")):
    config.available_features.add("python-package")
config.substitutions.append(("%spindle_package", shlex.quote(package)))

# NVIDIA's assembler, device library and driver, which need not be there.
toolkits = []
for variable in ("CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"):
    if os.environ.get(variable):
        toolkits.append(os.environ[variable])
        config.environment[variable] = os.environ[variable]
folders = [os.path.join(toolkit, "bin") for toolkit in toolkits]
ptxas = shutil.which("ptxas", path=os.pathsep.join([*folders, os.environ["PATH"]]))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", shlex.quote(ptxas)))
if toolkits and os.path.isfile(
    os.path.join(toolkits[0], "nvvm", "libdevice", "libdevice.10.bc")
):
    config.available_features.add("libdevice")

# AMD's device library, where Debian or the toolkit has it; the linker is LLVM's.
libraries = glob.glob("/usr/lib/*/amdgcn/bitcode/ocml.bc")
if os.environ.get("ROCM_PATH"):
    libraries.insert(
        0, os.path.join(os.environ["ROCM_PATH"], "amdgcn", "bitcode", "ocml.bc")
    )
libraries = [library for library in libraries if os.path.isfile(library)]
if libraries:
    config.available_features.add("ocml")
    config.substitutions.append(
        ("%amd_bitcode", shlex.quote(os.path.dirname(libraries[0])))
    )
config.substitutions.append(
    ("%lld", shlex.quote(os.path.join(config.llvm_tools_dir, "ld.lld")))
)


def has_gpu():
    """Says whether a driver is there and has a GPU."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int()
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return False
    return count.value > 0


# Debuggers.
if tracing.may_trace():
    config.available_features.add("ptrace")


# What the benchmarks' hand-written kernels need of a processor.
def has_avx512():
    """Whether the processor says so; where there is no such file it is not known."""
    if not os.path.exists("/proc/cpuinfo"):
        return False
    with open("/proc/cpuinfo") as processors:
        return " avx512f " in processors.read()


if has_avx512():
    config.available_features.add("avx512")


if has_gpu():
    config.available_features.add("gpu")
