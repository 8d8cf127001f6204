// RUN: sparse-opt %s --verify-diagnostics

// expected-error@+1 {{#tesa.mask (C3) expected the resource 'W' to have the hash 2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9 but got beead77994cf573341ec17b58bbf7eb34d2711c993c1d976b128b3188dc1829a}}
func.func private @layer(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">})

{-#
  dialect_resources: {
    builtin: {
      W: "0x0100000008"
    }
  }
#-}
