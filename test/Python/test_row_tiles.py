"""Tiles of rows that are found once, for many calls."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import spindle

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FEATURES = str(EXAMPLES / "features.mlir")
RNG = np.random.default_rng(27)


def make(seed, rows=500):
    """A pattern whose columns lie near its rows."""
    rng = np.random.default_rng(seed)
    row = np.repeat(np.arange(rows, dtype=np.int32), 6)
    column = np.clip(row + rng.integers(-9, 10, row.size, dtype=np.int32), 0, 499)
    values = rng.standard_normal(row.size).astype("float32")
    matrix = sp.coo_array((values, (row, column)), shape=(rows, 500))
    return spindle.array(sp.csr_array(matrix))


OPERANDS = {
    "A": make(1),
    "X": RNG.standard_normal((500, 8)).astype("float32"),
    "W": RNG.standard_normal((8, 24)).astype("float32"),
}


def compile_for(threads, **knobs):
    return spindle.compile(
        FEATURES,
        **OPERANDS,
        schedule="row_tiles",
        knobs={"tile": 64, **knobs},
        threads=threads,
    )


@pytest.fixture(scope="module")
def found():
    return compile_for(2).inspect(**OPERANDS)


def test_the_product_is_numpys(found):
    made = compile_for(2)(**OPERANDS, inspection=found)
    product = OPERANDS["A"].to_scipy() @ (OPERANDS["X"] @ OPERANDS["W"])
    np.testing.assert_allclose(made, np.maximum(product, 0), rtol=1e-4, atol=1e-4)


def test_what_is_found(found):
    tiles, rests, most, elements = found["tile_fusion_counts"]
    fused = found["tile_fusion_fused"][: found["tile_fusion_fused_starts"][tiles]]
    rest = found["tile_fusion_rest"][: found["tile_fusion_rest_starts"][rests]]
    assert sorted([*fused, *rest]) == list(range(500))
    assert tiles == 8 and most == 64
    assert elements == sum(np.diff(OPERANDS["A"].to_scipy().indptr)[fused])


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_all_threads_share_it(found, threads):
    plain = spindle.compile(FEATURES, **OPERANDS, schedule="none")(**OPERANDS)
    for fuse in (0, 1):
        made = compile_for(threads, fuse=fuse)(**OPERANDS, inspection=found)
        np.testing.assert_array_equal(made, plain)


def test_it_is_saved(found, tmp_path):
    compile_for(2).save(tmp_path / "features.so")
    saved = spindle.load_kernels(tmp_path / "features.so").features
    plain = spindle.compile(FEATURES, **OPERANDS, schedule="none")(**OPERANDS)
    for inspection in (found, saved.inspect(**OPERANDS)):
        np.testing.assert_array_equal(saved(**OPERANDS, inspection=inspection), plain)


def test_another_pattern_is_found_out(found):
    others = OPERANDS | {"A": make(2)}
    kernel = compile_for(2)
    kernel.check_inspection(found, **OPERANDS)
    with pytest.raises(Exception, match=r"columns of row \d+ in tile \d+ between \d+ and"):
        kernel.check_inspection(found, **others)
    with pytest.raises(ValueError, match="tile_fusion_fused to have 600 entries but got 500"):
        kernel.check_inspection(found, **(OPERANDS | {"A": make(3, rows=600)}))


@pytest.fixture(scope="module")
def escaping():
    return compile_for(2, private=1).inspect(**OPERANDS)


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_tiles_keep_their_rows(escaping, threads):
    plain = spindle.compile(FEATURES, **OPERANDS, schedule="none")(**OPERANDS)
    kernel = compile_for(threads, private=1)
    np.testing.assert_array_equal(kernel(**OPERANDS, inspection=escaping), plain)
    np.testing.assert_array_equal(kernel(**OPERANDS), plain)


def test_rows_that_escape(escaping):
    tiles, rests, _, _ = escaping["tile_fusion_counts"]
    escapes = escaping["tile_fusion_escapes"]
    escapes = escapes[: escaping["tile_fusion_escape_starts"][tiles]]
    rest = escaping["tile_fusion_rest"][: escaping["tile_fusion_rest_starts"][rests]]
    pattern = OPERANDS["A"].to_scipy()
    read = np.unique(pattern[rest].indices)
    assert list(read) == list(escapes)


def test_tiles_keep_their_rows_when_saved(escaping, tmp_path):
    compile_for(2, private=1).save(tmp_path / "features.so")
    saved = spindle.load_kernels(tmp_path / "features.so").features
    plain = spindle.compile(FEATURES, **OPERANDS, schedule="none")(**OPERANDS)
    for inspection in (escaping, saved.inspect(**OPERANDS)):
        np.testing.assert_array_equal(saved(**OPERANDS, inspection=inspection), plain)


def test_a_row_that_does_not_escape_is_found_out(escaping):
    kernel = compile_for(2, private=1)
    kernel.check_inspection(escaping, **OPERANDS)
    broken = {name: np.copy(array) for name, array in escaping.items()}
    broken["tile_fusion_escapes"][0] += 1
    with pytest.raises(Exception, match="escape"):
        kernel.check_inspection(broken, **OPERANDS)


NETWORK = str(EXAMPLES / "gcn.mlir")
LAYERS = {
    "A": make(4),
    "X": RNG.standard_normal((500, 8)).astype("float32"),
    "W0": RNG.standard_normal((8, 16)).astype("float32"),
    "b0": RNG.standard_normal(16).astype("float32"),
    "W1": RNG.standard_normal((16, 6)).astype("float32"),
    "b1": RNG.standard_normal(6).astype("float32"),
}


@pytest.fixture(scope="module")
def network():
    return spindle.compile(NETWORK, **LAYERS, schedule="row_tiles", knobs={"tile": 64}, threads=2)


def test_two_layers_are_one_chain(network):
    found = network.inspect(**LAYERS)
    tiles, _, _, _, rests, elements = found["tile_fusion_counts"]
    fused = found["tile_fusion_fused2"][: found["tile_fusion_fused_starts2"][tiles]]
    rest = found["tile_fusion_rest2"][: found["tile_fusion_rest_starts2"][rests]]
    assert sorted([*fused, *rest]) == list(range(500))
    assert elements == sum(np.diff(LAYERS["A"].to_scipy().indptr)[fused])
    plain = spindle.compile(NETWORK, **LAYERS, schedule="none")(**LAYERS)
    np.testing.assert_array_equal(network(**LAYERS, inspection=found), plain)


def test_a_chain_of_another_pattern_is_found_out(network):
    found = {name: np.array(each) for name, each in network.inspect(**LAYERS).items()}
    network.check_inspection(found, **LAYERS)
    fused, rest = found["tile_fusion_fused2"], found["tile_fusion_rest2"]
    fused[0], rest[0] = rest[0], fused[0]
    with pytest.raises(Exception, match="fused rows of tile 0 that ascend"):
        network.check_inspection(found, **LAYERS)
