"""Products one after the other in tiles of rows: what benchmarks/row_tiles.py times."""
