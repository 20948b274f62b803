// SPDX-License-Identifier: MIT
// Draws lists on a canvas of two dimensions: where there is no WebGL, and labels always.
import { cssColor, kinds, List, type Call } from './list.js';
import { labelFont } from './protocol.js';

const { PI } = Math;

/** Adds a shape to a path: the words of one item begin at `at`. */
type Trace = (path: Path2D, f: Float32Array, at: number, size: number) => void;

const dart: Trace = (path, f, at, s) => {
  const [x, y, dx, dy] = [f[at]!, f[at + 1]!, f[at + 2]! * s, f[at + 3]! * s];
  const to = (along: number, across: number): [number, number] => [x + along * dx - across * dy, y + along * dy + across * dx];
  path.moveTo(...to(0.6, 0));
  path.lineTo(...to(-0.4, 0.32));
  path.lineTo(...to(-0.2, 0));
  path.lineTo(...to(-0.4, -0.32));
  path.closePath();
};

const disc: Trace = (path, f, at) => {
  path.moveTo(f[at]! + f[at + 2]!, f[at + 1]!);
  path.arc(f[at]!, f[at + 1]!, Math.max(f[at + 2]!, 0), 0, 2 * PI);
};

const segment: Trace = (path, f, at) => {
  path.moveTo(f[at]!, f[at + 1]!);
  path.lineTo(f[at + 2]!, f[at + 3]!);
};

const triangle: Trace = (path, f, at) => {
  path.moveTo(f[at]!, f[at + 1]!);
  path.lineTo(f[at + 2]!, f[at + 3]!);
  path.lineTo(f[at + 4]!, f[at + 5]!);
  path.closePath();
};

/** Colors of a cycle are many: with five bits for each part there are few paths to fill. */
const few = (color: number) => (color & 0xf8f8f8f8) >>> 0;

export class Pen {
  constructor(private readonly to: CanvasRenderingContext2D) {}

  /** Draws all of a list, or its labels alone. */
  draw(list: List, labelsOnly = false): void {
    this.to.save();
    let clipped = false;
    for (const call of list.calls()) {
      if (call.kind === kinds.label) this.label(list, call);
      else if (call.kind === kinds.clip) {
        if (clipped) this.to.restore();
        this.to.save();
        clipped = true;
        if (call.size === 4) this.clip(list, call);
      } else if (!labelsOnly) this.shape(list, call);
    }
    if (clipped) this.to.restore();
    this.to.restore();
  }

  private clip(list: List, { first }: Call): void {
    const [x, y, width, height] = list.floats.subarray(first, first + 4) as unknown as [number, number, number, number];
    this.to.beginPath();
    this.to.rect(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height));
    this.to.clip();
  }

  private label(list: List, call: Call): void {
    const label = list.label(call);
    this.to.font = labelFont(label.size, label.strong);
    this.to.textAlign = label.anchor;
    this.to.textBaseline = 'alphabetic';
    this.to.fillStyle = cssColor(label.color);
    this.to.fillText(label.text, label.x, label.y);
  }

  private shape(list: List, call: Call): void {
    const { to } = this;
    if (call.kind === kinds.clear) {
      to.fillStyle = cssColor(list.words[call.first]!);
      to.fillRect(0, 0, to.canvas.width, to.canvas.height);
    } else if (call.kind === kinds.polygon) {
      const path = new Path2D();
      for (let at = call.first + 1; at + 6 <= call.first + call.size; at += 6) triangle(path, list.floats, at, 0);
      to.fillStyle = cssColor(list.words[call.first]!);
      to.fill(path);
    } else if (call.kind === kinds.darts) this.fill(list, call, 5, dart, true);
    else if (call.kind === kinds.triangles) this.fill(list, call, 7, triangle, false);
    else if (call.kind === kinds.discs) this.fill(list, call, 4, disc, call.number === 0, call.number);
    else if (call.kind === kinds.segments) this.fill(list, call, 5, segment, false, call.number);
  }

  /** Fills items, or strokes them with a width: those of one color at once, where their order is no
   * matter, else as long as the color stays. */
  private fill(list: List, { first, size, number }: Call, words: number, trace: Trace, isFree: boolean, width = 0): void {
    const { to } = this;
    const paint = (path: Path2D, color: number) => {
      if (width > 0) {
        to.strokeStyle = cssColor(color);
        to.lineWidth = width;
        to.lineCap = 'round';
        to.stroke(path);
      } else {
        to.fillStyle = cssColor(color);
        to.fill(path);
      }
    };
    const groups = new Map<number, Path2D>();
    let now: Path2D | undefined;
    let color = -1;
    const many = isFree && size / words > 64;
    for (let at = first; at + words <= first + size; at += words) {
      const next = list.words[at + words - 1]!;
      if (many) {
        const key = few(next);
        let path = groups.get(key);
        if (path === undefined) groups.set(key, (path = new Path2D()));
        trace(path, list.floats, at, number);
        continue;
      }
      if (next !== color) {
        if (now !== undefined) paint(now, color);
        now = new Path2D();
        color = next;
      }
      trace(now!, list.floats, at, number);
    }
    if (now !== undefined) paint(now, color);
    for (const [key, path] of groups) paint(path, (key | 0x04040400 | (key >>> 24 >= 0xf8 ? 0xff000000 : 0)) >>> 0);
  }
}
