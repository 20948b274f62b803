// SPDX-License-Identifier: MIT
// What runs a student's step(agents, parameters, dt) over cases. The page makes a module of the code
// that imports this file, as a worker which it ends when it takes too long. The code may be of a
// stranger: this file runs first and leaves the worker the language alone, so that the code has no
// network, no storage and no other worker. It reads and writes as the formal protocol has it.
interface Agent {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

/** The numbers of the first line, as the assignment names them. */
const names = ['r_c', 'r_s', 'F_Smax', 'r_a', 'K_c', 'K_s', 'K_a', 'N'];

type Step = (agents: Agent[], parameters: Record<string, number>, dt: number) => Agent[] | undefined;

function run(step: Step, input: string): string {
  const numbers = input.trim().split(/\s+/).map(Number);
  const parameters = Object.fromEntries(names.map((name, k) => [name, numbers[k] ?? 0]));
  const count = parameters['N'] ?? 0;
  let agents: Agent[] = Array.from({ length: count }, (_, i) => {
    const [x = 0, y = 0, vx = 0, vy = 0] = numbers.slice(8 + 4 * i, 12 + 4 * i);
    return { x, y, vx, vy };
  });
  const lines: string[] = [];
  for (const dt of numbers.slice(8 + 4 * count)) {
    const given = agents.map((agent) => ({ ...agent }));
    const next = step(given, { ...parameters }, dt) ?? given;
    if (!Array.isArray(next) || next.length !== count) throw new Error(`step() gave ${Array.isArray(next) ? next.length : typeof next} agents, and there are ${count}`);
    agents = next;
    for (const agent of agents) lines.push([agent.x, agent.y, agent.vx, agent.vy].map((value) => fixed(value)).join(' '));
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** Three decimals of the exact value, ties to even as C has them, never -0.000. A number in the middle
 * between two of three decimals is an odd number of sixteenths. */
function fixed(value: number): string {
  if (typeof value !== 'number') throw new Error('a place or velocity is no number');
  if (Math.abs(value) >= 1e21) return Number.isFinite(value) ? `${BigInt(value)}.000` : String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
  const isTie = Math.abs(value * 16) % 2 === 1;
  const below = Math.floor(Math.abs(value) * 1000);
  const rounded = isTie ? (Math.sign(value) * (below + (below % 2))) / 1000 : value;
  const text = rounded.toFixed(3);
  return text === '-0.000' ? '0.000' : text;
}

// ---- The worker ----

const post = self.postMessage.bind(self);
let inputs: string[] | undefined;
let given: { step: unknown } | undefined;

/** Runs the function once the inputs and the end of the code's module are here, in whatever order. */
function begin(): void {
  if (inputs === undefined || given === undefined) return;
  const { step } = given;
  try {
    if (typeof step !== 'function') throw new Error('there is no function named step');
    post({ outputs: inputs.map((input) => run(step as Step, input)) });
  } catch (error) {
    post({ failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}

/** Takes the function of the code, or undefined. */
export function take(step: unknown): void {
  given = { step };
  begin();
}

self.onmessage = ({ data }: MessageEvent<{ inputs: string[] }>) => {
  ({ inputs } = data);
  begin();
};

/** The names of the language, and the console. */
const language = new Set(
  `AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError Float32Array Float64Array
  Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError
  Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet
  console decodeURI decodeURIComponent encodeURI encodeURIComponent eval globalThis isFinite isNaN parseFloat parseInt undefined`.split(/\s+/),
);
for (let place: object | null = globalThis; place !== null && place !== Object.prototype; place = Object.getPrototypeOf(place))
  for (const name of Reflect.ownKeys(place)) if (typeof name === 'string' && !language.has(name)) Reflect.deleteProperty(place, name);
