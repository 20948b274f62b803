// SPDX-License-Identifier: MIT
// Builds the npm package and the page around covey.wasm: node build.mjs covey.wasm FOLDER FYAML
// FYAML is the folder of the sources of libfyaml, for its licence. tools/web calls this.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDocs } from './docs.mjs';

const [wasm, out, fyaml] = process.argv.slice(2);
const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const shared = { bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none', absWorkingDir: here };

// ---- The types of names, from the module's own tables ----

async function writeTables() {
  const loader = join(out, 'loader.mjs');
  await build({ ...shared, entryPoints: ['package/src/module.ts'], platform: 'node', outfile: loader });
  const { Module } = await import(pathToFileURL(loader).href);
  const module = await Module.load(await readFile(wasm));
  module.check(module.call('web_tables'));
  const tables = module.json();
  const names = (rows) => rows.map((row) => `\n  | '${row.name}'`).join('');
  await writeFile(
    join(here, 'package/src/tables.ts'),
    `// SPDX-License-Identifier: MIT
// Made by apps/web/build.mjs from the tables of the library.
export type PresetName =${names(tables.presets)};
export type ModelName =${names(tables.models)};
export type MeasureName =${names(tables.measures)};

export interface Preset {
  name: PresetName;
  title: string;
  /** The text or kind of world that it is from. */
  group: string;
  /** The place of the group among all of them. */
  order: number;
}

/** A parameter: initially \`initial\`, from \`low\` to \`high\`, which are null where there is no end. */
export interface Param {
  name: string;
  unit: string;
  text: string;
  /** The text with the range and the initial value. */
  meaning: string;
  initial: number | null;
  low: number | null;
  high: number | null;
  whole: boolean;
  /** The weight of a rule of behavior: 0 switches that off. */
  rule: boolean;
  choices?: string[];
}

export interface Model {
  name: ModelName;
  title: string;
  params: Param[];
}

export interface MeasureRow {
  name: MeasureName;
  title: string;
  unit: string;
}

export interface Dialect {
  name: string;
  rules: string;
}
`,
  );
  return { version: tables.version, commit: tables.commit, results: tables.results };
}

// ---- The package ----

async function licences() {
  const shim = await readFile(join(here, 'node_modules/@bjorn3/browser_wasi_shim/LICENSE-MIT'), 'utf8');
  const yaml = await readFile(join(fyaml, 'LICENSE'), 'utf8');
  const parts = [
    ['covey', await readFile(join(here, '../../LICENSE'), 'utf8')],
    ['libfyaml, in covey.wasm', yaml],
    ['wasi-libc, in covey.wasm and covey-core.wasm', await readFile('/usr/share/doc/wasi-libc/copyright', 'utf8')],
    ['browser_wasi_shim, in the scripts', shim],
  ];
  return `# Licences\n\n${parts.map(([name, text]) => `## ${name}\n\n${text.trim()}\n`).join('\n')}`;
}

async function buildPackage({ version, commit, results }) {
  const folder = join(out, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  execFileSync(join(here, 'node_modules/.bin/tsc'), ['-p', join(here, 'tsconfig.json')], { stdio: 'inherit' });
  execFileSync(
    join(here, 'node_modules/.bin/tsc'),
    [...['covey', 'core'].map((name) => join(here, `package/src/${name}.ts`)), '--ignoreConfig', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck',
      '--lib', 'es2022,dom,esnext.disposable', '--types', 'node', '--declaration', '--emitDeclarationOnly', '--outDir', join(folder, 'dist')],
    { stdio: 'inherit', cwd: here },
  );
  // What both entries have in common is one file.
  const entryPoints = ['covey', 'core'].map((name) => `package/src/${name}.ts`);
  await build({ ...shared, entryPoints, splitting: true, chunkNames: 'shared', external: ['node:*'], outdir: join(folder, 'dist') });
  // What only a page calls, the viewer and the pictures, is not in the package's modules.
  await copyFile(join(dirname(wasm), 'covey-package.wasm'), join(folder, 'dist/covey.wasm'));
  await copyFile(join(dirname(wasm), 'covey-core.wasm'), join(folder, 'dist/covey-core.wasm'));
  const manifest = JSON.parse(await readFile(join(here, 'package/package.json'), 'utf8'));
  manifest.version = version;
  manifest.covey = { commit, results };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(join(here, 'package/README.md'), join(folder, 'README.md'));
  await writeFile(join(folder, 'LICENSES.md'), await licences());
}

// ---- The page ----

async function buildPage() {
  const folder = join(out, 'page');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(here, 'page/static'), folder, { recursive: true });
  const script = { ...shared, outdir: folder, external: ['node:*'], jsx: 'automatic', jsxImportSource: 'preact' };
  const from = (...names) => names.map((name) => join('page/src', name));
  // What the page and the element have in common is one file; workers begin with one request.
  await build({ ...script, entryPoints: from('main.tsx', 'embed.ts'), splitting: true, chunkNames: 'shared' });
  await build({ ...script, entryPoints: from('worker.ts', 'student.ts') });
  await copyFile(wasm, join(folder, 'covey.wasm'));
  await addDocs(join(folder, 'docs'));
  await writeCache(folder);
}

/** The documentation, with scripts that need no module: they run before a page is seen. */
async function addDocs(folder) {
  await buildDocs(join(here, '../..'), folder);
  await copyFile(join(here, 'docs/docs.css'), join(folder, 'docs.css'));
  await build({ ...shared, format: 'iife', entryPoints: ['docs/docs.ts'], outdir: folder, external: ['*search.js'] });
  await build({ ...shared, entryPoints: ['docs/search.ts'], outdir: folder });
}

/** Names of all files below a folder. */
async function filesOf(folder, under = '') {
  const rows = await readdir(join(folder, under), { withFileTypes: true });
  const lists = rows.map((row) => (row.isDirectory() ? filesOf(folder, `${under}${row.name}/`) : [`${under}${row.name}`]));
  return (await Promise.all(lists)).flat().sort();
}

async function writeCache(folder) {
  // The service worker knows all files by their hashes, so that a new build takes the old one's place.
  const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
  const worker = join(folder, 'sw.js');
  const names = (await filesOf(folder)).filter((name) => name !== 'sw.js');
  const hashed = await Promise.all(names.map(async (name) => [name, digest(await readFile(join(folder, name)))]));
  const files = JSON.stringify(Object.fromEntries(hashed));
  const text = await readFile(worker, 'utf8');
  await writeFile(worker, text.replace('/* FILES */ {}', files).replace("/* VERSION */ ''", `'${digest(files)}'`));
}

await mkdir(out, { recursive: true });
await buildPackage(await writeTables());
await buildPage();
