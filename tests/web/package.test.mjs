// SPDX-License-Identifier: MIT
// The npm package against the native program: the same bits, texts and refusals.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fixed, folder, native, program, random, read, slips, student } from './support.mjs';

const { load, CoveyError } = await import(pathToFileURL(join(folder, 'package/dist/covey.js')).href);
const covey = await load();
const work = mkdtempSync(join(tmpdir(), 'covey-web-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const frozen = read('tests/golden/presets.txt')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.split(' '));

for (const kernel of ['simd128', 'ref'])
  test(`every preset comes to its frozen state with kernel ${kernel}, in both precisions`, () => {
    assert.equal(frozen.length, covey.presets.length);
    for (const [name, ...hashes] of frozen)
      ['double', 'single'].forEach((precision, k) => {
        const planned = Number(/^steps: (\d+)/m.exec(covey.preset(name))?.[1] ?? 1000);
        const world = covey.world(name, { set: { precision }, kernel });
        world.step(Math.min(60, planned));
        assert.equal(world.hash(), hashes[k], `${name}, ${precision}`);
        world.free();
      });
  });

test('every lesson names parameters and gives orders that its preset has', async () => {
  const require = createRequire(new URL('../../apps/web/package.json', import.meta.url));
  const built = await require('esbuild').build({ entryPoints: ['apps/web/page/src/lessons.ts'], bundle: true, format: 'esm', write: false });
  const { lessons } = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);
  assert.ok(lessons.length > 5);
  for (const { title, preset, params, tries } of lessons) {
    const world = covey.world(preset);
    for (const name of params) assert.doesNotThrow(() => world.param(name, 0), `${title}: ${name}`);
    for (const one of tries) {
      const session = covey.session(one.preset ?? preset);
      for (const order of (one.orders ?? []).filter((text) => text.startsWith('set '))) assert.doesNotThrow(() => session.do(order), `${title}: ${order}`);
    }
  }
});

test('the formal cases come out byte for byte', () => {
  const names = readdirSync('tests/golden/cases').filter((name) => name.endsWith('.out'));
  assert.ok(names.length > 50);
  for (const name of names) {
    const [base, dialect] = name.split('.');
    assert.equal(covey.formal(read(`tests/golden/cases/${base}.in`), { dialect }), read(`tests/golden/cases/${name}`), name);
  }
});

test('the published suite comes out', { skip: !existsSync('../shared/suites/published-2023') }, () => {
  const suite = '../shared/suites/published-2023';
  const numbers = (text) => text.trim().split(/\s+/).map(Number);
  let count = 0;
  for (const name of readdirSync(suite).filter((file) => file.endsWith('.in'))) {
    const given = read(join(suite, name.replace('.in', '.out')));
    assert.deepEqual(numbers(covey.formal(read(join(suite, name)), { dialect: 'suite2023' })), numbers(given), name);
    count++;
  }
  assert.equal(count, 15);
});

test('formal refuses as the program does, with the place', () => {
  assert.throws(() => covey.formal('1 -1 1 1 1 1 1 1\n'), (error) => error instanceof CoveyError && error.status === 'COVEY_INPUT' && error.line === 1 && error.column === 3 && error.message.includes('expected r_s >= 0'));
});

/** The output of a student's function for an input, as student.ts makes it. */
function outputOf(slip, input) {
  const step = new Function(`${student(slip)}\nreturn step;`)();
  const numbers = input.trim().split(/\s+/).map(Number);
  const names = ['r_c', 'r_s', 'F_Smax', 'r_a', 'K_c', 'K_s', 'K_a', 'N'];
  const parameters = Object.fromEntries(names.map((name, k) => [name, numbers[k]]));
  const rest = numbers.slice(8);
  let agents = Array.from({ length: parameters.N }, (_, i) => ({ x: rest[4 * i], y: rest[4 * i + 1], vx: rest[4 * i + 2], vy: rest[4 * i + 3] }));
  let text = '';
  for (const dt of rest.slice(4 * parameters.N)) {
    agents = step(agents.map((agent) => ({ ...agent })), parameters, dt);
    for (const agent of agents) text += `${[agent.x, agent.y, agent.vx, agent.vy].map(fixed).join(' ')}\n`;
  }
  return text;
}

test('check says the same as the program, of right outputs and of mistakes', () => {
  const [input, output] = [join(work, 'input'), join(work, 'output')];
  const draw = random(7);
  let agents = '1.5 1 2 1.5 0.7 0.3 0.4 12\n';
  for (let i = 0; i < 12; i++) agents += `${[4, 4, 1, 1].map((size) => (size * draw()).toFixed(3)).join(' ')}\n`;
  writeFileSync(input, `${agents}${'0.1\n'.repeat(5)}`);
  for (const slip of ['', ...slips]) {
    const text = outputOf(slip, read(input));
    writeFileSync(output, text);
    const report = covey.check(read(input), text);
    const named = native(['check', '--hints', '3', '--output', output, input], '', true).replaceAll(output, 'output').replace(input, 'input ').replaceAll(input, 'input');
    // The last lines tell a command that has paths.
    const head = (all) => all.split('\n').filter((line) => !/covey |^ {2}every neighbor and force/.test(line)).join('\n').replace(/\s+/g, ' ').trim();
    assert.equal(head(report.text), head(named), slip);
    assert.equal(report.passed, slip === '');
    if (slip !== '') assert.ok(JSON.stringify(report.json.diagnosis).includes(slip), slip);
  }
});

test('check says the same as the program of every mistake that a student can make', () => {
  const program = join(work, 'student');
  const count = [...read('tests/support/student.h').matchAll(/^ {4}X\((\w+)/gm)].length; // NONE is the first
  assert.ok(count > 30);
  execFileSync('cc', ['-O1', '-ffp-contract=off', '-D_POSIX_C_SOURCE=200809L', '-Itests', 'tests/check/programs/student.c', 'tests/support/student.c', '-lm', '-o', program]);
  const [input, output] = [join(work, 'input'), join(work, 'output')];
  const draw = random(11);
  let text = '1.5 1 2 1.5 0.7 0.3 0.4 10\n';
  for (let i = 0; i < 10; i++) text += `${[3, 3, 1, 1].map((size) => (size * draw() - size / 3).toFixed(2)).join(' ')}\n`;
  writeFileSync(input, `${text}${'0.25\n'.repeat(4)}`);
  let wrong = 0;
  for (let mistake = 0; mistake < count; mistake++) {
    const printed = execFileSync(program, ['0', String(mistake), '0'], { input: read(input), encoding: 'utf8' });
    writeFileSync(output, printed);
    const { json } = covey.check(read(input), printed);
    native(['check', '--json', join(work, 'told.json'), '--output', output, input], '', true);
    const told = JSON.parse(read(join(work, 'told.json')));
    assert.deepEqual(json.diagnosis, told.diagnosis, `mistake ${mistake}`);
    assert.equal(json.passed, told.passed);
    if (!json.passed) wrong++;
  }
  assert.ok(wrong > count / 2, `${wrong} of ${count} are seen in this case`);
});

test('the built-in cases are judged, and a wrong number of outputs is no crash', () => {
  const cases = covey.cases();
  assert.equal(covey.checkCases(cases.map((row) => row.expected)).passed, true);
  const right = covey.checkCases(cases.map((row) => outputOf('', row.input)));
  assert.equal(right.passed, true, right.text);
  assert.equal(covey.checkCases(cases.map((row) => outputOf('in-place', row.input))).passed, false);
  assert.equal(covey.checkCases([]).passed, false);
  assert.equal(covey.checkCases([cases[0].expected]).passed, false);
  const some = covey.checkCases(cases.map((row, k) => (k % 3 === 1 ? row.expected : undefined)));
  assert.deepEqual(some.json.results.map((row) => row.name), cases.filter((_, k) => k % 3 === 1).map((row) => row.name));
  assert.equal(some.passed && some.drawing === '', true);
  assert.match(covey.checkCases(cases.map((row) => outputOf('in-place', row.input))).drawing, /<svg[^]*<table/);
  assert.throws(() => covey.checkCases(cases.map(() => undefined)), /no output/);
});

test('a table of forces is that of the program', () => {
  const input = covey.cases().find((row) => row.name === 'crowd').input;
  assert.equal(covey.trace(input, { agent: 3, step: 1 }), native(['formal', '--trace', '-', '--trace-format', 'table', '--agent', '3', '--step', '1'], input));
  assert.throws(() => covey.trace(input, { agent: 999, step: 1 }), /999/);
});

test('sessions written here replay natively, and native ones here', () => {
  const orders = [
    ['set flocks.0.count 150', 'set flocks.0.alignment 0', 'undo'],
    ['set flocks.0.radius 50', 'move flocks.0.radius 60', 'set flocks.0.cohesion 3'],
    ['set influences [{kind: obstacle, points: [[100, 100]], radius: 30, weight: 20, sight: 60}]'],
    ['set flocks.0.flight 20', 'set flocks.0.alignment 20', 'undo', 'undo'],
  ];
  let count = 0;
  for (const preset of ['torus-0', 'torus-predators', 'torus-3'])
    for (const list of orders) {
      const session = covey.session(preset, { set: { seed: ++count } });
      for (const order of list) {
        session.step(7);
        session.do(order);
      }
      session.step(9);
      const text = session.write();
      const path = join(work, `${count}.session`);
      writeFileSync(path, text);
      const hashes = native(['run', '--replay', path, '--hash', '--quiet']).trim().split('\n');
      assert.ok(hashes.at(-1).endsWith(session.hash()), `${preset}: ${list}`);
      const again = covey.openSession(text);
      again.replay();
      assert.equal(again.hash(), session.hash());
      assert.deepEqual(again.end, { steps: session.steps, hash: session.hash() });
    }
  assert.equal(count, 12);
});

test('a snapshot goes back to the same bits', () => {
  const world = covey.world('couzin-mill');
  world.step(20);
  const snapshot = world.snapshot();
  world.step(20);
  const later = world.hash();
  world.restore(snapshot);
  assert.equal(world.steps, 20);
  world.step(20);
  assert.equal(world.hash(), later);
  assert.throws(() => world.restore(snapshot.slice(0, 50)), CoveyError);
});

test('views show the agents, and copies stay', () => {
  const world = covey.world('reynolds-3d', { set: { 'flocks.0.count': 40 } });
  const copy = world.view().copy();
  world.step();
  const view = world.view(world.flocks[0]);
  assert.equal(view.count, 40);
  assert.equal(view.z.length, 40);
  assert.notDeepEqual([...view.x], [...copy.x]);
  assert.deepEqual([...view.id].sort((a, b) => a - b), [...Array(40).keys()]);
  assert.throws(() => world.view('crows'), /there is no flock crows/);
});

test('scenarios are read from YAML and objects, and refused with a place', () => {
  const text = covey.preset('vicsek-ordered');
  const hash = (world) => (world.step(5), world.hash());
  const expected = hash(covey.world('vicsek-ordered'));
  assert.equal(hash(covey.world(text)), expected);
  assert.equal(hash(covey.world(covey.world(text).scenario())), expected);
  const made = covey.world({ space: { kind: 'torus', width: 10, height: 10 }, flocks: [{ name: 'birds', model: 'vicsek', count: 50 }] });
  made.step(3);
  assert.ok(made.measure('polarization') > 0);
  assert.throws(() => covey.world('flocks: [1'), (error) => error.status === 'COVEY_INPUT' && error.line === 2 && error.report.includes('^'));
  assert.throws(() => covey.world('no-such-preset'), /there is no preset no-such-preset/);
  assert.throws(() => covey.world('torus-0', { set: { sed: 1 } }), CoveyError);
});

test('measures agree with the program', () => {
  const world = covey.world('torus-0');
  world.step(50);
  const [head, ...rows] = native(['run', 'torus-0', '--steps', '50', '--every', '50', '--measure', '-', '--quiet']).trim().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split(','));
  const last = rows.filter((row) => row[head.indexOf('step')] === '50').at(-1);
  for (const name of ['polarization', 'milling', 'clusters'])
    assert.equal(String(world.measure(name)), String(Number(last[head.indexOf(name)])), name);
});

test('a thousand worlds leave no memory behind', () => {
  const use = () => {
    const world = covey.world('torus-predators');
    world.step(2);
    world.free();
  };
  for (let k = 0; k < 50; k++) use();
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let k = 0; k < 950; k++) use();
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  assert.ok(after - before < 2 << 20, `${after - before} bytes`);
});

