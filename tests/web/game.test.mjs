// SPDX-License-Identifier: MIT
// covey/core as the C library: the game of tests/bindings has the bits of C, questions find what columns
// have, and wrong calls are refused by name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder, program } from './support.mjs';

const { load, CoveyError, ALL_FLOCKS, NO_FLOCK } = await import(pathToFileURL(join(folder, 'package/dist/core.js')).href);
const core = await load();

const definition = {
  space: { kind: 'torus', width: 300, height: 200 },
  seed: 7,
  dt: 1 / 60,
  flocks: [{ name: 'boids', model: 'reynolds', separation_radius: 5, alignment_radius: 12, count: 300, body: 0.5, hard: true }],
};
const make = (more = {}) => core.world({ ...definition, ...more }, { spare: 10 });
const refused = (call, words) => assert.throws(call, (error) => error instanceof CoveyError && error.status === 'COVEY_ARG' && words.test(error.message), String(call));

test('a game prints what it prints in C', () => {
  const made = mkdtempSync(join(tmpdir(), 'covey-game-'));
  const library = resolve(dirname(program), 'libcovey.a');
  execFileSync('cc', ['-std=c17', '-Iinclude', 'tests/bindings/game.c', library, '-o', join(made, 'game'), '-lm', '-pthread']);
  const expected = execFileSync(join(made, 'game'), { encoding: 'utf8' });
  rmSync(made, { recursive: true });

  const lines = [];
  const world = make();
  const steps = (count) => {
    world.step(count);
    lines.push(`${world.steps} ${world.hash()}`);
  };
  const handle = world.addInfluence({ kind: 'obstacle', radius: 20, points: [[150, 100]] });
  steps(60);
  const id = world.spawn([10, 20, 0, 3, 4, 0]);
  world.remove([5]);
  world.push([6], [1, -1, 0]);
  world.set('cohesion', 0.5);
  const snapshot = world.snapshot();
  steps(30);
  world.restore(snapshot);
  world.moveInfluence(handle, [[60, 100]]);
  steps(30);
  world.prepare();
  const near = world.near([0, 0], 50).reduce((sum, agent) => BigInt.asUintN(64, sum * 31n + BigInt(agent.id)), 0n);
  const [x, y] = world.get([id]);
  const out = new Float32Array(4 * 310);
  const count = world.interpolate(0.5, out);
  lines.push(`agent ${id} of ${count} at ${x.toFixed(9)} ${y.toFixed(9)}, near ${near.toString(16).padStart(16, '0')}, first at ${out[0].toFixed(4)} ${out[1].toFixed(4)}`);
  try {
    world.set('no such', 1);
  } catch (error) {
    lines.push(error.message);
  }
  assert.equal(`${lines.join('\n')}\n`, expected);
});

test('questions find the agents that columns have', () => {
  const world = make();
  world.step(20);
  const { id, x, y } = world.view().copy();
  const place = [id[3], x[3], y[3]];
  for (const prepared of [false, true]) {
    if (prepared) world.prepare();
    const near = world.near(place.slice(1), 30, 'boids');
    assert.deepEqual([near[0].id, near[0].distance, near[0].flock, near[0].pos[0]], [place[0], 0, 0, place[1]]);
    assert.ok(near.length > 3 && near.every((agent, k) => k === 0 || agent.distance >= near[k - 1].distance));
    assert.deepEqual(world.nearest(place.slice(1), 3), near.slice(0, 3));
    const inside = [...id].filter((_, k) => x[k] >= 100 && x[k] <= 180 && y[k] >= 20 && y[k] <= 90);
    assert.deepEqual(world.box([100, 20], [180, 90]).map((agent) => agent.id), inside.sort((a, b) => a - b));
  }
  const rock = world.addInfluence({ kind: 'obstacle', radius: 10, points: [[250, 50]] });
  assert.deepEqual([world.inside([250, 55]), world.inside([250, 70])], [rock, -1]);
  const [hit] = world.ray({ from: [200, 50], way: [100, 0], agents: NO_FLOCK });
  assert.deepEqual([hit.influence, hit.flock, Math.round(hit.pos[0])], [rock, -1, 240]);
  const all = world.ray({ from: [0, 100], way: [300, 0], radius: 3, solids: NO_FLOCK });
  assert.ok(all.length > 3 && all.every((one) => one.influence === -1 && id.includes(one.id)));
  assert.deepEqual(world.influences, [rock]);
  world.setInfluence(rock, 'radius', 30);
  assert.equal(world.inside([250, 70]), rock);
  world.removeInfluence(rock);
  assert.deepEqual(world.influences, []);
});

