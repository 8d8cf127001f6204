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
    "chain": Product(
        "A (A (A B))",
        {"B": "NH"},
        (Step("S", "A", "B"), Step("T", "A", "S"), Step("D", "A", "T")),
        of_sparse="NN",
    ),
    # Two layers of a graph network.
    "layers": Product(
        "max(A (max(A (X V), 0) W), 0)",
        {"X": "NF", "V": "FH", "W": "HK"},
        (
            Step("S", "X", "V"),
            Step("T", "A", "S", larger=True),
            Step("U", "T", "W"),
            Step("D", "A", "U", larger=True),
        ),
        of_sparse="NN",
    ),
}
