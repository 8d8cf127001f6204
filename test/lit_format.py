"""The test format of Spindle's lit suites."""

import os
import re
import resource
import shlex

import lit.formats
import lit.Test
import lit.TestRunner

RUN_LINE = re.compile(r"^\s*#\s*RUN:", re.MULTILINE)


class SpindleTest(lit.formats.ShTest):
    """A shell test that lets modules lie beside tests, and paths hold blanks.

    A Python file is a test only if a comment of it starts with `RUN:`; lit's own
    path substitutions (%s, %S, %p, %t) are quoted where a path needs it.
    """

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        found = super().getTestsInDirectory(
            suite, path_in_suite, lit_config, local_config
        )
        for test in found:
            path = test.getSourcePath()
            if not path.endswith(".py") or has_run_line(path):
                yield test

    def execute(self, test, lit_config):
        source = test.getSourcePath()
        _, scratch = lit.TestRunner.getTempPaths(test)
        # The settings' own substitutions stay first: some of them start with %s.
        substitutions = list(test.config.substitutions)
        if any(shlex.quote(path) != path for path in (source, scratch)):
            folder = shlex.quote(os.path.dirname(source))
            substitutions += [
                ("%s", shlex.quote(source)),
                ("%S", folder),
                ("%p", folder),
                ("%t", shlex.quote(scratch + ".tmp")),
            ]
        before = cpu_seconds()
        result = lit.TestRunner.executeShTest(test, lit_config, False, substitutions)
        if isinstance(result, lit.Test.Result):
            taken = lit.Test.RealMetricValue(cpu_seconds() - before)
            result.addMetric("cpu", taken)
        return result


def cpu_seconds():
    """The processor time of all processes that this one waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def has_run_line(path):
    """Says whether the Python file at `path` is a test."""
    with open(path, encoding="utf-8") as file:
        return RUN_LINE.search(file.read()) is not None
