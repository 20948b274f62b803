// SPDX-License-Identifier: MIT
// Worlds of covey/core: agents, influences, questions, instances and events, as the C library has them,
// over typed arrays. A pose is six numbers (x, y, z, vx, vy, vz), a vector three; z is 0 in the plane.
import { CoveyError } from './module.js';
import { known, World } from './world.js';

/** Of covey/query.h: all flocks, or none, where a question takes a flock. */
export const ALL_FLOCKS = -1;
export const NO_FLOCK = -2;

export type Vector = readonly [x: number, y: number, z?: number];
/** The name or number of a flock. */
export type Flock = string | number;

export interface Neighbor {
  id: number;
  flock: number;
  distance: number;
  pos: [number, number, number];
}

export interface Ray {
  from: Vector;
  /** To its end. */
  way: Vector;
  radius?: number;
  /** Of the agents; without it that of their flock. */
  body?: number;
  agents?: Flock;
  solids?: Flock;
}

/** A touch of a ray: an agent, or an influence where `influence` is not -1. */
export interface Hit {
  share: number;
  pos: [number, number, number];
  influence: number;
  flock: number;
  id: number;
}

export interface Influence {
  kind: string;
  /** The only flock that it acts on, by name. */
  flock?: string;
  points?: readonly Vector[];
  /** Parameters. */
  [name: string]: unknown;
}

/** The floats of an agent: as covey_instance_form. */
export type Form = 'heading' | 'quaternion' | 'matrix' | 'rows';
export interface Instances {
  flock?: Flock;
  form?: Form;
  /** Floats from an agent to the next. */
  stride?: number;
  /** Subtracted from places before they are rounded. */
  origin?: Vector;
}

/** A place to come to, L, or a velocity to have, L/T. */
export interface Aim {
  place?: Vector;
  velocity?: Vector;
  /** How fast the velocity comes to the desired one, 1/T: 2 unless given. */
  weight?: number;
  /** To go to the place at, L/T: the top speed unless given. */
  speed?: number;
  /** Agents nearer than that to the place slow down, L. */
  slowing?: number;
}

export type EventKind = 'entered' | 'left' | 'bounced' | 'reappeared' | 'caught' | 'pushed' | 'squeezed';
export interface Event {
  kind: EventKind;
  flock: number;
  id: number;
  watch: number;
  byFlock: number;
  by: number;
  influence: number;
}

export type Region = { box: readonly [Vector, Vector]; flock?: Flock } | { ball: Vector; radius: number; flock?: Flock } | { rim: number; width: number; flock?: Flock };

// The order of these names is that of the enums in C (module/game.h, covey/interpolate.h, covey/events.h).
const ACTS = ['get', 'put', 'push', 'spawn', 'remove', 'aim', 'take'] as const;
const QUESTIONS = ['near', 'nearest', 'box', 'ray'] as const;
const FORMS: readonly Form[] = ['heading', 'quaternion', 'matrix', 'rows'];
const EVENTS: readonly EventKind[] = ['entered', 'left', 'bounced', 'reappeared', 'caught', 'pushed', 'squeezed'];

const wrong = (message: string) => new CoveyError(message, 'COVEY_ARG');
const bytesOf = (numbers: ArrayBufferView) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

function three(what: string, [x, y, z = 0]: Vector): [number, number, number] {
  if (![x, y, z].every((number) => typeof number === 'number')) throw wrong(`${what} is no place of two or three numbers`);
  return [x, y, z];
}

/** Ids as the module takes them. */
function idsOf(ids: ArrayLike<number>): Uint32Array {
  for (let k = 0; k < ids.length; k++) {
    const id = ids[k] as number;
    if (!(Number.isInteger(id) && id >= 0 && id <= 0xffffffff)) throw wrong(`${id} is no id`);
  }
  return Uint32Array.from(ids);
}

function numbersOf(what: string, numbers: ArrayLike<number>, count: number): Float64Array {
  if (numbers.length !== count) throw wrong(`${what}: ${numbers.length} numbers, where ${count} are expected`);
  return Float64Array.from(numbers);
}

export class GameWorld extends World {
  // ---- Agents ----

