# SPDX-License-Identifier: MIT
"""The archive of sources has all files that the module is built from."""

import os
import pathlib
import re
import subprocess
import tarfile

import pytest

ROOT = pathlib.Path(__file__).parents[2]
TARGETS = ("covey_static", "covey_run_static", "covey_draw_static", "covey_h5md")


def ninja(build, *words):
    done = subprocess.run(["ninja", "-C", build, "-t", *words], capture_output=True, text=True,
                          check=True)
    return done.stdout.splitlines()


def needed(build):
    """Files of the source tree that the targets of setup.py are made of, headers as well."""
    home = re.search(r"CMAKE_HOME_DIRECTORY:INTERNAL=(.*)",
                     (build / "CMakeCache.txt").read_text())[1]
    inputs = [*ninja(build, "inputs", *TARGETS)]
    objects = [name for name in inputs if name.endswith(".o")]
    inputs += [line.strip() for line in ninja(build, "deps", *objects) if line.startswith(" ")]
    found = {os.path.relpath(os.path.normpath(build / name), home) for name in inputs}
    return {name for name in found if (ROOT / name).is_file() and not name.startswith(("..", "build"))}


def test_an_archive_of_sources_has_what_the_build_needs(tmp_path):
    build = pathlib.Path(os.environ["COVEY_LIBRARIES"])
    if not (build / "build.ninja").exists():
        pytest.skip("the libraries are of no build of ninja")
    subprocess.run(["/usr/bin/python3", "-W", "ignore", "setup.py", "-q", "sdist", "-d", tmp_path],
                   cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
        archive.extractall(tmp_path)
    files = needed(build)
    assert len(files) > 400 and "include/covey/base.h" in files
    files |= {str(path.relative_to(ROOT)) for folder in ("bindings/python", "cmake", "include")
              for path in (ROOT / folder).rglob("*")
              if path.is_file() and "__pycache__" not in path.parts}
    assert files <= held, sorted(files - held)
    # Without git the archive names the same commit.
    commits = [subprocess.run(["cmake", "-P", root / "cmake/commit.cmake"], capture_output=True,
                              text=True, check=True).stdout
               for root in (ROOT, next(tmp_path.glob("covey-*/setup.py")).parent)]
    assert re.fullmatch(r"[0-9a-f]{12}[+]?\n|unknown\n", commits[0]) and commits[0] == commits[1]
    # CMake finds all sources of the targets that setup.py leaves in.
    left_out = re.search(r"left_out = \((.*)\)", (ROOT / "setup.py").read_text())[1]
    options = [f"-DCOVEY_{part}=OFF" for part in re.findall(r"[A-Z]+", left_out)]
    tree = next(tmp_path.glob("covey-*/setup.py")).parent
    done = subprocess.run(["cmake", "-S", tree, "-B", tmp_path / "build", "-G", "Ninja", *options],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
