// SPDX-License-Identifier: MIT
// One document: Markdown to HTML, with the anchors that GitHub gives headings, the places of all
// links, and the texts of sections for the search.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../package.json', import.meta.url));
const MarkdownIt = require('markdown-it');

export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Anchors of one page: letters, digits, - and _ of a heading, with a number where it repeats. */
export function slugs() {
  const seen = new Map();
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** What is read of an inline token: its text without marks. */
const plain = (token) =>
  (token.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.type === 'image' ? plain(child) : child.content))
    .join('');

const markdown = new MarkdownIt({ html: true });
const { rules } = markdown.renderer;
rules.table_open = () => '<div class="scroll"><table>\n';
rules.table_close = () => '</table></div>\n';
rules.html_block = () => '';
rules.html_inline = () => '';
rules.fence = (tokens, k) => `<pre class="scroll"><code>${escaped(tokens[k].content)}</code></pre>\n`;
rules.code_block = rules.fence;

function addHeading(page, token, text) {
  const level = Number(token.tag.slice(1));
  const id = page.slug(text);
  token.attrSet('id', id);
  page.ids.add(id);
  if (level === 1 && page.title === '') page.title = text;
  page.headings.push({ level, id, text });
  page.sections.push({ id, heading: text, text: '' });
}

function addText(page, text) {
  const section = page.sections.at(-1);
  if (section !== undefined && text !== '') section.text += `${text}\n`;
}

/** Links and pictures of an inline token, with the line where it begins. */
function addLinks(page, token, line) {
  const chapter = page.headings.findLast((row) => row.level === 2)?.text;
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') page.links.push({ token: child, attribute: 'href', line, chapter });
    if (child.type === 'image') page.links.push({ token: child, attribute: 'src', line });
    if (child.type === 'html_inline' && !child.content.startsWith('<!--')) page.html.push(line);
    if (child.type === 'softbreak') line++;
  }
}

/**
 * A document as { title, headings, ids, sections, links, html, finish }: links may be changed in their
 * tokens before finish() makes the HTML; html has the lines of raw HTML, which no page may have.
 */
export function read(text) {
  const tokens = markdown.parse(text, {});
  const page = { title: '', headings: [], ids: new Set(), sections: [], links: [], html: [], slug: slugs() };
  tokens.forEach((token, k) => {
    if (token.type === 'heading_open') return addHeading(page, token, plain(tokens[k + 1]));
    if (token.type === 'html_block' && !token.content.startsWith('<!--')) page.html.push(token.map[0] + 1);
    if (token.type === 'fence' || token.type === 'code_block') addText(page, token.content);
    if (token.type !== 'inline') return;
    if (tokens[k - 1]?.type !== 'heading_open') addText(page, plain(token));
    const row = tokens.slice(0, k).findLast((before) => before.map !== null);
    addLinks(page, token, (token.map ?? row.map)[0] + 1);
  });
  page.finish = () => markdown.renderer.render(tokens, markdown.options, {});
  return page;
}
