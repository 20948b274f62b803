// SPDX-License-Identifier: MIT
// npm's boids: node boids.js FOLDER AGENTS SIDE TICKS prints the CPU time of an agent's tick in ns.
// FOLDER is where the package is installed; radii are 1, agents are spread over SIDE x SIDE.
'use strict';

const [folder, agents, side, ticks] = process.argv.slice(2);
const boids = require(require.resolve('boids', { paths: [folder] }));

function flockOf(count, width) {
    const flock = boids({
        boids: 0,
        speedLimit: 1,
        separationDistance: 1,
        alignmentDistance: 1,
        cohesionDistance: 1,
    });
    for (let i = 0; i < count; i++)
        flock.boids.push([width * Math.random(), width * Math.random(), 0, 0, 0, 0]);
    return flock;
}

function tick(flock, count) {
    const before = process.cpuUsage();
    for (let i = 0; i < count; i++)
        flock.tick();
    const { user, system } = process.cpuUsage(before);
    return 1e3 * (user + system);
}

tick(flockOf(1000, 12.5), 30); // lets the compiler of node see what matters
console.log(tick(flockOf(+agents, +side), +ticks) / agents / ticks);
