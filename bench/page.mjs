// SPDX-License-Identifier: MIT
// How soon the page shows a moving flock, how many frames a second it draws, and what time of the
// processor a frame takes in all processes of the browser, in headless Chromium with OpenGL in
// software: as the page draws by itself there, by WebGL, and on a plain canvas.
// Alone on a machine: node bench/page.mjs (after tools/web).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { serve } from '../apps/web/serve.mjs';
import { browsers, folder, launch, patience, read } from '../tests/web/support.mjs';

/** The preset torus-0 with more boids at the same density, as a link holds it. */
function link(count) {
  const [width, height] = [1500, 1000].map((side) => Math.round(side * Math.sqrt(count / 200)));
  const scenario = read('scenarios/torus-0.yaml')
    .replace('width: 1500, height: 1000', `width: ${width}, height: ${height}`)
    .replace('count: 200', `count: ${count}`);
  return `#s=${deflateRawSync(scenario).toString('base64url')}`;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const { server, address } = await serve(join(folder, 'page'), 0, '/');
const browser = await launch({ headless: true, ...browsers.chromium });

/** Milliseconds from the start of loading, without caches, to the first and to a moving picture. */
async function start() {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  await page.setCacheEnabled(false);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => globalThis.covey?.viewer.state.value?.step >= 2, { ...patience, polling: 'raf' });
  const moving = await page.evaluate(() => performance.now());
  const ready = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  await context.close();
  return { ready, moving };
}

/** Milliseconds that the browser's processes have had of the processor. */
function spent() {
  const rows = new Map(); // by id: the parent, and the time in hundredths of a second
  for (const id of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)))
    try {
      const row = readFileSync(`/proc/${id}/stat`, 'latin1');
      const fields = row.slice(row.lastIndexOf(')') + 2).split(' ');
      rows.set(Number(id), { parent: Number(fields[1]), time: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It has ended meanwhile.
    }
  const isOurs = (id) => id === browser.process().pid || (rows.has(id) && isOurs(rows.get(id).parent));
  return 10 * [...rows].reduce((sum, [id, row]) => sum + (isOurs(id) ? row.time : 0), 0);
}

/** What is drawn in five seconds. */
async function rate(count, query, width, height) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(error.message));
  await page.setViewport({ width, height });
  await page.goto(address + query + link(count));
  await page.waitForFunction((n) => globalThis.covey?.viewer.state.value?.flocks[0]?.count === n, patience, count);
  await wait(2000);
  await page.evaluate(() => {
    const { viewer } = globalThis.covey;
    const draw = viewer.onPicture;
    globalThis.drawn = 0;
    viewer.onPicture = (reply) => {
      draw(reply);
      globalThis.drawn++;
    };
  });
  const seen = () => page.evaluate(() => ({ step: globalThis.covey.viewer.state.value.step, at: performance.now(), drawn: globalThis.drawn }));
  const [from, before] = [await seen(), spent()];
  await wait(5000);
  const [to, after] = [await seen(), spent()];
  await page.close();
  const seconds = (to.at - from.at) / 1000;
  const frames = to.drawn - from.drawn;
  return { steps: (to.step - from.step) / seconds, frames: frames / seconds, time: (after - before) / frames };
}

try {
  const starts = [];
  for (let k = 0; k < 7; k++) starts.push(await start());
  starts.sort((a, b) => a.moving - b.moving);
  console.log(`first paint ${starts[3].ready.toFixed(0)} ms, moving ${starts[3].moving.toFixed(0)} ms (median of 7; worst ${starts[6].moving.toFixed(0)})`);
  for (const [query, title, counts] of [
    ['', 'by itself', [3000, 10000, 30000, 100000]],
    ['?webgl', 'WebGL 2', [3000, 10000, 30000]],
    ['?plain', 'Canvas2D', [3000, 10000]],
  ])
    for (const count of counts) {
      const { steps, frames, time } = await rate(count, query, 1280, 720);
      console.log(`${title}, ${count} agents: ${frames.toFixed(1)} frames/s, ${steps.toFixed(1)} steps/s, ${time.toFixed(1)} ms of the processor a frame`);
    }
} finally {
  await browser.close();
  server.close();
}
