// SPDX-License-Identifier: MIT
// What stands around a document: the head, the navigation of the page, the contents.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pageOf } from '../docs.mjs';
import { FIRST, FOLDER } from './reference.mjs';
import { escaped } from './render.mjs';

const places = JSON.parse(readFileSync(new URL('../page/src/places.json', import.meta.url), 'utf8'));
const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
  readFileSync(new URL('../page/static/index.html', import.meta.url), 'utf8'),
)[1];

/** The way from a page to the folder of the site, with a / at its end. */
const upFrom = (page) => '../'.repeat(page.split('/').length - 1);

/** A preset that runs on the page of a model. */
export function live(page, preset) {
  const up = `${upFrom(page)}../`;
  return `<figure class="live">
<covey-flock preset="${preset}" controls></covey-flock>
<figcaption>Preset ${preset}, live; <a href="${up}index.html#preset=${preset}">play with it</a></figcaption>
</figure>
`;
}

const entry = (from, path, title, isHere) =>
  `<li><a href="${posix.relative(posix.dirname(pageOf(from)), pageOf(path))}"${isHere ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;

/** A heading with the entries below it; nothing without entries. */
const group = (title, list) => (list.length > 0 ? `\n<h2>${title}</h2>\n<ul>\n${list.join('\n')}\n</ul>` : '');

/**
 * All documents by the chapters of docs/README.md, with the headings of this one below it; those of models where one of
 * them is open.
 */
function contents(site, path, page) {
  const own = page.headings.filter((row) => row.level === 2);
  const below = `<ul>${own.map((row) => `<li><a href="#${row.id}">${escaped(row.text)}</a></li>`).join('')}</ul>`;
  const first = 'docs/README.md';
  const links = site.documents.get(first).links;
  const chapterOf = (name) => (name.startsWith(FOLDER) ? 'Reference' : links.find((link) => link.target === name)?.chapter);
  // Pages of models, and references of parts, are shown beside one of them.
  const isDeep = (name, folder, top) => name.startsWith(folder) && name !== top && !path.startsWith(folder);
  const isShown = (name) => name.startsWith('docs/') && !isDeep(name, 'docs/models/', 'docs/models/README.md') && !isDeep(name, FOLDER, FIRST);
  const shown = [...site.documents].filter(([name]) => isShown(name));
  const show = ([name, row]) => `${entry(path, name, row.title, name === path)}${name === path && own.length > 0 ? below : ''}</li>`;
  const chapters = site.documents.get(first).headings.filter((row) => row.level === 2);
  const groups = chapters.map(({ text }) => group(escaped(text), shown.filter(([name]) => chapterOf(name) === text).map(show)));
  const rest = shown.filter(([name]) => name === first || chapterOf(name) === undefined);
  const examples = [...site.sources.keys()].filter((name) => /^examples\/.*\.c$/.test(name)).sort();
  const sources = examples.map((name) => `${entry(path, name, name.slice(9), name === path)}</li>`);
  return `<ul>\n${rest.map(show).join('\n')}\n</ul>${groups.join('')}${group('Examples', sources)}`;
}

/** A whole page around the HTML of its document. */
export function frame(site, path, page, body) {
  const up = upFrom(pageOf(path));
  const tops = places.map(([hash, shown]) => `<a href="${up}../index.html${hash === '' ? '' : `#${hash}`}">${shown}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<title>${escaped(page.title)}: covey</title>
<link rel="icon" href="${up}../icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${up}../style.css" />
<link rel="stylesheet" href="${up}docs.css" />
<script src="${up}docs.js" data-up="${up}"></script>
${body.includes('<covey-flock') ? `<script type="module" src="${up}../embed.js"></script>\n` : ''}</head>
<body class="docs">
<header>
<a class="mark" href="${up}../index.html">covey</a>
<nav aria-label="Pages">${tops.join('')}<a href="${up}index.html" aria-current="page">Docs</a></nav>
</header>
<div class="columns">
<aside aria-label="Contents">
<div class="find" role="search">
<label for="find" class="unseen">Search the documentation</label>
<input id="find" type="search" placeholder="search" autocomplete="off" />
<button type="button" id="theme">dark</button>
<ol id="found" hidden></ol>
<p id="told" class="unseen" role="status"></p>
</div>
<details open>
<summary>contents</summary>
<nav aria-label="Documents">
${contents(site, path, page)}
</nav>
</details>
</aside>
<main>
${body}</main>
</div>
</body>
</html>
`;
}
