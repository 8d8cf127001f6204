# # A pruned model
#
# Two layers, `max(X W + B, 0) V`, of which a quarter of `W` and of `V` are pruned:
# [pruned.mlir](../../examples/pruned.mlir). Masks say which elements of arguments are kept.

import numpy as np

import spindle

model = spindle.tesa.load("docs/examples/pruned.mlir")
print(model)
print(model.masks["W"][0].astype(int))

# ## What follows
#
# Zeros travel forward, and what has no effect travels backward: four rows of `V` are 0, so nobody
# reads the columns of `W` that they would be multiplied by. What is *zero* is 0 in every run;
# what is *dead* may be any number.

facts = spindle.tesa.propagate(model)
print(facts)

# The first four columns of `X W` are 0, and those of the sum are not: they are the bias. So they
# are needed, and the same columns before a pruned row of `V` are not.

print(facts["%sum"].zero[0].nonzero()[0], facts["B"].dead.nonzero()[0])

# ## What it saves
#
# A multiplication is skipped if a factor is zero or dead, or if what it is added to is. Before
# propagation, only masks count.

print(facts.report())

# The picture has the same for each operator: the upper bar before propagation, the lower one
# after.

facts.draw("pruned.svg")

# ![The model, each operator with two bars](pruned.svg)
#
# ## Other masks
#
# Masks are arrays of bool, by name; weights that are 0 give them, too. A model never changes:
# what is given here counts for this call.

kept = np.ones((16, 4), dtype=bool)
kept[8:] = False
print(spindle.tesa.propagate(model, masks={"V": kept}).report().share)

# ## Fewer bits
#
# `lower_widths` rounds one weight after the other to fewer bits, as long as results stay near
# those that were recorded, here of the model itself. `accept` is the largest error: a mean square,
# as a share of the results' own.

values = np.random.default_rng(1)
weights = {
    "W": values.standard_normal((8, 16), np.float32),
    "B": values.standard_normal(16, np.float32),
    "V": values.standard_normal((16, 4), np.float32),
}
sample = {"X": values.standard_normal((6, 8), np.float32)}
model = spindle.tesa.load("docs/examples/pruned.mlir", weights=weights)
widths = spindle.tesa.lower_widths(model, sample, accept=1e-3)
print(widths)

for step in widths.steps:
    print(f"{step.name} {step.width:3} bits {step.error:8.2g} {step.is_accepted}")
