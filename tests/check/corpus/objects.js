// SPDX-License-Identifier: MIT
// Objects with vectors, and a function for each rule.
const lines = require('fs').readFileSync(0, 'utf8').split('\n').map(line => line.trim());

class Vector {
    constructor(x, y) { this.x = x; this.y = y; }
    plus(o) { return new Vector(this.x + o.x, this.y + o.y); }
    minus(o) { return new Vector(this.x - o.x, this.y - o.y); }
    times(k) { return new Vector(this.x * k, this.y * k); }
    get length() { return Math.sqrt(this.x * this.x + this.y * this.y); }
}

const ZERO = new Vector(0, 0);
const [rc, rs, fmax, ra, kc, ks, ka, n] = lines[0].split(/\s+/).map(Number);
let boids = [];
for (let i = 1; i <= n; i++) {
    const [x, y, vx, vy] = lines[i].split(/\s+/).map(Number);
    boids.push({pos: new Vector(x, y), vel: new Vector(vx, vy)});
}

function within(me, radius) {
    return boids.filter(b => b !== me && b.pos.minus(me.pos).length <= radius);
}

function cohesion(me) {
    const seen = within(me, rc);
    if (seen.length === 0 || rc === 0)
        return ZERO;
    const center = seen.reduce((sum, b) => sum.plus(b.pos), ZERO).times(1 / seen.length);
    return center.minus(me.pos).times(1 / rc);
}

function separation(me) {
    let force = ZERO;
    for (const b of within(me, rs)) {
        const away = me.pos.minus(b.pos);
        if (away.length > 0)
            force = force.plus(away.times(1 / away.length / away.length));
    }
    if (force.length > fmax)
        force = force.times(fmax / force.length);
    return force;
}

function alignment(me) {
    const seen = within(me, ra).concat([me]);
    return seen.reduce((sum, b) => sum.plus(b.vel), ZERO).times(1 / seen.length);
}

function update(dt) {
    boids = boids.map(b => {
        const force = cohesion(b).times(kc).plus(separation(b).times(ks)).plus(alignment(b).times(ka));
        const vel = b.vel.plus(force.times(dt));
        return {pos: b.pos.plus(vel.times(dt)), vel};
    });
}

// Exactly half way between two, the even digit; toFixed(25) has all digits of such numbers.
function format(value) {
    const exact = Math.abs(value) < 1e9 ? value.toFixed(25) : value.toFixed(3) + '000';
    const [whole, digits] = exact.split('.');
    const cut = digits.slice(0, 3), rest = digits.slice(3);
    if (/^50*$/.test(rest) && Number(cut[2]) % 2 === 0)
        return whole + '.' + cut;
    return value.toFixed(3);
}

for (const line of lines.slice(n + 1)) {
    if (line === '')
        continue;
    update(Number(line));
    for (const b of boids)
        console.log([b.pos.x, b.pos.y, b.vel.x, b.vel.y].map(format).join(' '));
}
