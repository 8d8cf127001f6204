# RUN: %python %s %spindle_src_root/docs/examples/row-sums.mlir | FileCheck %s
"""An editor's session with the language server, over its pipes."""

import sys
from pathlib import Path

from client import Client


def title(text: str) -> None:
    print(f"== {text}")


def print_diagnostics(client: Client, text: str) -> None:
    """Shows the text to the server, and prints what it finds wrong in it."""
    for found in client.show(text):
        start = found["range"]["start"]
        place = f"{start['line'] + 1}:{start['character'] + 1}"
        print(f"{place}: '{client.quoted(found['range'])}': {found['message']}")
    print(".")


def print_hover(client: Client, mark: str, offset: int = 0) -> None:
    answer = client.ask("hover", mark, offset)
    text = " ".join(answer["contents"]["value"].split())
    print(f"'{client.quoted(answer['range'])}': {text}")


def print_places(client: Client, places: list) -> None:
    for place in places:
        span = place["range"]
        line = span["start"]["line"]
        print(f"{line + 1}: {client.text.splitlines()[line].strip()}", end="")
        print(f" <- '{client.quoted(span)}'")


def print_completions(client: Client, mark: str, offset: int = 0) -> None:
    for item in client.ask("completion", mark, offset)["items"]:
        print(f"{item['label']}: {item.get('detail', '')}")


# The server says what it can do.
# CHECK: == initialize
# CHECK-NEXT: completion, definition, hover, references
def check_capabilities(client: Client) -> None:
    title("initialize")
    found = client.initialize()
    kinds = ("completion", "definition", "hover", "references")
    print(", ".join(kind for kind in kinds if found.get(f"{kind}Provider")))


# A sound program has no diagnostics; a verifier's message and a parser's come with
# their locations, and go with their causes.
# CHECK: == diagnostics
# CHECK-NEXT: {{^\.$}}
# CHECK-NEXT: 16:3: 'iter.nest': 'iter.nest' op (C1) expected a name, an axis and a kind for each of at least one dimension but got 2 names, 2 axes and 1 kinds
# CHECK-NEXT: {{^\.$}}
# CHECK-NEXT: 17:10: 'sparse.lod': custom op 'sparse.lod' is unknown
# CHECK-NEXT: {{^\.$}}
# CHECK-NEXT: {{^\.$}}
def check_diagnostics(client: Client, text: str) -> None:
    title("diagnostics")
    print_diagnostics(client, text)
    print_diagnostics(client, text.replace("[spatial, reduction]", "[spatial]"))
    print_diagnostics(client, text.replace("sparse.load", "sparse.lod"))
    print_diagnostics(client, text)


# CHECK: == hover
# CHECK-NEXT: 'sparse.load': "sparse.load" Generic Form: ```mlir %{{.*}} = "sparse.load"(%{{.*}}) <{any = array<i64>, form = 1 : i32}> : (!sparse.buffer<?xf32>, !axis.site) -> f32 ```
# CHECK-NEXT: '%a': Operation: "sparse.load" Result #0 Type: `f32`
# CHECK-NEXT: '%A': Operation: "func.func" Block: <Block #0> Argument #0 Type: `!sparse.tensor<?x?xf32, #sparse.csr>`
# CHECK-NEXT: '!matrix': Type Alias: "matrix Value: ```mlir !sparse.tensor<?x?xf32, #sparse.csr> ```
def check_hover(client: Client) -> None:
    title("hover")
    print_hover(client, "sparse.load", offset=3)
    print_hover(client, "%a =")
    print_hover(client, "%A : !matrix")
    print_hover(client, "!matrix ->", offset=2)


# CHECK: == definition
# CHECK-NEXT: 16: iter.nest "sums" {{.*}} <- '%p'
# CHECK-NEXT: 3: !matrix = {{.*}} <- '!matrix'
# CHECK: == references
# CHECK-NEXT: 12: {{.*}} sparse.unpack {{.*}} <- '%Av'
# CHECK-NEXT: 17: %a = sparse.load {{.*}} <- '%Av'
def check_places(client: Client) -> None:
    title("definition")
    print_places(client, client.ask("definition", "[%p]", 2))
    print_places(client, client.ask("definition", "!matrix ->", 2))
    title("references")
    context = {"includeDeclaration": True}
    print_places(client, client.ask("references", "%Av at", 1, context=context))


# Where an operation begins the server offers dialects, and operations after the name
# of one; where an operand stands it offers what can be used there, in any order.
# CHECK: == completion of an operation
# CHECK-DAG: {{^}}axis: dialect
# CHECK-DAG: {{^}}iter: dialect
# CHECK-DAG: {{^}}sparse: dialect
# CHECK: == completion after 'sparse.'
# CHECK-DAG: {{^}}accumulate: operation
# CHECK-DAG: {{^}}load: operation
# CHECK-DAG: {{^}}unpack: operation
# CHECK: == completion of a value
# CHECK-NOT: %a:
# CHECK-DAG: {{^}}%Av: sparse.unpack: !sparse.buffer<?xf32>
# CHECK-DAG: {{^}}%p: arg {{.*}}: !axis.site
# CHECK-DAG: {{^}}%s: arg #1: !sparse.tensor<?xf32, #sparse.dense>
# CHECK-NOT: %a:
# CHECK: == completion of a type
# CHECK-NEXT: buffer:
# CHECK-NEXT: tensor:
def check_completion(client: Client, text: str) -> None:
    title("completion of an operation")
    print_completions(client, "sparse.load")
    title("completion after 'sparse.'")
    client.show(text.replace("sparse.load", "sparse."))
    print_completions(client, "%a = sparse.", offset=len("%a = sparse."))
    client.show(text)
    title("completion of a value")
    print_completions(client, "[%p]", offset=2)
    title("completion of a type")
    print_completions(client, "!sparse.tensor", offset=len("!sparse."))


# CHECK: == exit status 0
def main() -> None:
    path = Path(sys.argv[1])
    text = path.read_text()
    client = Client(["sparse-lsp-server"], path.as_uri())
    check_capabilities(client)
    check_diagnostics(client, text)
    check_hover(client)
    check_places(client)
    check_completion(client, text)
    title(f"exit status {client.close()}")


if __name__ == "__main__":
    main()
