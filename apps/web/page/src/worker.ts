// SPDX-License-Identifier: MIT
// The worker: covey.wasm with its viewers. It never waits; all commands are done in order.
import { Covey, CoveyError } from '../../package/src/covey.js';
import { Module } from '../../package/src/module.js';
import { labelFont, rowWords, type Failure, type Reply, type Request, type Shape, type State, type Tracks, type Words } from './protocol.js';

const page = self as unknown as { postMessage(message: Reply, transfer?: Transferable[]): void; onmessage: ((event: MessageEvent<Request>) => void) | null };
const viewers = new Map<string, number>();
const pen = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1).getContext('2d') : null;
const widths = new Map<string, number>();

/** Texts repeat from frame to frame: their widths are kept. */
function labelWidth(text: string, size: number, strong: boolean): number {
  const font = labelFont(size, strong);
  const key = `${font}\n${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 2000) widths.clear();
    if (pen !== null) pen.font = font;
    width = pen !== null ? pen.measureText(text).width : 0.56 * size * text.length;
    widths.set(key, width);
  }
  return width;
}

/** A file that was asked for to be shared, not to be kept. */
const shared = '/shared';
let sharedText: string | undefined;

const module = await Module.load(new URL('./covey.wasm', import.meta.url), {
  labelWidth,
  save: (path, bytes) => {
    if (path === shared) sharedText = new TextDecoder().decode(bytes);
    else page.postMessage({ type: 'save', path, bytes });
  },
});
const covey = new Covey(module);

function failureOf(error: unknown): Failure {
  if (error instanceof CoveyError) return { message: error.message, report: error.report };
  return { message: error instanceof Error ? error.message : String(error), report: '' };
}

function open(request: Extract<Request, { type: 'open' }>): void {
  const path = request.file !== undefined ? module.write(request.file.name, request.file.text) : undefined;
  try {
    const made = module.with('web_page_open', [path ?? request.name]);
    if (made === 0) throw module.failure();
    close(request.viewer);
    viewers.set(request.viewer, made);
    for (const [name, value] of Object.entries(request.settings ?? {})) module.with('web_page_setting', [made, name, value]);
    if (request.rests) module.call('web_page_rest', made);
    page.postMessage({ type: 'opened', viewer: request.viewer });
  } catch (error) {
    page.postMessage({ type: 'opened', viewer: request.viewer, failure: failureOf(error) });
  } finally {
    if (path !== undefined) module.remove(path); // all of it was read
  }
}

function close(name: string): void {
  const place = viewers.get(name);
  if (place !== undefined) module.call('web_page_close', place);
  viewers.delete(name);
}

/** The list of a picture, filled up to whole rows: in `spare`, if it has room there. */
function listOf(of: 'web_page' | 'web_tracks', viewer: number, spare?: ArrayBuffer): Words {
  const count = module.call(`${of}_list_size`, viewer);
  const fits = spare !== undefined && spare.byteLength >= 4 * count && spare.byteLength <= 16 * count + (1 << 16);
  const words = fits ? new Uint32Array(spare) : new Uint32Array(Math.ceil((1.1 * count + 1) / rowWords) * rowWords);
  words.set(module.words(module.call(`${of}_list`, viewer), count));
  return { words: words.buffer, count };
}

function frame(request: Extract<Request, { type: 'frame' }>, viewer: number): void {
  if (request.settles) module.call('web_page_settle', viewer, request.seconds);
  else module.call('web_page_frame', viewer, request.seconds, request.budget);
  module.check(module.call('web_page_draw', viewer, request.width, request.height, request.unit));
  const reply: Extract<Reply, { type: 'frame' }> = { type: 'frame', viewer: request.viewer, ...listOf('web_page', viewer, request.spare) };
  if (request.wantsState) {
    module.check(module.call('web_page_state', viewer));
    reply.state = module.json<State>();
    if (reply.state.shape !== request.shape) {
      module.check(module.call('web_page_shape', viewer));
      reply.shape = module.json<Shape>();
    }
  }
  page.postMessage(reply, [reply.words]);
}

/** The tracks that are shown; 0: none. */
let tracks = 0;

function openTracks(file: { name: string; text: string }, options: { fps?: number; scale?: number }): Tracks {
  const path = module.write(file.name, file.text);
  try {
    const made = module.with('web_tracks_open', [path, options.fps ?? 0, options.scale ?? 1]);
    if (made === 0) throw module.failure();
    const told = module.json<Tracks>();
    if (tracks !== 0) module.call('web_tracks_close', tracks);
    tracks = made;
    return told;
  } finally {
    module.remove(path);
  }
}

function drawTracks(request: Extract<Request, { type: 'tracks' }>): void {
  if (tracks === 0) return;
  module.call('web_tracks_look', tracks, request.theme, request.coloring, request.azimuth);
  module.check(module.call('web_tracks_draw', tracks, request.frame, request.width, request.height, request.unit));
  const list = listOf('web_tracks', tracks);
  page.postMessage({ type: 'frame', viewer: 'tracks', ...list }, [list.words]);
}

function call(request: Extract<Request, { type: 'call' }>): void {
  const [a, b, c] = request.values;
  try {
    let value: unknown;
    if (request.name === 'formal') value = covey.formal(a as string, b as object);
    else if (request.name === 'trace') value = covey.trace(a as string, b as { agent: number; step: number });
    else if (request.name === 'check') value = covey.check(a as string, b as string, c as object);
    else if (request.name === 'cases') value = covey.cases(a as string);
    else if (request.name === 'checkCases') value = covey.checkCases(a as (string | undefined)[], b as object);
    else if (request.name === 'tables') value = { presets: covey.presets, dialects: covey.dialects, versionText: covey.versionText };
    else if (request.name === 'chart') value = chartOf(a as string, b as number, c as { width: number; height: number; unit: number });
    else if (request.name === 'tracks') value = openTracks(a as { name: string; text: string }, b as object);
    else value = sessionOf(a as string);
    page.postMessage({ type: 'result', id: request.id, value });
  } catch (error) {
    page.postMessage({ type: 'result', id: request.id, failure: failureOf(error) });
  }
}

function chartOf(viewer: string, plot: number, size: { width: number; height: number; unit: number }): Words {
  const place = viewers.get(viewer);
  if (place === undefined) throw new CoveyError('there is no such viewer', 'COVEY_ARG');
  module.check(module.call('web_page_draw_plot', place, plot, size.width, size.height, size.unit));
  return listOf('web_page', place);
}

/** The session of a viewer, as a text. */
function sessionOf(viewer: string): string {
  const place = viewers.get(viewer);
  sharedText = undefined;
  if (place !== undefined) module.with('web_page_order', [place, `save-session ${shared}`]);
  for (let k = 0; k < 100 && place !== undefined && sharedText === undefined; k++) module.call('web_page_frame', place, 0, 0);
  if (sharedText === undefined) throw new CoveyError('there is nothing to save', 'COVEY_ARG');
  return sharedText;
}

function take(request: Request): void {
  if (request.type === 'call') return call(request);
  if (request.type === 'tracks') return drawTracks(request);
  if (request.type === 'open') return open(request);
  if (request.type === 'close') return close(request.viewer);
  if (request.type === 'ask') return page.postMessage({ type: 'alive' });
  const viewer = viewers.get(request.viewer);
  if (viewer === undefined) return;
  switch (request.type) {
    case 'frame':
      return frame(request, viewer);
    case 'order':
      module.with('web_page_order', [viewer, request.text]);
      return;
    case 'press':
      module.with('web_page_press', [viewer, request.button]);
      return;
    case 'go':
      module.call('web_page_go', viewer, request.step);
      return;
    case 'item':
      module.call('web_page_item', viewer, request.item, request.value, request.first ? 1 : 0);
      return;
    case 'param':
      module.call('web_page_param', viewer, request.flock, request.row, request.value, request.first ? 1 : 0);
      return;
    case 'control':
      module.call('web_page_control', viewer, request.flock, request.control, request.on ? 1 : 0, request.value);
      return;
    case 'about':
      module.call('web_page_about', viewer, request.flock, request.other);
      return;
    case 'restore':
      module.call('web_page_restore', viewer);
      return;
    case 'scene':
      module.call(request.action === 'switch' ? 'web_scene_switch' : 'web_scene_remove', viewer, request.item);
      return;
    case 'scene-param':
      module.call('web_scene_param', viewer, request.item, request.row, request.value, request.first ? 1 : 0);
      return;
    case 'add':
      module.with('web_scene_add', [viewer, request.kind]);
      return;
    case 'bound':
      module.call('web_scene_bound', viewer, request.on ? 1 : 0);
      return;
    case 'plot':
      module.call('web_page_plot', viewer, request.plot, request.kind);
      return;
    case 'plotted':
      module.call('web_page_plotted', viewer, request.flock);
      return;
    case 'setting':
      module.with('web_page_setting', [viewer, request.name, request.value]);
      return;
    case 'key':
      module.call('web_page_key', viewer, request.code, request.control ? 1 : 0, request.down ? 1 : 0);
      return;
    case 'button':
      module.call('web_page_motion', viewer, request.x, request.y);
      module.call('web_page_button', viewer, request.button, request.down ? 1 : 0);
      return;
    case 'motion':
      module.call('web_page_motion', viewer, request.x, request.y);
      return;
    case 'wheel':
      module.call('web_page_wheel', viewer, request.turns);
      return;
    case 'pull':
      module.call('web_page_pull', viewer, request.way);
      return;
    case 'select':
      module.call('web_page_select', viewer, request.rank);
  }
}

page.onmessage = (event) => {
  try {
    take(event.data);
  } catch (error) {
    page.postMessage({ type: 'crashed', message: failureOf(error).message });
  }
};

const shaders: [string, string][] = [];
for (let shape = 0; module.call('web_shader', shape, 0) !== 0; shape++)
  shaders.push([module.text(module.call('web_shader', shape, 0)), module.text(module.call('web_shader', shape, 1))]);
page.postMessage({ type: 'ready', shaders });
