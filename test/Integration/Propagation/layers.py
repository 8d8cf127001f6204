"""Layers of networks in random graphs: products, convolutions, pooling, norms, softmax
and attention."""

import math

import numpy as np
from graphs import Graph, Value

PRODUCT = {
    "f64": "%p = arith.mulf %a, %b : T %r = arith.addf %o, %p : T",
    "i32": "%p = arith.muli %a, %b : T %r = arith.addi %o, %p : T",
    "i8": "%p = arith.muli %a, %b : T %r = arith.addi %o, %p : T",
}
#: Of operands of 8 bits, with sums of 32.
WIDE = (
    "%x = arith.extsi %a : i8 to i32 %y = arith.extsi %b : i8 to i32 "
    "%p = arith.muli %x, %y : i32 %r = arith.addi %o, %p : i32"
)


def product(graph: Graph, x: Value, width: int = 0) -> Value:
    """By a weight, along the last dimension; the weight may lie transposed."""
    sizes = (x.shape[-1], width or graph.draw(1, 6))
    turned = graph.draw(0, 2)
    w = graph.argument(sizes[::-1] if turned else sizes, x.type)
    dims = [f"d{dim}" for dim in range(len(x.shape) + 1)]
    inner, outer = dims[-1], dims[-2]
    wide = x.type == "i8" and graph.draw(0, 2)
    kind = "i32" if wide else x.type

    def compute(env):
        left, right = x.of(env), w.of(env)
        if wide:
            left, right = left.astype(np.int32), right.astype(np.int32)
        return left @ (right.T if turned else right)

    return graph.generic(
        [
            (x, [*dims[:-2], inner]),
            (w, [outer, inner] if turned else [inner, outer]),
        ],
        (graph.start((*x.shape[:-1], sizes[1]), kind), dims[:-1]),
        "p" * (len(dims) - 1) + "r",
        WIDE if wide else PRODUCT[x.type],
        compute,
    )


def batched(graph: Graph, x: Value) -> Value:
    """By another tensor, a matrix at a time."""
    if len(x.shape) != 3 or x.type == "i8":
        return x
    batch, rows, inner = x.shape
    same = [
        v
        for v in graph.values
        if v.type == x.type and len(v.shape) == 3 and v.shape[:2] == (batch, inner)
    ]
    y = (
        graph.pick(same)
        if same and graph.draw(0, 2)
        else graph.argument((batch, inner, graph.draw(1, 5)), x.type)
    )
    out = graph.start((batch, rows, y.shape[2]), x.type)
    return graph.add(
        out.shape,
        x.type,
        f"linalg.batch_matmul ins({x.name}, {y.name} : {x.text}, {y.text}) "
        f"outs({out.name} : {out.text}) -> {out.text}",
        lambda env: x.of(env) @ y.of(env),
    )


# Images: N x C x H x W.


def windows(image: np.ndarray, size, stride, dilation) -> np.ndarray:
    """N x C x (places) x (window)."""
    reach = [(k - 1) * d + 1 for k, d in zip(size, dilation, strict=True)]
    view = np.lib.stride_tricks.sliding_window_view(image, reach, axis=(2, 3))
    view = view[:, :, :: stride[0], :: stride[1]]
    return view[..., :: dilation[0], :: dilation[1]]


def draw_window(graph: Graph, x: Value):
    size = [graph.draw(1, min(3, side) + 1) for side in x.shape[2:]]
    stride = [graph.draw(1, 4) for _ in size]
    dilation = [
        graph.draw(1, 3) if 2 * (k - 1) < side else 1
        for k, side in zip(size, x.shape[2:], strict=True)
    ]
    places = [
        (side - (k - 1) * d - 1) // s + 1
        for side, k, d, s in zip(x.shape[2:], size, dilation, stride, strict=True)
    ]
    steps = (
        f"{{dilations = dense<{dilation}> : tensor<2xi64>, "
        f"strides = dense<{stride}> : tensor<2xi64>}}"
    )
    return size, stride, dilation, places, steps


def is_image(x: Value) -> bool:
    return len(x.shape) == 4 and min(x.shape) > 0


