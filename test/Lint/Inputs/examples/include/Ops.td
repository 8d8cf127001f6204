def HeldOp : Example_Op<"held"> {
  let description = [{
    ```mlir
    %x = example.held %a
      : index
    ```
  }];
}

def UnheldOp : Example_Op<"unheld"> {
  let description = [{
    ```mlir
    %x = example.unheld %a : index
    ```
  }];
}

def BareOp : Example_Op<"bare">;
