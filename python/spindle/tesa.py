"""What is pruned of a model, and what follows from it: SparTA's sparsity attributes.

A model is a program on dense tensors, as ``utils/import-onnx`` writes it. :func:`load` reads
one, with masks of what is pruned; :func:`propagate` finds what follows for all other
values; :func:`draw` shows it. :func:`compile` compiles it by a plan, so that it does as
little as that allows. :func:`lower_widths` finds how few bits weights need.

>>> import spindle
>>> model = spindle.tesa.load("docs/examples/pruned.mlir")
>>> spindle.tesa.propagate(model)["B"].deads
0.25
"""

from spindle._tesa_choice import Candidate, Plan, PlannedProduct, PlannedWidths, Way
from spindle._tesa_draw import draw
from spindle._tesa_facts import Facts, Value, propagate
from spindle._tesa_model import Model, Tensor, load
from spindle._tesa_plan import CompiledModel, compile
from spindle._tesa_report import Product, Report, Weight
from spindle._tesa_widths import Step, Widths, lower_widths

__all__ = [
    "Candidate",
    "CompiledModel",
    "Facts",
    "Model",
    "Plan",
    "PlannedProduct",
    "PlannedWidths",
    "Product",
    "Report",
    "Step",
    "Tensor",
    "Value",
    "Way",
    "Weight",
    "Widths",
    "compile",
    "draw",
    "load",
    "lower_widths",
    "propagate",
]