def convolve(graph: Graph, x: Value) -> Value:
    """With a stride and dilated, behind a pad or not, in groups or for each channel."""
    if not is_image(x):
        return x
    if graph.draw(0, 2):
        x = graph.pad(x, [0, 0, graph.draw(0, 2), graph.draw(0, 2)])
    size, stride, dilation, places, steps = draw_window(graph, x)
    count, channels = x.shape[:2]
    groups = graph.pick([g for g in range(1, channels + 1) if channels % g == 0])
    if graph.draw(0, 3) == 0:
        return depthwise(graph, x, (size, stride, dilation, places, steps))
    filters, inside = graph.draw(1, 4), channels // groups
    wide = x.type == "i8" and groups == 1
    kind = "i32" if wide else x.type
    op = "linalg.conv_2d_nchw_fchw"
    shapes = (filters, inside, *size), (count, filters, *places)
    given = x
    if groups > 1:
        op = "linalg.conv_2d_ngchw_gfchw"
        shapes = (groups, *shapes[0]), (count, groups, *shapes[1][1:])
        given = graph.unfold(graph.flatten(x), [count, groups, inside, *x.shape[2:]])
    w = graph.argument(shapes[0], x.type)
    out = graph.start(shapes[1], kind)

    def compute(env):
        image, weight = (v.of(env).astype(out_type(kind)) for v in (given, w))
        image = image.reshape(count, channels, *x.shape[2:])
        seen = windows(image, size, stride, dilation)
        seen = seen.reshape(count, groups, inside, *seen.shape[2:])
        weight = weight.reshape(groups, filters, inside, *size)
        return np.einsum("ngcijkl,gfckl->ngfij", seen, weight).reshape(out.shape)

    y = graph.add(
        out.shape,
        kind,
        f"{op} {steps} ins({given.name}, {w.name} : {given.text}, {w.text}) "
        f"outs({out.name} : {out.text}) -> {out.text}",
        compute,
    )
    if groups == 1:
        return y
    return graph.unfold(graph.flatten(y), [count, groups * filters, *places])


def out_type(kind: str):
    return {"f64": np.float64, "i32": np.int32, "i8": np.int8}[kind]


def depthwise(graph: Graph, x: Value, window) -> Value:
    size, stride, dilation, places, steps = window
    count, channels = x.shape[:2]
    kind = "i32" if x.type == "i8" else x.type
    w = graph.argument((channels, *size), x.type)
    out = graph.start((count, channels, *places), kind)
    return graph.add(
        out.shape,
        kind,
        f"linalg.depthwise_conv_2d_nchw_chw {steps} ins({x.name}, {w.name} : "
        f"{x.text}, {w.text}) outs({out.name} : {out.text}) -> {out.text}",
        lambda env: np.einsum(
            "ncijkl,ckl->ncij",
            windows(x.of(env).astype(out_type(kind)), size, stride, dilation),
            w.of(env).astype(out_type(kind)),
        ),
    )


def pool(graph: Graph, x: Value) -> Value:
    """The largest of a window, or the sum, which divided by its size is the mean."""
    if not is_image(x) or x.type == "i8":
        return x
    size, stride, dilation, places, steps = draw_window(graph, x)
    window = Value("", tuple(size), x.type, lambda env: None)
    window.name = graph.other(f"tensor.empty() : {window.text}")
    least = "0xFFF0000000000000" if x.type == "f64" else str(np.iinfo(np.int32).min)
    op, start, compute = graph.pick(
        [("max", least, np.max), ("sum", "", np.sum)],
    )
    out = graph.start((*x.shape[:2], *places), x.type, start)
    y = graph.add(
        out.shape,
        x.type,
        f"linalg.pooling_nchw_{op} {steps} ins({x.name}, {window.name} : {x.text}, "
        f"{window.text}) outs({out.name} : {out.text}) -> {out.text}",
        lambda env: compute(
            windows(x.of(env), size, stride, dilation), axis=(4, 5)
        ).astype(out_type(x.type)),
    )
    if op == "max" or x.type != "f64":
        return y
    return graph.each(y, "%r = arith.divf %a, %six : T", lambda a: a / 6)


# Along the last dimension, in floats.


def is_row(x: Value) -> bool:
    """Of more than one element: one less the mean of one is 0, which is no zero of
    ours."""
    return x.type == "f64" and len(x.shape) > 1 and x.shape[-1] > 1


def varied(graph: Graph, x: Value) -> Value:
    """With a row added, most of the time. What is less its mean is 0 in a constant row,
    and that is no zero of ours either."""
    if graph.draw(0, 3) == 0:
        return x
    row = graph.argument(x.shape[-1:], x.type)
    row.pruned[...] = False
    last = [len(x.shape) - 1]
    return graph.spread(x, row, last, "%r = arith.addf %a, %b : T", np.add)


def along(graph: Graph, x: Value, body: str, start: str, compute) -> Value:
    dims = [f"d{dim}" for dim in range(len(x.shape))]
    return graph.generic(
        [(x, dims)],
        (graph.start(x.shape[:-1], x.type, start), dims[:-1]),
        "p" * (len(dims) - 1) + "r",
        body,
        lambda env: compute(x.of(env)),
    )


