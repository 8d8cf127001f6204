LogicalResult f() { return emitError() << "(C1) expected a kind"; }
LogicalResult g() { return emitError() << "!axis.axis (C9) expected a kind"; }
LogicalResult h() { return op->emitOpError("(C1) expected a kind"); }
LogicalResult i() { return op->emitError("'axis' dialect (C1) expected it"); }
