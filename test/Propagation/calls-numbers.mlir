// RUN: sparse-opt %s --tesa-print="constants=true widths=true" -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="result 0 of 'func.call'"
// RUN: sparse-opt %s --tesa-print="constants=true widths=true seed=2" -o /dev/null 2>&1 | FileCheck %s
// RUN: sparse-opt %s --tesa-fold-constants --canonicalize | FileCheck %s --check-prefix=FOLDED

// Numbers through calls: each is what the function is for its operands.

func.func private @shift(%X: tensor<4xi32>, %B: tensor<4xi32>) -> tensor<4xi32> {
  %Y = arith.addi %X, %B : tensor<4xi32>
  return %Y : tensor<4xi32>
}

func.func private @twice(%X: tensor<4xi32>, %B: tensor<4xi32>) -> tensor<4xi32> {
  %Y = func.call @shift(%X, %B) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %Z = func.call @shift(%Y, %B) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %Z : tensor<4xi32>
}

// FOLDED-LABEL: func.func @known
// FOLDED-DAG: %[[FIRST:.*]] = arith.constant dense<5> :
// FOLDED-DAG: %[[SECOND:.*]] = arith.constant dense<[-3, 0, 3, 6]> :
// FOLDED: return %[[FIRST]], %[[SECOND]]
func.func @known(%X: tensor<4xi32> {tesa.constant = dense<[1, 2, 3, 4]> : tensor<4xi32>}) -> (tensor<4xi32>, tensor<4xi32>) {
  %a = arith.constant dense<[4, 3, 2, 1]> : tensor<4xi32>
  %b = arith.constant dense<[-2, -1, 0, 1]> : tensor<4xi32>
  %c = arith.constant dense<-1> : tensor<4xi32>
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'func.call': 4 of 4 elements are constant; 4 of 4 elements need ui3
  %Y = func.call @shift(%X, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // Through a function that calls one twice.
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'func.call': 4 of 4 elements are constant; 1 of 4 elements are zero by their numbers, by [1]; 1 of 4 elements need si3, 1 need ui0, 1 need ui2, 1 need ui3, by [1]
  %Z = func.call @twice(%X, %b) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'func.call': 4 of 4 elements are dead; 4 of 4 elements are constant; 2 of 4 elements need si3, 1 need si2, 1 need si1, by [1]
  %W = func.call @twice(%b, %c) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %Y, %Z : tensor<4xi32>, tensor<4xi32>
}

// FOLDED-LABEL: func.func @narrow
// FOLDED-COUNT-2: call @shift
func.func @narrow(
    %X: tensor<4xi32> {tesa.width = #tesa.width<[4] by [4] holds [si8]>},
    %B: tensor<4xi32> {tesa.width = #tesa.width<[4] by [2] holds [ui4, si8]>},
    %C: tensor<4xi32> {tesa.constant}, %D: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'func.call': 4 of 4 elements need si9{{$}}
  %Y = func.call @shift(%X, %B) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // The same in every run.
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'func.call': 4 of 4 elements are constant, 0 known{{$}}
  %Z = func.call @shift(%C, %C) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // Nothing is known of any number.
  %W = func.call @shift(%Y, %D) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %V = arith.xori %Z, %W : tensor<4xi32>
  return %Y, %V : tensor<4xi32>, tensor<4xi32>
}
