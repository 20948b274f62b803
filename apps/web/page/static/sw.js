// SPDX-License-Identifier: MIT
// Keeps the page for use without a network. The build writes names and hashes of the files; a new
// build has another name of its cache, and the old one goes. The page is kept at once, the
// documentation while it is looked at.
const files = /* FILES */ {};
const cache = `covey-${/* VERSION */ ''}`;
const names = Object.keys(files);
const isDocs = (name) => name.startsWith('docs/');

/** A file as this build has it, from the host itself and not from the browser's older copy. Throws for anything else:
 * the page of a network that wants a password first, or a file of another build. */
async function fresh(name) {
  const response = await fetch(name, { cache: 'reload' });
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!response.ok || found !== files[name === './' ? 'index.html' : name]) throw new Error(`${name} is not the file of this build`);
  return response;
}

/** Keeps the page whole or not at all; the browser tries again at the next visit. */
async function install() {
  const page = ['./', ...names.filter((name) => !isDocs(name))];
  try {
    const kept = await caches.open(cache);
    await Promise.all(page.map(async (name) => kept.put(name, await fresh(name))));
  } catch (error) {
    await caches.delete(cache);
    throw error;
  }
  await self.skipWaiting();
}

self.addEventListener('install', (event) => event.waitUntil(install()));

async function settle() {
  const old = (await caches.keys()).filter((name) => name.startsWith('covey-') && name !== cache);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** One after the other, behind what the page itself asks for; what fails is got when it is asked for. */
async function keepDocs() {
  const kept = await caches.open(cache);
  for (const name of names.filter(isDocs)) if (!(await kept.match(name))) await fresh(name).then((file) => kept.put(name, file)).catch(() => undefined);
}

self.addEventListener('activate', (event) => event.waitUntil(settle()));
self.addEventListener('message', (event) => event.waitUntil(keepDocs()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  const name = url.pathname.endsWith('/') ? new URL('index.html', url) : event.request;
  event.respondWith(caches.match(name, { ignoreSearch: true, cacheName: cache }).then((found) => found ?? fetch(event.request)));
});
