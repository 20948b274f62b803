// SPDX-License-Identifier: MIT
// Memory of long use: frames, presets, restarts, undo, other futures, two flocks side by side. That of
// the module never shrinks, so what leaked would show; the page's own is what is left after a collection.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from '../../apps/web/serve.mjs';
import { browsers, folder, launch, patience } from './support.mjs';

const most = 2 << 20;

test('the module needs no more memory after thousands of frames of real use', async () => {
  const { Module } = await import(pathToFileURL(join(folder, 'loader.mjs')).href);
  const module = await Module.load(readFileSync(join(folder, 'page/covey.wasm')));
  const order = (page, text) => module.with('web_page_order', [page, text]);
  const press = (page, name) => module.with('web_page_press', [page, name]);
  const open = (name) => module.with('web_page_open', [name]) || assert.fail(name);
  function frames(page, count) {
    for (let k = 0; k < count; k++) {
      module.call('web_page_frame', page, 1 / 60, 1);
      module.check(module.call('web_page_draw', page, 1280, 720, 1));
      if (k % 6 !== 0) continue;
      module.check(module.call('web_page_state', page));
      module.check(module.call('web_page_shape', page));
      JSON.parse(module.answer());
    }
  }
  const stage = open('torus-0');
  const use = () => {
    frames(stage, 120);
    order(stage, 'set flocks.0.alignment 0');
    frames(stage, 30);
    module.with('web_scene_add', [stage, 'wind']);
    frames(stage, 30);
    for (const name of ['undo', 'undo', 'restart', 'new']) {
      press(stage, name);
      frames(stage, 20);
    }
    module.call('web_page_go', stage, 5);
    frames(stage, 10);
    order(stage, 'set flocks.0.cohesion 2'); // another future
    frames(stage, 10);
    for (const name of ['couzin-mill-3d', 'torus-predators', 'vicsek-ordered', 'torus-0']) {
      order(stage, `open ${name}`);
      frames(stage, 20);
    }
    const side = open('torus-1');
    for (let k = 0; k < 20; k++) for (const page of [stage, side]) frames(page, 1);
    module.call('web_page_close', side);
  };
  for (let k = 0; k < 3; k++) use();
  const before = module.size;
  for (let k = 0; k < 12; k++) use();
  assert.ok(module.size - before < most, `${module.size - before} bytes more`);
});

test('the page keeps nothing', { skip: !existsSync(browsers.chromium.executablePath) }, async () => {
  const { server, address } = await serve(join(folder, 'page'), 0, '/');
  const browser = await launch({ headless: true, ...browsers.chromium });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForSelector('html[data-ready]', patience);
    const client = await page.createCDPSession();
    const heap = async () => {
      for (let k = 0; k < 3; k++) await client.send('HeapProfiler.collectGarbage');
      return (await client.send('Runtime.getHeapUsage')).usedSize;
    };
    const use = async () => {
      for (const hash of ['preset=couzin-mill', 'compare', 'presets', 'learn', 'preset=torus-0']) {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.waitForFunction((to) => document.querySelector('main') !== null && location.hash === `#${to}`, patience, hash);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      await page.waitForFunction(() => globalThis.covey.viewer.state.value?.step > 3, patience);
      for (const text of ['set flocks.0.alignment 0', 'undo']) await page.evaluate((order) => globalThis.covey.viewer.order(order), text);
    };
    for (let k = 0; k < 2; k++) await use();
    const before = await heap();
    for (let k = 0; k < 4; k++) await use();
    const after = await heap();
    assert.ok(after - before < most, `${after - before} bytes more than ${before}`);
  } finally {
    await browser.close();
    server.close();
  }
});
