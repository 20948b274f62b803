// SPDX-License-Identifier: MIT
// The page in Chromium and Firefox: what people see and do, the same bits, and nothing that leaves
// the machine. Pictures of states go to COVEY_WEB_PICTURES if it is set.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { axe, inBrowsers, native, patience, random, read, student } from './support.mjs';

const frozen = new Map(
  read('tests/golden/presets.txt')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' ')),
);

const pack = (text) => deflateRawSync(Buffer.from(text)).toString('base64url');

inBrowsers((web) => {
  const { name, open, state, until, press, fill, shoot } = web;
  /** The px of the picture, red, green, blue in 24 bits. */
  const pixels = async () => {
    const text = await web.page.$eval('canvas[data-viewer=main]', (canvas) => {
      globalThis.covey.viewer.redraw();
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let letters = '';
      for (let k = 0; k < data.length; k += 4) letters += String.fromCharCode(data[k], data[k + 1], data[k + 2]);
      return btoa(letters);
    });
    const bytes = Buffer.from(text, 'base64');
    return Array.from({ length: bytes.length / 3 }, (_, k) => bytes.readUIntBE(3 * k, 3));
  };

  test('the page runs at once, asks nobody else, and throws nothing', async () => {
    await open();
    await until(() => globalThis.covey.viewer.state.value?.step > 5);
    assert.deepEqual([...web.asked].filter((origin) => !web.address.startsWith(origin)), []);
    assert.deepEqual(web.errors, []);
    const painted = new Set(await pixels()).size;
    assert.ok(painted > 20, `${painted} colors`);
    await shoot('play');
  });

  test('WebGL and the processor draw the same picture', async (t) => {
    const overlays = ['zones', 'neighbors', 'rules', 'trails', 'forces', 'grid', 'theme'];
    for (const preset of ['torus-predators', 'reynolds-3d']) {
      const found = [];
      for (const way of ['webgl', 'plain']) {
        await open(`?${way}#preset=${preset}`);
        await until(() => globalThis.covey.viewer.state.value?.step > 3);
        if ((await web.page.$eval('canvas[data-viewer=main]', (canvas) => canvas.dataset.painter)) !== way) return t.skip('there is no WebGL');
        await web.page.evaluate((names) => {
          const { viewer } = globalThis.covey;
          viewer.press('pause');
          viewer.send({ type: 'go', step: 3 });
          viewer.send({ type: 'select', rank: 3 });
          for (const name of names) viewer.setting(name, name === 'trails' ? 5 : 1);
        }, overlays);
        await until(() => globalThis.covey.viewer.state.value.step === 3 && globalThis.covey.viewer.state.value.settings.theme === 1);
        await new Promise((resolve) => setTimeout(resolve, 500)); // the picture is that of the state
        found.push(await pixels());
      }
      const far = (a, b) => [16, 8, 0].some((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) > 24);
      const others = found[0].filter((color, k) => far(color, found[1][k])).length;
      assert.equal(found[0].length, found[1].length);
      assert.ok(new Set(found[0]).size > 50);
      assert.ok(others < 0.0005 * found[0].length, `${preset}: ${others} of ${found[0].length} px differ`);
    }
  });

  test('pictures go on where the graphics card is lost, and when it comes back', async (t) => {
    await open('?webgl#preset=torus-0');
    await until(() => globalThis.covey.viewer.state.value?.step > 3);
    const canvases = (count) => until((wanted) => document.querySelectorAll('.stage canvas').length === wanted, count);
    const isThere = await web.page.$eval('canvas[data-viewer=main]', (canvas) => {
      globalThis.card = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
      globalThis.card?.loseContext();
      return globalThis.card !== undefined;
    });
    if (!isThere) return t.skip('there is no WebGL');
    await canvases(2);
    await until(() => {
      const canvas = document.querySelectorAll('.stage canvas')[1];
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 50;
    });
    await web.page.evaluate(() => globalThis.card.restoreContext());
    await canvases(1);
    assert.ok(new Set(await pixels()).size > 50);
    assert.deepEqual(web.errors, []);
  });

  test('every preset comes to its frozen state', async () => {
    await open();
    const found = await web.page.evaluate(
      async (names) => {
        const { engine } = globalThis.covey;
        const { Viewer } = { Viewer: globalThis.covey.viewer.constructor };
        const all = {};
        for (const [preset, steps] of names) {
          const viewer = new Viewer(engine, 'test');
          await viewer.open(preset, undefined, { speed: 60 });
          const done = new Promise((resolve) => (viewer.onPicture = resolve));
          viewer.frame(performance.now(), steps / 60);
          await done;
          all[preset] = viewer.state.value;
          viewer.close();
        }
        return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, [value.step, value.hash]]));
      },
      [...frozen.keys()].map((preset) => [preset, Math.min(60, Number(/^steps: (\d+)/m.exec(read(`scenarios/${preset}.yaml`))?.[1] ?? 60))]),
    );
    for (const [preset, hash] of frozen) assert.equal(found[preset][1], hash, `${preset} at step ${found[preset][0]}`);
  });

  test('time goes on where the screen tells pictures late', async () => {
    await open();
    const [steps, most] = await web.page.evaluate(async () => {
      const viewer = new globalThis.covey.viewer.constructor(globalThis.covey.engine, 'test');
      await viewer.open('torus-0', undefined, { speed: 60 }, false);
      const ask = async (now) => {
        const done = new Promise((resolve) => (viewer.onPicture = resolve));
        viewer.frame(now);
        await done;
      };
      await ask(5000);
      const from = viewer.state.value.step;
      for (let now = 5100; now <= 7000; now += 100) {
        await ask(now); // as an answer asks
        await ask(now - 1000); // as a busy screen does
      }
      await ask(7100);
      const { step } = viewer.state.value;
      viewer.close();
      return [step - from, 60 * 2.1];
    });
    assert.ok(steps > most / 4 && steps <= most + 1, `${steps} steps`);
  });

  test('a link opens to the same flock, here and natively', async () => {
    await open('#preset=torus-predators');
    await until(() => globalThis.covey.viewer.state.value?.step > 3);
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    await until(() => globalThis.covey.viewer.state.value?.runs === false);
    const from = (await state()).step;
    await web.page.evaluate(() => {
      globalThis.covey.viewer.order('set flocks.0.alignment 3');
      globalThis.covey.viewer.press('step');
      globalThis.covey.viewer.press('step');
    });
    await until((at) => globalThis.covey.viewer.state.value.step > at && globalThis.covey.viewer.state.value.buttons.undo.idle === false, from);
    await new Promise((resolve) => setTimeout(resolve, 1000)); // both steps are taken, and told
    const here = await state();
    await press('[data-do=link]');
    await until(() => location.hash.startsWith('#s='));
    const link = await web.page.evaluate(() => location.hash);
    assert.ok(link.length < 2000, `${link.length} characters`);
    const work = mkdtempSync(join(tmpdir(), 'covey-link-'));
    const text = await web.page.evaluate(() => globalThis.covey.engine.session('main'));
    writeFileSync(join(work, 'link.session'), text);
    const last = native(['run', '--replay', join(work, 'link.session'), '--hash', '--quiet']).trim().split('\n').at(-1);
    rmSync(work, { recursive: true });
    assert.equal(last, `${here.step} ${here.hash}`);
    await open(link);
    await until((goal) => globalThis.covey.viewer.state.value?.step >= goal, here.step);
    await web.page.evaluate(() => globalThis.covey.viewer.state.value.runs && globalThis.covey.viewer.press('pause'));
    await until(() => !globalThis.covey.viewer.state.value.runs);
    await web.page.evaluate((goal) => globalThis.covey.viewer.send({ type: 'go', step: goal }), here.step);
    await until((goal) => globalThis.covey.viewer.state.value.step === goal, here.step);
    assert.equal((await state()).hash, here.hash);
  });

  test('a flock that is too large for a page is left again', async () => {
    await open('#preset=torus-0');
    await until(() => globalThis.covey.viewer.state.value?.step > 0);
    await web.page.evaluate(() => globalThis.covey.viewer.order('set flocks.0.count 1000000'));
    // The button goes away with the step that takes long: it is pressed as soon as it is there.
    const presses = () => web.page.evaluate(() => void setInterval(() => document.querySelector('[data-do=give-up]')?.click(), 50));
    await Promise.all([web.page.waitForNavigation(patience), presses()]);
    await web.page.waitForSelector('html[data-ready]', patience);
    await until(() => globalThis.covey.viewer.state.value?.step > 3);
    await until(() => document.querySelector('[data-do=give-up]') === null); // a busy machine may have shown it anew
  });

  test('damaged links give a sentence and a flock', async () => {
    const draw = random(11);
    const good = pack(read('scenarios/torus-0.yaml'));
    const bad = ['', '!', 'AAAA', pack('flocks: [1'), pack('# covey session 2\nnothing'), good.slice(0, 40)];
    for (let k = 0; k < 20; k++) {
      const at = Math.floor(draw() * good.length);
      bad.push(good.slice(0, at) + 'Z-_x'[k % 4] + good.slice(at + 1 + (k % 3)));
    }
    await open();
    for (const packed of bad) {
      await web.page.evaluate((value) => (location.hash = `s=${value}`), packed);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await web.page.waitForFunction(() => globalThis.covey.viewer.state.value !== undefined);
    }
    await web.page.evaluate((value) => (location.hash = `s=${value}`), 'AAAA');
    await web.page.waitForSelector('.notice');
    assert.match(await web.page.$eval('.notice', (element) => element.textContent), /link is damaged/);
    assert.deepEqual(web.errors, []);
    await open('#s=AAAA');
    await until(() => globalThis.covey.viewer.state.value?.step > 2);
  });

  test('hands place, select and take back', async () => {
    await open();
    await until(() => globalThis.covey.viewer.state.value?.step > 2);
    await web.page.evaluate(() => globalThis.covey.viewer.press('pause'));
    const box = await web.page.$eval('canvas[data-viewer=main]', (canvas) => {
      const { x, y, width, height } = canvas.getBoundingClientRect();
      return { x, y, width, height };
    });
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await press('[data-tool=obstacle]');
    await web.page.mouse.move(x, y);
    await web.page.mouse.down();
    await web.page.mouse.move(x + 30, y + 10, { steps: 3 });
    await web.page.mouse.up();
    await until(() => globalThis.covey.viewer.state.value.influences === 1);
    await shoot('obstacle');
    await press('[data-tool=predator]');
    await web.page.mouse.click(x - 150, y - 80);
    await until(() => globalThis.covey.viewer.state.value.flocks.length === 2);
    await web.page.mouse.click(x, y); // on the obstacle: removes it
    await until(() => globalThis.covey.viewer.state.value.influences === 0);
    await press('[data-button=undo]');
    await until(() => globalThis.covey.viewer.state.value.influences === 1);
    await web.page.evaluate(() => globalThis.covey.viewer.send({ type: 'select', rank: 0 }));
    await until(() => document.querySelector('.inspector')?.textContent.includes('boids 0'));
  });

  test('a picture asked for before there is a world is not waited for', async () => {
    await open();
    const shown = await web.page.evaluate(async () => {
      const { engine, viewer } = globalThis.covey;
      const early = new viewer.constructor(engine, 'early');
      early.frame(performance.now());
      const drawn = new Promise((resolve) => {
        early.onPicture = () => resolve(true);
      });
      await early.open('torus-0');
      early.frame(performance.now());
      const late = new Promise((resolve) => setTimeout(() => resolve(false), 20000));
      const result = await Promise.race([drawn, late]);
      early.close();
      return result;
    });
    assert.ok(shown);
  });

  test('all by keyboard', async () => {
    await open();
    await until(() => globalThis.covey.viewer.state.value?.step > 2);
    await web.page.focus('canvas[data-viewer=main]');
    await web.page.keyboard.press(' ');
    await until(() => globalThis.covey.viewer.state.value.runs === false);
    await new Promise((resolve) => setTimeout(resolve, 500)); // the last step is taken, and told
    const { step } = await state();
    await web.page.keyboard.press('.');
    await until((from) => globalThis.covey.viewer.state.value.step === from + 1, step);
    await web.page.keyboard.press(',');
    await until((from) => globalThis.covey.viewer.state.value.step === from, step);
    await web.page.$eval('[data-tool=predator]', (button) => button.click());
    await web.page.focus('canvas[data-viewer=main]');
    await web.page.keyboard.down('Shift');
    await web.page.keyboard.press('ArrowLeft');
    await web.page.keyboard.up('Shift');
    await web.page.keyboard.press('Enter');
    await until(() => globalThis.covey.viewer.state.value.flocks.length === 2);
    await web.page.keyboard.down('Control');
    await web.page.keyboard.press('z');
    await web.page.keyboard.up('Control');
    await until(() => globalThis.covey.viewer.state.value.flocks.length === 1);
  });

  test('the time line goes back to the same bits', async () => {
    await open();
    await until(() => globalThis.covey.viewer.state.value?.step > 12);
    await web.page.evaluate(() => globalThis.covey.viewer.send({ type: 'go', step: 5 }));
    await until(() => globalThis.covey.viewer.state.value.step === 5);
    const hashes = native(['run', 'torus-0', '--steps', '5', '--hash', '--quiet']).trim().split('\n');
    assert.equal(`5 ${(await state()).hash}`, hashes.at(-1));
  });

  test('check names a mistake, and ends a loop', async () => {
    await open('#check');
    await web.page.waitForSelector('#case option');
    await fill('#output', '0.000 0.484 0.000 -0.125\n0.000 -0.484 0.000 0.125\n');
    await press('[data-do=check]');
    await web.page.waitForSelector('[data-verdict=right]', patience);
    await press('[data-mode=code]');
    await fill('#code', student());
    await press('[data-do=check-code]');
    await web.page.waitForSelector('[data-verdict=right]', patience);
    await fill('#code', student('in-place'));
    await press('[data-do=check-code]');
    await web.page.waitForSelector('[data-verdict=wrong]', patience);
    assert.match(await web.page.$eval('section pre', (element) => element.textContent), /in-place/);
    assert.equal((await web.page.$$('svg.frame')).length, 2);
    await shoot('check');
    await fill('#code', 'function step() { for (;;); }');
    await press('[data-do=check-code]');
    await web.page.waitForSelector('[role=alert]', patience);
    assert.match(await web.page.$eval('[role=alert]', (element) => element.textContent), /ended after 5 seconds/);
    await fill('#code', 'function step() { return 1; }');
    await press('[data-do=check-code]');
    await until(() => /step\(\) gave/.test(document.querySelector('[role=alert]')?.textContent ?? ''));
  });

  test('code of a stranger has the language alone, and can say one thing only', async () => {
    let asked = 0;
    const other = createServer((_, response) => {
      asked++;
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end('');
    });
    await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
    await open('#check');
    await web.page.waitForSelector('#case option');
    await press('[data-mode=code]');
    let before = '';
    const said = async (code) => {
      await fill('#code', code);
      await press('[data-do=check-code]');
      await until((last) => ![undefined, last].includes(document.querySelector('[role=alert]')?.textContent), before);
      return (before = await web.page.$eval('[role=alert]', (element) => element.textContent));
    };
    const names = `const all = [];
for (let place = globalThis; place && place !== Object.prototype; place = Object.getPrototypeOf(place)) all.push(...Object.getOwnPropertyNames(place));`;
    const left = await said(`${names}\nfunction step() { throw new Error(all.join(' ')); }`);
    assert.ok(left.includes('Math') && left.includes('globalThis'), left);
    for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'caches', 'indexedDB', 'navigator', 'Worker', 'postMessage', 'importScripts', 'BroadcastChannel', 'WebAssembly', 'setTimeout', 'location', 'onmessage', 'constructor'])
      assert.ok(!left.split(' ').includes(name), `${name} is left: ${left}`);
    const address = `http://127.0.0.1:${other.address().port}/x.js`;
    assert.match(await said(`const told = await import('${address}').then(() => 'loaded', () => 'refused');\nfunction step() { throw new Error(told); }`), /refused/);
    other.close();
    assert.equal(asked, 0);
    assert.match(await said('}); } function Object() {} function step() { {{ ('), /SyntaxError|no JavaScript/);
    assert.match(await said('Array.prototype.map = () => 5; function step() {}'), /step\(\) failed/);
    assert.match(await said('const takeStep = 1;'), /no function named step/);
    assert.ok((await said(`function step() { throw new Error('x'.repeat(1e8)); }`)).length <= 1000);
    assert.match(await said('throw new RangeError("at once"); function step() {}'), /at once/);
    assert.deepEqual(web.errors.filter((text) => !text.startsWith('Content-Security-Policy')), []);
  });

  test('every lesson does what its buttons say', async () => {
    await open('#learn');
    for (let k = 1; k <= 8; k++) {
      await web.page.evaluate((number) => (location.hash = `learn/${number}`), k);
      await web.page.waitForFunction((number) => document.querySelector('h1')?.textContent.startsWith(`${number}.`), patience, k);
      await web.page.waitForSelector('.try', patience);
      await web.page.waitForSelector('canvas[data-step]', patience);
      for (const button of await web.page.$$('.try')) {
        await button.evaluate((element) => element.click());
        await new Promise((resolve) => setTimeout(resolve, 120));
        const said = await web.page.$$eval('.notice', (list) => list.map((element) => element.textContent));
        assert.deepEqual(said, [], `lesson ${k}`);
      }
      assert.deepEqual(web.errors, []);
      if (k === 2) await shoot('lesson');
    }
  });

  test('two flocks keep the same step', async () => {
    await open('#compare');
    await until(() => [...document.querySelectorAll('canvas')].every((canvas) => Number(canvas.dataset.step) > 20));
    const steps = await web.page.$$eval('canvas', (list) => list.map((canvas) => Number(canvas.dataset.step)));
    assert.ok(Math.abs(steps[0] - steps[1]) <= 4, `${steps}`);
    await shoot('compare');
  });

  test('tracks and cases are opened like flocks', async () => {
    await open();
    const work = mkdtempSync(join(tmpdir(), 'covey-open-'));
    const rows = Array.from({ length: 90 }, (_, k) => `${k},7,${k},0\n`);
    writeFileSync(join(work, 'own.csv'), `t,id,x,y\n${rows.join('')}`);
    writeFileSync(join(work, 'two.in'), '1 0 0 0 1 0 0 2  0 0.5 0 0  0 -0.5 0 0  0.125 0.25\n');
    const input = await web.page.waitForSelector('[data-do=file]', patience);
    await input.uploadFile(join(work, 'own.csv'));
    await until(() => globalThis.covey.viewer.state.value.recorded);
    await until(() => document.querySelector('fieldset') === null || document.querySelector('fieldset').disabled);
    await until(() => globalThis.covey.viewer.state.value.step > 5);
    await input.uploadFile(join(work, 'two.in'));
    await until(() => !globalThis.covey.viewer.state.value.recorded && globalThis.covey.viewer.shape.value.flocks[0].model === 'formal');
    const opened = await state();
    assert.deepEqual([opened.step, opened.end, opened.runs], [0, 2, false]);
    await shoot('case');
    rmSync(work, { recursive: true });
  });

  test('a file of tracks is played and measured', async () => {
    await open('#tracks');
    await press('[data-do=example]');
    await web.page.waitForSelector('[data-told=tracks]', patience);
    await until(() => Number(document.querySelector('.tracks canvas').dataset.frame) > 3);
    const told = await web.page.$$eval('.tracks figcaption', (list) => list.map((element) => element.textContent));
    assert.ok(told.includes('milling: 0.999') || told.includes('milling: 1.00'), `${told}`);
    assert.ok(told.includes('clusters: 1.00'), `${told}`);
    await shoot('tracks');
    const input = await web.page.$('input[type=file]');
    const work = mkdtempSync(join(tmpdir(), 'covey-tracks-'));
    writeFileSync(join(work, 'wrong.csv'), 'id,frame,x,y\n0,0,1,two\n');
    await input.uploadFile(join(work, 'wrong.csv'));
    await web.page.waitForSelector('[role=alert]', patience);
    assert.match(await web.page.$eval('[role=alert]', (element) => element.textContent), /two/);
    rmSync(work, { recursive: true });
  });

  for (const [title, width, height] of [
    ['desktop', 1280, 720],
    ['phone', 360, 640],
  ])
    test(`every page can be used on a ${title}`, async () => {
      for (const hash of ['', '#presets', '#learn/1', '#check', '#compare', '#tracks']) {
        await open(hash, { width, height });
        await new Promise((resolve) => setTimeout(resolve, hash === '#presets' ? 1500 : 300));
        const wide = await web.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${hash || 'play'}: ${wide} px too wide`);
        await shoot(`${title}-${hash.replace(/\W/g, '') || 'play'}`);
        if (name !== 'chromium') continue; // the elements are the same
        await web.page.evaluate(axe);
        const found = await web.page.evaluate(async () => (await globalThis.axe.run()).violations.map((row) => `${row.id}: ${row.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`));
        assert.deepEqual(found, [], hash || 'play');
      }
    });

  test('those who want little motion see flocks at rest until they run them', { skip: name !== 'chromium' && 'only Chromium can be told so' }, async () => {
    await open('#preset=torus-1');
    await web.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const steps = () => web.page.$$eval('canvas[data-step]', (list) => list.map((canvas) => Number(canvas.dataset.step)));
    for (const [hash, count] of [['#preset=torus-0', 1], ['#preset=vicsek-ordered', 1], ['#learn/2', 1], ['#compare', 2]]) {
      await web.page.evaluate((value) => (location.hash = value), hash);
      await until((number) => document.querySelectorAll('canvas[data-step="0"]').length === number, count);
      await new Promise((resolve) => setTimeout(resolve, 600));
      assert.deepEqual(await steps(), Array(count).fill(0), hash);
    }
    await press('[data-do=both]');
    await until(() => [...document.querySelectorAll('canvas')].every((canvas) => Number(canvas.dataset.step) > 5));
    await web.page.goto(`${web.address}embed.html?preset=torus-0`);
    await web.page.waitForFunction(() => document.querySelector('covey-flock')?.shadowRoot?.querySelector('canvas')?.dataset.step === '0', patience);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(await web.page.evaluate(() => document.querySelector('covey-flock').shadowRoot.querySelector('canvas').dataset.step), '0');
  });

  test('a link with a damaged name gets a sentence, and the page works', async () => {
    for (const hash of ['#preset=%ZZ', '#preset=%', '#preset=torus-0%E0%A4%A', '#preset=nosuch']) {
      await open(hash);
      await until(() => globalThis.covey.viewer.state.value?.step > 1);
      const said = await web.page.$eval('.notices', (element) => element.textContent);
      assert.match(said, hash.includes('%') ? /the name of its preset/ : /nosuch/, hash);
      await web.page.evaluate(() => (location.hash = 'presets'));
      await web.page.waitForSelector('main h1', patience);
    }
  });

  test('what is typed stays until it is done, though the flock runs', async () => {
    await open('#preset=torus-0');
    await until(() => globalThis.covey.viewer.state.value?.runs);
    for (const field of await web.page.$$('.panel input[type=text]:enabled')) {
      if (!(await field.isVisible())) continue;
      await field.evaluate((element) => (element.focus(), element.select()));
      await web.page.keyboard.type('12');
      const step = (await state()).step;
      await until((last) => globalThis.covey.viewer.state.value.step > last + 10, step);
      await web.page.keyboard.type('3');
      assert.equal(await field.evaluate((element) => element.value), '123', await field.evaluate((element) => element.ariaLabel));
      await web.page.keyboard.press('Escape');
      await field.evaluate((element) => element.blur());
    }
    const typed = await web.page.$('input[aria-label="alignment, typed"]');
    await typed.evaluate((element) => (element.focus(), element.select()));
    await web.page.keyboard.type('0.25\n');
    await until(() => globalThis.covey.viewer.state.value.flocks[0].values.includes(0.25));
    assert.deepEqual(web.errors, []);
  });

  test('a wall is drawn by keys and by taps, and ended', async () => {
    await open('#preset=torus-0');
    await until(() => globalThis.covey.viewer.state.value?.runs);
    const influences = async () => (await state()).influences;
    const corner = async (x, y) => {
      const box = await (await web.page.$('canvas[data-viewer=main]')).boundingBox();
      await web.page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    };
    const end = { key: () => web.page.keyboard.press('Enter'), tap: () => press('[data-do=end-wall]') };
    for (const way of ['key', 'tap']) {
      const before = await influences();
      await press('[data-do=wall]');
      await web.page.waitForSelector('[data-do=end-wall]', patience);
      await corner(0.3, 0.3);
      await corner(0.6, way === 'key' ? 0.3 : 0.6);
      await web.page.focus('canvas[data-viewer=main]');
      await end[way]();
      await until((count) => globalThis.covey.viewer.state.value.influences === count + 1, before);
      await until(() => document.querySelector('[data-do=end-wall]') === null);
    }
  });

  test('the flock is reached within three presses of Tab', async () => {
    await open('#preset=torus-0');
    await web.page.keyboard.press('Tab');
    await web.page.keyboard.press('Enter');
    assert.equal(await web.page.evaluate(() => document.activeElement?.dataset.viewer), 'main');
  });

  test('files that the page cannot read get a sentence of what they are, wherever they are dropped', async () => {
    const drop = (bytes, name) =>
      web.page.evaluate(
        ({ text, named }) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], named));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        { text: bytes, named: name },
      );
    for (const hash of ['#preset=torus-0', '#tracks']) {
      await open(hash);
      for (const [bytes, name, what] of [
        ['\x89HDF\r\n\x1a\n\0\0', 'run.h5md', /an HDF5 file/],
        ['\x89PNG\r\n\x1a\n\0\0', 'flock.png', /a picture \(PNG\)/],
        ['a\0b', 'x.dat', /no text/],
      ]) {
        await drop(bytes, name);
        await until((pattern) => new RegExp(pattern).test(document.body.textContent), what.source);
      }
    }
    await drop('id,frame,x,y\n1,0,0,0\n1,1,1,0\n', 'tracks.csv');
    await until(() => document.querySelector('canvas')?.getAttribute('aria-label') === 'Tracks of tracks.csv');
    assert.deepEqual(web.errors, []);
  });

  test('a film is recorded and can be played', async () => {
    await open('#preset=torus-0');
    await until(() => globalThis.covey.viewer.state.value?.runs);
    await web.page.evaluate(() => {
      const made = URL.createObjectURL;
      globalThis.films = [];
      URL.createObjectURL = (blob) => (globalThis.films.push(blob), made(blob));
      HTMLAnchorElement.prototype.click = () => undefined; // nothing is downloaded
    });
    await press('[data-do=film]');
    await until(() => document.querySelector('[data-do=film]').textContent === 'end film');
    await new Promise((resolve) => setTimeout(resolve, 3000)); // the length of the film
    await press('[data-do=film]');
    await until(() => globalThis.films.length === 1);
    const film = await web.page.evaluate(async () => {
      const video = Object.assign(document.createElement('video'), { muted: true, src: URL.createObjectURL(globalThis.films[0]) });
      await video.play();
      await new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }));
      return { size: globalThis.films[0].size, width: video.videoWidth, length: video.currentTime };
    });
    assert.ok(film.size > 10000 && film.width > 300 && film.length > 1, JSON.stringify(film));
    assert.equal(await web.page.$eval('[data-do=film]', (button) => button.textContent), 'film');
    assert.deepEqual(web.errors, []);
  });

  test('an element of another page shows a flock', async () => {
    await web.page?.close();
    web.page = await web.browser.newPage();
    await web.page.goto(`${web.address}embed.html?preset=couzin-mill&theme=dark&controls=`);
    await web.page.waitForFunction(() => Number(document.querySelector('covey-flock')?.shadowRoot?.querySelector('canvas')?.dataset.step) >= 0, patience);
    assert.equal(await web.page.evaluate(() => document.querySelector('covey-flock').shadowRoot.querySelectorAll('button').length), 3);
    await shoot('embed');
    await web.page.goto(`${web.address}embed.html?preset=nosuch`);
    await web.page.waitForFunction(() => /nosuch/.test(document.querySelector('covey-flock')?.shadowRoot?.querySelector('p:not([hidden])')?.textContent), patience);
    await shoot('embed-nosuch');
  });
});
