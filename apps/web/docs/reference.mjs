// SPDX-License-Identifier: MIT
// The references of C, Python and JavaScript as documents in Markdown, made of the comments in their
// sources: headers, classes and functions of the module, exports of the package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const FOLDER = 'docs/reference/';
export const FIRST = `${FOLDER}README.md`;

/** Text of a comment as Markdown: marks that it does not mean are quoted; words in `` stay as they are. */
const prose = (text) =>
  text
    .split(/(`[^`\n]*`)/)
    .map((part, k) => (k % 2 === 1 ? part : part.replace(/[\\*<>#|[\]]/g, '\\$&').replace(/^(\s*)([-+])(?=\S)/gm, '$1\\$2')))
    .join('');

const code = (kind, lines) => `\`\`\`${kind}\n${lines.join('\n')}\n\`\`\`\n`;
const trimmed = (lines) => lines.join('\n').trim();

/** The lines at `k` that match, without the part that matches, and where they end. */
function taken(lines, k, mark) {
  const rows = [];
  for (; k < lines.length && mark.test(lines[k]); k++) rows.push(lines[k].replace(mark, ''));
  return [rows, k];
}

/** The lines of a declaration that begins at `k`: up to its ; outside of braces, or the end of a macro. */
function declaration(lines, k) {
  const rows = [];
  for (let depth = 0; k < lines.length; ) {
    const line = lines[k++];
    rows.push(line);
    const bare = line.replace(/\/\/.*$/, '').trimEnd();
    depth += (bare.match(/\{/g)?.length ?? 0) - (bare.match(/\}/g)?.length ?? 0);
    const goesOn = line.startsWith('#') || rows[0].startsWith('#') ? line.endsWith('\\') : depth > 0 || !/[;}]$/.test(bare);
    if (!goesOn) break;
  }
  return [rows, k];
}

/** What a declaration of C or C++ declares. */
function nameOfC(rows) {
  const text = rows.map((row) => row.replace(/\/\/.*$/, '')).join(' ');
  return (
    /^#define (\w+)/.exec(text)?.[1] ??
    /^(?:typedef )?(?:struct|enum|union|class)(?: \[\[\w+\]\])? (\w+)[^(]*\{/.exec(text)?.[1] ??
    /(\w+)\s*\(/.exec(text.replace(/COVEY_\w+\([^)]*\)/g, '').replace(/\b(alignas|__attribute__)\(+[^)]*\)+/g, ''))?.[1] ??
    /(\w+)\s*(?:\[[^\]]*\])?\s*;/.exec(text)?.[1]
  );
}