  private act(what: (typeof ACTS)[number], flock: Flock, ids: Uint32Array, numbers: Float64Array, read?: 'ids' | 'numbers'): void {
    this.module.lend([bytesOf(ids), bytesOf(numbers)], ([a, b], back) => {
      this.module.check(this.module.call('web_agents', this.at, this.number(flock), ACTS.indexOf(what), what === 'spawn' ? numbers.length / 6 : ids.length, a as number, b as number));
      if (read !== undefined) back(read === 'ids' ? 0 : 1);
    });
  }

  /** The poses of agents, six numbers each. */
  get(ids: ArrayLike<number>, flock: Flock = 0): Float64Array {
    const poses = new Float64Array(6 * ids.length);
    this.act('get', flock, idsOf(ids), poses, 'numbers');
    return poses;
  }

  put(ids: ArrayLike<number>, poses: ArrayLike<number>, flock: Flock = 0): void {
    this.act('put', flock, idsOf(ids), numbersOf('poses', poses, 6 * ids.length));
  }

  /** Adds to velocities, three numbers each. */
  push(ids: ArrayLike<number>, changes: ArrayLike<number>, flock: Flock = 0): void {
    this.act('push', flock, idsOf(ids), numbersOf('changes', changes, 3 * ids.length));
  }

  /** The first of the new ids, which follow one another. */
  spawn(poses: ArrayLike<number>, flock: Flock = 0): number {
    if (poses.length % 6 !== 0) throw wrong(`poses: ${poses.length} numbers, where six for each agent are expected`);
    const first = new Uint32Array(1);
    this.act('spawn', flock, first, Float64Array.from(poses), 'ids');
    return first[0] as number;
  }

  remove(ids: ArrayLike<number>, flock: Flock = 0): void {
    this.act('remove', flock, idsOf(ids), new Float64Array(0));
  }

  /** Gives agents aims, one for each or one for all: a place to come to, or a velocity to have; null takes theirs away. */
  aim(ids: ArrayLike<number>, aims: Aim | null | readonly (Aim | null)[], flock: Flock = 0): void {
    const list = Array.isArray(aims) ? (aims as readonly (Aim | null)[]) : Array.from({ length: ids.length }, () => aims as Aim | null);
    if (list.length !== ids.length) throw wrong(`${ids.length} ids, and ${list.length} aims`);
    const numbers = new Float64Array(5 * ids.length);
    const small = new Float32Array(numbers.buffer);
    const kinds = new Int32Array(numbers.buffer);
    list.forEach((one, k) => {
      if (one === null) return;
      known('an aim', one, ['place', 'velocity', 'weight', 'speed', 'slowing']);
      const { place, velocity, weight = 2, speed = 0, slowing = 0 } = one;
      if ((place === undefined) === (velocity === undefined)) throw wrong('an aim is a place or a velocity');
      numbers.set(three('aim', (place ?? velocity) as Vector), 5 * k);
      small.set([weight, speed, slowing], 10 * k + 6);
      kinds[10 * k + 9] = place !== undefined ? 1 : 2;
    });
    this.act('aim', flock, idsOf(ids), numbers);
  }

  // ---- User data: 64 bits for each agent ----

  private user(what: (typeof ACTS)[number], flock: Flock, ids: Uint32Array, values: BigUint64Array): void {
    this.module.lend([bytesOf(ids), bytesOf(values)], ([a, b], back) => {
      this.module.check(this.module.call('web_user', this.at, this.number(flock), ACTS.indexOf(what), ids.length, a as number, b as number));
      back(1);
    });
  }

  /** Gives a flock user data, all 0. */
  takeUser(flock: Flock = 0): void {
    this.user('take', flock, new Uint32Array(0), new BigUint64Array(0));
  }

  getUser(ids: ArrayLike<number>, flock: Flock = 0): BigUint64Array {
    const values = new BigUint64Array(ids.length);
    this.user('get', flock, idsOf(ids), values);
    return values;
  }

  putUser(ids: ArrayLike<number>, values: ArrayLike<bigint>, flock: Flock = 0): void {
    if (values.length !== ids.length) throw wrong(`${ids.length} ids, and ${values.length} values`);
    this.user('put', flock, idsOf(ids), BigUint64Array.from(values as Iterable<bigint> & ArrayLike<bigint>));
  }