test('texts that are no YAML are refused word for word as by the program', () => {
  const draw = random(12345);
  const bits = [':', '[', ']', '{', '}', '"', "'", '\t', '- ', '&a', '|', '%YAML 1.9\n', '---\n', '@', '`', 'a: b: c'];
  const said = new Set();
  for (let k = 0; k < 60; k++) {
    const text = covey.preset(['torus-obstacles', 'couzin-mill-3d', 'informed'][k % 3]);
    const at = Math.floor(draw() * text.length);
    const path = join(work, 'damaged.yaml');
    writeFileSync(path, text.slice(0, at) + bits[k % bits.length] + text.slice(at));
    try {
      covey.world(read(path), { name: path }).free();
    } catch (error) {
      const told = spawnSync(program, ['run', path, '--output', '/dev/null'], { encoding: 'utf8' }).stderr;
      assert.ok(told.includes(error.report) && told.includes(error.message.slice(error.message.indexOf('line'))), `${told}\n${error.report}\n${error.message}`);
      if (told.includes('not YAML')) said.add(error.message.replace(/.*not YAML/, ''));
    }
  }
  assert.ok(said.size >= 10, [...said].join('\n'));
});

test('texts that were tampered with are refused, and break nothing', () => {
  const draw = random(3);
  const bases = [covey.preset('torus-obstacles'), covey.preset('couzin-mill-3d'), covey.preset('informed')];
  const session = covey.session('torus-0');
  session.step(3);
  session.do('set flocks.0.alignment 1');
  session.step(3);
  const record = session.write();
  let refused = 0;
  for (let k = 0; k < 2000; k++) {
    const text = k % 4 === 3 ? record : bases[k % 3];
    const at = Math.floor(draw() * text.length);
    const letters = '0-:[]{}\n #9.e&*|>"\'\t\x00é';
    const letter = letters[Math.floor(draw() * letters.length)];
    const changed = text.slice(0, at) + letter + text.slice(at + Math.floor(draw() * 8));
    try {
      const made = k % 4 === 3 ? covey.openSession(changed) : covey.world(changed, { set: { 'flocks.0.count': 10 } });
      made.free();
    } catch (error) {
      assert.ok(error instanceof CoveyError, `${error}\n${changed}`); // no trap
      assert.ok(error.message.length > 0);
      refused++;
    }
  }
  assert.ok(refused > 500);
  covey.world('torus-0').step();
});

