// SPDX-License-Identifier: MIT
// covey/core: the language and the bits of the whole module and of the program, in node and in both browsers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { serve } from '../../apps/web/serve.mjs';
import { browsers, folder, launch, program, read } from './support.mjs';

const dist = join(folder, 'package/dist');
const from = (name) => import(pathToFileURL(join(dist, name)).href);
const { load, CoveyError } = await from('core.js');
const core = await load();
const covey = await (await from('covey.js')).load();

const torus = { kind: 'torus', width: 300, height: 200 };
/** Definitions, which are scenarios as well. */
const worlds = {
  vicsek: { space: { kind: 'torus', width: 20, height: 20 }, seed: 7, dt: 1, flocks: [{ name: 'birds', model: 'vicsek', count: 300, noise: 0.5 }] },
  deep: { space: { kind: 'reflecting', width: 12, height: 10, depth: 8 }, seed: 3, dt: 0.1, flocks: [{ name: 'fish', model: 'couzin', count: 80, place: { kind: 'disc', x: 6, y: 5, z: 4, radius: 3 } }] },
  single: { space: torus, seed: 2, dt: 0.1, precision: 'single', flocks: [{ name: 'boids', model: 'torus', count: 100, radius: 40 }] },
  hunt: {
    space: torus,
    seed: 9007199254740993,
    dt: 0.1,
    flocks: [
      { name: 'boids', model: 'three_rule', count: 120, body: 2, radius: 30, speed: 20, hard: true, place: { speed: 20 } },
      { name: 'hawks', model: 'predator', count: 3, body: 3, hunts: 'boids', catch: { radius: 6, births: true }, max_speed: 40, sees: { hawks: { rule: 'separate', radius: 20, weight: 3 } } },
    ],
    influences: [
      { kind: 'obstacle', points: [[100, 100]], radius: 20, weight: 20, sight: 60 },
      { kind: 'wall', flock: 'boids', weight: 30 },
      { kind: 'wind', x: 1.5 },
    ],
  },
};

for (const [name, definition] of Object.entries(worlds))
  test(`a world of a definition has the bits of the same scenario: ${name}`, () => {
    const whole = covey.world(definition);
    whole.step(150);
    for (const kernel of ['simd128', 'ref']) {
      const world = core.world(definition, { kernel });
      world.step(150);
      assert.equal(world.hash(), whole.hash(), kernel);
      assert.equal(world.measure('polarization'), whole.measure('polarization'));
      world.free();
    }
  });

test('a response without a radius keeps its weight', () => {
  const of = (weight) => {
    const sees = { a: { rule: 'separate', ...(weight !== undefined ? { weight } : {}) } };
    const definition = { space: torus, dt: 0.1, flocks: [{ name: 'a', model: 'three_rule', count: 40, radius: 30, sees }] };
    const [small, whole] = [core.world(definition), covey.world(definition)];
    for (const world of [small, whole]) world.step(20);
    assert.equal(small.hash(), whole.hash(), `weight ${weight}`);
    return small.hash();
  };
  assert.notEqual(of(undefined), of(9));
});

test('agents were caught in the hunt, and a snapshot goes back', () => {
  const world = core.world(worlds.hunt);
  world.step(50);
  const snapshot = world.snapshot();
  world.step(100);
  const later = world.hash();
  assert.notDeepEqual([...world.view('boids').id].sort((a, b) => a - b), [...Array(120).keys()], 'the caught are no more');
  world.restore(snapshot);
  world.step(100);
  assert.equal(world.hash(), later);
});

test('the formal cases come out byte for byte by the core, too', () => {
  for (const name of readdirSync('tests/golden/cases').filter((file) => file.endsWith('.out'))) {
    const [base, dialect] = name.split('.');
    assert.equal(core.formal(read(`tests/golden/cases/${base}.in`), { dialect }), read(`tests/golden/cases/${name}`), name);
  }
});

test('models and measures are those of the whole module', () => {
  assert.deepEqual(core.measures, covey.measures);
  assert.equal(core.version, covey.version);
  assert.equal(covey.versionText, `${covey.version} (commit ${covey.commit}; results ${covey.results})`);
  assert.equal(core.versionText, covey.versionText);
  const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
  assert.deepEqual([manifest.version, manifest.covey], [covey.version, { commit: covey.commit, results: covey.results }]);
  assert.deepEqual(core.models, covey.models.map((row) => ({ ...row, params: row.params.map(({ meaning, ...rest }) => rest) })));
});

