// SPDX-License-Identifier: MIT
// The worker from the side of the page: requests, and signals of its answers.
import { signal } from '@preact/signals';
import type { Case, Report } from '../../package/src/covey.js';
import type { Dialect, Preset } from '../../package/src/tables.js';
import type { Failure, Reply, Request, Shape, State, Tracks, Upload, Words } from './protocol.js';

export interface Tables {
  presets: Preset[];
  dialects: Dialect[];
  /** Of covey: version, commit, results epoch. */
  versionText: string;
}

/** A failure that the worker has told. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Readers that ask for little motion see flocks at rest until they run them. */
export const calm = matchMedia('(prefers-reduced-motion: reduce)');

type FrameReply = Extract<Reply, { type: 'frame' }>;

export class Engine {
  private readonly worker: Worker;
  private readonly results = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private readonly takers = new Map<string, { frame(reply: FrameReply): void; opened(failure?: Failure): void }>();
  private calls = 0;
  shaders: [string, string][] = [];
  /** Settled when covey.wasm runs. */
  readonly ready: Promise<void>;
  /** A sentence once nothing works any more. */
  readonly crashed = signal('');
  /** Seconds that the worker has been at one thing, from five on; else 0. A flock can be too large for a page. */
  readonly silence = signal(0);
  /** When an answer was asked for; 0: none is waited for. */
  private asked = 0;
  onSave: (path: string, bytes: Uint8Array) => void = () => undefined;

  constructor(base: string | URL = import.meta.url) {
    this.worker = new Worker(new URL('./worker.js', base), { type: 'module' });
    let isReady = () => {};
    this.ready = new Promise((resolve) => (isReady = resolve));
    this.worker.onerror = (event) => {
      this.crashed.value = `The simulation does not start: ${event.message || 'this browser lacks modules in workers, or WebAssembly with SIMD'}`;
    };
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.type === 'ready') {
        this.shaders = data.shaders;
        setInterval(() => this.listenForLife(), 1000);
        isReady();
      } else if (data.type === 'alive') {
        this.asked = 0;
        this.silence.value = 0;
      } else if (data.type === 'frame') this.takers.get(data.viewer)?.frame(data);
      else if (data.type === 'opened') this.takers.get(data.viewer)?.opened(data.failure);
      else if (data.type === 'save') this.onSave(data.path, data.bytes);
      else if (data.type === 'crashed') this.crashed.value = `The simulation stopped: ${data.message}`;
      else this.settle(data);
    };
  }

  private settle(reply: Extract<Reply, { type: 'result' }>): void {
    const waiting = this.results.get(reply.id);
    this.results.delete(reply.id);
    if (reply.failure !== undefined) waiting?.reject(new Refused(reply.failure));
    else waiting?.resolve(reply.value);
  }

  private listenForLife(): void {
    const seconds = Math.floor((performance.now() - this.asked) / 1000);
    if (this.asked !== 0) this.silence.value = seconds < 5 ? 0 : seconds;
    else {
      this.asked = performance.now();
      this.send({ type: 'ask' });
    }
  }

  send(request: Request, given: Transferable[] = []): void {
    this.worker.postMessage(request, given);
  }

  private call<T>(name: Extract<Request, { type: 'call' }>['name'], ...values: unknown[]): Promise<T> {
    const id = ++this.calls;
    return new Promise<T>((resolve, reject) => {
      this.results.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.send({ type: 'call', id, name, values });
    });
  }

  tables = () => this.call<Tables>('tables');
  formal = (input: string, options: object) => this.call<string>('formal', input, options);
  check = (input: string, output: string, options: object) => this.call<Report>('check', input, output, options);
  cases = (dialect: string) => this.call<Case[]>('cases', dialect);
  /** A table of all that moves an agent in a step. */
  trace = (input: string, options: { dialect: string; agent: number; step: number }) => this.call<string>('trace', input, options);
  checkCases = (outputs: (string | undefined)[], options: object) => this.call<Report>('checkCases', outputs, options);
  tracks = (file: Upload, options: object) => this.call<Tracks>('tracks', file, options);
  /** The session of a viewer, as a text. */
  session = (viewer: string) => this.call<string>('session', viewer);

  chart = (viewer: string, plot: number, size: { width: number; height: number; unit: number }) => this.call<Words>('chart', viewer, plot, size);

  /** Begins to take what the worker tells of a viewer. */
  listen(viewer: string, taker: { frame(reply: FrameReply): void; opened(failure?: Failure): void }): void {
    this.takers.set(viewer, taker);
  }

  forget(viewer: string): void {
    this.takers.delete(viewer);
    this.send({ type: 'close', viewer });
  }
}