  // ---- Influences ----

  private columns(points: readonly Vector[]): Uint8Array {
    const placed = points.map((point, k) => three(`point ${k}`, point));
    return bytesOf(Float64Array.from([0, 1, 2].flatMap((axis) => placed.map((place) => place[axis] as number))));
  }

  /** The handle of a new influence. */
  addInfluence({ kind, flock, points = [], ...params }: Influence): number {
    if (typeof kind !== 'string') throw wrong('an influence has no kind');
    const settings = Object.entries(params);
    settings.forEach(([name, value], k) => {
      if (typeof value !== 'number') throw wrong(`${name} of an influence is no number`);
      this.module.check(this.module.with('web_influence_setting', [k, name, value]));
    });
    const handle = this.module.with('web_influence_add', [this.at, kind, flock ?? '', settings.length, points.length, this.columns(points)]);
    if (handle < 0) throw this.module.failure();
    return handle;
  }

  moveInfluence(handle: number, points: readonly Vector[]): void {
    this.module.check(this.module.with('web_influence_move', [this.at, handle, points.length, this.columns(points)]));
  }

  setInfluence(handle: number, name: string, value: number): void {
    this.module.check(this.module.with('web_influence_set', [this.at, handle, name, value]));
  }

  removeInfluence(handle: number): void {
    this.module.check(this.module.call('web_influence_remove', this.at, handle));
  }

  /** The handles, in the order in which influences act. */
  get influences(): number[] {
    const handles: number[] = [];
    for (let handle; (handle = this.module.call('web_influence_at', this.at, handles.length)) >= 0;) handles.push(handle);
    return handles;
  }

  // ---- Questions ----

  private flockOf(flock: Flock): number {
    return flock === ALL_FLOCKS || flock === NO_FLOCK ? flock : this.number(flock);
  }

  private ask(what: (typeof QUESTIONS)[number], flock: Flock, numbers: number[]): number {
    const given = bytesOf(Float64Array.from({ length: 9 }, (_, k) => numbers[k] ?? 0));
    const count = this.module.with('web_ask', [this.at, QUESTIONS.indexOf(what), this.flockOf(flock), given]);
    if (count < 0) throw this.module.failure();
    return count;
  }

  private neighbors(count: number): Neighbor[] {
    const place = this.module.call('web_found');
    const [words, numbers] = [this.module.words(place, 10 * count), this.module.doubles(place, 5 * count)];
    return Array.from({ length: count }, (_, k) => ({
      id: words[10 * k] as number,
      flock: (words[10 * k + 1] as number) | 0,
      distance: numbers[5 * k + 1] as number,
      pos: [...numbers.subarray(5 * k + 2, 5 * k + 5)] as [number, number, number],
    }));
  }

  /** Makes questions fast until the world changes. */
  prepare(): void {
    this.module.check(this.module.call('web_prepare', this.at));
  }

  /** Agents within a radius, the nearest first. */
  near(center: Vector, radius: number, flock: Flock = ALL_FLOCKS): Neighbor[] {
    return this.neighbors(this.ask('near', flock, [...three('center', center), radius]));
  }

  nearest(center: Vector, k: number, flock: Flock = ALL_FLOCKS): Neighbor[] {
    if (!(Number.isInteger(k) && k >= 0 && k < 2 ** 24)) throw wrong(`k = ${k} is no number of agents`);
    return this.neighbors(this.ask('nearest', flock, [...three('center', center), k]));
  }

  box(low: Vector, high: Vector, flock: Flock = ALL_FLOCKS): Neighbor[] {
    return this.neighbors(this.ask('box', flock, [...three('low', low), ...three('high', high)]));
  }

