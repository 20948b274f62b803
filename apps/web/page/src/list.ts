// SPDX-License-Identifier: MIT
// The calls of a display list, as apps/web/module/canvas.h describes them.
export const kinds = { clear: 1, clip: 2, darts: 3, discs: 4, segments: 5, polygon: 6, label: 7, triangles: 8 } as const;

export interface Call {
  kind: number;
  /** The first word of the body, and how many there are. */
  first: number;
  size: number;
  number: number;
}

export interface Label {
  x: number;
  y: number;
  size: number;
  color: number;
  anchor: CanvasTextAlign;
  strong: boolean;
  text: string;
}

const decoder = new TextDecoder();
const anchors: CanvasTextAlign[] = ['left', 'center', 'right'];

export class List {
  readonly words: Uint32Array;
  readonly floats: Float32Array;

  constructor(
    buffer: ArrayBuffer,
    readonly count: number,
  ) {
    this.words = new Uint32Array(buffer);
    this.floats = new Float32Array(buffer);
  }

  *calls(): Generator<Call> {
    for (let at = 0; at + 4 <= this.count; ) {
      const size = this.words[at + 1]!;
      yield { kind: this.words[at]!, first: at + 4, size, number: this.floats[at + 2]! };
      at += 4 + size;
    }
  }

  label({ first }: Call): Label {
    const { words, floats } = this;
    const bytes = new Uint8Array(words.buffer, 4 * (first + 7), words[first + 6]);
    return {
      x: floats[first]!,
      y: floats[first + 1]!,
      size: floats[first + 2]!,
      color: words[first + 3]!,
      anchor: anchors[words[first + 4]!] ?? 'left',
      strong: words[first + 5] !== 0,
      text: decoder.decode(bytes),
    };
  }
}

/** A color of a list, as CSS has it. */
export function cssColor(word: number): string {
  const [r, g, b, a] = [word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24];
  return a === 255 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${a / 255})`;
}