test('a wrong definition is refused with a sentence, and breaks nothing', () => {
  const flock = { name: 'a', model: 'vicsek', count: 3 };
  const refused = {
    'no model': { flocks: [{ ...flock, model: 'vicsec' }] },
    'no parameter': { flocks: [{ ...flock, nois: 1 }] },
    'no number': { flocks: [{ ...flock, noise: 'much' }] },
    'an object': { flocks: [{ ...flock, noise: {} }] },
    'no count': { flocks: [{ ...flock, count: -1 }] },
    'far too many': { flocks: [{ ...flock, count: 1e9 }] },
    'a tab': { flocks: [{ ...flock, name: 'a\tset' }] },
    'no space': { space: { kind: 'sphere' }, flocks: [flock] },
    'no rule': { flocks: [{ ...flock, sees: { a: { rule: 'eat' } } }] },
    'no place': { flocks: [{ ...flock, place: { kind: 'heap' } }] },
    'two of one name': { flocks: [flock, flock] },
    'no influence': { flocks: [flock], influences: [{ kind: 'storm' }] },
    'no points': { flocks: [flock], influences: [{ kind: 'obstacle' }] },
    'no key of a world': { flock: [flock], flocks: [] },
    'no key of a space': { space: { ...torus, hight: 3 }, flocks: [flock] },
    'no width': { space: { kind: 'torus' }, flocks: [flock] },
    'no height': { space: { kind: 'torus', width: 3 }, flocks: [flock] },
    'an open space with a width': { space: { kind: 'open', width: 3 }, flocks: [flock] },
    'no key of a response': { flocks: [{ ...flock, sees: { a: { rule: 'flee', raduis: 2 } } }] },
    'no key of a place': { flocks: [{ ...flock, place: { kind: 'disc', radios: 2 } }] },
    'no key of a catch': { flocks: [{ ...flock, catch: { radius: 2, birth: true } }] },
    'no key of an influence': { flocks: [flock], influences: [{ kind: 'wind', z0: 2 }] },
    'no precision': { precision: 'half', flocks: [flock] },
  };
  for (const [name, definition] of Object.entries(refused))
    assert.throws(() => core.world(definition), (error) => error instanceof CoveyError && error.message.length > 10, name);
  const world = core.world({ flocks: [flock] });
  for (const steps of [NaN, -1, 0.5, Infinity, 2 ** 31, '3']) {
    assert.throws(() => world.step(steps), (error) => error instanceof CoveyError && /whole number/.test(error.message), String(steps));
    assert.throws(() => covey.world('torus-1').step(steps), CoveyError, String(steps));
  }
  assert.equal(world.steps, 0);
  world.step(3);
  assert.throws(() => core.world({ flocks: [flock] }, { kernel: 'fast' }), /no kernel fast/);
});

test('a failure names its key, and in a text its line and column', () => {
  const flock = { name: 'a', model: 'vicsek', count: 3 };
  const says = (definition, message) => assert.throws(() => core.world(definition), (error) => error instanceof CoveyError && error.line === 0 && error.message.startsWith(message) && error.report.includes('^'), message);
  says({ flocks: [flock, { ...flock, name: 'b', nois: 1 }] }, 'flocks.1.nois: there is no key "nois"');
  says({ title: '"[{,:}é😀', flocks: [{ ...flock, sees: { a: [{ rule: 'flee' }, { rule: 'eat' }] } }] }, 'flocks.0.sees.a.1.rule: ');
  says({ flocks: [flock], influences: [{ kind: 'obstacle', points: [[1, 2], [3, NaN]] }] }, 'influences.0.points.1.1: y is a number, not the text "NaN"');
  says({ flocks: [flock], schedule: { set: 'a.speeed', steps: [0], values: [1] } }, 'schedule.0.set: '.replace('.0', ''));
  says({ flocks: [flock, flock] }, 'flocks.1.name: there is a flock called "a" already');
  says({ flocks: [{ ...flock, place: { file: 'agents.csv' } }] }, 'flocks.0.place.file: files cannot be used here');
  assert.throws(() => covey.world({ flocks: [{ ...flock, nois: 1 }] }), /^CoveyError: flocks\.0\.nois: there is no key/);
  const text = '{"flocks": [\n  {"model": "vicsek", "count": 3, "nois": 1}]}';
  assert.throws(() => core.world(text), (error) => error.line === 2 && error.column === 35 && error.report.includes('^~~~~'));
});

