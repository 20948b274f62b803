// SPDX-License-Identifier: MIT
// Scenarios as objects: their types, their text, and places in them. The keys are those of a scenario
// in YAML (docs/scenarios.md); the library judges them.
import { CoveyError, type Module } from './module.js';
import type { ModelName } from './tables.js';

type Numbers = readonly number[] | Float64Array | Float32Array;
type OneOrMany<T> = T | readonly T[];
type Choice = boolean | 'no' | 'yes';

/** Each agent draws its value, within the limits. */
export type Distribution = { low?: number; high?: number } & ({ normal: readonly [mean: number, deviation: number] } | { uniform: readonly [low: number, high: number] } | { lognormal: readonly [mean: number, deviation: number] });

/** What a flock does about the agents of another one. */
export interface Response {
  rule: 'flee' | 'chase' | 'align' | 'cohere' | 'separate' | 'follow' | 'queue' | 'anticipate' | 'avoid';
  [parameter: string]: number | string;
}

/** Where agents begin; `agents` are places, or places and velocities. */
export interface Place {
  kind?: string;
  agents?: readonly Numbers[];
  [parameter: string]: number | Choice | string | readonly Numbers[] | undefined;
}

export interface FlockDefinition {
  /** The model's name unless another is here. */
  name?: string;
  model: ModelName;
  motion?: string;
  count?: number;
  /** The radius of an agent, L; bodies that are `hard` do not overlap. */
  body?: number;
  hard?: Choice;
  /** Most times that a step moves hard bodies apart: 32 unless given. */
  hard_passes?: number;
  /** Bits: layers in which others have it in their masks or not, all unless given; and of the layers of influences and flocks that it minds. */
  layers?: number;
  mask?: number;
  /** The flock that this one preys on, which stands before it, and how near it catches it, L. */
  hunts?: string;
  catch?: number | { radius?: number; births?: Choice };
  place?: string | Place;
  /** Responses, or their rules, by the name of the flock. */
  sees?: Record<string, OneOrMany<Response | Response['rule']>>;
  /** A number, the name of a choice, or values that differ between agents. */
  [parameter: string]: unknown;
}

export interface InfluenceDefinition {
  kind: string;
  /** The only flock that it acts on. */
  flock?: string;
  /** Bits: it acts on flocks whose mask has one of them; all unless given. */
  layers?: number;
  /** Its outline, or the corners of its triangles, L. */
  points?: readonly Numbers[];
  triangles?: readonly (readonly number[])[];
  /** The places and vectors of a grid. */
  nodes?: readonly Numbers[];
  [parameter: string]: unknown;
}

/** A parameter that changes with the step: `set: 'boids.noise'`. */
export interface ScheduleDefinition {
  set: string;
  steps: readonly number[];
  values: readonly (number | string)[];
  form?: 'linear' | 'steps';
}

export type SpaceKind = 'open' | 'torus' | 'reflecting' | 'respawn';

/** A scenario. */
export interface WorldDefinition {
  title?: string;
  /** All kinds but `open` need width and height, L; with a depth the world has three dimensions. */
  space?: 'open' | { kind?: SpaceKind; dim?: 2 | 3; width?: number; height?: number; depth?: number };
  seed?: number | bigint;
  /** Of a step, T. */
  dt?: number;
  precision?: 'double' | 'single';
  dense?: 'pairs' | 'aggregate';
  order?: 'together' | 'in_turn' | 'random_order' | 'turn_in_turn';
  flocks: OneOrMany<FlockDefinition>;
  influences?: OneOrMany<InfluenceDefinition>;
  schedule?: OneOrMany<ScheduleDefinition>;
  /** How far agents of one cluster are apart at most, L. */
  measures?: string | { link?: number; bin?: number; file?: string };
  /** What programs and viewers read of a scenario; a world goes without. */
  steps?: number;
  every?: number;
  outputs?: OneOrMany<string>;
  panel?: OneOrMany<Record<string, unknown>>;
  sweep?: Record<string, unknown>;
}

/** A value as JSON can have it: whole numbers of any length pass in a text behind U+0001. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'bigint') return `\u0001${value}`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}

/** The text of a scenario that is an object, in JSON, which is YAML as well. */
export const textOf = (scenario: object): string => JSON.stringify(scenario, plain).replace(/"\\u0001(-?\d+)"/g, '$1');

/** The key that begins at a column of a JSON text in one line, as `flocks.0.noise`. */
export function keyAt(text: string, column: number): string {
  const place = [...text].slice(0, column - 1).join('').length;
  const levels: (string | number)[] = [];
  let atKey = false;
  for (const { 0: word, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:\s]+/g)) {
    if (atKey && word.startsWith('"')) levels[levels.length - 1] = JSON.parse(word) as string;
    if (index >= place) break;
    if (word === '{' || word === '[') levels.push(word === '{' ? '' : 0);
    else if (word === '}' || word === ']') levels.pop();
    const last = levels.at(-1);
    if (word === ',' && typeof last === 'number') levels[levels.length - 1] = last + 1;
    atKey = typeof last === 'string' && (word === '{' || word === ',');
  }
  return levels.filter((level) => level !== '').join('.');
}

/** A failure in the text of an object: the key stands in place of the column. */
function named(error: CoveyError, text: string): CoveyError {
  if (error.line !== 1) return error;
  const key = keyAt(text, error.column);
  return new CoveyError(key === '' ? error.message : `${key}: ${error.message}`, error.status, 0, 0, error.report);
}

/** Reads a scenario, a text or an object; returns what `create` makes of it, to which it belongs. */
export function made(module: Module, scenario: string | object, name: string, create: (scenario: number) => number, spare = 0): number {
  const text = typeof scenario === 'string' ? scenario : textOf(scenario);
  const bytes = new TextEncoder().encode(text);
  const read = module.with('web_scenario', [bytes, bytes.length, name, spare]);
  const place = read !== 0 ? create(read) : 0;
  if (place !== 0) return place;
  throw typeof scenario === 'string' ? module.failure() : named(module.failure(), text);
}
