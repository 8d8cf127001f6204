// Code for processors without f16 and bf16 calls no library (whose functions
// begin with two underscores), and neither does code that is told what the
// processor has.

// RUN: rm -rf %t && mkdir -p %t
// RUN: sparse-opt %s --spindle-lower-to-llvm | mlir-translate --mlir-to-llvmir -o %t/none.ll
// RUN: llc %t/none.ll -O3 -mcpu=x86-64 -o - | FileCheck %s --implicit-check-not=__
// RUN: llc %t/none.ll -O3 -mcpu=haswell -o - | FileCheck %s --implicit-check-not=__
// RUN: sparse-opt %s --spindle-lower-to-llvm=f16=conversions | mlir-translate --mlir-to-llvmir | llc -O3 -mcpu=haswell | FileCheck %s --check-prefixes=CHECK,SHORT --implicit-check-not=__
// RUN: sparse-opt %s --spindle-lower-to-llvm=f16=arithmetic | mlir-translate --mlir-to-llvmir | llc -O3 -mcpu=sapphirerapids | FileCheck %s --check-prefixes=CHECK,NATIVE --implicit-check-not=__

// Without the expansion there would be such calls.

// RUN: sparse-opt %s --spindle-lower-to-llvm='f16=arithmetic bf16=arithmetic' | mlir-translate --mlir-to-llvmir | llc -O3 -mcpu=x86-64 | FileCheck %s --check-prefix=CALLS
// CALLS-DAG: call{{.*}}__truncsfhf2
// CALLS-DAG: call{{.*}}__extendhfsf2
// CALLS-DAG: call{{.*}}__truncdfhf2
// CALLS-DAG: call{{.*}}__truncsfbf2
// CALLS-DAG: call{{.*}}__truncdfbf2

// CHECK-LABEL: numbers_f16:
// SHORT: vcvtph2ps
// SHORT: vcvtps2ph
// NATIVE: vmulsh
func.func @numbers_f16(%x: f16, %y: f16, %z: f16, %w: f64) -> (f16, f16, f32, f64, i64) {
  %a = arith.mulf %x, %y : f16
  %b = arith.addf %a, %z : f16
  %c = math.fma %a, %b, %z : f16
  %m = arith.maximumf %b, %c : f16
  %t = arith.cmpf olt, %m, %x : f16
  %s = arith.select %t, %m, %y : f16
  %n = arith.truncf %w : f64 to f16
  %f = arith.extf %s : f16 to f32
  %d = arith.extf %m : f16 to f64
  %i = arith.fptosi %s : f16 to i64
  return %s, %n, %f, %d, %i : f16, f16, f32, f64, i64
}

// CHECK-LABEL: numbers_bf16:
func.func @numbers_bf16(%x: bf16, %y: bf16, %z: bf16, %w: f64, %j: i64) -> (bf16, bf16, f32, f64, bf16) {
  %a = arith.mulf %x, %y : bf16
  %b = arith.divf %a, %z : bf16
  %c = math.fma %a, %b, %z : bf16
  %m = arith.minnumf %b, %c : bf16
  %t = arith.cmpf uge, %m, %x : bf16
  %s = arith.select %t, %m, %y : bf16
  %n = arith.truncf %w : f64 to bf16
  %f = arith.extf %s : bf16 to f32
  %d = arith.extf %m : bf16 to f64
  %i = arith.uitofp %j : i64 to bf16
  return %s, %n, %f, %d, %i : bf16, bf16, f32, f64, bf16
}

// CHECK-LABEL: vectors:
func.func @vectors(%x: vector<8xf16>, %y: vector<8xbf16>) -> (vector<8xf16>, vector<8xbf16>) {
  %a = arith.mulf %x, %x : vector<8xf16>
  %b = arith.subf %y, %y : vector<8xbf16>
  return %a, %b : vector<8xf16>, vector<8xbf16>
}

// Complex numbers are made of them too.

// CHECK-LABEL: complex_numbers:
func.func @complex_numbers(%x: memref<2xcomplex<bf16>>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<2xcomplex<bf16>>
  %b = complex.add %a, %a : complex<bf16>
  memref.store %b, %x[%c0] : memref<2xcomplex<bf16>>
  return
}
