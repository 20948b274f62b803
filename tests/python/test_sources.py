# SPDX-License-Identifier: MIT
"""Tracks of data frames, arrays and buffers are those of files; they are saved and read back; own
functions are measures of them."""

import io
import subprocess

import numpy as np
import pandas as pd
import pytest

import covey


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("tracks") / "two.csv"
    world = covey.preset("torus-2", seed=3)
    with world.record(path, every=2):
        for _ in world.steps(20):
            pass
    return path


def same(one, other):
    pd.testing.assert_frame_equal(one, other, check_exact=True)


def test_a_frame_goes_to_tracks_and_back(recorded):
    tracks = covey.tracks(recorded)
    table = tracks.table()
    again = covey.tracks(table)  # with its space
    same(again.table(), table)
    same(again.measure(), tracks.measure())
    same(again.agent_measures(), tracks.agent_measures())
    same(covey.tracks(table.rename(columns={"set": "flock"}), space=table.attrs["space"]).table(),
         table)
    by_name = table.set_index(["step", "id"])[["y", "x", "set"]]
    space = covey.tracks(by_name, space=table.attrs["space"])
    np.testing.assert_array_equal(space.table()[["x", "y"]], table[["x", "y"]])


def test_a_frame_is_read_as_the_program_reads_its_table(tmp_path, covey_program):
    table = pd.DataFrame({"frame": [0, 0, 1, 1, 2], "id": [4, 2, 2, 4, 2],
                          "x": np.array([1, 9.5, 0.25, 1.5, 0.1], dtype=np.float32),
                          "y": [1, 2, 3.5, np.nan, 4]})
    path = tmp_path / "table.csv"
    table.astype({"x": float}).to_csv(path, index=False)
    options = {"fps": 25, "scale": 0.5, "y_down": True, "space": covey.torus(5, 5)}
    same(covey.tracks(table, **options).table(), covey.tracks(path, **options).table())
    said = subprocess.run([covey_program, "measure", path, "--fps", "25", "--scale", "0.5",
                           "--torus", "5,5", "--y-down"], check=True, capture_output=True)
    theirs = pd.read_csv(io.BytesIO(said.stdout), comment="#", float_precision="round_trip")
    ours = covey.tracks(table, **options).measure()
    for name in covey.tracks(table, **options).measure().columns[4:]:
        np.testing.assert_array_equal(ours[name], theirs[name])


def test_an_array_is_frames_agents_axes():
    places = np.arange(24, dtype=float).reshape(4, 3, 2)
    places[1, 2] = np.nan
    frames = list(covey.tracks(places, fps=2, scale=3))
    assert [frame.id.tolist() for frame in frames] == [[1, 2, 3], [1, 2], [1, 2, 3], [1, 2, 3]]
    assert [frame.time for frame in frames] == [0, 0.5, 1, 1.5]
    np.testing.assert_array_equal(frames[2].pos, 3 * places[2])
    np.testing.assert_array_equal(next(iter(covey.tracks(places, y_down=True))).pos,
                                  places[0] * [1, -1])
    masked = np.ma.masked_invalid(places)
    same(covey.tracks(masked).table(), covey.tracks(places).table())
    deep = covey.tracks(np.random.default_rng(1).random((3, 5, 3)))
    assert next(iter(deep)).space.dim == 3
    for wrong in (places[0], places[:, :, :1], [["a"]], 5, None):
        with pytest.raises(covey.ArgumentError):
            covey.tracks(wrong)


def test_an_open_buffer_is_read_to_its_end(recorded, tmp_path):
    wanted = covey.tracks(recorded).table()
    for source in (recorded.read_bytes(), io.BytesIO(recorded.read_bytes()),
                   io.StringIO(recorded.read_text()), open(recorded, "rb"), open(recorded)):
        same(covey.tracks(source).table(), wanted)
    covey.tracks(recorded).save(tmp_path / "x.h5md")
    with open(tmp_path / "x.h5md", "rb") as file:
        same(covey.tracks(file).table(), wanted)
    text = (tmp_path / "x.extxyz")
    covey.tracks(recorded).save(text)
    same(covey.tracks(text.read_bytes(), format="extxyz").table(), wanted)
    with pytest.raises(covey.InputError, match="a buffer"):
        covey.tracks(b"nothing, of, that\n1,2,3\n")


