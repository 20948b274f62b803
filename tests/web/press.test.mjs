// SPDX-License-Identifier: MIT
// Every button is pressed and every field filled in every view, while the flock runs: nothing throws,
// and the flock goes on. The list is that of the page itself, so that a new control is pressed, too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers, read } from './support.mjs';

const places = JSON.parse(read('apps/web/page/src/places.json')).map(([hash]) => hash);
const views = ['preset=torus-predators', 'preset=reynolds-3d', ...places.filter((hash) => hash !== ''), 'learn/2'];

/** Runs in the page: uses the first control that was not used yet; its name, undefined after the last. */
function useNext(used) {
  const nameOf = (element) =>
    [element.tagName, element.type, element.id, element.getAttribute('aria-label'), JSON.stringify(element.dataset), element.tagName === 'BUTTON' ? element.textContent : '', element.value?.length > 20 ? '' : element.tagName === 'OPTION'].join('|');
  const all = [...document.querySelectorAll('button, input, select, textarea, summary, canvas[tabindex]')].filter(
    (element) => !element.disabled && element.type !== 'file' && !element.closest('fieldset:disabled') && element.getClientRects().length > 0,
  );
  const element = all.find((one) => !used.includes(nameOf(one)));
  if (element === undefined) return undefined;
  const name = nameOf(element);
  const tell = (kind) => element.dispatchEvent(new Event(kind, { bubbles: true }));
  if (element.tagName === 'SELECT') element.selectedIndex = element.options.length - 1;
  else if (element.type === 'range') element.value = String(0.5 * (Number(element.min) + Number(element.max)));
  else if (element.type === 'text' || element.tagName === 'TEXTAREA') element.value = '3';
  else {
    element.click();
    return name;
  }
  tell('input');
  tell('change');
  return name;
}

inBrowsers((web) => {
  test('every control of every view can be used while the flock runs', async () => {
    let count = 0;
    for (const view of views) {
      await web.open(`#${view}`);
      const said = [];
      web.page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
      web.page.on('dialog', (dialog) => dialog.dismiss());
      await web.page.evaluate(() => {
        Element.prototype.requestFullscreen = () => Promise.resolve();
        HTMLAnchorElement.prototype.click = () => undefined; // nothing is downloaded
        HTMLInputElement.prototype.showPicker = () => undefined;
      });
      const used = [];
      for (let name = ''; name !== undefined && used.length < 150; ) {
        name = await web.page.evaluate(useNext, used);
        if (name === undefined) break;
        used.push(name);
        await new Promise((resolve) => setTimeout(resolve, 5));
        assert.deepEqual(web.errors, [], `${view}: ${name}`);
        const hash = await web.page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
        if (hash !== view && !hash.startsWith(view.split('/')[0].split('=')[0]))
          await web.page.evaluate((back) => (location.hash = back), view);
      }
      assert.ok(used.length > 3, `${view}: ${used.length} controls`);
      assert.deepEqual(said, [], view);
      assert.equal(await web.page.evaluate(() => globalThis.covey.engine.crashed.value), '', view);
      count += used.length;
    }
    await web.open('#preset=torus-0');
    await web.until(() => globalThis.covey.viewer.state.value?.step > 3);
    assert.ok(count > 150, `${count} controls`);
  });
});
