// SPDX-License-Identifier: MIT
// A school in three dimensions as one instanced mesh: covey writes the matrices of all fish straight into
// the buffer that three.js sends to the graphics card. Steps are of one length, frames lie in between.
import { load } from 'covey/core';
import * as three from 'three';

const FISH = 2000;
const SIDE = 200;
const DT = 1 / 30;

const core = await load();
const world = core.world({
  space: { kind: 'torus', width: SIDE, height: SIDE, depth: SIDE },
  seed: 4,
  dt: DT,
  flocks: [{ name: 'fish', model: 'reynolds', count: FISH }],
});

const renderer = new three.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const scene = new three.Scene();
scene.background = new three.Color(0x12182a);
scene.add(new three.HemisphereLight(0xbfe3ff, 0x334455, 3));
const camera = new three.PerspectiveCamera(50, 1, 1, 2000);
camera.up.set(0, 0, 1);
camera.position.set(1.6 * SIDE, 1.1 * SIDE, 1.3 * SIDE);
camera.lookAt(SIDE / 2, SIDE / 2, SIDE / 2);

// covey's matrices turn a body that looks along x; three.js's cone looks along y.
const shape = new three.ConeGeometry(1.2, 5, 6).rotateZ(-Math.PI / 2);
const fish = new three.InstancedMesh(shape, new three.MeshLambertMaterial({ color: 0x58c4dd }), FISH);
fish.frustumCulled = false;
scene.add(fish);

let pending = 0;
let before = performance.now();
renderer.setAnimationLoop((now) => {
  pending = Math.min(pending + Math.max(now - before, 0) / 1000, 4 * DT); // frames may begin before `before`
  before = now;
  for (; pending >= DT; pending -= DT) world.step();
  fish.count = world.interpolate(pending / DT, fish.instanceMatrix.array, { form: 'matrix' });
  fish.instanceMatrix.needsUpdate = true;
  renderer.setSize(innerWidth, innerHeight, false);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
  renderer.render(scene, camera);
});

// For a test, which looks at the picture and the state.
globalThis.shown = { world, fish, renderer, draw: () => renderer.render(scene, camera) };
