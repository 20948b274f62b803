# SPDX-License-Identifier: MIT
"""Measures against other programs, on recorded flocks: numpy, and scipy's qhull."""

import io
import itertools
import subprocess

import numpy as np
import pandas as pd
import pytest

import covey


@pytest.fixture(scope="module")
def recorded(tmp_path_factory, covey_program):
    """Four flocks as files: on a torus and in the open, in the plane and in space."""
    folder, files = tmp_path_factory.mktemp("recorded"), {}
    for name, preset, more in (("torus", "vicsek-ordered", ["noise=2", "count=120"]),
                               ("open", "couzin-mill", []),
                               ("deep", "couzin-mill-3d", [])):
        files[name] = folder / f"{name}.csv"
        sets = [word for value in more for word in ("--set", value)]
        subprocess.run([covey_program, "run", preset, *sets, "--steps", "60", "--every", "3",
                        "--quiet", "-o", files[name]], check=True)
    world = covey.World(covey.torus(6, 5, 4), dt=0.1, seed=4)
    world.add("a", "couzin", count=80)
    files["deep-torus"] = folder / "deep-torus.csv"
    with world.record(files["deep-torus"], every=3):
        list(world.steps(60))
    return files


NAMES = ("torus", "open", "deep", "deep-torus")


def sides_of(frame):
    return np.array(frame.space.size[: frame.space.dim]) if frame.space.kind == "torus" else None


def offsets(frame):
    """From each agent to each other one, the short way round."""
    way = frame.pos[None, :, :] - frame.pos[:, None, :]
    sides = sides_of(frame)
    return way if sides is None else way - sides * np.round(way / sides)


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_those_of_qhull(recorded, name):
    spatial = pytest.importorskip("scipy.spatial")
    tracks = covey.tracks(recorded[name])
    table = tracks.agent_measures()
    for frame in list(tracks)[::10]:
        ours = table[table.step == frame.step].voronoi.to_numpy()
        sides, points = sides_of(frame), frame.pos
        if sides is not None:
            turns = itertools.product((0, -1, 1), repeat=frame.space.dim)
            points = np.vstack([frame.pos + sides * np.array(turn) for turn in turns])
        cells = spatial.Voronoi(points)
        theirs = np.full(len(ours), np.nan)
        for i in range(len(ours)):
            region = cells.regions[cells.point_region[i]]
            if region and -1 not in region:
                theirs[i] = spatial.ConvexHull(cells.vertices[region]).volume
        np.testing.assert_allclose(ours, theirs, rtol=1e-9)
        if sides is not None:
            assert ours.sum() == pytest.approx(np.prod(sides), rel=1e-12)


