#!/usr/bin/env python3
"""Checks that each numbered rule has a reason and a remedy, and each reason a rule.

usage: rule_lint.py ROOT

The rules are those in descriptions of ROOT/include/Spindle/Dialect/**/*.td, "(C1) ..."
after "Rules"; what is said of them is the table in ROOT/lib/Dialect/Rules/*Texts.cpp.
An error that is not an operation's names what its rule is about before the number:
"!axis.axis (C3) expected"; one of lib/Format is of a format, unless it says which. The
last line says how many rules were read. Exit status: 0 if all is well, 1 if not.
"""

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

RECORD = re.compile(r"^(?:def|class)\s+\w+[^\n]*", re.MULTILINE)
RULES = re.compile(
    r"^ *Rules[:,](.*?)(?=\n\s*\n\s*[^\s-]|\}\])", re.MULTILINE | re.DOTALL
)
NUMBER = re.compile(r"\((C\d+)\)")
SAME = re.compile(r"\(C(\d+)\) (?:to|and) \(C(\d+)\) as for")
#: What a dialect of the tree, a type, an attribute and an operation are called.
DIALECT = re.compile(r"^def \w+ : Dialect \{")
MARKS = {"Op": "", "Type": "!", "Attr": "#"}

STRING = r'((?:"(?:[^"\\\n]|\\.)*"\s*)+)'
ENTRY = re.compile(rf"\{{{STRING},\s*{STRING},\s*{STRING}\}}")
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')

#: A number at the start of an error that is not an operation's.
BARE = re.compile(r'emitError\((?:\)\s*<< )?"(\(C\d+\)) expected')
NAMED = re.compile(r"\"(?:'(\w+)' dialect|([!#][\w.]+)) \((C\d+)\) expected")


def literal(text: str) -> str:
    """What adjacent literals of C++ say."""
    return "".join(part[1:-1] for part in LITERAL.findall(text))


def subject_of(record: str, dialect: str) -> str:
    """What the rules of a record are about, as errors call it."""
    if DIALECT.match(record):
        return dialect
    kind = re.match(r"(?:def|class) \w+?(Op|Type|Attr)\b", record).group(1)
    named = re.search(r'let mnemonic = "(\w+)"', record)
    name = named[1] if named else re.findall(r'"(\w+)"', record.split("[", 1)[0])[-1]
    return f"{MARKS[kind]}{dialect}.{name}"


def documented(root: Path) -> Iterator[tuple[str, str]]:
    """Each rule of the descriptions, as "axis.start C2", with its file."""
    for path in sorted((root / "include/Spindle/Dialect").rglob("*.td")):
        text = path.read_text()
        dialect = path.relative_to(root / "include/Spindle/Dialect").parts[0].lower()
        starts = [match.start() for match in RECORD.finditer(text)] + [len(text)]
        for start, end in pairwise(starts):
            record = text[start:end]
            for rules in RULES.findall(record):
                numbers = set(NUMBER.findall(rules))
                for first, last in SAME.findall(rules):
                    numbers |= {f"C{n}" for n in range(int(first), int(last) + 1)}
                for number in sorted(numbers):
                    yield f"{subject_of(record, dialect)} {number}", str(path)


def named_in_errors(root: Path) -> Iterator[tuple[str, str]]:
    """Each rule that an error names whole, with its file."""
    for folder in ("Dialect", "Format"):
        for path in sorted((root / "lib" / folder).rglob("*.cpp")):
            for dialect, subject, number in NAMED.findall(path.read_text()):
                yield f"{dialect or subject} {number}", str(path)


def lint(root: Path) -> Iterator[str]:
    rules = dict(documented(root))
    said: set[str] = set()
    for path in sorted((root / "lib/Dialect/Rules").glob("*Texts.cpp")):
        for names, reason, remedy in ENTRY.findall(path.read_text()):
            for name in literal(names).split(", "):
                if name in said:
                    yield f"{path.name}: {name} stands twice"
                said.add(name)
            for what, text in (("reason", reason), ("remedy", remedy)):
                if len(literal(text).split()) < 2:
                    yield f"{path.name}: {literal(names)} has no {what}"
    errors = dict(named_in_errors(root))
    for name in sorted(rules.keys() - said):
        yield f"{Path(rules[name]).name}: {name} has neither reason nor remedy"
    for name in sorted(errors.keys() - said):
        yield f"{Path(errors[name]).name}: {name} has neither reason nor remedy"
    for name in sorted(said - rules.keys() - errors.keys()):
        yield f"lib/Dialect/Rules: {name} is no rule"
    for path in sorted((root / "lib/Dialect").rglob("*.cpp")):
        for match in BARE.finditer(path.read_text()):
            yield f"{path.name}: expected what rule {match[1]} is about before it"
    yield f"rule-lint: {len(rules)} rules read"


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    findings = list(lint(Path(sys.argv[1])))
    print("\n".join(findings))
    return 1 if len(findings) > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
