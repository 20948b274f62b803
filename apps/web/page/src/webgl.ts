// SPDX-License-Identifier: MIT
// Draws lists by WebGL 2: the words are one texture, which the shaders of src/view/shaders.c pull
// their vertices from.
import { kinds, List, type Call } from './list.js';
import { rowWords } from './protocol.js';

const prelude = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D words;
uint word(int k) { return texelFetch(words, ivec2(k & ${rowWords - 1}, k >> ${Math.log2(rowWords)}), 0).r; }
`;

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

export class Painter {
  readonly canvas = document.createElement('canvas');
  private readonly gl: WebGL2RenderingContext;
  private readonly programs: Program[];
  private rows = 0;

  /** Throws where there is no WebGL 2. */
  constructor(sources: [string, string][]) {
    const gl = this.canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: false });
    if (gl === null) throw new Error('there is no WebGL 2');
    this.gl = gl;
    this.programs = sources.map(([vertex, fragment]) => this.link(vertex, fragment));
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const parameter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, parameter, gl.NEAREST);
    gl.bindVertexArray(gl.createVertexArray());
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
  }

  private link(vertex: string, fragment: string): Program {
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
    const at = (name: string) => gl.getUniformLocation(program, name);
    return { program, page: at('page'), size: at('size'), first: at('first'), paper: at('paper') };
  }

  get isLost(): boolean {
    return this.gl.isContextLost();
  }

  private upload(list: List): void {
    const { gl } = this;
    const rows = list.words.length / rowWords;
    if (rows > this.rows) {
      this.rows = Math.max(rows, 2 * this.rows);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, rowWords, this.rows, 0, gl.RED_INTEGER, gl.UNSIGNED_INT, null);
    }
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, rowWords, rows, gl.RED_INTEGER, gl.UNSIGNED_INT, list.words);
  }

  /** Draws all but labels. */
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
    } else {
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
}
