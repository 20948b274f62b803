# SPDX-License-Identifier: MIT
"""Writes a trajectory of H5MD as others do: write_h5md.py KIND FILE, and exits with 77 where h5py
is not there. KIND is how the strings of the boundary are stored."""
import sys

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(77)

kind, path = sys.argv[1:]
types = {
    "ascii": "S8",
    "utf8": h5py.string_dtype("utf-8", 8),
    "long": "S15",
    "free": h5py.string_dtype("utf-8"),
    "free-ascii": h5py.string_dtype("ascii"),
    "open": h5py.string_dtype("utf-8"),
}
with h5py.File(path, "w") as file:
    file.create_group("h5md").attrs["version"] = [1, 1]
    group = file.create_group("particles/fish")
    words = 3 * ["none" if kind == "open" else "periodic"]
    group.create_group("box").attrs.create("boundary", words, dtype=types[kind])
    group["box"].attrs["dimension"] = 3
    for name, value in [("box/edges", numpy.diag([10.0, 20.0, 1.0])), ("position", [[1.0, 2.0, 0.0]])]:
        group[name + "/value"] = numpy.array(2 * [value])
        group[name + "/step"] = [0, 1]
        group[name + "/time"] = [0.0, 0.5]
