# SPDX-License-Identifier: MIT
"""Holds files that covey check writes against the rules of the programs that read them.

consumers.py KIND FILE [FILE]. The rules restate what is documented: Gradescope's page "Autograder
Specifications", the source of GitHub Classroom's reporter, the schemas of JUnit's XML in Jenkins and
in Maven Surefire, which differ in what they require, and how Moodle and Canvas take grades back.
"""
import csv
import json
import re
import sys
import xml.etree.ElementTree as tree

NUMBER = (int, float)
VISIBILITY = {'visible', 'hidden', 'after_due_date', 'after_published'}
FORMATS = {'text', 'html', 'simple_format', 'md', 'ansi'}


def in_range(test):
    return 0 <= test['score'] <= test['max_score']


# Key: types of its value, whether it must be there, and a rule for the value.
GRADESCOPE = {
    'score': (NUMBER, True, lambda v: v >= 0),
    'execution_time': (NUMBER, False, lambda v: v >= 0),
    'output': (str, False, None),
    'output_format': (str, False, lambda v: v in FORMATS),
    'test_output_format': (str, False, lambda v: v in FORMATS),
    'test_name_format': (str, False, lambda v: v in FORMATS),
    'visibility': (str, False, lambda v: v in VISIBILITY),
    'stdout_visibility': (str, False, lambda v: v in VISIBILITY),
    'extra_data': (dict, False, None),
    'tests': (list, False, None),
    'leaderboard': (list, False, None),
}
GRADESCOPE_TEST = {
    'score': (NUMBER, True, None),
    'max_score': (NUMBER, True, lambda v: v >= 0),
    'status': (str, False, lambda v: v in {'passed', 'failed'}),
    'name': (str, False, None),
    'name_format': (str, False, lambda v: v in FORMATS),
    'number': (str, False, None),
    'output': (str, False, None),
    'output_format': (str, False, lambda v: v in FORMATS),
    'tags': (list, False, None),
    'visibility': (str, False, lambda v: v in VISIBILITY),
    'extra_data': (dict, False, None),
}
CLASSROOM = {
    'version': (int, False, None),
    'status': (str, True, lambda v: v in {'pass', 'fail', 'error'}),
    'max_score': (NUMBER, True, lambda v: v > 0),
    'tests': (list, True, lambda v: len(v) > 0),
}
CLASSROOM_TEST = {
    'name': (str, True, lambda v: v != ''),
    'status': (str, True, lambda v: v in {'pass', 'fail', 'error'}),
    'score': (NUMBER, True, lambda v: v >= 0),
    'message': ((str, type(None)), False, None),
    'test_code': (str, False, None),
    'filename': (str, False, None),
    'line_no': (int, False, None),
    'execution_time': (NUMBER, False, lambda v: v >= 0),
}

# Element: attributes that must be there, attributes that may, children in their order with * for
# any number and ? for one at most, and whether it may have a text.
JUNIT = {
    'testsuites': ('', 'name tests failures errors skipped time', 'testsuite*', False),
    'testsuite': ('name tests failures errors skipped time', 'timestamp hostname id package group',
                  'properties? testcase* system-out? system-err?', False),
    'properties': ('', '', 'property*', False),
    'property': ('name value', '', '', False),
    'testcase': ('name classname', 'time group',
                 'skipped? error* failure* system-out? system-err?', False),
    'failure': ('type message', '', '', True),
    'error': ('type message', '', '', True),
    'skipped': ('', 'type message', '', True),
    'system-out': ('', '', '', True),
    'system-err': ('', '', '', True),
}


def check_object(value, rules, where):
    assert isinstance(value, dict), where
    for key, (types, needed, rule) in rules.items():
        assert key in value or not needed, f'{where} lacks {key}'
        if key in value:
            one = value[key]
            assert isinstance(one, types) and not isinstance(one, bool), (where, key, one)
            assert rule is None or rule(one), (where, key, one)
    assert set(value) <= set(rules), (where, set(value) - set(rules))


def read_json(path):
    def refuse(word):
        raise AssertionError(f'{word} is no JSON')
    return json.loads(open(path, encoding='utf-8').read(), parse_constant=refuse)


