// CHECK: func.func @never_read
func.func @never_read() { return }