test('the examples of the README run', async () => {
  const text = read(join(folder, 'package/README.md'));
  const blocks = [...text.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]);
  assert.equal(blocks.length, 6);
  const path = join(work, 'example.mjs');
  const source = blocks.join('\n').replace(/from 'covey(\/core)?'/g, (_, core) => `from ${JSON.stringify(pathToFileURL(join(folder, `package/dist/${core ? 'core' : 'covey'}.js`)).href)}`);
  writeFileSync(path, source);
  const said = [];
  const { log } = console;
  console.log = (...values) => said.push(values.join(' '));
  try {
    await import(pathToFileURL(path).href);
  } finally {
    console.log = log;
  }
  assert.match(said[0], /^1000 [0-9a-f]{16} 0\.\d{3}$/);
  assert.ok(said.includes('true'));
  assert.ok(said.some((line) => line.includes('COVEY_INPUT 2')));
  assert.match(said.at(-3), /^boids hawks [0-9a-f]{16} 0\.\d{3}$/);
  assert.deepEqual(said.slice(-2), ['true 0', '301']);
});

test('types are complete for a program in TypeScript', () => {
  const path = join(work, 'program.ts');
  writeFileSync(
    path,
    `import { load, type ModelName, CoveyError } from ${JSON.stringify(join(folder, 'package/dist/covey.js'))};
const covey = await load();
const world = covey.world('torus-0', { kernel: 'ref' });
const x: Float64Array = world.view().x;
const model: ModelName = 'couzin';
// @ts-expect-error there is no such measure
world.measure('polarisation');
console.log(x.length, model, CoveyError.name);
`,
  );
  const tsc = resolve('apps/web/node_modules/.bin/tsc');
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', '--lib', 'es2022,dom,esnext.disposable'];
  writeFileSync(join(work, 'package.json'), '{"type": "module"}');
  execFileSync(tsc, [...options, path], { encoding: 'utf8', stdio: 'pipe' });
});
