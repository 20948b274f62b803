// SPDX-License-Identifier: MIT
// The page's Check: all cases at once, code in other languages, the drawing, the table of forces.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { axe, fixed, inBrowsers, native, patience, read, student } from './support.mjs';

const { transformSync } = createRequire(new URL('../../apps/web/package.json', import.meta.url))('esbuild');

/** A module of the page that needs no other. */
const moduleOf = (name) => import(`data:text/javascript,${encodeURIComponent(transformSync(read(`apps/web/page/src/${name}.ts`), { loader: 'ts' }).code)}`);

/** What commands a report for a browser must not have. */
const commands = /covey (check|formal|view)|\s--\w+/;

/** The outputs of a student's function, by the file in JavaScript that the page's worker runs it with. */
function outputsOf(inputs, slip) {
  const text = `${student(slip)}
${fixed}
const names = ['r_c', 'r_s', 'F_Smax', 'r_a', 'K_c', 'K_s', 'K_a', 'N'];
for (const input of JSON.parse(require('fs').readFileSync(0))) {
  const numbers = input.trim().split(/\\s+/).map(Number);
  const parameters = Object.fromEntries(names.map((name, k) => [name, numbers[k]]));
  const count = parameters.N;
  let agents = Array.from({ length: count }, (_, i) => { const [x, y, vx, vy] = numbers.slice(8 + 4 * i, 12 + 4 * i); return { x, y, vx, vy }; });
  let out = '';
  for (const dt of numbers.slice(8 + 4 * count)) {
    agents = step(agents, parameters, dt);
    for (const a of agents) out += [a.x, a.y, a.vx, a.vy].map(fixed).join(' ') + '\\n';
  }
  console.log(JSON.stringify(out));
}`;
  const lines = execFileSync(process.execPath, ['-e', text], { input: JSON.stringify(inputs), encoding: 'utf8', maxBuffer: 1 << 26 });
  return lines.trim().split('\n').map((line) => JSON.parse(line));
}

test('a language is known by its code, and JavaScript is never taken for another', async () => {
  const { foreign } = await moduleOf('language');
  const wanted = { c: 'C or C++', cpp: 'C or C++', h: 'C or C++', java: 'Java', rs: 'Rust', py: 'Python' };
  const seen = new Set();
  for (const folder of ['tests/check/programs', 'tests/check/corpus', 'docs/models'])
    for (const name of readdirSync(folder)) {
      const suffix = name.split('.').pop();
      if (!(suffix in wanted) && suffix !== 'js') continue;
      assert.equal(foreign(read(join(folder, name))), wanted[suffix], name);
      seen.add(suffix);
    }
  assert.ok(seen.has('js') && Object.keys(wanted).every((suffix) => seen.has(suffix)), [...seen].join(' '));
  assert.equal(foreign('def step(agents, parameters, dt):\n    return agents\n'), 'Python');
  assert.equal(foreign('package main\n\nfunc main() {\n}\n'), 'Go');
  assert.equal(foreign('void step(double dt) {\n}\n'), 'C or C++');
  for (const code of [student(), "import x from 'y'\nfunction step(a) { return a; } // #include <x>", "const s = `\ndef f():\n#include <a>\n`;\nfunction step(a) { switch (a) { case 1: return a; } for (const b of a)\n b; }", '/* int main() */ class A {}\nconst f = ({ x }) => x ? { a: x } : x;'])
    assert.equal(foreign(code), undefined, code);
});

test('the name of a file tells its case', async () => {
  const source = read('apps/web/page/src/outputs.tsx');
  const code = source.slice(source.indexOf('export function caseOf'), source.indexOf('interface Found'));
  const { caseOf } = await import(`data:text/javascript,${encodeURIComponent(transformSync(code, { loader: 'ts' }).code)}`);
  const names = ['worked', 'cohesion', 'edge-cohesion'];
  for (const [path, meant] of [['worked.out', 'worked'], ['a/b/Worked.txt', 'worked'], ['out\\edge-cohesion.out', 'edge-cohesion'], ['my_cohesion_output.log', 'cohesion'], ['cohesion2.out', undefined], ['reworked.out', undefined]])
    assert.equal(caseOf(path, names), meant, path);
});

