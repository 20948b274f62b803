# SPDX-License-Identifier: MIT
"""Makes the extension covey._covey: declarations out of covey's headers, linked to its libraries.

The headers are the one place where the interface stands. The C preprocessor resolves them, with
empty headers in the place of the C library's, and what cffi does not declare is taken out: bodies
of inline functions. Numbers that are macros are declared as constants.
"""

import os
import pathlib
import re
import subprocess
import tempfile

import cffi

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
HEADERS = ("covey/covey.h", "covey/encoder.h", "covey/run.h", "covey/image.h")
NOT_FOR_PYTHON = ("block.h",)  # inline functions for models in C
SYSTEM_HEADERS = ("stdbool.h", "stddef.h", "stdint.h", "math.h")
LIBRARIES = ("covey_draw", "covey_run", "covey")


def includes(headers):
    return "".join(f"#include <{name}>\n" for name in headers)


def preprocessed():
    """All headers as one text of plain C, without attributes: GNU's are behind __GNUC__."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM_HEADERS:
            (pathlib.Path(folder) / name).write_text("")
        command = [*os.environ.get("CC", "cc").split(), "-E", "-P", "-U__GNUC__", "-std=c17"]
        command += ["-nostdinc", "-I", folder, "-I", str(INCLUDE), "-x", "c", "-"]
        done = subprocess.run(command, input=includes(HEADERS), capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"the headers do not go through the preprocessor:\n{done.stderr}")
    return done.stdout


def without_inline(text):
    """Takes functions with a body out: C code of the headers that Python has no use for."""
    kept, place = [], 0
    for start in re.finditer(r"\bstatic\s+inline\b", text):
        if start.start() < place:
            continue
        kept.append(text[place : start.start()])
        depth, place = 0, text.index("{", start.end())
        while True:
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
            if depth == 0:
                break
    kept.append(text[place:])
    return "".join(kept)


def constants():
    """Macros that are whole numbers: limits of the interface."""
    rows = []
    pattern = re.compile(r"^#define (COVEY_[A-Z0-9_]+) +(\(?-?\d+\)?|UINT32_MAX)(?: *//.*)?$", re.M)
    for header in sorted((INCLUDE / "covey").glob("*.h")):
        if header.name in NOT_FOR_PYTHON:
            continue
        for name, _ in pattern.findall(header.read_text()):
            if not name.endswith("_H"):
                rows.append(f"#define {name} ...")
    return "\n".join(rows) + "\n"


def glue_declarations(glue):
    """The functions of glue.c that Python calls: those between the marks there."""
    marked = glue.split("// ---- declared ----")[1]
    return re.sub(r"//.*", "", marked)


def make(libraries_folder):
    """A cffi builder, whose static libraries lie in that folder."""
    glue = (pathlib.Path(__file__).parent / "glue.c").read_text()
    ffi = cffi.FFI()
    ffi.cdef(constants() + without_inline(preprocessed()) + glue_declarations(glue))
    ffi.set_source(
        "covey._covey",
        includes(HEADERS) + glue,
        include_dirs=[str(INCLUDE)],
        extra_objects=[str(libraries_folder / f"lib{name}.a") for name in LIBRARIES],
        libraries=["fyaml", "z", "cairo", "m", "dl", "pthread"],
        extra_compile_args=["-O2", "-ffp-contract=off", "-fvisibility=hidden", "-Wno-unused"],
        extra_link_args=["-Wl,--exclude-libs,ALL"],
    )
    return ffi
