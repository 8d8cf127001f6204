"""Settings of the unit tests: GoogleTest programs named *Tests under unittests/."""

import os

import lit.formats

config.name = "Spindle-Unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = os.path.join(config.spindle_obj_root, "unittests")
config.test_exec_root = config.test_source_root
# Takes long; test/Integration/Formats runs it.
config.excludes = ["Formats"]

PASSED_ON = ("HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS")
for variable in (*PASSED_ON, "SPINDLE_MUTANT"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
# As in test/lit.cfg.py.
if config.spindle_sanitize == "thread":
    config.environment["TSAN_OPTIONS"] = (
        "ignore_noninstrumented_modules=1:die_after_fork=0"
    )
