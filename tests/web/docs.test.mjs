// SPDX-License-Identifier: MIT
// The documentation as a site: every page is found, no link is broken, the search finds, and all of
// it is there without a network.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { references } from '../../apps/web/docs/reference.mjs';
import { serve } from '../../apps/web/serve.mjs';
import { axe, browsers, folder, launch, patience, pictures, read } from './support.mjs';

/** Builds the site of a small tree of documents; what the build says. */
function buildOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'covey-docs-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const { status, stderr } = spawnSync('node', ['apps/web/docs.mjs', root, join(root, 'site')], { encoding: 'utf8' });
  const page = (name) => readFileSync(join(root, 'site', name), 'utf8');
  const built = status === 0 ? page('index.html') : '';
  rmSync(root, { recursive: true });
  return { status, stderr, built };
}

test('a broken link ends the build with its place', () => {
  const one = '# One\n\n## A heading: `code`, and *more*\n\n## Twice\n\n## Twice\n';
  const good = buildOf({ 'docs/README.md': '# Top\n\n[a](one.md#a-heading-code-and-more) [b](one.md#twice-1) [c](#top)\n', 'docs/one.md': one });
  assert.deepEqual([good.status, good.stderr], [0, '']);
  assert.match(good.built, /href="one.html#a-heading-code-and-more".*href="one.html#twice-1".*href="#top"/);
  const bad = buildOf({
    'docs/README.md': '# Top\n\nText\nand [a](two.md), [b](one.md#twice-2)\n\n| a |\n|---|\n| ![p](p.png) |\n\n[out](../../x.md)\n',
    'docs/one.md': `${one}\n<b>raw</b>\n`,
    'docs/models/lost.md': '# Lost\n',
  });
  assert.equal(bad.status, 65);
  assert.deepEqual(bad.stderr.trim().split('\n').sort(), [
    'docs/README.md: no document leads to docs/models/lost.md',
    'docs/README.md:10: the link "../../x.md" leads to no file',
    'docs/README.md:4: the link "one.md#twice-2" leads to no heading of docs/one.md',
    'docs/README.md:4: the link "two.md" leads to no file',
    'docs/README.md:8: the link "p.png" leads to no file',
    'docs/one.md:9: HTML in a document',
  ]);
});

