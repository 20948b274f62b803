# SPDX-License-Identifier: MIT
"""Trajectories, sessions, pictures and films."""

import io
import shutil
import subprocess
import xml.etree.ElementTree
import zipfile

import numpy as np
import pandas as pd
import pytest

import covey


@pytest.mark.parametrize("suffix", ["csv", "csv.gz", "extxyz", "h5md"])
@pytest.mark.parametrize("name", ["torus-predators", "deep"])
def test_what_is_recorded_reads_back(tmp_path, suffix, name):
    if name == "deep":
        world = covey.World(covey.torus(9, 9, 9))
        world.add("a", "couzin", count=30)
    else:
        world = covey.preset(name)
    path = tmp_path / f"flock.{suffix}"
    states = []
    keep = world.watch(lambda w: states.append({f.name: f.table() for f in w}), 5)
    keep(world)
    with world.record(path, every=5):
        list(world.steps(12))
    world.step()  # is in no file
    frames = list(covey.tracks(path))
    assert [frame.step for frame in frames][:: len(world)] == [0, 5, 10]
    for number, frame in enumerate(frames):
        state = states[number // len(world)][frame.set]
        axes = list("xyz"[: world.dim])
        assert frame.id.tolist() == state.id.tolist()
        np.testing.assert_array_equal(frame.pos, state[axes].to_numpy())
        np.testing.assert_array_equal(frame.vel, state[["v" + axis for axis in axes]].to_numpy())
    table = covey.tracks(path).measure("polarization", "nearest_mean")
    assert len(table) == len(frames) and table.polarization.between(0, 1).all()


def test_tracks_are_measured_as_by_the_program(tmp_path, covey_program):
    path = tmp_path / "tracks.csv"
    path.write_text("frame,track,x,y\n" + "".join(
        f"{f},{k},{k * 3 + f * 0.5 * (k + 1)},{(k * 7) % 5 + f * 0.25}\n" for f in range(4) for k in range(6)))
    out = tmp_path / "measures.csv"
    subprocess.run([covey_program, "measure", path, "--fps", "25", "--link", "3", "-o", out],
                   check=True, capture_output=True)
    lines = [row.split(",") for row in out.read_text().splitlines() if not row.startswith("#")]
    table = covey.tracks(path, fps=25).measure(link=3)
    for name in covey.measures:
        if name in lines[0]:
            column = lines[0].index(name)
            theirs = [float(row[column] or "nan") for row in lines[1:]]
            np.testing.assert_array_equal(theirs, table[name], err_msg=name)


MOUSE = ("scorer;n;n;n;n;n;n\nbodyparts;nose;nose;nose;tail;tail;tail\n"
         "coords;x;y;likelihood;x;y;likelihood\n"
         "0;1,5;2;0,9;3,5;4;0,2\n1;2,5;2;0,9;4,5;4;0,9\n")


def test_points_go_by_their_options(tmp_path):
    path = tmp_path / "mouse.csv"
    path.write_text(MOUSE)
    table = covey.tracks(path, decimal_comma=True, point="nose").table()
    assert table.x.tolist() == [1.5, 2.5] and table.vx.tolist() == [1, 1]
    table = covey.tracks(path, decimal_comma=True, likelihood=0.5).table()
    assert table.x.tolist() == [1.5, 3.5] and table.y.tolist() == [-2, -3]
    for y_down, sign in (None, -1), (True, -1), (False, 1):  # DeepLabCut's rows count down
        tracks = covey.tracks(path, decimal_comma=True, likelihood=0.5, y_down=y_down)
        assert tracks.table().y.tolist() == [2 * sign, 3 * sign]
        assert tracks.mirrored is (sign < 0)
    with pytest.raises(covey.ArgumentError, match="no point paw: it has nose, tail"):
        covey.tracks(path, decimal_comma=True, point="paw")
    with pytest.raises(covey.InputError):
        covey.tracks(path)


def rows_of(output):
    """A table of the program, without its comments."""
    lines = [line for line in output.decode().splitlines() if not line.startswith("#")]
    return pd.read_csv(io.StringIO("\n".join(lines)), float_precision="round_trip")


@pytest.mark.parametrize("name", ["vicsek-ordered", "torus-predators"])
def test_agents_and_lags_are_those_of_the_program(tmp_path, covey_program, name):
    world = covey.preset(name)
    lags = covey.Lags(3)
    world.watch(lags.add)
    lags.add(world)
    path = tmp_path / "flock.csv"
    with world.record(path, every=1):
        list(world.steps(6))
    run = [covey_program, "measure", path]
    theirs = rows_of(subprocess.run([*run, "--agents"], check=True, capture_output=True).stdout)
    ours = covey.tracks(path).agent_measures(link=world.link)
    columns = ["set", "id", "cluster", "cluster_size", "neighbors", "nearest", "bearing",
               "local_order", "voronoi"]
    pd.testing.assert_frame_equal(ours[columns], theirs[columns], check_dtype=False, check_exact=True)
    last = world.agent_measures().rename(columns={"flock": "set"})
    pd.testing.assert_frame_equal(last, ours[ours.step == 6][columns].reset_index(drop=True))
    theirs = rows_of(subprocess.run([*run, "--lags", "3"], check=True, capture_output=True).stdout)
    table = covey.tracks(path).lags(3)
    np.testing.assert_allclose(table.lag, theirs.lag, rtol=1e-11)  # written with 12 digits
    columns = ["set", "profile", "value", "count"]
    pd.testing.assert_frame_equal(table[columns], theirs[columns], check_dtype=False,
                                  check_exact=True)
    pd.testing.assert_frame_equal(lags.table(), table)
    theirs = rows_of(subprocess.run([*run, "--delays", "3"], check=True, capture_output=True).stdout)
    np.testing.assert_array_equal(covey.tracks(path).delays(3).correlation, theirs.correlation)


def test_lags_of_straight_flight_are_squares(tmp_path):
    path = tmp_path / "line.csv"
    path.write_text("id,t,x,y\n" + "".join(f"7,{t},{3 * t},{4 * t}\n" for t in range(5)))
    table = covey.tracks(path, fps=2).lags(4)
    moved = table[table.profile == "displacement"]
    assert moved.lag.tolist() == [0.5, 1, 1.5, 2] and moved["count"].tolist() == [4, 3, 2, 1]
    assert moved.value.tolist() == [25, 100, 225, 400]
    for most in (0, 1001):
        with pytest.raises(covey.ArgumentError):
            covey.Lags(most)
    path.write_text("id,t,x,y\n0,0,0,0\n0,1,0,0\n0,2.5,0,0\n")
    with pytest.raises(covey.InputError, match="one interval"):
        covey.tracks(path).lags(2)


def test_delays_tell_which_agent_leads(tmp_path):
    path, late, turns = tmp_path / "late.csv", 3, np.cumsum(np.random.default_rng(4).normal(size=60))
    rows = [(t, agent, 0, 0, np.cos(heading), np.sin(heading)) for t in range(late, 60)
            for agent, heading in ((4, turns[t]), (9, turns[t - late]))]
    pd.DataFrame(rows, columns=["t", "id", "x", "y", "vx", "vy"]).to_csv(path, index=False)
    table = covey.tracks(path).delays(10)
    assert table[["a", "b", "delay"]].values.tolist() == [[4, 9, late]]
    assert table.correlation[0] == pytest.approx(1)
    with pytest.raises(covey.ArgumentError, match="delays, not 0"):
        covey.Delays(0)


def test_places_beyond_a_seam_are_folded_to_be_measured(tmp_path, covey_program):
    path = tmp_path / "beyond.csv"
    path.write_text("id,t,x,y\n0,0,9.5,1\n1,0,12.5,-1\n2,0,5,25\n0,1,10.5,1\n1,1,13,-2\n2,1,5,31\n")
    tracks = covey.tracks(path, space=covey.torus(10, 10))
    run = [covey_program, "measure", path, "--torus", "10,10", "--link", "4"]
    theirs = rows_of(subprocess.run(run, check=True, capture_output=True).stdout)
    ours = tracks.measure(link=4)
    for name in ("nearest_mean", "nearest_min", "extent_max", "clusters", "polarization"):
        np.testing.assert_array_equal(ours[name], theirs[name], err_msg=name)
    agents = tracks.agent_measures(link=4)
    assert agents.nearest.min() == pytest.approx(np.hypot(3, 2))
    assert [frame.pos[1].tolist() for frame in tracks] == [[12.5, -1], [13, -2]]


def test_save_writes_one_frame(tmp_path):
    world = covey.preset("torus-2")
    list(world.steps(3))
    world.save(tmp_path / "x.h5md")
    table = covey.tracks(tmp_path / "x.h5md").table()
    assert set(table.step) == {3} and len(table) == len(world["boids"])


def test_errors_of_files_have_their_classes(tmp_path):
    world = covey.preset("torus-2")
    with pytest.raises(covey.ArgumentError):
        world.save(tmp_path / "x.docx")
    with pytest.raises(covey.FileError) as info:
        world.save(tmp_path / "absent" / "x.csv")
    assert info.value.exit_code == 74 and isinstance(info.value, OSError)
    with world.record(tmp_path / "x.csv", every=1), pytest.raises(covey.LockedError):
        world.save(tmp_path / "x.csv")
    with pytest.raises(covey.FileError):
        covey.tracks(tmp_path / "absent.csv")
    (tmp_path / "bad.csv").write_text("frame,track,x,y\n0,1,2\n")
    with pytest.raises(covey.InputError) as info:
        covey.tracks(tmp_path / "bad.csv").table()
    assert info.value.line == 2
    with pytest.raises(covey.FileError):
        covey.scenario(tmp_path)  # a folder


def test_sessions_give_the_same_bits_again(tmp_path, covey_program):
    session = covey.Session("torus-2")
    list(session.steps(5))
    session.set("boids.alignment", 3)
    session.set("boids.count", 120)
    pos = session["boids"].pos
    session.undo()
    with pytest.raises(covey.StaleError):
        pos[0]
    session.set("influences.0", {"kind": "wind", "x": 0.5})
    list(session.steps(5))
    assert session.undoable == 2 and session["boids"].alignment == 3
    path = tmp_path / "x.session"
    session.save_session(path)
    again = covey.Session.open(path)
    list(again.steps(10))
    assert again.hash() == session.hash() and again.measures().equals(session.measures())
    done = subprocess.run([covey_program, "run", "--replay", path, "--quiet"], capture_output=True)
    assert done.returncode == 0
    session.save_state(tmp_path / "state.yaml")
    assert covey.scenario(tmp_path / "state.yaml")["boids"].alignment == 3
    with pytest.raises(covey.InputError):
        session.do("dance")
    for change in (lambda: session["boids"].spawn([1, 1]), lambda: session.restore(b""),
                   lambda: session.add("a"), lambda: setattr(session["boids"], "alignment", 1),
                   session.copy):
        with pytest.raises(covey.ArgumentError):
            change()


@pytest.mark.parametrize("name", ["torus-obstacles", "vicsek-ordered", "couzin-mill"])
def test_pictures_show_the_world(name):
    world = covey.preset(name)
    png, again = world.picture(width=320), world.picture(width=320)
    assert png.data[:8] == b"\x89PNG\r\n\x1a\n" and png.data == again.data
    assert world._repr_png_()[:4] == b"\x89PNG"
    list(world.steps(3))
    assert world.picture(width=320).data != png.data
    svg = world.picture(kind="svg", coloring="cluster", theme="dark", title="a & b")
    root = xml.etree.ElementTree.fromstring(svg._repr_svg_())
    assert root.tag.endswith("svg") and svg._repr_png_() is None
    before, plain = world.hash(), world.picture(kind="svg")
    assert world.picture(kind="svg", coloring="doing").data != plain.data and world.hash() == before
    for wrong in ({"kind": "bmp"}, {"theme": "blue"}, {"width": 0}):
        with pytest.raises(covey.ArgumentError):
            world.picture(**wrong)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")
def test_films_show_each_frame(tmp_path):
    world = covey.preset("torus-2")
    film = world.film(tmp_path / "flock.gif", steps=6, every=2, fps=10, width=161, height=121)
    assert world.step_count == 6 and film.data[:4] == b"GIF8"
    assert film._repr_html_().startswith("<img")
    with pytest.raises(covey.ArgumentError):
        world.film(tmp_path / "flock.doc", steps=1)


@pytest.mark.parametrize("kind", ["<f8", ">f4", "<i2"])
def test_arrays_of_numpy_are_tracks(tmp_path, kind):
    for axes in (2, 3):
        places = (np.random.default_rng(3).random((6, 4, axes)) * 100).astype(kind)
        for order in (np.ascontiguousarray, np.asfortranarray):
            np.save(tmp_path / "places.npy", order(places))
            frames = list(covey.tracks(tmp_path / "places.npy", fps=25))
            assert [frame.time for frame in frames] == [k / 25 for k in range(6)]
            for frame, expected in zip(frames, places, strict=True):
                assert frame.id.tolist() == [1, 2, 3, 4]
                np.testing.assert_array_equal(frame.pos, expected)
    places = np.ones((3, 2, 2))
    places[1, 0] = np.nan  # a gap
    np.save(tmp_path / "places.npy", places)
    assert [frame.id.tolist() for frame in covey.tracks(tmp_path / "places.npy")] == [
        [1, 2], [2], [1, 2]]


def test_archives_of_trex_are_animals(tmp_path):
    random = np.random.default_rng(4)
    arrays = []
    for fish in range(3):
        x, y = random.random((2, 8)).astype("f4")
        x[fish + 2] = np.inf  # not seen
        arrays.append((x, y))
        np.savez(tmp_path / f"pool_fish{fish}.npz", frame=np.arange(10, 18), X=x + 1, Y=y + 1,
                 time=np.arange(8) / 32, **{"X#wcentroid": x, "Y#wcentroid": y})
    table = covey.tracks(tmp_path / "pool_fish0.npz").table()
    assert len(table) == 3 * 7 and sorted(set(table.id)) == [0, 1, 2]
    for fish, (x, y) in enumerate(arrays):
        rows, known = table[table.id == fish], np.isfinite(x)
        np.testing.assert_array_equal(rows.x, x[known])
        np.testing.assert_array_equal(rows.y, -y[known])
        np.testing.assert_array_equal(rows.step, np.arange(10, 18)[known])
        np.testing.assert_array_equal(rows.time, (np.arange(8) / 32)[known])
    heads = covey.tracks(tmp_path / "pool_fish1.npz", point="head", fps=10).table()
    np.testing.assert_array_equal(heads[heads.id == 0].x, (arrays[0][0] + 1)[[0, 1, 3, 4, 5, 6, 7]])
    assert heads.time.min() == 1
    np.savez(tmp_path / "pool_fish2.npz", X=np.zeros(8), Y=np.zeros(7))
    with pytest.raises(covey.InputError, match="pool_fish2.npz: the array Y has not a number"):
        covey.tracks(tmp_path / "pool_fish0.npz")


def test_archives_of_numpy_are_unpacked_and_checked(tmp_path):
    plain, packed, damaged = (tmp_path / f"{name}.npz" for name in ("plain", "packed", "damaged"))
    x, y = np.random.default_rng(3).random((2, 3000)).round(2)
    for save, path in ((np.savez, plain), (np.savez_compressed, packed)):
        save(path, X=x, Y=y, frame=np.arange(3000))
    tables = [covey.tracks(path).table() for path in (plain, packed)]
    np.testing.assert_array_equal(tables[1].x, x)
    assert tables[0].equals(tables[1]) and packed.stat().st_size < plain.stat().st_size / 2
    for path in (plain, packed):
        whole = bytearray(path.read_bytes())
        for at in (500, len(whole) // 4, len(whole) // 3):
            whole[at] ^= 4
            damaged.write_bytes(whole)
            whole[at] ^= 4
            with pytest.raises(covey.InputError, match="damaged|cut"):
                covey.tracks(damaged)
    np.savez_compressed(packed, X=np.zeros(30 << 20, "u1"), Y=np.zeros(99 << 20, "u1"))
    with pytest.raises(covey.InputError, match="100 times"):
        covey.tracks(packed)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_BZIP2) as archive:
        archive.write(plain, "X.npy")
    with pytest.raises(covey.InputError, match="another method"):
        covey.tracks(packed)


def test_files_of_numpy_that_are_no_tracks_are_refused(tmp_path):
    path, archive = tmp_path / "a.npy", tmp_path / "a.npz"
    for array, says in ((np.zeros((3, 2)), "shape .frames, animals, 2 or 3."),
                        (np.zeros((3, 2, 4)), "with 4 numbers in the last"),
                        (np.zeros((1, 1, 2, 2)), "a shape of 1 to 3 numbers"),
                        (np.zeros((2, 2, 2), dtype="c16"), "real ones have 4 or 8 bytes"),
                        (np.array({"trajectories": 1}), "idtracker.ai")):
        np.save(path, array, allow_pickle=True)
        with pytest.raises(covey.InputError, match=says):
            covey.tracks(path)
    np.save(path, np.zeros((9, 2, 2)))
    whole = path.read_bytes()
    for size in (0, 5, 11, 50, 127, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(covey.InputError, match="numpy|cut"):
            covey.tracks(path)
    np.savez(archive, Z=np.zeros(3))
    with pytest.raises(covey.InputError, match="no arrays X and Y"):
        covey.tracks(archive)
    np.savez(archive, X=np.zeros(2), Y=np.zeros(2), frame=np.array([0, -1]))
    with pytest.raises(covey.InputError, match="whole numbers from 0"):
        covey.tracks(archive)
    np.savez(archive, X=np.zeros(2), Y=np.zeros(2), frame=np.array([3, 3]))
    with pytest.raises(covey.InputError, match="frame 3 of agent . is there twice"):
        covey.tracks(archive)
    with pytest.raises(covey.ArgumentError, match="no point tail"):
        covey.tracks(archive, point="tail")
