// SPDX-License-Identifier: MIT
// covey/core: worlds of definitions, their measures and the formal protocol, by a smaller module
// without scenarios in YAML, sessions, the judge and a viewer. The bits are the same.
import { CoveyError, Module, type Source } from './module.js';
import type { Dialect, MeasureRow, ModelName, Param } from './tables.js';
import { type Kernel, kernelOf, known, World } from './world.js';

export { CoveyError } from './module.js';
export type { Source } from './module.js';
export { World } from './world.js';
export type { Kernel, View } from './world.js';
export type { Dialect, MeasureName, MeasureRow, ModelName } from './tables.js';

export type CoreParam = Omit<Param, 'meaning'>;

export interface CoreModel {
  name: ModelName;
  title: string;
  params: CoreParam[];
}

/** What a flock does about the agents of another one. */
export interface Response {
  rule: 'flee' | 'chase' | 'align' | 'cohere' | 'separate' | 'follow' | 'queue';
  radius?: number;
  weight?: number;
}

/** A flock by the keys of a scenario; its parameters stand beside them. */
export interface FlockDefinition {
  name?: string;
  model: ModelName;
  motion?: string;
  count: number;
  /** The radius of an agent, L; bodies that are `hard` do not overlap. */
  body?: number;
  hard?: boolean;
  /** The flock that this one preys on, which stands before it, and how near it catches it, L. */
  hunts?: string;
  catch?: { radius: number; births?: boolean };
  place?: Record<string, number | string>;
  sees?: Record<string, Response | Response[]>;
  [parameter: string]: unknown;
}

export interface InfluenceDefinition {
  kind: string;
  /** The only flock that it acts on. */
  flock?: string;
  points?: number[][];
  [parameter: string]: unknown;
}

export interface WorldDefinition {
  /** All kinds but `open` need width and height, L; with a depth the world has three dimensions. */
  space?: { kind: 'open' | 'torus' | 'reflecting' | 'respawn'; width?: number; height?: number; depth?: number };
  seed?: number | bigint;
  precision?: 'double' | 'single';
  /** Of a step, T: 1 unless told. */
  dt?: number;
  flocks: FlockDefinition[];
  influences?: InfluenceDefinition[];
}

/** A line of a definition: words that tabs part. */
function line(...words: unknown[]): string {
  const texts = words.filter((word) => word !== undefined).map((word) => (typeof word === 'boolean' ? String(Number(word)) : String(word)));
  const wrong = texts.find((text) => text === '' || /[\t\n\0]/.test(text) || text === '[object Object]');
  if (wrong !== undefined) throw new CoveyError(`${texts[0]}: ${JSON.stringify(wrong)} is no name and no number`, 'COVEY_ARG');
  return `${texts.join('\t')}\n`;
}

const settings = (values: Record<string, unknown>, word: string) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => line(word, name, value))
    .join('');

function responseLine(flock: string, response: Response): string {
  known(`a response to ${flock}`, response, ['rule', 'radius', 'weight']);
  const { rule, radius, weight } = response;
  return line('sees', flock, rule, radius ?? '-', weight ?? '-');
}

function spaceLine({ space }: WorldDefinition): string {
  if (space === undefined) return line('space', 'open');
  known('space', space, ['kind', 'width', 'height', 'depth']);
  const { kind, width, height, depth } = space;
  if (kind === 'open') {
    known('an open space', space, ['kind']);
    return line('space', kind);
  }
  const missing = width === undefined ? 'width' : height === undefined ? 'height' : undefined;
  if (missing !== undefined) throw new CoveyError(`a space of kind ${kind} needs a ${missing}`, 'COVEY_ARG');
  return line('space', kind, width, height, depth);
}

function flockLines(flock: FlockDefinition, number: number): string {
  const { name, model, motion, count, body, hard, hunts, catch: catches, place, sees, ...params } = flock;
  known('catch', catches ?? {}, ['radius', 'births']);
  const plain = { model, motion, count, body, hard, hunts, catches: catches?.radius, births: catches?.births };
  const head = Object.entries(plain).filter(([, value]) => value !== undefined);
  const responses = Object.entries(sees ?? {}).flatMap(([to, list]) => [list].flat().map((one) => responseLine(to, one)));
  return line('flock', name ?? `flock${number > 0 ? number : ''}`) + head.map(([key, value]) => line(key, value)).join('') + settings(place ?? {}, 'place') + responses.join('') + settings(params, 'set');
}

function influenceLines({ kind, flock, points, ...params }: InfluenceDefinition): string {
  return line('influence', kind) + (flock !== undefined ? line('on', flock) : '') + (points ?? []).map((point) => line('point', ...point)).join('') + settings(params, 'set');
}

/** In the order of a scenario: what is solid for all flocks comes first, and they are placed clear of it. */
function linesOf(definition: WorldDefinition, isSolid: (kind: string) => boolean): string {
  known('a world', definition, ['space', 'seed', 'precision', 'dt', 'flocks', 'influences']);
  const { seed, precision, flocks, influences } = definition;
  const list = influences ?? [];
  const first = list.map((one) => one.flock === undefined && isSolid(one.kind));
  const lines = (wanted: boolean) => list.filter((_, k) => first[k] === wanted).map(influenceLines);
  return [
    spaceLine(definition),
    seed !== undefined ? line('seed', seed) : '',
    precision !== undefined ? line('precision', precision) : '',
    ...lines(true),
    ...flocks.map(flockLines),
    ...lines(false),
  ].join('');
}

interface Tables {
  version: string;
  models: CoreModel[];
  measures: MeasureRow[];
  dialects: Dialect[];
}

/** The library: made by load(). */
export class Core {
  readonly version: string;
  readonly models: readonly CoreModel[];
  readonly measures: readonly MeasureRow[];
  readonly dialects: readonly Dialect[];

  constructor(private readonly module: Module) {
    module.check(module.call('web_tables'));
    const tables = module.json<Tables>();
    this.version = tables.version;
    this.models = tables.models;
    this.measures = tables.measures;
    this.dialects = tables.dialects;
  }

  /** A world of a definition. Throws a CoveyError for a wrong one. */
  world(definition: WorldDefinition, options: { kernel?: Kernel } = {}): World {
    known('options', options, ['kernel']);
    const lines = linesOf(definition, (kind) => this.module.with('core_is_solid', [kind]) !== 0);
    const place = this.module.with('core_world', [lines, definition.dt ?? 1, kernelOf(options)]);
    if (place === 0) throw this.module.failure();
    return new World(this.module, place, this.measures);
  }

  /** Runs the formal protocol: an input in, all frames out, byte for byte as `covey formal`. */
  formal(input: string, options: { dialect?: string; hex?: boolean } = {}): string {
    const bytes = new TextEncoder().encode(input);
    this.module.check(this.module.with('web_formal', [bytes, bytes.length, options.dialect ?? 'text', options.hex ? 1 : 0]));
    return this.module.answer();
  }
}

/** Loads the library; covey-core.wasm lies beside this file unless `source` says otherwise. */
export async function load(source: Source = new URL('./covey-core.wasm', import.meta.url)): Promise<Core> {
  return new Core(await Module.load(source));
}
