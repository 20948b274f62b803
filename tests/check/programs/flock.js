// SPDX-License-Identifier: MIT
// The formal assignment in JavaScript. With the argument "toFixed" it prints with toFixed(), which
// rounds ties away from zero.
const readline = require('readline');

const numbers = [];
let params = null;
let flock = [];

function print(value) {
    const text = value.toFixed(3);
    const tie = Math.abs(value) < 2 ** 40 && (value * 16) % 1 === 0 && (Math.abs(value) * 2000) % 2 === 1;
    if (process.argv[2] === 'toFixed' || !tie || Math.round(Math.abs(text) * 1000) % 2 === 0)
        return text;
    return (Math.sign(value) * (Math.abs(text) * 1000 - 1) / 1000).toFixed(3);
}

function force(i) {
    const [rc, rs, limit, ra, kc, ks, ka] = params;
    const me = flock[i];
    let c = [0, 0], s = [0, 0], a = [0, 0], near = 0, aligned = 0;
    flock.forEach((other, j) => {
        const dx = other[0] - me[0], dy = other[1] - me[1], d = Math.hypot(dx, dy);
        if (j !== i && d <= rc) {
            c = [c[0] + dx, c[1] + dy];
            near++;
        }
        if (j !== i && d > 0 && d <= rs)
            s = [s[0] - dx / d / d, s[1] - dy / d / d];
        if (j === i || d <= ra) {
            a = [a[0] + other[2], a[1] + other[3]];
            aligned++;
        }
    });
    const push = Math.hypot(...s), share = push > limit ? limit / push : 1;
    const pull = near > 0 && rc > 0 ? kc / near / rc : 0;
    return [0, 1].map(k => pull * c[k] + ks * share * s[k] + ka * a[k] / aligned);
}

function step(dt) {
    flock = flock.map((me, i) => {
        const f = force(i), vx = me[2] + f[0] * dt, vy = me[3] + f[1] * dt;
        return [me[0] + vx * dt, me[1] + vy * dt, vx, vy];
    });
    const lines = flock.map(b => b.map(print).join(' ') + '\n');
    process.stdout.write(lines.join(''));
}

readline.createInterface({input: process.stdin}).on('line', line => {
    for (const word of line.trim().split(/\s+/).filter(w => w !== ''))
        numbers.push(Number(word));
    if (params === null && numbers.length >= 8 && numbers.length >= 8 + 4 * numbers[7]) {
        params = numbers.splice(0, 7);
        const count = numbers.shift();
        for (let i = 0; i < count; i++)
            flock.push(numbers.splice(0, 4));
    }
    while (params !== null && numbers.length > 0)
        step(numbers.shift());
});
