"""From ONNX to a function over linalg, which utils/import-onnx runs."""
