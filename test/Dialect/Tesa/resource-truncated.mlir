// RUN: sparse-opt %s --verify-diagnostics

// expected-error@+1 {{#tesa.mask (C3) expected 1 bytes in the resource 'W' but got 0}}
func.func private @layer(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">})

{-#
  dialect_resources: {
    builtin: {
      W: "0x01000000"
    }
  }
#-}
