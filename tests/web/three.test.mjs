// SPDX-License-Identifier: MIT
// The example of three.js: fish are on the screen, where covey has them.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { serve } from '../../apps/web/serve.mjs';
import { browsers, folder, launch, patience, pictures } from './support.mjs';

const three = resolve(folder, '../three/node_modules/three/build');
const { executablePath } = browsers.chromium;
const missing = [three, executablePath].find((path) => !existsSync(path));

test('a school swims in an instanced mesh', { skip: missing && `there is no ${missing}`, ...patience }, async () => {
  const site = mkdtempSync(join(tmpdir(), 'covey-three-'));
  cpSync('examples/three', site, { recursive: true });
  cpSync(three, join(site, 'three'), { recursive: true });
  cpSync(join(folder, 'package/dist'), join(site, 'covey'), { recursive: true });
  const { server, address } = await serve(site, 0, '/');
  const browser = await launch({ headless: true, ...browsers.chromium });
  try {
    const page = await browser.newPage();
    const failures = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await page.setViewport({ width: 640, height: 400 });
    await page.goto(address);
    await page.waitForFunction(() => globalThis.shown?.world.steps > 10, patience);
    const found = await page.evaluate(() => {
      const { world, fish, renderer, draw } = globalThis.shown;
      renderer.setAnimationLoop(null);
      world.interpolate(1, fish.instanceMatrix.array, { form: 'matrix' });
      fish.instanceMatrix.needsUpdate = true;
      draw();
      const gl = renderer.getContext();
      const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
      const pixels = new Uint8Array(4 * width * height);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      let bright = 0;
      for (let k = 0; k < pixels.length; k += 4) bright += pixels[k + 1] > 90;
      const { count, x, z, vx, vy, vz } = world.view();
      const wrong = Array.from({ length: count }, (_, i) => {
        const matrix = fish.instanceMatrix.array.subarray(16 * i, 16 * i + 16);
        const speed = Math.hypot(vx[i], vy[i], vz[i]);
        return Math.abs(matrix[12] - x[i]) + Math.abs(matrix[14] - z[i]) + Math.abs(matrix[0] - vx[i] / speed) + Math.abs(matrix[2] - vz[i] / speed);
      });
      return { count, shown: fish.count, share: bright / (width * height), worst: Math.max(...wrong) };
    });
    if (pictures) writeFileSync(join(pictures, 'three.png'), await page.screenshot());
    assert.deepEqual(failures, []);
    assert.deepEqual([found.count, found.shown], [2000, 2000]);
    assert.ok(found.worst < 1e-4, `matrices are off by ${found.worst}`);
    assert.ok(found.share > 0.01 && found.share < 0.6, `${found.share} of the picture are fish`);
  } finally {
    await browser.close();
    server.close();
    rmSync(site, { recursive: true });
  }
});
