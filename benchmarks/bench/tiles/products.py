"""The products that are timed, by the names that `--products` takes."""

from bench.tiles.programs import Product, Step

PRODUCTS = {
    "dense": Product(
        "A (B C)",
        {"B": "NF", "C": "FH"},
        (Step("T", "B", "C"), Step("D", "A", "T")),
    ),
    "sparse": Product(
        "A (A B)",
        {"B": "NH"},
        (Step("T", "A", "B"), Step("D", "A", "T")),
        of_sparse="NN",
    ),
    "transposed": Product(
        "A (B Cᵀ)",
        {"B": "NF", "C": "HF"},
        (Step("T", "B", "C", transposed=True), Step("D", "A", "T")),
    ),
    "larger": Product(
        "max(A (B C), 0)",
        {"B": "NF", "C": "FH"},
        (Step("T", "B", "C"), Step("D", "A", "T", larger=True)),
    ),
}
