"""Settings of the unit tests: GoogleTest programs named *Tests under unittests/."""

import os

import lit.formats

config.name = "Spindle-Unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = os.path.join(config.spindle_obj_root, "unittests")
config.test_exec_root = config.test_source_root

for variable in ("HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
