"""ONNX models with seeded weights, which utils/make-onnx writes."""
