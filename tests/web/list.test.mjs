// SPDX-License-Identifier: MIT
// Pictures: the lists that the module makes of every preset, in both themes and all colorings, are
// those that the same C makes natively, word for word.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder, program } from './support.mjs';

const libraries = ['check_parts', 'covey_view', 'covey_draw', 'covey_run', 'covey'].map((name) => join(dirname(program), `lib${name}.a`));
const sources = ['answer', 'canvas', 'page', 'scene', 'senses', 'state', 'names', 'tables', 'watch'].map((name) => `apps/web/module/${name}.c`);

/** A line of each theme and coloring, as list.c prints them. */
function linesOf(module, name, colorings) {
  const page = module.with('web_page_open', [name]);
  const set = (key, value) => module.with('web_page_setting', [page, key, value]);
  const lines = [];
  set('trails', 5);
  module.call('web_page_select', page, 3);
  for (let k = 0; k < 6; k++) module.call('web_page_settle', page, 1 / 30);
  for (let theme = 0; theme < 2; theme++)
    for (let coloring = 0; coloring < colorings; coloring++) {
      set('theme', theme);
      set('coloring', coloring);
      module.call('web_page_settle', page, 0);
      module.check(module.call('web_page_draw', page, 1280, 720, 1));
      const count = module.call('web_page_list_size', page);
      lines.push(`${name} ${theme} ${coloring} ${count} ${hash(module.words(module.call('web_page_list', page), count))}`);
    }
  module.call('web_page_close', page);
  return lines;
}

/** FNV-1a of words, by two halves of 32 bits: the prime is 2^40 + 0x1b3. */
function hash(words) {
  let [high, low] = [0x14650fb0, 0x739d0383];
  for (const word of words) {
    low = (low ^ word) >>> 0;
    const product = (low & 0xffff) * 0x1b3;
    const upper = (low >>> 16) * 0x1b3 + Math.floor(product / 65536);
    high = (Math.imul(high, 0x1b3) + Math.floor(upper / 65536) + (low << 8)) >>> 0;
    low = (((upper & 0xffff) << 16) | (product & 0xffff)) >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

test('lists of pictures are those of the same C natively', { skip: libraries.some((name) => !existsSync(name)) && 'the libraries of the viewer are not built' }, async () => {
  const work = mkdtempSync(join(tmpdir(), 'covey-list-'));
  try {
    const native = join(work, 'list');
    execFileSync('cc', ['-O1', '-w', '-std=gnu17', '-ffp-contract=off', '-fno-math-errno', '-Iinclude', '-Isrc', '-Iapps', '-Iapps/web/module', '-o', native,
      'tests/web/list.c', ...sources, ...libraries, '-lfyaml', '-lcairo', '-lz', '-lm', '-ldl', '-lpthread']);
    const { Module } = await import(pathToFileURL(join(folder, 'loader.mjs')).href);
    const module = await Module.load(readFileSync(join(folder, 'page/covey.wasm')));
    module.check(module.call('web_tables'));
    const names = module.json().presets.map((preset) => preset.name);
    const wanted = execFileSync(native, names, { encoding: 'utf8', maxBuffer: 1 << 24 }).trim().split('\n');
    const colorings = wanted.filter((line) => line.startsWith(`${names[0]} 0 `)).length;
    assert.ok(colorings >= 4);
    assert.deepEqual(names.flatMap((name) => linesOf(module, name, colorings)), wanted);
  } finally {
    rmSync(work, { recursive: true });
  }
});
