// SPDX-License-Identifier: MIT
// covey.wasm from the side of JavaScript: loading it, texts in and out, failures as errors. Views on
// its memory die when it grows: none is kept beyond a call.
import { ConsoleStdout, Fd, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';

/** A call that failed: the message of the library, with the place in a text where there is one. */
export class CoveyError extends Error {
  override name = 'CoveyError';
  constructor(
    message: string,
    /** As the library names it: COVEY_INPUT, COVEY_ARG, COVEY_DIVERGED, COVEY_MEMORY, … */
    readonly status: string,
    /** In the text that was read, from 1; 0: none. */
    readonly line = 0,
    readonly column = 0,
    /** The lines of the text with a mark below the place, as the program prints them. */
    readonly report = '',
  ) {
    super(message);
  }
}

/** Where the bytes of covey.wasm come from. */
export type Source = URL | string | Response | ArrayBuffer | Uint8Array | WebAssembly.Module;

type Value = number | bigint;
type Exported = (...values: Value[]) => never;

/** The parts that the module asks of its host beside files and a clock. */
export interface Host {
  /** How wide a text is, px. */
  labelWidth(text: string, size: number, strong: boolean): number;
  /** Takes a file that the viewer saves. */
  save(path: string, bytes: Uint8Array): void;
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return WebAssembly.compile(source as BufferSource);
  const url = source instanceof Response ? undefined : new URL(String(source), 'file:///');
  if (url?.protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = source instanceof Response ? source : await fetch(String(source));
  if (!response.ok) throw new CoveyError(`covey.wasm: the server answers ${response.status}`, 'COVEY_IO');
  return WebAssembly.compile(await response.arrayBuffer()); // any type of content will do
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** An instance of covey.wasm. */
export class Module {
  private readonly exports: Record<string, Exported>;
  private readonly memory: WebAssembly.Memory;

  private constructor(
    instance: WebAssembly.Instance,
    private readonly folder: PreopenDirectory,
  ) {
    this.exports = instance.exports as unknown as Record<string, Exported>;
    this.memory = instance.exports['memory'] as WebAssembly.Memory;
  }

  static async load(source: Source, host?: Partial<Host>): Promise<Module> {
    const compiled = await compile(source);
    const folder = new PreopenDirectory('/', new Map());
    const say = ConsoleStdout.lineBuffered((line) => console.warn(line));
    const files: Fd[] = [new OpenFile(new File([])), say, say, folder];
    const wasi = new WASI([], [], files, { debug: false });
    // Files here never make a reader wait, so that there is nothing to be set.
    wasi.wasiImport['fd_fdstat_set_flags'] = () => 0;
    let made: Module | undefined;
    const instance = await WebAssembly.instantiate(compiled, {
      wasi_snapshot_preview1: wasi.wasiImport,
      covey: {
        label_width: (text: number, size: number, strong: number) => {
          const shown = made!.text(text);
          return host?.labelWidth?.(shown, size, strong !== 0) ?? 0.6 * size * shown.length;
        },
        save: (path: number, bytes: number, size: number) =>
          host?.save?.(made!.text(path), made!.bytes(bytes, size)),
      },
    });
    made = new Module(instance, folder);
    wasi.initialize(instance as Parameters<typeof wasi.initialize>[0]);
    return made;
  }

  /** Calls an export. */
  call(name: string, ...values: Value[]): number {
    const called = this.exports[name];
    if (called === undefined) throw new TypeError(`covey.wasm has no ${name}`);
    return called(...values);
  }

  /** Calls an export that returns 64 bits. */
  wide(name: string, ...values: Value[]): bigint {
    return BigInt.asUintN(64, BigInt(this.call(name, ...values)));
  }

  /** Calls an export with texts and bytes, which are in its memory until the call returns. */
  with(name: string, values: (Value | string | Uint8Array)[]): number {
    const taken: number[] = [];
    try {
      return this.call(name, ...values.map((value) => (typeof value === 'object' || typeof value === 'string' ? this.put(value, taken) : value)));
    } finally {
      for (const place of taken) this.call('web_give', place);
    }
  }

  private put(value: string | Uint8Array, taken: number[]): number {
    const bytes = typeof value === 'string' ? encoder.encode(value) : value;
    const place = this.call('web_take', bytes.length + 1);
    if (place === 0) throw new CoveyError('no memory for a text', 'COVEY_MEMORY');
    taken.push(place);
    const to = new Uint8Array(this.memory.buffer, place, bytes.length + 1);
    to.set(bytes);
    to[bytes.length] = 0;
    return place;
  }

  /** Lends columns to a call, as places in memory; `back` reads one of them into what was lent. */
  lend(columns: Uint8Array[], use: (places: number[], back: (index: number) => void) => void): void {
    const taken: number[] = [];
    try {
      for (const column of columns) this.put(column, taken);
      use(taken, (index) => {
        const column = columns[index] as Uint8Array;
        column.set(new Uint8Array(this.memory.buffer, taken[index] as number, column.length));
      });
    } finally {
      for (const place of taken) this.call('web_give', place);
    }
  }

  /** Throws the failure of the last call unless its status is 0. */
  check(status: number): void {
    if (status !== 0) throw this.failure();
  }

  /** The failure of the last call. */
  failure(): CoveyError {
    return new CoveyError(
      this.text(this.call('web_error_message')) || 'the call failed',
      this.text(this.call('web_error_status')),
      this.call('web_error_line'),
      this.call('web_error_column'),
      this.text(this.call('web_error_report')),
    );
  }

  /** The answer of the last call: a text, its bytes, or JSON. */
  answer(): string {
    return decoder.decode(this.answerBytes());
  }

  answerBytes(): Uint8Array {
    return this.bytes(this.call('web_answer'), this.call('web_answer_size'));
  }

  json<T>(): T {
    return JSON.parse(this.answer()) as T;
  }

  /** A copy of bytes in memory. */
  bytes(place: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, place, size).slice();
  }

  /** A text in memory, which ends with a zero. */
  text(place: number): string {
    if (place === 0) return '';
    const all = new Uint8Array(this.memory.buffer);
    return decoder.decode(all.subarray(place, all.indexOf(0, place)));
  }

  /** Numbers in memory, valid until the memory grows: until the next call of any kind. */
  doubles(place: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, place, count);
  }

  floats(place: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, place, count);
  }

  words(place: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, place, count);
  }

  /** How many bytes the module has. */
  get size(): number {
    return this.memory.buffer.byteLength;
  }

  /** Puts a file among those that the module sees; its path there. */
  write(name: string, bytes: Uint8Array | string): string {
    const plain = name.replace(/[/\0]/g, '_') || 'file';
    const data = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
    this.folder.dir.contents.set(plain, new File(data as Uint8Array<ArrayBuffer>, { readonly: true }));
    return `/${plain}`;
  }

  remove(path: string): void {
    this.folder.dir.contents.delete(path.slice(1));
  }
}
