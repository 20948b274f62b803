// SPDX-License-Identifier: MIT
// Fragment shaders in node: compile(text) of GLSL ES returns a function that runs main() once.
//
// The text is parsed into statements and expressions, and each of them becomes a line of JavaScript: an
// operator a call that takes numbers or arrays, a vector an array, so that all arithmetic is the
// text's, in double precision. What a shader may have is what the flock of three.js has: float, vec2 to
// vec4, sampler2D, functions, if, for, continue, return. Anything else ends this with its word.

const each = (f) => (a, b) => {
  if (typeof a === 'number') return typeof b === 'number' ? f(a, b) : b.map((y) => f(a, y));
  return typeof b === 'number' ? a.map((x) => f(x, b)) : a.map((x, k) => f(x, b[k]));
};
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const length = (a) => Math.sqrt(dot(a, a));
const vector = (size) => (...parts) => {
  const all = parts.flat();
  return all.length === 1 ? Array(size).fill(all[0]) : all;
};

/** What shaders call; operators by their signs. */
const library = {
  '+': each((x, y) => x + y),
  '-': each((x, y) => x - y),
  '*': each((x, y) => x * y),
  '/': each((x, y) => x / y),
  min: each(Math.min),
  max: each(Math.max),
  mod: each((x, y) => x - y * Math.floor(x / y)),
  vec2: vector(2),
  vec3: vector(3),
  vec4: vector(4),
  dot,
  length,
  normalize: (a) => library['/'](a, length(a)),
  fract: (x) => x - Math.floor(x),
  sin: Math.sin,
  cos: Math.cos,
  copy: (a) => (typeof a === 'number' ? a : [...a]),
  pick: (a, names) => (names.length === 1 ? a['xyzw'.indexOf(names)] : [...names].map((name) => a['xyzw'.indexOf(name)])),
  /** The nearest texel; a texture is { side, texels }. */
  texture2D: ({ side, texels }, [u, v]) => texels[Math.floor(v * side + 1e-9) * side + Math.floor(u * side + 1e-9)],
};
const levels = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/']];
const isType = (word) => /^(float|int|bool|void|vec[234]|sampler2D)$/.test(word);

class Parser {
  constructor(text) {
    const bare = text.replace(/\/\/.*|\/\*[^]*?\*\//g, ' ');
    this.words = bare.match(/\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|\w+|[-+*/=!<>]=|&&|\|\||\+\+|--|\S/g);
    this.at = 0;
  }

  get word() {
    return this.words[this.at];
  }

  next() {
    return this.words[this.at++];
  }

  /** Takes the word if it is next. */
  is(word) {
    if (this.word !== word) return false;
    this.at += 1;
    return true;
  }

  take(word) {
    if (this.next() !== word) throw new Error(`the shader has '${this.words[this.at - 1]}' where '${word}' is looked for`);
  }

  operand() {
    const word = this.next();
    let code = word;
    if (word === '(') {
      code = `(${this.expression()})`;
      this.take(')');
    } else if (word === '-') return `op['-'](0, ${this.operand()})`;
    else if (/^[\d.]/.test(word)) code = String(Number(word));
    else if (!/^\w/.test(word)) throw new Error(`the shader has '${word}', which is not known here`);
    else if (this.word === '(') code = this.call(word);
    while (this.word === '.') {
      this.next();
      code = `op.pick(${code}, '${this.next()}')`;
    }
    return code;
  }

  call(name) {
    const parts = [];
    this.take('(');
    while (this.word !== ')') {
      parts.push(this.expression());
      if (this.word === ',') this.next();
    }
    this.take(')');
    return `${name in library ? `op.${name}` : name}(${parts.join(', ')})`;
  }

  expression(level = 0) {
    if (level === levels.length) return this.operand();
    let code = this.expression(level + 1);
    while (levels[level].includes(this.word)) {
      const sign = this.next();
      const right = this.expression(level + 1);
      code = level < 4 ? `(${code} ${sign} ${right})` : `op['${sign}'](${code}, ${right})`;
    }
    return code;
  }

  /** NAME or NAME.AXIS, behind which is =, += and the like, or ++. */
  assignment() {
    let target = this.next();
    if (this.is('.')) target += `['xyzw'.indexOf('${this.next()}')]`;
    const sign = this.next();
    if (sign === '++') return `${target} = op['+'](${target}, 1)`;
    if (!/^[-+*/]?=$/.test(sign)) throw new Error(`the shader has '${sign}', which is not known here`);
    const value = this.expression();
    return `${target} = ${sign === '=' ? `op.copy(${value})` : `op['${sign[0]}'](${target}, ${value})`}`;
  }

  declaration() {
    const names = [];
    this.next();
    do {
      const name = this.next();
      names.push(this.is('=') ? `${name} = op.copy(${this.expression()})` : name);
    } while (this.is(','));
    return `let ${names.join(', ')}`;
  }

  simple() {
    const code = isType(this.word) ? this.declaration() : this.assignment();
    this.take(';');
    return `${code};`;
  }

  condition() {
    this.take('(');
    const code = this.expression();
    this.take(')');
    return code;
  }

  statement() {
    if (this.word === '{') return this.block();
    if (this.is('if')) return `if (${this.condition()}) ${this.statement()}${this.is('else') ? ` else ${this.statement()}` : ''}`;
    if (this.is('continue') || this.is('return')) {
      const word = this.words[this.at - 1];
      const value = this.word === ';' ? '' : this.expression();
      this.take(';');
      return `${word} ${value};`;
    }
    if (!this.is('for')) return this.simple();
    this.take('(');
    const [first, last] = [this.simple(), this.expression()];
    this.take(';');
    const more = this.assignment();
    this.take(')');
    return `for (${first} ${last}; ${more}) ${this.statement()}`;
  }

  block() {
    const lines = [];
    this.take('{');
    while (this.word !== '}') lines.push(this.statement());
    this.take('}');
    return `{\n${lines.join('\n')}\n}`;
  }

  /** The whole text: uniforms, which `env` has, constants, functions. */
  shader() {
    const lines = [];
    while (this.at < this.words.length) {
      if (this.is('uniform')) {
        this.next();
        const name = this.next();
        lines.push(`const ${name} = env.${name};`);
        this.take(';');
      } else if (this.words[this.at + 2] === '(') lines.push(this.definition());
      else {
        if (this.word === 'const') this.next();
        lines.push(this.simple());
      }
    }
    return lines.join('\n');
  }

  definition() {
    this.next();
    const name = this.next();
    const parameters = [];
    this.take('(');
    while (!this.is(')')) {
      this.next();
      parameters.push(this.next());
      this.is(',');
    }
    return `function ${name}(${parameters.join(', ')}) ${this.block()}`;
  }
}

/** A function of uniforms, `gl_FragCoord` and constants of the text, such as WIDTH: gl_FragColor. */
export function compile(text, constants) {
  const known = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  const code = `${known.join('\n')}\nlet gl_FragColor; const gl_FragCoord = env.gl_FragCoord;\n${new Parser(text).shader()}\nmain();\nreturn gl_FragColor;`;
  return new Function('op', 'env', code).bind(undefined, library);
}
