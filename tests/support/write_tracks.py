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