test('values of JavaScript have their texts: typed arrays, long numbers, switches', () => {
  const of = (agents, seed, hard, noise) => ({ space: torus, seed, flocks: { model: 'active_brownian', body: 1, hard, noise_turn: undefined, place: { agents }, speed: noise } });
  const [one, other] = [of([[1, 2, 1, 0], [5, 6, 0, 1]], 5, true, [1, 2]), of([Float64Array.of(1, 2, 1, 0), Float32Array.of(5, 6, 0, 1)], 5n, 'yes', Float64Array.of(1, 2))].map((definition) => core.world(definition));
  for (const world of [one, other]) world.step(10);
  assert.equal(one.hash(), other.hash());
  const seeded = (seed) => core.world({ space: torus, seed, flocks: [{ model: 'vicsek' }] }).hash();
  assert.notEqual(seeded(18446744073709551614n), seeded(18446744073709551615n));
  assert.throws(() => seeded(18446744073709551616n), /seed is a whole number/);
});

test('a text of JSON is read as the standard has it, and any other is refused', () => {
  const of = (text) => core.world(`{"title": ${text}, "flocks": {"model": "vicsek", "count": 2}}`);
  for (const text of ['""', '"\\u00e9 \\ud83d\\ude00 \\" \\\\ \\/"', '"é😀"', '\n\t"a"\r\n ']) of(text).free();
  for (const text of ['"\\ud83d"', '"\\udE00"', '"\\ud83d\\u0041"', '"\\x"', '"\\u12g4"', '"\\n"', '"\t"', '"a', 'a', "'a'", '"a",', '[]', '{}', '{"a"}', '{"a": 1,}', '[1,]', '+1', '', `${'['.repeat(40)}`])
    assert.throws(() => of(text), (error) => error instanceof CoveyError && error.status === 'COVEY_INPUT', text);
  for (const text of ['', ' ', '{', '{}{}', '[]', '7', 'null', '{"flocks": [1 2]}', '\u{feff}{}']) assert.throws(() => core.world(text), CoveyError, text);
  const whole = JSON.stringify({ ...worlds.hunt, flocks: worlds.hunt.flocks.map(({ hard, catch: catches, ...flock }) => flock) });
  for (let k = 0; k < whole.length; k++) {
    assert.throws(() => core.world(whole.slice(0, k)), (error) => error instanceof CoveyError && error.status === 'COVEY_INPUT', String(k));
    for (const letter of ['"', '\\', '{', ']', '\0', '9', '\u{7f}'])
      try {
        core.world(whole.slice(0, k) + letter + whole.slice(k + 1)).free();
      } catch (error) {
        assert.ok(error instanceof CoveyError && ['COVEY_INPUT', 'COVEY_MEMORY'].includes(error.status), `${k} ${letter}: ${error}`);
      }
  }
});

/** A value in one line of the canonical form; its words have no quotes. */
const valueOf = (text) => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|[A-Za-z_][\w.-]*|-?\d[\w.+-]*/g, (word) => (word.startsWith('"') || !Number.isNaN(Number(word)) ? word : JSON.stringify(word))));