def test_saved_tracks_are_those_of_the_program(recorded, tmp_path, covey_program):
    for suffix in (".csv", ".extxyz", ".h5md", ".csv.gz"):
        ours, theirs = tmp_path / f"ours{suffix}", tmp_path / f"theirs{suffix}"
        covey.tracks(recorded).save(ours)
        subprocess.run([covey_program, "convert", recorded, theirs], check=True)
        if suffix != ".h5md":  # which has the time of writing
            assert ours.read_bytes() == theirs.read_bytes()
        same(covey.tracks(ours).table(), covey.tracks(theirs).table())
    covey.tracks(recorded, scale=2).save(tmp_path / "odd", format="csv")
    doubled = covey.tracks(tmp_path / "odd", format="csv").table()
    np.testing.assert_array_equal(doubled.x, 2 * covey.tracks(recorded).table().x)
    for wrong in (recorded, tmp_path / "x.unknown"):
        before = recorded.read_bytes()
        with pytest.raises(covey.ArgumentError):
            covey.tracks(recorded).save(wrong)
        assert recorded.read_bytes() == before
    with pytest.raises(covey.FileError):
        covey.tracks(recorded).save(tmp_path / "absent" / "x.csv")


def test_own_functions_are_measures_of_tracks_and_runs(recorded):
    def width(agents):
        return float(np.ptp(agents.pos[:, 0])) if len(agents) else float("nan")

    tracks = covey.tracks(recorded)
    table = tracks.measure("polarization", width, "milling")
    assert list(table.columns[4:]) == ["polarization", "width", "milling"]
    same(table[["polarization", "milling"]], tracks.measure("polarization", "milling").iloc[:, 4:])
    np.testing.assert_array_equal(table.width, [np.ptp(frame.pos[:, 0]) for frame in tracks])
    run = covey.preset("torus-2", seed=3).run(20, every=2, measures=["polarization", width])
    np.testing.assert_array_equal(run.width, table.width)
    with pytest.raises(ZeroDivisionError):
        tracks.measure(lambda agents: 1 / 0)
    with pytest.raises(covey.ArgumentError, match="no measure"):
        tracks.measure("order")


def test_tables_take_columns_units_and_files(tmp_path):
    table = pd.DataFrame({"Fish": ["ada", "bob", "ada", "bob"], "when": [0, 0, 40, 40],
                          "px": [1.0, 2, 3, 4], "py": [5.0, 6, 7, 8]})
    tracks = covey.tracks(table, columns={"id": "Fish", "t": "when", "x": "px", "y": "py"}, time="ms")
    found = tracks.table()
    assert found.time.tolist() == [0, 0, 0.04, 0.04] and found.x.tolist() == [1, 2, 3, 4]
    assert [tracks.words[id] for id in found.id] == ["ada", "bob", "ada", "bob"]
    for name, part in table.groupby("Fish"):
        part[["when", "px", "py"]].to_csv(tmp_path / f"{name}.csv", index=False, header=False)
    both = covey.tracks([tmp_path / "ada.csv", tmp_path / "bob.csv"], columns="t=1,x=2,y=3",
                        time="ms")
    assert sorted(both.words.values()) == ["ada", "bob"]
    np.testing.assert_array_equal(both.table().sort_values(["time", "x"]).x, [1, 2, 3, 4])
    for options, says in (({"time": "days"}, "time is 'days'"), ({"heading": "up"}, "heading is"),
                          ({"columns": {"x": "qx"}}, "qx")):
        with pytest.raises(covey.Error, match=says):
            covey.tracks(table, **options)
    flown = pd.DataFrame({"t": [0, 1], "id": [1, 1], "x": [0.0, 1], "y": [0.0, 1], "speed": [1, 1],
                          "heading": [90, 90]})
    np.testing.assert_allclose(covey.tracks(flown, heading="compass").table()[["vx", "vy"]],
                               [[1, 0], [1, 0]], atol=1e-15)
    lonely = covey.tracks(flown.drop(columns="speed"), heading="compass")
    lonely.table()
    assert isinstance(lonely.notes, tuple)


def test_xarray_has_all_of_it_or_is_said_to_be_missing(recorded):
    try:
        import xarray  # noqa: F401
    except ImportError:
        with pytest.raises(covey.ArgumentError, match="python3-xarray"):
            covey.tracks(recorded).xarray()
        return
    data, table = covey.tracks(recorded).xarray(), covey.tracks(recorded).table()
    assert data.pos.sizes == {"step": table.step.nunique(), "agent": table.id.nunique(), "axis": 2}
    places = data.pos.sel(step=4).values
    np.testing.assert_array_equal(places[:, 0], table[table.step == 4].x)
    same(covey.tracks(data.pos).table()[["x"]], table[["x"]])
