// SPDX-License-Identifier: MIT
// The panel of the page: influences, plots, the selected agent, in Chromium and Firefox.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { axe, inBrowsers, native, patience } from './support.mjs';

/** A scenario with a panel of its own. */
const classes = `
title: Friendship
space: {kind: torus, width: 600, height: 400}
seed: 1
flocks: {name: boids, model: torus, count: 60, cohesion: 10}
influences:
  - {kind: wind, x: 5}
panel:
  - text: Set friendship to 0 and wait.
  - {slider: boids.cohesion, name: friendship, low: 0, high: 30, text: The wish to be among others.}
  - {slider: boids.alignment}
  - {slider: influences.0.x, name: wind, low: -50, high: 50}
`;

/** Prey that does not see those that hunt it. */
const blind = `
title: Blind prey
space: {kind: torus, width: 200, height: 200}
seed: 4
dt: 0.1
flocks:
  - {name: birds, model: three_rule, count: 80, radius: 20, speed: 10, place: {speed: 10}}
  - {name: hawks, model: predator, count: 2, hunts: birds, radius: 60, max_speed: 25}
`;

inBrowsers((web) => {
  const { name, open, state, until, press, fill, shoot } = web;

  async function paused(preset, step = 3) {
    await open(`#preset=${preset}`);
    await until((from) => globalThis.covey.viewer.state.value?.step >= from, step);
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    await until(() => globalThis.covey.viewer.state.value?.runs === false);
  }
  const undo = () => press('[data-button=undo]');
  const kinds = () => web.page.$$eval('[data-influence]', (list) => list.map((element) => element.dataset.influence));
  const countIs = (count) => until((wanted) => document.querySelectorAll('[data-influence]').length === wanted, count);

  test('influences are added, changed, switched, removed, and taken back', async () => {
    await paused('torus-0');
    await countIs(0);
    const every = await web.page.$$eval('#add-main option', (list) => list.map((option) => option.value).filter((value) => value !== ''));
    assert.ok(every.includes('wind') && every.includes('goal') && !every.includes('mesh'), `${every}`);
    for (const kind of every) {
      await fill('#add-main', kind, 'change');
      await until((wanted) => [...document.querySelectorAll('[data-influence]')].at(-1)?.dataset.influence === wanted || document.querySelector('.notice') !== null, kind);
      assert.equal(await web.page.$('.notice'), null, kind);
    }
    assert.deepEqual(await kinds(), every);
    await web.page.$eval('[data-section=influences]', (section) => section.scrollIntoView());
    await shoot('influences');
    for (let left = every.length; left > 1; left--) {
      await press('[data-influence]:last-of-type [data-do=remove]');
      await countIs(left - 1);
    }
    await undo();
    await countIs(2);
    await undo();
    await countIs(3);
    assert.deepEqual(await kinds(), every.slice(0, 3));
    await press('[data-do=bounded]'); // takes the wall away
    await until(() => !globalThis.covey.viewer.state.value.bounded);
    assert.deepEqual(await kinds(), every.slice(0, 3).filter((kind) => kind !== 'wall'));
    await press('[data-do=bounded]');
    await until(() => globalThis.covey.viewer.state.value.bounded);
    await undo();
    await until(() => !globalThis.covey.viewer.state.value.bounded);
    assert.deepEqual(web.errors, []);
  });

  test('flocks are asked about each other; the caught are counted, and born elsewhere', async () => {
    await open(`#s=${deflateRawSync(Buffer.from(blind)).toString('base64url')}`);
    await until(() => document.querySelector('[data-control="let them flee"]') !== null);
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    await until(() => globalThis.covey.viewer.state.value?.runs === false);
    const told = () => web.page.$$eval('[data-about] > summary', (list) => list.map((line) => line.textContent));
    const becomes = (text) => until((wanted) => [...document.querySelectorAll('[data-about] > summary')].map((line) => line.textContent).includes(wanted), text);
    assert.deepEqual(await told(), ['about birds, besides the model: nothing', 'about hawks: nothing', 'about birds, besides the model: nothing', 'about hawks: nothing']);
    await press('[data-control="let them flee"]');
    await until(() => document.querySelector('[data-control="let them flee"]') === null);
    await becomes('about hawks: flee');
    const flee = '[data-about="about hawks"] [data-control=flee]';
    const weight = await web.page.$eval('[aria-label="about hawks: weight of flee"]', (field) => Number(field.value));
    assert.ok(weight > 0);
    await fill('[aria-label="about hawks: weight of flee"]', String(2 * weight), 'change');
    await until((wanted) => Math.abs(globalThis.covey.viewer.state.value.flocks[0].controls.find((row) => row.on).value - wanted) < 1e-6 * wanted, 2 * weight);
    const weightIs = (wanted) => until((to) => document.querySelector('[aria-label="about hawks: weight of flee"]').value === to, wanted);
    await press(flee);
    await weightIs('');
    await press(flee);
    await weightIs(String(2 * weight)); // it remembers its weight
    for (let k = 0; k < 4; k++) await undo();
    await until(() => document.querySelector('[data-control="let them flee"]') !== null);
    await web.page.$eval('[data-about="about hawks"]', (section) => (section.open = true));
    assert.ok(await web.page.$eval('[data-control="hard bodies"]', (box) => box.disabled), 'they have no bodies');
    assert.ok(await web.page.$eval('[data-control=birth]', (box) => box.disabled));
    await press('[data-control=catch]');
    await until(() => !document.querySelector('[data-control=birth]').disabled);
    await press('[data-control=birth]');
    await until(() => globalThis.covey.viewer.state.value.flocks[1].controls.filter((row) => row.on).length === 2);
    await web.page.$eval('.controls', (controls) => controls.scrollIntoView());
    await shoot('senses');
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    await until(() => Number.parseInt(document.querySelector('[data-control=caught]').textContent, 10) > 0);
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    await until(() => globalThis.covey.viewer.state.value?.runs === false);
    assert.equal((await state()).flocks[0].count, 80, 'another is born for each');
    const text = await web.page.evaluate(() => globalThis.covey.engine.session('main'));
    assert.match(text, /set flocks\.1\.catch \{radius: [^,]+, births: yes\}/);
    if (name === 'chromium') {
      await web.page.evaluate(axe);
      assert.deepEqual(await web.page.evaluate(async () => (await globalThis.axe.run()).violations.map((rule) => rule.id)), []);
    }
    await press('[data-control=catch]');
    await until(() => document.querySelector('[data-control=birth]').disabled);
    assert.deepEqual(web.errors, []);
  });

  test('each of many flocks is asked about one other at a time', async () => {
    const flocks = Array.from({ length: 10 }, (_, k) => `  - {name: f${k}, model: torus, count: 5}\n`).join('');
    await open(`#s=${deflateRawSync(Buffer.from(`space: {kind: torus, width: 600, height: 400}\nflocks:\n${flocks}`)).toString('base64url')}`);
    await until(() => globalThis.covey.viewer.shape.value?.flocks.length === 10 && document.querySelectorAll('[data-about]').length === 10);
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    const first = () => web.page.$eval('[data-about] > summary', (line) => line.textContent);
    assert.match(await first(), /^about f0.*: nothing$/);
    await fill('#about-main-0', '7', 'change');
    await until(() => /^about f7.*: nothing$/.test(document.querySelector('[data-about] > summary').textContent));
    await press('[data-about] [data-control=flee]');
    await until(() => /^about f7.*: flee$/.test(document.querySelector('[data-about] > summary').textContent));
    assert.match(await web.page.evaluate(() => globalThis.covey.engine.session('main')), /set flocks\.0\.sees\.f7 .*flee/);
    await fill('#about-main-0', '6', 'change');
    await until(() => /^about f6.*: nothing$/.test(document.querySelector('[data-about] > summary').textContent));
    assert.deepEqual(web.errors, []);
  });

  test('a scenario shows the sliders and texts of its own panel', async () => {
    await open(`#s=${deflateRawSync(Buffer.from(classes)).toString('base64url')}`);
    await until(() => document.querySelector('fieldset.own') !== null);
    const told = await web.page.$$eval('fieldset.own .item', (list) => list.map((item) => [item.querySelector('label')?.textContent ?? '', item.querySelector('p')?.textContent ?? '']));
    assert.deepEqual(told, [['', 'Set friendship to 0 and wait.'], ['friendship', 'The wish to be among others.'], ['alignment', ''], ['wind', '']]);
    const ends = await web.page.$eval('#item-main-1', (slider) => [slider.min, slider.max]);
    assert.deepEqual(ends.map(Number), [0, 30]);
    assert.ok(await web.page.$$eval('[id^=p-main-0]', (list) => list.length > 0 && list.every((slider) => slider.closest('details:not([open])') !== null)), 'all others are folded');
    await shoot('own-panel');
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    await until(() => globalThis.covey.viewer.state.value?.runs === false);
    await web.page.$eval('#item-main-1', (slider) => {
      slider.value = 4;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await until(() => globalThis.covey.viewer.state.value.panel.values[1] < 5);
    await web.page.$eval('#item-main-3', (slider) => {
      slider.value = -20;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await until(() => globalThis.covey.viewer.state.value.panel.values[3] < -15);
    const text = await web.page.evaluate(() => globalThis.covey.engine.session('main'));
    assert.match(text, /boids\.cohesion (4|3\.9)/);
    assert.match(text, /influences\.0\.x -(20|19\.9)/);
    await undo();
    await undo();
    await until(() => globalThis.covey.viewer.state.value.panel.values[1] === 10);
    assert.deepEqual(web.errors, []);
  });

  test('sliders of an influence are recorded, and a switch brings back what was', async () => {
    await paused('torus-0');
    await fill('#add-main', 'goal', 'change');
    await countIs(1);
    const weight = () => web.page.evaluate(() => {
      const { shape, state: values } = globalThis.covey.viewer;
      const row = shape.value.scene[0].params.findIndex((param) => param.name === 'weight' || param.unit === 'intent');
      return [row, shape.value.scene[0].params[row].name, values.value.scene[0].values[row]];
    });
    const [row, param, first] = await weight();
    assert.notEqual(first, 0);
    const id = await web.page.evaluate((wanted) => document.querySelector(`[data-influence] [id$="-${wanted}"]`).id, param);
    await fill(`#${id} + .typed`, `${2 * first}`, 'change');
    await until(([at, value]) => Math.abs(globalThis.covey.viewer.state.value.scene[0].values[at] - value) < 1e-9 * Math.abs(value), [row, 2 * first]);
    await press('[data-do=switch]');
    await until(() => !globalThis.covey.viewer.state.value.scene[0].on);
    assert.equal((await weight())[2], 0);
    await press('[data-do=switch]');
    await until(() => globalThis.covey.viewer.state.value.scene[0].on);
    assert.equal((await weight())[2], 2 * first);
    await undo();
    await undo();
    await undo();
    await until(([at, value]) => globalThis.covey.viewer.state.value.scene[0].values[at] === value, [row, first]);
    await press('[data-do=switch]');
    await until(() => !globalThis.covey.viewer.state.value.scene[0].on);
    const from = (await state()).step;
    for (let k = 1; k <= 2; k++) {
      await press('[data-button=step]');
      await until((goal) => globalThis.covey.viewer.state.value.step === goal, from + k);
    }
    const here = await state();
    const work = mkdtempSync(join(tmpdir(), 'covey-scene-'));
    const text = await web.page.evaluate(() => globalThis.covey.engine.session('main'));
    assert.match(text, /set influences.0 {kind: goal/);
    writeFileSync(join(work, 'scene.session'), text);
    const last = native(['run', '--replay', join(work, 'scene.session'), '--hash', '--quiet']).trim().split('\n').at(-1);
    rmSync(work, { recursive: true });
    assert.equal(last, `${here.step} ${here.hash}`);
  });

  test('obstacles and predators are cleared', async () => {
    await paused('torus-obstacles');
    assert.ok((await state()).influences > 0 && (await state()).flocks.length > 1);
    await press('[data-button="clear obstacles"]');
    await countIs(0);
    await press('[data-button="clear predators"]');
    await until(() => globalThis.covey.viewer.state.value.flocks.length === 1);
  });

  test('plots show what is chosen, of the flock that is chosen', async () => {
    await paused('torus-predators');
    const inked = (selector) => web.page.$eval(selector, (canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let k = 0; k < data.length; k += 4) seen.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
      return [seen.size, data.reduce((sum, byte, k) => (sum * 31 + byte * k) % 1000003, 7)];
    });
    await until(() => document.querySelector('[data-chart="3"]').width > 150);
    assert.ok((await inked('[data-chart="0"]'))[0] > 3);
    const before = await inked('[data-chart="1"]');
    await web.page.select('[aria-label="plot 2"]', await web.page.$eval('[aria-label="plot 2"]', (list) => [...list.options].find((option) => option.text === 'speeds').value));
    await until(() => globalThis.covey.viewer.state.value.plots[1].name === 'speeds');
    await web.page.waitForFunction(() => document.querySelector('[data-plot=speeds]') !== null, patience);
    await new Promise((resolve) => setTimeout(resolve, 400)); // drawn with the next states
    assert.notDeepEqual(await inked('[data-chart="1"]'), before);
    const flock = (await state()).plots[0].label;
    await web.page.select('#plotted-main', '1');
    await until(() => globalThis.covey.viewer.state.value.plotted === 1);
    await press('[data-button=step]');
    await until((text) => globalThis.covey.viewer.state.value.plots[0].label !== text, flock);
    await press('[data-button=enlarge]');
    await web.page.waitForSelector('.sheet.large [data-chart="-1"]', patience);
    await until(() => document.querySelector('.sheet.large canvas').width > 300);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok((await inked('.sheet.large canvas'))[0] > 3);
    await shoot('plots');
    if (name === 'chromium') {
      await web.page.evaluate(axe);
      assert.deepEqual(await web.page.evaluate(async () => (await globalThis.axe.run()).violations.map((rule) => rule.id)), []);
    }
    await press('.sheet.large .close');
    await until(() => document.querySelector('.sheet.large') === null);
  });

  test('the table of plots is saved as CSV', async () => {
    await paused('torus-0', 12); // measured twice, or more often
    const saved = web.page.evaluate(() => new Promise((resolve) => (globalThis.covey.engine.onSave = (path, bytes) => resolve([path, new TextDecoder().decode(bytes)]))));
    await press('[data-button=table]');
    const [path, text] = await saved;
    assert.match(path, /\.csv$/);
    const lines = text.trim().split('\n').filter((line) => !line.startsWith('#'));
    assert.match(lines[0], /polarization/);
    assert.equal(lines.at(-1).split(',').length, lines[0].split(',').length);
    assert.ok(lines.length > 2, text);
  });

  test('the selected agent is told in numbers, and restore takes changes back', async () => {
    await paused('torus-0');
    await web.page.evaluate(() => globalThis.covey.viewer.send({ type: 'select', rank: 0 }));
    await until(() => document.querySelector('.inspector')?.textContent.includes('alignment'));
    const rows = await web.page.$$eval('.inspector th', (list) => list.map((cell) => cell.textContent));
    for (const wanted of ['agent', 'place', 'speed', 'heading', 'neighbors', 'nearest', 'alignment']) assert.ok(rows.includes(wanted), `${rows}`);
    await web.page.$eval('.inspector', (table) => table.scrollIntoView());
    await shoot('inspector');
    const before = await web.page.evaluate(() => globalThis.covey.viewer.state.value.settings.camera);
    assert.equal(before, 0);
    await web.page.select('#camera', '2');
    await until(() => globalThis.covey.viewer.state.value.settings.camera === 2);
    assert.equal(await web.page.$eval('[data-do=restore]', (button) => button.disabled), true);
    await web.page.evaluate(() => globalThis.covey.viewer.order('set flocks.0.alignment 3'));
    await until(() => !document.querySelector('[data-do=restore]').disabled);
    await press('[data-do=restore]');
    await until(() => document.querySelector('[data-do=restore]').disabled);
    await undo();
    await until(() => !document.querySelector('[data-do=restore]').disabled);
  });
});
