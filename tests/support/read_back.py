# SPDX-License-Identifier: MIT
"""Reads files of covey as users do: read_back.py FORMAT FILE prints the values, and exits with
77 where the module is not there. Formats: csv (pandas), h5md (h5py), mdanalysis."""
import sys
import warnings

warnings.simplefilter("ignore")
format, path = sys.argv[1:]
try:
    if format == "csv":
        import pandas
    elif format == "h5md":
        import h5py
    else:
        import MDAnalysis
except ImportError:
    sys.exit(77)

if format == "csv":
    table = pandas.read_csv(path, comment="#", float_precision="round_trip")
    print(*table.columns)
    for row in table.itertuples(index=False):
        print(row.set, row.t.hex(), row.id, *(float(row[k]).hex() for k in range(3, 7)),
              *(float(row[k]).hex() for k in range(9, len(row))))
elif format == "h5md":
    with h5py.File(path, "r") as file:
        print(*file["h5md"].attrs["version"], file["h5md/creator"].attrs["name"].decode())
        print(file["covey/seed"][()], file["covey/dt"][()].hex())
        for name, group in file["particles"].items():
            box = group["box"]
            print(name, box.attrs["dimension"], *(b.decode() for b in box.attrs["boundary"]))
            for frame, step in enumerate(group["position/step"]):
                edges = box["edges/value"][frame] if "edges" in box else None
                print(step, group["position/time"][frame].hex(), *edges.flatten())
                for k, id in enumerate(group["id/value"][frame]):
                    pos, vel = group["position/value"][frame, k], group["velocity/value"][frame, k]
                    dim = box.attrs.get("covey_dim", 2)
                    assert dim == 3 or (pos[2] == 0 and vel[2] == 0)
                    print(name, id, *(float(x).hex() for x in (*pos[:dim], *vel[:dim])))
else:
    universe = MDAnalysis.Universe.empty(3, trajectory=False)
    universe.load_new(path, format="H5MD", convert_units=False)
    for frame in universe.trajectory:
        print(frame.frame, frame.time, *frame.dimensions, *frame.positions.flatten(),
              *frame.velocities.flatten())
