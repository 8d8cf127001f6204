"""The test format of Spindle's lit suites."""

import os
import re
import resource
import shlex
import tempfile
import xml.etree.ElementTree as xml

import lit.formats
import lit.Test
import lit.TestRunner
import lit.util

#: pytest's exit status where it ran no test.
NOTHING_RAN = 5
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


class PytestFile(lit.formats.FileBasedTest):
    """A file test_*.py is one test for lit, which runs pytest on it.

    The metric `pytest` says what was inside: how many passed, the names of those that
    failed, the names and reasons of those that were skipped. utils/run-suites counts it.
    """

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        found = super().getTestsInDirectory(
            suite, path_in_suite, lit_config, local_config
        )
        for test in found:
            if os.path.basename(test.getSourcePath()).startswith("test_"):
                yield test

    def execute(self, test, lit_config):
        if test.config.unsupported:
            return lit.Test.Result(lit.Test.UNSUPPORTED, test.config.why_unsupported)
        before = cpu_seconds()
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.xml")
            command = [test.config.python_executable, "-m", "pytest", "-q", "-rs"]
            command += ["-p", "no:cacheprovider", "-m", "not torch"]
            command += ["--junitxml", report, test.getSourcePath()]
            try:
                out, err, status = lit.util.executeCommand(
                    command,
                    env=test.config.environment,
                    timeout=lit_config.maxIndividualTestTime or 0,
                )
            except lit.util.ExecuteCommandTimeoutException as error:
                return lit.Test.Result(lit.Test.TIMEOUT, error.out + error.err)
            inside = read_report(report)
        if status == NOTHING_RAN and ("deselected" in out or "skipped" in out):
            reason = "its tests need PyTorch (utils/check --torch)"
            return lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        output = f"{out}{err}exit status {status}\n"
        code = lit.Test.PASS if status == 0 else lit.Test.FAIL
        result = lit.Test.Result(code, output)
        # What ended before its end counts as one failure, and so does an empty file.
        if inside and (status == 0 or inside["failed"]):
            result.addMetric("pytest", lit.Test.JSONMetricValue(inside))
        result.addMetric("cpu", lit.Test.RealMetricValue(cpu_seconds() - before))
        return result


def read_report(path):
    """What pytest's report in `path` says of its tests; None where it wrote none."""
    if not os.path.exists(path):
        return None
    inside = {"passed": 0, "failed": [], "skipped": []}
    for case in xml.parse(path).iter("testcase"):
        name, skipped = case.get("name"), case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            inside["failed"].append(name)
        elif skipped is not None and skipped.get("type") != "pytest.xfail":
            inside["skipped"].append((name, skipped.get("message")))
        else:
            inside["passed"] += 1
    return inside


def cpu_seconds():
    """The processor time of all processes that this one waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def has_run_line(path):
    """Says whether the Python file at `path` is a test."""
    with open(path, encoding="utf-8") as file:
        return RUN_LINE.search(file.read()) is not None
