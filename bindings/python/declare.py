# SPDX-License-Identifier: MIT
"""Makes the extension covey._covey: declarations out of covey's headers, linked to its libraries.

The headers are the one place where the interface stands (bindings/headers.py reads them). Numbers that
are macros are declared as constants.
"""

import pathlib
import re
import sys

import cffi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import headers  # noqa: E402

HEADERS = ("covey/covey.h", "covey/encoder.h", "covey/run.h", "covey/image.h")
GLUE = ("glue.c", "tables.c", "sweeps.c")
PARTS = ("src/stats", "src/sweep")  # compiled into the extension
LIBRARIES = ("covey_draw", "covey_run", "covey")


def constants():
    return "".join(f"#define {name} ...\n" for name in headers.macro_names())


def glue_declarations(glue):
    """The functions of a file of C here that Python calls: those between the marks there."""
    marked = glue.split("// ---- declared ----")[1]
    return re.sub(r"//.*", "", marked)


def series_declarations():
    """Statistics of series, which are no part of the public headers."""
    text = (headers.ROOT / "src" / "stats" / "series.h").read_text()
    return re.sub(r"//.*|^#.*", "", text, flags=re.M)


def part_sources():
    """Files of the parts, named from the root of the tree, where setup.py works."""
    return [str(path.relative_to(headers.ROOT))
            for part in PARTS for path in sorted((headers.ROOT / part).glob("*.c"))]


def make(libraries_folder):
    """A cffi builder, whose static libraries lie in that folder."""
    parts = [(pathlib.Path(__file__).parent / name).read_text() for name in GLUE]
    glue = "".join(parts)
    ffi = cffi.FFI()
    declarations = headers.without_inline(headers.preprocessed(HEADERS))
    ffi.cdef(constants() + declarations + series_declarations()
             + "".join(map(glue_declarations, parts)))
    ffi.set_source(
        "covey._covey",
        headers.includes(HEADERS) + glue,
        sources=part_sources(),
        include_dirs=[str(headers.INCLUDE), str(headers.ROOT / "src")],
        extra_objects=[str(libraries_folder / f"lib{name}.a") for name in LIBRARIES],
        libraries=["fyaml", "z", "sqlite3", "cairo", "m", "dl", "pthread"],
        extra_compile_args=["-O2", "-ffp-contract=off", "-fvisibility=hidden", "-Wno-unused"],
        extra_link_args=["-Wl,--exclude-libs,ALL"],
    )
    return ffi
