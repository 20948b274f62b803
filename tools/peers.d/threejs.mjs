// SPDX-License-Identifier: MIT
// Steps of the birds of three.js for tools/peers: node threejs.mjs CHECKOUT NAME=VALUE...
//
// The two shaders of the page examples/webgl_gpgpu_birds.html run as glsl.mjs reads them, in double
// precision; the page's graphics card has single. Birds fill a square texture. Velocities are covey's:
// a bird moves by 15 times the shader's. The pointer is far away. With before=1 a bird moves by the
// velocity before the step, as pages with GPUComputationRenderer have it, or else by that after it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from './frames.mjs';
import { compile } from './glsl.mjs';

const [checkout, ...words] = process.argv.slice(2);
const given = Object.fromEntries(words.map((word) => word.split('=')).map(([name, value]) => [name, Number(value)]));
const page = readFileSync(join(checkout, 'examples/webgl_gpgpu_birds.html'), 'utf8');
const shader = (id) => new RegExp(`<script id="${id}"[^>]*>([^]*?)</script>`).exec(page)[1];
const FACTOR = 15;

const distances = {};
for (const name of ['seperation', 'alignment', 'cohesion'])
  distances[`${name}Distance`] = given[name] ?? Number(new RegExp(`${name}: ([\\d.]+)`).exec(page)[1]);

let velocityOf, positionOf;

/** One step of the birds of these rows, in lines. */
function step(rows) {
  const side = Math.sqrt(rows.length);
  const constants = { WIDTH: side, BOUNDS: 800, resolution: [side, side] };
  const texts = ['Velocity', 'Position'].map((kind) => shader(`fragmentShader${kind}`).replace(/uniform vec2 resolution;/, ''));
  [velocityOf, positionOf] = velocityOf ? [velocityOf, positionOf] : texts.map((text) => compile(text, constants));
  const texture = (texels) => ({ side, texels });
  const at = (i) => [(i % side) + 0.5, Math.floor(i / side) + 0.5];
  const texturePosition = texture(rows.map(([x, y, z]) => [x, y, z, 0]));
  const textureVelocity = texture(rows.map(([, , , vx, vy, vz]) => [vx / FACTOR, vy / FACTOR, vz / FACTOR, 1]));
  const env = { ...distances, delta: given.dt, time: 0, testing: 0, freedomFactor: 0, predator: [1e4, 1e4, 0], texturePosition };
  const velocities = rows.map((_, i) => velocityOf({ ...env, textureVelocity, gl_FragCoord: at(i) }));
  const moving = given.before ? textureVelocity : texture(velocities);
  return rows.map((_, i) => {
    const place = positionOf({ ...env, textureVelocity: moving, gl_FragCoord: at(i) }).slice(0, 3);
    return [...place, ...velocities[i].slice(0, 3).map((v) => v * FACTOR)].join(' ');
  });
}

await answer(step);
