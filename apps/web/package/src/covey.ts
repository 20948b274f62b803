// SPDX-License-Identifier: MIT
// The package covey: flocks, with the same bits as the program and the C library.
import { CoveyError, Module, type Source } from './module.js';
import type { Dialect, MeasureName, MeasureRow, Model, Preset, PresetName } from './tables.js';

export { CoveyError } from './module.js';
export type { Source } from './module.js';
export * from './tables.js';

/** How steps are calculated; all give the same bits. */
export type Kernel = 'auto' | 'ref' | 'simd128';
const kernels: Record<Kernel, number> = { auto: 0, ref: 1, simd128: 5 }; // of covey/world.h

/** A scenario: the name of a preset, its text in YAML, or an object of the same keys. */
export type Scenario = PresetName | (string & {}) | Record<string, unknown>;

export interface WorldOptions {
  /** Keys of the scenario that are to have other values, such as `{ seed: 3, 'flocks.0.count': 50 }`. */
  set?: Record<string, string | number | boolean>;
  kernel?: Kernel;
  /** Of a text, for messages. */
  name?: string;
}

/** The agents of a flock in the memory of the module, in no order that is told: `id` names them.
 * Valid until the next call of the module of any kind; `copy()` keeps them. */
export interface View {
  readonly count: number;
  readonly id: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** In three dimensions. */
  readonly z?: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz?: Float64Array;
  /** The same in memory of its own. */
  copy(): View;
}

type Columns = Omit<View, 'copy'>;

function view(columns: Columns): View {
  const copy = () =>
    view(
      Object.fromEntries(
        Object.entries(columns).map(([key, value]) => [key, typeof value === 'number' ? value : (value as Float64Array).slice()]),
      ) as unknown as Columns,
    );
  return { ...columns, copy };
}

const registry = new FinalizationRegistry(({ module, place }: { module: Module; place: number }) =>
  module.call('web_world_destroy', place),
);

/** A world of a scenario. `free()` gives its memory back at once, else the garbage collector does. */
export class World {
  private place: number;

  /** Made by Covey.world() and Covey.session(). */
  constructor(
    protected readonly module: Module,
    place: number,
    private readonly measures: readonly MeasureRow[],
  ) {
    this.place = place;
    registry.register(this, { module, place }, this);
  }

  protected get at(): number {
    if (this.place === 0) throw new CoveyError('this world was freed', 'COVEY_ARG');
    return this.place;
  }

  free(): void {
    if (this.place === 0) return;
    registry.unregister(this);
    this.module.call('web_world_destroy', this.place);
    this.place = 0;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')](): void {
    this.free();
  }

  /** Takes steps. Throws where the world diverges. */
  step(steps = 1): void {
    this.module.check(this.module.call('web_step', this.at, steps));
  }

  /** Steps that were taken. */
  get steps(): number {
    return this.module.call('web_steps', this.at);
  }

  /** Of a step, T. */
  get dt(): number {
    return this.module.call('web_dt', this.at);
  }

  /** The hash of the state, 16 digits, as `covey run --hash` prints it. */
  hash(): string {
    return this.module.wide('web_hash', this.at).toString(16).padStart(16, '0');
  }

  /** The names of the flocks. */
  get flocks(): string[] {
    const count = this.module.call('web_flocks', this.at);
    return Array.from({ length: count }, (_, k) => this.module.text(this.module.call('web_flock_name', this.at, k)));
  }

  private number(flock: string | number): number {
    const found = typeof flock === 'number' ? flock : this.flocks.indexOf(flock);
    if (!(found >= 0 && found < this.module.call('web_flocks', this.at)))
      throw new CoveyError(`there is no flock ${flock}: the flocks are ${this.flocks.join(', ')}`, 'COVEY_ARG');
    return found;
  }

