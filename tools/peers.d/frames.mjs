// SPDX-License-Identifier: MIT
// Frames that tools/peers sends to a driver and takes back.
import { createInterface } from 'node:readline';

/** Answers each frame on standard input by `step`, which gets its rows as numbers and returns lines. */
export async function answer(step) {
  let rows = [];
  let left = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    if (left === 0) {
      left = Number(line.split(' ')[1]);
      rows = [];
    } else {
      rows.push(line.split(' ').slice(1).map(Number));
      left -= 1;
      if (left === 0) process.stdout.write(`${step(rows).join('\n')}\n`);
    }
  }
}
