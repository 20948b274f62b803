// SPDX-License-Identifier: MIT
// The script of a documentation page: light and dark, the search, and tables that are wider than
// the page. Its element says where the folder of the documentation is.
import { keepOffline } from '../page/src/offline.js';
import type { Hit } from './search.js';

const up = document.currentScript?.dataset['up'] ?? '';
const root = document.documentElement;
const shade = matchMedia('(prefers-color-scheme: dark)');
const most = 10;

/** The choice of a reader, where the browser keeps one. */
function kept(): string | null {
  try {
    return localStorage.getItem('covey-theme');
  } catch {
    return null;
  }
}

function paint(theme: string): void {
  root.dataset['theme'] = theme;
  const button = document.getElementById('theme');
  if (button !== null) button.textContent = theme === 'dark' ? 'light' : 'dark';
  for (const flock of document.querySelectorAll('covey-flock')) flock.setAttribute('theme', theme);
}

const themeNow = (): string => kept() ?? (shade.matches ? 'dark' : 'light');
paint(themeNow());

function turn(): void {
  const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('covey-theme', theme);
  } catch {
    // a browser that keeps nothing: for this page alone
  }
  paint(theme);
}

function row(hit: Hit): HTMLLIElement {
  const item = document.createElement('li');
  const link = item.appendChild(document.createElement('a'));
  link.href = up + hit.id;
  link.append(Object.assign(document.createElement('b'), { textContent: hit.heading }));
  if (hit.page !== hit.heading) link.append(` in ${hit.page}`);
  link.append(Object.assign(document.createElement('small'), { textContent: hit.begin }));
  return item;
}

async function find(words: string): Promise<void> {
  const list = document.getElementById('found')!;
  const told = document.getElementById('told')!;
  const { search } = (await import(new URL(`${up}search.js`, location.href).href)) as typeof import('./search.js');
  const hits = words.trim() === '' ? [] : await search(new URL(`${up}index.json`, location.href), words);
  if ((document.getElementById('find') as HTMLInputElement).value !== words) return; // typed on
  list.replaceChildren(...hits.slice(0, most).map(row));
  if (hits.length === 0) list.replaceChildren(Object.assign(document.createElement('li'), { textContent: 'Nothing has these words.' }));
  list.hidden = words.trim() === '';
  told.textContent = list.hidden ? '' : `${hits.length} sections found`;
}

/** What can be scrolled has to be reached by keys. */
function mark(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.scroll')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
}

addEventListener('DOMContentLoaded', () => {
  paint(themeNow());
  document.getElementById('theme')!.addEventListener('click', turn);
  shade.addEventListener('change', () => paint(themeNow()));
  const field = document.getElementById('find') as HTMLInputElement;
  field.addEventListener('input', () => void find(field.value));
  field.addEventListener('keydown', (event) => {
    const first = document.querySelector<HTMLAnchorElement>('#found a');
    if (event.key === 'Enter') first?.click();
    if (event.key === 'Escape') {
      field.value = '';
      void find('');
    }
  });
  document.querySelector('details')!.open = innerWidth > 700;
  addEventListener('resize', mark);
  addEventListener('load', mark);
  mark();
  void keepOffline(new URL(`${up}../sw.js`, location.href));
});
