module attributes {transform.with_named_sequence} {
  transform.named_sequence @alternatives(%root: !transform.any_op {transform.consumed}) {
    transform.alternatives %root : !transform.any_op {
    ^bb0(%module: !transform.any_op):
      transform.annotate %module "test.tried" : !transform.any_op
    }
    transform.yield
  }
}
