// SPDX-License-Identifier: MIT
// Draws lists px by px: where there is no WebGL, and charts. What it draws is what the shaders of
// src/view/shaders.c draw: a px has as much of a color as its distance to the edge says.
import { kinds, type Call, type List } from './list.js';
import { Letters } from './letters.js';

/** A part of a row: cut() takes away where `slope` x + `rest` is above `level`. */
const span = { from: 0, to: 0 };

function cut(slope: number, rest: number, level: number): void {
  if (Math.abs(slope) < 1e-9) {
    if (rest > level) span.to = span.from - 1;
  } else if (slope > 0) span.to = Math.min(span.to, (level - rest) / slope);
  else span.from = Math.max(span.from, (level - rest) / slope);
}

export class Pixels {
  private image = new ImageData(1, 1);
  private ink = new Uint32Array(this.image.data.buffer);
  private width = 1;
  /** What may be drawn on: whole px. */
  private left = 0;
  private right = 1;
  private top = 0;
  private bottom = 1;

  constructor(private readonly letters = new Letters()) {}

  /** The picture of a list, which is valid until the next is drawn. */
  draw(list: List, width: number, height: number): ImageData {
    if (this.image.width !== width || this.image.height !== height) {
      this.image = new ImageData(width, height);
      this.ink = new Uint32Array(this.image.data.buffer);
      this.width = width;
    }
    this.clip(0, 0, width, height);
    for (const call of list.calls()) this.take(list, call);
    return this.image;
  }

  private clip(x: number, y: number, width: number, height: number): void {
    this.left = Math.max(Math.floor(x), 0);
    this.top = Math.max(Math.floor(y), 0);
    this.right = Math.min(Math.ceil(x + width), this.image.width);
    this.bottom = Math.min(Math.ceil(y + height), this.image.height);
  }

  private take(list: List, call: Call): void {
    const { kind, first, size, number } = call;
    const { words, floats: f } = list;
    const end = first + size;
    if (kind === kinds.clear) this.ink.fill((words[first]! | 0xff000000) >>> 0);
    else if (kind === kinds.clip) {
      if (size === 4) this.clip(f[first]!, f[first + 1]!, f[first + 2]!, f[first + 3]!);
      else this.clip(0, 0, this.image.width, this.image.height);
    } else if (kind === kinds.darts) {
      for (let k = first; k + 5 <= end; k += 5) this.dart(f[k]!, f[k + 1]!, f[k + 2]!, f[k + 3]!, number, words[k + 4]!);
    } else if (kind === kinds.discs) {
      for (let k = first; k + 4 <= end; k += 4) this.disc(f[k]!, f[k + 1]!, f[k + 2]!, number, words[k + 3]!);
    } else if (kind === kinds.segments) {
      for (let k = first; k + 5 <= end; k += 5) this.segment(f[k]!, f[k + 1]!, f[k + 2]!, f[k + 3]!, 0.5 * number, words[k + 4]!);
    } else if (kind === kinds.triangles) {
      for (let k = first; k + 7 <= end; k += 7) this.triangle(f, k, words[k + 6]!, 0.5);
    } else if (kind === kinds.polygon) {
      for (let k = first + 1; k + 6 <= end; k += 6) this.triangle(f, k, words[first]!, 0);
    } else if (kind === kinds.label) this.label(list, call);
  }

  /** Mixes `part` of 255 of a color into a px. */
  private mix(at: number, color: number, part: number): void {
    const old = this.ink[at]!;
    const share = part + (part >>> 7);
    const rb = old & 0xff00ff;
    const g = old & 0xff00;
    const newRb = (rb + ((((color & 0xff00ff) - rb) * share) >> 8)) & 0xff00ff;
    const newG = (g + ((((color & 0xff00) - g) * share) >> 8)) & 0xff00;
    this.ink[at] = (0xff000000 | newRb | newG) >>> 0;
  }

  /** Px of a row from `from` to `to` less one, evenly. */
  private row(y: number, from: number, to: number, color: number): void {
    const part = color >>> 24;
    const begin = y * this.width;
    if (part === 255 && to - from > 8) this.ink.fill(color, begin + from, begin + to);
    else for (let x = from; x < to; x++) this.mix(begin + x, color, part);
  }

