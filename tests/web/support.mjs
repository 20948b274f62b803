// SPDX-License-Identifier: MIT
// What tests of the package and the page share.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

export const folder = resolve(process.env.COVEY_WEB_FOLDER ?? 'build/web/js');
export const program = resolve(process.env.COVEY_PROGRAM ?? 'build/dev/covey');
export const read = (name) => readFileSync(resolve(name), 'utf8');

const require = createRequire(new URL('../../apps/web/package.json', import.meta.url));
export const { launch } = (await import(require.resolve('puppeteer-core'))).default;
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const pictures = process.env.COVEY_WEB_PICTURES;
export const patience = { timeout: 60000 };
export const browsers = {
  chromium: {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
  },
  firefox: { browser: 'firefox', executablePath: '/usr/bin/firefox-esr' },
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