def gradescope(path):
    results = read_json(path)
    check_object(results, GRADESCOPE, path)
    for k, test in enumerate(results['tests']):
        check_object(test, GRADESCOPE_TEST, f'test {k}')
        assert in_range(test), test
        assert (test['status'] == 'passed') == (test['score'] == test['max_score']), test
    assert abs(results['score'] - sum(t['score'] for t in results['tests'])) < 1e-9


def classroom(path):
    results = read_json(path)
    check_object(results, CLASSROOM, path)
    for k, test in enumerate(results['tests']):
        check_object(test, CLASSROOM_TEST, f'test {k}')
        assert test['status'] == 'pass' or test['message'], test
    # The grade is the sum of all scores, of max_score.
    total = sum(t['score'] for t in results['tests'])
    assert total <= results['max_score'] + 1e-9
    full = abs(total - results['max_score']) < 1e-9
    assert (results['status'] == 'pass') == full, (results['status'], total)


def check_element(element):
    needed, allowed, order, text = JUNIT[element.tag]
    names = set(element.attrib)
    assert set(needed.split()) <= names, (element.tag, set(needed.split()) - names)
    assert names <= set((needed + ' ' + allowed).split()), (element.tag, names)
    shape = ''.join(f'(?:<{word[:-1]}>){word[-1]}' for word in order.split())
    tags = ''.join(f'<{child.tag}>' for child in element)
    assert re.fullmatch(shape, tags), (element.tag, tags)
    words = (element.text or '') + ''.join(child.tail or '' for child in element)
    assert text or words.strip() == '', (element.tag, words)
    for name in 'tests failures errors skipped'.split():
        assert name not in names or re.fullmatch(r'\d+', element.get(name)), element.attrib
    if 'time' in names:
        assert re.fullmatch(r'\d+(\.\d+)?', element.get('time')), element.attrib
    for child in element:
        check_element(child)


def junit(path):
    text = open(path, encoding='utf-8').read()
    assert not re.search('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]', text)
    root = tree.fromstring(text)
    assert root.tag in {'testsuite', 'testsuites'}
    check_element(root)
    for suite in root.iter('testsuite'):
        cases = suite.findall('testcase')
        assert int(suite.get('tests')) == len(cases)
        assert len({case.get('name') for case in cases}) == len(cases)
        for tag, count in (('failure', 'failures'), ('error', 'errors'), ('skipped', 'skipped')):
            found = sum(case.find(tag) is not None for case in cases)
            assert int(suite.get(count)) == found, (suite.get('name'), tag, found)


def rows_of(path):
    return list(csv.reader(open(path, newline='', encoding='utf-8-sig')))


def check_grade(cell, most):
    assert re.fullmatch(r'\d+(\.\d{1,2})?', cell), cell
    assert 0 <= float(cell) <= most, (cell, most)


def moodle(before, after):
    """Columns, rows and identifiers are those that were taken; grades have a point."""
    old, new = rows_of(before), rows_of(after)
    assert old[0] == new[0] and len(old) == len(new)
    written = {'Grade', 'Feedback comments'}
    for a, b in zip(old[1:], new[1:]):
        for head, x, y in zip(old[0], a, b):
            assert x == y or head in written, (head, x, y)
        cell = b[new[0].index('Grade')]
        if cell != '':
            check_grade(cell, float(b[new[0].index('Maximum Grade')]))


def canvas(before, after):
    """The columns that Canvas needs, the row of points and read-only columns stay."""
    old, new = rows_of(before), rows_of(after)
    assert old[0] == new[0] and len(old) == len(new) and old[1] == new[1]
    assert {'Student', 'ID', 'SIS Login ID', 'Section'} <= set(new[0])
    changed = {k for a, b in zip(old, new) for k in range(len(a)) if a[k] != b[k]}
    assert len(changed) == 1, changed
    column = changed.pop()
    assert re.search(r' \(\d+\)$', new[0][column]), new[0][column]
    for row in new[2:]:
        if row[column] != '':
            check_grade(row[column], float(new[1][column]))


if __name__ == '__main__':
    globals()[sys.argv[1]](*sys.argv[2:])
