# SPDX-License-Identifier: MIT
"""Prints what a release is made of, as CycloneDX 1.5 in JSON: bill.py TREE VERSION COMMIT.

Names the libraries that the static program and the wheel have in them, with the versions of this
machine's packages, and the packages of npm that are in the page. SHA256SUMS of the folder dist
is beside it.
"""

import json
import pathlib
import subprocess
import sys


def of_debian(tree):
    """The packages of the part static, which are in the program, as (name, version)."""
    lines = (tree / "tools" / "packages.txt").read_text().split("@static\n")[1].split("\n@")[0]
    names = [line for line in lines.splitlines() if line and not line.startswith("#")]
    words = ["dpkg-query", "-W", "-f=${Package} ${source:Package} ${Version}\n", *names]
    rows = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    sources = {}
    for row in rows:
        _, source, version = row.split()
        sources[source] = version
    return sorted(sources.items())


# The packages of apps/web/package.json that the page contains; the others build or test it.
IN_THE_PAGE = ("@bjorn3/browser_wasi_shim", "@preact/signals", "@preact/signals-core", "minisearch", "preact")


def of_npm(tree):
    lock = json.loads((tree / "apps" / "web" / "package-lock.json").read_text())["packages"]
    return [(name, lock[f"node_modules/{name}"]["version"]) for name in IN_THE_PAGE]


def component(name, version, kind):
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{kind}/{name.replace('@', '%40')}@{version}",
    }


def main(tree, version, commit):
    tree = pathlib.Path(tree)
    components = [component(name, number, "deb/debian") for name, number in of_debian(tree)]
    components += [component(name, number, "npm") for name, number in of_npm(tree)]
    print(
        json.dumps(
            {
                "bomFormat": "CycloneDX",
                "specVersion": "1.5",
                "version": 1,
                "metadata": {
                    "component": {
                        "type": "application",
                        "name": "covey",
                        "version": version,
                        "licenses": [{"license": {"id": "MIT"}}],
                        "properties": [{"name": "commit", "value": commit}],
                    }
                },
                "components": components,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: bill.py TREE VERSION COMMIT")
    main(*sys.argv[1:])
