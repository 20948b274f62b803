# SPDX-License-Identifier: MIT
"""Runs the recipes of docs/check.md as they stand: recipes.py PAGE FOLDER.

The folder gets results.json of Gradescope and classroom.json of GitHub Classroom. What would need a
network, and the build of covey, are left out: covey is in PATH. Folders of the graders are below the
folder that is given.
"""
import base64
import os
import re
import subprocess
import sys
from pathlib import Path

PROGRAM = 'flock:\n\tprintf \'#!/bin/sh\\ncat >/dev/null; echo 0.000 0.484 0.000 -0.125\\n\' >$@; chmod +x $@\n'
RUBRIC = 'points:\n  - {name: All, cases: "*", points: 10}\nhints: [1, 2]\n'


def block(page, first):
    """The block of the page with that first line."""
    found = re.findall(r'^```\w*\n(' + re.escape(first) + r'\n.*?)^```$', page, re.S | re.M)
    assert len(found) == 1, (first, len(found))
    return found[0]


def run(script, folder, **more):
    subprocess.run(['bash', '-e', '-c', script], cwd=folder, env={**os.environ, **more}, check=True)


def steps(workflow):
    """The name and commands of each step that runs commands."""
    found = []
    for step in re.split(r'^      - ', workflow, flags=re.M)[1:]:
        name = re.search(r'^(?: {8})?name: (.*)$', step, re.M)
        one = re.search(r'^ *run: (?!\|)(.*)$', step, re.M)
        many = re.search(r'^ *run: \|\n((?: {10}.*\n)+)', step, re.M)
        if one or many:
            text = one.group(1) if one else re.sub(r'^ {10}', '', many.group(1), flags=re.M)
            found.append((name.group(1), text))
    return found


def classroom(page, folder):
    work = folder / 'work'
    work.mkdir()
    (work / 'Makefile').write_text(PROGRAM)
    output = folder / 'output'
    names = []
    for name, text in steps(block(page, '# classroom.yml')):
        names.append(name)
        if name == 'build covey':
            assert 'cmake --build' in text
            continue
        run(text, work, RUNNER_TEMP=str(folder), GITHUB_OUTPUT=str(output))
    assert names == ['build covey', 'build the program', 'check'], names
    key, result = output.read_text().strip().split('=', 1)
    assert key == 'result'
    (folder / 'classroom.json').write_bytes(base64.b64decode(result))


def gradescope(page, folder):
    root = folder / 'autograder'
    for name in ('submission', 'source', 'results'):
        (root / name).mkdir(parents=True)
    (root / 'submission_metadata.json').write_text('{"previous_submissions": [{"score": "0"}]}')
    (root / 'source/rubric.yaml').write_text(RUBRIC)
    script = block(page, '#!/bin/bash').replace('/autograder/', f'{root}/')
    run(script, root)  # without a Makefile
    results = root / 'results/results.json'
    assert '"score": 0' in results.read_text()
    (root / 'submission/Makefile').write_text(PROGRAM)
    run(script, root)
    text = results.read_text()
    assert '"name": "All"' in text and '--hints 1' not in text, text
    (folder / 'results.json').write_text(text)


if __name__ == '__main__':
    text = Path(sys.argv[1]).read_text(encoding='utf-8')
    classroom(text, Path(sys.argv[2]))
    gradescope(text, Path(sys.argv[2]))