test('the references have every function of the headers, every method of Python and every export of the package', () => {
  const pages = new Map(references('.'));
  const headings = (begin) => new Set([...pages].filter(([name]) => name.includes(`/${begin}-`)).flatMap(([, text]) => [...text.matchAll(/^##+ (.*)$/gm)].flatMap((row) => row[1].split(/[^\w]+/))));
  const inC = headings('c');
  for (const name of readdirSync('include/covey').filter((file) => file.endsWith('.h')))
    for (const [, declared] of read(`include/covey/${name}`).matchAll(/^COVEY_API [^;{]*?\b(covey_\w+)\(/gm)) assert.ok(inC.has(declared), `${name}: ${declared}`);
  const inPython = headings('python');
  for (const [, name] of read('bindings/python/covey/world.py').matchAll(/^ {4}def ([a-z]\w+)\([^\n]*:\n {8}"""/gm)) assert.ok(inPython.has(name), name);
  const inScript = headings('js');
  for (const [, name] of read('apps/web/package/src/covey.ts').matchAll(/\*\/\nexport (?:class|interface|function) (\w+)/g)) assert.ok(inScript.has(name), name);
  assert.ok(inC.size > 300 && inPython.size > 100 && inScript.size > 20);
});

describe('the site', { skip: !existsSync(browsers.chromium.executablePath) && 'there is no chromium' }, () => {
  let browser, server, address, page, asked, errors;
  before(async () => {
    ({ server, address } = await serve(join(folder, 'page'), 0, '/some/folder/'));
    browser = await launch({ headless: true, ...browsers.chromium });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(name, { width = 1280, height = 720, theme = 'light' } = {}) {
    await page?.close();
    page = await browser.newPage();
    asked = new Set();
    errors = [];
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.setViewport({ width, height });
    await page.goto(`${address}docs/${name}`);
  }
  const shoot = (title) => pictures !== undefined && page.screenshot({ path: join(pictures, `docs-${title}.png`) });

  test('every page is found by links, and every link leads to a file', async () => {
    const todo = [`${address}docs/index.html`];
    const seen = new Set(todo);
    for (let url = todo.pop(); url !== undefined; url = todo.pop()) {
      const answer = await fetch(url);
      assert.equal(answer.status, 200, url);
      if (!url.endsWith('.html')) continue;
      for (const [, to] of (await answer.text()).matchAll(/<(?:a|img|link|script)[^>]* (?:href|src)="([^"]+)"/g)) {
        const next = new URL(to, url);
        next.hash = '';
        if (!next.href.startsWith(address) || seen.has(next.href)) continue;
        seen.add(next.href);
        todo.push(next.href);
      }
    }
    for (const name of readdirSync('docs').filter((file) => file.endsWith('.md') && file !== 'README.md'))
      assert.ok(seen.has(`${address}docs/${name.replace('.md', '.html')}`), name);
    for (const model of read('src/models/models.def').matchAll(/^ENTRY\((\w+)\)/gm)) assert.ok(seen.has(`${address}docs/models/${model[1]}.html`), model[1]);
    assert.ok(seen.has(`${address}docs/files/examples/01_hello.c.html`));
  });

  for (const [title, size] of [
    ['desktop', { width: 1280, height: 720 }],
    ['phone', { width: 390, height: 844 }],
  ])
    for (const theme of ['light', 'dark'])
      test(`pages can be read on a ${title}, ${theme}`, async () => {
        for (const name of ['index.html', 'measuring.html', 'models/couzin.html', 'files/examples/01_hello.c.html', 'reference/c-world.h.html', 'reference/python-world.html']) {
          await open(name, { ...size, theme });
          assert.equal(await page.$eval('html', (root) => root.dataset.theme), theme);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
          if (name.startsWith('models/')) await page.waitForFunction(() => Number(document.querySelector('covey-flock').shadowRoot?.querySelector('canvas')?.dataset.step) > 3, patience);
          await shoot(`${title}-${theme}-${name.replace(/\W/g, '-')}`);
          await page.evaluate(axe);
          const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map((row) => `${row.id}: ${row.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`));
          assert.deepEqual(found, [], name);
          assert.deepEqual([[...asked], errors], [[new URL(address).origin], []], name);
        }
      });

  test('the search finds a measure by its name', async () => {
    await open('models/index.html');
    await page.type('#find', 'milling');
    await page.waitForSelector('#found a', patience);
    const hits = await page.$$eval('#found a', (list) => list.map((link) => link.getAttribute('href')));
    assert.ok(hits.some((href) => href.startsWith('../measuring.html#')), `${hits}`);
    await shoot('search');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !location.pathname.endsWith('models/index.html') && location.hash !== '' && document.readyState === 'complete', patience);
    await page.type('#find', 'xyzzy');
    await page.waitForFunction(() => document.querySelector('#found')?.textContent.startsWith('Nothing'), patience);
  });

  test('a theme that is chosen is kept', async () => {
    await open('index.html');
    await page.$eval('#theme', (button) => button.click());
    await page.goto(`${address}docs/web.html`);
    assert.equal(await page.$eval('html', (root) => root.dataset.theme), 'dark');
    await page.$eval('#theme', (button) => button.click());
  });

  test('page and documentation work without the server', async () => {
    await open('../index.html');
    await page.waitForSelector('html[data-ready]', patience);
    const last = 'docs/web.html';
    await page.waitForFunction((url) => caches.match(url).then((found) => found !== undefined), { ...patience, polling: 200 }, address + last);
    server.close();
    server.closeAllConnections();
    await assert.rejects(fetch(address));
    await page.goto(`${address}#preset=couzin-mill`);
    await page.reload();
    await page.waitForFunction(() => globalThis.covey?.viewer.state.value?.step > 3, patience);
    await page.goto(`${address}docs/`);
    assert.equal(await page.$eval('h1', (head) => head.textContent), 'Documentation');
    await page.goto(`${address}docs/models/couzin.html`);
    await page.waitForFunction(() => Number(document.querySelector('covey-flock').shadowRoot?.querySelector('canvas')?.dataset.step) > 3, patience);
    await page.type('#find', 'milling');
    await page.waitForSelector('#found a', patience);
    assert.deepEqual(errors, []);
  });
});
