// SPDX-License-Identifier: MIT
// Worlds: steps, views, measures, snapshots. The functions of both modules.
import { CoveyError, type Module } from './module.js';
import type { MeasureName, MeasureRow } from './tables.js';

/** How steps are calculated; all give the same bits. */
export type Kernel = 'auto' | 'ref' | 'simd128';
const kernels: Record<Kernel, number> = { auto: 0, ref: 1, simd128: 5 }; // of covey/world.h

/** Refuses keys that a definition does not have: a misspelt one would change nothing, without a word. */
export function known(what: string, definition: object, keys: readonly string[]): void {
  const wrong = Object.keys(definition).find((key) => !keys.includes(key));
  if (wrong !== undefined) throw new CoveyError(`there is no key ${JSON.stringify(wrong)} in ${what}; possible here: ${keys.join(', ')}`, 'COVEY_ARG');
}

/** The number of the kernel that options name. */
export function kernelOf({ kernel = 'auto' }: { kernel?: Kernel }): number {
  const names = Object.keys(kernels);
  if (!names.includes(kernel)) throw new CoveyError(`there is no kernel ${kernel}: the kernels are ${names.join(', ')}`, 'COVEY_ARG');
  return kernels[kernel];
}

/** The agents of a flock in the memory of the module, in no certain order: `id` names them.
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

/** A world. `free()` gives its memory back at once, else the garbage collector does. */
export class World {
  private place: number;

  /** Made by world() and session() of the library. */
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

  /** Takes steps, a whole number from 0. Throws where the world diverges. */
  step(steps = 1): void {
    if (!(Number.isInteger(steps) && steps >= 0 && steps <= 0x7fffffff)) throw new CoveyError(`steps = ${steps} is no whole number from 0 to 2147483647`, 'COVEY_ARG');
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

  protected number(flock: string | number): number {
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
}
