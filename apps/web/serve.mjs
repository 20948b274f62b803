// SPDX-License-Identifier: MIT
// Serves a folder on this machine: node serve.mjs FOLDER [PORT]; tests import serve().
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** A server of the folder; `under` is a path before all names, as of a sub-folder of a host. */
export function serve(folder, port = 0, under = '/') {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const name = normalize(path.slice(under.length) || 'index.html');
    const file = join(folder, name.endsWith('/') ? `${name}index.html` : name);
    const found = path.startsWith(under) && !name.startsWith('..') && (await stat(file).catch(() => undefined));
    if (!found || !found.isFile()) return void response.writeHead(404).end('there is no such file\n');
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve({ server, address: `http://localhost:${server.address().port}${under}` }));
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { address } = await serve(process.argv[2], Number(process.argv[3] ?? 8000));
  console.log(`covey is at ${address} (Ctrl+C ends this)`);
}
