def Axis_Dialect : Dialect {
  let name = "axis";
  let description = [{
    Rules: (C1) an attribute has a value.
  }];
}

def Axis_AxisType : Axis_Type<"Axis", "axis"> {
  let description = [{
    Rules: (C1) the kind is known; (C2) the width
    is not negative.
  }];
}

def Axis_StartOp : Axis_Query<"start", [Pure]> {
  let description = [{
    Rules: (C1) and (C2) as for `axis.length`; (C3) a third.
  }];
}
