#!/usr/bin/env python3
"""Finds test lines that look like checks and check nothing.

usage: filecheck_lint.py PATH...

A folder stands for the tests below it, without its Inputs folders; a file is read
whatever its name. The rules:

  no-run        the file has no RUN line
  unread        no FileCheck of the file reads this directive's prefix, or no RUN
                line verifies the diagnostics that the file expects
  misspelt      a word close to a directive, as in `CHECK_NEXT:` or `CHECH:`
  empty-prefix  FileCheck is given a prefix that no directive in the file has
  only-not      a FileCheck has -NOT lines alone: it takes an empty output too
  ssa-name      a check names a value as the printer numbers it, as in `%0`; a
                capture is wanted

A line of the file that says `filecheck-lint: allow RULE` switches a rule off in
it. The last line says how many files were read and how many findings there are.
Exit status: 0 without findings, 1 with findings, 2 if there was nothing to read.
"""

import difflib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TEST_SUFFIXES = {".mlir", ".test", ".py", ".ll"}
SUFFIXES = ["NEXT", "SAME", "NOT", "DAG", "LABEL", "EMPTY", "COUNT"]
COMMENT = re.compile(r"(?://+|#+|;+)\s*")
COMMENT_START = re.compile(rf"^\s*{COMMENT.pattern}")
RUN = re.compile(r"(?<![\w-])RUN:\s*(.*?)\s*$")
LIT_DEFINITION = re.compile(r"\b(?:RE)?DEFINE:\s*(.*?)\s*$")
PREFIX_OPTION = re.compile(r"--?check-prefix(?:es)?(?:=|\s+)['\"]?([\w,-]+)")
# A word at the start of a comment that ends in a colon, as a directive does.
WORD = re.compile(
    rf"^\s*{COMMENT.pattern}([A-Za-z][\w-]*(?: (?:{'|'.join(SUFFIXES)}))?)"
    r"(?:\{LITERAL\})?( ?):(?!:)"
)
EXPECTED = re.compile(rf"{COMMENT.pattern}expected-(?:error|warning|note|remark)")
PRINTED_NAME = re.compile(r"%(?:arg)?\d+\b")
VARIABLE_OR_REGEX = re.compile(r"\[\[.*?\]\]|\{\{.*?\}\}")
ALLOWED = re.compile(r"filecheck-lint: allow ([\w-]+)")
# Words that tests use with a colon and that are no directives of FileCheck.
OTHER_WORDS = {"RUN", "DEFINE", "REDEFINE", "REQUIRES", "UNSUPPORTED", "XFAIL"}
OTHER_WORDS |= {"END", "ALLOW_RETRIES", "COM", "TODO", "FIXME", "NOTE", "NB"}


@dataclass
class Finding:
    line: int
    rule: str
    text: str


@dataclass
class Test:
    """A test file and what its RUN lines ask of FileCheck."""

    lines: list[str]
    commands: list[str] = field(default_factory=list)
    #: Prefixes that a FileCheck reads, anywhere.
    prefixes: set[str] = field(default_factory=set)
    #: Those that each FileCheck reads in this very file.
    own_prefixes: list[set[str]] = field(default_factory=list)

    @property
    def verifies_diagnostics(self) -> bool:
        return any("-verify-diagnostics" in command for command in self.commands)


def joined_commands(lines: list[str], pattern: re.Pattern) -> Iterator[str]:
    """Yields the commands that `pattern` finds, continued lines joined."""
    pending = ""
    for line in lines:
        match = pattern.search(line)
        if not match or not COMMENT_START.match(line):
            continue
        pending += match.group(1)
        if pending.endswith("\\"):
            pending = pending[:-1]
            continue
        yield pending
        pending = ""
    if pending:
        yield pending


def read_test(text: str) -> Test:
    test = Test(text.splitlines())
    test.commands = list(joined_commands(test.lines, RUN))
    definitions = list(joined_commands(test.lines, LIT_DEFINITION))
    for command in test.commands + definitions:
        for part in re.split(r"\|\|?|&&|;", command):
            if not re.search(r"\bFileCheck\b", part):
                continue
            named = PREFIX_OPTION.findall(part)
            prefixes = set(",".join(named).split(",")) if named else {"CHECK"}
            test.prefixes |= prefixes
            if re.search(r"%s\b|%t|%\{", part):
                test.own_prefixes.append(prefixes)
    return test


def directive_pattern(prefixes: set[str]) -> re.Pattern:
    """What FileCheck takes for a directive with one of the prefixes."""
    words = "|".join(map(re.escape, sorted(prefixes, key=len, reverse=True)))
    return re.compile(
        rf"(?<![\w-])({words})(?:-(NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?"
        r"(?:\{LITERAL\})?:(.*)$"
    )


