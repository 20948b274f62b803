// SPDX-License-Identifier: MIT
// covey/core: worlds of scenarios that are objects or JSON, their measures and the formal protocol, by
// a smaller module without YAML, files, presets, sessions, the judge and a viewer. The bits are the same.
import { made, type WorldDefinition } from './definition.js';
import { CoveyError, Module, type Source } from './module.js';
import type { Dialect, MeasureRow, ModelName, Param } from './tables.js';
import { GameWorld } from './game.js';
import { type Kernel, kernelOf, known } from './world.js';

export { CoveyError } from './module.js';
export type { Source } from './module.js';
export type * from './definition.js';
export { ALL_FLOCKS, NO_FLOCK, GameWorld as World } from './game.js';
export type * from './game.js';
export type { Kernel, View } from './world.js';
export type { Dialect, MeasureName, MeasureRow, ModelName } from './tables.js';

export type CoreParam = Omit<Param, 'meaning'>;

export interface CoreModel {
  name: ModelName;
  title: string;
  params: CoreParam[];
}

interface Tables {
  version: string;
  commit: string;
  results: number;
  versionText: string;
  models: CoreModel[];
  measures: MeasureRow[];
  dialects: Dialect[];
}

/** The library: made by load(). */
export class Core {
  readonly version: string;
  /** The commit that the module was built from, or `unknown`. */
  readonly commit: string;
  /** The results epoch: modules of the same one come to the same bits. */
  readonly results: number;
  /** Version, commit and results epoch, as files have them. */
  readonly versionText: string;
  readonly models: readonly CoreModel[];
  readonly measures: readonly MeasureRow[];
  readonly dialects: readonly Dialect[];

  constructor(private readonly module: Module) {
    module.check(module.call('web_tables'));
    const tables = module.json<Tables>();
    this.version = tables.version;
    this.commit = tables.commit;
    this.results = tables.results;
    this.versionText = tables.versionText;
    this.models = tables.models;
    this.measures = tables.measures;
    this.dialects = tables.dialects;
  }

  /** A world of a scenario, an object or its text in JSON. Throws a CoveyError for a wrong one, with
   * the key or, of a text, with line and column. Each flock has memory for `spare` agents more. */
  world(scenario: WorldDefinition | string, options: { kernel?: Kernel; spare?: number } = {}): GameWorld {
    known('options', options, ['kernel', 'spare']);
    const { spare = 0 } = options;
    if (!(Number.isInteger(spare) && spare >= 0 && spare < 2 ** 30)) throw new CoveyError(`spare = ${spare} is no number of agents`, 'COVEY_ARG');
    const kernel = kernelOf(options);
    return new GameWorld(this.module, made(this.module, scenario, 'scenario', (read) => this.module.call('web_world_create', read, kernel), spare), this.measures);
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
