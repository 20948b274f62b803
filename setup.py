# SPDX-License-Identifier: MIT
"""Builds the Python module: covey's static libraries by CMake, then the extension by cffi.

COVEY_LIBRARIES names the folder of a build that has the libraries already. All that is made on the
way lies in build/python.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = ROOT / "build" / "python"
LIBRARIES = pathlib.Path(os.environ.get("COVEY_LIBRARIES") or BUILD / "libraries").resolve()
TARGETS = ("covey_static", "covey_run_static", "covey_draw_static", "covey_h5md")
HELPER = "covey-h5md"  # the program that reads and writes H5MD stands beside the extension

sys.path.insert(0, str(ROOT / "bindings" / "python"))
import declare  # noqa: E402


def version():
    """The version stands in one place, include/covey/base.h."""
    text = (ROOT / "include" / "covey" / "base.h").read_text()
    return ".".join(re.findall(r"define COVEY_VERSION_[A-Z]+ (\d+)", text))


def extension():
    """The extension, its C code generated; the stable interface of Python serves all versions."""
    made = declare.make(LIBRARIES).distutils_extension(str(BUILD.relative_to(ROOT)))
    made.py_limited_api = True
    return made


def build_libraries():
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG"]
    left_out = ("SHARED", "VIEW", "EXAMPLES", "TESTS", "INSTALL", "APPS")
    options += [f"-DCOVEY_{part}=OFF" for part in left_out]
    subprocess.run(["cmake", "-S", ROOT, "-B", LIBRARIES, "-G", "Ninja", *options], check=True)
    subprocess.run(["cmake", "--build", LIBRARIES, "--target", *TARGETS], check=True)


class build(build_ext):
    """Builds the libraries before the extension, and puts the helper beside it."""

    def run(self):
        if "COVEY_LIBRARIES" not in os.environ:
            build_libraries()
        super().run()
        made = pathlib.Path(self.get_ext_fullpath("covey._covey")).parent
        shutil.copy2(LIBRARIES / HELPER, made / HELPER)

    def get_outputs(self):
        beside = pathlib.Path(self.get_ext_fullpath("covey._covey")).parent / HELPER
        return super().get_outputs() + [str(beside)]


class archive(sdist):
    """An archive of sources has its commit with it, as one of git has."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        asked = subprocess.run(["cmake", "-P", ROOT / "cmake" / "commit.cmake"], check=True,
                               capture_output=True, text=True)
        there = pathlib.Path(base_dir) / "cmake" / "commit.txt"
        there.unlink()  # it may be a link to the file of the tree
        there.write_text(asked.stdout)


os.chdir(ROOT)
BUILD.mkdir(parents=True, exist_ok=True)  # setuptools puts covey.egg-info there, see setup.cfg
setup(version=version(), ext_modules=[extension()],
      cmdclass={"build_ext": build, "sdist": archive})