/** The object of a scenario in its canonical form in YAML. */
function objectOf(lines) {
  const depth = (line) => line.search(/\S/);
  const parts = [];
  for (const line of lines)
    if (depth(line) === depth(lines[0])) parts.push([line]);
    else parts.at(-1).push(line);
  if (lines[0].trimStart().startsWith('- ')) return parts.map(([first, ...rest]) => /^ *- [{["]/.test(first) ? valueOf(first.replace('- ', '')) : objectOf([first.replace('- ', '  '), ...rest]));
  return Object.fromEntries(
    parts.map(([first, ...rest]) => {
      const [, key, value] = /^ *("[^"]*"|[^:]+):(.*)$/.exec(first);
      return [key.replaceAll('"', ''), value.trim() !== '' ? valueOf(value) : objectOf(rest)];
    }),
  );
}

test('every preset as JSON has the hash that the program prints', () => {
  for (const { name } of covey.presets) {
    const preset = covey.world(name);
    const world = core.world(JSON.stringify(objectOf(preset.scenario().trimEnd().split('\n'))));
    preset.free();
    world.step(20);
    const printed = execFileSync(program, ['run', name, '--steps', '20', '--hash', '--quiet'], { encoding: 'utf8' });
    assert.equal(`20 ${world.hash()}`, printed.trimEnd().split('\n').at(-1), name);
    world.free();
  }
});

/** Worlds in which one member differs from the usual, for each member with a key. */
const members = join(dirname(program), 'tests/test_laws_members_scenario');

test('every member of every definition as JSON has the hash of its scenario', { skip: !existsSync(members) && `there is no ${members}` }, () => {
  const lines = execFileSync(members, ['list'], { encoding: 'utf8' }).trimEnd().split('\n');
  for (const { definition, member, hash, text } of lines.map((line) => JSON.parse(line))) {
    const world = core.world(JSON.stringify(objectOf(text.trimEnd().split('\n'))));
    world.step(25);
    assert.equal(world.hash(), hash, `${member} of ${definition}`);
    world.free();
  }
});

test('a thousand worlds leave no memory behind', () => {
  const use = () => core.world(worlds.hunt).free();
  for (let k = 0; k < 50; k++) use();
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let k = 0; k < 950; k++) use();
  assert.ok(process.memoryUsage().arrayBuffers + process.memoryUsage().external - before < 2 << 20);
});

test('modules do not grow unseen', () => {
  const kilobytes = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1000;
  const limits = { 'package/dist/covey-core.wasm': 346, 'package/dist/covey.wasm': 495, 'package/dist/shared.js': 10, 'page/covey.wasm': 580 };
  for (const [name, most] of Object.entries(limits)) assert.ok(kilobytes(name) < most, `${name}: ${kilobytes(name)} kB packed`);
  const shown = ['main.js', 'worker.js', 'student.js', 'frame.js', 'sw.js', 'style.css', 'index.html'];
  const sum = shown.reduce((all, name) => all + kilobytes(`page/${name}`), 0);
  assert.ok(sum < 60, `scripts, style and text of the page: ${sum} kB packed`);
});

test('types of definitions are complete for a program in TypeScript', () => {
  const path = join(folder, 'core_program.ts');
  const text = `import { load, type WorldDefinition } from ${JSON.stringify(join(dist, 'core.js'))};
const definition: WorldDefinition = { flocks: [{ model: 'vicsek', count: 3, noise: 1 }] };
const world = (await load()).world(definition, { kernel: 'ref' });
// @ts-expect-error there is no such model
(await load()).world({ flocks: [{ model: 'vicsec', count: 3 }] });
// @ts-expect-error sessions are of the whole package
world.undo();
`;
  writeFileSync(path, text);
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'preserve', '--moduleResolution', 'bundler', '--types', '', '--lib', 'es2022,dom,esnext.disposable'];
  execFileSync('apps/web/node_modules/.bin/tsc', [...options, path], { encoding: 'utf8', stdio: 'pipe' });
});

for (const [name, options] of Object.entries(browsers))
  describe(name, { skip: !existsSync(options.executablePath) && `there is no ${options.executablePath}` }, () => {
    let browser, server, address;
    before(async () => {
      ({ server, address } = await serve(dist, 0, '/'));
      browser = await launch({ headless: true, ...options });
    });
    after(async () => {
      await browser?.close();
      server?.close();
    });

    test('both entries give the same bits here', async () => {
      const page = await browser.newPage();
      await page.goto(`${address}core.js`);
      const found = await page.evaluate(async (definitions) => {
        const [small, whole] = await Promise.all(['core', 'covey'].map(async (entry) => (await import(`/${entry}.js`)).load()));
        return Object.values(definitions).map((definition) =>
          [small, whole].map((library) => {
            const world = library.world(definition);
            world.step(60);
            return world.hash();
          }),
        );
      }, worlds);
      Object.values(worlds).forEach((definition, k) => {
        const world = core.world(definition, { kernel: 'ref' });
        world.step(60);
        assert.deepEqual(found[k], [world.hash(), world.hash()], Object.keys(worlds)[k]);
      });
    });
  });
