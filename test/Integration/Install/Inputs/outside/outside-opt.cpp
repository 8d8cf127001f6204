// A project of its own: a pass on Spindle's operations, and a driver with it.

#include "Spindle/InitAll.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

/// Says of each nest what its dimensions are called.
struct NameDims : PassWrapper<NameDims, OperationPass<>> {
  StringRef getArgument() const override { return "outside-name-dims"; }
  void runOnOperation() override {
    getOperation()->walk([](spindle::iter::NestOp nest) {
      InFlightDiagnostic remark = nest.emitRemark("dimensions");
      for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
        remark << " " << nest.getDimName(dim).getValue();
    });
  }
};

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect>();
  spindle::registerAllDialects(registry);
  spindle::registerAllPasses();
  PassRegistration<NameDims>();
  return asMainReturnCode(MlirOptMain(argc, argv, "outside\n", registry));
}
