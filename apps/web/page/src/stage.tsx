// SPDX-License-Identifier: MIT
// The picture of a viewer, and the hands on it: mouse, touch, keys.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Viewer } from './engine.js';
import { List } from './list.js';
import { Pixels } from './pixels.js';
import type { State } from './protocol.js';
import { isAccelerated, Painter } from './webgl.js';

/** What a touch or a left drag does. */
export type Tool = 'obstacle' | 'predator' | 'select' | 'attract' | 'repel' | 'move';
export const tools: { name: Tool; shown: string; text: string }[] = [
  { name: 'select', shown: 'Select', text: 'Tap an agent: its zones, neighbors and rules' },
  { name: 'obstacle', shown: 'Obstacle', text: 'Drag: an obstacle as large as the drag' },
  { name: 'predator', shown: 'Predator', text: 'Tap: a predator; on a thing: remove it' },
  { name: 'attract', shown: 'Attract', text: 'Hold: agents come to the pointer' },
  { name: 'repel', shown: 'Repel', text: 'Hold: agents flee the pointer' },
  { name: 'move', shown: 'Move', text: 'Drag the view; two fingers zoom' },
];
export const tool = signal<Tool>('select');

/** Codes of keys as src/view/input.h has them. */
const codes: Record<string, number> = { Backspace: 8, Enter: 13, Escape: 27, ArrowUp: 256, ArrowDown: 257, ArrowLeft: 258, ArrowRight: 259 };

/** Letters that mean something with Shift: weights and the radius, up and down. */
const dials = 'QAWSEDRF';

function codeOf(event: KeyboardEvent): number {
  if (event.key.length === 1) return event.key.toLowerCase().charCodeAt(0);
  return codes[event.key] ?? 0;
}

/** Draws a picture by px of its own. */
class Plain {
  private readonly pixels = new Pixels();
  private readonly context: CanvasRenderingContext2D | null;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d', { alpha: false });
  }

  get works(): boolean {
    return this.context !== null;
  }

  draw(list: List, width: number, height: number): void {
    const { canvas } = this;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    this.context?.putImageData(this.pixels.draw(list, width, height), 0, 0);
  }
}

/** A canvas over another canvas, whose context of WebGL is of no use. */
function over(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const spare = document.createElement('canvas');
  spare.setAttribute('aria-hidden', 'true');
  Object.assign(spare.style, {
    position: 'absolute',
    left: `${canvas.offsetLeft}px`,
    top: `${canvas.offsetTop}px`,
    width: `${canvas.offsetWidth}px`,
    height: `${canvas.offsetHeight}px`,
    pointerEvents: 'none',
  });
  canvas.after(spare);
  return spare;
}

/** How pictures are drawn: by WebGL if a graphics card does that, by WebGL in any case, or never so. */
type Way = 'best' | 'webgl' | 'plain';

/** The way that the address names. */
function askedWay(): Way {
  const asked = new URLSearchParams(location.search);
  return (['plain', 'webgl'] as const).find((way) => asked.has(way)) ?? 'best';
}

/** What draws on a canvas. */
class Brush {
  private painter: Painter | Plain;
  private spare: HTMLCanvasElement | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly shaders: [string, string][],
    way: Way,
  ) {
    this.painter = way === 'plain' || (way === 'best' && !isAccelerated()) ? new Plain(canvas) : this.begin();
    canvas.dataset['painter'] = this.painter instanceof Painter ? 'webgl' : 'plain';
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // then it may come back
      this.fallBack();
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.spare?.remove();
      this.spare = undefined;
      this.painter = this.begin();
    });
  }

  private begin(): Painter | Plain {
    try {
      return new Painter(this.canvas, this.shaders);
    } catch (error) {
      console.info(`drawn without WebGL: ${String(error)}`);
    }
    const plain = new Plain(this.canvas);
    return plain.works ? plain : this.fallBack();
  }

  private fallBack(): Plain {
    this.spare ??= over(this.canvas);
    this.painter = new Plain(this.spare);
    return this.painter;
  }

  draw(list: List, width: number, height: number): void {
    this.painter.draw(list, width, height);
  }
}

/** Draws the lists of a viewer on a canvas. */
export function drawOn(viewer: Pick<Viewer, 'engine' | 'size' | 'onPicture'> & Partial<Viewer>, canvas: HTMLCanvasElement, way: Way = askedWay()): void {
  const brush = new Brush(canvas, viewer.engine.shaders, way);
  viewer.size = () => {
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    const box = canvas.getBoundingClientRect();
    return { width: Math.max(Math.round(box.width * ratio), 1), height: Math.max(Math.round(box.height * ratio), 1), unit: ratio };
  };
  viewer.onPicture = ({ words, count }) => {
    const { width, height } = viewer.size();
    brush.draw(new List(words, count), width, height);
    const step = String(viewer.state?.value?.step ?? 0);
    if (canvas.dataset['step'] !== step) canvas.dataset['step'] = step;
  };
}

