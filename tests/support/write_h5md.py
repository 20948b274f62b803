# SPDX-License-Identifier: MIT
"""Writes a trajectory of H5MD as others do: write_h5md.py KIND FILE, and exits with 77 where h5py
is not there. KIND is how the strings of the boundary are stored, or how the places are."""
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


def store_places(file, name, values):
    """As the kind says; most are no way in which covey reads."""
    shape = values.shape
    if kind == "huge":  # thirty million agents, of which none is stored
        file.create_dataset(name, (2, 30_000_000, 3), "f8", chunks=(1, 1024, 3))
    elif kind == "bomb":  # three million, all zero
        file.create_dataset(name, data=numpy.zeros((2, 3_000_000, 3)), compression="gzip",
                            chunks=(1, 300_000, 3))
    elif kind == "chunk":
        file.create_dataset(name, (2, 1, 3), "f8", chunks=(2, 10_000_000, 3),
                            maxshape=(2, None, 3))
    elif kind == "gzip":
        file.create_dataset(name, data=values, compression="gzip", shuffle=True, fletcher32=True,
                            chunks=shape)
    elif kind == "lzf":
        file.create_dataset(name, data=values, compression="lzf", chunks=shape)
    elif kind == "soft":
        file["elsewhere"] = values
        file[name] = h5py.SoftLink("/elsewhere")
    elif kind == "link":
        with h5py.File(path + ".other", "w") as other:
            other["values"] = values
        file[name] = h5py.ExternalLink(path + ".other", "/values")
    elif kind == "outside":
        file.create_dataset(name, shape, "f8", external=[("/etc/passwd", 0, 1000)])
    elif kind == "virtual":
        file["elsewhere"] = values
        layout = h5py.VirtualLayout(shape, "f8")
        layout[...] = h5py.VirtualSource(file["elsewhere"])
        file.create_virtual_dataset(name, layout)
    elif kind == "space":  # the second frame is higher up
        values[1, 0, 2] = 0.5
        file[name] = values
    elif kind == "words":
        file[name] = numpy.full(shape, "x", "S8")
    else:
        file[name] = values


with h5py.File(path, "w") as file:
    file.create_group("h5md").attrs["version"] = [1, 1]
    group = file.create_group("particles/fish")
    words = 3 * ["none" if kind == "open" else "periodic"]
    group.create_group("box").attrs.create("boundary", words, dtype=types.get(kind, "S8"))
    group["box"].attrs["dimension"] = 3
    for name, value in [("box/edges", numpy.diag([10.0, 20.0, 1.0])), ("position", [[1.0, 2.0, 0.0]])]:
        values = numpy.array(2 * [value])
        if name == "position":
            store_places(file, "particles/fish/position/value", values)
        else:
            group[name + "/value"] = values
        group[name + "/step"] = [1, 1] if kind == "steps" else [0, 1]
        group[name + "/time"] = [0.0, 0.5]
