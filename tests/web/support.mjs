// SPDX-License-Identifier: MIT
// What tests of the package and the page share.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { serve } from '../../apps/web/serve.mjs';

export const folder = resolve(process.env.COVEY_WEB_FOLDER ?? 'build/web/js');
export const program = resolve(process.env.COVEY_PROGRAM ?? 'build/dev/covey');
export const read = (name) => readFileSync(resolve(name), 'utf8');

const require = createRequire(new URL('../../apps/web/package.json', import.meta.url));
export const { launch } = (await import(require.resolve('puppeteer-core'))).default;
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const pictures = process.env.COVEY_WEB_PICTURES;
export const patience = { timeout: 240000 }; // on a busy machine
const protocolTimeout = 2 * patience.timeout; // a wait is one answer of the browser: it fails by its own time, and then says why
/** The browsers that pages are tested in, those that there are. */
export const browsers = {
  chromium: {
    protocolTimeout,
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
  },
  firefox: { protocolTimeout, browser: 'firefox', executablePath: '/usr/bin/firefox-esr' },
};

/** Output of the native program; its exit code does not matter where `any` is set. */
export function native(options, input = '', any = false) {
  if (any) return spawnSync(program, options, { input, encoding: 'utf8' }).stdout;
  return execFileSync(program, options, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Numbers that are the same in every run. */
export function random(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Three decimals, ties to even, as C prints them. */
export function fixed(value) {
  const isTie = Math.abs(value * 16) % 2 === 1; // then 1000 times it is a whole number and a half
  const below = Math.floor(Math.abs(value) * 1000);
  const text = (isTie ? (Math.sign(value) * (below + (below % 2))) / 1000 : value).toFixed(3);
  return text === '-0.000' ? '0.000' : text;
}

/** The formal assignment in JavaScript, as a student may write it; `slip` names a mistake. */
export const student = (slip = '') => `
const slip = '${slip}';
function step(agents, parameters, dt) {
  const { r_c, r_s, F_Smax, r_a, K_c, K_s, K_a } = parameters;
  const all = agents;
  const next = [];
  for (let i = 0; i < all.length; i++) {
    const a = all[i];
    let [cx, cy, cn, sx, sy, ax, ay, an] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let j = 0; j < all.length; j++) {
      const b = all[j];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const d = Math.sqrt(dx * dx + dy * dy);
      if (d <= r_a && (j !== i || slip !== 'alignment-without-self')) { ax += b.vx; ay += b.vy; an++; }
      if (j === i && slip !== 'cohesion-with-self') continue;
      if (d <= r_c) { cx += b.x; cy += b.y; cn++; }
      if (j !== i && d > 0 && d <= r_s) { sx -= dx / d / d; sy -= dy / d / d; }
    }
    let [fx, fy] = [0, 0];
    if (cn > 0 && r_c > 0) { fx += K_c * (cx / cn - a.x) / r_c; fy += K_c * (cy / cn - a.y) / r_c; }
    const length = Math.sqrt(sx * sx + sy * sy);
    if (length > F_Smax) { sx *= F_Smax / length; sy *= F_Smax / length; }
    fx += K_s * sx; fy += K_s * sy;
    if (an > 0) { fx += K_a * ax / an; fy += K_a * ay / an; }
    const h = slip === 'no-dt' ? 1 : dt;
    const [vx, vy] = [a.vx + fx * h, a.vy + fy * h];
    const moved = slip === 'old-velocity' ? { x: a.x + a.vx * dt, y: a.y + a.vy * dt, vx, vy } : { x: a.x + vx * dt, y: a.y + vy * dt, vx, vy };
    next.push(moved);
    if (slip === 'in-place') all[i] = moved;
  }
  return next;
}`;
export const slips = ['in-place', 'old-velocity', 'no-dt', 'alignment-without-self', 'cohesion-with-self'];

// ---- Pages ----

/** Runs tests in each browser: `body` gets what opens pages and looks at them. */
export function inBrowsers(body) {
  for (const [name, options] of Object.entries(browsers))
    describe(name, { skip: !existsSync(options.executablePath) && `there is no ${options.executablePath}` }, () => {
      const web = new Web(name);
      before(() => web.begin(options));
      after(() => web.end());
      body(web);
    });
}

class Web {
  constructor(name) {
    this.name = name;
  }

  async begin(options) {
    ({ server: this.server, address: this.address } = await serve(join(folder, 'page'), 0, '/some/folder/'));
    this.browser = await launch({ headless: true, ...options });
  }

  async end() {
    await this.browser?.close();
    this.server?.close();
  }

  /** A new page at a hash, once the flock is there. */
  open = async (hash = '', { width = 1280, height = 720 } = {}) => {
    await this.page?.close();
    this.page = await this.browser.newPage();
    this.asked = new Set();
    this.errors = [];
    this.page.on('request', (request) => this.asked.add(new URL(request.url()).origin.replace('null', this.address)));
    this.page.on('pageerror', (error) => this.errors.push(error.message));
    this.page.on('error', (error) => this.errors.push(error.message)); // the browser has lost the page
    await this.page.bringToFront(); // behind another tab no picture is asked for
    await this.page.setViewport({ width, height });
    await this.page.goto(this.address + hash);
    await this.page.waitForSelector('html[data-ready]', patience);
  };

  state = () => this.page.evaluate(() => globalThis.covey.viewer.state.value);
  until = async (condition, ...values) => {
    try {
      return await this.page.waitForFunction(condition, { ...patience, polling: 50 }, ...values);
    } catch (error) {
      throw new Error(`${error.message}, for ${condition}: ${await this.describe()}`, { cause: error });
    }
  };
  /** What the page was at when a wait was in vain, as JSON. */
  describe = async () => {
    const looks = this.page.evaluate(async () => {
      const { viewer, engine } = globalThis.covey;
      const asked = new Promise((resolve) => requestAnimationFrame(() => resolve(true)));
      const late = new Promise((resolve) => setTimeout(() => resolve(false), 3000));
      return {
        step: viewer.state.value?.step,
        runs: viewer.state.value?.runs,
        message: viewer.state.value?.message,
        waitsForPicture: viewer.isBusy,
        silence: engine.silence.value,
        crashed: engine.crashed.value,
        notice: document.querySelector('.notice')?.textContent,
        visible: document.visibilityState,
        screenAsks: await Promise.race([asked, late]),
        seconds: performance.now() / 1000,
      };
    });
    const silent = new Promise((resolve) => setTimeout(() => resolve('the page does not answer'), 20000).unref());
    const found = await Promise.race([looks.catch((error) => error.message), silent]);
    return JSON.stringify({ found, errors: this.errors });
  };
  /** Presses what a selector finds, as a hand or a reader of screens does. */
  press = (selector) => this.page.$eval(selector, (element) => element.click());
  shoot = async (title) => {
    if (pictures !== undefined) await this.page.screenshot({ path: join(pictures, `${this.name}-${title}.png`) });
  };
  /** Gives a field a value, and tells of it by an event. */
  fill = (selector, text, event = 'input') =>
    this.page.$eval(
      selector,
      (field, value, kind) => {
        field.value = value;
        field.dispatchEvent(new Event(kind, { bubbles: true }));
      },
      text,
      event,
    );
}
