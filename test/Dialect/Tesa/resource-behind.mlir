// RUN: sparse-opt %s --verify-diagnostics

// expected-error@+1 {{#tesa.mask (C2) expected 4 bits but got one at 4}}
func.func private @layer(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "68aa2e2ee5dff96e3355e6c7ee373e3d6a4e17f75f9518d843709c0c9bc3e3d4">})

{-#
  dialect_resources: {
    builtin: {
      W: "0x0100000019"
    }
  }
#-}
