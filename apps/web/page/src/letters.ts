// SPDX-License-Identifier: MIT
// Labels as small pictures, which are kept: texts repeat from frame to frame.
import { cssColor, type Label } from './list.js';
import { labelFont } from './protocol.js';

/** A text in its color; `left` and `top` go from where it begins on its line to its upper left px. */
export interface Sprite {
  pixels: ImageData;
  left: number;
  top: number;
  advance: number;
}

const most = 400;

export class Letters {
  private readonly kept = new Map<string, Sprite>();
  private readonly pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

  /** A label's picture, and the whole px of its upper left corner. */
  place(label: Label): { sprite: Sprite; x: number; y: number } {
    const key = `${labelFont(label.size, label.strong)}\n${label.color}\n${label.text}`;
    let sprite = this.kept.get(key);
    if (sprite === undefined) {
      if (this.kept.size >= most) this.kept.clear();
      this.kept.set(key, (sprite = this.write(label)));
    }
    const share = { left: 0, center: 0.5, right: 1 }[label.anchor as 'left' | 'center' | 'right'];
    return { sprite, x: Math.round(label.x - share * sprite.advance) + sprite.left, y: Math.round(label.y) + sprite.top };
  }

  private write(label: Label): Sprite {
    const { pen } = this;
    const font = labelFont(label.size, label.strong);
    pen.font = font;
    const box = pen.measureText(label.text);
    const left = -Math.ceil(Math.max(box.actualBoundingBoxLeft, 0)) - 1;
    const top = -Math.ceil(Math.max(box.actualBoundingBoxAscent, 0)) - 1;
    const width = Math.ceil(Math.max(box.actualBoundingBoxRight, 0)) + 1 - left;
    const height = Math.ceil(Math.max(box.actualBoundingBoxDescent, 0)) + 1 - top;
    if (pen.canvas.width < width) pen.canvas.width = width;
    if (pen.canvas.height < height) pen.canvas.height = height;
    pen.font = font; // a canvas of another size has forgotten it
    pen.textBaseline = 'alphabetic';
    pen.fillStyle = cssColor(label.color);
    pen.clearRect(0, 0, width, height);
    pen.fillText(label.text, -left, -top);
    return { pixels: pen.getImageData(0, 0, width, height), left, top, advance: box.width };
  }
}
