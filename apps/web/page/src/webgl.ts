// SPDX-License-Identifier: MIT
// Draws lists by WebGL 2: the words are one texture, which the shaders of src/view/shaders.c pull
// their vertices from. Labels are pictures in another.
import { kinds, List, type Call } from './list.js';
import { Letters, type Sprite } from './letters.js';
import { rowWords } from './protocol.js';

const prelude = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D words;
uint word(int k) { return texelFetch(words, ivec2(k & ${rowWords - 1}, k >> ${Math.log2(rowWords)}), 0).r; }
`;

/** Labels: the corners of a rectangle of whole px, and its px as they are. */
const labelShaders = [
  `uniform ivec2 page;
uniform ivec4 at;
const ivec2 corners[6] = ivec2[6](ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));
void main() {
    vec2 p = vec2(at.xy + at.zw * corners[gl_VertexID]) / vec2(page);
    gl_Position = vec4(2.0 * p.x - 1.0, 1.0 - 2.0 * p.y, 0.0, 1.0);
}
`,
  `uniform highp sampler2D letters;
uniform highp ivec2 page;
uniform highp ivec2 shift;
out vec4 result;
void main() {
    ivec2 p = ivec2(int(gl_FragCoord.x), page.y - 1 - int(gl_FragCoord.y));
    result = texelFetch(letters, p + shift, 0);
}
`,
] as const;
/** Width and height of the texture of labels. */
const sheet = 1024;

interface Program {
  program: WebGLProgram;
  page: WebGLUniformLocation | null;
  size: WebGLUniformLocation | null;
  first: WebGLUniformLocation | null;
  paper: WebGLUniformLocation | null;
}

/** For each kind of call: its program, the words of an item, and the vertices of one. */
const shapes = new Map<number, [program: number, words: number, vertices: number]>([
  [kinds.darts, [0, 5, 3]],
  [kinds.discs, [1, 4, 6]],
  [kinds.segments, [2, 5, 6]],
  [kinds.triangles, [4, 7, 3]],
]);
const polygon = 3;

let hasCard: boolean | undefined;

/** True where a graphics card draws for WebGL 2: a program that stands in for one is slower than px of our own. */
export function isAccelerated(): boolean {
  if (hasCard === undefined) {
    const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
    const named = gl?.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl?.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
    hasCard = gl !== null && !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }
  return hasCard;
}

export class Painter {
  private readonly gl: WebGL2RenderingContext;
  private readonly programs: Program[];
  private readonly labels: { program: WebGLProgram; page: WebGLUniformLocation | null; at: WebGLUniformLocation | null; shift: WebGLUniformLocation | null };
  private rows = 0;
  private readonly letters = new Letters();
  /** Where labels are on their texture, which is filled row by row. */
  private readonly places = new Map<Sprite, { x: number; y: number }>();
  private free = { x: 0, y: 0, height: 0 };

  /** Throws where there is no WebGL 2. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    sources: [string, string][],
  ) {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: false });
    if (gl === null) throw new Error('there is no WebGL 2');
    this.gl = gl;
    this.programs = sources.map(([vertex, fragment]) => this.program(vertex, fragment));
    const labels = this.link(...labelShaders);
    this.labels = { program: labels, page: gl.getUniformLocation(labels, 'page'), at: gl.getUniformLocation(labels, 'at'), shift: gl.getUniformLocation(labels, 'shift') };
    gl.useProgram(labels);
    gl.uniform1i(gl.getUniformLocation(labels, 'letters'), 1);
    for (const unit of [gl.TEXTURE1, gl.TEXTURE0]) {
      gl.activeTexture(unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      for (const parameter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, parameter, gl.NEAREST);
      if (unit === gl.TEXTURE1) gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, sheet, sheet);
    }
    gl.bindVertexArray(gl.createVertexArray());
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
  }

  private link(vertex: string, fragment: string): WebGLProgram {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, prelude + vertex],
      [gl.FRAGMENT_SHADER, `#version 300 es\nprecision highp float;\n${fragment}`],
    ] as const) {
      const shader = gl.createShader(kind);
      if (shader === null) throw new Error('the context is lost');
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'a shader fails');
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'a program fails');
    return program;
  }

  private program(vertex: string, fragment: string): Program {
    const program = this.link(vertex, fragment);
    const at = (name: string) => this.gl.getUniformLocation(program, name);
    return { program, page: at('page'), size: at('size'), first: at('first'), paper: at('paper') };
  }

  private upload(list: List): void {
    const { gl } = this;
    const rows = Math.max(Math.ceil(list.count / rowWords), 1);
    if (rows > this.rows) {
      this.rows = Math.max(rows, 2 * this.rows);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, rowWords, this.rows, 0, gl.RED_INTEGER, gl.UNSIGNED_INT, null);
    }
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, rowWords, rows, gl.RED_INTEGER, gl.UNSIGNED_INT, list.words);
  }

  draw(list: List, width: number, height: number): void {
    const { gl, canvas } = this;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    gl.viewport(0, 0, width, height);
    gl.scissor(0, 0, width, height);
    this.upload(list);
    for (const call of list.calls()) this.take(list, call, width, height);
  }

  private take(list: List, call: Call, width: number, height: number): void {
    const { gl } = this;
    if (call.kind === kinds.clear) {
      const color = list.words[call.first]!;
      gl.clearColor((color & 255) / 255, ((color >> 8) & 255) / 255, ((color >> 16) & 255) / 255, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    } else if (call.kind === kinds.clip) {
      if (call.size !== 4) return gl.scissor(0, 0, width, height);
      const [x, y, w, h] = list.floats.subarray(call.first, call.first + 4) as unknown as [number, number, number, number];
      const bottom = Math.ceil(y + h);
      gl.scissor(Math.floor(x), height - bottom, Math.max(Math.ceil(x + w) - Math.floor(x), 0), Math.max(bottom - Math.floor(y), 0));
    } else if (call.kind === kinds.polygon) {
      const color = list.words[call.first]!;
      const program = this.begin(polygon, call.first + 1, 0, width, height);
      gl.uniform4f(program.paper, (color & 255) / 255, ((color >> 8) & 255) / 255, ((color >> 16) & 255) / 255, (color >>> 24) / 255);
      gl.drawArrays(gl.TRIANGLES, 0, (call.size - 1) / 2);
    } else if (call.kind === kinds.label) this.label(list, call, width, height);
    else {
      const shape = shapes.get(call.kind);
      if (shape === undefined) return;
      this.begin(shape[0], call.first, call.number, width, height);
      gl.drawArrays(gl.TRIANGLES, 0, (call.size / shape[1]) * shape[2]);
    }
  }

  private begin(number: number, first: number, size: number, width: number, height: number): Program {
    const { gl } = this;
    const program = this.programs[number]!;
    gl.useProgram(program.program);
    gl.uniform2f(program.page, width, height);
    gl.uniform1f(program.size, size);
    gl.uniform1i(program.first, first);
    return program;
  }

  private label(list: List, call: Call, width: number, height: number): void {
    const { gl, labels } = this;
    const { sprite, x, y } = this.letters.place(list.label(call));
    const from = this.places.get(sprite) ?? this.keep(sprite);
    if (from === undefined) return;
    gl.useProgram(labels.program);
    gl.uniform2i(labels.page, width, height);
    gl.uniform4i(labels.at, x, y, sprite.pixels.width, sprite.pixels.height);
    gl.uniform2i(labels.shift, from.x - x, from.y - y);
    gl.drawArrays(gl.TRIANGLES, 0, 6);
  }

  /** Puts a label on the texture, which is begun anew once it is full; undefined if it is too large. */
  private keep(sprite: Sprite): { x: number; y: number } | undefined {
    const { gl, free } = this;
    const { width, height } = sprite.pixels;
    if (width > sheet || height > sheet) return undefined;
    if (free.x + width > sheet) [free.x, free.y, free.height] = [0, free.y + free.height, 0];
    if (free.y + height > sheet) {
      this.places.clear();
      [free.x, free.y, free.height] = [0, 0, 0];
    }
    const place = { x: free.x, y: free.y };
    [free.x, free.height] = [free.x + width, Math.max(free.height, height)];
    this.places.set(sprite, place);
    gl.activeTexture(gl.TEXTURE1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, place.x, place.y, gl.RGBA, gl.UNSIGNED_BYTE, sprite.pixels);
    gl.activeTexture(gl.TEXTURE0);
    return place;
  }
}
