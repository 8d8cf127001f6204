// A comment line between is no part of it.
%x = example.held %a  // CHECK: example.held
  : index
// %x = example.unheld %a : index
