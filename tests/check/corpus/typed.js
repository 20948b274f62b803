// SPDX-License-Identifier: MIT
// Typed arrays, loops by index, and buffers that are swapped.
const words = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(w => w).map(parseFloat);
let at = 0;
const next = () => words[at++];
const rc = next(), rs = next(), fmax = next(), ra = next();
const gains = [next(), next(), next()];
const n = next();
let state = new Float64Array(4 * n), after = new Float64Array(4 * n);
for (let k = 0; k < 4 * n; k++)
    state[k] = next();

function accelerate(i, dt) {
    const f = new Float64Array(2);
    let cx = 0, cy = 0, c = 0, sx = 0, sy = 0, ax = 0, ay = 0, a = 0;
    for (let j = 0; j < n; j++) {
        const dx = state[4 * j] - state[4 * i];
        const dy = state[4 * j + 1] - state[4 * i + 1];
        const d = Math.hypot(dx, dy);
        if (i !== j && d <= rc) {
            cx += dx;
            cy += dy;
            c++;
        }
        if (i !== j && d <= rs && d > 0) {
            sx -= dx / d / d;
            sy -= dy / d / d;
        }
        if (d <= ra) {
            ax += state[4 * j + 2];
            ay += state[4 * j + 3];
            a++;
        }
    }
    if (c > 0 && rc > 0) {
        f[0] += gains[0] * cx / c / rc;
        f[1] += gains[0] * cy / c / rc;
    }
    const s = Math.hypot(sx, sy);
    const k = s > fmax ? fmax / s : 1;
    f[0] += gains[1] * sx * k + gains[2] * ax / a;
    f[1] += gains[1] * sy * k + gains[2] * ay / a;
    for (let axis = 0; axis < 2; axis++) {
        const v = state[4 * i + 2 + axis] + f[axis] * dt;
        after[4 * i + 2 + axis] = v;
        after[4 * i + axis] = state[4 * i + axis] + v * dt;
    }
}

function round(v) {
    const text = Math.abs(v).toFixed(3);
    const up = BigInt(text.replace('.', ''));
    if (Math.abs(v) < 1e9 && /\.\d{3}50*$/.test(Math.abs(v).toFixed(30)) && up % 2n === 1n)
        return (v < 0 ? '-' : '') + (Number(up - 1n) / 1000).toFixed(3);
    return (v < 0 ? '-' : '') + text;
}

while (at < words.length) {
    const dt = next();
    for (let i = 0; i < n; i++)
        accelerate(i, dt);
    [state, after] = [after, state];
    let text = '';
    for (let i = 0; i < n; i++)
        text += Array.from(state.subarray(4 * i, 4 * i + 4), round).join(' ') + '\n';
    process.stdout.write(text);
}
