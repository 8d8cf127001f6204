# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""What --expr refuses: the character that is at fault is under a caret."""

import sys

import batch

FUNCTIONS = (
    "abs, atan, cos, erf, exp, expm1, first, log, log1p, max, min, pow, sin, sqrt, tan, "
    "tanh"
)
#: An expression, the text under which the caret stands, and the message. A and P are
#: sparse.
CASES = [
    (" ", "", "a tensor to assign to, as in C[i,k] += A[i,j] * B[j,k], but got the end"),
    ("3 = A[i,j]", "3", "a tensor to assign to, as in C[i,k] += A[i,j] * B[j,k], but got '3'"),
    ("C += A[i,j]", "+= A", "'[' and the indices of C but got '+'"),
    ("C[i] A[i,j]", "A", "'=', '+=', 'max=' or 'min=' but got 'A'"),
    ("C[i] == A[i,j]", "= A", "a tensor, a number, a function or '(' but got '='"),
    ("y[i] = A[i,j", "", "',' or ']' but got the end"),
    ("y[i] = A[i,]", "]", "an index of A, a name as in A[i,j], but got ']'"),
    ("y[i] = A[i,2*]", "]", "an index of A, a name as in A[i,j], but got ']'"),
    ("y[i] = A[i,j+]", "]", "an index of A, a name as in A[i,j], but got ']'"),
    ("y[i] = x[9999999*i]", "9999999", "an integer up to 1048576 but got '9999999'"),
    ("y[i+1] = x[i]", "i+1", "an index of y, which is computed, but got i+1"),
    ("y[i,i] = x[i]", "i]", "different indices of y but got i twice"),
    ("y[i] = A[i,j]*x[j+r]", "j+r",
     "r to be an index by itself too, on the left or of an operand of its term that is "
     "not looked up, which gives its size"),
    ("y[i] = A[i+r,r]", "i+r",
     "r to be an index by itself too, on the left or of an operand of its term that is "
     "not looked up, which gives its size"),
    ("y[i] = border(x[i],0)", "x", "a sum among the indices of x, which has a border"),
    ("y[i] = border(2,0)", "2", "a tensor with its indices, as in border(x[i-1], 0), but got '2'"),
    ("y[i] = border(x[i-1])", ")", "',' but got ')'"),
    ("y[i] = border(x[i-1],c)", "c", "a number but got 'c'"),
    ("y[i] = border(x[i-1],0.1)", "0.1",
     "a border that f32 holds, as 0, 0.5 or -inf, but got '0.1'"),
    ("y[i] = A[i,j] x[j]", "x", "an operator or the end but got 'x'"),
    ("y[i] = (A[i,j] + 1", "", "')' but got the end"),
    ("y[i] = 1.2.3 * x[i]", "1.2.3", "a number but got '1.2.3'"),
    ("y[i] = 1e999 * x[i]", "1e999", "a number but got '1e999'"),
    ("y[i] = é * x[i]", "é", "a tensor, a number, a function or '(' but got 'é'"),
    ("y[i] = foo(A[i,j])", "foo", f"a function ({FUNCTIONS}) but got 'foo'"),
    ("y[i] = max(A[i,j])", "max", "2 arguments of max but got 1"),
    ("y[i] = exp(A[i,j], 1)", "exp", "1 argument of exp but got 2"),
    ("y[i] = A[i,j]*A[i]", "A[i]", "2 indices of A, as where it was first, but got 1"),
    ("y[i] = A[i,j] + y[i]", "y[i]",
     "y on the left alone: it is what is computed; '+=' adds to what it holds"),
    ("y[k] = A[i,j]", "k",
     "an index of the right side but got k, which is on the left alone"),
    ("y[i] = A[i,j]*x[I]", "I",
     "indices that differ in more than capitals but got i and I"),
    ("y[i] = A[i,j]*P[j,k]*x[k]", "P",
     "one sparse operand in a term but got A[i,j] and P[j,k]: all but one have to be "
     "dense"),
    ("y[i] = A[i,j]*A[j,i]", "A[j",
     "one sparse operand in a term but got A[i,j] and A[j,i]: all but one have to be "
     "dense"),
    ("y[i] = exp(A[i,j])", "A",
     "A, which is sparse, to be a factor of its term: the term has to be 0 where A "
     "stores nothing"),
    ("y[i] = x[j] / A[i,j]", "A",
     "A, which is sparse, to be a factor of its term: the term has to be 0 where A "
     "stores nothing"),
    ("y[i] = first(x[j], 0) * exp(A[i,j])", "A",
     "A, which is sparse, to be a factor of its term: the term has to be 0 where A "
     "stores nothing"),
    ("y[i] = 2*(A[i,j]*x[j] + b[i])", "+",
     "what is added inside of a product to have the same summed indices but got j on "
     "one side alone"),
    ("y[i] = " + "(" * 300 + "x[i]", None, "at most 200 nested parentheses but got '('"),
    ("y[i] = x[i]" + " + x[i]" * 2000, None,
     "at most 1000 operators and functions but got '+'"),
]  # fmt: skip


def complaint(expression: str, at: str | None, message: str) -> str:
    """What is wrong with how `expression` is refused, if anything."""
    command = ["sparse-run", f"--expr={expression}", "--format=A=csr"]
    if "P" in expression:
        command.append("--format=P=csr")
    done = batch.run([*command, "--emit", "tensors"])
    lines = done.stderr.splitlines()
    if done.returncode != 2 or done.stdout:
        return f"expected exit status 2 and no output but got {done}"
    if not lines[0].endswith(f": expected {message}"):
        return f"expected '{message}' but got {lines[0]}"
    column = int(lines[0].split(":")[3])
    caret = lines[2].index("^")
    before = lines[1][2:caret].removeprefix("...")
    after = lines[1][caret:].removesuffix("...")
    # Of a long line it is what is around the caret.
    is_whole = len(expression) > 120 or before + after == expression
    if not is_whole or not expression[: column - 1].endswith(before):
        return f"expected a caret in column {column} but got {done.stderr}"
    if not expression[column - 1 :].startswith(after):
        return f"expected the expression but got {done.stderr}"
    if at is not None and not expression[column - 1 :].startswith(at):
        return f"expected a caret at '{at}' but got {done.stderr}"
    return ""


def main() -> int:
    failures = 0
    for expression, at, message in CASES:
        wrong = complaint(expression, at, message)
        if wrong:
            failures += 1
            print(f"{expression[:80]}\n  {wrong}", file=sys.stderr)
    print(f"{len(CASES) - failures} of {len(CASES)} refused as they should be")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
