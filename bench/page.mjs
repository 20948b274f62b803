// SPDX-License-Identifier: MIT
// How soon the page shows a moving flock, and how many frames a second it draws, in headless Chromium
// with OpenGL in software. Alone on a machine: node bench/page.mjs (after tools/web).
import { deflateRawSync } from 'node:zlib';
import { join } from 'node:path';
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

/** Frames that were drawn in five seconds, a second. */
async function rate(count, query, width, height) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(error.message));
  await page.setViewport({ width, height });
  await page.goto(address + query + link(count));
  await page.waitForFunction((n) => globalThis.covey?.viewer.state.value?.flocks[0]?.count === n, patience, count);
  await wait(2000);
  const seen = () => page.evaluate(() => ({ step: globalThis.covey.viewer.state.value.step, at: performance.now(), told: globalThis.covey.viewer.state.value.frame_rate }));
  const from = await seen();
  await wait(5000);
  const to = await seen();
  await page.close();
  return { steps: (1000 * (to.step - from.step)) / (to.at - from.at), frames: to.told };
}

try {
  const starts = [];
  for (let k = 0; k < 7; k++) starts.push(await start());
  starts.sort((a, b) => a.moving - b.moving);
  console.log(`first paint ${starts[3].ready.toFixed(0)} ms, moving ${starts[3].moving.toFixed(0)} ms (median of 7; worst ${starts[6].moving.toFixed(0)})`);
  for (const [query, title] of [['', 'WebGL2'], ['?plain', 'Canvas2D']])
    for (const count of query === '' ? [3000, 10000, 30000, 100000] : [3000, 10000]) {
      const { steps, frames } = await rate(count, query, 1280, 720);
      console.log(`${title} ${count} agents: ${frames.toFixed(1)} frames/s, ${steps.toFixed(1)} steps/s`);
    }
} finally {
  await browser.close();
  server.close();
}
