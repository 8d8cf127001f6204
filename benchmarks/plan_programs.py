"""Programs of benchmarks/plans.py: a product between elementwise operations, and plans of it."""


def elementwise(name, of, shape, before, after, body):
    """`name`, made of each element of `of` by `body`, which yields %m."""
    kinds = 'iterator_types = ["parallel", "parallel"]'
    return f"""
  %e{name} = tensor.empty() : tensor<{shape}x{after}>
  %{name} = linalg.generic {{indexing_maps = [#same, #same], {kinds}}}
      ins(%{of} : tensor<{shape}x{before}>) outs(%e{name} : tensor<{shape}x{after}>) {{
  ^bb0(%x: {before}, %o: {after}):{body}
    linalg.yield %m : {after}
  }} -> tensor<{shape}x{after}>"""


def write_model(kind, outputs, inputs, columns, attr):
    """A product by W between two elementwise operations."""
    narrow, wide = ("i8", "i32") if kind == "i8" else ("f32", "f32")
    weight = f"{outputs}x{inputs}x{narrow}"
    given, made = f"{inputs}x{columns}", f"{outputs}x{columns}"
    keep_floats = "\n    %m = arith.maximumf %x, %zero : f32"
    keep_bytes = "\n    %m = arith.maxsi %x, %byte : i8"
    scale = "\n    %f = arith.sitofp %x : i32 to f32\n    %s = arith.mulf %f, %step : f32\n    %m = arith.maximumf %s, %zero : f32"
    is_bytes = kind == "i8"
    product = f"""%product = linalg.matmul ins(%W, %given : tensor<{weight}>, tensor<{given}x{narrow}>)
      outs(%start : tensor<{made}x{wide}>) -> tensor<{made}x{wide}>"""
    if is_bytes:
        product = f"""%product = linalg.generic {{indexing_maps = [affine_map<(o, t, i) -> (o, i)>,
      affine_map<(o, t, i) -> (i, t)>, affine_map<(o, t, i) -> (o, t)>], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%W, %given : tensor<{weight}>, tensor<{given}xi8>) outs(%start : tensor<{made}xi32>) {{
  ^bb0(%w: i8, %x: i8, %sum: i32):
    %a = arith.extsi %w : i8 to i32
    %b = arith.extsi %x : i8 to i32
    %p = arith.muli %a, %b : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  }} -> tensor<{made}xi32>"""
    return f"""#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @layer(%W: tensor<{weight}> {{sparse.name = "W"{attr}}},
    %X: tensor<{given}x{narrow}> {{sparse.name = "X"}}) -> (tensor<{made}xf32> {{sparse.name = "Y"}}) {{
  %zero = arith.constant 0.0 : f32
  %step = arith.constant 0.015625 : f32
  %byte = arith.constant 0 : i8
  %none = arith.constant {"0" if is_bytes else "0.0"} : {wide}
  {elementwise("given", "X", given, narrow, narrow, keep_bytes if is_bytes else keep_floats)}
  %empty = tensor.empty() : tensor<{made}x{wide}>
  %start = linalg.fill ins(%none : {wide}) outs(%empty : tensor<{made}x{wide}>) -> tensor<{made}x{wide}>
  {product}
  {elementwise("Y", "product", made, wide, "f32", scale if is_bytes else keep_floats)}
  return %Y : tensor<{made}xf32>
}}
"""


def write_plan(parts):
    """A plan that stores parts of W in formats, by their types."""
    stores = "".join(
        f"""
  %{part} = transform.param.constant "{form}" -> !transform.any_param
  transform.tesa.store %root operand "W_{part}" format(%{part}) : !transform.any_op, !transform.any_param"""
        for part, form in parts.items()
    )
    return f"""module attributes {{transform.with_named_sequence}} {{
transform.named_sequence @plan(%root: !transform.any_op) {{
  %parts, %told = transform.tesa.round_widths %root operand "W" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
  transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param{stores}
  transform.yield
}}
}}
"""
