# SPDX-License-Identifier: MIT
"""Measures how the order of the update matters to Vicsek's model: vicsek.py COVEY [SEED...]. Prints
the table of vicsek.md: polarization as a mean of seeds (by default 1 to 10) with its standard error,
for `update` new and old. Needs nothing but Python; some minutes."""
import csv
import math
import subprocess
import sys

SIZES = {40: 3.1, 100: 5, 400: 10}  # as in the paper, density 4
NOISES = (1, 2, 3, 3.5, 4, 4.5, 5)
FROM, END, EVERY = 2001, 12000, 10


def order(covey, count, noise, update, seed):
    side = SIZES[count]
    output = subprocess.run(
        [covey, "run", "vicsek-ordered", "--quiet", "--threads", "1", "--seed", str(seed),
         "--set", f"count={count}", "--set", f"noise={noise}", "--set", f"update={update}",
         "--set", f"space={{kind: torus, width: {side}, height: {side}}}",
         "--steps", str(END), "--every", str(EVERY), "--measure", "-"],
        check=True, capture_output=True, text=True).stdout
    rows = csv.DictReader(line for line in output.splitlines() if not line.startswith("#"))
    values = [float(row["polarization"]) for row in rows if int(row["step"]) >= FROM]
    return sum(values) / len(values)


def estimate(values):
    """Mean and its standard error."""
    mean = sum(values) / len(values)
    square = sum((x - mean) ** 2 for x in values) / (len(values) - 1)
    return mean, math.sqrt(square / len(values))


def main():
    covey, seeds = sys.argv[1], [int(s) for s in sys.argv[2:]] or range(1, 11)
    for count in SIZES:
        for noise in NOISES:
            cells = [estimate([order(covey, count, noise, update, seed) for seed in seeds])
                     for update in ("new", "old")]
            by = cells[1][0] - cells[0][0]
            print(f"| {count} | {noise} | " +
                  " | ".join(f"{mean:.4f} ± {of:.4f}" for mean, of in cells) +
                  f" | {by:+.3f} |", flush=True)


main()