@pytest.mark.parametrize("name", ("open", "deep"))
def test_hulls_are_those_of_qhull(recorded, name):
    spatial = pytest.importorskip("scipy.spatial")
    tracks = covey.tracks(recorded[name])
    column = "hull_volume" if name == "deep" else "hull_area"
    ours = tracks.measure(column)[column]
    theirs = [spatial.ConvexHull(frame.pos).volume for frame in tracks]
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_correlation_length_is_that_of_all_pairs(recorded, name):
    tracks = covey.tracks(recorded[name])
    ours = tracks.measure("correlation_length", link=2).correlation_length.to_numpy()
    for number, frame in enumerate(tracks):
        u = frame.vel - frame.vel.mean(axis=0)
        i, j = np.triu_indices(len(u), 1)
        bins = (np.linalg.norm(offsets(frame)[i, j], axis=1) / 0.5).astype(int)
        pairs = np.bincount(bins)
        sums = np.bincount(bins, (u[i] * u[j]).sum(axis=1))[pairs > 0] / pairs[pairs > 0]
        x = np.concatenate([[0], (np.flatnonzero(pairs) + 0.5) * 0.5])
        c = np.concatenate([[1], sums / (u * u).sum(axis=1).mean()])
        k = np.flatnonzero(c <= 0)[0]
        zero = x[k - 1] + (x[k] - x[k - 1]) * c[k - 1] / (c[k - 1] - c[k])
        assert ours[number] == pytest.approx(zero, rel=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_motion_and_turning_rates_are_those_of_pandas(recorded, name, covey_program):
    tracks = covey.tracks(recorded[name])
    table, axes = tracks.table(), ["vx", "vy", "vz"][: next(iter(tracks)).space.dim]
    table = table.sort_values(["id", "step"])
    v = table[axes].to_numpy()
    old = table.groupby("id")[axes].shift().to_numpy()
    elapsed = table.groupby("id").time.diff().to_numpy()
    cosine = (v * old).sum(axis=1) / np.linalg.norm(v, axis=1) / np.linalg.norm(old, axis=1)
    turn = np.arccos(np.clip(cosine, -1, 1))
    if len(axes) == 2:
        turn = np.angle((v[:, 0] + 1j * v[:, 1]) * (old[:, 0] - 1j * old[:, 1]))
    ours = tracks.motion().sort_values(["id", "step"])
    np.testing.assert_allclose(ours.speed, np.linalg.norm(v, axis=1), rtol=1e-12)
    np.testing.assert_allclose(ours.acceleration, np.linalg.norm(v - old, axis=1) / elapsed,
                               rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.turning_rate, turn / elapsed, rtol=1e-6, atol=1e-6)
    lags = tracks.lags(1).set_index("profile").value
    sizes = np.abs(turn / elapsed)[~np.isnan(turn)]
    assert lags.turning_rate == pytest.approx(sizes.mean(), rel=1e-6)
    assert lags.turning_rate_sd == pytest.approx(sizes.std(), rel=1e-4, abs=1e-6)
    printed = subprocess.run([covey_program, "measure", recorded[name], "--motion"], check=True,
                             capture_output=True, text=True).stdout
    theirs = pd.read_csv(io.StringIO(printed), float_precision="round_trip")
    for column in ("speed", "acceleration", "turning_rate"):
        np.testing.assert_array_equal(theirs[column], tracks.motion()[column])


@pytest.mark.parametrize("name", NAMES)
def test_displacements_are_those_of_unwrapped_places(recorded, name):
    frames = list(covey.tracks(recorded[name]))
    sides = sides_of(frames[0])
    places = np.array([frame.pos for frame in frames])
    steps = np.diff(places, axis=0)
    if sides is not None:
        steps -= sides * np.round(steps / sides)
    unwrapped = np.concatenate([np.zeros_like(places[:1]), np.cumsum(steps, axis=0)])
    table = covey.tracks(recorded[name]).lags(6)
    dim = places.shape[2]
    for lag in range(1, 7):
        squares = ((unwrapped[lag:] - unwrapped[:-lag]) ** 2).sum(axis=2).mean()
        rows = table[np.isclose(table.lag, lag * (frames[1].time - frames[0].time))]
        rows = rows.set_index("profile").value
        assert rows.displacement == pytest.approx(squares, rel=1e-9)
        assert rows.diffusion == pytest.approx(
            squares / (2 * dim * lag * (frames[1].time - frames[0].time)), rel=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_maps_are_histograms_of_all_pairs(recorded, name):
    tracks = covey.tracks(recorded[name])
    frames = list(tracks)
    sides = sides_of(frames[0])
    most = 2.0 if sides is None else float(sides.min()) / 2
    ours = tracks.map(most, 5)
    dim, all_bearings, all_distances, agents = frames[0].space.dim, [], [], 0
    for frame in frames:
        way, n = offsets(frame), len(frame.pos)
        pairs = ~np.eye(n, dtype=bool)
        along = (way * frame.vel[:, None, :]).sum(axis=2)
        if dim == 2:
            across = frame.vel[:, None, 0] * way[..., 1] - frame.vel[:, None, 1] * way[..., 0]
        else:
            across = np.linalg.norm(np.cross(np.broadcast_to(frame.vel[:, None, :], way.shape), way),
                                    axis=2)
        all_bearings.append(np.arctan2(across, along)[pairs])
        all_distances.append(np.linalg.norm(way, axis=2)[pairs])
        agents += n
    turns = 36 if dim == 2 else 18
    edges = np.linspace(-np.pi if dim == 2 else 0, np.pi, turns + 1)
    counts, _, _ = np.histogram2d(np.concatenate(all_bearings), np.concatenate(all_distances),
                                  bins=(edges, np.linspace(0, most, 6)))
    assert abs(ours["count"].to_numpy().reshape(turns, 5) - counts).max() <= 1  # on an edge
    rings = np.linspace(0, most, 6)
    if dim == 2:
        sizes = np.outer(np.diff(edges) / 2, np.diff(rings**2))
    else:
        sizes = np.outer(-np.diff(np.cos(edges)) * 2 * np.pi / 3, np.diff(rings**3))
    np.testing.assert_allclose(ours.density, ours["count"] / (agents * sizes.ravel()), rtol=1e-9)


def test_a_map_observes_a_world(tmp_path):
    world = covey.preset("torus-2", seed=2)
    seen, names = covey.Map(50, 5), [flock.name for flock in world]
    with world.record(tmp_path / "seen.csv", every=5):
        seen.add(world)
        keep = world.watch(seen.add, 5)
        world.run(20)
    assert keep is not None
    ours, theirs = seen.table(), covey.tracks(tmp_path / "seen.csv").map(50, 5)
    pd.testing.assert_frame_equal(ours, theirs)
    assert sorted(set(ours["set"])) == sorted(names)
    with pytest.raises(covey.ArgumentError, match="finite distance above 0"):
        covey.Map(0)
    with pytest.raises(covey.InputError, match="too large for a torus"):
        covey.Map(1e4).add(world)


def program_rows(program, path, *options):
    printed = subprocess.run([program, "measure", path, *options], check=True, capture_output=True,
                             text=True).stdout
    return pd.read_csv(io.StringIO(printed), comment="#", float_precision="round_trip")


@pytest.fixture
def fish(tmp_path):
    """Fish with tails and noses that point elsewhere than they go; some are missing now and then, and
    a frame is."""
    rng, path, rows = np.random.default_rng(7), tmp_path / "fish.csv", []
    place, turn = rng.random((9, 2)) * 20, rng.random(9) * 6
    for frame in range(40):
        turn += rng.normal(size=9) * 0.2
        place += np.stack([np.cos(turn), np.sin(turn)], axis=1) * rng.random((9, 1))
        for k in range(9):
            if frame != 20 and rng.random() < 0.95:
                nose = place[k] + [np.cos(turn[k] + 1), np.sin(turn[k] + 1)]
                rows.append((k, frame, *place[k], *(2 * place[k] - nose), *nose))
    names = ["id", "frame", "x", "y", "tail_x", "tail_y", "nose_x", "nose_y"]
    pd.DataFrame(rows, columns=names).to_csv(path, index=False)
    return path


@pytest.mark.parametrize("axis", [None, "tail:nose"])
def test_groups_and_forces_have_the_bits_of_the_program(fish, covey_program, axis):
    tracks, more = covey.tracks(fish, axis=axis), [] if axis is None else ["--axis", axis]
    for ours, option in ((tracks.center(), ["--center"]), (tracks.places(), ["--places"]),
                         (tracks.motion(), ["--motion"]),
                         (tracks.forces(8, rings=5), ["--forces", "8", "--bin", "1.6"])):
        theirs = program_rows(covey_program, fish, *option, *more)
        assert len(ours) == len(theirs) > 9
        for name in theirs.columns[1:]:
            column = ours["time" if name == "t" else name]
            if option[0] == "--forces" and name in ("bearing", "distance"):
                np.testing.assert_allclose(column, theirs[name], rtol=1e-11)  # 12 digits
            else:
                np.testing.assert_array_equal(column, theirs[name], err_msg=f"{option} {name}")
    assert tracks.motion().query("step == 1").acceleration.isna().all()
    assert tracks.motion().query("step == 2").acceleration.notna().any()
    assert tracks.motion().query("step == 21").acceleration.isna().all()  # behind the missing frame


def test_directions_along_an_axis_are_those_of_numpy(fish, covey_program):
    table = pd.read_csv(fish)
    way = table[["nose_x", "nose_y"]].to_numpy() - table[["tail_x", "tail_y"]].to_numpy()
    unit = pd.DataFrame(way / np.linalg.norm(way, axis=1, keepdims=True)).groupby(table.frame).mean()
    tracks = covey.tracks(fish, axis="tail:nose")
    ours = tracks.measure("polarization", "speed_mean")
    np.testing.assert_allclose(ours.polarization, np.linalg.norm(unit, axis=1), rtol=1e-12)
    plain = covey.tracks(fish).measure("polarization", "speed_mean")
    np.testing.assert_array_equal(ours.speed_mean, plain.speed_mean)
    assert (abs(ours.polarization - plain.polarization) > 0.05).any()
    frame = next(iter(tracks))
    np.testing.assert_allclose(np.linalg.norm(frame.heading, axis=1), 1, rtol=1e-15)
    assert next(iter(covey.tracks(fish))).heading is None
    kept = fish.parent / "kept.csv"
    tracks.save(kept)
    again = covey.tracks(kept, axis="heading").measure("polarization")
    np.testing.assert_allclose(again.polarization, ours.polarization, rtol=1e-12)
    for lag, option in ((tracks.lags(2), ["--lags", "2"]), (tracks.delays(3), ["--delays", "3"]),
                        (tracks.map(8), ["--map", "8"])):
        theirs = program_rows(covey_program, fish, *option, "--axis", "tail:nose")
        column = next(name for name in ("value", "correlation", "density") if name in theirs)
        np.testing.assert_array_equal(lag[column], theirs[column])
    assert any("from tail to nose" in note for note in tracks.notes)
    with pytest.raises(covey.ArgumentError, match="no columns snout_x"):
        covey.tracks(fish, axis="tail:snout")
    with pytest.raises(covey.ArgumentError, match="holds no headings"):
        tracks.save(fish.parent / "kept.h5md")


def test_forces_are_drawn_as_discs(fish):
    pytest.importorskip("matplotlib").use("Agg")
    forces = covey.tracks(fish).forces(8, rings=5)
    axes = covey.plot(forces, least=3)
    assert [axis.get_title().split(",")[0] for axis in axes] == [
        "acceleration ahead", "acceleration to the left", "pairs"]
    grid = axes[0].collections[0].get_array().reshape(5, 36)
    enough = forces[forces["count"] >= 3]
    assert np.ma.count(np.ma.masked_invalid(grid)) == len(enough) < len(forces)
    row = enough.iloc[0]
    assert grid[int(row.distance // 1.6), int((row.bearing + np.pi) // (np.pi / 18))] == row.speeding
    assert covey.plot(covey.tracks(fish).map(8, 4), y="density", least=1)[0].name == "polar"
    for options, match in (({"y": "speed"}, "expected a column"), ({"least": 10**6}, "no bin has")):
        with pytest.raises(covey.ArgumentError, match=match):
            covey.plot(forces, **options)
