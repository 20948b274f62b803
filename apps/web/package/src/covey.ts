// SPDX-License-Identifier: MIT
// The package covey: flocks, with the same bits as the program and the C library.
import { made, type WorldDefinition } from './definition.js';
import { CoveyError, Module, type Source } from './module.js';
import type { Dialect, MeasureRow, Model, Preset, PresetName } from './tables.js';
import { type Kernel, kernelOf, known, World as PlainWorld } from './world.js';

export type * from './definition.js';
export { CoveyError } from './module.js';
export type { Source } from './module.js';
export type { Kernel, View } from './world.js';
export * from './tables.js';

/** A scenario: the name of a preset, its text in YAML, or an object of the same keys. */
export type Scenario = PresetName | (string & {}) | WorldDefinition | Record<string, unknown>;

export interface WorldOptions {
  /** Keys of the scenario that are to have other values, such as `{ seed: 3, 'flocks.0.count': 50 }`. */
  set?: Record<string, string | number | boolean>;
  kernel?: Kernel;
  /** Of a text, for messages. */
  name?: string;
}

/** A world of a scenario. `free()` gives its memory back at once, else the garbage collector does. */
export class World extends PlainWorld {
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

  /** Repeats all that the file holds which this session was opened from, up to its end. */
  replay(): void {
    this.module.check(this.module.call('web_replay', this.at));
  }

  /** The end that the file records: its step and the hash there. */
  get end(): { steps: number; hash: string } | undefined {
    this.module.check(this.module.call('web_session_end', this.at));
    const [steps, hash] = this.module.answer().split(' ');
    return hash !== undefined ? { steps: Number(steps), hash } : undefined;
  }
}

export interface CheckOptions {
  /** The rules that a right program follows; by default `text`. */
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
  /** The agent of the first wrong number as HTML with a drawing, as `covey check --html` has it; empty if there is none. */
  drawing: string;
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
  commit: string;
  results: number;
  versionText: string;
  presets: Preset[];
  models: Model[];
  measures: MeasureRow[];
  dialects: Dialect[];
}

/** The library: made by load(). */
export class Covey {
  readonly version: string;
  /** The commit that the module was built from, or `unknown`. */
  readonly commit: string;
  /** The results epoch: modules of the same one come to the same bits. */
  readonly results: number;
  /** Version, commit and results epoch, as files have them. */
  readonly versionText: string;
  readonly presets: readonly Preset[];
  readonly models: readonly Model[];
  readonly measures: readonly MeasureRow[];
  readonly dialects: readonly Dialect[];

  constructor(private readonly module: Module) {
    module.check(module.call('web_tables'));
    const tables = module.json<Tables>();
    this.version = tables.version;
    this.commit = tables.commit;
    this.results = tables.results;
    this.versionText = tables.versionText;
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

  /** What a function of the module makes of a scenario. */
  private made(scenario: Scenario, options: WorldOptions, maker: 'web_world_create' | 'web_session_create'): number {
    known('options', options, ['name', 'set', 'kernel']);
    const kernel = kernelOf(options);
    if (typeof scenario === 'string' && /^[\w.-]*$/.test(scenario)) scenario = this.preset(scenario as PresetName);
    return made(this.module, scenario, options.name ?? 'scenario', (read) => {
      for (const [key, value] of Object.entries(options.set ?? {})) {
        if (this.module.with('web_scenario_set', [read, key, String(value)]) === 0) continue;
        const failure = this.module.failure();
        this.module.call('web_scenario_destroy', read);
        throw failure;
      }
      return this.module.call(maker, read, kernel);
    });
  }

  /** A world of a scenario. Throws a CoveyError with line and column for a wrong one. */
  world(scenario: Scenario, options: WorldOptions = {}): World {
    return new World(this.module, this.made(scenario, options, 'web_world_create'), this.measures);
  }

  /** The same as a session. */
  session(scenario: Scenario, options: WorldOptions = {}): Session {
    return new Session(this.module, this.made(scenario, options, 'web_session_create'), this.measures);
  }

  /** Opens the record of a session, at its first step; replay() goes to its end. */
  openSession(text: string, options: Pick<WorldOptions, 'kernel'> = {}): Session {
    const path = this.module.write('opened.session', text);
    try {
      const place = this.module.with('web_session_open', [path, kernelOf(options)]);
      if (place === 0) throw this.module.failure();
      return new Session(this.module, place, this.measures);
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

  /** A table of all that moves one agent in one step, both from 1: neighbors, distances, forces, the state before and after. */
  trace(input: string, options: { dialect?: string; agent: number; step: number }): string {
    const bytes = new TextEncoder().encode(input);
    this.module.check(this.module.with('web_trace', [bytes, bytes.length, options.dialect ?? 'text', options.agent, options.step]));
    return this.module.answer();
  }

  private report(name: string, values: (string | Uint8Array)[], options: CheckOptions): Report {
    const flags = options.exact ? 1 : 0;
    const rest = [options.dialect ?? 'text', options.tolerance ?? 0];
    this.module.check(this.module.with(name, [...values, ...rest, flags]));
    const text = this.module.answer();
    this.module.check(this.module.with(name, [...values, ...rest, flags | 2]));
    const json = this.module.json<Record<string, unknown>>();
    this.module.check(this.module.with(name, [...values, ...rest, flags | 4]));
    return { passed: json['passed'] === true, text, json, drawing: this.module.answer() };
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

  /** Judges one output for each built-in case, in their order; a case with `undefined` is left out. */
  checkCases(outputs: readonly (string | undefined)[], options: CheckOptions = {}): Report {
    return this.report('web_check_cases', [outputs.map((text) => (text === undefined ? '-\0' : `+${text.replaceAll('\0', ' ')}\0`)).join('')], options);
  }
}

/** Loads the library; covey.wasm lies beside this file unless `source` says otherwise. */
export async function load(source: Source = new URL('./covey.wasm', import.meta.url)): Promise<Covey> {
  return new Covey(await Module.load(source));
}