/** A viewer of the worker with a canvas of the page. */
export class Viewer {
  readonly state = signal<State | undefined>(undefined);
  readonly shape = signal<Shape | undefined>(undefined);
  readonly failure = signal<Failure | undefined>(undefined);
  /** When the state was asked for last: that is about ten times a second. */
  private lastState = 0;
  private isOpen = false;
  private inFlight = false;
  /** The number of the shape that the page has of this world. */
  private known = 0;
  private lastTime = 0;
  /** When something was touched last: a paused picture rests a moment later. */
  private touched = performance.now();
  private handle = 0;
  private waiting: ((opened: boolean) => void) | undefined;
  /** True while pictures are shown as the screen asks for them; else as they come. */
  private isPaced = false;
  /** The screen has asked for a picture, and there was none. */
  private isLate = false;
  /** Pictures that are still to be shown: two at most. */
  private readonly coming: FrameReply[] = [];
  private shown: FrameReply | undefined;
  /** What a list was in: the worker makes another there. */
  private spare: ArrayBuffer | undefined;
  onPicture: (reply: FrameReply) => void = () => undefined;
  size: () => { width: number; height: number; unit: number } = () => ({ width: 640, height: 400, unit: 1 });

  constructor(
    readonly engine: Engine,
    readonly name: string,
  ) {
    engine.listen(name, {
      frame: (reply) => this.take(reply),
      opened: (failure) => {
        this.failure.value = failure;
        if (failure === undefined) {
          this.isOpen = true;
          this.known = 0; // shapes are numbered anew
        }
        this.wake();
        this.waiting?.(failure === undefined);
        this.waiting = undefined;
      },
    });
  }

  open(name: string, file?: Upload, settings: Record<string, number> = {}, rests = calm.matches): Promise<boolean> {
    this.wake();
    const before = this.state.value?.settings;
    const kept = before === undefined ? {} : Object.fromEntries(Object.entries(before).filter(([key]) => !['width', 'height', 'scale'].includes(key)));
    return new Promise((resolve) => {
      this.waiting?.(false);
      this.waiting = resolve;
      this.engine.send({ type: 'open', viewer: this.name, name, ...(file !== undefined ? { file } : {}), settings: { ...kept, ...settings }, rests });
    });
  }

  private take(reply: FrameReply): void {
    this.inFlight = false;
    if (reply.shape !== undefined) {
      this.shape.value = reply.shape;
      this.known = reply.shape.shape;
    }
    if (reply.state !== undefined) this.state.value = reply.state;
    this.coming.push(reply);
    if (!this.isPaced) this.paint();
    else if (this.isLate) this.frame(performance.now());
  }

  /** Shows the picture that is next. */
  private paint(): void {
    const next = this.coming.shift();
    if (next === undefined) return;
    this.spare = this.shown?.words;
    this.shown = next;
    this.onPicture(next);
  }

  /** Draws the same picture again: a canvas of WebGL keeps none for long. */
  redraw(): void {
    if (this.shown !== undefined) this.onPicture(this.shown);
  }

  /** Sends a request for this viewer. */
  send(request: DistributiveOmit<Request, 'viewer'>): void {
    this.wake();
    this.engine.send({ ...request, viewer: this.name } as Request);
  }

  /** A plot as a list; -1: all of them. This wakes nothing: a world at rest is not drawn again. */
  chart(plot: number, size: { width: number; height: number; unit: number }): Promise<Words> {
    return this.engine.chart(this.name, plot, size);
  }

  order(text: string): void {
    this.send({ type: 'order', text });
  }

  press(button: string): void {
    this.send({ type: 'press', button });
  }

  setting(name: string, value: number): void {
    this.send({ type: 'setting', name, value });
  }

  /** Pictures are wanted again, for a while at least. */
  wake(): void {
    this.touched = performance.now();
  }

  /** Begins to show pictures: while one is drawn, the worker makes the next. */
  start(): void {
    const go = (now: number) => {
      this.handle = requestAnimationFrame(go);
      this.isLate = this.coming.length === 0;
      if (this.coming.length < 2) this.frame(now);
      this.paint();
    };
    cancelAnimationFrame(this.handle);
    this.isPaced = true;
    this.handle = requestAnimationFrame(go);
  }

  stop(): void {
    cancelAnimationFrame(this.handle);
    this.isPaced = false;
    while (this.coming.length > 0) this.paint();
  }

  private get rests(): boolean {
    return this.state.value?.runs === false && performance.now() - this.touched > 1000;
  }

  /** True while a picture is asked for and has not come. */
  get isBusy(): boolean {
    return this.inFlight;
  }

  /** Asks for the next picture, once there is a world: nothing answers before. With `given`, that time has gone by, and all its steps are taken. */
  frame(now: number, given?: number): void {
    // On a busy machine the screen's time lies far behind that of answers: no time goes by twice, and none goes back.
    const passed = Math.max(now - this.lastTime, 0);
    this.lastTime += passed;
    if (!this.isOpen || this.inFlight || this.rests) return;
    const seconds = given ?? Math.min(passed / 1000, 0.25);
    const wantsState = now - this.lastState >= 90;
    if (wantsState) this.lastState = now;
    this.inFlight = true;
    this.isLate = false;
    const { spare } = this;
    this.spare = undefined;
    this.engine.send(
      {
        type: 'frame',
        viewer: this.name,
        seconds,
        budget: 0.012,
        settles: given !== undefined,
        ...this.size(),
        wantsState: wantsState || given !== undefined,
        shape: this.known,
        ...(spare !== undefined ? { spare } : {}),
      },
      spare !== undefined ? [spare] : [],
    );
  }

  close(): void {
    this.stop();
    this.engine.forget(this.name);
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