/** Pointers on the canvas: one is the hand of the tool, two move and zoom the view. */
class Hands {
  private readonly points = new Map<number, { x: number; y: number }>();
  private held = 0;
  private timer = 0;
  private spread = 0;

  constructor(
    private readonly viewer: Viewer,
    private readonly canvas: HTMLCanvasElement,
  ) {}

  private place(event: PointerEvent | WheelEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const { unit } = this.viewer.size();
    return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
  }

  private button(button: number, down: boolean, at: { x: number; y: number }): void {
    this.viewer.send({ type: 'button', button, down, ...at });
  }

  /** The button that stands for the tool. */
  private wanted(event: PointerEvent): number {
    if (event.button === 1 || event.button === 2) return event.button === 1 ? 2 : 3;
    if (tool.value === 'move') return 2;
    if (tool.value === 'predator') return 3;
    return 1;
  }

  down = (event: PointerEvent): void => {
    const at = this.place(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.points.set(event.pointerId, at);
    if (this.points.size === 2) return this.pinch();
    if (this.points.size > 2) return;
    this.viewer.send({ type: 'motion', ...at });
    const isPull = event.button === 0 && (tool.value === 'attract' || tool.value === 'repel');
    if (isPull) this.viewer.send({ type: 'pull', way: tool.value === 'attract' ? 1 : -1 });
    else {
      this.held = this.wanted(event);
      this.button(this.held, true, at);
    }
    if (event.pointerType === 'touch' && this.held === 1) this.timer = window.setTimeout(() => this.long(at), 600);
  };

  /** A long press is a right click. */
  private long(at: { x: number; y: number }): void {
    if (this.held !== 1) return;
    this.viewer.send({ type: 'key', code: 27, control: false, down: true });
    this.held = 0;
    this.button(3, true, at);
    this.button(3, false, at);
  }

  private pinch(): void {
    clearTimeout(this.timer);
    const [a, b] = [...this.points.values()] as [{ x: number; y: number }, { x: number; y: number }];
    this.spread = Math.hypot(a.x - b.x, a.y - b.y);
    if (this.held !== 2) {
      this.viewer.send({ type: 'pull', way: 0 });
      this.held = 2;
      this.button(2, true, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    }
  }

  move = (event: PointerEvent): void => {
    const at = this.place(event);
    const from = this.points.get(event.pointerId);
    if (from !== undefined && Math.hypot(at.x - from.x, at.y - from.y) > 8) clearTimeout(this.timer);
    if (from !== undefined) this.points.set(event.pointerId, at);
    if (this.points.size === 2) {
      const [a, b] = [...this.points.values()] as [{ x: number; y: number }, { x: number; y: number }];
      const spread = Math.hypot(a.x - b.x, a.y - b.y);
      this.viewer.send({ type: 'motion', x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      if (spread > 0 && this.spread > 0) this.viewer.send({ type: 'wheel', turns: Math.log(spread / this.spread) / Math.log(1.2) });
      this.spread = spread;
    } else this.viewer.send({ type: 'motion', ...at });
  };

  up = (event: PointerEvent): void => {
    clearTimeout(this.timer);
    const at = this.place(event);
    if (!this.points.delete(event.pointerId) || this.points.size > 0) return;
    this.viewer.send({ type: 'pull', way: 0 });
    if (this.held !== 0) this.button(this.held, false, at);
    this.held = 0;
  };

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.viewer.send({ type: 'motion', ...this.place(event) });
    const lines = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    this.viewer.send({ type: 'wheel', turns: -Math.max(-3, Math.min(3, lines)) });
  };
}

/** True while the corners of a wall are placed. */
export const isOutlining = (viewer: Viewer) => viewer.state.value?.buttons['wall by clicks']?.shown === 'drop wall';

/** Ends a wall at its last corner. */
export const endWall = (viewer: Viewer) => viewer.send({ type: 'key', code: codes['Enter']!, control: false, down: true });

/** With Shift, arrows move a cursor over the picture, and Enter uses the tool there; a wall's corners take Shift and Enter. */
function useCursor(viewer: Viewer, canvas: HTMLCanvasElement, event: KeyboardEvent): boolean {
  if (event.key === 'Enter' && !event.shiftKey && isOutlining(viewer)) return false; // ends the wall
  const { width, height, unit } = viewer.size();
  const now = canvas.dataset['cursor']?.split(' ').map(Number) ?? [width / 2, height / 2];
  const step = 20 * unit;
  const moves: Record<string, [number, number]> = { ArrowUp: [0, -step], ArrowDown: [0, step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] };
  const move = event.shiftKey ? moves[event.key] : undefined;
  if (move === undefined && event.key !== 'Enter') return false;
  const x = Math.min(Math.max(now[0]! + (move?.[0] ?? 0), 0), width);
  const y = Math.min(Math.max(now[1]! + (move?.[1] ?? 0), 0), height);
  canvas.dataset['cursor'] = `${x} ${y}`;
  const mark = canvas.parentElement?.querySelector<HTMLElement>('.cursor');
  if (mark !== null && mark !== undefined) {
    mark.hidden = false;
    mark.style.transform = `translate(${x / unit}px, ${y / unit}px)`;
  }
  viewer.send({ type: 'motion', x, y });
  if (event.key !== 'Enter') return true;
  if (tool.value === 'obstacle') viewer.send({ type: 'key', code: 'o'.charCodeAt(0), control: false, down: true });
  else if (tool.value === 'attract' || tool.value === 'repel') {
    viewer.send({ type: 'pull', way: tool.value === 'attract' ? 1 : -1 });
    setTimeout(() => viewer.send({ type: 'pull', way: 0 }), 1000);
  } else {
    const button = tool.value === 'predator' ? 3 : 1;
    viewer.send({ type: 'button', button, down: true, x, y });
    viewer.send({ type: 'button', button, down: false, x, y });
  }
  return true;
}

/** What the picture shows, in a sentence. */
export function describe(state: State | undefined, title: string): string {
  if (state === undefined) return 'The flock is loading.';
  const agents = state.flocks.reduce((sum, flock) => sum + flock.count, 0);
  const plots = state.plots.filter((plot) => plot.label !== '').map((plot) => plot.label);
  return `${title}: ${agents} agents at step ${state.step}${state.runs ? '' : ', paused'}. ${plots.join(', ')}.`;
}

/** A picture; it asks for frames by itself unless they are led from outside. */
export function Stage({ viewer, label, isLed = false }: { viewer: Viewer; label: string; isLed?: boolean }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current!;
    const hands = new Hands(viewer, canvas);
    let isOn = true;
    isAccelerated(); // while the worker begins
    void viewer.engine.ready.then(() => {
      if (!isOn) return;
      drawOn(viewer, canvas);
      if (!isLed) viewer.start();
    });
    const key = (event: KeyboardEvent) => {
      const down = event.type === 'keydown';
      if (down && useCursor(viewer, canvas, event)) return event.preventDefault();
      const code = codeOf(event);
      const isDial = event.shiftKey && !event.ctrlKey && event.key.length === 1 && dials.includes(event.key.toUpperCase());
      if (code === 0 || event.repeat || event.metaKey || event.altKey || (event.shiftKey && !isDial)) return;
      if (down && event.ctrlKey && code === 'o'.charCodeAt(0)) {
        document.querySelector<HTMLInputElement>('[data-do=file]')?.click();
        return event.preventDefault();
      }
      if (event.ctrlKey && code !== 'z'.charCodeAt(0)) return; // the others are the browser's
      const sent = isDial ? event.key.toUpperCase().charCodeAt(0) : code;
      viewer.send({ type: 'key', code: sent, control: event.ctrlKey, down });
      event.preventDefault();
    };
    const awake = () => viewer.wake();
    const menu = (event: Event) => event.preventDefault();
    canvas.addEventListener('wheel', hands.wheel, { passive: false });
    for (const kind of ['keydown', 'keyup'] as const) canvas.addEventListener(kind, key);
    canvas.addEventListener('contextmenu', menu);
    const watcher = new ResizeObserver(awake);
    watcher.observe(canvas);
    canvas.onpointerdown = hands.down;
    canvas.onpointermove = hands.move;
    canvas.onpointerup = canvas.onpointercancel = hands.up;
    return () => {
      isOn = false;
      watcher.disconnect();
      viewer.stop();
    };
  }, [viewer]);
  return (
    <div class="stage">
      <canvas ref={ref} tabIndex={0} role="application" aria-label={label} data-viewer={viewer.name} />
      <span class="cursor" hidden aria-hidden="true" />
    </div>
  );
}