  /** A dart: the half above its axis lies below the edge from the tip to the wing, and in front of the
   * edge from the wing to the notch. */
  private dart(px: number, py: number, dx: number, dy: number, size: number, color: number): void {
    const { ink, width } = this;
    const alpha = color >>> 24;
    const tip = 0.6 * size;
    const [tipX, tipY] = [px + tip * dx, py + tip * dy];
    const [endX, endY] = [px - 0.4 * size * dx, py - 0.4 * size * dy];
    const wingX = 0.32 * size * (dy < 0 ? -dy : dy);
    const wingY = 0.32 * size * (dx < 0 ? -dx : dx);
    const left = Math.max(Math.floor(Math.min(tipX, endX - wingX) - 0.8), this.left);
    const right = Math.min(Math.ceil(Math.max(tipX, endX + wingX) + 0.8), this.right);
    const top = Math.max(Math.floor(Math.min(tipY, endY - wingY) - 0.8), this.top);
    const bottom = Math.min(Math.ceil(Math.max(tipY, endY + wingY) + 0.8), this.bottom);
    const [frontAlong, frontAcross] = [0.32 / 1.04995, 1 / 1.04995];
    const [backAlong, backAcross] = [-0.32 / 0.37736, -0.2 / 0.37736];
    const front = 0.5 + tip * frontAlong;
    const back = 0.5 - 0.2 * size * backAlong;
    for (let y = top; y < bottom; y++) {
      const ry = y + 0.5 - py;
      const rx = left + 0.5 - px;
      let along = rx * dx + ry * dy;
      let across = ry * dx - rx * dy;
      const end = y * width + right;
      for (let at = y * width + left; at < end; at++, along += dx, across -= dy) {
        const side = across < 0 ? -across : across;
        const a = front - along * frontAlong - side * frontAcross;
        if (a <= 0) continue;
        const b = back - along * backAlong - side * backAcross;
        const inside = a < b ? a : b;
        if (inside <= 0) continue;
        if (inside >= 1 && alpha === 255) ink[at] = color;
        else this.mix(at, color, inside >= 1 ? alpha : (inside * alpha + 0.5) | 0);
      }
    }
  }

  /** A disc, or with a width a ring. */
  private disc(px: number, py: number, radius: number, width: number, color: number): void {
    const alpha = color >>> 24;
    const half = 0.5 * width;
    const outer = radius + half + 0.5;
    const even = width > 0 ? radius - half - 0.5 : radius - 0.5; // nothing or all within
    const bottom = Math.min(Math.ceil(py + outer), this.bottom);
    for (let y = Math.max(Math.floor(py - outer), this.top); y < bottom; y++) {
      const ry = y + 0.5 - py;
      if (Math.abs(ry) >= outer) continue;
      const reach = Math.sqrt(outer * outer - ry * ry);
      const skip = Math.abs(ry) < even ? Math.sqrt(even * even - ry * ry) : -1;
      const right = Math.min(Math.ceil(px + reach), this.right);
      const inner = Math.max(Math.ceil(px - skip - 0.5), this.left);
      const past = Math.min(Math.floor(px + skip - 0.5) + 1, this.right);
      for (let x = Math.max(Math.floor(px - reach), this.left); x < right; x++) {
        if (x === inner && past > inner) {
          if (width === 0) this.row(y, inner, past, color);
          x = past - 1;
          continue;
        }
        const rx = x + 0.5 - px;
        const d = Math.sqrt(rx * rx + ry * ry) - radius;
        const inside = 0.5 - (width > 0 ? Math.abs(d) - half : d);
        if (inside > 0) this.mix(y * this.width + x, color, inside >= 1 ? alpha : (inside * alpha + 0.5) | 0);
      }
    }
  }

