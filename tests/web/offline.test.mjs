// SPDX-License-Identifier: MIT
// What the page keeps for use without a network: whole builds, whatever a network or a host answers.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { folder, inBrowsers } from './support.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.json': 'application/json' };
const portal = '<!doctype html><title>Wi-Fi</title><p>Please log in.</p>';
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

inBrowsers((web) => {
  /** What the host answers: `changed` is a file of the page by name, `captive` a file that a network answers for. */
  const host = { changed: {}, captive: undefined };
  let server, address;

  before(async () => {
    server = createServer(async (request, response) => {
      const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).slice(1) || 'index.html';
      const bytes = name === host.captive ? portal : host.changed[name] ?? (await readFile(join(folder, 'page', name)).catch(() => undefined));
      if (bytes === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream', 'cache-control': 'max-age=31536000' });
      response.end(bytes);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://localhost:${server.address().port}/`;
  });
  after(() => server.close());

  /** Installs the worker; true if it became active, false if its install failed. */
  const install = () =>
    web.page.evaluate(async () => {
      const earlier = await navigator.serviceWorker.getRegistration();
      const registration = await navigator.serviceWorker.register('sw.js');
      if (earlier !== undefined) await registration.update();
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      return new Promise((resolve) => {
        const look = () => ['activated', 'redundant'].includes(worker.state) && resolve(worker.state === 'activated');
        worker.addEventListener('statechange', look);
        look();
      });
    });
  const keptOf = (name) => web.page.evaluate(async (path) => (await caches.match(path))?.text() ?? '', name);

  test('a file that a network answers for is never kept', async () => {
    web.page = await web.browser.newPage();
    host.captive = 'lone.html';
    host.changed['lone.html'] = '<!doctype html><title>lone</title>';
    await web.page.goto(`${address}lone.html`); // no page that registers the worker by itself
    for (const captive of ['main.js', 'index.html', 'covey.wasm']) {
      host.captive = captive;
      assert.equal(await install(), false, captive);
      assert.deepEqual(await web.page.evaluate(() => caches.keys()), [], captive);
      await web.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
    }
    host.captive = undefined;
    assert.equal(await install(), true);
    assert.equal(await keptOf('index.html'), await readFile(join(folder, 'page/index.html'), 'utf8'));
  });

  test('a new build is kept with its own files, though the host lets browsers keep old ones', async () => {
    const old = await readFile(join(folder, 'page/embed.html'), 'utf8');
    const changed = `${old}<!-- a new build -->\n`;
    const worker = await readFile(join(folder, 'page/sw.js'), 'utf8');
    assert.ok(worker.includes(digest(old)), 'the worker has whole digests');
    await web.page.evaluate(() => fetch('embed.html').then((response) => response.text())); // into the browser's own cache
    host.changed['embed.html'] = changed;
    host.changed['sw.js'] = worker.replace(digest(old), digest(changed)).replace(/(const cache = `covey-\$\{'?)/, '$1new');
    assert.notEqual(host.changed['sw.js'], worker);
    assert.equal(await install(), true);
    await web.page.waitForFunction(async (text) => (await (await caches.match('embed.html'))?.text()) === text, {}, changed);
    assert.equal((await web.page.evaluate(() => caches.keys())).length, 1, 'the old build is gone');
  });
});
