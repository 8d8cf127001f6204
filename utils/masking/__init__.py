"""Masks of pruned weights, as attributes of a model."""