  /** A line with round ends. */
  private segment(ax: number, ay: number, bx: number, by: number, half: number, color: number): void {
    const alpha = color >>> 24;
    const length = Math.hypot(bx - ax, by - ay);
    const [dx, dy] = length > 0 ? [(bx - ax) / length, (by - ay) / length] : [1, 0];
    const reach = half + 0.5;
    const [mx, my] = [0.5 * (ax + bx), 0.5 * (ay + by)];
    const top = Math.max(Math.floor(Math.min(ay, by) - reach), this.top);
    const bottom = Math.min(Math.ceil(Math.max(ay, by) + reach), this.bottom);
    for (let y = top; y < bottom; y++) {
      const ry = y + 0.5 - my;
      span.from = Math.max(Math.min(ax, bx) - reach - 0.5, this.left);
      span.to = Math.min(Math.max(ax, bx) + reach - 0.5, this.right - 1);
      cut(dy, -ry * dx - (mx - 0.5) * dy, reach); // no farther from the line on either side
      cut(-dy, ry * dx + (mx - 0.5) * dy, reach);
      const to = Math.floor(span.to);
      for (let x = Math.ceil(span.from); x <= to; x++) {
        const rx = x + 0.5 - mx;
        const along = Math.max(Math.abs(rx * dx + ry * dy) - 0.5 * length, 0);
        const across = rx * dy - ry * dx;
        const inside = 0.5 + half - (along > 0 ? Math.sqrt(along * along + across * across) : Math.abs(across));
        if (inside > 0) this.mix(y * this.width + x, color, inside >= 1 ? alpha : (inside * alpha + 0.5) | 0);
      }
    }
  }

  /** A triangle with the corners at `k`, with edges `soft` px wide on each side, or hard ones:
   * a triangle with hard edges has the pixels whose centers it holds. */
  private triangle(f: Float32Array, k: number, color: number, soft: number): void {
    const alpha = color >>> 24;
    const xs = [f[k]!, f[k + 2]!, f[k + 4]!];
    const ys = [f[k + 1]!, f[k + 3]!, f[k + 5]!];
    const side = (xs[1]! - xs[0]!) * (ys[2]! - ys[0]!) - (ys[1]! - ys[0]!) * (xs[2]! - xs[0]!) < 0 ? -1 : 1;
    const normals = [0, 1, 2].map((e) => {
      const [ux, uy] = [xs[(e + 1) % 3]! - xs[e]!, ys[(e + 1) % 3]! - ys[e]!];
      const length = Math.hypot(ux, uy);
      return length > 1e-6 ? [(side * uy) / length, (-side * ux) / length] : [0, 0];
    });
    const top = Math.max(Math.ceil(Math.min(...ys) - soft - 0.5), this.top);
    const bottom = Math.min(Math.ceil(Math.max(...ys) + soft - 0.5), this.bottom);
    for (let y = top; y < bottom; y++) {
      /** How far outside of an edge x = 0 of this row is. */
      const rest = (e: number) => (0.5 - xs[e]!) * normals[e]![0]! + (y + 0.5 - ys[e]!) * normals[e]![1]!;
      const [ra, rb, rc] = [rest(0), rest(1), rest(2)];
      const bound = (level: number) => {
        span.from = this.left;
        span.to = this.right;
        cut(normals[0]![0]!, ra, level);
        cut(normals[1]![0]!, rb, level);
        cut(normals[2]![0]!, rc, level);
      };
      bound(soft);
      const from = Math.max(Math.ceil(span.from), Math.ceil(Math.min(...xs) - soft - 0.5));
      const to = Math.min(Math.ceil(span.to), this.right, Math.ceil(Math.max(...xs) + soft - 0.5));
      if (soft === 0) {
        this.row(y, from, to, color);
        continue;
      }
      bound(-soft);
      const [inner, past] = [Math.max(Math.ceil(span.from), from), Math.min(Math.ceil(span.to), to)];
      for (let x = from; x < to; x++) {
        if (x === inner && past > inner) {
          this.row(y, inner, past, color);
          x = past - 1;
          continue;
        }
        const outside = Math.max(ra + x * normals[0]![0]!, rb + x * normals[1]![0]!, rc + x * normals[2]![0]!);
        if (outside < 0.5) this.mix(y * this.width + x, color, ((0.5 - outside) * alpha + 0.5) | 0);
      }
    }
  }

  private label(list: List, call: Call): void {
    const { sprite, x, y } = this.letters.place(list.label(call));
    const { width, height } = sprite.pixels;
    const from = new Uint32Array(sprite.pixels.data.buffer);
    const [left, right] = [Math.max(x, this.left), Math.min(x + width, this.right)];
    for (let row = Math.max(y, this.top); row < Math.min(y + height, this.bottom); row++)
      for (let at = left; at < right; at++) {
        const color = from[(row - y) * width + at - x]!;
        if (color !== 0) this.mix(row * this.width + at, color, color >>> 24);
      }
  }
}
