// RUN: sparse-opt %s | FileCheck %s --check-prefixes=CHECK,EXTRA

// CHECK: func.func @empty_prefix
func.func @empty_prefix() { return }