  /** The agents of a flock, by its name or number. */
  view(flock: string | number = 0): View {
    const places = [...this.module.words(this.module.call('web_view', this.at, this.number(flock)), 8)];
    const [count = 0, id = 0, x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = places;
    const column = (place: number) => this.module.doubles(place, count);
    return view({
      count,
      id: this.module.words(id, count),
      x: column(x),
      y: column(y),
      ...(z !== 0 ? { z: column(z) } : {}),
      vx: column(vx),
      vy: column(vy),
      ...(vz !== 0 ? { vz: column(vz) } : {}),
    });
  }

  /** A measure of a flock; clusters are linked at `link` (L), without it as the scenario says. */
  measure(name: MeasureName, flock: string | number = 0, link = 0): number {
    const at = this.measures.findIndex((row) => row.name === name);
    if (at < 0) throw new CoveyError(`there is no measure ${name}`, 'COVEY_ARG');
    const place = this.module.call('web_measure', this.at, this.number(flock), link);
    if (place === 0) throw this.module.failure();
    return this.module.doubles(place, at + 1)[at] as number;
  }

  /** A parameter of a flock. */
  param(name: string, flock: string | number = 0): number {
    const value = this.module.with('web_param', [this.at, this.number(flock), name]);
    if (Number.isNaN(value)) throw new CoveyError(`there is no parameter ${name}`, 'COVEY_ARG');
    return value;
  }

  /** Sets a parameter of a flock. Worlds of sessions are changed by do(). */
  set(name: string, value: number, flock: string | number = 0): void {
    this.module.check(this.module.with('web_set', [this.at, this.number(flock), name, value]));
  }

  /** The whole state, to go back to by restore(). */
  snapshot(): Uint8Array {
    this.module.check(this.module.call('web_save', this.at));
    return this.module.answerBytes();
  }

  restore(snapshot: Uint8Array): void {
    this.module.check(this.module.with('web_restore', [this.at, snapshot, snapshot.length]));
  }

  /** The scenario in its canonical form, in YAML. */
  scenario(): string {
    this.module.check(this.module.call('web_scenario_write', this.at));
    return this.module.answer();
  }
}

/** A world that commands change, with a record of them that `covey run --replay` repeats. */
export class Session extends World {
  /** Gives a command: `set flocks.0.noise 0.5`, `undo`, … (covey/session.h lists them). */
  do(command: string): void {
    this.module.check(this.module.with('web_do', [this.at, command]));
  }

  undo(): void {
    this.do('undo');
  }

  /** The record, as a file of a session. */
  write(): string {
    this.module.check(this.module.call('web_session_write', this.at));
    return this.module.answer();
  }

  /** Repeats all that the file tells which this session was opened from, up to its end. */
  replay(): void {
    this.module.check(this.module.call('web_replay', this.at));
  }

  /** The end that the file tells: its step and the hash there. */
  get end(): { steps: number; hash: string } | undefined {
    this.module.check(this.module.call('web_session_end', this.at));
    const [steps, hash] = this.module.answer().split(' ');
    return hash !== undefined ? { steps: Number(steps), hash } : undefined;
  }
}

export interface CheckOptions {
  /** The rules that a right program follows; `text` unless told. */
  dialect?: string;
  /** The largest difference of a number that is right. */
  tolerance?: number;
  /** Every byte counts, not numbers alone. */
  exact?: boolean;
}

/** The verdict on an output. */
export interface Report {
  passed: boolean;
  /** As `covey check` prints it. */
  text: string;
  /** As `covey check --json` prints it. */
  json: Record<string, unknown>;
}

/** A built-in case of `covey check`. */
export interface Case {
  name: string;
  about: string;
  input: string;
  expected: string;
}

interface Tables {
  version: string;
  presets: Preset[];
  models: Model[];
  measures: MeasureRow[];
  dialects: Dialect[];
}

/** The library: made by load(). */
export class Covey {
  readonly version: string;
  readonly presets: readonly Preset[];
  readonly models: readonly Model[];
  readonly measures: readonly MeasureRow[];
  readonly dialects: readonly Dialect[];

  constructor(private readonly module: Module) {
    module.check(module.call('web_tables'));
    const tables = module.json<Tables>();
    this.version = tables.version;
    this.presets = tables.presets;
    this.models = tables.models;
    this.measures = tables.measures;
    this.dialects = tables.dialects;
  }

