"""Highlights MLIR."""

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

__all__ = ["MlirLexer"]


class MlirLexer(RegexLexer):
    """MLIR's text, of any dialect: names with a dot are operations."""

    name = "MLIR"
    aliases = ["mlir"]
    filenames = ["*.mlir"]
    tokens = {
        "root": [
            (r"\s+", Text),
            (r"//.*$", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"%[\w.$-]+(#\d+)?", Name.Variable),
            (r"@[\w.$-]+", Name.Function),
            (r"\^[\w.$-]+", Name.Label),
            (r"[!#][\w.$-]+", Name.Class),
            (r"([a-z_]\w*)(\.[\w.]+)", bygroups(Keyword, Keyword)),
            (r"\b(module|return|attributes|affine_map|true|false)\b", Keyword),
            (r"\b(index|none|memref|vector|tensor|[su]?i\d+|b?f\d+)\b", Keyword.Type),
            (r"-?\b\d+(\.\d+)?([eE][+-]?\d+)?\b", Number),
            (r"[a-zA-Z_]\w*", Name),
            (r"->|[=:*+/-]", Operator),
            (r"[][(){}<>,?|&;.…]", Punctuation),
            (r".", Text),
        ]
    }