function ofHeader(name, text) {
  const lines = text.split('\n').slice(1);
  const [intro] = taken(lines, 0, /^\/\/ ?/);
  let page = `# covey/${name}\n\n${prose(trimmed(intro))}\n`;
  let level = '##'; // of what stands before the first chapter
  for (let k = 0; k < lines.length; ) {
    const chapter = /^\/\/ ---- (.*?) -+$/.exec(lines[k])?.[1];
    if (chapter !== undefined) {
      page += `\n## ${prose(chapter)}\n`;
      level = '###';
    }
    if (!/^(\/\/\/|COVEY_API)/.test(lines[k])) {
      k++;
      continue;
    }
    const [words, below] = taken(lines, k, /^\/\/\/ ?/);
    let end = below;
    const names = [];
    const shown = [];
    while (lines[end]?.trim() && !/^(\/\/|#(if|endif|else|ifdef|ifndef)|\})/.test(lines[end])) {
      const [rows, next] = declaration(lines, end);
      names.push(nameOfC(rows));
      shown.push(...rows);
      end = next;
    }
    if (names[0] !== undefined) page += `\n${level} ${names.filter((found) => found !== undefined).join(', ')}\n\n${code('c', shown)}\n${prose(trimmed(words))}\n`;
    k = Math.max(end, k + 1);
  }
  return page;
}

/** The text between quotes at `k`, if there is one, and where it ends. */
function docstring(lines, k) {
  const open = /^\s*r?"""(.*)$/.exec(lines[k] ?? '');
  if (open === null) return ['', k];
  if (open[1].endsWith('"""')) return [open[1].slice(0, -3), k + 1];
  const rows = [open[1]];
  for (k++; k < lines.length && !lines[k].includes('"""'); k++) rows.push(lines[k].trim());
  return [trimmed([...rows, lines[k].replace(/"""[^]*/, '').trim()]), k + 1];
}

function ofPython(name, text) {
  const lines = text.split('\n');
  const [intro] = docstring(lines, lines.findIndex((line) => line.startsWith('"""')));
  let page = `# covey.${name}\n\n${prose(intro)}\n`;
  let owner = '';
  let found = 0;
  for (let k = 0; k < lines.length; k++) {
    const begin = /^( {4})?(class|def) (\w+)/.exec(lines[k]);
    if (begin === null) continue;
    const [, inside, kind, declared] = begin;
    if (inside === undefined) owner = kind === 'class' && !declared.startsWith('_') ? declared : '';
    const isHidden = (declared.startsWith('_') && declared !== '__init__') || (inside !== undefined && owner === '');
    const above = /^\s*@/.test(lines[k - 1] ?? '') ? [lines[k - 1].trim()] : [];
    const rows = [];
    do rows.push(lines[k].slice(inside === undefined ? 0 : 4));
    while (!/:\s*(#.*)?$/.test(lines[k++]) && k < lines.length);
    const [words] = docstring(lines, k);
    k--;
    if (isHidden || words === '' || above[0]?.endsWith('.setter')) continue;
    found++;
    const shown = inside === undefined ? declared : `${owner}.${declared}`;
    page += `\n${inside === undefined ? '##' : '###'} ${shown.replace(/__/g, '\\_\\_')}\n\n${code('python', [...above, ...rows])}\n${prose(words)}\n`;
  }
  return found > 0 ? page : undefined;
}

function ofScript(name, text) {
  const lines = text.split('\n');
  const [intro] = taken(lines, 1, /^\/\/ ?/);
  let page = `# ${name === 'covey' ? 'covey' : `covey/${name}`}\n\n${prose(trimmed(intro))}\n`;
  let owner = '';
  for (let k = 0; k < lines.length; k++) {
    owner = /^(?:export )?(?:abstract )?(?:class|interface) (\w+)/.exec(lines[k])?.[1] ?? owner;
    const open = /^\s*\/\*\* ?(.*)$/.exec(lines[k]);
    if (open === null) continue;
    const words = [open[1].replace(/ ?\*\/$/, '')];
    while (!lines[k].includes('*/')) words.push(lines[++k].replace(/^\s*\* ?/, '').replace(/ ?\*\/$/, '').replace(/^\/$/, ''));
    const line = lines[k + 1] ?? '';
    const top = /^export (?:abstract |async |declare )?(class|interface|type|function|const) (\w+)/.exec(line);
    const member = /^ {2}(?:readonly |static |async |get |set )*(\w+)/.exec(line);
    if (top !== null) owner = top[2];
    else if (!line.startsWith('  ') || line.startsWith('    ') || member === null || /^ {2}(private|protected|#)/.test(line)) continue;
    const shown = top !== null ? top[2] : `${owner}.${member[1]}`;
    const head = line.trim().replace(/\s*\{$/, '');
    page += `\n${top !== null ? '##' : '###'} ${shown}\n\n${code('ts', [head])}\n${prose(trimmed(words))}\n`;
  }
  return page;
}

/** All references as [path, Markdown]; the first one leads to the others. */
export function references(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const list = (folder, ending) => readdirSync(join(root, folder)).filter((name) => ending.test(name)).sort();
  const c = list('include/covey', /\.(h|hpp)$/).map((name) => [`c-${name}`, `\`covey/${name}\``, ofHeader(name, read(`include/covey/${name}`))]);
  const python = list('bindings/python/covey', /\.py$/)
    .map((name) => name.replace('.py', ''))
    .map((name) => [`python-${name}`, `\`covey.${name}\``, ofPython(name, read(`bindings/python/covey/${name}.py`))]);
  const scripts = list('apps/web/package/src', /^(covey|core|game|world)\.ts$/)
    .map((name) => name.replace('.ts', ''))
    .map((name) => [`js-${name}`, `\`${name}\``, ofScript(name, read(`apps/web/package/src/${name}.ts`))]);
  const groups = [
    ['C and C++', 'One page a header; `covey/covey.h` opens with a tour.', c],
    ['Python', 'What the module `covey` shows comes from these parts.', python],
    ['JavaScript', 'The npm package: `covey` and `covey/core` share their worlds.', scripts],
  ].map(([title, words, rows]) => [title, words, rows.filter(([, , text]) => text !== undefined)]);
  const links = groups.map(([title, words, rows]) => `\n## ${title}\n\n${words}\n\n${rows.map(([path, shown]) => `- [${shown}](${path}.md)`).join('\n')}\n`);
  const first = `# API reference\n\nMade of the comments in the sources.\n${links.join('')}`;
  return [[FIRST, first], ...groups.flatMap(([, , rows]) => rows.map(([path, , text]) => [`${FOLDER}${path}.md`, text]))];
}
