// SPDX-License-Identifier: MIT
// Links that were damaged or made up, against the module in node as the page uses it: a sentence or a
// flock, never a trap; and memory that stays as it is through long use.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { folder, native, random } from './support.mjs';

// Browsers know raw deflate; node knows it from version 21 on.
const streamOf = (create) => class { constructor() { return Duplex.toWeb(create()); } };
globalThis.CompressionStream = streamOf(createDeflateRaw);
globalThis.DecompressionStream = streamOf(createInflateRaw);

const require = createRequire(new URL('../../apps/web/package.json', import.meta.url));
const { outputFiles } = await require('esbuild').build({ entryPoints: ['apps/web/page/src/share.ts'], bundle: true, format: 'esm', write: false });
const { pack, unpack } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
const { Module } = await import(pathToFileURL(join(folder, 'loader.mjs')).href);
const load = () => Module.load(readFileSync(join(folder, 'page/covey.wasm')));

/** Scenarios and sessions of few agents, as links hold them. */
const texts = ['torus-0', 'couzin-mill', 'vicsek-ordered'].map((preset) => native(['run', preset, '--set', 'count=6', '--print']));
const session = (await (await import(pathToFileURL(join(folder, 'package/dist/covey.js')).href)).load()).session('torus-0', { set: { count: 6 } });
for (const order of ['set flocks.0.alignment 2', 'set influences.0 {kind: obstacle, points: [[50, 50]], radius: 5}', 'undo', 'set flocks.0.count 9']) {
  session.step(2);
  session.do(order);
}
texts.push(session.write());
texts.push(`title: Short
space: {kind: torus, width: 100, height: 100}
seed: 7
flocks:
  - {name: boids, model: vicsek, count: 5}
influences:
  - {kind: wind, x: 1}
`);

/** What the page does with a link, up to the first pictures; the text of the failure, '' without one. */
async function follow(module, packed) {
  let text;
  try {
    text = await unpack(packed);
  } catch (error) {
    return error.message;
  }
  const path = module.write(/^# covey session/.test(text) ? 'shared.session' : 'shared.yaml', text);
  const viewer = module.with('web_page_open', [path]);
  module.remove(path);
  if (viewer === 0) return module.failure().message;
  for (let k = 0; k < 2; k++) {
    module.call('web_page_frame', viewer, 1 / 30, 0.005);
    module.check(module.call('web_page_draw', viewer, 300, 200, 1));
    module.check(module.call('web_page_state', viewer));
    module.json();
  }
  module.call('web_page_close', viewer);
  return '';
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const pieces = ['-', '1e999', 'nan', '~', '[', '{', '}', ':', '\n', '\n  ', '"', '\u0000', '&a', '*a', '0', '99', '...', '---', '!!', 'é', 'undo', 'go 3', 'set '];

/** A text with one to three pieces cut out, put in, exchanged or said twice. */
function changed(text, draw, alphabet) {
  let all = text;
  for (let k = 0; k < 1 + draw() * 3; k++) {
    const at = Math.floor(draw() * (all.length + 1));
    const end = Math.min(all.length, at + Math.floor(draw() * 6));
    const piece = alphabet[Math.floor(draw() * alphabet.length)];
    const ways = [all.slice(0, at) + all.slice(end), all.slice(0, at) + piece + all.slice(at), all.slice(0, at) + piece + all.slice(end), all.slice(0, end) + all.slice(at), all.slice(0, at)];
    all = ways[Math.floor(draw() * (k === 0 ? 5 : 4))];
  }
  return all;
}

const numbers = ['-1', '0', '1', '2', '0.5', '37', '1e300', '-1e-300', 'nan', 'yes', '[1, 2]'];

/** A text with one of its numbers exchanged. */
function counted(text, draw) {
  const found = [...text.matchAll(/(?<=[:{[, ]) *-?\d[\d.e+-]*/g)];
  const { 0: old, index } = found[Math.floor(draw() * found.length)];
  return `${text.slice(0, index)} ${numbers[Math.floor(draw() * numbers.length)]}${text.slice(index + old.length)}`;
}

test('ten thousand damaged links give a sentence or a flock', { timeout: 120000 }, async () => {
  const draw = random(2026);
  const module = await load();
  const good = await Promise.all(texts.map(pack));
  for (const packed of good) assert.equal(await follow(module, packed), '');
  const before = module.size;
  const count = { damaged: 0, refused: 0, opened: 0 };
  for (let k = 0; k < 10000; k++) {
    const which = Math.floor(draw() * texts.length);
    const ways = [() => pack(changed(texts[which], draw, pieces)), () => changed(good[which], draw, letters), () => pack(counted(texts[which], draw))];
    const packed = await ways[k % 3]();
    let said;
    try {
      said = await follow(module, packed);
    } catch (error) {
      assert.fail(`${error} by the link ${packed}`);
    }
    assert.match(said, /^$|^\S.*\S$/s);
    count[said === '' ? 'opened' : said.startsWith('The link is damaged') ? 'damaged' : 'refused']++;
  }
  assert.ok(count.damaged > 2000 && count.refused > 2000 && count.opened > 500, JSON.stringify(count));
  assert.ok(module.size - before <= 32 << 20, `${before} bytes became ${module.size}`);
});

test('a link that asks for too many agents is refused, and the next one opens', { timeout: 120000 }, async () => {
  const module = await load();
  assert.match(await follow(module, await pack(texts[0].replace('count: 6', 'count: 100000000'))), /memory/);
  assert.ok(module.size <= 1 << 30, `${module.size} bytes`);
  assert.equal(await follow(module, await pack(texts[0])), '');
});

test('links that are too large are refused before they fill the memory', async () => {
  const bomb = await new Response(new Blob(['x'.repeat(64 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
  const packed = Buffer.from(bomb).toString('base64url');
  assert.ok(packed.length < 200000);
  await assert.rejects(unpack(packed), /link/);
});

test('memory stays as it is through long use', { timeout: 120000 }, async () => {
  const module = await load();
  const use = () => {
    for (const preset of ['torus-0', 'couzin-mill', 'torus-obstacles', 'vicsek-ordered']) {
      const viewer = module.with('web_page_open', [preset]);
      const order = (text) => module.with('web_page_order', [viewer, text]);
      for (let k = 0; k < 12; k++) {
        if (k === 2) module.with('web_scene_add', [viewer, 'wind']);
        if (k === 4) order('undo');
        if (k === 6) module.call('web_page_go', viewer, 1);
        if (k === 8) module.call('web_page_restore', viewer);
        module.call('web_page_settle', viewer, 1 / 30);
        module.call('web_page_draw', viewer, 800, 600, 1);
        module.call('web_page_state', viewer);
        module.call('web_page_draw_plot', viewer, -1, 400, 300, 1);
      }
      module.call('web_page_close', viewer);
    }
  };
  for (let k = 0; k < 5; k++) use();
  const before = module.size;
  for (let k = 0; k < 60; k++) use();
  assert.equal(module.size, before);
});