  /** All that a ray touches, the first first. */
  ray(ray: Ray): Hit[] {
    known('a ray', ray, ['from', 'way', 'radius', 'body', 'agents', 'solids']);
    const { from, way, radius = 0, body = -1, agents = ALL_FLOCKS, solids = ALL_FLOCKS } = ray;
    const count = this.ask('ray', agents, [...three('from', from), ...three('way', way), radius, body, this.flockOf(solids)]);
    const place = this.module.call('web_found');
    const [words, numbers] = [this.module.words(place, 12 * count), this.module.doubles(place, 6 * count)];
    return Array.from({ length: count }, (_, k) => ({
      share: numbers[6 * k] as number,
      pos: [...numbers.subarray(6 * k + 1, 6 * k + 4)] as [number, number, number],
      influence: (words[12 * k + 8] as number) | 0,
      flock: (words[12 * k + 9] as number) | 0,
      id: words[12 * k + 10] as number,
    }));
  }

  /** The handle of the solid that holds a body at a place; -1: none does. */
  inside(place: Vector, body = 0, flock: Flock = 0): number {
    return this.module.with('web_inside', [this.at, this.number(flock), bytesOf(Float64Array.of(...three('place', place), body))]);
  }

  // ---- Pictures ----

  /** Writes agents between the last two steps into `to`, from its beginning on; how many there are. */
  interpolate(alpha: number, to: Float32Array, options: Instances = {}): number {
    known('instances', options, ['flock', 'form', 'stride', 'origin']);
    const { flock = 0, form = 'heading', origin = [0, 0, 0] } = options;
    if (!FORMS.includes(form)) throw wrong(`there is no form ${form}: the forms are ${FORMS.join(', ')}`);
    const shown = this.view(flock);
    const { stride = form === 'heading' ? (shown.z ? 6 : 4) : { quaternion: 7, matrix: 16, rows: 12 }[form] } = options;
    if (!(Number.isInteger(stride) && stride > 0 && shown.count * stride <= to.length)) throw wrong(`${shown.count} agents of ${stride} floats do not fit into ${to.length}`);
    const place = this.module.with('web_interpolate', [this.at, this.number(flock), FORMS.indexOf(form), stride, bytesOf(Float64Array.of(alpha, ...three('origin', origin)))]);
    if (place === 0) throw this.module.failure();
    to.set(this.module.floats(place, shown.count * stride));
    return shown.count;
  }

  // ---- Events ----

  /** Takes memory for the events of a step, and reports them from the next one on. */
  takeEvents(capacity: number): void {
    if (!(Number.isInteger(capacity) && capacity >= 0)) throw wrong(`capacity = ${capacity} is no number of events`);
    this.module.check(this.module.call('web_events_take', this.at, capacity));
  }

  /** The events of the last step, and how many had no memory. */
  events(): { list: Event[]; lost: number } {
    const [count = 0, place = 0, lost = 0] = [...this.module.words(this.module.call('web_events', this.at), 3)];
    const words = count > 0 ? this.module.words(place, 7 * count) : new Uint32Array(0);
    const list = Array.from({ length: count }, (_, k) => {
      const [kind = 0, flock = 0, id = 0, watch = 0, byFlock = 0, by = 0, influence = 0] = words.subarray(7 * k, 7 * k + 7);
      return { kind: EVENTS[kind] as EventKind, flock: flock | 0, id, watch: watch | 0, byFlock: byFlock | 0, by, influence: influence | 0 };
    });
    return { list, lost };
  }

  /** Watches a region: agents that enter and leave it are events. */
  watch(region: Region): number {
    const kinds = ['box', 'ball', 'rim'] as const;
    const kind = kinds.findIndex((name) => name in region);
    if (kind < 0) throw wrong(`a region is a box, a ball or a rim`);
    known('a region', region, [['box', 'flock'], ['ball', 'radius', 'flock'], ['rim', 'width', 'flock']][kind] as string[]);
    const numbers =
      'box' in region ? [...three('box', region.box[0]), ...three('box', region.box[1]), 0]
      : 'ball' in region ? [...three('ball', region.ball), 0, 0, 0, region.radius]
      : [0, 0, 0, 0, 0, 0, region.width];
    const influence = 'rim' in region ? region.rim : -1;
    const watch = this.module.with('web_watch', [this.at, kind, this.flockOf(region.flock ?? ALL_FLOCKS), influence, bytesOf(Float64Array.from(numbers))]);
    if (watch < 0) throw this.module.failure();
    return watch;
  }

  unwatch(watch: number): void {
    this.module.check(this.module.call('web_unwatch', this.at, watch));
  }
}
