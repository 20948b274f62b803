// SPDX-License-Identifier: MIT
// The documentation as a site: node docs.mjs ROOT FOLDER. Documents of ROOT/docs become
// pages of FOLDER, with the files that they link. A link
// to a file or an anchor that is not there ends this with its place.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { createRequire } from 'node:module';
import { frame, live } from './docs/frame.mjs';
import { fields } from './docs/fields.mjs';
import { references } from './docs/reference.mjs';
import { escaped, read } from './docs/render.mjs';

const require = createRequire(new URL('./package.json', import.meta.url));
const MiniSearch = require('minisearch');
const pictures = /\.(png|svg|jpg|gif)$/;
const isDocument = /\.(md|ipynb)$/;

/** The page of a file of the tree, below the folder of the site. */
export function pageOf(path) {
  const inside = path.startsWith('docs/') ? path.slice(5) : `files/${path}`;
  if (pictures.test(path)) return inside;
  return isDocument.test(path) ? inside.replace(/(^|\/)README\.md$/, '$1index.md').replace(isDocument, '.html') : `${inside}.html`;
}

const isText = (path) => /(\.(md|c|h|hpp|cpp|py|yaml|cff|def|txt|cmake|mjs|ts|json|sh)|(^|\/)[A-Za-z_]+)$/.test(path);

/** The cells of a notebook as Markdown. */
function ofNotebook(text) {
  const cells = JSON.parse(text).cells.map(({ cell_type: type, source }) => [type, [source].flat().join('')]);
  return cells.map(([type, source]) => (type === 'code' ? `\`\`\`\n${source}\n\`\`\`\n` : `${source}\n`)).join('\n');
}

/** A site in the making: `documents` by their paths in the tree, in the order they were found. */
class Site {
  documents = new Map();
  sources = new Map();
  pictures = new Set();
  faults = [];

  constructor(root) {
    this.root = root;
    this.add('docs/README.md');
    if (existsSync(join(root, 'include/covey'))) for (const [path, text] of references(root)) this.take(path, text);
    for (const [path, page] of this.documents) for (const link of page.links) this.follow(path, page, link); // adds more of them
    for (const name of this.list('examples').filter((file) => file.endsWith('.c'))) this.addSource(`examples/${name}`);
    this.resolve();
    this.reach();
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
  }

  list(folder) {
    const path = join(this.root, folder);
    return existsSync(path) ? readdirSync(path).sort() : [];
  }

  text(path) {
    return readFileSync(join(this.root, path), 'utf8');
  }

  add(path) {
    if (this.documents.has(path)) return;
    this.take(path, path.endsWith('.ipynb') ? ofNotebook(this.text(path)) : this.text(path));
  }

  /** Takes in a document that is this text, of a file or made here. */
  take(path, text) {
    const page = read(text);
    this.documents.set(path, page);
    for (const line of new Set(page.html)) this.faults.push(`${path}:${line}: HTML in a document`);
  }

  addSource(path) {
    if (!this.sources.has(path)) this.sources.set(path, this.text(path));
  }

  /** Takes in the file that a link names. */
  follow(from, page, link) {
    const url = link.token.attrGet(link.attribute);
    if (/^(https?|mailto):/.test(url)) return;
    const [name, anchor] = url.split('#');
    link.target = name === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(name)));
    link.anchor = anchor;
    link.url = url;
    if (this.documents.has(link.target)) return;
    const found = !link.target.startsWith('..') && existsSync(join(this.root, link.target)) && statSync(join(this.root, link.target));
    if (!found) {
      link.target = undefined;
      return void this.faults.push(`${from}:${link.line}: the link "${url}" leads to no file`);
    }
    if (found.isDirectory()) this.sources.set(link.target, `${this.list(link.target).join('\n')}\n`);
    else if (pictures.test(link.target)) this.pictures.add(link.target);
    else if (isDocument.test(link.target)) this.add(link.target);
    else if (isText(link.target)) this.addSource(link.target);
    else this.faults.push(`${from}:${link.line}: the link "${url}" leads to a file that the site cannot show`);
  }

  /** Gives links the addresses of pages; their anchors have to be there. */
  resolve() {
    for (const [path, page] of this.documents)
      for (const { token, attribute, target, anchor, url, line } of page.links) {
        if (target === undefined) continue;
        if (anchor !== undefined && !this.documents.get(target)?.ids.has(anchor))
          this.faults.push(`${path}:${line}: the link "${url}" leads to no heading of ${target}`);
        const to = posix.relative(posix.dirname(pageOf(path)), pageOf(target));
        token.attrSet(attribute, anchor !== undefined ? `${target === path ? '' : to}#${anchor}` : to);
      }
  }

  /** Every document has to be found from the first one. */
  reach() {
    for (const folder of ['docs', 'docs/models'])
      for (const name of this.list(folder))
        if (name.endsWith('.md') && !this.documents.has(`${folder}/${name}`)) this.faults.push(`docs/README.md: no document leads to ${folder}/${name}`);
  }

  /** The preset that shows a model: that of its own which its page names most often. */
  presetOf(path) {
    const model = /^docs\/models\/(\w+)\.md$/.exec(path)?.[1];
    const uses = new RegExp(`^ *(- )?model: ${model}$`, 'm');
    const own = model === undefined ? [] : this.list('scenarios').filter((name) => uses.test(this.text(`scenarios/${name}`)));
    const times = (name) => this.text(path).split(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)).length;
    return own.map((name) => name.replace('.yaml', '')).sort((a, b) => times(b) - times(a))[0];
  }
}

/** The index of sections, as JSON. */
function indexOf(site) {
  const index = new MiniSearch(fields);
  for (const [path, page] of site.documents)
    for (const { id, heading, text } of page.sections) {
      const begin = text.replace(/\s+/g, ' ').slice(0, 120);
      index.add({ id: `${pageOf(path)}#${id}`, page: page.title, heading, text, begin });
    }
  return JSON.stringify(index);
}

async function put(folder, name, text) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

/** Writes the site; throws an Error with a line for each broken link. */
export async function buildDocs(root, folder) {
  const site = new Site(root);
  for (const [path, page] of site.documents) {
    const preset = site.presetOf(path);
    const body = page.finish();
    const at = preset !== undefined ? body.indexOf('<h2') : -1;
    const shown = at < 0 ? body : body.slice(0, at) + live(pageOf(path), preset) + body.slice(at);
    await put(folder, pageOf(path), frame(site, path, page, shown));
  }
  for (const [path, text] of site.sources) {
    const page = { title: path, headings: [], sections: [] };
    await put(folder, pageOf(path), frame(site, path, page, `<h1>${escaped(path)}</h1>\n<pre class="scroll"><code>${escaped(text)}</code></pre>\n`));
  }
  for (const path of site.pictures) {
    await mkdir(dirname(join(folder, pageOf(path))), { recursive: true });
    await copyFile(join(root, path), join(folder, pageOf(path)));
  }
  await put(folder, 'index.json', indexOf(site));
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  await buildDocs(process.argv[2], process.argv[3]).catch((error) => {
    console.error(error.message);
    process.exit(65);
  });
