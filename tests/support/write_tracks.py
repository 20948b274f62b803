# SPDX-License-Identifier: MIT
"""Writes tracks in HDF5 by the layouts that SLEAP and idtracker.ai document: write_tracks.py KIND
FILE, and exits with 77 where h5py is not there. KIND tells the program, and what is wrong."""
import sys

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(77)

kind, path = sys.argv[1:]
FRAMES, TRACKS, NODES = 4, 2, 2

# Node n of animal a in frame f is at (10 a + f + n, 2 f - n); animal 1 is lost in frame 2, all are
# in frame 3 but node 0 of animal 0.
places = numpy.full((TRACKS, 2, NODES, FRAMES), numpy.nan)
for a in range(TRACKS):
    for n in range(NODES):
        for f in range(FRAMES):
            if (a, f) != (1, 2) and (f < 3 or (a, n) == (0, 0)):
                places[a, :, n, f] = 10 * a + f + n, 2 * f - n
scores = numpy.full((TRACKS, NODES, FRAMES), 0.9)
scores[0, 1, 1] = 0.5

if kind == "trex":  # an archive of numpy: node 0 of animal 0, which is at infinity from frame 2 on
    x, y = numpy.where(numpy.arange(FRAMES) < 2, places[0, :, 0, :], numpy.inf)
    with open(path, "wb") as file:
        numpy.savez(file, **{"X#wcentroid": x, "Y#wcentroid": y, "X": x + 1, "Y": y})
    sys.exit()

if kind == "matlab":  # as version 7.3 saves: a text, then axes the other way round
    with h5py.File(path, "w", userblock_size=512, libver="earliest") as file:
        file["fish/all"] = numpy.moveaxis(places[:, :, 0, :], 2, 0).T
        file["fish/all"].attrs["MATLAB_class"] = numpy.bytes_("double")
        file["fish/one"] = places[0, :, 0, :]
        file["fish/rows"] = places[0, :, 0, :].T
        file["fish/square"] = numpy.zeros((5, 5))
    with open(path, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64 HDF5 schema 1.00 .".ljust(116))
    sys.exit()

if kind.startswith("movement"):  # netCDF-4, as xarray writes it: time, space, keypoints, individuals
    new = kind == "movement"
    with h5py.File(path, "w") as file:
        names = ("time", "space", "keypoints", "individuals") if new else \
            ("time", "individuals", "keypoints", "space")
        file["position"] = numpy.transpose(places, (3, 1, 2, 0) if new else (3, 0, 2, 1))
        file["confidence"] = numpy.transpose(scores, (2, 1, 0) if new else (2, 0, 1))
        for axis, name in enumerate(names):
            file[name] = numpy.arange(file["position"].shape[axis])
            file[name].make_scale(name)
            file["position"].dims[axis].attach_scale(file[name])
        file.attrs["fps"] = 10.0
    sys.exit()

if kind.startswith("slp"):  # a project of SLEAP: predictions, and a person's animal 0 in frame 0
    frames, instances, points, placed = [], [], [], []
    for f in reversed(range(FRAMES)):
        first = len(instances)
        for a in range(TRACKS):
            if (a, f) == (1, 2) or (f == 3 and a == 1) or (kind == "slp-alone" and a == 1):
                continue
            track = -1 if kind in ("slp-alone", "slp-untracked") else a
            instances.append((len(instances), 1, len(frames), 0, track, -1, 0.9, len(points),
                              len(points) + NODES, 0.8))
            points += [(*places[a, :, n, f], True, False, scores[a, n, f]) for n in range(NODES)]
        if f == 0:
            instances.append((len(instances), 0, len(frames), 0, instances[first][4], first, 1, 0, 2, 0))
            placed += [(places[0, 0, n, f] + 0.25, places[0, 1, n, f], True, True) for n in range(NODES)]
            placed += [(99, 99, False, True)]  # of no instance
        if f == 1 and kind == "slp":  # which nothing tracks
            instances.append((len(instances), 1, len(frames), 0, -1, -1, 0.9, 0, 2, 0.8))
        if f == 1 and kind == "slp-twice":
            instances.append(instances[-1])
        frames.append((len(frames), f == 1 and kind == "slp-videos", f, first,
                       len(instances) + 9 * (kind == "slp-lost")))
    point = [("x", "f8"), ("y", "f8"), ("visible", "?"), ("complete", "?")]
    skeleton = ('{"skeletons": [{"graph": {"name": "a \\"fly\\""}, "nodes": [{"id": 1}, {"id": 0}]}], '
                '"nodes": [{"name": "abdomen", "weight": 1.0}, {"weight": 1.0, "name": "head"}]}')
    with h5py.File(path, "w") as file:
        about = file.create_group("metadata")
        about.attrs["format_id"] = 1.0 if kind == "slp-old" else 1.2
        about.attrs["json"] = numpy.bytes_(skeleton)
        for name, data, types in (
                ("frames", frames, [("frame_id", "u8"), ("video", "u4"), ("frame_idx", "u8"),
                                    ("instance_id_start", "u8"), ("instance_id_end", "u8")]),
                ("instances", instances,
                 [("instance_id", "i8"), ("instance_type", "u1"), ("frame_id", "u8"),
                  ("skeleton", "u4"), ("track", "i4"), ("from_predicted", "i8"), ("score", "f4"),
                  ("point_id_start", "u8"), ("point_id_end", "u8"), ("tracking_score", "f4")]),
                ("points", placed, point), ("pred_points", points, [*point, ("score", "f8")])):
            rows = numpy.array(data, dtype=types)
            if kind == "slp-column" and name == "instances":
                rows = rows[["instance_id", "track"]].copy()
            file.create_dataset(name, data=rows, maxshape=(None,))
        file["tracks_json"] = numpy.array([b'[0, "a"]', b'[0, "b"]'])
    sys.exit()

with h5py.File(path, "w") as file:
    if kind.startswith("idtracker"):
        # frames, animals, axes: the places of node 0
        file["trajectories"] = numpy.moveaxis(places[:, :, 0, :], 2, 0)
        file["id_probabilities"] = numpy.ones((FRAMES, TRACKS, 1))
        if kind == "idtracker":
            file.attrs["frames_per_second"] = 25
        if kind == "idtracker-flat":
            del file["trajectories"]
            file["trajectories"] = numpy.zeros((FRAMES, 2))
    elif kind == "huge":  # none of which is stored
        file.create_dataset("tracks", (100_000_000, 2, 3, 10), "f8", chunks=(1024, 2, 1, 1))
    elif kind == "wide":
        file.create_dataset("tracks", data=numpy.zeros((3000, 2, 1000, 1)), compression="gzip",
                            chunks=(3000, 2, 10, 1))
    elif kind == "words":
        file["tracks"] = numpy.full((2, 2, 2, 2), "x", "S8")
    elif kind == "turned":
        file["tracks"] = numpy.moveaxis(places, (0, 3), (3, 0))[:, :1]
    elif kind == "soft":
        file["elsewhere"] = places
        file["tracks"] = h5py.SoftLink("/elsewhere")
    elif kind == "nothing":
        file["numbers"] = places
    else:
        file.create_dataset("tracks", data=places, compression="gzip", compression_opts=9)
        if kind != "bare":
            shape = (NODES, TRACKS, FRAMES + 1) if kind == "other-scores" else scores.shape
            file.create_dataset("point_scores", data=numpy.resize(scores, shape), compression="gzip")
            names = numpy.array([b"head", b"abdomen"])
            free = h5py.string_dtype("utf-8")
            file.create_dataset("node_names", data=names, dtype=free if kind == "free" else None)