def total(graph: Graph, x: Value) -> Value:
    return along(
        graph, x, "%r = arith.addf %o, %a : T", "", lambda a: np.sum(a, axis=-1)
    )


def scaled(graph: Graph, x: Value, number: float) -> Value:
    body = f"%n = arith.constant {number:.17e} : T %r = arith.mulf %a, %n : T"
    return graph.each(x, body, lambda a: a * number)


def by_rows(graph: Graph, x: Value, y: Value, op: str, compute) -> Value:
    rows = list(range(len(x.shape) - 1))
    return graph.spread(x, y, rows, f"%r = arith.{op} %a, %b : T", compute)


def softmax(graph: Graph, x: Value) -> Value:
    if not is_row(x):
        return x
    x = varied(graph, x)
    largest = along(
        graph,
        x,
        "%r = arith.maximumf %o, %a : T",
        "0xFFF0000000000000",
        lambda a: np.max(a, axis=-1, initial=-np.inf),
    )
    below = by_rows(graph, x, largest, "subf", np.subtract)
    powers = graph.each(below, "%r = math.exp %a : T", np.exp)
    return by_rows(graph, powers, total(graph, powers), "divf", np.divide)


def norm(graph: Graph, x: Value) -> Value:
    if not is_row(x):
        return x
    x = varied(graph, x)
    mean = scaled(graph, total(graph, x), 1 / x.shape[-1])
    off = by_rows(graph, x, mean, "subf", np.subtract)
    square = graph.add(
        off.shape,
        "f64",
        f"arith.mulf {off.name}, {off.name} : {off.text}",
        lambda env: off.of(env) * off.of(env),
    )
    variance = scaled(graph, total(graph, square), 1 / x.shape[-1])
    root = graph.each(
        variance,
        "%e = arith.addf %a, %half : T %r = math.rsqrt %e : T",
        lambda a: 1 / np.sqrt(a + 0.5),
    )
    return graph.bias(by_rows(graph, off, root, "mulf", np.multiply))


def attention(graph: Graph, x: Value) -> Value:
    """Tokens of one head, or of a batch."""
    if x.type != "f64" or len(x.shape) not in (2, 3):
        return x
    width = graph.draw(1, 6)
    query, key, value = (product(graph, x, width) for _ in range(3))
    b = [f"d{dim}" for dim in range(len(x.shape) - 2)]
    i, j, k = (f"d{len(b) + dim}" for dim in range(3))
    tokens, kinds = x.shape[-2], "p" * len(b) + "ppr"
    scores = graph.generic(
        [(query, [*b, i, k]), (key, [*b, j, k])],
        (graph.start((*x.shape[:-1], tokens), "f64"), [*b, i, j]),
        kinds,
        PRODUCT["f64"],
        lambda env: query.of(env) @ key.of(env).swapaxes(-1, -2),
    )
    weights = softmax(graph, scores)
    return graph.generic(
        [(weights, [*b, i, k]), (value, [*b, k, j])],
        (graph.start((*x.shape[:-1], value.shape[-1]), "f64"), [*b, i, j]),
        kinds,
        PRODUCT["f64"],
        lambda env: weights.of(env) @ value.of(env),
    )


def build(graph: Graph) -> None:
    """Of images, of tokens, or of rows, each now and then of none or one of them."""
    kind, type = graph.draw(0, 3), graph.pick(["f64", "f64", "f64", "i32", "i8"])
    few = graph.pick([0, 1, 2, 3, 4, 5])
    if kind == 0:
        shape = [graph.draw(1, 3), graph.draw(1, 5), *(graph.draw(1, 8) for _ in "HW")]
    elif kind == 1:
        shape = [graph.draw(1, 3), few, graph.draw(2, 5)]
    else:
        shape = [few, graph.draw(1, 6)]
    x = graph.argument(tuple(shape), type)
    layers = [convolve, convolve, pool] if kind == 0 else [batched, attention, norm]
    layers += [product, product, softmax, norm]
    others = [graph.function, graph.function, graph.bias, graph.combine, graph.reduce]
    others += [graph.convert, graph.mark, graph.transpose, graph.reshape, graph.slice]
    others += [graph.concat, graph.pad]
    for _ in range(graph.draw(2, 9)):
        if math.prod(x.shape) > 2000:
            break
        layer = graph.pick(layers)
        x = layer(graph, x) if graph.draw(0, 2) else graph.pick(others)(x)
    graph.result = x
