# SPDX-License-Identifier: MIT
"""Puts the shared libraries that a wheel needs into it: wheel_libraries.py WHEEL FOLDER.

All but those of glibc are copied, under names of their own, so that no other module of Python meets
them. The tag becomes that of the oldest glibc that has the symbols: manylinux_2_NN. The file has
the same bytes each time, with the dates of SOURCE_DATE_EPOCH.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zipfile

GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|mvec)\.so\..*|linux-vdso.*)$")
LIBRARIES = "covey.libs"


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(path):
    """Names of the libraries that a file asks for by itself, but those of glibc."""
    return [name for name in run("patchelf", "--print-needed", path).split() if not GLIBC.match(name)]


def found(path):
    """Where the loader finds the libraries of a file, and those that they need: {name: path}."""
    rows = re.findall(r"^\s*(\S+) => (/\S+)", run("ldd", path), re.M)
    return {name: pathlib.Path(place) for name, place in rows if not GLIBC.match(name)}


def own_name(path):
    """A name for the copy that depends on the content."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    return re.sub(r"\.so", f"-{digest}.so", path.name, count=1)


def bring_libraries(root):
    """Copies libraries beside the package, and points all files to the copies."""
    binaries = [path for path in root.rglob("*") if path.is_file() and is_elf(path)]
    libraries = {}
    for path in binaries:
        libraries.update(found(path))
    folder = root / LIBRARIES
    folder.mkdir()
    names = {}
    for name, path in sorted(libraries.items()):
        # libfoo.so.1 names libfoo.so.1.2.3, whose name is that of the copy.
        names[name] = own_name(path.resolve())
        copy = folder / names[name]
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o755)
        run("patchelf", "--set-soname", names[name], copy)
    for path in binaries + sorted(folder.iterdir()):
        for name in needed(path):
            run("patchelf", "--replace-needed", name, names[name], path)
        inside = os.path.relpath(folder, path.parent)
        run("patchelf", "--force-rpath", "--set-rpath", f"$ORIGIN/{inside}", path)


def oldest_glibc(root):
    """The newest version of a symbol that any file asks of glibc."""
    versions = {(2, 17)}
    for path in root.rglob("*"):
        if path.is_file() and is_elf(path):
            table = run("objdump", "-T", path)
            versions |= {(2, int(minor)) for minor in re.findall(r"\(GLIBC_2\.(\d+)[.)\d]*", table)}
    return max(versions)


def retag(root, tag):
    """Writes the tag into the wheel's description; returns the folder of it."""
    (info,) = root.glob("*.dist-info")
    path = info / "WHEEL"
    path.write_text(re.sub(r"(?m)^(Tag: .*-)linux_\w+$", rf"\1{tag}", path.read_text()))
    return info


def record(root, info):
    rows = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and path != info / "RECORD":
            digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=")
            rows.append(f"{path.relative_to(root)},sha256={digest.decode()},{path.stat().st_size}")
    rows.append(f"{(info / 'RECORD').relative_to(root)},,")
    (info / "RECORD").write_text("\n".join(rows) + "\n")


def pack(root, output):
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(root)), date)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
                archive.writestr(entry, path.read_bytes())


def main(wheel, folder):
    wheel = pathlib.Path(wheel)
    with tempfile.TemporaryDirectory() as work:
        root = pathlib.Path(work)
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.infolist():
                place = pathlib.Path(archive.extract(entry, root))
                if entry.external_attr >> 16 & 0o111 and place.is_file():
                    place.chmod(0o755)
        bring_libraries(root)
        machine = os.uname().machine
        tag = "manylinux_{}_{}_{}".format(*oldest_glibc(root), machine)
        record(root, retag(root, tag))
        output = pathlib.Path(folder) / re.sub(r"linux_\w+(?=\.whl$)", tag, wheel.name)
        pack(root, output)
    print(output)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: wheel_libraries.py WHEEL FOLDER")
    main(*sys.argv[1:])
