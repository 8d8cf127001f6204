"""What MkDocs cannot do by itself with pages that are read in a repository too.

Links of docs/ lead to pages and sources outside of it, and to folders. Each of these
gets a page under `sources/`, and links are rewritten to it: a Markdown page as it is,
any other file as a block of code, a folder as the list of what is in it. The
navigation may name `FOLDER/*`. MLIR is highlighted, and a list may follow a paragraph
at once.
"""

import os
import posixpath
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# MkDocs has this folder on the path while it loads this file, and no longer.
import mlir_lexer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS

LEXERS["MlirLexer"] = (mlir_lexer.__name__, "MLIR", ("mlir",), ("*.mlir",), ())

#: A fenced block, which has no links, or the target of a link or a picture.
LINK = re.compile(r"^```.*?^```$|\]\(([^)\s]+)\)", re.MULTILINE | re.DOTALL)
#: A line of a paragraph with a list right after it, where Markdown for Python sees none.
LIST = re.compile(
    r"^```.*?^```$|^((?![-|>#\s]|\d+\. )[^\n]+\n)(?=- |1\. )",
    re.MULTILINE | re.DOTALL,
)
#: Pages outside of docs/, and folders, that the navigation names.
NAMED = ("CONTRIBUTING.md", "CHANGELOG.md", "docs/Decisions", "docs/Dialects")
LANGUAGES = {
    ".mlir": "mlir",
    ".td": "tablegen",
    ".h": "cpp",
    ".cpp": "cpp",
    ".c": "c",
    ".py": "python",
    ".toml": "toml",
    ".inc": "cpp",
}


def site_path(path: Path) -> str:
    """Where a file or folder of the repository is in the site."""
    is_inside = path.is_relative_to(ROOT / "docs")
    top = ROOT / "docs" if is_inside else ROOT
    name = ("" if is_inside else "sources/") + path.relative_to(top).as_posix()
    if path.is_dir():
        return f"{name}/index.md"
    return name if is_inside or path.suffix == ".md" else f"{name}.md"


def target_of(link: str, page: Path) -> tuple[Path, str] | None:
    """The file or folder that a link of a page leads to, and the anchor; None where it
    leads elsewhere or nowhere, which MkDocs reports."""
    name, _, anchor = link.partition("#")
    if not name or re.match(r"\w+:", name):
        return None
    path = Path(os.path.normpath(page.parent / name))
    if not path.exists() or not path.is_relative_to(ROOT):
        return None
    return path, f"#{anchor}" if anchor else ""


def links_of(text: str, page: Path) -> list[Path]:
    """The files and folders that a page links to."""
    found = [target_of(link, page) for link in LINK.findall(text) if link]
    return [target[0] for target in found if target]


def text_of(path: Path) -> str:
    """The page for a file outside of docs/, or for a folder."""
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    title = f"# `{path.relative_to(ROOT).as_posix()}`\n\n"
    if path.is_dir():
        return title + "".join(
            f"- `{entry.name}`\n" for entry in sorted(path.iterdir())
        )
    language = LANGUAGES.get(path.suffix, "text")
    return f"{title}````{language}\n{path.read_text(encoding='utf-8')}````\n"


def title_of(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    named = {name for name in names_of(config.nav) if not name.endswith("/*")}
    config.nav = expanded(config.nav, named)
    return config


def names_of(nav: list | dict | str) -> list[str]:
    """The pages that a part of the navigation names."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [name for part in parts for name in names_of(part)]


def counted(page: Path) -> str:
    """The name with its numbers filled up, so that spmm-8 is before spmm-32."""
    return re.sub(r"\d+", lambda number: number.group().zfill(8), page.name)


def expanded(nav: list | dict | str, named: set[str]) -> list | dict | str:
    """The navigation with the pages of folders in place of `FOLDER/*`."""
    if isinstance(nav, dict):
        return {title: expanded(part, named) for title, part in nav.items()}
    if isinstance(nav, str):
        return nav
    parts = []
    for part in nav:
        if isinstance(part, str) and part.endswith("/*"):
            pages = sorted((ROOT / "docs").glob(f"{part[:-1]}*.md"), key=counted)
            parts += [name for name in map(site_path, pages) if name not in named]
        else:
            parts.append(expanded(part, named))
    return parts


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds pages for folders, for what lies outside of docs/, and for what these link
    to."""
    waiting = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in NAMED)]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        if is_generated(path):
            page = File.generated(config, site_path(path), content=text_of(path))
            files.append(page)
        if path.suffix == ".md":
            found = set(links_of(text_of(path), path)) - seen
            seen |= found
            waiting += [one for one in found if is_generated(one)]
    for asset in sorted((HERE / "assets").iterdir()):
        made = File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset))
        files.append(made)
    return files


def is_generated(path: Path) -> bool:
    return path.is_dir() or not path.is_relative_to(ROOT / "docs")


def on_page_markdown(
    markdown: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Lists begin after an empty line, and links lead to where pages are in the site."""
    name = page.file.src_uri
    is_outside = name.startswith("sources/")
    if is_outside and page.file.content_string.startswith("# `"):
        return markdown
    source = (
        ROOT / name.removeprefix("sources/") if is_outside else ROOT / "docs" / name
    )
    folder = posixpath.dirname(name) or "."

    def moved(match: re.Match) -> str:
        target = target_of(match.group(1), source) if match.group(1) else None
        if not target:
            return match.group()
        return f"]({posixpath.relpath(site_path(target[0]), folder)}{target[1]})"

    spaced = LIST.sub(
        lambda match: f"{match.group(1)}\n" if match.group(1) else match.group(),
        markdown,
    )
    return LINK.sub(moved, spaced)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The table of contents has the names of operations, and not of their classes."""
    waiting = list(page.toc)
    while waiting:
        entry = waiting.pop()
        entry.title = re.sub(r" \(::[\w:]+\)$", "", entry.title)
        waiting += entry.children
    return html
