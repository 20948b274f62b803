// SPDX-License-Identifier: MIT
// Steps of cubedhuang's boids for tools/peers: node cubedhuang.mjs CHECKOUT NAME=VALUE...
//
// The page's scripts run as they are in a context without a page: documents, pictures and the
// window are stand-ins that take every call and do nothing, and random numbers are the same each
// time. NAME=VALUE sets an option of the page; others keep its initial values. Its frame moves boids
// by accelerations that the frame before left, and then makes new ones; a step here is that of
// one state: accelerations, then the move. A boid decides by a state alone, so that both orders are
// the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { answer } from './frames.mjs';

const [checkout, ...words] = process.argv.slice(2);
const given = Object.fromEntries(words.map((word) => word.split('=')).map(([name, value]) => [name, Number(value)]));

/** Anything: called, constructed, read or written, it is itself. A list of elements is empty. */
const nothing = new Proxy(function nothing() {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : name === 'querySelectorAll' ? () => [] : nothing),
  set: () => true,
  apply: () => nothing,
  construct: () => nothing,
});

const context = vm.createContext({
  document: nothing,
  PIXI: nothing,
  window: { innerWidth: given.width || 1e4, innerHeight: given.height || 1e4, devicePixelRatio: 1 },
});
vm.runInContext('let seed = 1; Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;', context);
for (const name of ['v2d', 'util', 'opt', 'boid', 'flock', 'main'])
  vm.runInContext(readFileSync(join(checkout, 'js', `${name}.js`), 'utf8'), context, { filename: `${name}.js` });

const { opt, g, flock } = vm.runInContext('({ opt, g, flock })', context);
for (const [name, value] of Object.entries(given)) if (name in opt) opt[name] = value;
g.delta = given.dt;
g.sqVis = opt.vision * opt.vision;
g.noiseRange = (Math.PI / 80) * opt.noise;

/** One step of the boids of these rows, in lines. */
function step(rows) {
  opt.boids = rows.length;
  flock.resize(rows.length);
  rows.forEach(([x, y, , vx, vy], i) => {
    flock.boids[i].set(x, y);
    flock.boids[i].vel.set(vx, vy);
  });
  flock.organize();
  for (const boid of flock.boids) {
    boid.flock(flock);
    boid.interact();
  }
  for (const boid of flock.boids) boid.update();
  return flock.boids.map((boid) => `${boid.x} ${boid.y} 0 ${boid.vel.x} ${boid.vel.y} 0`);
}

await answer(step);