test('many agents at once, their user bits, and instances in every form', () => {
  const world = make();
  const ids = Uint32Array.of(9, 2, 250);
  world.put(ids, [10, 20, 0, 1, 0, 0, 30, 40, 0, 0, 1, 0, 50, 60, 0, -1, 0, 0]);
  assert.deepEqual([...world.get(ids).slice(6, 12)], [30, 40, 0, 0, 1, 0]);
  const first = world.spawn([7, 7, 0, 1, 0, 0, 8, 7, 0, 1, 0, 0]);
  assert.deepEqual([first, world.view().count], [300, 302]);
  world.takeUser();
  world.putUser(ids, [1n, 2n ** 63n + 5n, 3n]);
  assert.deepEqual([...world.getUser([2, 3, 9])], [2n ** 63n + 5n, 0n, 1n]);
  const at = world.view().id.indexOf(2);
  for (const [form, floats] of Object.entries({ heading: 4, quaternion: 7, matrix: 16, rows: 12 })) {
    const out = new Float32Array(302 * 20 + 3).fill(-1);
    assert.equal(world.interpolate(1, out, { form, stride: 20, origin: [20, 20] }), 302);
    const one = out.subarray(20 * at, 20 * at + floats);
    const half = Math.fround(Math.sqrt(0.5));
    const expected = { heading: [10, 20, 0, 1], quaternion: [10, 20, 0, 0, 0, half, half], matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 0, 1], rows: [0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 0] }[form];
    assert.ok(expected.every((number, k) => Math.abs(one[k] - number) < 1e-6), `${form}: ${one}`);
    assert.equal(out.at(-1), -1, 'nothing beyond the last agent');
    refused(() => world.interpolate(1, new Float32Array(302 * floats - 1), { form }), /do not fit/);
  }
});

test('events name the agents that enter a region and bounce', () => {
  const world = make();
  refused(() => world.watch({ ball: [150, 100], radius: 30 }), /./);
  world.takeEvents(1000);
  const ball = world.watch({ ball: [150, 100], radius: 30 });
  const rock = world.addInfluence({ kind: 'obstacle', radius: 15, points: [[80, 80]] });
  const rim = world.watch({ rim: rock, width: 5, flock: 'boids' });
  assert.notEqual(ball, rim);
  const seen = new Set();
  let inside = new Set(world.near([150, 100], 30).map((agent) => agent.id));
  for (let step = 0; step < 200; step++) {
    world.step();
    const { list, lost } = world.events();
    assert.equal(lost, 0);
    for (const event of list) {
      seen.add(event.kind);
      if (event.watch === ball) event.kind === 'entered' ? inside.add(event.id) : inside.delete(event.id);
    }
    assert.deepEqual([...inside].sort(), world.near([150, 100], 30).map((agent) => agent.id).sort());
  }
  assert.ok(seen.has('entered') && seen.has('left'));
  world.unwatch(ball);
  refused(() => world.unwatch(ball), /./);
});

test('aims lead agents, and are taken away', () => {
  const plain = make(), led = make(), freed = make();
  led.aim([0, 1], { place: [10, 10], slowing: 5 });
  freed.aim([0, 1], [{ velocity: [1, 0], weight: 3 }, { place: [10, 10], speed: 2 }]);
  freed.aim([0, 1], null);
  for (const world of [plain, led, freed]) for (let step = 0; step < 5; step++) world.step();
  assert.notEqual(led.hash(), plain.hash());
  assert.equal(freed.hash(), plain.hash());
  refused(() => plain.aim([0], {}), /a place or a velocity/);
  refused(() => plain.aim([0], { place: [1, 1], velocity: [1, 1] }), /a place or a velocity/);
  refused(() => plain.aim([0], [null, null]), /1 ids, and 2 aims/);
  refused(() => plain.aim([0], { place: [1, 1], weight: -1 }), /./);
});

test('wrong calls are refused by name, and change nothing', () => {
  const world = make();
  const hash = world.hash();
  const wrong = {
    'no key of a ray': [() => world.ray({ from: [0, 0], way: [1, 1], raduis: 2 }), /raduis/],
    'no key of instances': [() => world.interpolate(1, new Float32Array(9999), { strid: 3 }), /strid/],
    'no key of a region': [() => world.watch({ ball: [1, 1], radius: 2, with: 3 }), /with/],
    'no region': [() => world.watch({ circle: [1, 1] }), /box/],
    'no option': [() => core.world(definition, { spares: 3 }), /spares/],
    'no form': [() => world.interpolate(1, new Float32Array(9999), { form: 'euler' }), /euler/],
    'no parameter of an influence': [() => world.addInfluence({ kind: 'wind', gust: 3 }), /gust/],
    'no kind': [() => world.addInfluence({ kind: 'storm' }), /storm/],
    'no number': [() => world.addInfluence({ kind: 'wind', x: '3' }), /x/],
    'no flock of an influence': [() => world.addInfluence({ kind: 'wind', flock: 'hawks' }), /hawks/],
    'a handle that there is none of': [() => world.moveInfluence(7, []), /./],
    'no id': [() => world.get([0.5]), /0.5/],
    'an agent that there is none of': [() => world.put([999], new Float64Array(6)), /999/],
    'too few numbers': [() => world.put([1, 2], new Float64Array(6)), /12/],
    'part of a pose': [() => world.spawn([1, 2]), /six/],
    'no flock': [() => world.get([1], 'hawks'), /hawks/],
    'no place': [() => world.near([1], 3), /center/],
    'no radius': [() => world.near([1, 1], NaN), /./],
    'no values': [() => world.putUser([1], []), /1 ids/],
    'no user data': [() => world.getUser([1]), /./],
    'more than there is room for': [() => world.spawn(new Float64Array(66).fill(1)), /./],
  };
  for (const [name, [call, words]] of Object.entries(wrong)) assert.doesNotThrow(() => refused(call, words), name);
  assert.equal(world.hash(), hash);
  assert.equal(world.near([1, 1], 400, ALL_FLOCKS).length, 300);
  refused(() => world.addInfluence({ kind: 'goal', x: 2, y: '3' }), /y/);
  world.addInfluence({ kind: 'wind' }); // the settings of a refused one are not its own
  world.free();
  refused(() => world.near([1, 1], 3), /freed/);
});
