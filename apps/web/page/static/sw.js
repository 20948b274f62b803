// SPDX-License-Identifier: MIT
// Keeps the page for use without a network. The build writes names and hashes of the files; a new
// build has another name of its cache, and the old one goes. The page is kept at once, the
// documentation while it is looked at.
const files = /* FILES */ {};
const cache = `covey-${/* VERSION */ ''}`;
const names = Object.keys(files);
const isDocs = (name) => name.startsWith('docs/');

self.addEventListener('install', (event) => {
  const page = ['./', ...names.filter((name) => !isDocs(name))];
  event.waitUntil(caches.open(cache).then((kept) => kept.addAll(page)).then(() => self.skipWaiting()));
});

async function settle() {
  const old = (await caches.keys()).filter((name) => name.startsWith('covey-') && name !== cache);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** One after the other, behind what the page itself asks for; what fails is got when it is asked for. */
async function keepDocs() {
  const kept = await caches.open(cache);
  for (const name of names.filter(isDocs)) if (!(await kept.match(name))) await kept.add(name).catch(() => undefined);
}

self.addEventListener('activate', (event) => event.waitUntil(settle()));
self.addEventListener('message', (event) => event.waitUntil(keepDocs()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  const name = url.pathname.endsWith('/') ? new URL('index.html', url) : event.request;
  event.respondWith(caches.match(name, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