def plain(word: str) -> str:
    return re.sub(r"[-_ ]", "", word).upper()


def looks_like_directive(word: str, prefixes: set[str]) -> bool:
    """Says whether `word` is a directive, or nearly one, of any known prefix."""
    known = prefixes | {"CHECK"}
    candidates = [plain(prefix) for prefix in known]
    candidates += [plain(prefix + suffix) for prefix in known for suffix in SUFFIXES]
    if word != word.upper():
        return plain(word) in candidates
    word = re.sub(r"-\d+$", "", word)
    if any(word.startswith(prefix + "-") for prefix in known):
        return True
    return bool(difflib.get_close_matches(plain(word), candidates, 1, 0.79))


def lint_word(line: str, test: Test) -> tuple[str, str] | None:
    """Judges a comment line that is no directive FileCheck reads."""
    match = WORD.match(line)
    if not match or match.group(1) in OTHER_WORDS or line.rstrip().endswith("::"):
        return None
    word, blank = match.groups()
    base = re.sub(rf"-({'|'.join(SUFFIXES)})(-\d+)?$", "", word)
    if base in test.prefixes | {"CHECK"}:
        if blank:
            return "misspelt", f"'{word} :' has a blank before the colon"
        return "unread", f"no FileCheck reads the prefix '{base}'"
    if looks_like_directive(word, test.prefixes):
        return "misspelt", f"'{word}' is close to a directive and is none"
    if base != word and base == base.upper():
        return "unread", f"no FileCheck reads the prefix '{base}'"
    if plain(word) in {"RUM", "RNU", "URN"} or word in {"Run", "run"}:
        return "misspelt", f"'{word}' is close to RUN and is none"
    return None


def lint_test(test: Test) -> Iterator[Finding]:
    if not test.commands:
        yield Finding(1, "no-run", "expected a RUN line but got none")
    directive = directive_pattern(test.prefixes) if test.prefixes else None
    seen, positive = set(), set()
    for number, line in enumerate(test.lines, 1):
        match = directive.search(line) if directive else None
        if match and not RUN.search(line):
            seen.add(match.group(1))
            if match.group(2) != "NOT":
                positive.add(match.group(1))
            names = PRINTED_NAME.findall(VARIABLE_OR_REGEX.sub("", match.group(3)))
            for name in names:
                text = f"expected a capture but got the printed name '{name}'"
                yield Finding(number, "ssa-name", text)
        elif found := lint_word(line, test):
            yield Finding(number, *found)
        if EXPECTED.search(line) and not test.verifies_diagnostics:
            text = "a diagnostic is expected, but no RUN line verifies diagnostics"
            yield Finding(number, "unread", text)
    yield from lint_prefixes(test.own_prefixes, seen, positive)


def lint_prefixes(
    own: list[set[str]], seen: set[str], positive: set[str]
) -> Iterator[Finding]:
    """Judges what each FileCheck is given, by the prefixes of all directives and
    by those of directives other than -NOT."""
    for prefix in sorted(set().union(*own) - seen):
        text = f"FileCheck is given '{prefix}', and no directive has that prefix"
        yield Finding(1, "empty-prefix", text)
    for names in sorted({",".join(sorted(prefixes & seen)) for prefixes in own}):
        if names and not positive & set(names.split(",")):
            text = f"FileCheck is given '{names}', which has -NOT lines alone"
            yield Finding(1, "only-not", text)


def lint_file(path: Path) -> list[Finding]:
    text = path.read_text(errors="replace")
    allowed = set(ALLOWED.findall(text))
    return [f for f in lint_test(read_test(text)) if f.rule not in allowed]


def is_test(path: Path) -> bool:
    """Says whether a file found in a folder is a test; modules are none."""
    if path.suffix not in TEST_SUFFIXES or path.name.startswith("lit."):
        return False
    if path.suffix != ".py":
        return True
    return bool(re.search(r"^\s*#\s*RUN:", path.read_text(), re.MULTILINE))


def test_files(root: Path) -> list[Path]:
    if root.is_file():
        return [root]
    files = (path for path in root.rglob("*") if path.is_file())
    inside = (path for path in files if "Inputs" not in path.relative_to(root).parts)
    return sorted(path for path in inside if is_test(path))


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    files = [path for root in arguments for path in test_files(Path(root))]
    findings = 0
    for path in files:
        for finding in lint_file(path):
            print(f"{path}:{finding.line}: {finding.rule}: {finding.text}")
            findings += 1
    print(f"filecheck-lint: {len(files)} files read, {findings} findings")
    if not files:
        return 2
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