  /** The text of a preset, in YAML. */
  preset(name: PresetName): string {
    const place = this.module.with('web_preset', [name]);
    if (place === 0) throw new CoveyError(`there is no preset ${name}`, 'COVEY_ARG');
    return this.module.text(place);
  }

  private read(scenario: Scenario, options: WorldOptions): number {
    let text: string;
    if (typeof scenario !== 'string') text = JSON.stringify(scenario); // which is YAML
    else if (this.presets.some((row) => row.name === scenario)) text = this.preset(scenario as PresetName);
    else if (/^[\w.-]*$/.test(scenario)) throw new CoveyError(`there is no preset ${scenario}`, 'COVEY_ARG');
    else text = scenario;
    const bytes = new TextEncoder().encode(text);
    const place = this.module.with('web_scenario', [bytes, bytes.length, options.name ?? 'scenario']);
    if (place === 0) throw this.module.failure();
    for (const [key, value] of Object.entries(options.set ?? {})) {
      const status = this.module.with('web_scenario_set', [place, key, String(value)]);
      if (status !== 0) {
        const failure = this.module.failure();
        this.module.call('web_scenario_destroy', place);
        throw failure;
      }
    }
    return place;
  }

  private made(place: number): number {
    if (place === 0) throw this.module.failure();
    return place;
  }

  /** A world of a scenario. Throws a CoveyError with line and column for a wrong one. */
  world(scenario: Scenario, options: WorldOptions = {}): World {
    const kernel = kernels[options.kernel ?? 'auto'];
    return new World(this.module, this.made(this.module.call('web_world_create', this.read(scenario, options), kernel)), this.measures);
  }

  /** The same as a session. */
  session(scenario: Scenario, options: WorldOptions = {}): Session {
    const kernel = kernels[options.kernel ?? 'auto'];
    return new Session(this.module, this.made(this.module.call('web_session_create', this.read(scenario, options), kernel)), this.measures);
  }

  /** Opens the record of a session, at its first step; replay() goes to its end. */
  openSession(text: string, options: Pick<WorldOptions, 'kernel'> = {}): Session {
    const path = this.module.write('opened.session', text);
    try {
      const place = this.module.with('web_session_open', [path, kernels[options.kernel ?? 'auto']]);
      return new Session(this.module, this.made(place), this.measures);
    } finally {
      this.module.remove(path);
    }
  }

  /** Runs the formal protocol: an input in, all frames out, byte for byte as `covey formal`. */
  formal(input: string, options: { dialect?: string; hex?: boolean } = {}): string {
    const bytes = new TextEncoder().encode(input);
    this.module.check(this.module.with('web_formal', [bytes, bytes.length, options.dialect ?? 'text', options.hex ? 1 : 0]));
    return this.module.answer();
  }

  private report(name: string, values: (string | Uint8Array)[], options: CheckOptions): Report {
    const flags = options.exact ? 1 : 0;
    const rest = [options.dialect ?? 'text', options.tolerance ?? 0];
    this.module.check(this.module.with(name, [...values, ...rest, flags]));
    const text = this.module.answer();
    this.module.check(this.module.with(name, [...values, ...rest, flags | 2]));
    const json = this.module.json<Record<string, unknown>>();
    return { passed: json['passed'] === true, text, json };
  }

  /** Judges the output of a program for an input, and names its mistake. */
  check(input: string, output: string, options: CheckOptions = {}): Report {
    return this.report('web_check', [input, output], options);
  }

  /** The built-in cases. */
  cases(dialect = 'text'): Case[] {
    this.module.check(this.module.with('web_cases', [dialect]));
    return this.module.json<Case[]>();
  }

  /** Judges one output for each built-in case, in their order. */
  checkCases(outputs: readonly string[], options: CheckOptions = {}): Report {
    return this.report('web_check_cases', [outputs.map((text) => `${text.replaceAll('\0', ' ')}\0`).join('')], options);
  }
}

/** Loads the library; covey.wasm lies beside this file unless `source` says otherwise. */
export async function load(source: Source = new URL('./covey.wasm', import.meta.url)): Promise<Covey> {
  return new Covey(await Module.load(source));
}
