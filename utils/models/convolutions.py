"""Networks of convolutions: MobileNet v1, and a bottleneck block as ResNet has it.

The batch norms that follow convolutions in training are in their weights and biases,
as exporters leave them.
"""

import numpy as np
from onnx import ModelProto

from models.graph import Graph

#: The body of MobileNet v1, by table 1 of Howard et al., "MobileNets: Efficient
#: Convolutional Neural Networks for Mobile Vision Applications" (arXiv 1704.04861): of
#: each pair of a depthwise and a pointwise convolution, the stride of the first and the
#: channels that come out of the second, at width 1. The table says that the last
#: depthwise one has stride 2, but also that its input and its output are 7 x 7.
PAIRS = (
    [(1, 64), (2, 128), (1, 128), (2, 256), (1, 256), (2, 512)]
    + [(1, 512)] * 5
    + [(2, 1024), (1, 1024)]
)
FIRST_CHANNELS = 32
#: By how much all strides together divide the resolution.
REDUCTION = 32


def mobilenet(
    seed: int, batch: int, width: float, pairs: int, resolution: int, classes: int
) -> ModelProto:
    """X[batch, 3, resolution, resolution] to Y[batch, classes]. Each number of channels
    is multiplied by `width`, and the body ends after so many pairs."""
    if pairs > len(PAIRS):
        raise ValueError(f"expected at most {len(PAIRS)} pairs but got {pairs}")
    if resolution < REDUCTION or resolution % REDUCTION:
        raise ValueError(
            f"expected a resolution that {REDUCTION} divides but got {resolution}"
        )
    graph = Graph("mobilenet", seed)
    x = graph.input("X", [batch, 3, resolution, resolution])
    graph.output("Y", [batch, classes])
    graph.constant("zero", np.array(0, np.float32))
    graph.constant("six", np.array(6, np.float32))
    channels = at_width(FIRST_CHANNELS, width)
    x = relu6(graph, convolution(graph, "conv0", x, 3, channels, 3, 2))
    for number, (stride, outputs) in enumerate(PAIRS[:pairs], 1):
        outputs = at_width(outputs, width)
        x = depthwise(graph, f"conv{number}.depthwise", x, channels, stride)
        x = convolution(
            graph, f"conv{number}.pointwise", relu6(graph, x), channels, outputs, 1
        )
        x, channels = relu6(graph, x), outputs
    mean = graph.node("GlobalAveragePool", "pool", x)
    flat = graph.node("Flatten", "flat", mean)
    weight = graph.weight("classes.weight", channels, classes)
    graph.node("Gemm", "Y", flat, weight, graph.weight("classes.bias", classes))
    return graph.model()


def at_width(channels: int, width: float) -> int:
    return max(1, round(channels * width))


def bottleneck(seed: int, batch: int, channels: int, resolution: int) -> ModelProto:
    """relu(X + conv1x1(relu(conv3x3(relu(conv1x1(X)))))): the convolution of 3 x 3 has a
    quarter of the channels."""
    if channels % 4:
        raise ValueError(f"expected channels that 4 divides but got {channels}")
    graph, inner = Graph("bottleneck", seed), channels // 4
    shape = [batch, channels, resolution, resolution]
    x = graph.input("X", shape)
    graph.output("Y", shape)
    y = relu(graph, convolution(graph, "reduce", x, channels, inner, 1))
    y = relu(graph, convolution(graph, "spread", y, inner, inner, 3))
    y = convolution(graph, "expand", y, inner, channels, 1)
    graph.node("Relu", "Y", graph.node("Add", "residual", y, x))
    return graph.model()


def convolution(
    graph: Graph,
    name: str,
    x: str,
    inputs: int,
    outputs: int,
    size: int,
    stride: int = 1,
) -> str:
    """A convolution of size x size, with a bias."""
    fan = inputs * size * size
    weight = graph.weight(f"{name}.weight", outputs, inputs, size, size, fan=fan)
    bias = graph.weight(f"{name}.bias", outputs)
    return window(graph, name, x, weight, bias, size, stride, groups=1)


def depthwise(graph: Graph, name: str, x: str, channels: int, stride: int) -> str:
    """A convolution of 3 x 3 for each channel, with a bias."""
    weight = graph.weight(f"{name}.weight", channels, 1, 3, 3, fan=9)
    bias = graph.weight(f"{name}.bias", channels)
    return window(graph, name, x, weight, bias, 3, stride, groups=channels)


def window(graph, name, x, weight, bias, size, stride, groups) -> str:
    """A `Conv` whose output has as many elements as its input, divided by the stride.
    At stride 2 the border lies behind, as TensorFlow has it."""
    before = (size - stride) // 2 if stride > 1 else size // 2
    after = size // 2
    return graph.node(
        "Conv",
        name,
        x,
        weight,
        bias,
        kernel_shape=[size, size],
        strides=[stride, stride],
        pads=[before, before, after, after],
        group=groups,
    )


def relu(graph: Graph, x: str) -> str:
    return graph.node("Relu", f"{x}.relu", x)


def relu6(graph: Graph, x: str) -> str:
    return graph.node("Clip", f"{x}.relu6", x, "zero", "six")
