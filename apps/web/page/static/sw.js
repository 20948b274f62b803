// SPDX-License-Identifier: MIT
// Keeps the page for use without a network. The build writes names and hashes of the files; a new
// build has another name of its cache, and the old one goes.
const files = /* FILES */ {};
const cache = `covey-${Object.values(files).join('').slice(0, 64)}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cache).then((kept) => kept.addAll(['./', ...Object.keys(files).map((name) => `./${name}`)])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('covey-') && name !== cache).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