inBrowsers((web) => {
  const { name, open, until, press, fill, shoot } = web;

  /** The check page with its cases. */
  const begin = async (size) => {
    await open('#check', size);
    await web.page.waitForSelector('#case option', patience);
    return web.page.evaluate(() => globalThis.covey.engine.cases('text'));
  };

  /** Hands files over as a hand chooses them; the verdict. */
  const choose = async (work, files) => {
    const paths = Object.entries(files).map(([file, bytes]) => {
      writeFileSync(join(work, file), bytes);
      return join(work, file);
    });
    await (await web.page.$('#outputs')).uploadFile(...paths);
  };
  const verdict = (wanted) => web.page.waitForSelector(`[data-verdict=${wanted}]`, patience);
  const textOf = (selector) => web.page.$eval(selector, (element) => element.textContent);

  /** A folder for files, for as long as a test takes. */
  const within = async (body) => {
    const work = mkdtempSync(join(tmpdir(), 'covey-page-'));
    try {
      await body(work);
    } finally {
      rmSync(work, { recursive: true });
    }
  };

  /** Writes files into an archive as other programs do, deflated. */
  const packed = (work, files) => {
    execFileSync('python3', ['-c', 'import json,sys,zipfile\nwith zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED) as z:\n for n,t in json.load(sys.stdin).items(): z.writestr("out/"+n,t)', join(work, 'all.zip')], { input: JSON.stringify(files) });
    return readFileSync(join(work, 'all.zip'));
  };

  test('inputs are taken away, and outputs come back, as files or as one archive', () => within(async (work) => {
    const cases = await begin();
    await press('[data-mode=all]');
    await web.page.evaluate(() => {
      HTMLAnchorElement.prototype.click = () => undefined;
      URL.createObjectURL = (blob) => {
        globalThis.kept = blob.arrayBuffer().then((bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))));
        return 'blob:';
      };
    });
    await press('[data-do=inputs]');
    writeFileSync(join(work, 'inputs.zip'), Buffer.from(await web.page.evaluate(() => globalThis.kept), 'base64'));
    const inputs = JSON.parse(execFileSync('python3', ['-c', 'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps({n:z.read(n).decode() for n in z.namelist()}))', join(work, 'inputs.zip')], { encoding: 'utf8' }));
    assert.deepEqual(inputs, Object.fromEntries(cases.map((row) => [`${row.name}.in`, row.input])));
    const right = Object.fromEntries(cases.map((row) => [`${row.name}.out`, native(['formal'], row.input)]));
    const three = Object.fromEntries(Object.entries(right).slice(0, 3));
    await choose(work, { ...three, 'notes.txt': 'nothing' });
    await verdict('part');
    const told = await textOf('[data-told=outputs]');
    assert.match(told, new RegExp(`^Outputs of 3 of ${cases.length} cases are here; missing: ${cases[3].name}, .*Not named after a case: notes.txt\\.$`));
    await choose(work, { 'right.zip': packed(work, right) });
    await verdict('right');
    await choose(work, { 'broken.zip': readFileSync(join(work, 'right.zip')).subarray(0, 700) });
    await until(() => /archive cannot be read/.test(document.querySelector('[role=alert]')?.textContent ?? ''));
    await choose(work, { 'strange.out': '1 2 3 4\n' });
    await web.page.waitForSelector('[data-verdict=right]', patience); // the outputs before still stand
    assert.deepEqual(web.errors, []);
  }));

  test('files can be dropped anywhere on the page', async () => {
    const cases = await begin();
    const outputs = cases.map((row) => [`${row.name}.out`, row.expected]);
    await web.page.evaluate((files) => {
      const data = new DataTransfer();
      for (const [path, text] of files) data.items.add(new File([text], path));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, outputs);
    await verdict('right');
  });

  test('a wrong case is drawn, with a table in place of commands', () => within(async (work) => {
    for (const [title, size] of Object.entries({ desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } })) {
      const cases = await begin(size);
      await press('[data-mode=all]');
      const outputs = outputsOf(cases.map((row) => row.input), 'cohesion-with-self');
      await choose(work, { 'wrong.zip': packed(work, Object.fromEntries(cases.map((row, k) => [`${row.name}.out`, outputs[k]]))) });
      await verdict('wrong');
      const report = await textOf('section pre');
      assert.match(report, /cohesion-with-self/);
      assert.doesNotMatch(await textOf('main'), commands);
      const drawn = await web.page.$$eval('.drawing svg', (list) => list.map((svg) => ['.c', 'circle.w', 'circle.a', 'path.r.tip', 'path.m.tip', 'circle.next', 'path.next'].map((part) => svg.querySelectorAll(part).length)));
      assert.equal(drawn.length, 1);
      const [radius, self, others, right, mine, ring, cross] = drawn[0];
      assert.deepEqual([radius, self, right, mine, ring, cross], [1, 1, 1, 1, 1, 1]);
      assert.ok(others > 0);
      assert.equal((await web.page.$$('svg.frame')).length, 2);
      await until(() => document.querySelectorAll('.trace tbody tr').length > 8);
      const [, wrong, step, agent] = /First wrong number: case (\S+)[^]*?step (\d+), agent (\d+)/.exec(report);
      const place = await web.page.evaluate(() => ['agent', 'step'].map((part) => document.querySelector(`#trace-${part}`).value));
      assert.deepEqual(place, [agent, step]);
      const rows = await web.page.$$eval('.trace tbody tr', (list) => list.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
      const table = native(['formal', '--trace', '-', '--trace-format', 'table', '--agent', place[0], '--step', place[1]], cases.find((row) => row.name === wrong).input);
      const lines = table.trimEnd().split('\n').slice(2);
      assert.deepEqual(rows, lines.map((line) => line.trim().replace(/\s{2,}(\S+)\s+(\S+)$/, ' $1 $2')));
      const wide = await web.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);
      await web.page.$eval('[data-verdict]', (element) => element.scrollIntoView());
      await shoot(`check-all-${title}`);
      await web.page.$eval('.drawing', (element) => element.scrollIntoView());
      await shoot(`check-drawing-${title}`);
      await web.page.$eval('.trace', (element) => element.scrollIntoView());
      await shoot(`check-trace-${title}`);
      if (name === 'chromium') {
        await web.page.evaluate(axe);
        const violations = await web.page.evaluate(async () => (await globalThis.axe.run()).violations.map((row) => `${row.id}: ${row.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`));
        assert.deepEqual(violations, [], title);
      }
      await fill('#trace-agent', '9999', 'change');
      await until(() => document.querySelector('.trace [role=alert]') !== null);
    }
  }));

  test('code in another language is judged by its outputs', async () => {
    await begin();
    for (const [path, language] of [['tests/check/programs/flock.c', 'C or C\\+\\+'], ['tests/check/programs/flock.py', 'Python']]) {
      await press('[data-mode=code]');
      await fill('#code', read(path));
      await press('[data-do=check-code]');
      await until((wanted) => new RegExp(`^This is ${wanted}: .*judged by its outputs only`).test(document.querySelector('[role=alert]')?.textContent ?? ''), language);
      assert.doesNotMatch(await textOf('main'), commands);
      assert.ok(await web.page.$('[data-do=inputs]'));
      await shoot('check-foreign');
    }
  });
});
