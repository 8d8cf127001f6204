"""Docstrings: their examples print what they say, and those of public names are whole."""

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spindle
from spindle._advise import Advice, Estimate, Part
from spindle._draw import Picture
from spindle._explanation import Explanation

MODULES = ["spindle"] + [
    f"spindle.{module.name}"
    for module in pkgutil.iter_modules(spindle.__path__)
    # The extension module, and what runs a command line.
    if module.name not in ("_spindle", "__main__")
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").symlink_to(root / "docs")
    monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


#: What functions return, beside the classes of `spindle.__all__`.
RETURNED = (Picture, Advice, Estimate, Part, Explanation)


def list_members(owner: type) -> Iterator[tuple[str, Any, type]]:
    """Public methods and properties of a class, each with the class that defines it."""
    for base in owner.__mro__:
        if not base.__module__.startswith("spindle"):
            continue
        for name, member in vars(base).items():
            is_public = not name.startswith("_") or name == "__call__"
            if is_public and (inspect.isfunction(member) or isinstance(member, property)):
                yield f"{owner.__name__}.{name}", member, base


def list_public() -> Iterator[tuple[str, Any, type | None]]:
    """Functions, classes and their members, by name."""
    things = [getattr(spindle, name) for name in spindle.__all__]
    for thing in [*things, *RETURNED]:
        yield from list_names(thing, "")
    for name in spindle.tesa.__all__:
        yield from list_names(getattr(spindle.tesa, name), "tesa.")


def list_names(thing: Any, prefix: str) -> Iterator[tuple[str, Any, type | None]]:
    """A function, or a class and its members, by name."""
    if inspect.isclass(thing) and not issubclass(thing, BaseException):
        yield prefix + thing.__name__, thing, None
        for name, member, owner in list_members(thing):
            yield prefix + name, member, owner
    elif inspect.isfunction(thing):
        yield prefix + thing.__name__, thing, None


PUBLIC = {name: (thing, owner) for name, thing, owner in list_public()}


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_have_examples(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name][0]) or ""
    assert "\nExamples\n--------\n" in text and ">>>" in text.partition("Examples\n")[2]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_say_what_they_take(name: str) -> None:
    thing, owner = PUBLIC[name]
    if not inspect.isfunction(thing):
        return
    text = (inspect.getdoc(thing) or "") + (inspect.getdoc(owner) or "" if owner else "")
    taken = [each for each in inspect.signature(thing).parameters if each != "self"]
    section = re.search(r"^Parameters\n-+\n((?:.+\n|\n(?!\w[\w ]*\n-))+)", text, re.MULTILINE)
    terms = re.findall(r"^\S.*", section[1], re.MULTILINE) if section else []
    named = {each.lstrip("*") for term in terms for each in re.split(r" : |, ", term)}
    missing = [each for each in taken if each not in named and f"``{each}``" not in text]
    assert not missing
    if section:
        assert "\nRaises\n------\n" in text


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_public_names_are_in_the_reference(name: str, root: Path) -> None:
    page = (root / "docs" / "PythonReference.md").read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (?:class )?(\S+)$", page, re.MULTILINE)
    assert name in [title.replace("\\", "") for title in titles]
